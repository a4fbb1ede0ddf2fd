"""Every document that names somebody, across wraps, points and case - and no other."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.corpus.rescan import AliasScanner, count_documents

SCANNER = AliasScanner({"p": ["Harold J. Fenwick", "FENWICK, HAROLD"], "b": ["CSA", "Coastal Survey Agency"]})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("saw HAROLD J FENWICK there", ["p"]),
        ("saw Harold J.\nFenwick's boat", ["p"]),
        ("Fenwick,\n  Harold", ["p"]),
        ("Harold J. Fen-\nwick wrote", ["p"]),
        ("(CSA)", ["b"]),
        ("the coastal survey agency and Harold J. Fenwick", ["b", "p"]),
        ("saw Har0ld J. Fenwlck there", ["p"]),
        ("the Harold J. Fenwick Harbor Library", []),
        ("the Harold J. Fenwick Harbor Library, as Harold J. Fenwick wished", ["p"]),
        ("saw Harold J. Fenwick. Records were kept", ["p"]),
        ("csa", []),
        ("Harold J. Fenwicks", []),
        ("XHarold J. Fenwick", []),
        ("Harold Fenwick", []),
        ("", []),
    ],
)
def test_what_a_text_names(text, found):
    assert SCANNER.entities(text) == found


def test_no_alias_finds_nothing():
    assert AliasScanner({}).entities("Harold") == []
    assert AliasScanner({"x": ["", "--"]}).entities("-- Harold") == []


def test_documents_are_counted_once():
    documents = pa.table({"doc_id": ["a", "b"], "text": ["CSA CSA", "none"]})
    again = pa.table({"doc_id": ["a"], "text": ["CSA"]})
    assert count_documents([documents, again], {"b": ["CSA"], "z": ["Zed Zulu"]}, {"z": ["b"]}) == {"b": 1, "z": 1}


def test_a_document_known_to_name_somebody_by_a_shared_name_is_found_too():
    scanner = AliasScanner({"a": ["Harold Fenwick"]}, {"a": ["D-2"]})
    assert scanner.entities_in("D-1", "Chairman Fenwick") == []
    assert scanner.entities_in("D-2", "Chairman Fenwick") == ["a"]
    assert scanner.entities_in("D-2", "Harold Fenwick") == ["a"]
