"""Where the real data lies, for tests that need it."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared_data(*parts: str) -> Path:
    """The path below the shared data folder; skips the test, by name, where it is not there."""
    path = FOLDER.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs real data {'/'.join(parts)}")
    return path
