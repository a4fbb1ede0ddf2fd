"""The columns a source is read by, guessed only where their names leave no doubt."""

from __future__ import annotations

import pytest

from bench_assets.source.choice import Asked, choose_columns
from bench_assets.source.rows import Columns, Suits
from scoring.errors import BadInputError

TEXT, BYTES, INTEGER, OTHER = Suits.TEXT, Suits.BYTES, Suits.INTEGER, Suits.OTHER


def test_columns_are_guessed_by_name_and_type():
    known = {"Doc ID": TEXT, "file_name": TEXT, "content": BYTES, "text_content": TEXT}
    assert choose_columns(known, Asked()) == Columns("Doc ID", "text_content")
    assert choose_columns({"id": INTEGER, "text": TEXT, "body": OTHER}, Asked()) == Columns("id", "text")


def test_a_named_column_is_taken_as_it_is_and_the_other_guessed():
    known = {"id": TEXT, "doc_id": TEXT, "text": TEXT}
    asked = Asked(id="doc_id", date="day", meta=("n", "m", "n"), group="record")
    assert choose_columns(known, asked) == Columns("doc_id", "text", "day", ("n", "m"), "record")


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ({"id": TEXT, "doc_id": TEXT, "text": TEXT}, r"the id of a document is unclear: id, doc_id could each be it\. Name it with --id-column\."),
        ({"ref": TEXT, "n": INTEGER, "text": TEXT}, "the id .*: no column is called like one; of its type are ref, n, text"),
        ({"id": TEXT, "text": TEXT, "body": TEXT}, r"the text .*: text, body could each be it\. Name it with --text-column"),
        ({"id": INTEGER, "text": BYTES}, "the text .*: no column has its type; found id, text"),
        ({}, "found none, no shard can be read"),
    ],
)  # fmt: skip
def test_a_guess_that_is_unclear_is_refused_with_the_candidates(known, message):
    with pytest.raises(BadInputError, match=message):
        choose_columns(known, Asked())
