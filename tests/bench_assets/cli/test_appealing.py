"""`appeal` from a claim to a person's decision, over a release of files."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest
from typer.testing import CliRunner

from bench_assets.cli.main import app
from bench_assets.reviewing.appeals import Accepted, accepted_appeals
from bench_assets.settings.new_release import new_release_text
from tests.small_home import put

RUNNER = CliRunner()
TEXT = "Memorandum.\nAda Quill signed the lease of the Tern boathouse on 3 May 1961.\nFiled."
KEY = [
    {"task_id": "sh-1", "type": "single_hop", "question": "Who signed the lease of the Tern boathouse?", "answer": "Ada Quill", "gold_docs": ["d1"]},
    {"task_id": "un-1", "type": "unanswerable", "question": "Who witnessed it?", "answer": ""},
]  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    exports = tmp_path / "exports" / "v1"
    exports.mkdir(parents=True)
    (exports / "tasks.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in KEY), encoding="utf-8")
    (exports / "doc_ids.txt").write_text("d1\nd2\n", encoding="utf-8")
    (exports / "manifest.json").write_text("{}\n", encoding="utf-8")
    (tmp_path / "releases").mkdir()
    (tmp_path / "releases" / "v1.toml").write_text(new_release_text("v1", "papers"), encoding="utf-8")
    put(tmp_path, "corpus", "v1", pa.table({"doc_id": ["d1", "d2"], "text": [TEXT, TEXT]}))
    return tmp_path


def run(home: Path, *arguments: str) -> tuple[int, str, str]:
    ended = RUNNER.invoke(app, ["appeal", "v1", *arguments, "--home", str(home)])
    return ended.exit_code, ended.stdout, ended.stderr


def test_a_claim_is_filed_judged_and_accepted(home: Path) -> None:
    code, out, err = run(home, "sh-1", "d2", "--quote", "Ada  Quill signed the lease", "--json")
    filed = json.loads(out)["appeal"]
    assert (code, filed["state"], filed["quote"], filed["start"]) == (0, "open", "Ada Quill signed the lease", 12)
    assert Path(filed["file"]).parent == home / "appeals" / "v1"
    assert "Next: docketbench appeal v1 --judge" in err
    assert accepted_appeals(home / "appeals" / "v1") == {}

    code, out, _ = run(home, "--judge", "--json")
    [judged] = json.loads(out)["judged"]
    assert (code, judged["judge"]["model"], judged["state"]) == (0, "embedded", "open")
    code, out, err = run(home, "--judge", "--json")
    assert (code, json.loads(out)) == (0, {"release": "v1", "judged": [], "failed": {}, "n_known": 1})

    code, _, err = run(home, "sh-1", "d2", "--accept", "--reason", "It names her.")
    assert (code, "Release v1 stays as it is" in err) == (0, True)
    assert accepted_appeals(home / "appeals" / "v1") == {
        "sh-1": [Accepted("d2", "Ada Quill signed the lease", "It names her.")]
    }
    code, out, err = run(home, "--list")
    assert (code, "accepted" in out, "0 of 1 appeals wait for a person." in err) == (0, True, True)
    code, out, _ = run(home, "--list", "--json")
    assert [one["state"] for one in json.loads(out)["appeals"]] == ["accepted"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("sh-9", "d2", "--quote", "Ada"), 'Release v1 has no task "sh-9"'),
        (("un-1", "d2", "--quote", "Ada"), "whose right answer is to decline"),
        (("sh-1", "d1", "--quote", "Ada"), "is gold of task sh-1 already"),
        (("sh-1", "d9", "--quote", "Ada"), 'Document "d9" is not in the corpus of v1'),
        (("sh-1", "d2", "--quote", "Bram Tarn"), 'The quote "Bram Tarn" does not stand in document "d2"'),
        (("sh-1", "d2", "--accept", "--reason", "Yes."), "There is no appeal on task"),
        (("sh-1", "d2", "--accept"), "do not go together"),
        (("sh-1", "d2", "--accept", "--reject", "--reason", "x"), "do not go together"),
        (("sh-1", "--quote", "Ada"), "do not go together"),
        (("sh-1", "d2", "--list"), "do not go together"),
        (("--list", "--judge"), "do not go together"),
        ((), "do not go together"),
    ],
)
def test_what_cannot_be_claimed_or_asked_ends_with_2_and_stores_nothing(
    home: Path, arguments: tuple[str, ...], told: str
) -> None:
    code, out, err = run(home, *arguments, "--json")
    assert (code, json.loads(out)["exit_code"], told in err) == (2, 2, True), err
    assert not (home / "appeals").exists()


def test_an_appeal_whose_task_is_gone_is_named_and_the_others_are_judged(home: Path) -> None:
    assert run(home, "sh-1", "d2", "--quote", "Ada Quill")[0] == 0
    gone = KEY[0] | {"task_id": "sh-2"}
    key = "".join(f"{json.dumps(line)}\n" for line in [*KEY, gone])
    (home / "exports" / "v1" / "tasks.jsonl").write_text(key, encoding="utf-8")
    assert run(home, "sh-2", "d2", "--quote", "Ada Quill")[0] == 0
    (home / "exports" / "v1" / "tasks.jsonl").write_text(json.dumps(KEY[0]) + "\n", encoding="utf-8")
    code, out, err = run(home, "--judge", "--json")
    document = json.loads(out)
    assert (code, len(document["judged"]), len(document["failed"])) == (1, 1, 1)
    assert "1 of 2 appeals were not judged: sh-2--" in err


def test_texts_that_this_home_does_not_have_are_named(home: Path) -> None:
    (home / "lake" / "corpus" / "v1.parquet").unlink()
    code, _, err = run(home, "sh-1", "d2", "--quote", "Ada")
    assert (code, "Build the corpus here with: docketbench build v1 --only corpus" in err) == (2, True)


def test_an_unbuilt_release_has_no_appeals_to_list(tmp_path: Path) -> None:
    code, _, err = run(tmp_path, "--list")
    assert (code, "Build it with: docketbench build v1" in err) == (2, True)
