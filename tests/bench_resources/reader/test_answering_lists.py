"""Answers of several parts: dossiers, timelines and lists, and what they leave alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bench_resources.reader import answering
from bench_resources.reader.answering import DECLINED, answer
from bench_resources.reader.answering_figures import Span, figure_spans
from bench_resources.reader.answering_forms import dossier_asked, find_period, list_asked, timeline_asked
from bench_resources.reader.answering_lists import list_items, noun_phrase
from bench_resources.reader.answering_statements import told_in

MINUTES = """The Tallow Board met in special session on 4 May 1964. Ann K. Reddick presided. The clerk read the mail.

On March 3, 1964, Ann K. Reddick met Otto Lund at the Anchor Hotel to discuss the salt tax.
Director Reddick saw Ida Holm on 19 June 1964. The price of salt was set on 2 July 1964.
"""
COPY = "It is on file that Ann Reddick and Otto Lund talked over the salt tax at the Anchor Hotel on 3 March 1964."
MEMO = """MEMORANDUM FOR THE FILE

DATE:    20 January 1964
TO:      Lund, Otto, Mayor of Porthaven
FROM:    Reddick, Ann K., Director of Salt
SUBJECT: Winter shipments - next steps

The ships are late.
"""
MAIL = """From: Otto Lund
Sent: Tuesday, May 8, 2001 9:12 AM
To: Ann Reddick
Subject: RE: Barrel count

Ann, the count is wrong.

> From: Ann Reddick
> Sent: Monday, May 7, 2001 4:00 PM
> To: Otto Lund
> Subject: Barrel count
>
> Please count the barrels. Ida Holm met Bert
> Carr on 1 May 2001. Otto Lund met Bert Carr on 2 May 2001.
"""
CALENDAR = """CALENDAR OF ANN REDDICK

Tuesday, March 3, 1964
  9:00  Staff
  11:30  Otto Lund, the Anchor Hotel
         (the salt tax)
