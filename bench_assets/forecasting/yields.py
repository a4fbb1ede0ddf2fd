"""What an earlier release asked of its models: calls and tokens by stage and prompt, and the units they belong to.

Belongs here: reading one release's yields from the ledger and the lake. Does not: what another release will need.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import ValidationError

from bench_assets.corpus.snapshot import SHARD_TABLES
from bench_assets.corpus.targets import CANDIDATES_PER_TARGET
from bench_assets.forecasting.projection import Put, Rehearsal
from bench_assets.forecasting.sizes import READERS, former_source_sizes, sizes_of
from bench_assets.forecasting.units import Prompted, Unit, Units
from bench_assets.settings.release import (
    CorpusSection,
    DraftingSection,
    DuplicatesSection,
    GauntletSection,
    PoolingSection,
    PublishingSection,
    ReleaseSettings,
    Section,
)
from bench_assets.settings.tables import StageSettings, read_settings
from bench_resources.lake import Lake
from scoring.errors import BadInputError

TOKEN_CHARS = 4  # as the server counted that the built-in yields were measured with
SECTIONS: Mapping[str, type[Section]] = {
    "corpus": CorpusSection,
    "duplicates": DuplicatesSection,
    "drafting": DraftingSection,
    "gauntlet": GauntletSection,
    "pooling": PoolingSection,
    "publishing": PublishingSection,
}


class Asked(NamedTuple):
    """Calls of one prompt by one stage, and their tokens, all together."""

    calls: int
    input_tokens: int
    output_tokens: int


class CallRow(NamedTuple):
    """What yields need of a row of the ledger."""

    stage: str
    role: str
    prompt_id: str
    prompt_version: str
    key: str
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True)
class Yields:
    """What one release had and asked.

    Attributes:
        release: its version; "" for the built-in yields.
        settings: that it was built under, its models aside.
        models: by role, told apart as far as requests were: see `shared_models`.
        submissions: whose answers were judged.
        units: all of them.
        asked: by prompt; {} when its models were all embedded.
        stages: those of which the ledger has any row: of these, a prompt without a call was not needed.
    """

    release: str
    settings: ReleaseSettings
    models: Mapping[str, str]
    submissions: tuple[str, ...]
    units: Units
    asked: Mapping[Prompted, Asked] = field(default_factory=dict)
    stages: frozenset[str] = frozenset()

    def as_rehearsal(self) -> Rehearsal:
        """What the embedded reader would say of it; for yields whose every model was the reader."""
        put = {prompted: Put(asked.calls, asked.input_tokens * TOKEN_CHARS) for prompted, asked in self.asked.items()}
        return Rehearsal(self.units, put)


def first_asked(rows: Iterable[CallRow], models: Mapping[str, str]) -> dict[Prompted, Asked]:
    """What a cold cache would have had to be asked: each request once, by the stage that asked it first.

    Args:
        rows: of one release, in the order of the calls, whether they were answered live, by a batch or from the cache.
        models: by role, of the release that will be built: two roles share a request only where they share a model.

    Calls of a prompt's earlier wordings are left out: the release was built again with the last one.
    """
    held = list(rows)
    versions = {(row.stage, row.prompt_id): row.prompt_version for row in held}
    first: dict[tuple[str, str], Prompted] = {}
    tokens: dict[tuple[str, str], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for row in held:
        if row.prompt_version != versions[row.stage, row.prompt_id]:
            continue
        request = (row.key, models.get(row.role, row.role))
        first.setdefault(request, Prompted(row.stage, row.prompt_id))
        tokens[request] = max(tokens[request], (row.input_tokens, row.output_tokens))  # a failed call counted none
    total: dict[Prompted, Asked] = {}
    for request, prompted in first.items():
        calls, tokens_in, tokens_out = total.get(prompted, Asked(0, 0, 0))
        total[prompted] = Asked(calls + 1, tokens_in + tokens[request][0], tokens_out + tokens[request][1])
    return total


def missing_tables(lake: Lake, release: str) -> list[str]:
    """The tables that a release lacks to say how another one will be, as "asset partition"; [] when it can."""
    needed = [("release_manifest", release), *((f"{name}_settings", release) for name in SECTIONS)]
    needed += [(reader.asset, f"{release}|{reader.part}" if reader.part else release) for reader in READERS]
    if lake.path("source_snapshot", release).is_file():
        shards = lake.read("source_snapshot", release, ("shard",))["shard"].to_pylist()
        needed += [(asset, shard) for shard in shards for asset in SHARD_TABLES]
    else:
        needed.append(("source_snapshot", release))
    return [f"{asset} {key}" for asset, key in needed if lake.footer(asset, key) is None]


def yields_of(lake: Lake, release: str, rows: Iterable[CallRow], models: Mapping[str, str]) -> Yields:
    """The yields of a release that lacks no table.

    Args:
        lake: where its tables are.
        release: which.
        rows: its calls; none when its models were embedded.
        models: by role, of the release that will be built.

    Raises: FileNotFoundError: a table is missing. BadInputError: its settings are of another version of this program.
    """
    calls = list(rows)
    settings = settings_as_built(lake, release)
    units = sizes_of(lake, release, settings, lambda *_: True) | former_source_sizes(lake, release, settings)
    limit = settings.corpus.max_targets * CANDIDATES_PER_TARGET
    return Yields(
        release,
        settings,
        shared_models(_settings_row(lake, "publishing", release).models, models),
        judged_submissions(lake, release),
        units | {Unit.CANDIDATES: min(units[Unit.PEOPLE], limit)},
        first_asked(calls, models),
        frozenset(row.stage for row in calls),
    )


def shared_models(former: Mapping[str, str], models: Mapping[str, str]) -> dict[str, str]:
    """The earlier models by role, each that does not share the cheap one both then and now apart."""
    is_shared = {
        role: former[role] == former["cheap"] and models[role] == models["cheap"] for role in models if role in former
    }
    return {role: former["cheap"] if is_shared[role] else f"the {role} one" for role in is_shared}


def settings_as_built(lake: Lake, release: str) -> ReleaseSettings:
    """The sections that a release's tables were made under, whatever its TOML says now. Its models are left out.

    Raises: BadInputError: they hold what this version does not know.
    """
    rows = {name: _settings_row(lake, name, release) for name in SECTIONS}
    origin = {"source": rows["corpus"].source, "seed": rows["corpus"].seed}
    try:
        sections = {name: rows[name].section(kind).model_dump() for name, kind in SECTIONS.items()}
        return ReleaseSettings.model_validate({"release": origin, **sections})
    except ValidationError as error:
        raise BadInputError(
            f"Release {release!r} was built under {error.error_count()} settings that this version does not know, so "
            f"it gives no yields. Build it again with docketbench build {release}, or name another release with --like."
        ) from error


def judged_submissions(lake: Lake, release: str) -> tuple[str, ...]:
    """The submissions of which the lake has verdicts, sorted."""
    return tuple(sorted(path.stem for path in lake.path("answer_verdicts", f"{release}|x").parent.glob("*.parquet")))


def _settings_row(lake: Lake, section: str, release: str) -> StageSettings:
    return read_settings(lake.read(f"{section}_settings", release))
