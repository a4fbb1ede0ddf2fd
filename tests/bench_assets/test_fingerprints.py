"""What moves a fingerprint, and what must not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from bench_assets.fingerprints import Recorded, code_version, prompt_version, reader_version, shard_row
from bench_assets.graph import NODES
from bench_resources.lake import Lake
from bench_resources.prompting import template
from scoring.errors import BadInputError
from tests.small_home import OTHER_ROWS, ROWS, catalogue, fingerprints, partitions, put, release, source


def settings_change(home: Path, version: str = "v1", **sections: object) -> str:
    """The fingerprint of v1's pooling settings when a release's TOML says something else."""
    held = catalogue(home)
    releases = {**held.releases, version: release(held.releases[version].release.source, **sections)}
    return fingerprints(home, catalogue(home, releases=releases)).expected("pooling_settings", "v1")


def test_a_fingerprint_is_32_hex_digits_and_repeats(tmp_path: Path):
    first = fingerprints(tmp_path).expected("chunks", "v1")
    assert len(first) == 32
    assert set(first) <= set("0123456789abcdef")
    assert fingerprints(tmp_path).expected("chunks", "v1") == first


def test_it_changes_with_the_key_and_with_the_asset(tmp_path: Path):
    found = fingerprints(tmp_path)
    three = {found.expected("questions", "v1"), found.expected("questions", "v2"), found.expected("chunks", "v1")}
    assert len(three) == 3


def test_it_changes_with_the_code_version(tmp_path: Path):
    found = {
        replace(fingerprints(tmp_path), _code_versions={"corpus": version}).expected("corpus", "v1")
        for version in ("1", "2")
    }
    assert len(found) == 2


def test_a_code_version_is_the_logic_number_and_every_prompt_and_the_readers_code_where_a_prompt_is_asked():
    node = NODES["answerability_verdicts"]
    prompts = [f"{name}.{prompt_version(name)}" for name in ("answer", "judge_answer", "judge_items")]
    asked = "+".join([*prompts, f"reader.{reader_version()}"])
    assert code_version(replace(node, logic=1)) == f"1+{asked}"
    assert code_version(replace(node, logic=2)) == f"2+{asked}"
    assert code_version(replace(node, logic=3, prompts=())) == "3"


def test_a_prompt_version_changes_with_wording_and_with_the_reply_it_asks_for():
    class Other(BaseModel):
        is_other: bool

    held = template("answer")
    reworded, reshaped = replace(held, text=held.text + " Please."), replace(held, response=Other)
    assert prompt_version("answer") == held.version
    assert len({held.version, reworded.version, reshaped.version}) == 3


def test_a_changed_section_changes_its_own_settings(tmp_path: Path):
    assert settings_change(tmp_path, pooling={"depth": 21}) != settings_change(tmp_path)


@pytest.mark.parametrize(
    "sections",
    [{"corpus": {"max_targets": 3}}, {"evaluation": {"bootstrap_draws": 200}}, {"drafting": {"single_hop": 1}}],
)
def test_another_section_changes_nothing(tmp_path: Path, sections: dict[str, object]):
    assert settings_change(tmp_path, **sections) == settings_change(tmp_path)


def test_another_release_changes_nothing(tmp_path: Path):
    assert settings_change(tmp_path, "v2", pooling={"depth": 21}) == settings_change(tmp_path)


def test_a_protected_name_changes_the_corpus_the_drafting_and_no_other_stage(tmp_path: Path):
    sections = ("corpus_settings", "drafting_settings", "pooling_settings")
    before = [fingerprints(tmp_path).expected(section, "v1") for section in sections]
    (tmp_path / "protected").mkdir()
    (tmp_path / "protected" / "minors.txt").write_text("Bram Sedge\n", encoding="utf-8")
    after = [fingerprints(tmp_path).expected(section, "v1") for section in sections]
    assert [was != now for was, now in zip(before, after, strict=True)] == [True, True, False]


def test_a_model_changes_only_the_stages_that_ask_it(tmp_path: Path):
    # ROLES: pooling asks cheap and strong; the answerer is asked in evaluation alone.
    assert settings_change(tmp_path, models={"strong": "other"}) != settings_change(tmp_path)
    assert settings_change(tmp_path, models={"answerer": "other"}) == settings_change(tmp_path)


def test_it_changes_with_an_upstream_data_version_and_not_with_its_fingerprint(tmp_path: Path):
    put(tmp_path, "chunks", "v1", ROWS, "first")
    before = fingerprints(tmp_path).expected("bm25_index", "v1")
    put(tmp_path, "chunks", "v1", ROWS, "second")  # made again from other code, with the same rows
    assert fingerprints(tmp_path).expected("bm25_index", "v1") == before
    put(tmp_path, "chunks", "v1", OTHER_ROWS, "second")
    assert fingerprints(tmp_path).expected("bm25_index", "v1") != before


def test_a_lost_upstream_table_changes_it(tmp_path: Path):
    for shard in ("letters/0", "letters/1"):
        put(tmp_path, "documents", shard)
    before = fingerprints(tmp_path).expected("source_snapshot", "v1")
    Lake(tmp_path).path("documents", "letters/1").unlink()
    assert fingerprints(tmp_path).expected("source_snapshot", "v1") != before


def test_shards_of_another_source_change_nothing(tmp_path: Path):
    before = fingerprints(tmp_path).expected("source_snapshot", "v1")
    put(tmp_path, "documents", "ledgers/0")
    assert fingerprints(tmp_path).expected("source_snapshot", "v1") == before


def test_versions_of_the_running_step_win_over_the_lake(tmp_path: Path):
    put(tmp_path, "documents", "letters/0", ROWS)
    held = Lake(tmp_path).footer("documents", "letters/0")
    found = fingerprints(tmp_path)
    in_lake = found.expected("document_quality", "letters/0")
    assert found.expected("document_quality", "letters/0", {"documents": held.data_version}) == in_lake
    assert found.expected("document_quality", "letters/0", {"documents": "new"}) != in_lake


def test_a_shard_changes_with_its_lock_and_no_other(tmp_path: Path):
    held = catalogue(tmp_path)
    changed = fingerprints(
        tmp_path, catalogue(tmp_path, sources={**held.sources, "letters": source("letters", "0", "1", sha256="cc")})
    )
    same = fingerprints(tmp_path)
    assert changed.expected("shard_locks", "letters/0") != same.expected("shard_locks", "letters/0")
    assert changed.expected("shard_locks", "ledgers/0") == same.expected("shard_locks", "ledgers/0")


def test_predictions_change_with_the_submitted_file(tmp_path: Path):
    folder = tmp_path / "submissions" / "v1" / "mine"
    folder.mkdir(parents=True)
    seen = set()
    for text in ("{}\n", "{} \n"):
        (folder / "predictions.jsonl").write_text(text, encoding="utf-8")
        seen.add(fingerprints(tmp_path).expected("predictions", "v1|mine"))
    assert len(seen) == 2


def test_predictions_without_a_file_are_refused(tmp_path: Path):
    with pytest.raises(BadInputError, match=r"holds no predictions\.jsonl"):
        fingerprints(tmp_path).expected("predictions", "v1|mine")


def test_a_submission_to_another_release_does_not_touch_this_board(tmp_path: Path):
    put(tmp_path, "scores", "v1|mine")
    before = fingerprints(tmp_path, submissions=["mine"]).expected("leaderboard", "v1")
    put(tmp_path, "scores", "v2|theirs")
    assert fingerprints(tmp_path, submissions=["mine", "theirs"]).expected("leaderboard", "v1") == before
    put(tmp_path, "scores", "v1|theirs")
    assert fingerprints(tmp_path, submissions=["mine", "theirs"]).expected("leaderboard", "v1") != before


def test_reuse_needs_the_fingerprint_and_every_side_file(tmp_path: Path):
    found = fingerprints(tmp_path)
    assert found.reusable("chunks", "v1") is None
    put(tmp_path, "chunks", "v1", ROWS, "of another day")
    assert found.reusable("chunks", "v1") is None
    side = tmp_path / "side.bin"
    side.write_bytes(b"four")
    put(tmp_path, "chunks", "v1", ROWS, found.expected("chunks", "v1"), side_files=[side])
    assert Recorded.of(found.reusable("chunks", "v1")) == Recorded.of(Lake(tmp_path).footer("chunks", "v1"))
    side.write_bytes(b"for")
    assert found.reusable("chunks", "v1") is None


def test_a_quarantined_shard_is_tried_again(tmp_path: Path):
    found = fingerprints(tmp_path)
    [shard, *_] = catalogue(tmp_path).shards
    fingerprint = found.expected("documents", shard)
    for reason, is_reused in (("it cannot be opened", False), (None, True)):
        put(tmp_path, "documents", shard, ROWS, fingerprint, notes={"quarantine_reason": reason})
        assert (found.reusable("documents", shard) is not None) is is_reused


def test_a_shard_row_is_what_its_lock_says(tmp_path: Path):
    assert shard_row(catalogue(tmp_path), "letters/1") == {
        "shard": "letters/1",
        "path": "1.parquet",
        "bytes": 10,
        "sha256": "aa",
        "id_column": "doc_id",
        "text_column": "text",
        "date_column": None,
        "group_column": None,
        "meta_columns": [],
        "kind": "parquet",
        "etag": None,
    }


def test_a_shard_in_no_lock_is_refused(tmp_path: Path):
    with pytest.raises(BadInputError) as refused:
        shard_row(catalogue(tmp_path), "letters/9")
    assert str(refused.value) == (
        f"Shard 'letters/9' is in no lock of {tmp_path / 'sources'}. Run: docketbench source add"
    )


def test_keys_are_those_of_the_release():
    assert partitions("mine").releases == ["v1", "v2"]
