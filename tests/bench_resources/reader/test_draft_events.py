"""What events a passage tells of its figures, and what must give none. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.planted.papers import papers
from bench_resources.prompting import Event
from bench_resources.reader.draft_events import find_events
from bench_resources.reader.draft_headers import is_composed
from bench_resources.reader.draft_sentences import join_lines

OKELL, YARDLING = "Beatrice K. Okell", "Quentin Yardling"
BODY = "Calder Tug Company"
FIGURES = [OKELL, YARDLING, BODY]


def events(passage: str, figures: list[str] = FIGURES, officials: list[str] | None = None) -> list[Event]:
    return find_events(passage, is_document_start=True, figures=figures, officials=officials or [])


def told(passage: str) -> set[tuple[str, str, str]]:
    return {(event.figure, event.event, event.date) for event in events(passage)}


@pytest.mark.parametrize(
    ("passage", "figure", "event", "date"),
    [
        (
            "Beatrice K. Okell met Quentin Yardling at the Anchor Hotel on March 3, 1964.",
            OKELL,
            "Beatrice K. Okell met Quentin Yardling at the Anchor Hotel",
            "March 3, 1964",
        ),
        (
            "On March 3, 1964, Beatrice Okell met Quentin Yardling at the Anchor Hotel.",
            YARDLING,
            "Beatrice K. Okell met Quentin Yardling at the Anchor Hotel",
            "March 3, 1964",
        ),
        (
            "B. K. Okell and Mr. Yardling talked over the dredging of Pier 14 on 3 March 1964.",
            YARDLING,
            "Beatrice K. Okell and Quentin Yardling talked over the dredging of Pier 14",
            "3 March 1964",
        ),
        (
            "The papers for the dredging of Pier 14 were signed by Beatrice K. Okell.",
            OKELL,
            "Beatrice K. Okell signed the papers for the dredging of Pier 14",
            "",
        ),
        (
            "The dredging of Pier 14 was awarded to Calder Tug Company in March 1964.",
            BODY,
            "the dredging of Pier 14 was awarded to Calder Tug Company",
            "March 1964",
        ),
        (
            "The record shows that BEATRICE OKELL inspected the dredging of Pier 14 without prior notice.",
            OKELL,
            "Beatrice K. Okell inspected the dredging of Pier 14 without prior notice",
            "",
        ),
        (
            "Beatrice K. Okell was sworn in as Harbor Commissioner on 3 May 1961.",
            OKELL,
            "Beatrice K. Okell was sworn in as Harbor Commissioner",
            "3 May 1961",
        ),
    ],
)
def test_a_deed_is_told_in_the_past_with_full_names_and_its_date_apart(
    passage: str, figure: str, event: str, date: str
) -> None:
    assert (figure, event, date) in told(passage)


@pytest.mark.parametrize(
    "passage",
    [
        "Beatrice K. Okell planned to meet Quentin Yardling at the Anchor Hotel on March 3, 1964.",
        "Beatrice K. Okell may have met Quentin Yardling at the Anchor Hotel in March 1964.",
        "Beatrice K. Okell did not meet Quentin Yardling at the Anchor Hotel on March 3, 1964.",
        "Quentin Yardling stated that Beatrice K. Okell met the mayor at the Anchor Hotel on March 3, 1964.",
        "According to a neighbor, Beatrice K. Okell met Quentin Yardling at the Anchor Hotel in March 1964.",
        "Beatrice K. Okell threatened Quentin Yardling at the Anchor Hotel on the evening of March 3, 1964.",
        "Beatrice K. Okell visited her sister at the Anchor Hotel in Lisbon on March 3, 1964.",
        "Beatrice K. Okell knew Quentin Yardling from the Harbor Board for many years before the war.",
    ],
)
def test_a_plan_a_doubt_hearsay_wrongdoing_and_private_life_give_no_event(passage: str) -> None:
    assert events(passage) == []


def test_nobody_is_named_who_is_neither_listed_nor_in_office() -> None:
    passage = "Beatrice K. Okell met Wilfred Tansley at the Anchor Hotel on March 3, 1964."
    assert events(passage) == []
    named = events(passage, officials=["Wilfred Tansley"])
    assert [event.event for event in named] == ["Beatrice K. Okell met Wilfred Tansley at the Anchor Hotel"]


def test_a_surname_that_another_bearer_shares_is_nobodys() -> None:
    alone = "Okell met Quentin Yardling at the Anchor Hotel on March 3, 1964."
    assert {event.figure for event in events(alone)} == {OKELL, YARDLING}
    assert events(f"{alone} Her cousin Rupert Okell kept the ledger of the pilots.") == []


def test_a_date_of_the_thing_told_of_is_not_the_date_of_the_deed() -> None:
    about = "Beatrice K. Okell discussed the hearing on the Northern Locks with Quentin Yardling in March 1964."
    assert all(event.date == "" for event in events(about))
    assert events("Beatrice K. Okell answered the letter of Quentin Yardling dated March 3, 1964.") == []


def test_a_thing_that_only_the_file_knows_stands_in_no_event() -> None:
    assert events("Beatrice K. Okell discussed the agreement with Quentin Yardling on March 3, 1964.") == []


MEMO = """MEMORANDUM

