"""What the reader drafts from text, and what it must leave alone. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader.facts import find_facts

NAMES = ["Adela Quenby"]


def facts(passage: str, names: list[str] | None = None) -> list[Fact]:
    return find_facts(passage, is_document_start=True, names=NAMES if names is None else names)


def asked(passage: str) -> dict[str, str]:
    return {fact.question: fact.answer for fact in facts(passage)}


def test_a_leading_date_belongs_to_the_main_verb() -> None:
    passage = "On 3 May 1961, the Harbor Commission approved the dredging of the northern channel at Lisbon."

    assert asked(passage)[
        "On what date did the Harbor Commission approve the dredging of the northern channel at Lisbon?"
    ] == ("3 May 1961")


def test_a_passive_with_its_agent_gives_a_date_and_an_agent() -> None:
    found = asked(
        "The Ports Authority was created by the Senate on June 4, 1958 for the control of harbor dues in Florida."
    )

    assert (
        found["On what date was the Ports Authority created by the Senate for the control of harbor dues in Florida?"]
        == "June 4, 1958"
    )


def test_a_sum_that_is_the_object_is_asked_for() -> None:
    found = asked("The Ports Authority paid $12,500 to the Harbor Commission for the repair of the old pier.")

    assert (
        found["How much money did the Ports Authority pay to the Harbor Commission for the repair of the old pier?"]
        == "$12,500"
    )


def test_a_listed_person_is_named_in_full_though_the_sentence_has_the_surname() -> None:
    found = asked("Adela Quenby came to speak. Quenby signed the lease with the Ports Authority on 9 June 1964.")

    assert found["On what date did Adela Quenby sign the lease with the Ports Authority?"] == "9 June 1964"


def test_he_is_resolved_only_to_the_one_person_named_just_before() -> None:
    alone = "Adela Quenby arrived with the papers of the Ports Authority. She visited the Harbor Commission in Lisbon on 4 June 1962."
    two = "Adela Quenby met Berta Tolland at the Ports Authority. She visited the Harbor Commission in Lisbon on 4 June 1962."

    assert any("Adela Quenby visit" in question for question in asked(alone))
    assert not any("visit" in question for question in asked(two))


@pytest.mark.parametrize(
    "sentence",
    [
        "On 3 May 1961, Berta Tolland approved the dredging of the northern channel at Lisbon.",  # nobody public
        "On 3 May 1961, he approved the dredging of the northern channel at Lisbon.",  # nobody at all
        "On 3 May 1961, the Committee approved the dredging of the northern channel.",  # which committee?
        "On 3 May 1961, the Harbor Commission did not approve the dredging of the channel.",  # a denial
        "On 3 May 1961, the Harbor Commission allegedly approved the dredging of the channel at Lisbon.",  # a rumour
        "The Harbor Commission announced that the Ports Authority would move to Lisbon on 3 May 1961.",  # a plan
        "On 3 May 1961 and 9 June 1961, the Harbor Commission approved the plans at Lisbon.",  # two dates
        "On 31 June 1961, the Harbor Commission approved the dredging of the channel at Lisbon.",  # no such day
        "On 3 May 1961, tne Harbor Cornmission apprcved tne dredgirg of tne northem channe1 at Lisbon.",  # debris
        "On 3 May 1961, the Harbor Commission approved the attached memorandum on the above matter.",  # pointing
    ],
)
def test_a_sentence_that_does_not_stand_alone_gives_no_date_question(sentence: str) -> None:
    assert not [fact for fact in facts(sentence) if fact.answer_type is AnswerType.DATE]


@pytest.mark.parametrize(
    "sentence",
    [
        "Adela Quenby was born on 3 May 1921 in Lisbon and joined the Ports Authority.",
        "Adela Quenby gave her address to the Ports Authority in Lisbon on 3 May 1961.",
        "Adela Quenby informed the Ports Authority of her illness in Lisbon on 3 May 1961.",
    ],
)
def test_personal_data_is_never_asked_for(sentence: str) -> None:
    assert facts(sentence) == []


def test_an_expansion_counts_only_when_the_initials_agree() -> None:
    assert asked("The Federal Harbor Authority (FHA) met at noon.") == {
        "What does the abbreviation FHA stand for?": "Federal Harbor Authority"
    }
    assert asked("The Federal Harbor Authority (FPC) met at noon.") == {}


def test_an_apposition_says_which_position_was_held() -> None:
    found = asked("The letter went to Adela Quenby, Chief Counsel of the Select Committee on Harbors, who kept it.")

    assert found["What position did Adela Quenby hold in the Select Committee on Harbors?"] == "Chief Counsel"


def test_of_somebody_who_is_no_subject_the_holder_of_one_post_is_asked_for() -> None:
    passing = asked("The letter went to Robert Walton, Chief Counsel of the Commission on Harbor Fires, who kept it.")
    lasting = "Robert Walton, Chairman of the Harbor Pilots Board, opened the locks."

    assert passing == {"Who was Chief Counsel of the Commission on Harbor Fires?": "Robert Walton"}
    assert asked(f"The clerk was told that {lasting}") == {}  # chairmen come and go
    assert asked(f"On 3 May 1961, {lasting}")["Who was Chairman of the Harbor Pilots Board on 3 May 1961?"] == (
        "Robert Walton"
    )
    assert not any(
        "Who was" in question for question in asked(f"On 3 May 1961, {lasting}".replace(", Ch", ", former Ch"))
    )
    several = "The letter went to Robert Walton, Assistant Counsel of the Commission on Harbor Fires, who kept it."
    assert asked(several) == {}


def test_a_signature_block_says_which_position_was_held_in_which_body() -> None:
    found = asked("Yours truly,\n\nAdela Quenby\nDirector, Harbor Inspection Service\n")

    assert found == {"What position did Adela Quenby hold in the Harbor Inspection Service?": "Director"}


def test_a_signature_block_without_the_body_asks_nothing() -> None:
    assert asked("Yours truly,\n\nRobert W. Tolland\nDirector of Security\n") == {}


def test_a_private_title_is_no_public_office() -> None:
    assert asked("The letter went to Robert Walton, Manager of the Seaview Hotel, who kept it.") == {}


MEMO = """12 October 1976

