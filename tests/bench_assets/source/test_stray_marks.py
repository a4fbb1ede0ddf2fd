"""Which marks are read as a blank, a hyphen or an initial, and that no place in the text moves."""

from __future__ import annotations

import pytest

from bench_assets.source.characters import BETWEEN, lay_out
from bench_assets.source.stray_marks import read_past


def read(text):
    return read_past(lay_out([text])).text[len(BETWEEN) : len(BETWEEN) + len(text)]


@pytest.mark.parametrize(
    ("text", "as_read"),
    [
        ("Harold'J. Fenwick", "Harold J. Fenwick"),
        ("HAROLD'J. FENWICK", "HAROLD J. FENWICK"),
        ("Harold J..Fenwick", "Harold J. Fenwick"),
        ("Fenwick,.Harold", "Fenwick, Harold"),
        ("Harold J. =Fenwick", "Harold J.  Fenwick"),
        ("Harold@ Fenwick", "Harold  Fenwick"),
        ("Harold=Fenwick", "Harold Fenwick"),
        ("Harold J;. Fenwick", "Harold J.  Fenwick"),
        ("Harold 8. Fenwick", "Harold B. Fenwick"),
        ("Fenwick_Lund", "Fenwick-Lund"),
        ("> to Harold\n>> Fenwick", "  to Harold\n   Fenwick"),
    ],
)
def test_a_stray_mark_is_read_past(text, as_read):
    assert read(text) == as_read


@pytest.mark.parametrize(
    "text",
    [
        "O'Brien and d'Angelo",
        "It was Harold's. Fenwick left.",
        "on June 8. Fenwick left",
        "a | Harold | b",
        "x > Harold",
        "hfenwick@Harbor.org",
        "Wait... Harold",
        "",
    ],
)
def test_what_is_no_stray_mark_stays(text):
    assert read(text) == text
