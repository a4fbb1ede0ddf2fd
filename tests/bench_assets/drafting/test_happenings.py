"""Events that several documents tell, joined."""

import pytest

from bench_assets.drafting.happenings import is_alike, is_echo, is_misreading, is_spread
from tests.bench_assets.drafting.told_events import event, told


def test_one_meeting_told_by_two_documents_is_one_happening_in_the_words_of_the_shorter():
    long = "Ilse P. Marrow met Bertram Yule at Lundmark Hall to discuss the lease of Slip 4"
    short = "Ilse P. Marrow met Bertram Yule about the lease of Slip 4"
    (one,) = told(event("D-2", long, "1961-05-03"), event("D-1", short, "1961-05-03"))
    assert one.event == short  # every document states it
    assert one.doc_ids == ["D-1", "D-2"]
    assert one.told() == f"May 3, 1961: {short}"


def test_the_same_words_on_two_days_are_two_happenings_that_are_alike():
    said = "Ilse P. Marrow met Bertram Yule at Lundmark Hall"
    first, second = told(event("D-1", said, "1961-05-03"), event("D-2", said, "1961-05-04"))
    assert is_alike(first, second)


def test_two_letters_of_a_day_to_one_person_are_two():
    rows = [
        event("D-1", "Ilse P. Marrow wrote to Bertram Yule about the salt tax", "1961-05-03", form="header"),
        event("D-2", "Ilse P. Marrow wrote to Bertram Yule about new lamps at Lundmark", "1961-05-03", form="header"),
    ]
    assert len(told(*rows)) == 2


def test_events_without_a_date_are_one_only_in_nearly_the_same_words():
    rows = [
        event("D-1", "Ilse P. Marrow signed the papers for the lease of Slip 4"),
        event("D-2", "Ilse P. Marrow signed the papers for the lease of Slip 4"),
        event("D-3", "Ilse P. Marrow chaired the Copper Commission"),
    ]
    assert [one.doc_ids for one in told(*rows)] == [["D-3"], ["D-1", "D-2"]]


def test_a_degraded_document_tells_and_gives_no_evidence():
    said = "Ilse P. Marrow met Bertram Yule at Lundmark Hall"
    (alone,) = told(event("D-1", said, "1961-05-03", is_draftable=False))
    assert not alone.is_clean
    (both,) = told(event("D-1", said, "1961-05-03", is_draftable=False), event("D-2", said, "1961-05-03"))
    assert both.is_clean
    assert both.doc_ids == ["D-2"]


def test_happenings_stand_in_order_of_date_and_the_undated_last():
    rows = [
        event("D-1", "Ilse P. Marrow chaired the Copper Commission"),
        event("D-2", "Ilse P. Marrow opened the library at Lundmark", "1961-05-03"),
        event("D-3", "Ilse P. Marrow resigned as secretary", "1960"),
    ]
    assert [one.date for one in told(*rows)] == ["1960", "1961-05-03", None]


def test_no_events_give_no_happenings():
    assert told() == []


def paper(doc_id: str, title: str, date: str, kind: str = "memorandum") -> dict:
    return event(doc_id, f'Ilse P. Marrow wrote a {kind} on the subject "{title}"', date, form="header")


def test_a_paper_is_one_by_its_title_whatever_each_document_calls_it():
    (one,) = told(
        paper("D-1", "Salt tax - next steps", "1961-05-03"),
        paper("D-2", "SALT TAX - NEXT STEPS", "1961-05-03", "letter"),
    )
    assert one.doc_ids == ["D-1", "D-2"]


def test_papers_of_other_titles_are_not_alike_and_those_of_one_title_are():
    first, second, third = told(
        paper("D-1", "Salt tax", "1961-05-03"),
        paper("D-2", "New lamps", "1961-05-04"),
        paper("D-3", "Salt tax.", "1962-01-01"),
    )
    assert not is_alike(first, second)
    assert is_alike(first, third)


def test_a_letter_of_unknown_title_may_be_any_other_and_none_of_them_is_it():
    bare, titled = told(
        event("D-1", "Ilse P. Marrow wrote a memorandum", "1961-05-03", form="header"),
        paper("D-2", "Salt tax", "1961-05-04"),
    )
    assert is_alike(bare, titled)
    assert not is_alike(titled, bare)


def test_a_title_cut_short_is_the_same_paper_of_that_day_and_of_no_other():
    whole, cut = "Dues of the Old Port and their collection", "Dues of the Old Port"
    assert len(told(paper("D-1", whole, "1961-05-03"), paper("D-2", cut, "1961-05-03"))) == 1
    assert len(told(paper("D-1", whole, "1961-05-03"), paper("D-2", cut, "1961-05-04"))) == 2
    assert len(told(paper("D-1", whole, "1961-05-03"), paper("D-2", "Dues of the New Port", "1961-05-03"))) == 2