MEMORANDUM FOR: Director of Security

FROM : Robert Tolland

SUBJECT : Request for Copies of
the Harbor Inspection Reports

1. We have looked at the reports.
"""


def test_a_memo_header_gives_its_date_and_addressee_under_the_whole_subject() -> None:
    found = {fact.question: (fact.answer, fact.form) for fact in facts(MEMO)}
    title = '"Request for Copies of the Harbor Inspection Reports"'

    assert found == {
        f"What is the date of the memorandum to the Director of Security on the subject {title}?": (
            "12 October 1976",
            "header",
        ),
        f"To whom is the memorandum of 12 October 1976 on the subject {title} addressed?": (
            "Director of Security",
            "header",
        ),
    }


@pytest.mark.parametrize(
    "subject",
    [
        "TOLLAND, Robert W.",  # a person
        "Interview with Robert Tolland",  # a person
        "Reqvest for Cppies of Harbr Reports",  # debris
        "Request for Copies of the",  # cut off
        "Case 201-286382 Harbor Reports",  # a record number
    ],
)
def test_a_subject_line_that_is_private_cut_or_garbled_gives_nothing(subject: str) -> None:
    assert facts(f"12 October 1976\n\nMEMORANDUM FOR: Director of Security\n\nSUBJECT : {subject}\n\n1. Text.\n") == []


@pytest.mark.parametrize(
    "above",
    [
        "? 14 August 1978 ,\n\nFOR FILING ONLY\nDo Not Copy /\n\nMEMORANDUM FOR: Director of Security\n",  # specks, stamps between
        "MEMORANDUM FOR: Director of Security\n\n14 August 1978\n",  # inside the header
    ],
)
def test_a_date_alone_on_its_line_near_a_header_dates_it(above: str) -> None:
    memo = f"{above}\nSUBJECT: Planning for the Northern Harbor Dues\n\n1. Text.\n"
    question = 'What is the date of the memorandum to the Director of Security on the subject "Planning for the Northern Harbor Dues"?'

    assert asked(memo)[question] == "14 August 1978"


@pytest.mark.parametrize(
    "above",
    [
        "We met on 14 August 1978\n",  # in a sentence
        "08/14/78\n\nFOR FILING ONLY\n",  # figures further up are likelier a stamp
        "14 August 1978\nOne.\nTwo.\nThree.\nFour.\n",  # too far up
        "31 June 1978\n",  # no such day
    ],
)
def test_a_date_that_may_be_another_papers_is_not_the_headers(above: str) -> None:
    memo = (
        f"{above}\nMEMORANDUM FOR: Director of Security\nSUBJECT: Planning for the Northern Harbor Dues\n\n1. Text.\n"
    )

    assert not any("What is the date" in question for question in asked(memo))


def test_a_recipient_known_by_name_is_named_by_the_office_below() -> None:
    memo = (
        "14 August 1978\n\nMEMORANDUM FOR: {}\nChief, Harbor Inspection Staff/HQR\n\n"
        "SUBJECT: Planning for the Northern Harbor Dues\n\n1. Text.\n"
    )
    topic = 'on the subject "Planning for the Northern Harbor Dues"'

    assert asked(memo.format("Edgar P. Colby")) == {
        f"What is the date of the memorandum to Chief, Harbor Inspection Staff {topic}?": "14 August 1978"
    }
    # Another addressee, or the same one's title going on: the line below names nobody by itself.
    shared = asked(memo.format("Special Assistant to the Associate"))
    assert shared == {f"What is the date of the memorandum {topic}?": "14 August 1978"}


def test_a_title_of_bodies_alone_tells_nothing_of_a_paper() -> None:
    memo = "12 October 1976\n\nMEMORANDUM FOR THE RECORD\n\nSUBJECT : {}\n\n1. Text.\n"

    assert not any("date" in question for question in asked(memo.format("Select Committee on Fires Inspection Bureau")))
    assert any(
        "date" in question for question in asked(memo.format("Inspection of the Old Locks by the Committee on Fires"))
    )


def test_a_paper_and_the_reply_under_one_title_are_not_told_apart() -> None:
    memo = "{date}\n\nMEMORANDUM FOR: {to}\nSUBJECT: Planning for the Northern Harbor Dues\n\n1. Text.\n\n"
    first = memo.format(date="14 August 1978", to="Director of Security")

    assert asked(first)
    assert asked(first + memo.format(date="19 August 1978", to="Chief of Staff")) == {}


FORM = """DOCUMENT INFORMATION

