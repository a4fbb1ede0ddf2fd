from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from bench_assets.cli.building import is_locked
from bench_assets.cli.homes import enter_home, make_home
from bench_assets.cli.interface import command, require_free
from bench_assets.cli.main import app
from bench_assets.cli.output import visible, with_replay_cache
from bench_assets.cli.reading import draw
from bench_assets.cli.scored import RESERVED, headline, lines_of
from bench_assets.reference.systems import SYSTEMS
from bench_assets.settings.new_release import new_release_text
from bench_assets.settings.release import ReleaseSection, ReleaseSettings, parse_release
from bench_assets.source.locks import lock_source, write_lock
from scoring.contract import Prediction
from scoring.errors import BadInputError
from scoring.reading import read_predictions

RUNNER = CliRunner()
BASE = {"question": "Who?", "answer": "Ada Quill", "gold_docs": ["d1"], "evidence": [], "provenance": {}}
KEY = [BASE | {"task_id": f"sh-{n}", "type": "single_hop"} for n in range(8)]
EMPTY_BOARD = {
    "release": "v1",
    "grade": "leaderboard grade",
    "always_refuse_macro": None,
    "saturated_types": [],
    "rows": [],
}
SOUND = [{"task_id": task["task_id"], "answer": "Ada", "citations": ["d1"], "retrieved": ["d1"]} for task in KEY]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "exports" / "v1"
    folder.mkdir(parents=True)
    (folder / "tasks.jsonl").write_text("".join(f"{json.dumps(task)}\n" for task in KEY), encoding="utf-8")
    (folder / "doc_ids.txt").write_text("d1\n", encoding="utf-8")
    (folder / "manifest.json").write_text('{"grade": "not leaderboard grade"}\n', encoding="utf-8")
    return tmp_path / "home"


def run(home: Path, *arguments: str) -> tuple[int, str, str]:
    result = RUNNER.invoke(app, [*arguments, "--home", str(home)])
    return result.exit_code, result.stdout, result.stderr


