"""The release files that the repository brings along: they load, and say how their source is had."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from bench_assets.catalogue import read_catalogue
from bench_assets.partitions import releases_of_shard
from bench_assets.settings.release import ReleaseSettings, SourceSection, parse_release
from bench_assets.source.locks import write_lock
from scoring.errors import BadInputError
from tests.small_home import source

ROOT = Path(__file__).resolve().parents[3]
COMMITTED = ROOT / "data" / "releases" / "epstein-v1.toml"
COMMAND = (
    "docketbench source add epstein-files hf://datasets/aurora2424/Epstein-Files --id-column doc_id "
    "--text-column text_content --meta-column file_name --meta-column file_type --meta-column online_url"
)


def test_the_draft_has_the_settings_of_the_benchmark_that_it_follows():
    settings = parse_release(COMMITTED.read_text(encoding="utf-8"), COMMITTED)
    corpus = settings.corpus
    assert (corpus.max_targets, corpus.backbone_documents) == (40, 30_000)
    assert (corpus.chunk_tokens, corpus.chunk_overlap_tokens) == (512, 50)
    assert (settings.pooling.depth, settings.evaluation.bootstrap_draws) == (20, 1000)
    assert settings.models.judge == "openai/gpt-5.5-2026-04-23"


def test_a_home_that_has_not_locked_its_source_is_told_how_and_its_other_release_is_not_touched(tmp_path: Path):
    (tmp_path / "releases").mkdir()
    shutil.copy(COMMITTED, tmp_path / "releases")
    (tmp_path / "releases" / "v1.toml").write_text('[release]\nsource = "letters"\n', encoding="utf-8")
    write_lock(tmp_path, source("letters", "0"))
    found = read_catalogue(tmp_path)
    assert (found.faults, list(found.releases)) == ({}, ["epstein-v1", "v1"])
    assert releases_of_shard(found) == {"letters/0": ["v1"]}
    with pytest.raises(BadInputError) as refused:
        found.shards_of("epstein-v1")
    assert str(refused.value) == (
        "Release epstein-v1 names the source 'epstein-files', which has no lock; locked sources: letters. "
        f"Run: {COMMAND}"
    )


def test_the_page_gives_the_command_that_the_refusal_gives():
    assert f"\n{COMMAND}\n" in (ROOT / "docs" / "epstein-v1.md").read_text(encoding="utf-8")


def test_a_column_with_a_blank_survives_a_shell():
    section = SourceSection(
        location="./my papers", id_column="doc id", text_column="text", date_column="day", group_column="file name"
    )
    words = ["./my papers", "--id-column", "doc id", "--text-column", "text", "--date-column", "day"]
    words += ["--group-column", "file name"]
    assert section.arguments() == words
    assert shlex.split(shlex.join(words)) == words


def test_where_a_source_lies_is_no_default():
    assert ReleaseSettings(release={"source": "letters"}).source is None