def test_a_title_of_which_the_end_is_quoted_is_of_the_paper_that_ends_with_it():
    whole, end = "Files read for the salt tax of the old town", "... for the salt tax of the old town"
    (one,) = told(paper("D-1", whole, "1961-05-03"), paper("D-2", end, "1961-05-03"))
    assert one.doc_ids == ["D-1", "D-2"]
    assert len(told(paper("D-1", whole, "1961-05-03"), paper("D-2", "... read for the salt tax", "1961-05-03"))) == 2


def test_a_title_that_begins_many_others_is_none_of_them_and_may_be_meant_of_each():
    short, long = (
        told(paper(f"D-{at}", title, "1961-05-03"))[0]
        for at, title in enumerate(("Board Request", "Board Request to arrange Visits in Lundmark"))
    )
    assert len(told(*short.rows, *long.rows)) == 2
    assert is_alike(short, long)
    assert not is_alike(long, short)


@pytest.mark.parametrize(
    ("title", "is_one"),
    [
        ("Fencing of the Seltworks at Lundmark", True),
        ("FENCING OF THE SALTWORKS AT LUNDMARK", False),
        ("Fencing of the Lampworks at Lundmark", False),
    ],
)
def test_a_title_that_a_few_letters_part_from_another_was_misread(title: str, *, is_one: bool):
    (right,) = told(paper("D-1", "Fencing of the Saltworks at Lundmark", "1961-05-03"))
    (other,) = told(paper("D-2", title, "1961-05-09"))
    assert is_misreading(right, other) is is_one


def test_a_title_with_another_number_is_another_title():
    one, other = told(
        paper("D-1", "Lease of Warehouse 10 at Lundmark", "1961-05-03"),
        paper("D-2", "Lease of Warehouse 11 at Lundmark", "1961-05-09"),
    )
    assert not is_misreading(one, other)


def test_an_echo_says_less_than_a_paper_of_its_day_and_nothing_else():
    one = event("D-1", "Ilse P. Marrow wrote a memorandum to Bertram Yule", "1961-05-03", form="header")
    title = 'Ilse P. Marrow wrote a memorandum to Bertram Yule on the subject "Lamps at Lundmark"'
    bare, titled = told(one, event("D-2", title, "1961-05-03", form="header"))
    (later,) = told(event("D-2", title, "1961-05-04", form="header"))
    assert is_echo(bare, titled)
    assert not is_echo(titled, bare)
    assert not is_echo(bare, later)
    (other,) = told(event("D-3", "Ilse P. Marrow wrote a memorandum to Agnes Crake", "1961-05-03", form="header"))
    assert not is_echo(other, titled)


def test_a_letter_told_by_one_side_alone_is_the_letter_of_that_day_between_both():
    rows = [
        event("D-1", "Ilse P. Marrow was sent a letter", "1961-05-03", form="header"),
        event("D-2", "Bertram Yule wrote a letter to Ilse P. Marrow", "1961-05-03", form="header"),
        event("D-3", "Bertram Yule wrote a letter to Ilse P. Marrow", "1961-05-04", form="header"),
    ]
    one, other = told(*rows)
    assert (one.event, one.doc_ids) == ("Ilse P. Marrow was sent a letter", ["D-1", "D-2"])
    assert other.doc_ids == ["D-3"]


def test_happenings_of_which_one_document_tells_all_are_not_spread():
    first = event("D-1", "Ilse P. Marrow met Bertram Yule", "1961-05-03")
    second = event("D-1", "Ilse P. Marrow opened the library", "1961-05-09")
    assert not is_spread(told(first, second, first | {"doc_id": "D-2"}))
    assert is_spread(told(first, second | {"doc_id": "D-2"}))
    assert not is_spread([])


def test_a_paper_and_the_sheet_on_it_are_told_in_the_papers_own_words_and_quoted_so():
    titled = 'a document titled "Salt tax" was written'
    filed = 'a memorandum for the record on the subject "Salt tax" was written'
    sheet, own = (event("D-1", said, "1961-05-03", form="header") for said in (titled, filed))
    (one,) = told(sheet, own)
    assert (one.event, [row["event"] for row in one.sources]) == (filed, [filed])
    (both,) = told(sheet, own, event("D-2", titled, "1961-05-03", form="header"))
    assert both.event == titled  # the second document does not say that it is for the record
