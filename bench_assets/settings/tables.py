"""The settings assets' rows: what each stage may know of its release, and nothing more.

A stage's row holds its section of the TOML, the models of the roles it asks, and the seed; so changing [pooling] makes
only pooling stale, and changing the judge re-judges and re-drafts nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pyarrow as pa

from bench_assets.settings.release import Section
from bench_resources.models import calls_out
from scoring.errors import BadInputError

if TYPE_CHECKING:
    from bench_assets.catalogue import Catalogue

ROLES = {
    "corpus": ("cheap",),
    "retrieval": ("embedder",),
    "duplicates": (),
    "drafting": ("cheap",),
    "gauntlet": ("cheap", "strong", "judge"),
    "pooling": ("cheap", "strong"),
    "publishing": ("cheap", "strong", "judge", "answerer"),  # the manifest names every model
    "evaluation": ("judge", "answerer"),
}
PROTECTING = frozenset({"corpus", "drafting"})  # the stages that choose targets and word tasks
SectionType = TypeVar("SectionType", bound=Section)


@dataclass(frozen=True)
class StageSettings:
    """One settings row, read back."""

    source: str
    seed: int
    settings: str
    models: dict[str, str]
    sampling: dict[str, float | int | str | bool]
    protected_names: frozenset[str]

    def section(self, kind: type[SectionType]) -> SectionType:
        """The section as its model."""
        return kind.model_validate_json(self.settings)


def settings_row(catalogue: Catalogue, asset: str, version: str) -> dict[str, object]:
    """The row of `<section>_settings` for one release. Raises BadInputError for an unknown or faulty release."""
    section = asset.removesuffix("_settings")
    release = catalogue.settings_of(version)
    asked = release.models.roles()
    models = {role: (asked | {"embedder": release.models.embedder})[role] for role in ROLES[section]}
    is_sampled = any(calls_out(models[role]) for role in models if role in asked)
    return {
        "section": section,
        "source": release.release.source,
        "seed": release.release.seed,
        "settings": json.dumps(getattr(release, section).model_dump(), sort_keys=True),
        "models": json.dumps(models, sort_keys=True),
        "sampling": json.dumps(release.models.sampling if is_sampled else {}, sort_keys=True),
        "protected_names": protected_names(catalogue) if section in PROTECTING else [],
    }


def protected_names(catalogue: Catalogue) -> list[str]:
    """Names in data/protected/*.txt, one a line, `#` starts a comment; sorted, without repeats.

    Raises: BadInputError: a file that is not UTF-8.
    """
    lines = [
        line.partition("#")[0].strip()
        for path in sorted(catalogue.home.glob("protected/*.txt"))
        for line in _text_of(path).splitlines()
    ]
    return sorted({line for line in lines if line})


def _text_of(path: Path) -> str:
    try:
        # Editors that begin a file with a byte order mark would hide its first name from every comparison.
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path} is not UTF-8: {error}. Save it as UTF-8: no name in it is known.") from error


def read_settings(table: pa.Table) -> StageSettings:
    """The one row of a settings table."""
    row = table.to_pylist()[0]
    return StageSettings(
        row["source"],
        row["seed"],
        row["settings"],
        json.loads(row["models"]),
        json.loads(row["sampling"]),
        frozenset(row["protected_names"]),
    )
