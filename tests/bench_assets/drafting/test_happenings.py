"""Events that several documents tell, joined."""

from bench_assets.drafting.happenings import is_alike
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
