"""The TOML that `release new` writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_assets.settings.new_release import new_release_text, write_release
from bench_assets.settings.release import QualityThresholds, ReleaseSettings, parse_release
from scoring.contract import TaskType
from scoring.errors import BadInputError

PATH = Path("v1.toml")


def test_it_says_every_default_and_no_other_value():
    assert parse_release(new_release_text("v1", "letters"), PATH) == ReleaseSettings(release={"source": "letters"})


def test_it_shows_every_setting_so_that_nobody_must_look_one_up():
    text = new_release_text("v1", "letters")
    # [source] says where a source lies that this home has not locked: `release new` is given one that it has.
    sections = {name: model.annotation for name, model in ReleaseSettings.model_fields.items() if name != "source"}
    fields = [field for section in sections.values() for field in section.model_fields]
    fields += QualityThresholds.model_fields
    shown = ("\n{0} = ", "\n# {0} = ", ".{0}]")  # commented out: what has no default
    assert [field for field in fields if not any(form.format(field) in text for form in shown)] == []


def test_what_is_asked_for_is_written():
    quotas = {TaskType.SINGLE_HOP: 9, TaskType.DOSSIER: 4}
    text = new_release_text("v1", "letters", seed=5, max_targets=2, backbone_documents=0, quotas=quotas)
    settings = parse_release(text, PATH)
    assert (settings.release.seed, settings.corpus.max_targets, settings.corpus.backbone_documents) == (5, 2, 0)
    assert (settings.drafting.single_hop, settings.drafting.dossier, settings.drafting.timeline) == (9, 4, 40)


@pytest.mark.parametrize(("version", "source"), [("a|b", "letters"), ("v1", 'x"\n[models]'), ("", "letters")])
def test_a_name_that_could_write_other_settings_is_refused(version: str, source: str):
    with pytest.raises(BadInputError, match="cannot be used"):
        new_release_text(version, source)


def test_a_release_is_written_where_it_is_read(tmp_path: Path):
    path = write_release(tmp_path, "v1", new_release_text("v1", "letters"))
    assert path == tmp_path / "releases" / "v1.toml"
    assert parse_release(path.read_text(encoding="utf-8"), path).release.source == "letters"


def test_a_release_that_exists_is_not_written_over(tmp_path: Path):
    path = write_release(tmp_path, "v1", new_release_text("v1", "letters"))
    with pytest.raises(BadInputError) as refused:
        write_release(tmp_path, "v1", new_release_text("v1", "ledgers"))
    assert str(refused.value) == f"Release 'v1' exists: {path}. Choose another version, or edit that file."
    assert 'source = "letters"' in path.read_text(encoding="utf-8")


def test_a_faulty_text_leaves_no_file(tmp_path: Path):
    with pytest.raises(BadInputError, match=r"release: Field required"):
        write_release(tmp_path, "v1", "[corpus]\n")
    with pytest.raises(BadInputError, match="cannot be used"):
        write_release(tmp_path, "../v1", new_release_text("v1", "letters"))
    assert not (tmp_path / "releases").exists()
