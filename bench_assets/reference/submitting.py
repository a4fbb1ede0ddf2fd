"""Reference systems on the submission path: the same folder, the same metadata as anybody's."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pyarrow as pa

from bench_assets.evaluation.submissions import METADATA_FILE, PREDICTIONS_FILE, folder_of, write_submission
from bench_assets.reference.systems import READ
from bench_resources.lake import Made
from bench_resources.models import CountedModel
from bench_resources.prompting import template


def submit_reference(
    home: Path,
    release: str,
    system: str,
    predictions: pa.Table,
    questions: pa.Table,
    model: CountedModel,
    embedder: str | None = None,
) -> Made:
    """Writes a reference system's submission; the folder's files are side files, so that losing one is noticed.

    The metadata names the model, its prompt and k only of a system that asked the model, and read what it retrieved.
    `embedder` is whose vectors the system's retriever searched; None for none.
    """
    folder = folder_of(home, release, system)
    generator = model.name if model.n_calls else None
    has_read = generator is not None and any(predictions["retrieved"].to_pylist())
    metadata = {
        "system": system,
        "is_reference": True,
        "release": release,
        "dataset_sha256": _questions_hash(questions),
        "model": generator,
        "prompt_template": f"answer.{template('answer').version}" if generator else None,
        "shots": 0,
        "factors": {"embedder": embedder, "generator": generator, "k": READ if has_read else 0},
    }
    write_submission(folder, predictions, metadata)
    files = [folder / PREDICTIONS_FILE, folder / METADATA_FILE]
    return Made(predictions, side_files=files, model_calls=model.n_calls)


def _questions_hash(questions: pa.Table) -> str:
    rows = json.dumps(questions.to_pylist(), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(rows.encode()).hexdigest()
