"""`export --format trec|beir`, read back by readers that know nothing of ours."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import pytrec_eval
from typer.testing import CliRunner

from bench_assets.cli.main import app
from bench_assets.evaluation.submissions import folder_of, write_submission
from bench_assets.publishing import exports
from bench_assets.publishing.trec_export import Rankings
from bench_assets.schemas import CORPUS, PREDICTIONS, QRELS, TASKS
from scoring.contract import Prediction
from scoring.reading import read_tasks
from scoring.retrieval import score_retrieval
from tests.small_home import put

RUNNER = CliRunner()
MEASURES = {"recall@5": "recall_5", "recall@20": "recall_20", "ndcg@10": "ndcg_cut_10"}
DOC_IDS = ["100%", "a b", "d1", "d2", "d3", "d4", "é/7"]
SHARED = {
    "answer": "x",
    "evidence": [],
    "entity_ids": [],
    "provenance": "{}",
    "items": [],
    "gold_docs": [],
    "gold_units": [],
}
KEY = [
    SHARED | {"task_id": "ag-1", "type": "aggregation", "question": "Which\tleases?", "gold_docs": ["a b", "d3"],
              "items": [{"item": "Tern", "doc_ids": ["a b", "d3"]}, {"item": "Gull", "doc_ids": ["é/7"]}]},
    SHARED | {"task_id": "sh-1", "type": "single_hop", "question": "Who signed?\nAnd when?", "gold_docs": ["d1"]},
    SHARED | {"task_id": "sh-2", "type": "single_hop", "question": "Where?", "gold_docs": ["100%", "d2"]},
    SHARED | {"task_id": "un-1", "type": "unanswerable", "question": "Who witnessed?"},
]  # fmt: skip
JUDGED = [
    ("ag-1", "a b", 2), ("ag-1", "d1", 0), ("ag-1", "d3", 2), ("sh-1", "d1", 2), ("sh-1", "d2", 1), ("sh-1", "d4", -1),
    ("sh-2", "100%", 2), ("sh-2", "d2", 2),
]  # fmt: skip
RANKINGS: dict[str, Rankings] = {
    "bm25": {"ag-1": ["d1", "a b", "a b", "é/7"], "sh-1": ["d2", "d4", "d1"], "sh-2": ["d2"], "un-1": ["d4"]},
    "mine": {"ag-1": ["é/7", "d3", "a b"], "sh-1": [], "sh-2": ["d1", "100%", "d2"], "un-1": []},
    "mute": {"ag-1": [], "sh-1": [], "sh-2": [], "un-1": []},
}


def submit(home: Path, name: str, rankings: Rankings) -> None:
    rows = [
        {"task_id": task_id, "answer": "x", "citations": [], "retrieved": list(found)}
        for task_id, found in rankings.items()
    ]
    write_submission(folder_of(home, "v1", name), pa.Table.from_pylist(rows, schema=PREDICTIONS), {})


def make(home: Path, key: list[dict[str, Any]]) -> Path:
    folder = home / "exports" / "v1"
    corpus = [{"doc_id": doc_id, "shard": "papers/1", "text": f"Text of\n{doc_id}\u2028"} for doc_id in DOC_IDS]
    table = pa.Table.from_pylist(corpus, schema=CORPUS)
    qrels = pa.Table.from_pylist([dict(zip(QRELS.names, row, strict=True)) for row in JUDGED], schema=QRELS)
    files = [
        exports.write_tasks(folder, pa.Table.from_pylist(key, schema=TASKS), guid="g-1"),
        exports.write_qrels(folder, qrels),
        exports.write_doc_ids(folder, table),
    ]
    held = {"canary": "g-1", "grade": "leaderboard grade", "counts": {"tasks": len(key)}, "yields": {}}
    exports.write_manifest(folder, held | {"files": [vars(file) for file in files]})
    put(home, "corpus", "v1", table)
    return home


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = make(tmp_path / "home", KEY)
    for name, rankings in RANKINGS.items():
        submit(made, name, rankings)
    return made


def run(home: Path, *arguments: str) -> tuple[int, str, str]:
    ended = RUNNER.invoke(app, ["export", "v1", *arguments, "--home", str(home)])
    return ended.exit_code, ended.stdout, ended.stderr


def exported(home: Path, kind: str, out: Path) -> dict[str, Any]:
    code, printed, err = run(home, "--format", kind, "--out", str(out), "--json")
    assert code == 0, err
    document: dict[str, Any] = json.loads(printed)
    return document


def ours(home: Path, system: str) -> dict[str, float]:
    """The headline of our own scoring, over the tasks with gold."""
    tasks = read_tasks(home / "exports" / "v1" / "tasks.jsonl")
    said = {task: Prediction(task, "x", retrieved=tuple(found)) for task, found in RANKINGS[system].items()}
    found = score_retrieval(tasks, said).values()
    return {name: sum(one[name] for one in found) / len(found) for name in MEASURES}  # type: ignore[misc]


def theirs(qrels: dict[str, dict[str, int]], ranked: dict[str, dict[str, float]]) -> dict[str, float]:
    """trec_eval -c: the mean over every topic with something relevant."""
    topics = [topic for topic, docs in qrels.items() if any(docs.values())]
    found = pytrec_eval.RelevanceEvaluator(qrels, set(MEASURES.values())).evaluate(ranked)
    return {
        name: sum(found.get(topic, {}).get(measure, 0.0) for topic in topics) / len(topics)
        for name, measure in MEASURES.items()
    }


def trec_qrels(path: Path) -> dict[str, dict[str, int]]:
    with path.open(encoding="utf-8") as file:
        return pytrec_eval.parse_qrel(file)


def trec_run(path: Path) -> dict[str, dict[str, float]]:
    with path.open(encoding="utf-8") as file:
        return pytrec_eval.parse_run(file)


def beir(folder: Path) -> tuple[dict[str, Any], dict[str, str], dict[str, dict[str, int]]]:
    """BEIR's published layout, read as its loader does: texts and titles by id, queries with judgments, judgments."""
    with (folder / "corpus.jsonl").open(encoding="utf-8") as file:
        corpus = {line["_id"]: {"text": line["text"], "title": line["title"]} for line in map(json.loads, file)}
    with (folder / "queries.jsonl").open(encoding="utf-8") as file:
        queries = {line["_id"]: line["text"] for line in map(json.loads, file)}
    qrels: dict[str, dict[str, int]] = {}
    with (folder / "qrels" / "test.tsv").open(encoding="utf-8") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
        next(rows)
        for query_id, corpus_id, grade in rows:
            qrels.setdefault(query_id, {})[corpus_id] = int(grade)
    return corpus, {query_id: queries[query_id] for query_id in qrels}, qrels