TO:       YARDLING, QUENTIN
FROM:     B. K. Okell
DATE:     March 3, 1964
SUBJECT:  Harbor dues at the northern locks

Please see the ledger.
"""


def test_a_memorandum_is_an_event_of_its_sender_and_of_its_recipient() -> None:
    found = events(MEMO)
    assert {event.figure for event in found} == {OKELL, YARDLING}
    first = found[0]
    assert (
        first.event
        == 'Beatrice K. Okell wrote a memorandum to Quentin Yardling on the subject "Harbor dues at the northern locks"'
    )
    assert (first.date, first.form) == ("March 3, 1964", "header")
    assert first.quote.startswith("MEMORANDUM")
    assert first.quote.endswith("northern locks")


def test_a_sender_who_may_not_be_named_is_left_out() -> None:
    found = events(MEMO.replace("B. K. Okell", "W. Tansley"))
    assert [(event.figure, event.event) for event in found] == [
        (YARDLING, 'Quentin Yardling was sent a memorandum on the subject "Harbor dues at the northern locks"')
    ]


def test_an_office_that_is_a_figure_takes_its_article_in_an_event() -> None:
    found = events(
        MEMO.replace("YARDLING, QUENTIN", "Director of Central Dredging"), [OKELL, "Director of Central Dredging"]
    )
    assert {event.figure for event in found} == {OKELL, "Director of Central Dredging"}
    assert found[0].event.startswith("Beatrice K. Okell wrote a memorandum to the Director of Central Dredging on ")


FILED = """9 AUG 1961

MEMORANDUM FOR THE RECORD

FROM : Beatrice K. Okell
Director of Pilots

SUBJECT: {subject}

