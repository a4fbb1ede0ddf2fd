"""Who held an office."""

from __future__ import annotations

import pytest

from bench_resources.reader.offices import Office, office_asked, office_holders


def test_an_office_is_asked_with_its_body():
    asked = office_asked("Who was Executive Director of the Select Commission on Ports?")
    assert asked == Office(("executive", "director"), ("select", "commission", "ports"))
    assert not asked.is_bare
    assert office_asked("Who was the Chief of Station?").is_bare


@pytest.mark.parametrize(
    "question",
    [
        "Who was the Registrar who met Ann Reddick?",
        "Who was the owner of the Gannet?",
        "Who was Mayor Carr?",
        "When was the Registrar of the Salt Board ill?",
    ],
)
def test_any_other_question_asks_for_no_office(question):
    assert office_asked(question) is None


@pytest.mark.parametrize(
    "text",
    [
        "Otto Lund wrote to Jane Roe, Executive Director of the Select Commission on Ports, about barrels.",
        "Mrs. Jane Roe (Executive Director, Select Commission on Ports) was heard.",
        "He met Jane Roe, then Executive Director of the Select\nCommission on Ports, and Ida Holm, Chairman of it.",
        "In 1960 Jane Roe was appointed Executive Director of the Select Commission on Ports.",
        "Jane Roe, who served as Executive Director of the Select Commission on Ports, refused.",
        "The Executive Director of the Select Commission on Ports, Jane Roe, refused.",
        "The Executive Director of the Select Commission on Ports was Jane Roe.",
        "Executive Director Jane Roe of the Select Commission on Ports refused.",
        "Select Commission on Ports Executive Director Jane Roe refused.",
        "Sincerely,\n\nJane Roe\nExecutive Director\nSelect Commission on Ports\n",
        "MEMORANDUM FOR: Jane Roe\n   Executive Director, Select Commission on Ports\nFROM: Otto Lund\n",
        "The Select Commission on Ports met. It heard the Commission's Executive Director, Jane Roe, twice.",
        "The Select Commission on Ports and its Executive Director, Jane Roe, refused.",
        "It went to Jane Roe, Executlve Director of the Select Commision on Ports.",
    ],
)
def test_the_holder_of_an_office_is_named_right_beside_it(text):
    asked = office_asked("Who was Executive Director of the Select Commission on Ports?")
    holders = office_holders(asked, text)
    assert [holder.name for holder in holders] == ["Jane Roe"]
    assert text[holders[0].start : holders[0].end] == "Jane Roe"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "It went to Jane Roe, Deputy Executive Director of the Select Commission on Ports.",
        "It went to Jane Roe, Assistant to the Executive Director of the Select Commission on Ports.",
        "Jane Roe wrote to the Executive Director of the Select Commission on Ports.",
        "Jane Roe, Executive Director of the Harbour Trust, spoke before the Select Commission on Ports.",
        "The Executive Director of the Select Commission on Ports met Jane Roe.",
        "Jane Roe, Chairman of the Select Commission on Ports, met the Executive Director.",
        "The Select Commission on Ports met. The Board's Executive Director, Jane Roe, was absent.",
        "The Commission's Executive Director, Jane Roe, was absent.",  # of which commission?
        "The Select Commission on Ports met. Jane Roe, the Executive Director, was absent.",  # it does not say of what
        "From Paul Carr, the Executive Director of the Select Commission on Ports, Jane Roe, and Otto Lund.",  # a list?
        "TO: Executive Director, Select Commission on Ports\nURGENT SUBJECT: barrels\nJane Roe",
    ],
)
def test_who_only_stands_near_an_office_does_not_hold_it(text):
    asked = office_asked("Who was Executive Director of the Select Commission on Ports?")
    assert office_holders(asked, text) == []


def test_a_place_behind_an_office_without_a_body_is_no_holder():
    asked = office_asked("Who was the Chief of Station?")
    assert office_holders(asked, "Reported by the Chief of Station, Copper Cove, in May.") == []
    assert [h.name for h in office_holders(asked, "Ida Holm, Chief of Station, reported.")] == ["Ida Holm"]


def test_a_name_goes_over_a_line_end_and_a_signature_does_not():
    asked = office_asked("Who was the Registrar of the Salt Board?")
    wrapped = "It was sent to Ann\nReddick, Registrar of the Salt Board, in May."
    assert [h.name for h in office_holders(asked, wrapped)] == ["Ann Reddick"]
    assert [h.name for h in office_holders(asked, "Yours truly\nAnn Reddick\nRegistrar of the Salt Board")] == [
        "Ann Reddick"
    ]
