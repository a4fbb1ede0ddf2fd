"""What an asset tells Dagster of its table, and what a preview must not do to its reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pyarrow as pa
import pytest

from bench_assets.graph import GRAPH, NODES
from bench_assets.progress import heard_by
from bench_assets.publishing.assets import questions
from bench_assets.results import (
    column_schema,
    current_fingerprints,
    inputs,
    inputs_from,
    preview,
    progress_of,
    schema_of,
    stage_result,
    version_of,
    wired,
    wired_to,
)
from bench_assets.schemas import CHUNKS, QUESTIONS, SETTINGS, TASKS
from bench_resources.lake import Lake, Made
from bench_resources.resources import HomeResource

QUESTION = {"task_id": "t1", "type": "single_hop", "question": "Who?"}
TABLE = pa.Table.from_pylist([QUESTION], schema=QUESTIONS)


@pytest.fixture
def context() -> Iterator[dg.AssetExecutionContext]:
    with dg.DagsterInstance.ephemeral() as instance:
        yield dg.build_asset_context(partition_key="v1", instance=instance)


@pytest.fixture
def home(tmp_path: Path) -> HomeResource:
    return HomeResource(folder=str(tmp_path))


def cells(value: object) -> str:
    """The one cell of a one-column preview."""
    head, rule, line = preview(pa.table({"text": [value]})).split("\n")
    assert (head, rule) == ("| text |", "| --- |")
    return line.removeprefix("| ").removesuffix(" |")


def test_a_table_without_rows_is_a_sentence():
    assert preview(QUESTIONS.empty_table()) == "no rows"


def test_a_preview_is_a_markdown_table_of_the_first_five_rows():
    shown = preview(pa.table({"a": range(7), "b": ["x"] * 7})).split("\n")
    assert shown == ["| a | b |", "| --- | --- |", *(f"| {n} | x |" for n in range(5))]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a | b", "a &#124; b"),
        ("a \\| b", "a &#92;&#124; b"),  # a backslash of the document's own would undo one of ours
        ("<script>x</script>", "&#60;script&#62;x&#60;/script&#62;"),
        ("&lt;b&gt;", "&#38;lt;b&#38;gt;"),
        ("one\ntwo\r\n\tthree", "one two three"),
        ("![x](https://example.org/pixel)", "&#33;&#91;x&#93;(https://example.org/pixel)"),
        ("`code` and # no head", "&#96;code&#96; and # no head"),
        ("Zoë Ünal, 3 May 1961", "Zoë Ünal, 3 May 1961"),
        ("", ""),
        (None, "null"),
        (0.5, "0.5"),
        (["d1", "é"], '&#91;"d1", "é"&#93;'),
    ],
)  # fmt: skip
def test_a_cell_is_one_harmless_line(value: object, shown: str):
    assert cells(value) == shown


def test_a_cell_is_cut_at_80_characters_before_it_is_made_harmless():
    assert cells("x" * 80) == "x" * 80
    assert cells("x" * 81) == "x" * 77 + "..."
    assert cells("|" * 81) == "&#124;" * 77 + "..."


def test_a_result_carries_the_version_the_fingerprint_and_the_counts(context, home: HomeResource):
    result = stage_result(context, home, "questions", Made(TABLE, {"kept": 1}, model_calls=3), {})
    staged = result.value
    shown = {name: getattr(value, "value", value) for name, value in result.metadata.items()}
    assert result.asset_key == dg.AssetKey("questions")
    assert version_of(result) == staged.footer.data_version
    assert staged.footer.fingerprint == current_fingerprints(context.instance, home.lake).expected("questions", "v1")
    assert shown == {
        "dagster/row_count": 1,
        "fingerprint": staged.footer.fingerprint,
        "size_bytes": staged.staged_path.stat().st_size,
        "model_calls": 3,
        "preview": "| task_id | type | question |\n| --- | --- | --- |\n| t1 | single_hop | Who? |",
        "notes": {"kept": 1},
        "path": str(home.lake.path("questions", "v1")),
    }


def test_a_page_of_markdown_is_shown_beside_the_preview(context, home: HomeResource):
    result = stage_result(context, home, "questions", Made(TABLE), {}, {"funnel": "### single_hop"})
    assert result.metadata["funnel"] == dg.MetadataValue.md("### single_hop")
    assert "preview" in result.metadata


def test_a_staged_result_is_not_yet_in_the_lake(context, home: HomeResource):
    staged = stage_result(context, home, "questions", Made(TABLE), {}).value
    assert home.lake.footer("questions", "v1") is None
    home.lake.publish(staged)
    assert home.lake.read("questions", "v1").equals(TABLE)


def test_versions_of_the_same_step_enter_the_fingerprint(context, home: HomeResource):
    found = {
        stage_result(context, home, "questions", Made(TABLE), versions).value.footer.fingerprint
        for versions in ({}, {"tasks": "one"}, {"tasks": "two"})
    }
    assert len(found) == 3


def test_a_table_of_another_schema_is_refused(context, home: HomeResource):
    with pytest.raises(ValueError, match="schema"):
        stage_result(context, home, "questions", Made(pa.table({"task_id": ["t1"]})), {})
    assert list((home.path / "lake").rglob("*.parquet")) == []


def test_a_null_column_is_cast_to_the_schema(context, home: HomeResource):
    untyped = pa.table({"task_id": ["t1"], "type": ["single_hop"], "question": pa.nulls(1)})
    assert stage_result(context, home, "questions", Made(untyped), {}).value.footer.n_rows == 1


def test_a_result_without_a_version_is_refused():
    with pytest.raises(ValueError, match="has no data version; make results with stage_result"):
        version_of(dg.MaterializeResult(asset_key="questions"))


def test_an_asset_called_directly_gives_its_table(home: HomeResource):
    task = QUESTION | {"answer": "Ona Quill", "items": [], "gold_docs": ["d1"], "gold_units": [["d1"]], "evidence": []}
    with dg.DagsterInstance.ephemeral() as instance:
        result = questions(
            dg.build_asset_context(partition_key="v1", instance=instance),
            home=home,
            tasks=pa.Table.from_pylist([task | {"entity_ids": [], "provenance": "{}"}], schema=TASKS),
        )
    home.lake.publish(result.value)
    assert Lake(home.path).read("questions", "v1").to_pylist() == [QUESTION]


def test_the_arguments_of_an_asset_come_from_the_page():
    made = wired("chunks")
    assert (made["name"], made["group_name"], set(made["ins"])) == ("chunks", "corpus", set(NODES["chunks"].upstream))
    arrows = wired_to("source_snapshot")
    assert "ins" not in arrows
    assert [dep.asset_key.path[-1] for dep in arrows["deps"]] == list(NODES["source_snapshot"].upstream)


def test_an_input_of_the_same_grid_needs_no_mapping_and_any_other_is_declared():
    for node in GRAPH:
        for name, made in inputs(node).items():
            assert (made.partition_mapping is None) == (NODES[name].grid == node.grid), (node.asset, name)


def test_an_input_of_a_check_is_mapped_as_its_asset_maps_it():
    assert inputs_from("facts", "corpus") == {"corpus": inputs(NODES["facts"])["corpus"]}


def test_the_schema_of_settings_is_one_for_all_sections():
    assert schema_of("pooling_settings") is schema_of("corpus_settings") is SETTINGS
    assert schema_of("chunks") is CHUNKS


def test_columns_are_shown_with_their_types():
    shown = column_schema(pa.schema([("n", pa.int64()), ("names", pa.list_(pa.string()))]))
    assert [(column.name, column.type) for column in shown.columns] == [("n", "int64"), ("names", "list<item: string>")]


def test_progress_names_its_partition_to_the_build_and_to_the_log_of_the_run():
    seconds = iter([0.0, 6.0])

    @dg.asset(partitions_def=dg.StaticPartitionsDefinition(["v1"]))
    def letters(context) -> None:
        progress_of(context, lambda: next(seconds))(1200, 5300)

    lines: list[str] = []
    with dg.DagsterInstance.ephemeral() as instance, heard_by(lines.append):
        result = dg.materialize([letters], partition_key="v1", instance=instance)
        logged = [entry.user_message for entry in instance.all_logs(result.run_id)]
    assert lines == ["letters v1: 1,200 of 5,300 documents"]
    assert lines[0] in logged