@pytest.mark.parametrize("system", ["bm25", "mine"])
def test_another_reader_gets_our_numbers_from_the_trec_files(home: Path, tmp_path: Path, system: str) -> None:
    out = tmp_path / "trec"
    exported(home, "trec", out)
    ranked = trec_run(out / "runs" / f"{system}.trec")
    assert theirs(trec_qrels(out / "qrels.gold.trec"), ranked) == pytest.approx(ours(home, system), abs=1e-9)
    assert (out / "qrels.trec").read_bytes() == (home / "exports" / "v1" / "qrels.trec").read_bytes()


def test_recall_of_the_exported_run_worked_by_hand(home: Path, tmp_path: Path) -> None:
    exported(home, "trec", tmp_path / "trec")
    found = theirs(
        trec_qrels(tmp_path / "trec" / "qrels.gold.trec"), trec_run(tmp_path / "trec" / "runs" / "bm25.trec")
    )
    # ag-1: "a b" and "é/7" of three; sh-1: its one; sh-2: one of two
    assert found["recall@5"] == pytest.approx((2 / 3 + 1 + 1 / 2) / 3)


@pytest.mark.parametrize("system", ["bm25", "mine"])
def test_another_reader_gets_our_numbers_from_beirs_layout(home: Path, tmp_path: Path, system: str) -> None:
    exported(home, "beir", tmp_path / "beir")
    corpus, queries, qrels = beir(tmp_path / "beir")
    by_text = {document["text"]: field for field, document in corpus.items()}
    ranked = {
        task_id: {by_text[f"Text of\n{doc}\u2028"]: -float(at) for at, doc in enumerate(dict.fromkeys(found))}
        for task_id, found in RANKINGS[system].items()
        if task_id in queries and found
    }
    assert theirs(qrels, ranked) == pytest.approx(ours(home, system), abs=1e-9)
    assert sorted(corpus) == ["100%25", "a%20b", "d1", "d2", "d3", "d4", "é/7"]
    assert {document["title"] for document in corpus.values()} == {""}
    assert sorted(queries) == ["ag-1", "sh-1", "sh-2"]  # a rejection type is a query without a judgment
    assert qrels["sh-1"] == {"d1": 1, "d2": 0}  # partial is 0, unjudged is left out


