"""The two commands: exit codes, one JSON document, and an environment without the rest of the project."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.bootstrap import DRAWS

ROOT = Path(__file__).resolve().parents[2]
KEY = [
    {"task_id": "h1", "type": "single_hop", "question": "When?", "answer": "1961", "gold_docs": ["D-1"]},
    {"task_id": "u1", "type": "unanswerable", "question": "Who?", "answer": "", "gold_docs": []},
]
PREDICTIONS = [
    {"task_id": "h1", "answer": "1961", "citations": ["D-1"], "retrieved": ["D-1", "D-5"]},
    {"task_id": "u1", "answer": "The documents do not say.", "citations": [], "retrieved": []},
]
VERDICTS = [
    {"task_id": "h1", "is_refusal": False, "is_correct": True},
    {"task_id": "u1", "is_refusal": True, "is_correct": False},
]
# Blocks everything of the project but scoring, and everything scoring must not need.
ALONE = """
import importlib, pkgutil, runpy, sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"dagster", "litellm", "pyarrow", "rich", "typer", "polars", "bench_assets", "bench_resources"}:
            raise ImportError(name + " is not installed here")
sys.meta_path.insert(0, Block())
"""


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    written = {}
    for name, lines in {"tasks": KEY, "predictions": PREDICTIONS, "verdicts": VERDICTS}.items():
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        written[name] = str(path)
    return written


def given(files: dict[str, str], *names: str) -> list[str]:
    return [part for name in names for part in (f"--{name}", files[name])]


def test_score_prints_one_json_document(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *given(files, "tasks", "predictions", "verdicts"), "--json"]) == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert found["overall_cited_correctness"] == 1.0
    assert found["bootstrap"]["draws"] == DRAWS == 1000  # as --help says
    assert shown.err == ""


def test_score_without_json_is_for_people(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *given(files, "tasks", "predictions", "verdicts"), "--draws", "50", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("cited correctness (macro)   1.000  [")
    assert lines[1] == "  always refusing           0.500"


def test_score_reads_judgments(files: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "qrels").write_text("h1 0 D-1 2\n", encoding="utf-8")
    arguments = [*given(files, "tasks", "predictions", "verdicts"), "--qrels", str(tmp_path / "qrels"), "--json"]
    assert main(["score", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["retrieval_diagnostics"]["judged@10"] == 0.5


def test_validate_warns_of_unknown_documents(
    files: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ids").write_text("D-1\n", encoding="utf-8")
    arguments = ["validate", *given(files, "tasks", "predictions"), "--doc-ids", str(tmp_path / "ids")]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["is_valid"] is True
    assert found["warnings"] == [
        {
            "kind": "unknown_document",
            "count": 1,
            "examples": [{"task_id": "h1", "field": "retrieved", "doc_id": "D-5"}],
        }
    ]
    assert main(arguments) == 0
    assert 'Warning: 1 cited or retrieved ids are not in the corpus and count as wrong: retrieved of "h1": "D-5"' in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize("command", ["validate", "score"])
def test_faults_end_with_two_and_are_told_as_json_and_as_text(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], command: str
) -> None:
    Path(files["predictions"]).write_text('{"task_id": "z", "answer": NaN}\nnope\n', encoding="utf-8")
    extra = given(files, "verdicts") if command == "score" else []
    assert main([command, *given(files, "tasks", "predictions"), *extra, "--json"]) == 2
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert found["is_valid"] is False
    assert [(fault["kind"], fault["count"]) for fault in found["faults"]] == [
        ("bad_json", 1),
        ("unknown_task", 1),
        ("missing_task", 2),
    ]
    assert found["faults"][0]["examples"] == [{"line": 2, "detail": "Expecting value at character 1"}]
    assert found["error"] + "\n" == shown.err


def test_a_judge_that_is_not_installed_is_bad_input(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *given(files, "tasks", "predictions"), "--judge", "no such\njudge"]) == 2
    assert 'No judge is called "no such judge"; installed judges: ' in capsys.readouterr().err


JUDGE = """
from scoring.llm import Completion
class Judge:
    name = "always right"
    def complete_all(self, prompts):
        replies = {"judge_answer": '{"is_refusal": false, "is_correct": true}', "judge_rejection": '{"is_refusal": false, "names_premise": false}'}
        return [Completion(replies[prompt.prompt_id], self.name) for prompt in prompts]
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that registers one judge that works and one that does not."""
    (tmp_path / "invented_judge.py").write_text(JUDGE, encoding="utf-8")
    metadata = tmp_path / "invented_judge-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: invented-judge\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(
        "[docketbench.judges]\nright = invented_judge:Judge\ngone = invented_nothing:Judge\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("installed")
def test_any_package_can_bring_a_judge(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *given(files, "tasks", "predictions"), "--judge", "right", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["per_type"], found["judge_model"]) == ({"single_hop": 1.0, "unanswerable": 0.0}, "always right")


@pytest.mark.usefixtures("installed")
def test_a_judge_that_does_not_load_says_why(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *given(files, "tasks", "predictions"), "--judge", "gone"]) == 2
    assert capsys.readouterr().err == (
        "Judge \"gone\" does not load from invented_nothing:Judge: No module named 'invented_nothing'. "
        "Install what it needs, name another judge, or give --verdicts.\n"
    )


@pytest.mark.parametrize(
    "arguments", [[], ["score"], ["score", "--verdicts", "v", "--judge", "m"], ["score", "--draws", "0"], ["grade"]]
)
def test_usage_errors_end_with_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m scoring" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["score", "validate"])
def test_help_gives_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert f"example:\n  python -m scoring {command} --tasks tasks.jsonl" in capsys.readouterr().out


def run_alone(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", ALONE + code, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=120,
    )


def test_every_module_imports_without_the_rest_of_the_project() -> None:
    found = run_alone("""
import scoring
names = [module.name for module in pkgutil.iter_modules(scoring.__path__, "scoring.")]
for name in names:
    importlib.import_module(name)
heavy = {"scipy", "pytrec_eval", "pandas"} & set(sys.modules)
assert not heavy, heavy
print(len(names))
""")
    assert found.stderr == ""
    assert int(found.stdout) >= 17


def test_the_command_runs_without_the_rest_of_the_project(files: dict[str, str]) -> None:
    arguments = ["score", *given(files, "tasks", "predictions", "verdicts"), "--json"]
    found = run_alone('sys.argv[0] = "scoring"; runpy.run_module("scoring", run_name="__main__")', *arguments)
    assert found.stderr == ""
    assert json.loads(found.stdout)["per_type"] == {"single_hop": 1.0, "unanswerable": 1.0}
