"""Reference systems on the submission path: the same folder, the same metadata as anybody's."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pyarrow as pa

from bench_assets.evaluation.submissions import METADATA_FILE, PREDICTIONS_FILE, folder_of, write_submission
from bench_resources.lake import Made
from bench_resources.models import CountedModel
from bench_resources.prompting import template


def submit_reference(
    home: Path, release: str, system: str, predictions: pa.Table, questions: pa.Table, model: CountedModel
) -> Made:
    """Writes a reference system's submission; the folder's files are side files, so that losing one is noticed."""
    folder = folder_of(home, release, system)
    metadata = {
        "system": system,
        "is_reference": True,
        "release": release,
        "dataset_sha256": _questions_hash(questions),
        "model": model.name,
        "prompt_template": f"answer.{template('answer').version}",
        "shots": 0,
        "factors": {"embedder": None, "generator": model.name, "k": 5},
    }
    write_submission(folder, predictions, metadata)
    files = [folder / PREDICTIONS_FILE, folder / METADATA_FILE]
    return Made(predictions, side_files=files, model_calls=model.n_calls)


def _questions_hash(questions: pa.Table) -> str:
    rows = json.dumps(questions.to_pylist(), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(rows.encode()).hexdigest()
