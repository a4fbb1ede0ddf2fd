"""What a build would reuse, with all that it is made from."""

from __future__ import annotations

from pathlib import Path

from bench_assets.forecasting.standing import Standing
from bench_assets.planning import plan_steps
from tests.small_home import OTHER_ROWS, ROWS, build, fingerprints, put

KEYS = ("letters/0", "letters/1")


def built(home: Path) -> None:
    """The source of v1, its settings and its snapshot."""
    for step in plan_steps():
        for key in {"source": KEYS, "settings": ("v1",), "source_snapshot": ("v1",)}.get(step.name, ()):
            build(home, step, key)


def test_what_was_never_built_does_not_stand(tmp_path: Path):
    assert not Standing(fingerprints(tmp_path)).holds("source_snapshot", "v1")


def test_what_was_built_from_what_stands_does(tmp_path: Path):
    built(tmp_path)
    standing = Standing(fingerprints(tmp_path))
    assert standing.holds("source_snapshot", "v1")
    assert not standing.holds("target_entities", "v1")


def test_what_is_made_from_a_partition_that_is_built_anew_does_not(tmp_path: Path):
    built(tmp_path)
    # The lock of a shard is another one's: its documents keep their fingerprint, and must be looked at again.
    put(tmp_path, "shard_locks", KEYS[0], ROWS, "of another lock")
    assert not Standing(fingerprints(tmp_path)).holds("documents", KEYS[0])
    assert not Standing(fingerprints(tmp_path)).holds("source_snapshot", "v1")
    assert Standing(fingerprints(tmp_path)).holds("documents", KEYS[1])


def test_a_shard_that_could_not_be_read_stands_for_what_was_built_without_it(tmp_path: Path):
    built(tmp_path)
    expected = fingerprints(tmp_path).expected("documents", KEYS[0])
    put(tmp_path, "documents", KEYS[0], OTHER_ROWS, expected, notes={"quarantine_reason": "it is empty"})
    assert Standing(fingerprints(tmp_path)).holds("documents", KEYS[0])
    put(tmp_path, "documents", KEYS[0], OTHER_ROWS, "of another lock", notes={"quarantine_reason": "it is empty"})
    assert not Standing(fingerprints(tmp_path)).holds("documents", KEYS[0])


def test_a_submission_whose_folder_is_gone_does_not_stand(tmp_path: Path):
    put(tmp_path, "predictions", "v1|mine")
    assert not Standing(fingerprints(tmp_path, submissions=["mine"])).holds("predictions", "v1|mine")