def predictions(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_every_fault_of_a_predictions_file_is_listed_with_its_line_and_ends_with_2(home: Path, tmp_path: Path) -> None:
    lines = [json.dumps(row) for row in SOUND]
    lines[1] = lines[1][:-4]  # bad JSON on line 2, whose task then is missing
    lines[2] = json.dumps(SOUND[2] | {"cost_usd": float("nan")})
    lines[3] = json.dumps(SOUND[4])  # sh-4 twice, sh-3 missing
    lines.append(json.dumps(SOUND[0] | {"task_id": "sh-99"}))
    path = predictions(tmp_path / "p.jsonl", lines)
    code, out, err = run(home, "validate", "v1", path, "--json")
    assert code == 2
    document = json.loads(out)
    faults = {fault["kind"]: [(e["line"], e["detail"]) for e in fault["examples"]] for fault in document["faults"]}
    assert not document["is_valid"]
    assert {kind: [line for line, _ in found] for kind, found in faults.items() if kind != "missing_task"} == {
        "bad_json": [2], "not_finite": [3], "unknown_task": [9], "duplicate_task": [5],
    }  # fmt: skip
    assert {"missing_task"} < set(faults)
    assert (None, '"sh-3"') in faults["missing_task"]
    for words in ("line 2", "line 3", "line 5", "line 9", "sh-3"):
        assert words in err


def test_a_sound_file_ends_with_0_a_next_step_and_a_warning_for_an_unknown_document(home: Path, tmp_path: Path) -> None:
    rows = [SOUND[0] | {"citations": ["d404"]}, *SOUND[1:]]
    path = predictions(tmp_path / "p.jsonl", [json.dumps(row) for row in rows])
    code, out, err = run(home, "validate", "v1", path, "--json")
    document = json.loads(out)
    assert (code, document["is_valid"], document["n_predictions"]) == (0, True, 8)
    assert document["warnings"][0]["examples"] == [{"task_id": "sh-0", "field": "citations", "doc_id": "d404"}]
    assert "Warning: 1 cited or retrieved documents are not in the corpus" in err
    assert "Next: docketbench score v1" in err


def test_a_trec_run_is_sound_and_told_what_it_cannot_be_scored_for(home: Path, tmp_path: Path) -> None:
    path = predictions(tmp_path / "p.trec", ["sh-0 Q0 d404 1 2 mine", "sh-0 Q0 d1 2 1 mine"])
    code, out, err = run(home, "validate", "v1", path, "--json")
    document = json.loads(out)
    assert (code, document["is_valid"], document["n_predictions"], document["is_ranking"]) == (0, True, 8, True)
    assert document["warnings"][0]["examples"] == [{"task_id": "sh-0", "field": "retrieved", "doc_id": "d404"}]
    assert "a run that ranks documents for 1 of the 8 tasks of v1. A run has no answers: recall and nDCG are" in err
    path = predictions(tmp_path / "p.trec", ["sh-0 Q0 d1 1 2 mine", "sh-99 Q0 d1 2 best mine"])
    code, out, _ = run(home, "validate", "v1", path, "--json")
    assert (code, [fault["kind"] for fault in json.loads(out)["faults"]]) == (2, ["unknown_task"])


def test_a_run_is_stored_as_lines_that_are_read_back(tmp_path: Path) -> None:
    rankings = [Prediction("sh-0", "", retrieved=("é d1", "d2"), is_ranking=True)]
    (tmp_path / "p.jsonl").write_bytes(lines_of(rankings))
    assert read_predictions(tmp_path / "p.jsonl", ["sh-0"]) == rankings
    scores = {"is_ranking": True, "retrieval": {"recall@5": 0.5, "ndcg@10": None}}
    scores["denominators"] = {"retrieval.ndcg@10": {"n_asked": 1}}
    assert headline(scores).startswith("Retrieval: recall@5 0.500, ndcg@10 not measured, over 1 tasks with gold. A run")


@pytest.mark.parametrize(
    ("name", "message"),
    [("../../evil", "cannot be used: a name is 1 to 64"), ("bm25", "belongs to a reference system")],
)
def test_a_submission_cannot_leave_its_folder_or_take_a_reference_name(
    home: Path, tmp_path: Path, name: str, message: str
) -> None:
    path = predictions(tmp_path / "p.jsonl", [json.dumps(row) for row in SOUND])
    code, out, err = run(home, "score", "v1", path, "--name", name, "--json")
    assert (code, json.loads(out)["exit_code"]) == (2, 2)
    assert message in err
    assert not (home / "submissions").exists()


def test_a_pipe_is_refused_because_it_can_be_read_but_once(home: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    code, _, err = run(home, "score", "v1", str(tmp_path / "pipe"), "--name", "mine")
    assert code == 2
    assert "it is a pipe or a device" in err


def test_source_add_then_release_new_write_files_a_build_can_read(tmp_path: Path) -> None:
    shards, home = tmp_path / "shards", tmp_path / "home"
    shards.mkdir()
    pq.write_table(pa.table({"id": ["a", "b"], "body": ["one\x1b[31m\ntwo", None]}), shards / "s1.parquet")
    (shards / "s2.parquet").write_bytes(b"not parquet")
    arguments = ("source", "add", "papers", str(shards), "--id-column", "id", "--text-column", "body")
    code, out, err = run(home, *arguments, "--json")
    document = json.loads(out)
    assert (code, document["shards"], document["rows"], document["unreadable"]) == (0, 2, 2, ["s2"])
    assert [row["doc_id"] for row in document["preview"]] == ["a", "b"]
    assert "s2" in err
    assert run(home, *arguments)[0] == 0
    assert "Next: docketbench release new" in err
    assert is_locked(home, "papers", shards)
    assert not is_locked(home, "other", shards)
    (shards / "s3.parquet").write_bytes(b"")
    assert not is_locked(home, "papers", shards)
    write_lock(home, lock_source("papers", shards, "id", "body"))
    assert is_locked(home, "papers", shards)
    assert run(home, "release", "new", "v1", "--source", "papers")[0] == 0
    code, _, err = run(home, "release", "new", "v1", "--source", "papers")
    assert code == 2
    assert "Release 'v1' exists" in err
    code, _, err = run(home, "release", "new", "v2", "--source", "nobody")
    assert code == 2
    assert "There is no source 'nobody'" in err
    assert "found papers" in err


def test_a_new_release_says_every_setting_at_its_default() -> None:
    text = new_release_text("v1", "papers")
    parsed = parse_release(text, Path("v1.toml"))
    assert parsed == ReleaseSettings(release=ReleaseSection(source="papers"))
    for name, section in parsed.model_dump(exclude={"source"}).items():  # where it lies: of no use beside its lock
        assert f"[{name}]" in text
        for key in section:
            optional = "# " if section[key] is None else ""
            assert f"\n{optional}{key} = " in text or f"\n[{name}.{key}]" in text, f"{name}.{key}"


def test_tasks_shows_a_seeded_sample_that_repeats(home: Path) -> None:
    code, out, _ = run(home, "tasks", "v1", "--sample", "3", "--seed", "7", "--json")
    document = json.loads(out)
    assert (code, document["release"], len(document["tasks"])) == (0, "v1", 3)
    assert document["tasks"] == draw(KEY[::-1], 3, 7)
    assert draw(KEY, 3, 8) != document["tasks"]
    assert draw(KEY, 99, 7) == KEY


def test_a_release_that_was_not_built_is_bad_input(tmp_path: Path) -> None:
    code, _, err = run(tmp_path, "board", "v9")
    assert code == 2
    assert "Build it with: docketbench build v9" in err
    code, out, err = run(tmp_path, "build", "v9", "--json")
    assert (code, "error" in json.loads(out)) == (2, True)
    assert "There is no release 'v9'" in err
    assert "docketbench release new v9 --source NAME" in err


def test_help_and_validate_import_nothing_heavy(home: Path, tmp_path: Path) -> None:
    path = predictions(tmp_path / "p.jsonl", [json.dumps(row) for row in SOUND])
    for arguments in (["--help"], ["validate", "v1", path, "--home", str(home), "--json"]):
        script = (
            "import sys\n"
            "from bench_assets.cli.main import app\n"
            f"app({arguments!r}, standalone_mode=False)\n"
            "heavy = {'dagster', 'polars', 'scipy', 'pyarrow', 'numpy', 'tantivy', 'litellm', 'torch', 'lancedb'}\n"
            "sys.stderr.write(repr(sorted(heavy & set(sys.modules))))\n"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        assert done.stderr.endswith("[]"), done.stderr


def test_the_reserved_names_are_the_reference_systems() -> None:
    assert RESERVED == SYSTEMS


def test_the_ui_listens_on_this_machine_only_and_a_taken_port_is_bad_input() -> None:
    import socket  # noqa: PLC0415

    assert command(3001)[-4:] == ["--host", "127.0.0.1", "--port", "3001"]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(BadInputError, match=r"cannot be used: .*--port"):
            require_free(taken.getsockname()[1])


def test_untrusted_text_has_no_escape_sequence_and_no_markup() -> None:
    assert visible("a\x1b[31mb [red]c\nd") == "a\N{REPLACEMENT CHARACTER}[31mb \\[red]c\nd"


def test_a_home_that_cannot_be_a_folder_is_one_message_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    shards = tmp_path / "s.parquet"
    pq.write_table(pa.table({"id": ["a"], "body": ["one"]}), shards)
    arguments = ("source", "add", "papers", str(shards), "--id-column", "id", "--text-column", "body")
    code, out, err = run(tmp_path / "file", *arguments, "--json")
    assert (code, json.loads(out)["exit_code"]) == (2, 2)
    assert err == (
        f"The home {tmp_path / 'file'} cannot be made or written to: File exists. "
        "Give another folder with --home, or grant access to this one.\n"
    )


@pytest.mark.parametrize("arguments", [("demo",), ("demo", "--replay"), ("ui", "--port", "39417")])
def test_a_home_below_a_file_is_refused_by_whatever_writes_first(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, _, err = run(tmp_path / "file" / "home", *arguments)
    assert code == 2
    assert err.startswith(f"The home {tmp_path / 'file' / 'home'} cannot be made or written to: Not a directory. ")


def test_a_home_whose_inner_folder_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dagster").write_text("", encoding="utf-8")
    with pytest.raises(BadInputError, match="cannot be made or written to: File exists"):
        enter_home(tmp_path)


def test_a_home_is_made_with_the_folders_above_it_and_left_as_it_is_found(tmp_path: Path) -> None:
    make_home(tmp_path / "a" / "b")
    (tmp_path / "a" / "b" / "kept").write_text("", encoding="utf-8")
    make_home(tmp_path / "a" / "b")
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["kept"]


@pytest.mark.parametrize(
    ("home", "why"),
    [("n" * 300, "File name too long"), ("~nobody-of-that-name/home", "Could not determine home directory")],
)
def test_a_home_that_no_file_can_lie_in_is_refused_by_every_command(home: str, why: str) -> None:
    for command_line in (["tasks", "v1"], ["build", "v1"], ["demo"]):
        ended = RUNNER.invoke(app, [*command_line, "--home", home])
        assert ended.exit_code == 2
        assert ended.stderr == f"The home {home} cannot be used: {why}. Give another folder with --home.\n"


def test_a_home_that_is_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    code, _, err = run(tmp_path / "loop", "board", "v1")
    assert code == 2
    assert f"The home {tmp_path / 'loop'} cannot be used: " in err


def test_an_empty_release_is_explained_beside_its_empty_results(home: Path) -> None:
    exports = home / "exports" / "v1"
    (exports / "tasks.jsonl").write_text("", encoding="utf-8")
    (exports / "manifest.json").write_text('{"counts": {"tasks": 0}, "yields": {}}', encoding="utf-8")
    (exports / "leaderboard.json").write_text(json.dumps(EMPTY_BOARD), encoding="utf-8")
    for name, expected in (("tasks", {"release": "v1", "tasks": []}), ("board", EMPTY_BOARD)):
        code, out, err = run(home, name, "v1", "--json")
        assert (code, json.loads(out)) == (0, expected)
        assert err.startswith("Release v1 has no task, so nothing can be scored against it: no draft was made. Look at")
        assert "Next: docketbench ui" in err


def test_a_board_without_a_row_of_a_release_with_tasks_says_so(home: Path) -> None:
    exports = home / "exports" / "v1"
    (exports / "manifest.json").write_text('{"counts": {"tasks": 8}, "yields": {}}', encoding="utf-8")
    (exports / "leaderboard.json").write_text(json.dumps(EMPTY_BOARD), encoding="utf-8")
    code, _, err = run(home, "board", "v1", "--json")
    assert code == 0
    assert err.startswith(
        "The board of v1 has no row: no submission was scored so far. docketbench build v1 scores the reference "
        "systems, or says why it cannot.\nNext: docketbench ui"
    )


def test_an_empty_release_without_its_manifest_is_one_document_of_bad_input(home: Path) -> None:
    exports = home / "exports" / "v1"
    (exports / "tasks.jsonl").write_text("", encoding="utf-8")
    (exports / "manifest.json").unlink()
    code, out, _ = run(home, "tasks", "v1", "--json")
    assert code == 2
    assert "has no manifest.json yet" in json.loads(out)["error"]


def test_replay_stands_alone_or_before_a_cache() -> None:
    for name in ("build", "demo"):
        told = " ".join(RUNNER.invoke(app, [name, "--help"]).stdout.split())
        assert "or from an exported one named after it (--replay cache.jsonl.gz)" in told
        assert "--replay-cache" not in told
    assert with_replay_cache(["build", "v1", "--replay", "out/cache.jsonl.gz", "--json"]) == [
        "build", "v1", "--replay", "--replay-cache", "out/cache.jsonl.gz", "--json"
    ]  # fmt: skip
    assert with_replay_cache(["build", "--replay", "v1"]) == ["build", "--replay", "v1"]
    assert with_replay_cache(["cache.jsonl", "--replay"]) == ["cache.jsonl", "--replay"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nosuch"], "No such command 'nosuch'"),
        (["build", "v1", "--workers", "0"], "--workers"),
        (["source", "add", "papers"], "Missing argument"),
        (["board", "v1", "--bogus"], "No such option: --bogus"),
    ],
)
def test_a_slip_in_the_command_line_is_json_too(arguments: list[str], told: str) -> None:
    ended = RUNNER.invoke(app, [*arguments, "--json"])
    document = json.loads(ended.stdout)
    assert (ended.exit_code, document["exit_code"]) == (2, 2)
    assert told in document["error"]
    assert told in ended.stderr


def test_tasks_of_one_type_are_shown_and_an_absent_type_is_named(home: Path) -> None:
    code, out, _ = run(home, "tasks", "v1", "--type", "single_hop", "--sample", "3", "--seed", "7", "--json")
    assert (code, len(json.loads(out)["tasks"])) == (0, 3)
    code, _, err = run(home, "tasks", "v1", "--type", "timeline")
    assert code == 2
    assert "has no 'timeline' task; it has single_hop" in err


def test_the_funnel_is_a_row_a_stage_and_a_column_a_type_and_says_why_a_type_is_short(home: Path) -> None:
    fell = {"stage": "rules", "n_in": 3, "passed": 1, "rejected": {"deixis": 2}, "not_applicable": 0, "examples": []}
    yields = {"single_hop": {"wanted": 2, "stages": [fell]}, "dossier": {"wanted": 0, "stages": []}}
    manifest = {"release": "v1", "yields": yields}
    (home / "exports" / "v1" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    code, out, err = run(home, "tasks", "v1", "--funnel")
    lines = [line.replace("│", "|").split("|") for line in out.splitlines()]
    rows = {cells[1].strip(): [cell.strip() for cell in cells[2:-1]] for cells in lines if len(cells) == 5}
    assert ["rules", "deixis", "2", "0"] in [[cell.strip() for cell in cells[1:-1]] for cells in lines]
    assert (code, rows["wanted"], rows["rules"], rows["short"]) == (0, ["2", "0"], ["1 (-2)", "0"], ["2", "0"])
    assert "single_hop: 2 short of 2: 2 fell at rules." in err
    code, out, _ = run(home, "tasks", "v1", "--funnel", "--type", "single_hop", "--json")
    document = json.loads(out)
    assert (code, list(document["yields"]), document["yields"]["single_hop"]["stages"]) == (0, ["single_hop"], [fell])
    code, _, err = run(home, "tasks", "v1", "--funnel", "--type", "riddle")
    assert (code, "There is no type 'riddle'; the types are single_hop, dossier." in err) == (2, True)


def test_the_funnel_of_an_earlier_versions_release_is_bad_input(home: Path) -> None:
    manifest = {"release": "v1", "yields": {"single_hop": {"drafted": {"tasks": 4}}}}
    (home / "exports" / "v1" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    code, _, err = run(home, "tasks", "v1", "--funnel")
    assert (code, "has yields that this version cannot read" in err) == (2, True)
