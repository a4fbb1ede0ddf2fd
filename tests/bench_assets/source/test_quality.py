"""How readable a document is, in numbers."""

from __future__ import annotations

import math
import random

import pyarrow as pa
import pytest

from bench_assets.schemas import DOCUMENT_QUALITY, DOCUMENTS
from bench_assets.source.quality import is_odd, is_small, is_wordlike, judge, judge_one, measure_documents, medians

CLEAN = (
    "The committee met on Tuesday to consider the budget for the new harbor office, and agreed that the work should begin "
    "in the spring of the following year. Members asked for a report on the cost of the repairs to the old pier."
)
NOISY = (
    "The comnittee met oa Tucsday to considcr the budqet for the new harber office, aad agrecd that the wcrk should begin "
    "in the spriug of the folloving year. Membcrs askcd for a rcport on the cost of the repairs to the old pier."
)
GARBAGE = (
    "oenrawe Le) nnvepucnes bta iaod sacs scleenenanes Cuassiric yt xq wvv rtq 7hj ~~ || ^^ ponb tlek mnr oo qe zzt"
)


def measure(**texts):
    rows = [{"doc_id": doc_id, "text": text, "length_chars": len(text)} for doc_id, text in texts.items()]
    table = pa.Table.from_pylist(rows, schema=DOCUMENTS)
    return {row["doc_id"]: row for row in measure_documents(table).to_pylist()}


def test_text_without_an_error_has_a_rate_of_none_and_worse_text_a_higher_one():
    rows = measure(a=CLEAN, b=NOISY, c=GARBAGE)
    assert rows["a"]["estimated_error_rate"] == 0.0 < rows["b"]["estimated_error_rate"] < 0.15
    assert rows["c"]["estimated_error_rate"] > 0.15
    assert rows["a"]["n_words"] == 42  # 14 + 14 + 14; "a" is too short
    assert rows["a"]["dictionary_ratio"] == 1.0
    assert rows["a"]["odd_word_ratio"] == rows["a"]["garbage_ratio"] == 0.0


def test_a_word_broken_at_a_line_end_counts_once_and_is_known():
    # "con-\nsider" rejoined: every word known, none odd.
    assert measure(a=CLEAN.replace("consider", "con-\nsider"))["a"]["dictionary_ratio"] == 1.0


# The small words of TEN: 10 of them with 4 letters each. One of ten unknown is a share of 0.1; of it 0.01 is expected
# in correct text, and of broken words 0.1 are still English: (0.1 - 0.01) / (0.99 * 0.9) = 0.10101 were broken, so that
# a letter survives with 0.89899 ** (1 / 4) and the rate is -log(0.89899) / 4 = 0.0266.
TEN = "that will have been made from this very good "


def test_the_rate_worked_by_hand():
    expected = round(-math.log(1 - 0.09 / 0.891) / 4, 4)
    assert expected == 0.0266
    assert measure(a=TEN + "wcrk")["a"]["estimated_error_rate"] == expected


def test_names_and_codes_are_no_errors_where_small_words_run():
    named = TEN + "work Kettleborn KETTLEBORN ZQ-7 B52 Ysolde WXYV"
    assert measure(a=named)["a"]["estimated_error_rate"] == 0.0


def test_an_unknown_word_that_comes_again_counts_once():
    # 20 words of four letters, one of them unknown, twice: (1/20 - 0.01) / 0.891 = 0.0449 broken.
    rows = measure(a=(TEN + "wcrk ") * 2, b=TEN + "wcrk " + TEN + "wonk")
    assert rows["a"]["estimated_error_rate"] == round(-math.log(1 - 0.04 / 0.891) / 4, 4) == 0.0115


def test_a_page_in_capitals_is_judged_by_all_its_words():
    # 10 words of four letters, two unknown, one by a digit: (0.2 - 0.05) / (0.95 * 0.9) = 0.1754 broken.
    page = TEN.upper().replace("MADE", "M4DE") + "WCRK"
    assert measure(a=page)["a"]["estimated_error_rate"] == round(-math.log(1 - 0.15 / 0.855) / 4, 4) == 0.0482
    # One small word among ten is too few to go by: still all are looked at, and it is known.
    assert measure(a=page.replace("THAT", "that"))["a"]["estimated_error_rate"] == 0.0482


