"""Headers as scanners leave them: labels apart from values, dates above, sheets, subjects over lines."""

from __future__ import annotations

import pytest

from bench_resources.reader.answer_types import DateValue
from bench_resources.reader.answering_headers import headers_in
from bench_resources.reader.answering_statements import MIN_FIT, fit, parse_clause, told_in

ABOVE = """9 AUG 1976

MEMORANDUM FOR THE RECORD

FROM : Beatrice W. Okell
Director of Salt

SUBJECT: Quentin Yardling

1. On 4 August 1976 Mr. Lund called.
"""
APART = """29 SEP 1976

MENORANDUM FOR: Deputy Director of Harbors

FROM

: Beatrice W. Okell

Director of Salt

VIA

: Acting Deputy Director for Barrels

SUBJECT

: Probable Loss of Barrels Furnished

to the House Select Committee on Salt

1. The barrels were lent on 3 May 1975.
"""
SHEET = """IDENTIFICATION FORM
Date:09/07/94
AGENCY : SALT
ORIGINATOR : TB
FROM : REDDICK, ANN K.
TO : LUND, OTTO
TITLE :
REQUEST FOR COPIES OF THE BARREL COUNT
DATE : 05/23/75
PAGES : 4
SUBJECTS : BARRELS
DATE OF LAST REVIEW : 09/07/94
"""


def only(text):
    (head,) = headers_in(text)
    return head


def test_a_date_above_the_heading_is_the_headers():
    head = only(ABOVE)
    assert (head.sender, head.receiver, head.subject) == ("Beatrice W. Okell", "", "Quentin Yardling")
    assert head.is_for_record
    assert head.value == DateValue(1976, 8, (9,))


def test_values_on_the_lines_below_their_labels_are_read_and_a_wrapped_subject_is_whole():
    head = only(APART)
    assert (head.sender, head.receiver) == ("Beatrice W. Okell", "Deputy Director of Harbors")
    assert head.subject == "Probable Loss of Barrels Furnished to the House Select Committee on Salt"
    assert head.value == DateValue(1976, 9, (29,))


def test_a_record_sheet_is_dated_by_the_date_below_its_parties_not_by_its_print():
    head = only(SHEET)
    assert (head.sender, head.receiver) == ("REDDICK, ANN K", "LUND, OTTO")
    assert head.subject == "REQUEST FOR COPIES OF THE BARREL COUNT"
    assert head.value == DateValue(1975, 5, (23,))


def test_a_registers_date_for_a_date_that_nobody_knows_is_none():
    assert only(SHEET.replace("05/23/75", "01/01/1900")).value is None


def test_the_marks_of_a_classification_and_of_replies_are_no_part_of_a_subject():
    assert only(ABOVE.replace("Quentin Yardling", "RE: Quentin Yardling (U)")).subject == "Quentin Yardling"
    assert only(ABOVE.replace("Quentin Yardling", "(S/NF) Quentin Yardling")).subject == "Quentin Yardling"


def test_a_date_in_a_subject_is_not_the_headers():
    text = ABOVE.replace("Quentin Yardling", "Meeting with Lund, Porthaven,\n28-29 July 1976").replace("9 AUG 1976", "")
    assert only(text).value is None


def test_two_dates_of_one_standing_leave_the_date_open():
    assert only(ABOVE.replace("9 AUG 1976", "9 AUG 1976\n\n12 AUG 1976")).value is None


STAMPS = "9 AUG 1976\n\nSALT OFFICE\nRECEIVED\nCOPY 2\nFILE SB"


def test_stamps_between_a_date_and_its_heading_count_for_nothing():
    assert only(ABOVE.replace("9 AUG 1976", STAMPS)).value == DateValue(1976, 8, (9,))
    # A sentence, or a line too long for a stamp, ends what stood above: the date is that text's.
    assert only(ABOVE.replace("9 AUG 1976", STAMPS.replace("RECEIVED", "The salt was received."))).value is None
    assert (
        only(ABOVE.replace("9 AUG 1976", STAMPS.replace("RECEIVED", "TO BE HELD FOR THE SALT COUNSEL ALONE"))).value
        is None
    )


def test_a_year_below_its_day_and_month_is_of_one_date_with_them():
    assert only(ABOVE.replace("9 AUG 1976", "AUG 9\n\n1976")).value == DateValue(1976, 8, (9,))
    assert only(ABOVE.replace("9 AUG 1976", "BIN 9\n\n1976")).value is None


