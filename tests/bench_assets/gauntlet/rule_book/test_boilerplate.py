"""Lines that many documents share though they are no copies."""

from __future__ import annotations

import pyarrow as pa

from bench_assets.gauntlet.rule_book.boilerplate import Boilerplate, find_boilerplate, fold
from bench_assets.schemas import CORPUS


def corpus(texts):
    rows = [dict.fromkeys(CORPUS.names) | {"doc_id": f"d{at}", "text": text} for at, text in enumerate(texts)]
    return pa.Table.from_pylist(rows, schema=CORPUS)


CALLS = ("call", "call\n")
MATTERS = "salt rope tin lamps oil tar coal grain".split()


def test_a_banner_over_different_documents_is_boilerplate_and_their_own_lines_are_none():
    found = find_boilerplate(
        corpus(
            f"HARBORVIEW INQUIRY - COPY {at}\nThe Board spoke of {matter} all day.\n"
            for at, matter in enumerate(MATTERS)
        )
    )
    assert found.lines == {"harborview inquiry copy 0"}


def test_copies_of_one_document_are_one_holder():
    text = "The Tallow Board met at Juniper Bay to set the price of salt.\nOtto Lund was in the chair.\n"
    assert find_boilerplate(corpus([text] * 8)).lines == frozenset()


def test_a_sentence_is_found_over_its_line_ends():
    found = find_boilerplate(
        corpus(
            f"The {matter} came.\nPlease {CALLS[at % 2]} the registry about it.\n" for at, matter in enumerate(MATTERS)
        )
    )
    assert "please call the registry about it" in found.lines


def test_an_empty_corpus_has_none():
    assert find_boilerplate(CORPUS.empty_table()).lines == frozenset()


def test_folding_joins_spaced_letters_and_blanks_figures_out():
    assert fold("M E M O R A N D U M  No. 14/b") == "memorandum no 0 b"


def test_a_line_is_known_misread_and_in_part():
    known = Boilerplate.of([fold("Reproduced from the holdings of the Municipal Archive")])
    assert known.like("Reproduccd from the holdlngs of the Municipal Archive")
    assert known.covering("from the holdings of the Municipal Archive")
    assert not known.covering("the Municipal Archive")
    assert known.inside("Who says 'reproduced from the holdings of the municipal archive' of Lund?", 5)
