"""False premises by the embedded reader: wordings, support, quality."""

from __future__ import annotations

import pytest

from bench_resources.prompting import Outcome, template
from bench_resources.reader.model import EmbeddedReader
from bench_resources.reader.premises import (
    _WORDINGS,
    false_premises,
    parties_of,
    premise_quality,
    premise_support,
)

QUESTION = "On what date did Adela M. Quenby meet with Bram Sedge?"
ELEMENT = "the meeting of Adela M. Quenby with Bram Sedge"
FAR = " The harbour was quiet that week and nothing else was said of it. " * 12  # about 800 characters
KINDS = ("meeting", "telephone call", "agreement")


def is_supported(*texts: str, question: str = QUESTION, element: str = ELEMENT) -> bool:
    return premise_support(question, element, [(f"d{at}", text) for at, text in enumerate(texts)]).is_supported


@pytest.mark.parametrize("kind", KINDS)
def test_every_wording_of_a_kind_may_be_asked(kind):
    names = [("Adela M. Quenby", "Bram Sedge"), ("J. Otto Frith-Lund", "Ida Tansy de Vere"), ("G. Una Holm", "Lou Roa")]
    found = {
        premise.question: (premise, one, other)
        for one, other in [*names, *((b, a) for a, b in names)]
        for premise in false_premises(one, other, kind, ["a"], ["b"])
    }
    assert len(_WORDINGS[kind]) >= 6
    for premise, one, other in found.values():
        assert one in premise.question
        assert other in premise.question
        assert premise_quality(premise.question, premise.false_element).category == "sound", premise.question


def test_wordings_differ_from_pair_to_pair_and_ask_for_several_kinds_of_thing():
    pairs = [(f"Adela Quenb{letter}", "Bram Sedge") for letter in "abcdefghij"]
    first = [false_premises(one, other, "meeting", ["a"], ["b"])[0] for one, other in pairs]
    shapes = {premise.question.replace(one, "N") for premise, (one, _) in zip(first, pairs, strict=True)}
    assert len(shapes) > 3
    assert len({premise.asked_type for premise in first}) > 2
    assert false_premises(*pairs[0], "meeting", ["a"], ["b"])[0] == first[0]


def test_nothing_is_worded_about_somebody_unknown_or_for_another_kind_of_dealing():
    assert false_premises("Adela Quenby", "Bram Sedge", "meeting", [], ["b"]) == []
    assert false_premises("Adela Quenby", "Bram Sedge", "meeting", ["a"], []) == []
    assert false_premises("Adela Quenby", "Bram Sedge", "duel", ["a"], ["b"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Adela Quenby met Bram Sedge.",
        "Sedge was told so by Quenby." + FAR,
        FAR + "MEMORANDUM\nFrom: QUENBY, Adela\nTo: Bram Sedge\nSubject: dredging\n" + FAR,
        FAR + "Mr. Sedge came late. He was received by Miss Quenby.",
        FAR + "Present:\nA. M. Quenby\n" + "clerk of works\n" * 30 + "B. Sedge\n" + FAR,
        FAR + f"Adela Quenby {'and ever so slowly ' * 20} wrote. {'Most of it was ' * 25} to Bram Sedge." + FAR,
        FAR + "Qvenby, Adela, and Mr. Sedge" + FAR,  # misread
        FAR + "the matter of Quenby's letter; Sedge's" + FAR,
        "Bram Sedge is a town clerk. Adela Quenby is a painter.",  # in doubt: a short passage
    ],
)
def test_both_named_near_each_other_support_a_premise(text):
    assert is_supported(text)


@pytest.mark.parametrize(
    "text",
    [
        "Adela Quenby met Ida Tansy." + FAR,
        f"Adela Quenby met Ida Tansy. {FAR} Bram Sedge wrote to Otto Lund.",
        f"Otto Quenby met Bram Sedge. {FAR}",  # another of that surname
        f"QUENBY, Otto and Bram Sedge. {FAR}",
        "",
    ],
)
def test_one_alone_or_both_far_apart_or_a_namesake_is_no_support(text):
    assert not is_supported(text)


def test_the_documents_that_support_are_named():
    told = [("d1", "Nothing."), ("d2", "Quenby met Sedge."), ("d3", "Sedge wrote to Quenby.")]
    found = premise_support(QUESTION, ELEMENT, told)
    assert (found.is_supported, found.doc_ids) == (True, ["d2", "d3"])
    assert premise_support(QUESTION, ELEMENT, []).is_supported is False


def test_a_premise_whose_people_cannot_be_read_is_supported_in_doubt():
    assert is_supported("Nothing.", question="When did they meet?", element="the meeting")


def test_the_two_people_are_read_from_the_false_element_else_from_the_question():
    assert [person.surname for person in parties_of("?", ELEMENT)] == ["quenby", "sedge"]
    assert [person.surname for person in parties_of(QUESTION, "their meeting")] == ["quenby", "sedge"]


@pytest.mark.parametrize(
    ("question", "element", "category"),
    [
        (QUESTION, ELEMENT, "sound"),
        ("On what date did he meet with Bram Sedge?", ELEMENT, "pronoun"),
        ("On what date did Adela Quenby allegedly meet with Bram Sedge?", ELEMENT, "gives_itself_away"),
        ("What bribe was set in the agreement of Adela Quenby with Bram Sedge?", ELEMENT, "discrediting"),
        ("Where did Adela Quenby meet with Bram Sedge on May 3, 1961?", ELEMENT, "perturbed_detail"),
        ("On what date did Adela Quenby meet with the board?", "the meeting of Adela Quenby", "vague_premise"),
        ("What was the home address at which Adela Quenby met Bram Sedge?", ELEMENT, "personal_data"),
    ],
)
def test_a_premise_that_should_not_be_asked_fails_with_its_reason(question, element, category):
    judged = premise_quality(question, element)
    assert (judged.category, judged.verdict is Outcome.PASS) == (category, category == "sound")


def test_the_reader_answers_the_three_roles():
    shown = [{"doc_id": "d1", "text": "Adela Quenby met Bram Sedge."}]
    prompts = [
        template("false_premises").fill(name="Adela Quenby", other="Bram Sedge", interaction="meeting", about_name=["a"], about_other=["b"]),
        template("premise_support").fill(question=QUESTION, false_element=ELEMENT, passages=shown),
        template("premise_quality").fill(question=QUESTION, false_element=ELEMENT),
    ]  # fmt: skip
    assert all(done.error is None and done.text for done in EmbeddedReader().complete_all(prompts))
