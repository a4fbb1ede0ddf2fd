"""What is said of one named body, post or book, and what must give nothing. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.reader.facts import find_facts


def asked(passage: str) -> dict[str, str]:
    return {fact.question: fact.answer for fact in find_facts(passage, is_document_start=False, names=[])}


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        (
            "The Mines Act of 1911, approved by the King, created the Inspectorate of Mines in Wales.",
            "Which act created the Inspectorate of Mines?",
            "Mines Act of 1911",
        ),
        (
            "Finland was the only island nation to repay its debt to the Tin Council before the war.",
            "Which nation was the only island nation to repay its debt to the Tin Council before the war?",
            "Finland",
        ),
        (
            "The Merchant Service Guild, successor to the Sailors Union, opened a hall in Rotterdam in 1911.",
            "Which organisation was the successor to the Sailors Union?",
            "Merchant Service Guild",
        ),
        (
            "The council is dominated by the Young Miners Alliance, the youth group of the Miners Federation.",
            "Which organisation was the youth group of the Miners Federation?",
            "Young Miners Alliance",
        ),
        (
            "The chairman of the Commission on Water was Walter Stokes, who had served since 1933.",
            "Who was the chairman of the Commission on Water?",
            "Walter Stokes",
        ),
        (
            "Jane Stokes was the president of the Women's Harvest League from 1919 to 1929.",
            "Who was the president of the Women's Harvest League from 1919 to 1929?",
            "Jane Stokes",
        ),
        (
            "The newspaper reported that Harold Stokes was elected Chairman of the Pacific Coast Pilots Council in 1911.",
            "Who was elected Chairman of the Pacific Coast Pilots Council in 1911?",
            "Harold Stokes",
        ),
        (
            "The Colonial Relief Committee, headed by Herbert Stokes, shipped 300 tons of food to Belgium.",
            "By whom was the Colonial Relief Committee headed?",
            "Herbert Stokes",
        ),
        (
            "The State Survey was headed first by Thomas Stokes and then by a colonel of engineers.",
            "By whom was the State Survey first headed?",
            "Thomas Stokes",
        ),
        (
            'Helen Stokes, author of "The Phonograph and Its Future," opened the laboratory in the spring.',
            'Who is the author of "The Phonograph and Its Future"?',
            "Helen Stokes",
        ),
        (
            "The Office of Pier Records, formerly known as the Bureau of Wharves, moved to the old town.",
            "What was the former name of the Office of Pier Records?",
            "Bureau of Wharves",
        ),
        (
            'He wrote for the monthly magazine "Harbor Affairs" formerly known as "The Harvest Worker" for years.',
            'What was the former name of the magazine "Harbor Affairs"?',
            "The Harvest Worker",
        ),
    ],
)
def test_a_relation_is_asked_for_in_whole_english(passage: str, question: str, answer: str) -> None:
    assert asked(passage).get(question) == answer


@pytest.mark.parametrize(
    "passage",
    [
        "The Reclamation Act, as amended, authorized the Bureau of Dams to build the wall.",  # no founding
        "The Daily Courier, a branch of the Dockers Union, stopped in the war years.",  # it has several branches
        "The Library of Wales, the largest in the country, has many books on mining.",  # of what?
        "The Treaty of Selby was the first agreement to give the council a seat of its own.",  # no body is named
        "Robert Hale was the president of the garden society of the village from 1919 to 1929.",  # no public body
        "Robert Hale was elected President of the Garden Club by the members who were there.",  # a private club
        "The group headed by Robert Hale met the others at the hotel in the old town.",  # which group?
        "The head of the family was Robert Hale, who had lived in the valley for many years.",
        "The newspaper reported that Harold Stokes was elected Chairman of the Pacific Coast Pilots Council.",  # when?
        "The chairman of the Federal Water Commission was Walter Stokes, who spoke there.",  # in which year?
        'An article titled "Qvzt Tbe Lomg Rd" appeared in the Morning Herald in the spring.',  # misread
        'The issue of "The Village Courier" carried an article titled "The Long Road Back" by its editor.',  # undated
        'A paper entitled "Water in the West" was found on his desk by the two clerks.',
        "The Colonial Relief Committee was headed by Herbert Stokes as president and Ada Hale as clerk.",  # by two
        "Robert Hale, formerly known as the Bureau of Wharves by his friends, left the old town.",  # a man
        "The council is dominated by the Young Miners Alliance, the youth group of the MQF.",  # of what?
        "The Hale family, author of the plan, left the valley in the spring of that year.",
    ],
)
def test_what_names_no_one_thing_gives_nothing(passage: str) -> None:
    assert asked(passage) == {}


def test_a_rare_surname_counts_when_the_passage_repeats_it() -> None:
    once = "The Colonial Relief Committee, headed by Herbert Quxall, shipped many tons of food to tbe old town again."
    twice = once + "\n\nMr. Quxall came back to the Colonial Relief Committee with the papers of the old town."

    assert not [question for question in asked(once) if "headed" in question]
    assert asked(twice)["By whom was the Colonial Relief Committee headed?"] == "Herbert Quxall"
