"""The board as a table and as exports/<release>/leaderboard.json.

Belongs here: which scores stand on it and where the file lies. Does not: order and columns (board.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from bench_assets.evaluation.scores import read_scores
from bench_assets.reporting.board import board_json, rank_board
from bench_resources.atomic import write_bytes
from bench_resources.lake import Made
from scoring.errors import BadInputError

BOARD_FILE = "leaderboard.json"


def publish_board(home: Path, version: str, scored: Iterable[str]) -> Made:
    """LEADERBOARD of the submissions scored, given by partition key "release|name", and its JSON among the exports."""
    names = sorted(key.partition("|")[2] for key in scored)
    board = rank_board({name: read_scores(home, version, name) for name in names})
    contents = board_json(version, board, grade_of(home, version))
    text = json.dumps(contents, ensure_ascii=False, indent=1, allow_nan=False)
    path = write_bytes(home / "exports" / version / BOARD_FILE, f"{text}\n".encode())
    return Made(board, side_files=[path])


def grade_of(home: Path, version: str) -> str:
    """The grade in the release's manifest. Raises BadInputError when there is no readable manifest."""
    path = home / "exports" / version / "manifest.json"
    try:
        grade: str = json.loads(path.read_text(encoding="utf-8"))["grade"]
    except (OSError, ValueError, KeyError) as error:
        raise BadInputError(f"{path} cannot be read: {error!r}. Build it with: docketbench build {version}") from error
    return grade
