"""Readable, degraded, garbage: decided from numbers that are stored."""

from __future__ import annotations

import random

import pyarrow as pa
import pytest

from bench_assets.schemas import DOCUMENT_QUALITY, DOCUMENTS
from bench_assets.source.quality import classify_documents, is_odd, judge, judge_one

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


def classify(**texts):
    rows = [{"doc_id": doc_id, "text": text, "length_chars": len(text)} for doc_id, text in texts.items()]
    table = pa.Table.from_pylist(rows, schema=DOCUMENTS)
    return {row["doc_id"]: row for row in classify_documents(table).to_pylist()}


def test_the_three_classes():
    rows = classify(a=CLEAN, b=NOISY, c=GARBAGE)
    assert [rows[doc_id]["quality_class"] for doc_id in "abc"] == ["clean", "degraded", "garbage"]
    assert rows["a"]["dictionary_ratio"] == 1.0
    assert rows["a"]["odd_word_ratio"] == rows["a"]["garbage_ratio"] == 0.0


def test_a_word_broken_at_a_line_end_counts_once_and_is_known():
    # "con-\nsider" rejoined: every word known, none odd.
    assert classify(a=CLEAN.replace("consider", "con-\nsider"))["a"]["dictionary_ratio"] == 1.0


def test_a_few_words_say_nothing_and_short_ones_are_not_clean():
    rows = classify(a="Page 3", b="The committee met on Tuesday to consider the budget", c="12 34 56 ///")
    assert [rows[doc_id]["quality_class"] for doc_id in "abc"] == ["garbage", "degraded", "garbage"]


def test_symbols_count_as_garbage_and_typists_rules_do_not():
    rows = classify(a=CLEAN + "\n-----------\n* * *\n", b=CLEAN + " ~^|~^|~^|" * 20)
    assert rows["a"]["garbage_ratio"] == 0.0
    assert rows["b"]["garbage_ratio"] > 0.3
    assert rows["b"]["quality_class"] == "garbage"


@pytest.mark.parametrize("run", ["0hi0", "thE", "reqqqst", "rxzt", "Hаrbor", "l", "fi1e", "MEMOrandum"])
def test_odd_shapes(run):
    assert is_odd(run)


@pytest.mark.parametrize(
    "run", ["McAllen", "MacDuff", "1st", "22nd", "B52", "HQ", "a", "I", "X", "1963", "memos", "CIA"]
)
def test_ordinary_shapes(run):
    assert not is_odd(run)


def test_no_documents_make_an_empty_table_and_a_blank_free_text_a_row():
    assert classify_documents(DOCUMENTS.empty_table()).schema.equals(DOCUMENT_QUALITY)
    assert classify(a="???")["a"]["quality_class"] == "garbage"


def test_runs_judged_together_are_judged_as_one_by_one():
    draws = random.Random(0)
    runs = sorted({"".join(draws.choices("abeIMNsxz19éаß²", k=draws.randint(1, 7))) for _ in range(4_000)})
    runs += ["aaa", "AAAb", "memos", "iii", "VIII", "Harbor", "HARBORs", "x1", "1st", "B52", "MacDuff"]
    assert judge(pa.array(runs, pa.large_string())).tolist() == [int(judge_one(run)) for run in runs]
