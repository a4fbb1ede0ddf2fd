"""The measures of names count what they say."""

from __future__ import annotations

import pyarrow as pa

from bench_assets.schemas import DOCUMENTS
from benchmarks.alias_truth import (
    Corpus,
    Named,
    Share,
    by_band,
    fold,
    match,
    measure,
    misread_evenly,
    names_of,
    read_written,
    table,
    values,
)


def test_an_entity_stands_for_nobody_whose_name_is_not_among_its_aliases():
    forms = {"Harold Fenwick": {"haroldfenwick", "fenwickharold"}}
    aliases = {"e1": {"FENWICK, Harold"}, "e2": {"Sincerely Yours"}, "e3": {"Har0ld Fenwick", "Harold Fenwick"}}
    names = names_of(aliases, forms)
    assert names == {"e1": {"Harold Fenwick"}, "e2": set(), "e3": {"Harold Fenwick"}}
    true = {("D-1", "Harold Fenwick"), ("D-2", "Harold Fenwick"), ("D-3", "Harold Fenwick")}
    found = {("D-1", "e1"), ("D-1", "e2"), ("D-2", "e2"), ("D-3", "e2"), ("D-2", "e3"), ("D-3", "e3")}
    # e3 shares two documents with him, e1 one: one to one, so e1 stands for nobody.
    assert match(found, true, names) == {"e3": "Harold Fenwick"}


def test_shares_by_band_worked_by_hand():
    rates = {"D-1": 0.0, "D-2": 0.01, "D-3": 0.02, "D-4": 0.3}
    shares = by_band([("D-1", "p"), ("D-2", "p"), ("D-3", "p"), ("D-4", "p")], {("D-1", "p"), ("D-4", "p")}, rates)
    assert shares["0"] == Share(1, 1)
    assert shares["under 2%"] == Share(0, 1)
    assert shares["2 to 5%"] == Share(0, 1)
    assert shares["15% and over"] == Share(1, 1)
    assert shares["under 5%"] == Share(1, 3)
    assert shares["5 to 10%"].value is None


def test_measures_worked_by_hand():
    # Harold is named in three documents and found in two, Martha in one and found; "Peter Lund" is nobody's.
    texts = {
        "D-1": "told Harold Fenwick that",
        "D-2": "told Harold Fenwick and Peter Lund that",
        "D-3": "told H-r-ld F-nw-ck that",
        "D-4": "told Martha Osgood that",
    }
    rows = [{"doc_id": doc_id, "text": text, "length_chars": len(text)} for doc_id, text in texts.items()]
    named = [
        Named("D-1", "Harold Fenwick", "person", "Harold Fenwick", is_legible=True),
        Named("D-2", "Harold Fenwick", "person", "Harold Fenwick", is_legible=True),
        Named("D-3", "Harold Fenwick", "person", "Harold Fenwick", is_legible=False),
        Named("D-4", "Martha Osgood", "person", "Martha Osgood", is_legible=True),
    ]
    forms = {"Harold Fenwick": {"haroldfenwick"}, "Martha Osgood": {"marthaosgood"}}
    corpus = Corpus([pa.Table.from_pylist(rows, schema=DOCUMENTS)], dict.fromkeys(texts, 0.0), named, forms)
    measures, examples = measure(corpus)
    assert measures.recall["0"] == Share(3, 4)
    assert measures.precision["0"] == Share(3, 4)
    assert measures.forms == Share(2, 2)
    assert measures.aliases == Share(2, 3)
    assert measures.n_targets == 0
    assert examples.missed == [("D-3", "Harold Fenwick")]
    assert values(measures)["recall"]["0"] == 0.75
    assert len(table(measures).splitlines()) == 1 + 7 + 1


def test_names_are_folded_to_letters_and_digits():
    assert fold("Fenwick, Harold J.") == "fenwickharoldj"


def test_both_corpora_name_the_same_people(tmp_path):
    written, heavy = read_written(tmp_path / "planted", 40, 0), misread_evenly(40, 0)
    assert {(one.doc_id, one.name) for one in written.named} == {(one.doc_id, one.name) for one in heavy.named}
    assert set(written.rates) == set(heavy.rates)
    assert max(heavy.rates.values()) > 0.15