@pytest.mark.parametrize("system", ["bm25", "mine"])
def test_units_give_our_numbers_where_copies_count_once(tmp_path: Path, system: str) -> None:
    key = [KEY[0] | {"gold_units": [["a b", "d3"]]}, KEY[1], KEY[2] | {"gold_units": [["100%", "d2"]]}, KEY[3]]
    home = make(tmp_path / "home", key)
    submit(home, system, RANKINGS[system])
    out = tmp_path / "trec"
    exported(home, "trec", out)
    units = out / "units"
    found = theirs(trec_qrels(units / "qrels.trec"), trec_run(units / "runs" / f"{system}.trec"))
    assert found == pytest.approx(ours(home, system), abs=1e-9)
    assert "Of 2 tasks several gold documents are copies of one evidence" in (out / "README.md").read_text(
        encoding="utf-8"
    )


def test_the_lines_of_each_file(home: Path, tmp_path: Path) -> None:
    document = exported(home, "trec", tmp_path / "trec")
    out = tmp_path / "trec"
    # d1 first of ag-1; the repeated "a b" stands once; scores fall to 1
    assert (out / "runs" / "bm25.trec").read_text(encoding="utf-8").splitlines()[:3] == [
        "ag-1 Q0 d1 1 3 bm25", "ag-1 Q0 a%20b 2 2 bm25", "ag-1 Q0 é/7 3 1 bm25",
    ]  # fmt: skip
    topics = (out / "topics.tsv").read_text(encoding="utf-8").splitlines()
    assert topics[:2] == ["ag-1\tWhich leases?", "sh-1\tWho signed? And when?"]
    first = json.loads((out / "topics.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first == {"task_id": "ag-1", "type": "aggregation", "question": "Which\tleases?", "canary": "g-1"}
    assert (document["release"], document["format"], document["out"]) == ("v1", "trec", str(out))
    held = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert {row["file"]: (row["sha256"], row["n_lines"]) for row in document["files"]} == {
        name: (hashlib.sha256(content).hexdigest(), content.count(b"\n")) for name, content in held.items()
    }
    told = held["README.md"].decode()
    manifest = hashlib.sha256((home / "exports" / "v1" / "manifest.json").read_bytes()).hexdigest()
    assert manifest in told
    assert "canary: g-1" in told
    assert "No run of mute: it retrieved nothing." in told


def test_a_beir_folder_says_what_has_no_judgment_and_how_it_is_loaded(home: Path, tmp_path: Path) -> None:
    exported(home, "beir", tmp_path / "beir")
    told = (tmp_path / "beir" / "README.md").read_text(encoding="utf-8")
    assert "The 1 tasks of the types unanswerable and false_premise are queries without qrels" in told
    assert 'GenericDataLoader(data_folder=".").load(split="test")' in told
    line = json.loads((tmp_path / "beir" / "queries.jsonl").read_text(encoding="utf-8").splitlines()[3])
    assert line == {"_id": "un-1", "text": "Who witnessed?", "metadata": {"type": "unanswerable", "canary": "g-1"}}
    assert (
        (tmp_path / "beir" / "qrels" / "test.tsv")
        .read_text(encoding="utf-8")
        .startswith("query-id\tcorpus-id\tscore\n")
    )


def test_the_same_release_gives_the_same_bytes_in_the_place_of_the_earlier(home: Path, tmp_path: Path) -> None:
    first = exported(home, "beir", tmp_path / "out")
    assert exported(home, "beir", tmp_path / "out") == first
    assert exported(home, "trec", tmp_path / "out")["format"] == "trec"
    assert not (tmp_path / "out" / "corpus.jsonl").exists()
    code, printed, _ = run(home, "--format", "trec", "--json")
    assert (code, json.loads(printed)["out"]) == (0, str(home / "exports" / "v1" / "trec"))


def test_a_folder_that_holds_anything_else_is_left_alone(home: Path, tmp_path: Path) -> None:
    exported(home, "trec", tmp_path / "out")
    (tmp_path / "out" / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for name, told in (("out", "holds 1 files that no export wrote"), ("file", "is no folder")):
        code, _, err = run(home, "--format", "trec", "--out", str(tmp_path / name))
        assert (code, told in err) == (2, True), err
    assert (tmp_path / "out" / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "out" / "topics.tsv").is_file()
    (tmp_path / "empty").mkdir()
    assert run(home, "--format", "trec", "--out", str(tmp_path / "empty"))[0] == 0


def test_what_cannot_be_exported_is_one_error_and_leaves_no_folder(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    put(home, "corpus", "v1", pa.Table.from_pylist([{"doc_id": "d9", "text": "x"}], schema=CORPUS))
    code, _, err = run(home, "--format", "beir", "--out", str(out))
    assert (code, 'not the one it was released with: "d9" stands where doc_ids.txt has "100%"' in err) == (2, True)
    (home / "lake" / "corpus" / "v1.parquet").unlink()
    code, _, err = run(home, "--format", "beir", "--out", str(out))
    assert (code, "Build it here with: docketbench build v1" in err) == (2, True)
    with (home / "exports" / "v1" / "qrels.trec").open("a", encoding="utf-8") as file:
        file.write("sh-1 0 d3 2\n")
    code, _, err = run(home, "--format", "trec", "--out", str(out))
    assert (code, "qrels.trec in" in err, "Build the release again" in err) == (2, True, True)
    (home / "exports" / "v1" / "manifest.json").unlink()
    code, _, err = run(home, "--format", "trec", "--out", str(out))
    assert (code, "Build it with: docketbench build v1" in err) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_release_without_a_task_has_nothing_to_export(tmp_path: Path) -> None:
    code, _, err = run(make(tmp_path / "home", []), "--format", "beir")
    assert (code, "Release v1 has no task" in err) == (2, True)


def test_a_submission_to_another_build_is_left_out_by_name(home: Path, tmp_path: Path) -> None:
    submit(home, "old", {"sh-77": ["d1"]})
    put(home, "predictions", "v1|scored", pa.table({"task_id": list(RANKINGS["mine"]), "retrieved": [["d1"]] * 4}))
    code, printed, err = run(home, "--format", "trec", "--out", str(tmp_path / "trec"), "--json")
    assert (code, "No run of old: it was submitted to another build of the release." in err) == (0, True)
    runs = [row["file"] for row in json.loads(printed)["files"] if row["file"].startswith("runs/")]
    assert runs == ["runs/bm25.trec", "runs/mine.trec", "runs/scored.trec"]
