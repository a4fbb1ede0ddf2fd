"""Windows of a document, best first, and the overlap of answers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bench_resources.overlap import token_recall
from bench_resources.windows import cut, rank_windows

FILLER = "Nothing of note was said about the weather on any of the days.\n"


def test_windows_cover_the_whole_text_and_overlap():
    text = FILLER * 50
    spans = cut(text, 500, 100)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    assert all(start < before[1] for before, (start, _) in pairwise(spans))
    assert all(end - start <= 500 for start, end in spans)
    assert all(start == 0 or text[start - 1] == "\n" for start, _ in spans)


def test_text_without_a_blank_is_cut_all_the_same():
    assert cut("x" * 1200, 500, 100)[-1][1] == 1200


def test_short_and_empty_texts_are_one_window():
    assert [w.text for w in rank_windows("salt", "salt?", size=500, overlap=100)] == ["salt"]
    assert [w.text for w in rank_windows("", "salt?", size=500, overlap=100)] == [""]


def test_an_overlap_that_would_not_advance_is_refused():
    with pytest.raises(
        ValueError, match="windows of 500 characters cannot overlap by 250; an overlap below 250 is needed"
    ):
        cut("x", 500, 250)


@pytest.mark.parametrize("place", [0, 40, 199])
def test_the_best_window_is_found_wherever_it_stands(place):
    lines = [FILLER] * 200
    lines[place] = "The Tallow Board met at Juniper Bay on May 3, 1961.\n"
    best = rank_windows("".join(lines), "Where did the Tallow Board meet on 3 May 1961?", size=500, overlap=100)[0]
    assert "Juniper Bay" in best.text
    assert best.share == pytest.approx(1.0)  # the date counts in another form


def test_windows_are_spans_of_the_untouched_text():
    text = "İstanbul\t" + FILLER * 30  # a letter whose small form is two characters
    assert all(text[w.start : w.end] == w.text for w in rank_windows(text, "weather in Istanbul", size=300, overlap=50))


def test_ties_go_by_place():
    ranked = rank_windows(FILLER * 30, "Who is Reddick?", size=300, overlap=50)
    assert [w.start for w in ranked] == sorted(w.start for w in ranked)


@pytest.mark.parametrize(
    ("reference", "answer", "share"),
    [
        ("27 September 1963", "9/27/63", 1.0),
        ("27 September 1963", "27 September 1964", 2 / 3),
        ("Chief of the Salt Division", "Salt Division chief", 1.0),
        ("Ann Reddick", "Ann Carr", 0.5),
        ("", "anything", 0.0),
        ("anything", "", 0.0),
    ],
)
def test_overlap_is_the_share_of_the_references_words(reference, answer, share):
    assert token_recall(reference, answer) == pytest.approx(share)