1. Text.
"""
BOARD = "Northern Harbor Board"


@pytest.mark.parametrize(
    ("subject", "title"),
    [
        ("Dues of the Old Port (U)", "Dues of the Old Port"),
        ("Re: Probable Shortage of\nBerths at the Locks", "Probable Shortage of Berths at the Locks"),
        ("Quentin Yardling", "Quentin Yardling"),
        ("Meeting with Quentin Yardling", "Meeting with Quentin Yardling"),
    ],
)
def test_a_memorandum_for_the_record_quotes_its_whole_subject(subject: str, title: str) -> None:
    event = f'Beatrice K. Okell wrote a memorandum for the record on the subject "{title}"'
    assert (OKELL, event, "9 AUG 1961") in told(FILED.format(subject=subject))


@pytest.mark.parametrize("subject", ["Wilfred Tansley", "Zbrxt qrs of the P0rt", "Alleged Theft of Ropes"])
def test_a_subject_that_names_a_stranger_or_is_garbled_or_a_claim_is_left_out_of_its_writers_event(
    subject: str,
) -> None:
    assert told(FILED.format(subject=subject)) == {
        (OKELL, "Beatrice K. Okell wrote a memorandum for the record", "9 AUG 1961")
    }


def test_a_heading_without_a_subject_gives_no_event() -> None:
    assert events(FILED.format(subject="(Optional)")) == []


def test_an_unquotable_subject_of_an_unnamed_writer_gives_no_event() -> None:
    passage = FILED.format(subject="Wilfred Tansley").replace("Beatrice K. Okell", "Wilfred Tansley")
    assert events(passage, [BOARD]) == []


@pytest.mark.parametrize(
    ("subject", "part"),
    [
        ("Dues of the Northern Harbor Board and Wilfred Tansley", '"Dues of the Northern Harbor Board ..."'),
        (
            "Talk with Wilfred Tansley, Former Clerk of the Northern Harbor Board",
            '"... Former Clerk of the Northern Harbor Board"',
        ),
        ("Meeting with the Northern Harbor Board - 9 AUG 1961", '"Meeting with the Northern Harbor Board ..."'),
        ("MEETING WITH THE NORTHERN HARBOR BOARD ON 9 AUG 1961", '"MEETING WITH THE NORTHERN HARBOR BOARD ..."'),
        ("HC61-0412- Dues of the Northern Harbor Board", '"Dues of the Northern Harbor Board"'),
        ("1960-1961 Dues of the Northern Harbor Board", '"1960-1961 Dues of the Northern Harbor Board"'),
    ],
)
def test_a_subject_is_quoted_without_its_private_name_and_its_day(subject: str, part: str) -> None:
    (event,) = events(FILED.format(subject=subject).replace("FROM : Beatrice K. Okell\n", ""), [BOARD])
    assert event.event == f"a memorandum for the record on the subject {part} was written"


@pytest.mark.parametrize(
    "subject",
    [
        "Talk with Wilfred Tansley, Northern Harbor Board Staff",  # "... Northern Harbor Board Staff" is of any paper
        "Questions for the - 10 - Northern Harbor Board",  # the number of a page
        "Dues . of the Northern Harbor Board",
    ],
)
def test_a_subject_of_which_too_little_is_left_gives_no_event(subject: str) -> None:
    assert events(FILED.format(subject=subject).replace("FROM : Beatrice K. Okell\n", ""), [BOARD]) == []


def test_a_subject_names_a_body_without_one_of_its_words_where_the_passage_has_them_all() -> None:
    body, filed = "Select Harbor Board on Moorings", FILED.replace("FROM : Beatrice K. Okell\nDirector of Pilots\n", "")
    passage = filed.format(subject="Harbor Moorings Board Inquiry").replace(
        "1. Text", "1. The Select Harbor Board on Moorings sat"
    )
    (event,) = events(passage, [body])
    assert event.event.startswith(
        f'a memorandum for the record on the subject "Harbor Moorings Board Inquiry" ({body})'
    )
    assert events(passage.replace("Select ", ""), [body]) == []
    assert events(passage.replace("Moorings Board Inquiry", "Board Inquiry"), [body]) == []


def test_a_cut_subject_is_quoted_with_dots() -> None:
    lines = ["9 AUG 1961", "MEMORANDUM FOR THE RECORD", "SUBJECT: Northern Harbor Board Task Force on Dues"]
    more = ["Meeting in the Tower", "Present", "Wilfred Tansley", "1. He opened it."]
    (event,) = events("\n\n".join([*lines, *more]), [BOARD])
    assert (
        event.event
        == 'a memorandum for the record on the subject "Northern Harbor Board Task Force on Dues ..." was written'
    )


def test_a_sheet_of_several_papers_is_told_by_their_one_subject() -> None:
    sheet = "FROM : TANSLEY, WILFRED\nTO : MARLOW, IDA\nTITLE : MEMOS (2) : COMMENTS ON NORTHERN HARBOR BOARD DRAFTS\nDATE : 05/22/61\n"
    (event,) = events(sheet, [BOARD])
    assert event.event == 'a document titled "COMMENTS ON NORTHERN HARBOR BOARD DRAFTS" was written'


def test_a_worn_dash_in_a_subject_is_read_as_a_dash() -> None:
    (event,) = events(FILED.format(subject="Dues of the Old Port ~ A Projection"))
    assert event.event.endswith('on the subject "Dues of the Old Port - A Projection"')


def test_a_figure_is_one_person_with_the_official_of_his_other_form() -> None:
    passage = FILED.format(subject="Dues of the Old Port")
    assert events(passage, [OKELL], officials=["Beatrice Okell"]) == events(passage, [OKELL])


def test_a_signers_post_behind_his_name_makes_a_letter_an_event_of_his_body() -> None:
    passage = "This answers a May 3,\n1961, letter to the Mayor signed by Beatrice K. Okell, Chief Pilot, Northern Harbor Board."
    assert {(event.figure, event.event, event.date) for event in events(passage, [OKELL, BOARD])} == {
        (OKELL, "Beatrice K. Okell wrote a letter", "May 3, 1961"),
        (BOARD, "Beatrice K. Okell of the Northern Harbor Board wrote a letter", "May 3, 1961"),
    }


def test_a_letter_may_be_named_by_the_letters_of_its_body() -> None:
    body = "Northern Harbor Pilots Board"
    (event,) = events("Reference is made to NHPB letter (HC 61-22) dated 3 May 1961.", [body])
    assert (event.event, event.date) == (f"the {body} wrote a letter", "3 May 1961")
    assert events("Reference is made to a draft NHPB letter dated 3 May 1961.", [body]) != [event]


def test_a_writer_who_may_not_be_named_goes_by_the_office_below_his_name() -> None:
    passage = FILED.format(subject=f"Dues of the {BOARD}").replace("Beatrice K. Okell", "Wilfred Tansley")
    (event,) = events(passage, [BOARD])
    assert (
        event.event == f'the Director of Pilots wrote a memorandum for the record on the subject "Dues of the {BOARD}"'
    )


def test_a_paper_is_an_event_of_the_body_that_its_subject_names_in_full_or_by_its_letters() -> None:
    passage = FILED.format(subject="NHB Request for the Ledgers").replace(
        "FROM : Beatrice K. Okell\nDirector of Pilots\n", ""
    )
    (event,) = events(f"{passage}2. The {BOARD} (NHB) has written.", [BOARD])
    assert event.event == (
        f'a memorandum for the record on the subject "NHB Request for the Ledgers" ({BOARD}) was written'
    )
    assert events(passage, [BOARD]) == []  # three letters may be another's


def test_the_head_of_a_body_is_its_recipient() -> None:
    passage = MEMO.replace("YARDLING, QUENTIN", "Director, NORTHERN HARBOR BOARD")
    assert {event.figure for event in events(passage, [OKELL, BOARD])} == {OKELL, BOARD}
    assert f"to the Director of the {BOARD} on" in events(passage, [OKELL, BOARD])[0].event


def test_an_office_without_a_body_below_it_stands_alone() -> None:
    passage = "3 January 1961\nMEMORANDUM FOR: Inspector General\nFROM: B. K. Okell\nSUBJECT : Dues of the Old Port\n\n1. Text"
    (event,) = events(passage)
    assert event.event == f'{OKELL} wrote a memorandum to the Inspector General on the subject "Dues of the Old Port"'


def test_a_record_sheet_without_a_title_tells_who_wrote_to_whom() -> None:
    sheet = "ORIGINATOR : NHB\nFROM : OKELL, BEATRICE\nTO : YARDLING, QUENTIN\nTITLE :\nDATE : 05/22/64\n"
    assert told(sheet) == {(name, f"{OKELL} wrote to {YARDLING}", "05/22/64") for name in (OKELL, YARDLING)}


def test_a_sheet_that_repeats_the_heading_of_its_paper_adds_nothing() -> None:
    sheet = (
        "ORIGINATOR : NHB\nFROM : OKELL, BEATRICE\nTO : THE RECORD\nTITLE : DUES OF THE OLD PORT\nDATE : 08/09/61\n\n"
    )
    both = events(sheet + FILED.format(subject="Dues of the Old Port"))
    assert [event.quote[:10] for event in both] == ["9 AUG 1961"]


def test_a_title_that_gives_the_day_of_its_paper_is_told_without_it() -> None:
    event = 'Beatrice K. Okell wrote a memorandum for the record on the subject "Dues of the Calder Tug Company ..."'
    subject = "Dues of the Calder Tug Company, 9 August 1961"
    assert (OKELL, event, "9 AUG 1961") in told(FILED.format(subject=subject))
    bare = (OKELL, "Beatrice K. Okell wrote a memorandum for the record", "9 AUG 1961")
    assert told(FILED.format(subject="Dues of the Old Port, 9 August 1961")) == {bare}


def test_mail_whose_subject_cannot_be_quoted_gives_no_event() -> None:
    mail = "From: Beatrice K. Okell\nSent: March 3, 1964 9:10 AM\nTo: Quentin Yardling\nSubject: Wilfred Tansley\n\nText.\n"
    assert events(mail) == []


def test_he_after_a_report_of_what_was_said_is_not_told() -> None:
    deed = "He had met Quentin Yardling at the Anchor Hotel on March 3, 1964."
    said = "Rupert K. Vane stated that the matter of the dues was closed for good."
    figures = [YARDLING, "Rupert K. Vane"]
    assert events(f"{said} {deed}", figures) == []
    assert len(events(f"{'Rupert K. Vane closed the matter of the dues for good in the spring.'} {deed}", figures)) > 0


def test_words_that_a_cut_leaves_hanging_are_dropped() -> None:
    passage = "Beatrice K. Okell saw Quentin Yardling at the Anchor Hotel in connection with Zbrxt."
    assert all(event.event.endswith("the Anchor Hotel") for event in events(passage))


@pytest.mark.parametrize(
    ("passage", "event"),
    [
        (
            "Beatrice K. Okell was the first to report the theft at Pier 9 to the harbor office.",
            "Beatrice K. Okell first reported the theft at Pier 9 to the harbor office",
        ),
        (
            "Beatrice K. Okell first reported the theft at Pier 9.",
            "Beatrice K. Okell first reported the theft at Pier 9",
        ),
    ],
)
def test_who_did_it_first_is_told_as_the_first(passage: str, event: str) -> None:
    assert [found.event for found in events(passage)] == [event]


@pytest.mark.parametrize(
    ("word", "is_one"),
    [("reroofing", True), ("repainted", True), ("seawall", True), ("reguest", False), ("zbrxt", False), ("re", False)],
)
def test_a_rare_word_is_english_when_it_is_made_of_english_words(word: str, *, is_one: bool) -> None:
    assert is_composed(word) is is_one


def test_a_header_further_down_must_carry_its_date() -> None:
    undated = MEMO.replace("DATE:     March 3, 1964\n", "")
    assert find_events(undated, is_document_start=False, figures=FIGURES) == []


def test_whoever_presided_is_told_with_the_session_and_its_date() -> None:
    passage = "The Northern Harbor Board met in special session on March 3, 1964. Beatrice K. Okell presided."
    assert told(passage) == {
        (OKELL, "Beatrice K. Okell presided over the special session of the Northern Harbor Board", "March 3, 1964")
    }


@pytest.mark.parametrize("passage", ["", "  \n\n", "0k€ll m3t Y@rdl|ng #### on 3/3/64", "Okell."])
def test_empty_and_garbled_text_give_nothing(passage: str) -> None:
    assert events(passage) == []


def test_without_figures_there_is_nothing_to_ask() -> None:
    assert events(MEMO, figures=[]) == []


def test_every_event_of_a_release_is_quoted_and_dated_from_its_text() -> None:
    read = [
        (paper.text, [entity.name for entity in paper.collection.entities]) for paper in papers(seed=7, n_documents=12)
    ]
    found = [(text, event) for text, names in read for event in events(text, figures=names)]
    assert len(found) > 5
    for text, event in found:
        assert event.quote in text
        assert event.figure in event.event
        assert event.date in join_lines(event.quote)
        assert not event.date or event.date not in event.event


def test_a_letter_that_is_cited_in_office_shorthand_is_an_event_of_the_body_that_wrote_it() -> None:
    body = "Northern Harbor Pilots Board"
    passage = "REFERENCE : Letter for OTC fr Chief Counsel/Director\nof NHPB, dtd 3 May 61\n\n1. In response"
    (event,) = events(passage, [body])
    assert (event.event, event.date) == ("the Northern Harbor Pilots Board wrote a letter", "3 May 61")
    assert join_lines(event.quote) == "Letter for OTC fr Chief Counsel/Director of NHPB, dtd 3 May 61"