def test_a_page_without_a_known_word_and_one_without_any_word():
    # 98% broken at the most, of words of four letters: -log(0.02) / 4.
    assert measure(a="wcrk wvrk wqrk wzrk")["a"]["estimated_error_rate"] == round(-math.log(0.02) / 4, 4)
    assert measure(a="12 34 56 ///")["a"]["estimated_error_rate"] == 1.0


def test_what_is_left_of_a_cut_tail_is_a_word():
    assert measure(a="It isn't so, and they aren't here; he wouldn\u2019t say")["a"]["estimated_error_rate"] == 0.0


def test_medians_of_the_numbers():
    rows = measure(a=CLEAN, b=TEN + "wcrk", c="12 34")
    table = pa.Table.from_pylist(list(rows.values()), schema=DOCUMENT_QUALITY)
    assert medians(table)["n_words"] == 10  # of 42, 10 and 0
    assert medians(table)["estimated_error_rate"] == 0.0266  # of 0, 0.0266 and 1
    assert list(medians(table)) == DOCUMENT_QUALITY.names[1:]
    assert medians(DOCUMENT_QUALITY.empty_table()) == {}


def test_symbols_count_as_garbage_and_typists_rules_do_not():
    rows = measure(a=CLEAN + "\n-----------\n* * *\n", b=CLEAN + " ~^|~^|~^|" * 20)
    assert rows["a"]["garbage_ratio"] == 0.0
    assert rows["b"]["garbage_ratio"] > 0.3


@pytest.mark.parametrize("run", ["0hi0", "thE", "reqqqst", "rxzt", "Hаrbor", "l", "fi1e", "MEMOrandum"])
def test_odd_shapes(run):
    assert is_odd(run)


@pytest.mark.parametrize(
    "run", ["McAllen", "MacDuff", "1st", "22nd", "B52", "HQ", "a", "I", "X", "1963", "memos", "CIA"]
)
def test_ordinary_shapes(run):
    assert not is_odd(run)


def test_no_documents_make_an_empty_table_and_a_blank_free_text_a_row():
    assert measure_documents(DOCUMENTS.empty_table()).schema.equals(DOCUMENT_QUALITY)
    assert measure(a="???")["a"] == {
        "doc_id": "a",
        "estimated_error_rate": 1.0,
        "garbage_ratio": 1.0,  # three signs, all of them debris
        "dictionary_ratio": 0.0,
        "odd_word_ratio": 0.0,
        "n_words": 0,
        "length_chars": 3,
    }


@pytest.mark.parametrize("run", ["wcrk", "5o", "thE", "a5k", "12Ab", "fi1e", "\u00e9t\u00e9"])
def test_small_words(run):
    assert is_small(run)


@pytest.mark.parametrize("run", ["a", "Work", "WORK", "8th", "10am", "1963", "B52", "\u00c9t\u00e9"])
def test_what_is_no_small_word(run):
    assert not is_small(run)


@pytest.mark.parametrize("run", ["at", "OFF1CE", "0FFICE", "Fenw1ck", "RELEA5E"])
def test_words(run):
    assert is_wordlike(run)


@pytest.mark.parametrize("run", ["a", "B52", "FORM80", "1st", "22ND", "A1B2C3D", "F4U", "1963"])
def test_what_is_no_word(run):
    assert not is_wordlike(run)


def test_runs_judged_together_are_judged_as_one_by_one():
    draws = random.Random(0)
    runs = sorted({"".join(draws.choices("abeIMNsxz19éаß²", k=draws.randint(1, 7))) for _ in range(4_000)})
    runs += [
        "aaa",
        "AAAb",
        "memos",
        "iii",
        "VIII",
        "Harbor",
        "HARBORs",
        "x1",
        "1st",
        "B52",
        "MacDuff",
        "OFF1CE",
        "12Ab",
    ]
    assert judge(pa.array(runs, pa.large_string())).tolist() == [int(judge_one(run)) for run in runs]
