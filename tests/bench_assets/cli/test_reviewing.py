"""`review` from a release of files to a retraction: the page, the marks, what is refused."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from typer.testing import CliRunner

from bench_assets.cli.main import app
from bench_assets.cli.reviewing import agreement_told, read_texts
from bench_assets.reviewing.sampling import draw_sample
from bench_assets.reviewing.summary import Agreement, ReviewedType, ReviewSummary
from tests.small_home import put

RUNNER = CliRunner()
MANIFEST = b'{"grade": "not leaderboard grade"}\n'
RELEASE_FILE = '# ours\n[release]\nsource = "papers"\n\n[publishing.retractions]  # why\nsh-old = "wrong date"\n'
TEXT = "Ada Quill signed the lease of the Tern boathouse."


def task(n: int) -> dict[str, Any]:
    evidence = [{"doc_id": "d1", "start": 0, "end": 9, "quote": "Ada Quill"}]
    shared = {"answer": "Ada Quill", "items": [], "evidence": evidence, "provenance": {"certificate": None}}
    return {"task_id": f"sh-{n}", "type": "single_hop", "question": f"Who signed lease {n}?"} | shared


def absent(n: int) -> dict[str, Any]:
    certificate = {"aliases": ["Ada Quill"], "documents_read": ["d1", "d2"]}
    shared = {"answer": "", "items": [], "evidence": [], "provenance": {"certificate": certificate}}
    return {"task_id": f"un-{n}", "type": "unanswerable", "question": f"Who witnessed lease {n}?"} | shared


KEY = [*(task(n) for n in range(40)), *(absent(n) for n in range(2))]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    exports, releases = home / "exports" / "v1", home / "releases"
    exports.mkdir(parents=True)
    releases.mkdir()
    (exports / "tasks.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in KEY), encoding="utf-8")
    (exports / "manifest.json").write_bytes(MANIFEST)
    (releases / "v1.toml").write_text(RELEASE_FILE, encoding="utf-8")
    put(home, "corpus", "v1", pa.table({"doc_id": ["d1", "d3"], "text": [TEXT, "Nothing."]}))
    return home


def run(home: Path, *arguments: str) -> tuple[int, str, str]:
    result = RUNNER.invoke(app, ["review", *arguments, "--home", str(home)])
    return result.exit_code, result.stdout, result.stderr


def saved(path: Path, reviewer: str, values: dict[str, str], **changed: Any) -> str:
    marks = [{"task_id": task_id, "mark": value, "reason": "Two leases."} for task_id, value in values.items()]
    digest = hashlib.sha256(MANIFEST).hexdigest()
    held = {"release": "v1", "manifest_sha256": digest, "seed": 7, "share": 0.1, "reviewer": reviewer, "marks": marks}
    path.write_text(json.dumps(held | changed), encoding="utf-8")
    return str(path)


def test_a_sample_is_marked_read_back_and_its_bad_task_withdrawn(home: Path, tmp_path: Path) -> None:
    code, out, err = run(home, "v1", "--seed", "7", "--json")
    written = json.loads(out)
    page = Path(written["page"])
    assert (code, page) == (0, home / "review_pages" / "review-v1-7.html")
    # 30 of 42: 28.57 and 1.43, the one left to the larger remainder
    assert written["types"] == {
        "single_hop": {"n_tasks": 40, "n_sampled": 29},
        "unanswerable": {"n_tasks": 2, "n_sampled": 1},
    }
    assert written["documents_missing"] == ["d2"]
    assert "1 documents are not in this home" in err
    assert "Next: docketbench review v1 --read review-v1-7.json" in err
    content = page.read_bytes()
    assert b"signed the lease of the Tern boathouse." in content
    assert run(home, "v1", "--seed", "7", "--out", str(tmp_path / "p.html"))[0] == 0
    assert (tmp_path / "p.html").read_bytes() == content

    drawn = [line["task_id"] for line in draw_sample(KEY, share=0.1, seed=7)]
    ada = saved(tmp_path / "a.json", "ada", dict.fromkeys(drawn[:10], "ok") | {drawn[0]: "bad"})
    bram = saved(tmp_path / "b.json", "bram", dict.fromkeys(drawn[:10], "ok"))
    code, out, err = run(home, "v1", "--read", ada, bram, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["stored"] == [str(home / "reviews" / "v1" / f"{name}-7.json") for name in ("ada", "bram")]
    assert document["overall"]["n_marked"] == 10
    assert document["overall"]["error_rate"] == 0.1
    # both marked 10 and agree on 9; by chance 9/10 * 10/10: kappa 0
    assert document["agreement"] == [{"reviewers": ["ada", "bram"], "n_both": 10, "n_same": 9, "kappa": 0.0}]
    assert document["retractions"]["new"] == [drawn[0]]
    assert f"1 bad tasks would be retracted with --retract: {drawn[0]}" in err
    assert (home / "releases" / "v1.toml").read_text(encoding="utf-8") == RELEASE_FILE

    code, out, err = run(home, "v1", "--read", "--retract")
    assert code == 0
    assert "10.0%" in out
    assert "ada and bram agree on 9 of 10 tasks (Cohen's kappa 0.00)." in err
    assert "Next: docketbench build v1" in err
    assert (home / "releases" / "v1.toml").read_text(encoding="utf-8") == RELEASE_FILE.replace(
        "# why\n", f'# why\n{drawn[0]} = "review: Two leases."\n'
    )
    code, _, err = run(home, "v1", "--read", "--retract")
    assert (code, f"1 bad tasks are retracted already: {drawn[0]}" in err) == (0, True)


def test_what_cannot_be_used_ends_with_2_and_stores_nothing(home: Path, tmp_path: Path) -> None:
    other = saved(tmp_path / "o.json", "ada", {}, manifest_sha256="0" * 64)
    faulty = saved(tmp_path / "f.json", "ada", {"sh-99": "ok"})
    for arguments, told in (
        (("v1", "--read", other), "another build of 'v1'"),
        (("v1", "--read", faulty), 'task "sh-99" is not in the release'),
        (("v1", "--read"), "No marks of v1 are stored, and no file was given"),
        (("v1", faulty), "came without it. Run: docketbench review v1 --read FILE..."),
        (("v1", "--retract"), "Marks come back with --read, and --retract came without it"),
        (("v1", "--read", "--out", "p.html"), "--read writes none"),
        (("v1", "--share", "0"), "A share of 0.0 cannot be reviewed"),
        (("v9",), "Build it with: docketbench build v9"),
    ):
        code, out, err = run(home, *arguments, "--json")
        assert (code, json.loads(out)["exit_code"]) == (2, 2), arguments
        assert told in err
    assert not (home / "reviews").exists()
    assert not (home / "review_pages").exists()


def test_a_release_whose_file_is_elsewhere_is_reviewed_but_not_retracted(home: Path, tmp_path: Path) -> None:
    (home / "releases" / "v1.toml").unlink()
    drawn = draw_sample(KEY, share=0.1, seed=7)[0]["task_id"]
    path = saved(tmp_path / "a.json", "ada", {drawn: "bad"})
    assert run(home, "v1", "--read", path)[0] == 0
    code, _, err = run(home, "v1", "--read", "--retract")
    assert code == 2
    assert "There is no release 'v1'" in err


def test_a_home_without_the_corpus_gives_no_texts(home: Path) -> None:
    assert read_texts(home, "v1", frozenset({"d1", "d2"})) == {"d1": TEXT}
    assert read_texts(home, "v2", frozenset({"d1"})) == {}


def test_reviewers_who_share_no_task_are_not_compared() -> None:
    none = ReviewedType(0, 0, 0, 0, 0, None, None, None)
    pairs = (Agreement(("ada", "bram"), 0, 0, None), Agreement(("ada", "cleo"), 2, 2, None))
    assert agreement_told(ReviewSummary({}, none, {}, pairs, ())) == [
        "ada and cleo agree on 2 of 2 tasks (no kappa: too few, or no variety)."
    ]
