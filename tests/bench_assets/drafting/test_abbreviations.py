"""Abbreviations that a release writes out in more than one way."""

from __future__ import annotations

import pytest

from bench_assets.drafting.abbreviations import ambiguous_abbreviations

PILOTS = {"HPB": "Harbor Pilots Bureau"}
OWN, RIVAL = "The Harbor Pilots Bureau met.", "He bought a Home Port Bulletin there."


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([OWN, RIVAL, RIVAL], {"HPB"}),  # 2 of the rival against 1
        ([OWN] * 4 + [RIVAL] * 2, {"HPB"}),  # 2 is half of 4
        ([OWN] * 5 + [RIVAL] * 2, set()),  # 2 is less than half of 5
        ([OWN, RIVAL], set()),  # one document may be a scan's accident
        ([OWN, RIVAL + " " + RIVAL], set()),  # twice in one document is once
        ([OWN, OWN, "The Harbor Pilots Bureaw met.", "Harbour Pilots Bureau"], set()),  # misread and respelt, once each
        ([OWN, "Harbor Pilots Burrow"], {"HPB"}),  # one of the two is misread, and nothing says which
        ([OWN, "Harbor Pilots Bureaw"], set()),  # the other is: it is no word
        ([OWN, OWN, "Harbor Pilots and Bureau"], set()),  # nearly the same words
        ([OWN, OWN, OWN, "The Harbor Pilots Bureaus met."], {"HPB"}),  # a letter fewer than elsewhere
        ([OWN, "The Harbor Pilots Bureau of Selby met."], set()),  # half of the documents go on: no more than chance
        ([OWN] + ["The Harbor Pilots Bureau of Selby met."] * 2, {"HPB"}),  # most write a longer name
        ([], set()),
    ],
)
def test_a_rival_in_half_as_many_documents_makes_an_abbreviation_ambiguous(texts: list[str], expected: set[str]):
    assert ambiguous_abbreviations(texts, PILOTS) == expected


def test_small_words_between_capitals_have_no_initial():
    texts = ["Council for the Study of Islands", "Chief of Staff for Information", "Chief of Staff for Information"]
    assert ambiguous_abbreviations(texts, {"CSI": "Council for the Study of Islands"}) == {"CSI"}
