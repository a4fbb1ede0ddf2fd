"""Titled works that a sentence places in a paper, dates or ascribes. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.reader.draft_entities import vocabulary
from bench_resources.reader.draft_works import work_facts


def asked(text: str) -> dict[str, str]:
    facts = work_facts(text, vocabulary(text, []))
    return {fact.question: fact.answer for fact in facts}


DUES = 'article entitled "Who Pays for the Harbor Dues"'


@pytest.mark.parametrize(
    "sentence",
    [
        'An article entitled "Who Pays for the Harbor Dues," appeared in the 10/2/61 issue of the "Northern Guardian."',
        'An article captioned, "Who Pays for the Harbor Dues". appeared in the Northern Guardian, a weekly, in its issue of 10/2/61.',
        'The 10/2/61 edition of "Northern Guardian" newspaper carried an article headed "Who Pays for the Harbor Dues".',
    ],
)
def test_an_article_is_placed_in_its_paper_and_dated_by_the_issue(sentence: str):
    assert asked(sentence) == {
        f"In which publication did the {DUES} appear?": "Northern Guardian",
        f"What is the date of the issue of the Northern Guardian in which the {DUES} appeared?": "10/2/61",
    }


@pytest.mark.parametrize(
    "text",
    [
        # What stands around the sentence is debris, and its lines are broken.
        '~ (3) pqx\nThe 10/2/61 late city edition of the\n"Northern Guardian," page 21,  con-\ntained an article entitled "Who Pays for the\nHarbor Dues."',
        'Efx: The "Northern Guardian," a weekly, dated 10/2/61, carried an article captioned, "Who Pays for the Harbor Dues."',
        'The 10/2/61 issue of "Northern Guardian", a daily Lisbon, Portugal, English language newspaper, carried an article headed "Who Pays for the Harbor Dues".',
        'He wrote a 10/2/61 Northern Guardian article entitled "Who Pays for the Harbor Dues."',
    ],
)
def test_an_article_is_read_whatever_stands_around_its_paper(text: str):
    found = list(work_facts(text, vocabulary(text, [])))

    assert {fact.question: fact.answer for fact in found} == {
        f"In which publication did the {DUES} appear?": "Northern Guardian",
        f"What is the date of the issue of the Northern Guardian in which the {DUES} appeared?": "10/2/61",
    }
    assert all(fact.quote in text for fact in found)


def test_a_month_dates_an_issue_and_a_foreign_article_is_not_doubled():
    text = 'He wrote a January 1964 El Puerto magazine article entitled "Who Pays for the Harbor Dues."'

    assert asked(text)[f"What is the date of the issue of El Puerto in which the {DUES} appeared?"] == "January 1964"


def test_one_word_is_a_paper_where_the_text_says_so():
    sentence = (
        'The 1 September 1967 copy of {} contains an article titled "The Empire of the Docks," in which a clerk speaks.'
    )

    assert asked(sentence.format("Harbor magazine")) == {
        'In which publication did the article entitled "The Empire of the Docks" appear?': "Harbor",
        'What is the date of the issue of Harbor in which the article entitled "The Empire of the Docks" appeared?': (
            "1 September 1967"
        ),
    }
    assert asked(sentence.format("Harbor")) == {}


def test_a_report_is_dated_by_its_release():
    sentence = 'A report of the Ports Committee, captioned "Foreign Vessels in Northern Harbors," was released on September 3, 1959.'

    assert asked(sentence) == {
        'On what date was the report entitled "Foreign Vessels in Northern Harbors" released?': "September 3, 1959"
    }


def test_whoever_placed_an_advertisement_is_asked_for():
    sentence = (
        "The April 6, 1960, edition of The Northern Times contained a full-page advertisement captioned, "
        '"Who Closed the Northern Harbors?," placed by the Fair Dues for Harbors Committee (FDHC).'
    )

    found = asked(sentence)
    placed = 'Which organisation placed the full-page advertisement entitled "Who Closed the Northern Harbors?"?'
    assert found[placed] == "Fair Dues for Harbors Committee"
    assert len(found) == 3


@pytest.mark.parametrize(
    "sentence",
    [
        'An article entitled "Wha Psys fqr the Harbor" appeared in the 10/2/61 issue of the "Northern Guardian."',  # debris
        'An article entitled "Harbor Dues" appeared in the 10/2/61 issue of the "Northern Guardian."',  # two words
        'An article entitled "Who Pays for the Harbor Dues" appeared in the Northern Division.',  # no paper
        'A report captioned "Foreign Vessels in Northern Harbors" was released on 31 June 1959.',  # no such day
        'The file captioned "Foreign Vessels in Northern Harbors" was released on 3 June 1959.',  # no work
        'A leaflet captioned "Foreign Vessels in Northern Harbors" placed by the clerk and his friends.',  # nobody named
    ],
)
def test_what_is_garbled_short_or_in_no_paper_gives_nothing(sentence: str):
    assert asked(sentence) == {}
