"""Defects in wordings that no gate was written for, and drafts close to them that are sound."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.boilerplate import Boilerplate, fold
from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.duplicates import Asked
from bench_assets.gauntlet.rules import objections
from tests.bench_assets.gauntlet.rule_book import first_defects, fourth_defects, second_defects, third_defects
from tests.bench_assets.gauntlet.rule_book.made_drafts import rejected, single
from tests.bench_assets.gauntlet.rule_book.more_sound import (
    MORE_SOUND,
    MORE_SOUND_DIRECTIONS,
    MORE_SOUND_QUESTIONS,
)

BATCHES = (first_defects, second_defects, third_defects, fourth_defects)
LINES = (
    "HARBOR PORT AUTHORITY",
    "RELEASED WITH EXCISIONS",
    "INTEROFFICE CORRESPONDENCE",
    "Form HP-11 (rev. 1961)",
    "Property of the Municipal Reading Room",
)
CONTEXT = Context(Boilerplate.of(fold(line) for line in LINES), frozenset({"hv00417"}))
PAID = "Marlow paid $12,400 to 17 dockers in 3 lots on March 3, 1964, and $560.25 in May 1965."
DEALINGS = "What is told of the dealings of Marlow Freight Company at Porthaven?"
WHO = "Who met Otto Lund about the lease of Berth 11?"
# What gets past: "the text" in a set phrase, a Roman figure, a firm by the first word of its name, a choice of one, a difference asked for.
MISSED = frozenset({
    "What did Ann Reddick buy, to take the text at its word?",
    "How many dockers struck, XVII in all?",
    "Which company paid, Marlow by name?",
    "Was it on 7 Apr 64 or when that the vote was held?",
    "By what margin is $7,000 larger than $9,000 in the rent of Pier 9?",
})  # fmt: skip
ANSWERS = {
    "How much": "$12,400",
    "How many": "17",
    "When": "May 3, 1961",
    "What post": "Clerk",
    "Where": "Anchor Hotel",
    "Who": "Ida Holm",
}


def told(name):
    return [defect for batch in BATCHES for defect in getattr(batch, name)]


def triples(name):
    return [triple for triple in told(name) if triple[0] not in MISSED]


def asked(question):
    return single(question, "Ida Holm", "Ida Holm signed it", doc_id="HV-00417")


def banners():
    """An answer for each template, made from one line in turn, and the line that is its quote."""
    for batch in BATCHES:
        for at, template in enumerate(batch.BANNER):
            line, other = LINES[at % len(LINES)], LINES[(at + 1) % len(LINES)]
            parts = line.split()
            yield (
                template.format(
                    line=line,
                    other=other,
                    small=line.lower(),
                    title=line.title(),
                    spaced=" ".join(line.replace(" ", "  ")),
                    noisy=line.replace("E", "F", 1).replace("o", "0", 1),
                    half=" ".join(parts[:-1]),
                    tail=" ".join(parts[1:]),
                ).strip(),
                line,
            )


@pytest.mark.parametrize("question", [one for one in told("DEIXIS") if one not in MISSED])
def test_what_points_outside_is_found_in_wordings_not_seen_before(question):
    assert "deixis" in objections(asked(question), CONTEXT)


@pytest.mark.parametrize("question", told("SOURCE_LEAK"))
def test_a_named_source_is_found_in_wordings_not_seen_before(question):
    assert objections(asked(question), CONTEXT).keys() & {"source_leak", "answer_given_away", "deixis"}


@pytest.mark.parametrize("question", told("BOILERPLATE_QUESTION"))
def test_a_question_about_paper_is_found_in_wordings_not_seen_before(question):
    assert objections(single(question, "Ida Holm", "Ida Holm signed it"), CONTEXT).keys() & {
        "boilerplate_question",
        "source_leak",
    }


@pytest.mark.parametrize(("question", "answer", "quote"), triples("GIVEN_AWAY"))
def test_an_answer_in_its_question_is_found_in_forms_not_seen_before(question, answer, quote):
    assert objections(single(question, answer, quote), CONTEXT).keys() & {"answer_given_away", "source_leak", "deixis"}


@pytest.mark.parametrize("answer", told("UNTRACED"))
def test_a_figure_of_no_quote_is_found(answer):
    assert "untraced_figure" in objections(single(DEALINGS, answer, PAID), CONTEXT)


@pytest.mark.parametrize(("question", "answer", "quote"), triples("DIRECTION"))
def test_a_direction_that_its_figures_contradict_is_found_in_wordings_not_seen_before(question, answer, quote):
    assert objections(single(question, answer, quote), CONTEXT).keys() & {"wrong_direction", "deixis"}


@pytest.mark.parametrize("answer", told("REDACTED"))
def test_what_is_hidden_is_found_in_marks_not_seen_before(answer):
    quote = "Quentin Yardling met Otto Lund about the lease."
    assert "redacted_answer" in objections(single(WHO, answer, quote), CONTEXT)


@pytest.mark.parametrize(("answer", "line"), list(banners()))
def test_a_banner_is_found_whatever_stands_round_it(answer, line):
    assert objections(single(WHO, answer, line), CONTEXT).keys() & {"banner_answer", "redacted_answer"}


@pytest.mark.parametrize(("first", "second"), told("DUPLICATE"))
def test_one_fact_asked_twice_is_found_in_wordings_not_seen_before(first, second):
    answer = next(said for opening, said in ANSWERS.items() if first.startswith(opening))
    quote = f"The record gives {answer} in so many words."
    drafts = Asked()
    drafts.add(single(first, answer, quote, task_id="t1"))
    assert drafts.repeats(single(second, answer, quote, task_id="t2"))


@pytest.mark.parametrize("question", MORE_SOUND_QUESTIONS)
def test_a_question_one_word_from_a_defect_is_sound(question):
    assert objections(rejected(question), CONTEXT) == {}


@pytest.mark.parametrize(("question", "answer", "quote"), [*MORE_SOUND_DIRECTIONS, *MORE_SOUND])
def test_an_answer_one_word_from_a_defect_is_sound(question, answer, quote):
    assert objections(single(question, answer, quote), CONTEXT) == {}
