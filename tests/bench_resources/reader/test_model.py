"""The embedded reader as a model."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from bench_resources import prompting
from bench_resources.reader.model import EmbeddedReader, UnknownPromptError, embedded_reader
from scoring.errors import ExitCode
from scoring.judge import template as judge_template
from scoring.llm import Prompt, PromptTemplate, ask

PASSAGE = {"doc_id": "d1", "text": "The Tallow Board met at Juniper Bay on 3 May 1961."}
QUESTION = "On what date did the Tallow Board meet at Juniper Bay?"
PROMPTS = [
    prompting.template("facts").fill(passage=PASSAGE["text"], is_document_start=True, names=[], officials=[]),
    prompting.template("absent_questions").fill(name="Tallow Board", kind="organisation", passages=[PASSAGE["text"]]),
    prompting.template("notability").fill(name="Ann Reddick", contexts=["Senator Ann Reddick"], n_documents=3),
    prompting.template("standalone").fill(question=QUESTION),
    prompting.template("adjudicate").fill(
        question=QUESTION, answer="3 May 1961", quote=PASSAGE["text"], passage=PASSAGE["text"], rivals=[PASSAGE]
    ),
    prompting.template("answer").fill(question=QUESTION, passages=[PASSAGE]),
    prompting.template("pool_label").fill(question=QUESTION, answer="3 May 1961", windows=[PASSAGE["text"]]),
    judge_template("judge_answer").fill(question=QUESTION, reference="3 May 1961", answer="5/3/61"),
    judge_template("judge_rejection").fill(
        question=QUESTION, false_element="", answer="The documents do not state it."
    ),
    judge_template("judge_items").fill(question=QUESTION, items=["3 May 1961"], answer="3 May 1961"),
]


def test_every_role_is_answered_in_its_schema():
    reader = EmbeddedReader()
    replies = ask(reader, PROMPTS)
    assert [reply.error for reply in replies] == [None] * len(PROMPTS)
    assert reader.n_calls == len(PROMPTS)
    assert {reply.model for reply in replies} == {"embedded"}
    by_role = {prompt.prompt_id: reply.value for prompt, reply in zip(PROMPTS, replies, strict=True)}
    assert by_role["answer"].answer == "3 May 1961"
    assert by_role["pool_label"].labels[0].label is prompting.Support.SUPPORTS
    assert by_role["judge_answer"].is_correct
    assert by_role["judge_rejection"].is_refusal
    assert by_role["judge_items"].matched_items == [True]


def test_the_same_prompts_give_the_same_text():
    assert [c.text for c in EmbeddedReader().complete_all(PROMPTS)] == [
        c.text for c in EmbeddedReader().complete_all(PROMPTS)
    ]


def test_a_declined_answer_is_never_correct():
    prompt = judge_template("judge_answer").fill(
        question=QUESTION, reference="3 May 1961", answer="The documents do not state 3 May 1961."
    )
    value = ask(EmbeddedReader(), [prompt])[0].value
    assert value.is_refusal
    assert not value.is_correct


def test_an_unknown_role_is_an_error_that_says_what_to_do():
    class Sung(BaseModel):
        song: str

    prompt = Prompt(PromptTemplate("sing", "Sing.", Sung), {})
    with pytest.raises(
        UnknownPromptError, match=r"cannot answer the prompt 'sing'; it knows absent_questions, .*Name a live model"
    ) as caught:
        EmbeddedReader().complete_all([prompt])
    assert caught.value.exit_code is ExitCode.FAILED


def test_a_process_has_one_reader():
    assert embedded_reader() is embedded_reader()