AGENCY ORIGINATOR : {origin}

FROM

TITLE : {title}

DATE

: {date}

PAGES

: 13

SUBJECTS : DUES

DOCUMENT TYPE : {kind}

DATE OF LAST REVIEW : 09/30/98
"""
TITLED = "MOORING DUES OF FOREIGN VESSELS PRIOR TO THE FIRE\n\nOF THE OLD PORT."


def form(title: str, date: str = "02/03/1961", origin: str = "HARBOR COMMISSION", kind: str = "PAPER") -> str:
    return FORM.format(title=title, date=date, origin=origin, kind=kind)


NAMED = '"MOORING DUES OF FOREIGN VESSELS PRIOR TO THE FIRE OF THE OLD PORT"'


def test_a_cover_sheet_gives_a_papers_date_under_its_title_and_nobody_asks_for_its_length() -> None:
    found = facts(form(TITLED))

    assert {(fact.question, fact.answer, fact.form) for fact in found} == {
        (f"What is the date of the document titled {NAMED}?", "02/03/1961", "header"),
    }
    assert asked(form(f"REPORT: {TITLED}"))[f"What is the date of the report titled {NAMED}?"] == ("02/03/1961")


def test_a_cover_sheet_says_whose_paper_it_is_and_of_what_kind() -> None:
    found = facts(form(TITLED, origin="FBI", kind="MEMORANDUM"))

    assert [fact.question for fact in found] == [
        f"What is the date of the FBI memorandum titled {NAMED}?",
    ]
    assert all("FBI" in fact.quote for fact in found)
    assert asked(form(TITLED, origin="FBI, Selby Office")) == asked(form(TITLED))  # no body's letters
    assert asked(form(TITLED, origin="")) == asked(form(TITLED))  # the next label is no body
    assert not any("date" in question for question in asked(form(f"{TITLED[:-1]} ON 3 MAY 1961.")))  # given away


@pytest.mark.parametrize("date", ["01/01/1961", "00/00/0000", "13/32/1961"])
def test_a_day_that_a_form_makes_up_dates_nothing(date: str) -> None:
    assert not any("date" in question for question in asked(form(TITLED, date)))


@pytest.mark.parametrize("title", ["", "TOLLAND, ROBERT W.", "MOQRNIG DUSE OF FREIGN VSSEL", "OPERATIONS MEMORANDUM"])
def test_a_cover_sheet_whose_title_names_no_one_paper_gives_nothing(title: str) -> None:
    assert asked(form(title)) == {}


def test_a_mail_header_is_a_message() -> None:
    mail = "From: Harbor Commission\nSent: 06/22/1995\nTo: Director of Security\nSubject: Procedures for Appealing Harbor Dues\n\nText.\n"

    assert any(question.startswith("What is the date of the message from") for question in asked(mail))


def test_a_reference_to_a_titled_document_gives_its_date() -> None:
    found = asked(
        'See the letter to the Harbor Commission dated 4 May 1962, captioned "Inspection of Northern Harbors" and its annex.'
    )

    assert (
        found['What is the date of the letter to the Harbor Commission titled "Inspection of Northern Harbors"?']
        == "4 May 1962"
    )


@pytest.mark.parametrize(
    ("listed", "named", "date"),
    [
        (
            "Memo for Record, dtd 12 June 1954, from Edgar Colby, Subject: Mooring Dues of Foreign Vessels in the Old Port.",
            "memorandum for the record on the subject",
            "12 June 1954",
        ),
        (
            "Memorandum for the Record, Subject: Mooring Dues of Foreign Vessels in the Old Port dated 13 July 1961.",
            "memorandum for the record on the subject",
            "13 July 1961",
        ),
        (
            'LHM: letterhead memorandum (LHM) captioned "Mooring Dues of Foreign Vessels in the Old Port," dated 1/3/68, two pages.',
            "letterhead memorandum titled",
            "1/3/68",
        ),
    ],
)
def test_a_list_of_papers_dates_each_before_or_after_its_title(listed: str, named: str, date: str) -> None:
    assert asked(f"See:\n\n{listed}\n") == {
        f'What is the date of the {named} "Mooring Dues of Foreign Vessels in the Old Port"?': date
    }


def test_the_date_of_a_meeting_is_not_that_of_the_paper_about_it() -> None:
    title = "Subject: Review of the Mooring Dues of Foreign Vessels."

    assert asked(f"HC-117\n\n7 April 1964, {title}\n")
    assert asked(f"HC-117\n\nMeeting at the Old Port 7 April 1964, {title}\n") == {}


@pytest.mark.parametrize(
    "listed",
    [
        'Letter captioned "Mooring Dues of Foreign Vessels in the Old Port, dated 13 July 1961.',  # a mark left open
        "Letter, Subject: Mooring Dues of Foreign Vessels in the Old Port dated 31 June 1961.",  # no such day
        "Letter, Subject: Mooring Dues of Foreign Vessels in the Old Port. It was dated 13 July 1961.",  # what was?
        "Memorandum, Subject: Addendum to the Mandrel Letter on Old Port Dues dated 13 July 1961.",  # which of the two?
    ],
)
def test_a_paper_whose_title_and_date_do_not_stand_together_is_left_out(listed: str) -> None:
    assert asked(f"See:\n\n{listed}\n") == {}


def test_the_day_of_a_vote_is_not_that_of_what_was_voted_on() -> None:
    voted = "The Senate confirmed the nomination of Governor Quill by a vote of 94 to 0 on January 22, 2003."
    held = "The papers hold the inauguration of Governor Quill in Lisbon on January 22, 2003 in full."

    assert not any("date of the nomination" in question for question in asked(voted))
    assert asked(held).get("What was the date of the inauguration of Governor Quill in Lisbon?") == "January 22, 2003"


def test_quotes_are_substrings_of_the_passage_even_across_line_breaks() -> None:
    passage = "Old text here.\n\nOn 3 May 1961, the Harbor Com-\nmission approved the dredging of the northern channel\nat Lisbon.\n"
    found = facts(passage)

    assert found
    assert all(fact.quote in passage for fact in found)


@pytest.mark.parametrize(
    "passage", ["", "\n\n", "a", "\x00\x01", "MEMORANDUM FOR:", "From:\nTo:\n", "(((((" * 500, "A " * 5000]
)
def test_hostile_or_empty_text_gives_nothing(passage: str) -> None:
    assert facts(passage) == []


def test_the_same_passage_gives_the_same_facts() -> None:
    assert facts(MEMO) == facts(MEMO)


def test_a_name_in_capitals_and_one_behind_its_letters_are_asked_for() -> None:
    shouted = asked("The QUIET HARBOR LEAGUE (QHL) met. The file on EDIS (Electronic Data Input Section) was closed.")
    cut = asked("The HARBOR QXZPT LEAGUE (HQL) met. He saw QHL (Quiet League) and RTM (Run The Mill).")

    assert shouted == {
        "What does the abbreviation QHL stand for?": "QUIET HARBOR LEAGUE",
        "What does the abbreviation EDIS stand for?": "Electronic Data Input Section",
    }
    assert cut == {}


def test_nobody_is_asked_for_the_length_of_a_paper() -> None:
    assert not any("pages" in fact.question for fact in facts(form(TITLED, origin="FBI", kind="MEMORANDUM")))


def test_a_speck_of_the_scan_between_words_is_left_out_of_the_question() -> None:
    found = asked("On 3 May 1961, the Harbor Commission approved ‘ the dredging of the northern channel at Lisbon.")

    assert found["On what date did the Harbor Commission approve the dredging of the northern channel at Lisbon?"] == (
        "3 May 1961"
    )


def test_a_subject_behind_a_participle_and_one_behind_a_deed_are_found() -> None:
    participle = asked(
        "Responding to an inquiry of the clerk, the Harbor Commission approved the dredging of the channel on 3 May 1961."
    )
    second = asked(
        "The clerk opened the meeting and the Harbor Commission approved the dredging of the northern channel at Lisbon on 3 May 1961."
    )
    joint = asked(
        "The Pier Board was closed by the clerk and the Harbor Commission were heard at Lisbon on 3 May 1961."
    )

    assert participle == {"Which organisation approved the dredging of the channel on 3 May 1961?": "Harbor Commission"}
    dated = "On what date did the Harbor Commission approve the dredging of the northern channel at Lisbon?"
    assert second[dated] == "3 May 1961"
    assert not any("Harbor Commission heard" in question for question in joint)


def test_the_letters_of_a_listed_body_need_no_spelling_out() -> None:
    # F-P-A is one listed body's alone; "P-D" is two bodies' and too short.
    sentence = "In May 1961 FPA rented the northern pier of the Harbor Commission at Lisbon."
    question = "In what month and year did FPA rent the northern pier of the Harbor Commission at Lisbon?"

    assert asked(sentence).get(question) is None
    listed = facts(sentence, ["Federal Ports Authority", "Pilots Department", "Ports Department"])
    assert question in {fact.question for fact in listed}
