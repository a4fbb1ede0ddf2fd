"""How many of each unit a release has, read from its tables in the lake.

Belongs here: one reader a table, and the source's documents as a corpus would hold them. Does not: guessing what is
not there (projection.py). Nothing here asks a model or writes a file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bench_assets.corpus.selection import TARGET, class_by_document, draftable_documents, usable_documents
from bench_assets.corpus.snapshot import SHARD_TABLES
from bench_assets.corpus.targets import CANDIDATES_PER_TARGET
from bench_assets.drafting.drafts import draft_single_hop
from bench_assets.drafting.facts import windows
from bench_assets.forecasting.units import ANSWERABLE, REJECTED, SINGLE_HOP, TYPES, Step, Unit, of_type
from bench_assets.gauntlet.verdicts import WINDOW_CHARS, passed
from bench_assets.settings.release import CorpusSection, ReleaseSettings
from bench_assets.source.mentions import Kind
from bench_resources.blocks import batched
from bench_resources.lake import Lake

BATCH = 256  # documents whose texts are held as Python strings
NO_QUOTA = 10**9
Holds = Callable[[str, str], bool]  # asset, partition key -> whether its table may be read
Read = Callable[[pa.Table, ReleaseSettings], dict[str, float]]


class Reader(NamedTuple):
    """How the units of one table are read."""

    asset: str
    part: str  # the rest of the partition key
    read: Read
    columns: tuple[str, ...] | None = None


def sizes_of(lake: Lake, release: str, settings: ReleaseSettings, holds: Holds) -> dict[str, float]:
    """The units that the held tables of a release tell, without those of its source.

    Args:
        lake: where the tables are.
        release: whose.
        settings: what candidates, windows and drafts are counted under.
        holds: which tables are there and count.
    """
    found: dict[str, float] = {}
    for asset, part, read, columns in READERS:
        key = f"{release}|{part}" if part else release
        if holds(asset, key):
            found |= read(lake.read(asset, key, columns), settings)
    return found


def source_sizes(lake: Lake, shards: Sequence[str], settings: ReleaseSettings) -> dict[str, float]:
    """The units of a source whose shards are read, its texts as if every usable document were in the corpus.

    No shards have no documents and no texts.

    Raises: FileNotFoundError: a table of a shard is not there.
    """
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    names: list[Counter[str]] = []
    texts: dict[str, float] = {}
    n_documents = 0
    for shard in shards:
        documents = lake.read("documents", shard, ("doc_id", "text"))
        quality = lake.read("document_quality", shard)
        names.append(names_in(lake.read("entity_mentions", shard, ("doc_id", "name", "kind"))))
        classes = class_by_document(quality, settings.corpus.quality)
        usable = usable_documents(documents, classes, seen, counts)
        draftable = draftable_documents(quality, settings.corpus.quality)
        marks = pa.array([doc_id in draftable for doc_id in usable["doc_id"].to_pylist()], pa.bool_())
        read = measure_texts(usable.append_column("is_draftable", marks), settings.drafting.window_chars)
        texts = {unit: texts.get(unit, 0.0) + n for unit, n in read.items()}
        n_documents += documents.num_rows
    found = {Unit.DOCUMENTS: float(n_documents), Unit.USABLE: texts.pop(Unit.CORPUS, 0.0), **texts}
    return found | count_names(names, settings.corpus)


def former_source_sizes(lake: Lake, release: str, settings: ReleaseSettings) -> dict[str, float]:
    """The units of the source that a built release was made from, as far as the lake still has them."""
    snapshot = lake.read("source_snapshot", release).to_pylist()
    footer = lake.footer("corpus", release)
    notes = footer.notes if footer else {}
    found: dict[str, float] = {
        Unit.DOCUMENTS: sum(row["n_documents"] for row in snapshot),
        Unit.USABLE: sum(notes.get(name, 0) for name in ("clean", "degraded")),
    }
    if shards := former_shards(lake, release):
        read = (names_in(lake.read("entity_mentions", shard, ("doc_id", "name", "kind"))) for shard in shards)
        found |= count_names(read, settings.corpus)
    return found


def former_shards(lake: Lake, release: str) -> list[str]:
    """The shards of a built release, sorted; none when the lake has lost a table of theirs."""
    shards: list[str] = lake.read("source_snapshot", release, ("shard",))["shard"].to_pylist()
    are_there = all(lake.footer(asset, shard) for asset in SHARD_TABLES for shard in shards)
    return sorted(shards) if are_there else []


def names_in(mentions: pa.Table) -> Counter[str]:
    """In how many documents of a shard each name of a person is mentioned."""
    people = mentions.filter(pc.equal(mentions["kind"], str(Kind.PERSON))).select(["name", "doc_id"])
    pairs = people.group_by(["name", "doc_id"]).aggregate([])
    return Counter(pairs["name"].to_pylist())


def count_names(shards: Iterable[Counter[str]], settings: CorpusSection) -> dict[str, float]:
    """How many names are in as many documents as a target must be, and the documents of those that may be judged."""
    total: Counter[str] = Counter()
    for names in shards:
        total.update(names)
    frequent = sorted((n for n in total.values() if n >= settings.min_target_documents), reverse=True)
    n_judged = settings.max_targets * CANDIDATES_PER_TARGET
    return {Unit.NAMES: len(frequent), Unit.NAME_DOCUMENTS: sum(frequent[:n_judged])}


def measure_texts(documents: pa.Table, window_chars: int) -> dict[str, float]:
    """Documents, characters and windows of a table with the columns text and is_draftable."""
    names = (Unit.CORPUS, Unit.CHARS, Unit.EXCERPT_CHARS, Unit.WINDOWS, Unit.WINDOW_CHARS)
    counts: dict[str, float] = dict.fromkeys(names, 0.0)
    for batch in batched(_texts(documents), BATCH):
        for text, is_draftable in batch:
            counts[Unit.CORPUS] += 1
            counts[Unit.CHARS] += len(text)
            counts[Unit.EXCERPT_CHARS] += min(len(text), WINDOW_CHARS)
            lengths = [len(window) for window in windows(text, window_chars)] if is_draftable else []
            counts[Unit.WINDOWS] += len(lengths)
            counts[Unit.WINDOW_CHARS] += sum(lengths)
    return counts


def _texts(documents: pa.Table) -> Iterable[tuple[str, bool]]:
    for batch in documents.select(["text", "is_draftable"]).to_batches(max_chunksize=BATCH):
        for row in batch.to_pylist():
            yield row["text"] or "", bool(row["is_draftable"])


def _people(alias_index: pa.Table, settings: ReleaseSettings) -> dict[str, float]:
    n_documents: dict[str, int] = defaultdict(int)
    for row in alias_index.to_pylist():
        if row["kind"] == Kind.PERSON:
            n_documents[row["entity_id"]] += row["n_documents"]
    return {Unit.PEOPLE: sum(n >= settings.corpus.min_target_documents for n in n_documents.values())}


def _targets(targets: pa.Table, _: ReleaseSettings) -> dict[str, float]:
    return {Unit.TARGETS: targets.num_rows, Unit.MENTIONS: sum(targets["n_documents"].to_pylist())}


def _corpus(corpus: pa.Table, settings: ReleaseSettings) -> dict[str, float]:
    size = settings.drafting.window_chars
    named = corpus.filter(pc.equal(corpus["role"], TARGET))
    n_windows = sum(1 for text, _ in _texts(named) for _ in windows(text, size))
    return {Unit.NAMED: named.num_rows, Unit.EVENT_WINDOWS: n_windows} | measure_texts(corpus, size)


def _supply(facts: pa.Table, settings: ReleaseSettings) -> dict[str, float]:
    """Drafted as the drafting stage would, because what facts give depends on its caps."""
    drafted = draft_single_hop(facts, settings.drafting.model_copy(update={"single_hop": NO_QUOTA}), seed=0)
    return {of_type(Step.SUPPLY, SINGLE_HOP): drafted.num_rows}


def _released(tasks: pa.Table, _: ReleaseSettings) -> dict[str, float]:
    n = Counter(tasks["type"].to_pylist())
    found: dict[str, float] = {of_type(Step.RELEASED, kind): n[kind] for kind in TYPES}
    totals = {Unit.QUESTIONS: ANSWERABLE, Unit.REJECTIONS: REJECTED}
    return found | {total: sum(n[kind] for kind in kinds) for total, kinds in totals.items()}


def _rows(*units: str) -> Read:
    return lambda table, _: dict.fromkeys(units, table.num_rows)


def _passed(unit: str) -> Read:
    return lambda verdicts, _: {unit: len(passed(verdicts))}


def _pairs(unit: str) -> Read:
    return lambda labels, _: {unit: sum(n > 0 for n in labels["n_windows_read"].to_pylist())}


def _readers_of(kind: str) -> Iterator[Reader]:
    # What a quota left out is in no table; of facts it can be counted.
    drafts = [of_type(step, kind) for step in (Step.DRAFTS, Step.SUPPLY) if (step, kind) != (Step.SUPPLY, SINGLE_HOP)]
    yield Reader("task_drafts", kind, _rows(*drafts), ("task_id",))
    for asset, step in PASSING.items():
        yield Reader(asset, kind, _passed(of_type(step, kind)), ("task_id", "outcome"))
    yield Reader("verified_tasks", kind, _rows(of_type(Step.VERIFIED, kind)), ("task_id",))
    yield Reader("pool_labels", kind, _pairs(of_type(Step.PAIRS, kind)), ("n_windows_read",))


PASSING = {  # the stages of the gauntlet but the last, whose drafts are the verified ones
    "rule_verdicts": Step.SOUND,
    "standalone_verdicts": Step.ALONE,
    "answerability_verdicts": Step.RECOVERED,
    "necessity_verdicts": Step.NEEDED,
}
READERS: tuple[Reader, ...] = (
    Reader("alias_index", "", _people, ("entity_id", "kind", "n_documents")),
    Reader("target_entities", "", _targets, ("n_documents",)),
    Reader("corpus", "", _corpus, ("role", "is_draftable", "text")),
    Reader("facts", SINGLE_HOP, _supply),
    *(reader for kind in TYPES for reader in _readers_of(kind)),
    Reader("tasks", "", _released, ("type",)),
)
