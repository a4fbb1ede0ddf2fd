"""Papers that a text refers to by their sides, day and subject, as facts. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.prompting import Fact
from bench_resources.reader.draft_correspondence import correspondence_facts
from bench_resources.reader.draft_entities import vocabulary

NAMES = ["Adela Quenby", "Osric Tolland"]
DUES = "Dues of Foreign Vessels in the Northern Locks"


def facts(text: str, names: list[str] | None = None, officials: list[str] | None = None) -> list[Fact]:
    known = vocabulary(text, NAMES if names is None else names, officials or [])
    return list(correspondence_facts(text, known))


def asked(text: str) -> dict[str, str]:
    return {fact.question: fact.answer for fact in facts(text)}


def entry(subject: str = DUES, date: str = "7 August 1964") -> str:
    return f"{date} PA 4-4037\nMemorandum from Adela QUENBY, PA, to Osric TOLLAND. Subject: {subject}.\n\n"


def test_a_listed_memorandum_gives_its_day_and_its_receiver():
    assert asked(entry()) == {
        f'What is the date of the memorandum from Adela Quenby to Osric Tolland on the subject "{DUES}"?': "7 August 1964",
        f'To whom did Adela Quenby write the memorandum of 7 August 1964 on the subject "{DUES}"?': "Osric Tolland",
    }


def test_every_quote_stands_in_the_passage_and_holds_the_answer():
    text = entry()

    assert all(fact.quote in text and fact.answer.casefold() in fact.quote.casefold() for fact in facts(text))


def test_one_subject_on_two_days_is_answered_twice_so_that_drafting_drops_it():
    dates = [fact.answer for fact in facts(entry() + entry(date="9 August 1964")) if "the date" in fact.question]

    assert dates == ["7 August 1964", "9 August 1964"]


def test_where_one_side_may_be_named_only_the_day_is_asked():
    assert {fact.question: fact.answer for fact in facts(entry(), names=["Adela Quenby"])} == {
        f'What is the date of the memorandum from Adela Quenby on the subject "{DUES}"?': "7 August 1964"
    }


@pytest.mark.parametrize(
    ("text", "names", "officials"),
    [
        (entry(), ["Berta Penhallow"], []),  # neither side is anybody whom a question may name
        (entry(), [], NAMES),  # neither may be asked about
        (entry("Dves of Forcign Vesscls in the Northcrn Locks"), NAMES, []),  # debris
        (entry("Berta Penhallow"), NAMES, []),  # a private person
        (entry(date="31 June 1964"), NAMES, []),  # no such day
        (entry().replace(".\n\n", "\n\n"), NAMES, []),  # the subject may go on
        (entry().replace("\n\n", "\nand the Old Port.\n\n"), NAMES, []),  # it does: the stop was a speck
        ("Draft memorandum from Adela Quenby to Osric Tolland, 7 August 1964.", NAMES, []),  # never sent
    ],
)
def test_strangers_debris_and_drafts_give_nothing(text: str, names: list[str], officials: list[str]):
    assert facts(text, names, officials) == []
