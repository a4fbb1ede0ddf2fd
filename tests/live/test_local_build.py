"""A release drafted and a submission judged by a real small model: what fails is an item with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from bench_resources.lake import FOOTER_KEY
from tests.pipeline.commands import docketbench, prepare

pytestmark = pytest.mark.local_model
NAME = "openai/smollm2-135m-instruct"
DOCUMENTS = 12  # some two minutes of reading for a model of 135 million parameters on one core


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve documents, and releases of six drafts."""
    return prepare(tmp_path_factory.mktemp("local"), n_documents=DOCUMENTS)


def release(home: Path, version: str, url: str, roles: tuple[str, ...]) -> None:
    """A release whose roles named are the small model's; windows and replies are as short as it can bear."""
    text = (home / "releases" / "v1.toml").read_text(encoding="utf-8")
    for role in roles:
        text = text.replace(f'{role} = "embedded"', f'{role} = "{NAME}"')
    for name, value in (
        ("single_hop", 4), ("unanswerable", 2), ("max_targets", 2), ("window_chars", 1000), ("max_tokens", 200), ("window_overlap_chars", 200),
        ("min_target_documents", 1),
    ):  # fmt: skip
        text = "\n".join(f"{name} = {value}" if line.startswith(f"{name} = ") else line for line in text.split("\n"))
    endpoint = f'api_base = "{url}"\nconcurrency = 2\nmax_attempts = 2\ntimeout_seconds = 600.0\n'
    text = text.replace("[models.endpoints]", f'[models.endpoints."{NAME}"]\n{endpoint}#')
    price = "input_usd_per_million = 0.0\noutput_usd_per_million = 0.0\n"
    text = text.replace("[models.prices]", f'[models.prices."{NAME}"]\n{price}#')
    (home / "releases" / f"{version}.toml").write_text(text, encoding="utf-8")


def test_a_submission_is_judged(home: Path, local_model_url: str, tmp_path: Path) -> None:
    release(home, "judged", local_model_url, ("judge",))
    built = docketbench(home, "build", "judged", "--json")
    assert built.code == 0, built.err[-3000:]
    questions = (home / "exports" / "judged" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    assert questions
    predictions = tmp_path / "predictions.jsonl"
    predictions.write_text(
        "".join(
            json.dumps({"task_id": json.loads(line)["task_id"], "answer": "in 1961", "citations": [], "retrieved": []})
            + "\n"
            for line in questions
        ),
        encoding="utf-8",
    )
    scored = docketbench(home, "score", "judged", str(predictions), "--name", "mine", "--json")
    assert scored.code == 0, scored.err[-3000:]
    (path,) = (home / "lake" / "answer_verdicts").rglob("mine.parquet")
    verdicts = pq.read_table(path).to_pylist()
    assert len(verdicts) == len(questions)
    assert {row["model"] for row in verdicts} == {NAME}


def test_a_release_is_drafted(home: Path, local_model_url: str) -> None:
    release(home, "drafted", local_model_url, ("cheap", "strong"))
    built = docketbench(home, "build", "drafted", "--json")
    assert "Traceback" not in built.err
    summary = json.loads(built.out)
    # A model of this size may find no target and draft nothing: then the release says so, and nothing has crashed.
    assert built.code in (0, 1), built.err[-3000:]
    assert summary["model_calls"] > 0
    for path in (home / "lake" / "facts" / "drafted").glob("single_hop.parquet"):
        notes = json.loads(pq.read_metadata(path).metadata[FOOTER_KEY])["notes"]
        assert notes["asked"] > 0
        print(notes)  # noqa: T201 - what became of what it said, for whoever runs this by hand
    print(summary["failures"], built.err[-800:])  # noqa: T201