def test_a_subject_with_one_date_above_it_heads_a_paper_without_parties():
    bare = f"{STAMPS}\n\nSUBJECT: Dues of the Old Port\n\n1. The dues are late."
    assert (only(bare).subject, only(bare).value) == ("Dues of the Old Port", DateValue(1976, 8, (9,)))
    assert headers_in(bare.replace("9 AUG 1976", "AUG")) == []
    assert headers_in("9 AUG 1976\n\n12 AUG 1976\n\nSUBJECT: Dues of the Old Port\n\n1. The dues are late.") == []


def test_a_date_and_a_subject_of_a_letter_are_the_letters():
    letter = "3 May 1964\n\nMr. Otto Lund\nClerk of Quays\n\nRe: Dues of the Old Port\n\nDear Mr. Lund:\n\nThe dues are late.\n\nSincerely,\n\nAnn K. Reddick\n"
    (head,) = [told for told in told_in(letter) if told.kind == "header"]
    assert (head.receiver, head.value) == ("Mr. Otto Lund", DateValue(1964, 5, (3,)))


def test_a_subject_goes_on_over_a_line_that_the_next_label_closes():
    subject = "Review of the Barrels and Weights' \nDepositions\nREFERENCE : SB 78-0443, 26 April 1978"
    # 34 letters and marks and a blank are less than a full line; four letters more are one.
    assert only(ABOVE.replace("Quentin Yardling", subject)).subject.startswith("Review of the Barrels and Weights")
    long = subject.replace("Review", "Second Review")
    assert only(ABOVE.replace("Quentin Yardling", long)).subject.endswith("Depositions")


@pytest.mark.parametrize(
    ("clause", "is_given"),
    [
        ('a memorandum on the subject "Quentin Yardling" (the Harbor Chief) was written', True),  # no paper says that
        ('the Harbor Chief was sent a memorandum on the subject "Quentin Yardling"', False),
        ('the Deputy Director of Harbors was sent a memorandum on the subject "Loss of Barrels"', False),
    ],
)
def test_a_gloss_behind_a_subject_is_none_of_its_words(clause, is_given):
    (head,) = (told for told in told_in(ABOVE) if told.kind == "header")
    assert (fit(parse_clause(clause), head) >= MIN_FIT) is is_given


def test_an_office_with_its_article_is_a_receiver():
    (head,) = (told for told in told_in(APART) if told.kind == "header")
    title = "Probable Loss of Barrels Furnished to the House Select Committee on Salt"
    assert (
        fit(parse_clause(f'the Deputy Director of Harbors was sent a memorandum on the subject "{title}"'), head) == 1.0
    )
    assert fit(parse_clause(f'the Salt Counsel was sent a memorandum on the subject "{title}"'), head) == 0.0


def test_a_sentence_gives_a_clause_that_quotes_a_subject_only_where_it_says_the_subject():
    clause = parse_clause('a memorandum on the subject "The Price of Salt" was written')
    said = told_in("A memorandum on The Price of Salt was written on 3 May 1964.")[0]
    told = told_in("A memorandum on salt was written on 3 May 1964, and on its price another.")[0]
    assert fit(clause, said) >= MIN_FIT
    assert fit(clause, told) == 0.0


def test_a_column_of_labels_above_its_values_gives_no_value_to_any():
    text = "MEMORANDUM FOR: Salt Counsel\n\nATTENTION:\n\nFROM:\n\nSUBJECT:\n\nMr. Otto Lund\n\nAnn K. Reddick\n"
    assert headers_in(text) == []


def test_a_routing_slips_sender_is_not_the_memorandums():
    slip = "FROM: NAME, ADDRESS AND PHONE NO.\nExecutive Director\n\n" + ABOVE
    assert [head.sender for head in headers_in(slip)] == ["Beatrice W. Okell"]


def test_prose_that_opens_with_from_is_no_header():
    assert headers_in("From the quay to the mill it is a mile.\nTo see it takes an hour.\n") == []


def test_an_empty_text_has_no_header():
    assert headers_in("") == []


