"""The context of a table of drafts."""

from __future__ import annotations

import pyarrow as pa

from bench_assets.gauntlet.rule_book.context import read_context
from tests.bench_assets.gauntlet.rule_book.made_drafts import rejected

PAID = ("Ida Holm", "the cook", "Ann Reddick", "his aunt", "the porter", "Quill Brothers", "a diver", "the Mayor")


def corpus(line):
    rows = {
        "doc_id": [f"HV-{at:05}" for at in range(len(PAID))],
        "text": [f"{line}\nOtto Lund paid {who}." for who in PAID],
    }
    return pa.table(rows)


def test_a_corpus_in_another_table_of_the_same_rows_is_not_read_again():
    first = read_context([], corpus("HARBOR PORT AUTHORITY"))
    assert read_context([], corpus("HARBOR PORT AUTHORITY")).boilerplate is first.boilerplate


def test_another_corpus_has_its_own_lines():
    first = read_context([], corpus("HARBOR PORT AUTHORITY"))
    assert read_context([], corpus("TALLOW BOARD RECORDS")).boilerplate.lines != first.boilerplate.lines


def test_the_ids_that_questions_hold_are_found_with_the_kept_lines_too():
    read_context([], corpus("HARBOR PORT AUTHORITY"))
    asked = [rejected("What does HV-00003 say of Otto Lund?")]
    assert read_context(asked, corpus("HARBOR PORT AUTHORITY")).leaked_ids == {"hv00003"}
