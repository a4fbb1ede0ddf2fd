"""What each stage may know of its release, and the list of people who are nobody's target."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.schemas import SETTINGS
from bench_assets.settings.release import CorpusSection, PoolingSection
from bench_assets.settings.tables import ROLES, protected_names, read_settings, settings_row
from scoring.errors import BadInputError
from tests.small_home import catalogue, release


def protect(home: Path, name: str, content: bytes) -> Path:
    path = home / "protected" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return path


def test_a_row_holds_its_own_section_the_models_it_asks_and_the_seed(tmp_path: Path):
    row = settings_row(
        catalogue(tmp_path, releases={"v1": release("letters", pooling={"depth": 3})}), "pooling_settings", "v1"
    )
    assert (row["section"], row["source"], row["seed"], row["protected_names"]) == ("pooling", "letters", 7, [])
    assert json.loads(row["settings"]) == PoolingSection(depth=3).model_dump()
    assert json.loads(row["models"]) == {"cheap": "embedded", "strong": "embedded"}


def test_an_embedder_is_asked_nothing_and_so_brings_no_sampling(tmp_path: Path):
    row = settings_row(catalogue(tmp_path), "retrieval_settings", "v1")
    assert (json.loads(row["models"]), json.loads(row["sampling"])) == ({"embedder": "static"}, {})


def test_every_section_gives_a_row_of_the_schema_that_reads_back(tmp_path: Path):
    found = catalogue(tmp_path)
    for section in ROLES:
        table = pa.Table.from_pylist([settings_row(found, f"{section}_settings", "v1")], schema=SETTINGS)
        stage = read_settings(table)
        assert (stage.source, stage.seed, set(stage.models)) == ("letters", 7, set(ROLES[section]))


def test_a_section_reads_back_as_its_model(tmp_path: Path):
    held = CorpusSection(max_targets=3, chunk_tokens=99)
    row = settings_row(catalogue(tmp_path, releases={"v1": release("letters", corpus=held)}), "corpus_settings", "v1")
    assert read_settings(pa.Table.from_pylist([row], schema=SETTINGS)).section(CorpusSection) == held


def test_a_section_is_not_read_as_another(tmp_path: Path):
    row = settings_row(catalogue(tmp_path), "corpus_settings", "v1")
    with pytest.raises(ValueError, match="Extra inputs are not permitted"):
        read_settings(pa.Table.from_pylist([row], schema=SETTINGS)).section(PoolingSection)


def test_a_row_of_an_unknown_release_is_refused(tmp_path: Path):
    with pytest.raises(BadInputError, match="There is no release 'v9'"):
        settings_row(catalogue(tmp_path), "corpus_settings", "v9")


def test_protected_names_come_from_every_file_without_comments_blanks_and_repeats(tmp_path: Path):
    protect(
        tmp_path, "a.txt", b"# people of the letters\nOna Quill  # a minor\n\n  Bram Sedge \r\nOna Quill\n#Nobody\n"
    )
    protect(tmp_path, "b.txt", "Zoë Ünal\nBram Sedge".encode())
    protect(tmp_path, "c.md", b"Not A Name\n")
    assert protected_names(catalogue(tmp_path)) == ["Bram Sedge", "Ona Quill", "Zoë Ünal"]


def test_a_byte_order_mark_does_not_unprotect_the_first_name(tmp_path: Path):
    protect(tmp_path, "a.txt", b"\xef\xbb\xbfOna Quill\nBram Sedge\n")
    assert protected_names(catalogue(tmp_path)) == ["Bram Sedge", "Ona Quill"]


def test_without_a_file_nobody_is_protected(tmp_path: Path):
    assert protected_names(catalogue(tmp_path)) == []


def test_the_corpus_and_the_drafting_know_who_is_protected(tmp_path: Path):
    protect(tmp_path, "a.txt", b"Ona Quill\n")
    held = {section: settings_row(catalogue(tmp_path), f"{section}_settings", "v1") for section in ROLES}
    assert {section for section, row in held.items() if row["protected_names"]} == {"corpus", "drafting"}
    table = pa.Table.from_pylist([held["corpus"]], schema=SETTINGS)
    assert read_settings(table).protected_names == frozenset({"Ona Quill"})


def test_a_list_that_is_not_utf8_is_refused_rather_than_read_in_part(tmp_path: Path):
    path = protect(tmp_path, "a.txt", b"Ona Quill\nBj\xf6rn Sedge\n")
    with pytest.raises(BadInputError) as refused:
        protected_names(catalogue(tmp_path))
    assert str(refused.value) == (
        f"{path} is not UTF-8: 'utf-8' codec can't decode byte 0xf6 in position 12: invalid start byte. "
        "Save it as UTF-8: no name in it is known."
    )