"""
DOSSIER = "What do the documents record of Ann K. Reddick in 1964, event by event, with the date of each?"


def parts(question, *texts):
    said = answer(question, [(f"d{i}", text) for i, text in enumerate(texts, 1)])
    return [] if said.is_abstained else said.answer.split("; ")


# --- dossiers ---


def test_a_dossier_lists_every_dated_statement_of_its_figure_in_order_of_date():
    said = answer(DOSSIER, [("d1", MINUTES), ("d2", MEMO)])
    assert said.answer.split("; ") == [
        "January 20, 1964: Ann K. Reddick wrote to Otto Lund about Winter shipments - next steps",
        "March 3, 1964: On March 3, 1964, Ann K. Reddick met Otto Lund at the Anchor Hotel to discuss the salt tax",
        "May 4, 1964: Ann K. Reddick presided, The Tallow Board met in special session on 4 May 1964",
        "June 19, 1964: Director Reddick saw Ida Holm on 19 June 1964",
    ]
    assert said.doc_ids == ["d2", "d1"]  # of the first event first


def test_one_event_that_two_documents_tell_is_one_part():
    assert len(parts(DOSSIER, COPY, MINUTES)) == len(parts(DOSSIER, MINUTES)) == 3
    assert len(parts(DOSSIER, MINUTES, CALENDAR)) == 3


def test_two_people_met_on_one_day_are_two_events():
    other = "On March 3, 1964, Ann Reddick met Bert Carr at the Anchor Hotel to discuss the salt tax."
    assert len(parts(DOSSIER, COPY, other)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "On March 3, 1964, Ann Reddick will meet Otto Lund.",  # a plan
        "Ann Reddick did not meet Otto Lund on March 3, 1964.",
        "On March 3, 1963, Ann Reddick met Otto Lund.",  # another year
        "On March 3, 1964, Paul Reddick met Otto Lund.",  # another bearer of the name
        "On March 3, 1964, Otto Lund met Reddick Company men.",
        "PORTHAVEN, March 3, 1964 -- Ann Reddick met Otto Lund.",  # the newspaper's date
        "Ann Reddick asked that the salt be sold by March 3, 1964. On May 4, 1964, Otto Lund left.",
        "Ann Reddick met Otto Lund.",
        "",
    ],
)
def test_a_dossier_leaves_out_what_did_not_happen_or_has_no_date_of_its_own(text):
    found = parts(DOSSIER, text)
    assert not any("Otto" in part and "met" in part for part in found)
    assert answer(DOSSIER, [("d1", "")]).answer == DECLINED


def test_each_date_of_a_sentence_belongs_to_its_own_clause():
    text = "Ann Reddick met Otto Lund on March 3, 1964 and signed the Salt Treaty on May 4, 1964; Ida Holm left on 5 May 1964."
    assert parts(DOSSIER, text) == [
        "March 3, 1964: Ann Reddick met Otto Lund on March 3, 1964",
        "May 4, 1964: Ann K. Reddick signed the Salt Treaty on May 4, 1964",
    ]


def test_a_part_holds_no_semicolon_and_is_short():
    text = f"On March 3, 1964, Ann Reddick met Otto Lund (late; tired) {'at the long, long quay ' * 20}."
    (part,) = parts(DOSSIER, text)
    assert len(part) <= len("March 3, 1964: ") + 220


# --- timelines ---

TIMELINE = (
    "In what order did these happen, and on what date each: (a) Ann K. Reddick met Ida Holm; "
    "(b) Ann K. Reddick met Otto Lund at the Anchor Hotel; (c) the price of salt was set?"
)


def test_a_timeline_gives_letters_and_dates_in_order_of_date():
    assert answer(TIMELINE, [("d1", MINUTES)]).answer == "(b) March 3, 1964; (a) June 19, 1964; (c) July 2, 1964"


def test_a_timeline_abstains_unless_every_clause_has_its_date():
    assert answer(TIMELINE, [("d1", MINUTES.replace("was set on 2 July 1964", "was set"))]).is_abstained
    assert answer(TIMELINE, []).is_abstained


def test_a_timeline_abstains_where_two_documents_disagree():
    assert answer(TIMELINE, [("d1", MINUTES), ("d2", COPY.replace("3 March", "5 March"))]).is_abstained


def test_a_changed_date_changes_the_timeline():
    changed = answer(TIMELINE, [("d1", MINUTES.replace("March 3", "September 3"))]).answer
    assert changed == "(a) June 19, 1964; (c) July 2, 1964; (b) September 3, 1964"


def test_who_wrote_to_whom_is_told_apart():
    question = (
        "In what order did these happen, and on what date each: (a) Otto Lund wrote to Ann Reddick about Barrel count; "
        "(b) Ann Reddick wrote to Otto Lund about Barrel count; (c) Otto Lund met Bert Carr?"
    )
    assert answer(question, [("d1", MAIL)]).answer == "(c) May 2, 2001; (b) May 7, 2001; (a) May 8, 2001"


# --- lists ---


@pytest.mark.parametrize(
    ("question", "texts", "expected"),
    [
        ("Whom did Ann K. Reddick meet between March and June 1964?", [MINUTES, COPY], ["Otto Lund", "Ida Holm"]),
        (
            "Whom did Otto Lund meet in 1964?",
            ["Ida Holm met Otto Lund on 1 May 1964.", COPY],
            ["Ann Reddick", "Ida Holm"],
        ),
        ("To whom did Otto Lund write in 2001?", [MAIL], []),  # one item: the single answer's business
        (
            "Which companies did Ann Reddick visit in May 1964?",
            ["On May 4, 1964 Ann Reddick visited Tallow Freight Company and the Meridew Tin Corporation."],
            ["Tallow Freight Company", "Meridew Tin Corporation"],
        ),
        (
            "For what did Ann K. Reddick sign the papers?",
            [
                "The papers for the dredging of Pier 14 were signed by Ann Reddick.",
                "Director Reddick signed the papers for the lease of Shed 9 on behalf of the Board.",
                "The papers for the sale of Slip 3 were signed by Otto Lund.",
                "Otto Lund signed the papers for the sale of Pier 8 before Ann Reddick came.",
            ],
            ["the dredging of Pier 14", "the lease of Shed 9"],
        ),
        (
            "Which accidents did Ann Reddick report?",
            [
                "Ann Reddick was the first to report the fire at Shed 12 to the office.",
                "The flood of Slip\n3. was reported by Ann Reddick.",
            ],
            ["the fire at Shed 12"],
        ),
        (
            "Which works were awarded to Tallow Freight Company?",
            [
                "According to the register, the repair of Pier 2 was awarded to Tallow Freight Company for $900.",
                "The repair of Pier 3 was awarded to Meridew Tin Corporation.",
            ],
            ["the repair of Pier 2"],
        ),
        (
            "From whom did Ann Reddick hear between April and May 2001?",
            [MAIL, MAIL.replace("Otto Lund", "Ida Holm")],
            ["Otto Lund", "Ida Holm"],
        ),
    ],
)
def test_a_list_gives_every_item_of_its_figure_verb_and_period(question, texts, expected):
    found = parts(question, *texts)
    assert (found if expected else []) == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "With whom did Ann K. Reddick meet or talk in 1964?",
            "Ann Reddick met Otto Lund on 3 May 1964. Ida Holm and Ann Reddick talked over the tax on 4 May 1964.",
            "Otto Lund; Ida Holm",
        ),
        (
            "Who wrote to Ann K. Reddick in March 1964?",
            (
                "Otto Lund wrote to Ann Reddick on 3 March 1964. Ida Holm sent Ann Reddick a letter on 5 May 1964. "
                "Bert Carr wrote to Ann Reddick on 9 March 1964."
            ),
            "Otto Lund; Bert Carr",
        ),
        (
            "What was awarded to Tallow Freight Company?",
            "The repair of Pier 2 was awarded to Tallow Freight Company. The sale of Shed 3 was awarded to Tallow Freight Company.",
            "The repair of Pier 2; The sale of Shed 3",
        ),
        (
            "What did the Tallow Board approve in March 1964?",
            (
                "The Tallow Board approved the lease of Pier 4 on 5 March 1964. On March 9, 1964, the Tallow Board voted to "
                "approve the sale of Slip 2. The Tallow Board approved the lease of Pier 9 on 5 May 1964."
            ),
            "the lease of Pier 4; the sale of Slip 2",
        ),
        (
            "What was Ann K. Reddick the first to report?",
            "The fire at Shed 6 was first reported by Ann Reddick. Ann Reddick was the first to report the leak at Pier 9.",
            "The fire at Shed 6; the leak at Pier 9",
        ),
    ],
)
def test_lists_are_asked_for_in_many_words(question, text, expected):
    assert answer(question, [("d1", text)]).answer == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Who chaired the Copper Commission in 1958?", "Bertram Yule chaired the Copper Commission in 1958.", "Bertram Yule"),
        ("To whom did Ann Reddick sell the Quill barge?", "Ann Reddick sold the Quill barge to Otto Lund.", "Otto Lund"),
        ("By whom was the Quill Treaty signed in 1962?", "The Quill Treaty was signed in 1962 by Otto Lund.", "Otto Lund"),
    ],
)  # fmt: skip
def test_a_question_for_one_thing_keeps_its_one_answer(question, text, expected):
    assert answer(question, [("d1", text)]).answer == expected


@pytest.mark.parametrize(
    "question",
    [
        "On what date did Ann Reddick meet Otto Lund in 1964?",
        "Who chaired the Copper Commission in 1958?",
        "Whom did Ann Reddick succeed as Mayor?",
        'To whom did Ann Reddick send the letter "Winter shipments" in 1964?',
        "How many barrels did Ann Reddick sell in 1964?",
        "",
    ],
)
def test_what_asks_for_one_thing_is_no_list_question(question):
    assert list_asked(question) is None


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("signed the lease of Pier 14 on behalf", "the lease of Pier 14"),
        ("signed the fire at Shed 12 and left", "the fire at Shed 12"),
        ("signed the walkout in March 1964", "the walkout"),
        ("signed", ""),
        ("signed on 3 May 1964", ""),
    ],
)
def test_a_noun_phrase_ends_where_the_clause_goes_on(text, phrase):
    assert noun_phrase(text, len("signed")) == phrase


# --- forms ---


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("in 1964", (1964, 1, 1), (1964, 12, 31)),
        ("in March 1964", (1964, 3, 1), (1964, 3, 31)),
        ("between March and May 1964", (1964, 3, 1), (1964, 5, 31)),
        ("between 1994 and 1996", (1994, 1, 1), (1996, 12, 31)),
        ("in the period from December 1963 to February 1964", (1963, 12, 1), (1964, 2, 29)),  # a leap year
        ("between March 3, 1964 and 9 May 1964", (1964, 3, 3), (1964, 5, 9)),
    ],
)
def test_periods_hold_both_their_ends(text, first, last):
    found = find_period(f"Whom did Ann Reddick meet {text}?")
    assert found is not None
    days = (found.period.first, found.period.last)
    assert [(day.year, day.month, day.day) for day in days] == [first, last]


@pytest.mark.parametrize("text", ["", "between May 1964 and March 1964", "in Porthaven", "in the spring"])
def test_what_states_no_time_is_no_period(text):
    assert find_period(f"Whom did Ann Reddick meet {text}?") is None


def test_forms_of_other_questions_are_told_apart():
    asked = dossier_asked(DOSSIER)
    assert asked is not None
    assert asked.name == "Ann K. Reddick"
    assert dossier_asked(TIMELINE) is None
    assert timeline_asked(TIMELINE)[2] == "the price of salt was set"
    assert timeline_asked(DOSSIER) == ()
    assert timeline_asked("In what order did these happen: (a) Ann Reddick left?") == ()  # one clause is no order
    assert dossier_asked("") is None


# --- figures and statements ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann K. Reddick left.", ["Ann K. Reddick"]),
        ("REDDICK, Ann K., Director", ["REDDICK, Ann K."]),
        ("A. K. Reddick and Mrs. Reddick", ["A. K. Reddick", "Reddick"]),
        ("ANN REDDICK", ["ANN REDDICK"]),
        ("Director Reddick's ship", ["Reddick's"]),
        ("He came to Porthaven. Reddick left.", ["Reddick"]),
        ("Paul Reddick left.", []),
        ("P. Reddick left.", []),
        ("Lee Reddick Lund left.", []),
        ("the Reddick Company", []),
        ("", []),
    ],
)
def test_a_person_is_found_in_every_form_and_no_other_bearer(text, expected):
    assert [text[a:b] for a, b in figure_spans("Ann K. Reddick", text)] == expected


def test_a_body_is_found_by_its_last_words_only_behind_the():
    spans = figure_spans(
        "Porthaven Tallow Board", "The Porthaven Tallow Board met; the Tallow Board rose; a Tallow Board sat."
    )
    assert len(spans) == 2


def test_a_body_of_three_words_is_found_by_its_initials():
    text = "The STB met. The stb rose. A member of the STBC left. The TB sat."
    assert [text[a:b] for a, b in figure_spans("Salt and Tallow Board", text)] == ["STB"]
    assert figure_spans("Tallow Board", "The TB sat.") == ()  # two letters stand for too much


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Salt Tallow Board met.", ["Salt Tallow Board"]),
        ("Inquiries of the SALT BOARD ON TALLOW", ["SALT BOARD ON TALLOW"]),
        ("The Select Salt Board on Tallow met.", ["Select Salt Board on Tallow"]),
        ("Salt Board Tallows", ["Salt Board Tallows"]),  # in either number
        ("the Select Salt Board on Ropes", []),  # without the last word it is another's
        ("Tallow Board", []),
        ("SSBT and STSB and SSTB", ["SSBT", "SSTB"]),  # two letters that stand side by side in each other's place
    ],
)
def test_a_body_of_four_words_is_known_without_one_of_them_and_by_letters_that_changed_places(text, expected):
    assert [text[a:b] for a, b in figure_spans("Select Salt Board on Tallow", text)] == expected


def test_letters_in_each_others_place_that_are_a_word_are_no_bodys():
    assert figure_spans("Central Harbor Salt Administration", "CASH and CHSA") == (Span(9, 13),)
    assert figure_spans("Salt Harbor Planning Board Institute", "SHPBI and HSPBI") == (Span(0, 5), Span(10, 15))
    assert figure_spans("Salt Harbor Planning Institute", "SHPI in the SHIP") == (Span(0, 4),)


def test_a_subject_that_a_sheet_gives_in_full_and_its_paper_in_part_is_one_item():
    asked = list_asked("On what subjects that name the Northern Harbor Board were papers written in May 1964?")
    sheet = "ORIGINATOR : NHB\nFROM : LUND\nTITLE : NHB TASK FORCE MEETING IN THE TOWER OF THE OLD QUAY ON LATE ROPES\nDATE : 05/04/1964\nPAGES : 2\n"
    paper = "4 May 1964\n\nMEMORANDUM FOR THE RECORD\n\nSUBJECT: NHB Task Force\n\n1. Text."
    assert asked is not None
    assert len(list_items(asked, [("D-1", f"{sheet}\n\n---\n\n{paper}")])) == 1
    assert len(list_items(asked, [("D-1", sheet), ("D-2", paper)])) == 2  # of two documents nothing says so


def test_an_hour_of_the_day_is_no_year():
    (told,) = told_in("Ann Reddick met Otto Lund at 1745 hours.")
    assert told.value is None
    assert told_in("Ann Reddick met Otto Lund in 1745.")[0].value.year == 1745


def test_statements_of_quoted_mail_are_taken_apart():
    dated = {told.text: told.value for told in told_in(MAIL) if told.kind == "sentence"}
    assert dated["Otto Lund met Bert Carr on 2 May 2001."].days == (2,)
    assert [told.sender for told in told_in(MAIL) if told.kind == "header"] == ["Otto Lund", "Ann Reddick"]


def test_a_header_whose_date_is_misread_has_none():
    (head,) = (told for told in told_in(MEMO.replace("20 January", "20 Jxqqary")) if told.kind == "header")
    assert head.value is None
    assert head.text == "Ann K. Reddick wrote to Otto Lund about Winter shipments - next steps"


def test_answering_lists_shares_no_module_with_drafting():
    folder = Path(answering.__file__).parent
    ours = {path.stem for path in folder.glob("answering*.py")} | {"matching_items", "support_items", "review_items"}
    drafting = {path.stem for path in folder.glob("draft_*.py")} | {"facts", "absence"}
    for name in sorted(ours):
        tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
        imported = {
            node.module.rpartition(".")[2]
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
        }
        assert not imported & drafting, name


@pytest.mark.parametrize(
    "question",
    [
        "What did Ann K. Reddick inspect?",
        "About what did Ann K. Reddick interview witnesses?",
        "What was Ann K. Reddick the first to report?",
        "On what subjects did Ann K. Reddick write in 1964?",
        "For what did Ann K. Reddick sign the papers?",
    ],
)
def test_a_list_whose_deed_no_statement_tells_is_declined(question):
    text = (
        "Inspector General Reddick took office on 3 March 1964. Ann K. Reddick is now Director of Salt. "
        "Ann K. Reddick keeps 16 ships. The report on the flood is due."
    )
    assert answer(question, [("d1", text)]).is_abstained


def test_a_list_question_without_a_plural_gives_its_one_item():
    text = "Ann K. Reddick interviewed 16 witnesses about the fire at Shed 4. She was tired."
    assert parts("About what did Ann K. Reddick interview witnesses?", text) == ["the fire at Shed 4"]


def test_an_item_ends_where_its_clause_does():
    text = (
        "For the sake of good order: Ann K. Reddick was the first to report the fire at Berth 23 to the harbor office."
    )
    assert parts("What was Ann K. Reddick the first to report?", text) == ["the fire at Berth 23"]
    text = "Ann K. Reddick inspected the dredging of Slip 20 and found the work in order."
    assert parts("What did Ann K. Reddick inspect?", text) == ["the dredging of Slip 20"]


def test_what_was_written_to_a_figure_is_not_what_it_wrote():
    asked = "On what subjects was Ann K. Reddick written to in 2001?"
    assert parts(asked, MAIL) == ["Barrel count"]
    assert list_asked(asked).is_figure_undergoer
    assert answer("On what subjects was Bert Carr written to in 2001?", [("d1", MAIL)]).is_abstained


def test_a_lone_word_of_a_calendar_is_nobody_whom_one_met():
    page = CALENDAR.replace("9:00  Staff", "9:00  Telephone\n  9:30  Dentist")
    assert parts("With whom did Ann Reddick meet or talk in 1964?", page) == ["Otto Lund"]


@pytest.mark.parametrize(
    "question",
    [
        "What does the abbreviation QTB stand for?",
        "By whom was the repair of the Lower Bridge approved on April 16, 1997?",
        "At which hotel did Ann Reddick meet Otto Lund on March 3, 1964?",
    ],
)
def test_a_question_for_one_thing_is_no_list(question):
    assert list_asked(question) is None


def test_a_date_whose_day_is_misread_dates_nothing():
    (told,) = told_in("Ann K. Reddick met Otto Lund at the Anchor Hotel on 11'November 1964.")
    assert told.value is None
    (told,) = told_in("Ann K. Reddick met Otto Lund at the Anchor Hotel in November 1964.")
    assert (told.value.year, told.value.month, told.value.days) == (1964, 11, ())


@pytest.mark.parametrize(
    ("written", "is_same"),
    [
        ("O. B. Lund", True),
        ("Otto B. Lund", True),
        ("Otto Bert Lund", True),
        ("Carl B. Lund", False),
        ("B. Lund", False),
    ],
)
def test_a_middle_name_that_the_question_leaves_out_names_nobody_else(written, is_same):
    assert bool(figure_spans("Otto Lund", written)) is is_same


# --- subjects that name a figure ---

NAMING = "On what subjects that name the Northern Harbor Board were {papers} written that are dated {when}?"
RECORD = (
    "4 May 1964\n\nMEMORANDUM FOR THE RECORD\n\nSUBJECT: Dues of the Northern Harbor Board\n\n1. The dues are late."
)
LETTER = "DATE: 9 May 1964\nTO: Otto Lund\nFROM: Ann Reddick\nSUBJECT: NHB Ledgers\n\nThe ledgers are late."
UNNAMED = "DATE: 9 May 1964\nTO: Otto Lund\nFROM: Ann Reddick\nSUBJECT: Ropes\n\nThe Northern Harbor Board is late."
NO_DATE = "TO: Otto Lund\nFROM: Ann Reddick\nSUBJECT: NHB Lamps\n\nThe lamps are late."


TORN = "DATE: 9 May 1964\nTO: Otto Lund\nFROM: Ann Reddick\nSUBJECT: Ropes. Co;\n\nncerning the\nNorthern Harbor Board\n\nText."


def test_a_subject_that_was_torn_goes_on_in_small_letters():
    assert "Co ncerning" in answer(NAMING.format(papers="papers", when="in May 1964"), [("d1", TORN)]).answer


BARE = "24 May 1964\n\nSUBJECT: Lamps of the Northern Harbor Board\n\n1. The lamps are late."


def test_a_paper_that_does_not_say_that_it_is_a_memorandum_is_none_for_the_record():
    passages = [("d1", RECORD), ("d2", BARE)]
    asked = NAMING.format(papers="memoranda for the record", when="in May 1964")
    assert answer(asked, passages).answer == "Dues of the Northern Harbor Board"
    assert "Lamps" in answer(NAMING.format(papers="papers", when="in May 1964"), passages).answer


@pytest.mark.parametrize(
    ("papers", "when", "items"),
    [
        ("papers", "in May 1964", "Dues of the Northern Harbor Board; NHB Ledgers"),
        ("papers", "between April and June 1964", "Dues of the Northern Harbor Board; NHB Ledgers"),
        ("memoranda for the record", "in May 1964", "Dues of the Northern Harbor Board"),
        ("papers", "in June 1964", DECLINED),
    ],
)
def test_the_subjects_of_papers_that_name_a_figure_go_by_the_papers_dates(papers, when, items):
    passages = [("d1", RECORD), ("d2", LETTER), ("d3", UNNAMED), ("d4", NO_DATE)]
    assert answer(NAMING.format(papers=papers, when=when), passages).answer == items


def test_a_paper_whose_date_is_lost_may_be_of_a_period_where_a_date_of_it_stands_near():
    asked = NAMING.format(papers="papers", when="in May 1964")
    received = f"{NO_DATE}\n\nReceived by the clerk, 7 May 1964, and entered by the clerk, 9 May 1964."
    assert answer(asked, [("d4", received)]).answer == "NHB Lamps"
    assert answer(asked, [("d4", NO_DATE)]).is_abstained


def test_a_paper_that_running_text_cites_by_its_subject_counts_as_well():
    asked = NAMING.format(papers="papers", when="in May 1964")
    cited = 'The clerk sent a letter of 7 May 1964, subject: "Keys of the Northern Harbor Board".'
    assert answer(asked, [("d5", cited)]).answer == "Keys of the Northern Harbor Board"


def test_a_question_for_subjects_that_mention_a_figure_is_the_same_question():
    asked = list_asked("On which subjects mentioning the Northern Harbor Board were memoranda written in May 1964?")
    assert asked is not None
    assert (asked.figure, asked.papers, asked.is_of_record) == ("Northern Harbor Board", "memoranda", False)


def test_what_somebody_is_asked_to_do_is_no_event():
    asked = "What do the documents record of the Northern Harbor Board in 1964, event by event, with the date of each?"
    bidden = "Please answer the letter that the Northern Harbor Board sent you before 14 June 1964."
    assert answer(asked, [("d1", bidden)]).is_abstained
    cited = "Please refer to the letter of the Northern Harbor Board of 14 June 1964, already tasked to you."
    assert "June 14, 1964" in answer(asked, [("d1", cited)]).answer
    told = "Please note that the Northern Harbor Board met Otto Lund on 14 June 1964."
    assert "met Otto Lund" in answer(asked, [("d2", told)]).answer
