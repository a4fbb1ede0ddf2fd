"""The reviewer of tasks whose answer has several parts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench_resources.prompting import Outcome
from bench_resources.reader.review import standalone
from bench_resources.reader.review_items import Part, adjudicate_items

DOSSIER = "What do the documents record of Ann K. Reddick in 1964, event by event, with the date of each?"
MET = Part(
    "March 3, 1964: Ann K. Reddick met Otto Lund at the Anchor Hotel",
    ("Director Reddick met Otto Lund at the Anchor Hotel on 3 March 1964.",),
)
WROTE = Part(
    "April 7, 1964: Ann K. Reddick wrote to Ida Holm about Salt tax",
    ("DATE: 7 April 1964\nTO: Ida Holm\nFROM: Ann K. Reddick\nSUBJECT: Salt tax",),
)
SIGNED = Part(
    "May 4, 1964: Ann K. Reddick signed the Quill Treaty",
    ("On May 4, 1964, Ann Reddick signed the Quill Treaty.",),
)
PARTS = [MET, WROTE, SIGNED]
TIMELINE = (
    "In what order did these happen, and on what date each: (a) Ann K. Reddick signed the Quill Treaty; "
    "(b) Ann K. Reddick met Otto Lund at the Anchor Hotel?"
)
LIST = "Whom did Ann K. Reddick meet between March and May 1964?"
PEOPLE = [
    Part("Otto Lund", MET.quotes),
    Part("Ida Holm", ("On 9 May 1964 Ann Reddick saw Ida Holm.",)),
]


@pytest.mark.parametrize("question", [DOSSIER, TIMELINE, LIST, "For what did Ann K. Reddick sign the papers?"])
def test_the_forms_of_questions_for_several_parts_stand_alone(question):
    assert standalone(question).category == "sound"


@pytest.mark.parametrize(
    ("question", "parts"),
    [(DOSSIER, PARTS), (TIMELINE, [MET, SIGNED]), (LIST, PEOPLE)],
)
def test_parts_that_their_quotes_state_are_sound(question, parts):
    found = adjudicate_items(
        question, parts, [("d9", "Rain fell on Juniper Bay. Bert Carr met Otto Lund on 5 May 1964.")]
    )
    assert found.category == "sound"
    assert found.verdict is Outcome.PASS


@pytest.mark.parametrize(
    ("question", "parts", "category"),
    [
        (DOSSIER, [], "no_items"),
        (DOSSIER, [MET, replace(WROTE, item=WROTE.item.replace("April 7", "April 8"))], "item_not_in_quote"),
        (DOSSIER, [MET, replace(SIGNED, quotes=MET.quotes)], "item_not_in_quote"),
        (DOSSIER, [MET, replace(SIGNED, quotes=())], "item_not_in_quote"),
        (DOSSIER, [MET, WROTE, MET], "repeated_item"),
        (DOSSIER.replace("1964", "1963"), [MET], "wrong_item"),
        (DOSSIER, [replace(MET, item=MET.item.replace("Hotel", "H0tel"))], "garbled_item"),
        (TIMELINE, [MET], "wrong_item"),
        (LIST, [*PEOPLE, Part("Mayor Lund", MET.quotes)], "repeated_item"),
        (LIST, [*PEOPLE, Part("Bert Carr", MET.quotes)], "item_not_in_quote"),
        (f"{LIST[:-1]} about the bribes that he took?", PEOPLE, "discrediting"),
        ("Whom did he meet in 1964?", PEOPLE, "pronoun"),
    ],
)  # fmt: skip
def test_a_fault_of_the_parts_fails_the_task(question, parts, category):
    found = adjudicate_items(question, parts, [])
    assert found.category == category
    assert found.verdict is Outcome.FAIL


@pytest.mark.parametrize(
    ("question", "parts", "rival", "category"),
    [
        (DOSSIER, PARTS, "On June 1, 1964, Ann Reddick met Bert Carr at Juniper Bay.", "incomplete_list"),
        (DOSSIER, PARTS, "On March 3, 1964, Ann Reddick met Bert Carr at Juniper Bay.", "incomplete_list"),
        (DOSSIER, PARTS, "On June 1, 1965, Ann Reddick met Bert Carr at Juniper Bay.", "sound"),
        (DOSSIER, PARTS, "Otto Lund saw Ann Reddick at the Anchor Hotel on March 3, 1964.", "sound"),  # the same event
        (DOSSIER, PARTS, "Director Reddick met Otto Lund at the Anchor Hotel on 8 March 1964.", "sound"),  # 3 misread
        (TIMELINE, [MET, SIGNED], "Ann K. Reddick signed the Quill Treaty on June 9, 1964.", "contradicted_item"),
        (TIMELINE, [MET, SIGNED], "Ann K. Reddick signed the Quill Treaty on 4 May 1964.", "sound"),
        (LIST, PEOPLE, "Bert Carr met Ann Reddick on 4 April 1964.", "incomplete_list"),
        (LIST, PEOPLE, "Bert Carr met Ann Reddick on 4 June 1964.", "sound"),
        (LIST, PEOPLE, "", "sound"),
        (DOSSIER, PARTS, "On June 1, 1964, Ann Reddick inspected the reroofing of Shed 8.", "incomplete_list"),  # rare word
        (DOSSIER, PARTS, "On June 1, 1964, Ann Reddick metxq Brqxt C1rr atz J0niper.", "sound"),  # noise
    ],
)  # fmt: skip
def test_a_rival_that_gives_a_further_part_or_another_date_fails_the_task(question, parts, rival, category):
    assert adjudicate_items(question, parts, [("d9", rival)]).category == category


TITLES = (
    'In what order did these happen, and on what date each: (a) a memorandum on the subject "Visit to the Salt Works" '
    "was written; (b) Ann K. Reddick signed the Quill Treaty?"
)
VISIT = Part(
    'April 7, 1964: a memorandum on the subject "Visit to the Salt Works" was written',
    ("DATE: 7 April 1964\nFROM: Ida Holm\nTO: Bert Carr\nSUBJECT: Visit to the Salt Works",),
)


@pytest.mark.parametrize(
    ("subject", "category"),
    [
        ("Visit to the Salt Works", "contradicted_item"),
        ("Vislt to the Salt Works", "contradicted_item"),  # misread
        ("Second Visit to the Salt Works and Mills", "sound"),  # another paper: three of its five words stand
        ("Price of Salt", "sound"),
    ],
)
def test_a_rival_contradicts_a_paper_only_where_it_has_its_very_subject(subject, category):
    rival = f"DATE: 9 June 1964\nFROM: Ida Holm\nTO: Bert Carr\nSUBJECT: {subject}\n\n1. All went well."
    assert adjudicate_items(TITLES, [VISIT, SIGNED], [("d9", rival)]).category == category


def test_a_matter_that_is_a_crime_discredits_nobody():
    question = TIMELINE.replace("signed the Quill Treaty", "reported the theft at Shed 9")
    part = Part(
        "May 4, 1964: Ann K. Reddick reported the theft at Shed 9",
        ("On May 4, 1964, Ann Reddick reported the theft at Shed 9.",),
    )
    assert adjudicate_items(question, [MET, part], []).category == "sound"


@pytest.mark.parametrize(
    "item", ["the reroofing of Pier 14", "the re-examination of the unpaid bills", "the nonpayment"]
)
def test_a_known_word_behind_a_common_prefix_is_not_garbled(item):
    part = Part(item, (f"Ann K. Reddick inspected {item}.",))
    assert adjudicate_items("What did Ann K. Reddick inspect?", [part], []).category == "sound"


@pytest.mark.parametrize("item", ["the rcroofing of Pier 14", "the rexmdfq of Pier 14"])
def test_letters_that_are_no_word_behind_a_prefix_are_garbled(item):
    part = Part(item, (f"Ann K. Reddick inspected {item}.",))
    assert adjudicate_items("What did Ann K. Reddick inspect?", [part], []).category == "garbled_item"


def test_a_bidden_list_stands_alone():
    assert standalone("List the people whom Ann K. Reddick met between March and May 1964.").category == "sound"
    assert standalone("List them.").verdict is Outcome.FAIL


@pytest.mark.parametrize("question", [DOSSIER, LIST])
@pytest.mark.parametrize(
    "behind",
    [
        "\n\n{reference} {0} {answer!r} %(reference)s",
        " {reference} {0} {answer!r}",
        "\n\nxq7 zzkt brrf qqv lkj wxz pqrf",
    ],
)
def test_debris_behind_a_rivals_event_does_not_hide_it(question, behind):
    parts = PARTS if question == DOSSIER else PEOPLE
    rival = "On 3 May 1964 Ann K. Reddick met Bert Carr." + behind
    assert adjudicate_items(question, parts, [("d9", rival)]).category == "incomplete_list"


def test_a_stray_heading_below_a_short_rival_ends_its_sentence():
    rival = "On 3 May 1964 Ann K. Reddick met Bert Carr\n\nWhat would never be denied"
    assert adjudicate_items(DOSSIER, PARTS, [("d9", rival)]).category == "incomplete_list"


def test_a_rival_that_is_mostly_misread_still_adds_nothing():
    rival = "On 3 May 1964 Ann K. Reddick met fhrqe zzkt brrf qqv lkj wxz pqrf ghk xxq bnmk."
    assert adjudicate_items(DOSSIER, PARTS, [("d9", rival)]).category == "sound"


@pytest.mark.parametrize(
    "rival",
    [
        "WHILE YOU WERE OUT\n\nFor: Ann Reddick\nCaller: Bert Carr\nDate: May 9, 1964\n\nMessage:\nPlease call.\n",
        "TRANSCRIPT OF DEPOSITION\n\nWITNESS: Ann K. Reddick\nTaken on 9 May 1964\n\nHaving been sworn, she said no.\n",
        "May 9, 1964\n\nBert C. Carr\nPorthaven\n\nDear Mr. Carr:\n\nYes.\n\nSincerely,\n\nAnn K. Reddick\n",
        "REPORT ON THE SALT TAX\n\nSubmitted by Ann K. Reddick, Director of Salt\nMay 9, 1964\n\n1. FINDINGS\n",
    ],
)
def test_a_dossier_lacks_what_a_rivals_form_or_letter_tells(rival):
    assert adjudicate_items(DOSSIER, PARTS, [("d9", rival)]).category == "incomplete_list"


@pytest.mark.parametrize(
    ("quote", "category"),
    [
        ("Director Reddick met Otto Lund at the Anchor\n\nHotel on 3 March 1964.", "sound"),
        ("Director Reddick met Otto Lund\n\nThe Anchor Hotel burnt on 3 March 1964.", "item_not_in_quote"),
        ("TO: Otto Lund\n\nDirector Reddick met him at the Anchor\n\nHotel on 3 March 1964.", "item_not_in_quote"),
    ],
)
def test_a_quote_states_its_part_over_blank_lines_inside_its_sentence(quote, category):
    assert adjudicate_items(DOSSIER, [replace(MET, quotes=(quote,)), SIGNED], []).category == category