@pytest.mark.parametrize(
    ("clause", "is_given"),
    [
        ('Beatrice W. Okell wrote a memorandum for the record on the subject "Quentin Yardling"', True),
        ('a memorandum on the subject "Quentin Yardling" was written', True),
        ('a memorandum on the subject "Quentin Yardlinq" was written', True),
        ('Ann K. Reddick wrote a memorandum on the subject "Quentin Yardling"', False),
        ('Beatrice W. Okell wrote to Otto Lund on the subject "Quentin Yardling"', False),
        ('a memorandum on the subject "Quentin Yardling - next steps for the harbor" was written', False),
        ('a memorandum on the subject "The price of salt" was written', False),
    ],
)
def test_a_header_gives_a_clause_that_quotes_its_subject_and_names_its_parties(clause, is_given):
    (head,) = (told for told in told_in(ABOVE) if told.kind == "header")
    assert (fit(parse_clause(clause), head) >= MIN_FIT) is is_given


def test_a_name_turned_round_on_a_sheet_is_the_figure():
    (head,) = (told for told in told_in(SHEET) if told.kind == "header")
    clause = parse_clause('Ann K. Reddick wrote to Otto Lund about "Request for copies of the barrel count"')
    assert fit(clause, head) == 1.0


MAIL = "From: Ann K. Reddick\nSent: {}\nTo: Otto Lund\nSubject: Salt tax\n\nYes.\n"


@pytest.mark.parametrize("sent", ["Monday, August 3I, 199}8 @:59 PM", "Mondav, Augnst 31, 1998 8:15 AM"])
def test_a_misread_date_is_mended_where_its_weekday_agrees(sent):
    # August 31, 1998 was a Monday.
    (head,) = headers_in(MAIL.format(sent))
    assert head.value == DateValue(1998, 8, (31,))


@pytest.mark.parametrize("sent", ["Tuesday, August 3I, 199}8", "Tuesday, August 31, 1998 9:02 AM", "August 3I, 199}8"])
def test_a_date_that_its_weekday_denies_or_that_nothing_confirms_is_none(sent):
    (head,) = headers_in(MAIL.format(sent))
    assert head.value is None


@pytest.mark.parametrize(
    ("lines", "subject"),
    [
        ("Dues of the Northern Harbor Board\n(NHB) Request\nREFERENCE: A letter", "Dues of the Northern Harbor Board (NHB) Request"),
        ("Dues of the Northern Harbor Board\n\n(NHB) Request\n\nREFERENCE: A letter", "Dues of the Northern Harbor Board (NHB) Request"),
        ("Dues of the Northern Harbor Board\nGNHB) Request\nREFERENCE: A letter", "Dues of the Northern Harbor Board GNHB) Request"),
        ("Northern Harbor Board of Porthaven Bay\nRequest for Ledgers of the Mills (S)\n\nREFERENCE: A letter", "Northern Harbor Board of Porthaven Bay Request for Ledgers of the Mills"),
        ("Dues of the Northern Harbor Board\n\n(S) The board met.", "Dues of the Northern Harbor Board"),
    ],
)  # fmt: skip
def test_a_subject_goes_on_with_letters_in_brackets_and_with_a_line_no_longer_than_its_own(lines, subject):
    head = only(f"9 AUG 1976\n\nMEMORANDUM FOR: Otto Lund\nFROM: Ann K. Reddick\nSUBJECT: {lines}\n\n1. It rained.\n")
    assert head.subject == subject


@pytest.mark.parametrize("values", ["DUES OF SALT", "OKELL\nLUND\nMEMO ON DUES OF SALT"])
def test_a_title_is_read_below_a_column_of_labels_where_it_is_certain(values):
    (head,) = headers_in(f"ORIGINATOR : NHB\nFROM\nTO\nTITLE\nDATE\nPAGES\n{values}\n05/22/1964\nSUBJECTS : DUES")
    assert (head.subject.removeprefix("MEMO ON "), head.value) == ("DUES OF SALT", DateValue(1964, 5, (22,)))
    assert headers_in("ORIGINATOR : NHB\nFROM\nTO\nTITLE\nDATE\nPAGES\nOKELL\nDUES OF SALT\n05/22/1964\n") == []


def test_a_day_that_february_does_not_have_leaves_the_month():
    (head,) = headers_in(ABOVE.replace("9 AUG 1976", "30 FEB 1976"))
    assert head.value == DateValue(1976, 2, ())
