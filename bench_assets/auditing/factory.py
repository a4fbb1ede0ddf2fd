"""How often the factory itself is wrong: a release over the planted corpus, measured against the planted truth.

Belongs here: the audit's own home, reading its tables, the measures. Does not: any verdict on a task (truth_check.py),
the count of planted defects (gates_audit.py), how a build is run or shown (cli/auditing.py).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from bench_assets.auditing.gates_audit import (
    GAUNTLET_KINDS,
    N_DEFECTS,
    RULE_KINDS,
    GateAudit,
    Judge,
    Planted,
    audit_gates,
    interval_json,
    passed_share,
    share_json,
)
from bench_assets.auditing.planted_records import Truth, load_truth
from bench_assets.auditing.truth_check import Checked, check_tasks
from bench_assets.corpus.indexes import index_folder
from bench_assets.drafting.certified import Certified
from bench_assets.gauntlet.verdicts import Ruling
from bench_assets.schemas import TASK_DRAFTS
from bench_assets.settings.access import access_of
from bench_assets.settings.new_release import new_release_text
from bench_assets.settings.release import ReleaseSettings, parse_release
from bench_assets.source.locks import lock_source, write_lock
from bench_resources.atomic import write_text
from bench_resources.bm25 import Bm25Index
from bench_resources.lake import Lake
from bench_resources.model_access import Caller
from bench_resources.models import open_model
from bench_resources.planted.corpus import write_corpus
from bench_resources.planted.truth import read_truth
from scoring.contract import REJECTION_TYPES, TaskType
from scoring.intervals import Interval, wilson
from scoring.llm import Model

RELEASE = "audit"
SOURCE = "planted"
CORPUS_FOLDER = "planted_corpus"
N_DOCUMENTS = 2_000
N_SHARDS = 4
# Up to the key; reference systems and boards say nothing of the factory.
STAGES = ("settings", "source", "corpus", "drafting", "gauntlet", "pooling", "publishing")
MAX_LISTED = 200  # wrong and unjudged tasks that the JSON names, of each type
KINDS = (*RULE_KINDS, *GAUNTLET_KINDS)
DEFECTS_KEY = 79  # apart from every other draw of the seed
Build = Callable[[Path, str, str], None]  # home, release, stage
Told = Callable[[str], None]


class Truths(NamedTuple):
    """Of some tasks: how many the truth calls right and wrong, and of how many it does not say."""

    n_right: int
    n_wrong: int
    n_unsaid: int

    @property
    def n(self) -> int:
        """Those that the truth speaks of."""
        return self.n_right + self.n_wrong

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95% of the share that is right; None when the truth speaks of none."""
        return wilson(self.n_right, self.n)

    def as_json(self) -> dict[str, Any]:
        """Counts, share and interval."""
        counts = {"n": self.n, "right": self.n_right, "wrong": self.n_wrong, "unsaid": self.n_unsaid}
        return {**counts, **share_json("true_share", self.n_right, self.n)}


def count_truths(checked: Sequence[Checked]) -> Truths:
    """The counts of some verdicts."""
    found = Counter(one.is_right for one in checked)
    return Truths(found[True], found[False], found[None])


class Found(NamedTuple):
    """Of what there is to find, how much was found; of what was found, how much is right."""

    n_true: int
    n_recalled: int
    n_found: int
    n_right: int

    def as_json(self) -> dict[str, Any]:
        """Recall and precision with their counts; null where there is nothing."""
        recall = self.n_recalled / self.n_true if self.n_true else None
        precision = self.n_right / self.n_found if self.n_found else None
        return {**self._asdict(), "recall": recall, "precision": precision}


class Listed(NamedTuple):
    """A task that is not right, for whoever mends what made it."""

    task_id: str
    type: str
    question: str
    answer: str
    is_verified: bool
    is_right: bool | None
    reason: str


@dataclass(frozen=True)
class TypeAudit:
    """One task type.

    Attributes:
        drafts, verified: what the truth says of all drafts, and of those that passed the gauntlet.
        n_wanted, n_released: the quota, and the tasks that the release holds.
    """

    type: str
    drafts: Truths
    verified: Truths
    n_wanted: int
    n_released: int

    @property
    def is_filled(self) -> bool:
        """Whether the release holds as many as wanted."""
        return self.n_released >= self.n_wanted


@dataclass(frozen=True)
class FactoryAudit:
    """What was measured.

    Attributes:
        gates: the rules alone, on the kinds of defect that they are there for.
        gauntlet: the whole gauntlet, on every kind.
        unmeasured: what could not be, and why.
    """

    release: str
    n_documents: int
    seed: int
    models: Mapping[str, str]
    types: tuple[TypeAudit, ...]
    listed: tuple[Listed, ...]
    gold: Found
    completeness: Found
    aliases: Found
    quality: Mapping[str, Mapping[str, int]]
    gates: tuple[GateAudit, ...] = ()
    gauntlet: tuple[GateAudit, ...] = ()
    unmeasured: tuple[str, ...] = ()

    @property
    def verified(self) -> Truths:
        """Verified tasks of every type."""
        return Truths(*(sum(counts) for counts in zip(*(one.verified for one in self.types), strict=True)))

    @property
    def absences(self) -> Truths:
        """Verified tasks of the rejection types: one that is wrong is a false absence."""
        of = [one.verified for one in self.types if one.type in REJECTION_TYPES]
        return Truths(*(sum(counts) for counts in zip(*of, strict=True))) if of else Truths(0, 0, 0)

    @property
    def quality_accuracy(self) -> float | None:
        """The share of documents whose class is the truth's."""
        n = sum(sum(row.values()) for row in self.quality.values())
        return sum(row.get(name, 0) for name, row in self.quality.items()) / n if n else None

    def as_json(self) -> dict[str, Any]:
        """The document of `audit --json`."""
        absences, passed = self.absences, passed_share(self.gauntlet)
        return {
            "release": self.release,
            "documents": self.n_documents,
            "seed": self.seed,
            "models": dict(self.models),
            "verified_true_share": self.verified.as_json()["true_share"],
            "verified": self.verified.as_json(),
            "drafts_true_share": {one.type: one.drafts.as_json() for one in self.types},
            "verified_by_type": {one.type: one.verified.as_json() for one in self.types},
            "false_absences": absences.n_wrong,
            "absences": {
                "n": absences.n,
                "wrong": absences.n_wrong,
                "unsaid": absences.n_unsaid,
                "interval": interval_json(absences.n_wrong, absences.n),
            },
            "planted_defects_passed_share": passed.as_json()["missed_share"],
            "planted_defects": passed.as_json(),
            "gold_recall": self.gold.as_json()["recall"],
            "gold_precision": self.gold.as_json()["precision"],
            "gold": self.gold.as_json(),
            "entity_completeness": self.completeness.as_json(),
            "aliases": self.aliases.as_json(),
            "quality_accuracy": self.quality_accuracy,
            "quality": {name: dict(row) for name, row in self.quality.items()},
            "types_filled": {
                one.type: {
                    "wanted": one.n_wanted,
                    "verified": sum(one.verified),
                    "released": one.n_released,
                    "is_filled": one.is_filled,
                }
                for one in self.types
            },
            "gates": [one.as_json() for one in self.gates],
            "gauntlet": [one.as_json() for one in self.gauntlet],
            "unmeasured": list(self.unmeasured),
            "not_right": [one._asdict() for one in self.listed],
        }


def audit_factory(
    home: Path, *, n_documents: int, seed: int, build: Build, progress: Told, models_text: str = ""
) -> FactoryAudit:
    """Builds the release `audit` over the planted corpus, as far as it does not stand, and measures it.

    Args:
        home: the audit's own, which nothing else is kept in.
        n_documents: of the planted corpus.
        seed: of the corpus, the release and the defects.
        build: builds one stage of a release of a home, and raises when it fails.
        progress: hears what is at hand.
        models_text: the TOML of the release whose models are audited; the embedded reader when "".
    """
    settings = prepare_home(home, n_documents=n_documents, seed=seed, models_text=models_text)
    for stage in STAGES:
        build(home, RELEASE, stage)
    progress("Comparing the release with the planted truth ...")
    return measure(home, settings, n_documents=n_documents, seed=seed, progress=progress)


def prepare_home(home: Path, *, n_documents: int, seed: int, models_text: str = "") -> ReleaseSettings:
    """The corpus, its lock and the release file; what stands unchanged stays."""
    folder = home / CORPUS_FOLDER
    write_corpus(folder, n_documents=n_documents, seed=seed, n_shards=N_SHARDS)
    write_lock(home, lock_source(SOURCE, folder, "doc_id", "text_content"))
    text = new_release_text(RELEASE, SOURCE, seed=seed, backbone_documents=n_documents)
    path = home / "releases" / f"{RELEASE}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = with_models(text, models_text) if models_text else text
    settings = parse_release(text, path)
    write_text(path, text)
    return settings


def with_models(text: str, models_text: str) -> str:
    """A release's TOML with the [models] tables of another one."""
    kept = [table for table in _tables(text) if not table.startswith("[models")]
    taken = [table for table in _tables(models_text) if table.startswith("[models")]
    return "".join((*kept, *taken))


def _tables(text: str) -> list[str]:
    """The text cut before every line that opens a table."""
    cut: list[str] = [""]
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            cut.append("")
        cut[-1] += line
    return [part if part.endswith("\n") or not part else part + "\n" for part in cut]


def measure(home: Path, settings: ReleaseSettings, *, n_documents: int, seed: int, progress: Told) -> FactoryAudit:
    """The measures of a built release of an audit's home."""
    lake, folder = Lake(home), home / CORPUS_FOLDER
    corpus = lake.read("corpus", RELEASE)
    truth = load_truth(folder, corpus)
    texts = dict(zip(corpus["doc_id"].to_pylist(), corpus["text"].to_pylist(), strict=True))
    drafts = {kind: lake.read("task_drafts", f"{RELEASE}|{kind}").to_pylist() for kind in TaskType}
    verified = {
        kind: set(lake.read("verified_tasks", f"{RELEASE}|{kind}", ["task_id"])["task_id"].to_pylist())
        for kind in TaskType
    }
    tasks = lake.read("tasks", RELEASE).to_pylist()
    checked = {kind: check_tasks(rows, truth, texts) for kind, rows in drafts.items()}
    by_id = {one.task_id: one for found in checked.values() for one in found}
    sound = [
        row
        for kind, rows in drafts.items()
        for row in rows
        if row["task_id"] in verified[kind] and by_id[row["task_id"]].is_right
    ]
    gates, gauntlet, unmeasured = _audit_gates(home, settings, sound, corpus, seed, progress)
    return FactoryAudit(
        release=RELEASE,
        n_documents=n_documents,
        seed=seed,
        models=settings.models.roles(),
        types=tuple(_type_audit(kind, checked[kind], verified[kind], tasks, settings) for kind in TaskType),
        listed=tuple(listed(drafts, verified, by_id)),
        gold=gold_found(tasks, by_id, truth, set(texts)),
        completeness=completeness_found(corpus, lake.read("target_entities", RELEASE), truth),
        aliases=aliases_found(lake.read("alias_index", RELEASE), truth),
        quality=quality_found(corpus, read_truth(folder, "documents")),
        gates=gates,
        gauntlet=gauntlet,
        unmeasured=unmeasured,
    )


def _type_audit(
    kind: TaskType,
    checked: Sequence[Checked],
    verified: set[str],
    tasks: Sequence[Mapping[str, Any]],
    settings: ReleaseSettings,
) -> TypeAudit:
    passed = [one for one in checked if one.task_id in verified]
    n_released = sum(task["type"] == kind for task in tasks)
    return TypeAudit(kind, count_truths(checked), count_truths(passed), settings.drafting.quota(kind), n_released)


def listed(
    drafts: Mapping[TaskType, Sequence[Mapping[str, Any]]],
    verified: Mapping[TaskType, set[str]],
    by_id: Mapping[str, Checked],
) -> Iterator[Listed]:
    """Tasks that are wrong or unjudged, verified ones first, at most MAX_LISTED of a type."""
    for kind, rows in drafts.items():
        found = [row for row in rows if not by_id[row["task_id"]].is_right]
        ranked = sorted(found, key=lambda row: (row["task_id"] not in verified[kind], row["task_id"]))
        for row in ranked[:MAX_LISTED]:
            one = by_id[row["task_id"]]
            said = row["question"], row["answer"] or ""
            yield Listed(row["task_id"], kind, *said, row["task_id"] in verified[kind], one.is_right, one.reason)


def gold_found(tasks: Sequence[Mapping[str, Any]], by_id: Mapping[str, Checked], truth: Truth, held: set[str]) -> Found:
    """Gold documents of single_hop against the documents that state every fact that the answer rests on.

    Recall is of those that state it legibly, precision over all that state it: a misread word may leave a statement
    clear. Tasks that are wrong, or rest on a paper's layout of which the truth keeps no statement, do not count.
    """
    legible, stated = _stating(truth)
    counts = Counter[str]()
    for task in tasks:
        one = by_id.get(task["task_id"])
        if one is None or task["type"] != TaskType.SINGLE_HOP or not one.is_right or not one.fact_ids:
            continue
        gold = set(task["gold_docs"])
        true = set.intersection(*(legible[fact_id] for fact_id in one.fact_ids)) & held
        right = set.intersection(*(stated[fact_id] for fact_id in one.fact_ids))
        counts.update(true=len(true), recalled=len(true & gold), found=len(gold), right=len(gold & right))
    return Found(counts["true"], counts["recalled"], counts["found"], counts["right"])


def _stating(truth: Truth) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """By fact: the documents that state it legibly, and all that state it."""
    legible: dict[str, set[str]] = {}
    stated: dict[str, set[str]] = {}
    for record in truth.records.values():
        for role, fact_id in record.fact_ids.items():
            legible.setdefault(fact_id, set()).update(record.legible[role])
            stated.setdefault(fact_id, set()).update(record.stated[role])
    return legible, stated


def completeness_found(corpus: pa.Table, targets: pa.Table, truth: Truth) -> Found:
    """(document, target) pairs: legible appearances of the truth against the corpus's lists.

    A target whose name means nobody of the truth, or several, does not count; nor do documents outside the corpus.
    """
    meant = {row["entity_id"]: truth.names.ids(row["canonical_name"]) for row in targets.to_pylist()}
    single = {entity_id: min(ids) for entity_id, ids in meant.items() if len(ids) == 1}
    found = {
        (row["doc_id"], entity_id)
        for row in corpus.select(["doc_id", "entity_ids"]).to_pylist()
        for entity_id in row["entity_ids"] or ()
        if entity_id in single
    }
    legible = {(doc_id, e) for e, one in single.items() for doc_id in truth.legible_appearances.get(one, ())}
    printed = {(doc_id, e) for e, one in single.items() for doc_id in truth.appearances.get(one, ())}
    return Found(len(legible), len(legible & found), len(found), len(printed & found))


def aliases_found(alias_index: pa.Table, truth: Truth) -> Found:
    """(person or organisation, form of the name): those legible somewhere against those that the index joined.

    Of entities whose canonical name means exactly one of the truth. A form that the truth does not have, such as a
    misread one, counts neither way; `benchmarks/alias_truth.py` measures those by their documents.
    """
    rows = alias_index.to_pylist()
    meant = {row["entity_id"]: truth.names.ids(row["canonical_name"]) for row in rows}
    single = {entity_id: min(ids) for entity_id, ids in meant.items() if len(ids) == 1}
    joined = {(single[row["entity_id"]], row["alias"].casefold()) for row in rows if row["entity_id"] in single}
    entities = {entity_id for entity_id, _ in joined}
    true = {pair for pair in truth.surfaces if pair[0] in entities}
    known = {pair for pair in joined if truth.names.ids(pair[1])}
    return Found(len(true), len(true & joined), len(known), sum(one in truth.names.ids(form) for one, form in known))


def quality_found(corpus: pa.Table, documents: pa.Table) -> dict[str, dict[str, int]]:
    """How many documents of each true class were given each class; what is in no corpus was called garbage."""
    given = dict(zip(corpus["doc_id"].to_pylist(), corpus["quality_class"].to_pylist(), strict=True))
    pairs = Counter(
        (quality, given.get(doc_id, "garbage"))
        for doc_id, quality in zip(documents["doc_id"].to_pylist(), documents["quality"].to_pylist(), strict=True)
    )
    names = ("clean", "degraded", "garbage")
    return {true: {said: pairs[true, said] for said in names} for true in names}


Audited = tuple[tuple[GateAudit, ...], tuple[GateAudit, ...], tuple[str, ...]]


def _audit_gates(
    home: Path,
    settings: ReleaseSettings,
    sound: Sequence[Mapping[str, Any]],
    corpus: pa.Table,
    seed: int,
    progress: Told,
) -> Audited:
    """Planted defects through the gates that need no model, and through the whole gauntlet."""
    from bench_assets.auditing.defects import DefectKind, plant_defects  # noqa: PLC0415 - its wordings load here only

    if not sound:
        return (), (), ("gates: no verified task is right, so that nothing can be spoilt",)
    facts = stated_facts(home / CORPUS_FOLDER, set(corpus["doc_id"].to_pylist()))

    @cache
    def plant(kind: str) -> Sequence[Planted]:
        rng = np.random.default_rng([seed, DEFECTS_KEY, KINDS.index(kind)])
        drafts = [dict(row) for row in sound]
        found: Sequence[Planted] = plant_defects(drafts, corpus, DefectKind(kind), n=N_DEFECTS, rng=rng, facts=facts)
        return found

    def told(kind: str) -> None:
        progress(f"Planting defects: {kind} ...")

    gates = audit_gates(sound, plant, _rules(corpus), RULE_KINDS, told)
    with _gauntlet(home, settings, corpus) as judge:
        gauntlet = audit_gates(sound, plant, judge, KINDS, told)
    few = [f"{one.gate}: {one.total.n} defects could be made" for one in gauntlet if one.total.n < N_DEFECTS]
    return tuple(gates), tuple(gauntlet), tuple(few)


def stated_facts(folder: Path, held: set[str]) -> pa.Table:
    """The public facts that a document of the corpus states legibly: what an absence may not ask for."""
    statements = read_truth(folder, "statements").to_pylist()
    stated = {row["fact_id"] for row in statements if row["is_legible"] and row["doc_id"] in held}
    facts = read_truth(folder, "facts")
    mask = [
        fact_id in stated and public
        for fact_id, public in zip(*(facts[c].to_pylist() for c in ("fact_id", "is_public")), strict=True)
    ]
    return facts.filter(pa.array(mask, type=pa.bool_()))


def _table(drafts: Sequence[Mapping[str, Any]]) -> pa.Table:
    columns = TASK_DRAFTS.names
    return pa.Table.from_pylist([{name: row.get(name) for name in columns} for row in drafts], schema=TASK_DRAFTS)


def _refused(verdicts: pa.Table) -> dict[str, str]:
    """By task_id of the drafts that a stage failed, the category."""
    return {row["task_id"]: row["category"] for row in verdicts.to_pylist() if row["outcome"] == Ruling.FAIL}


def _rules(corpus: pa.Table) -> Judge:
    from bench_assets.gauntlet.rules import judge_by_rules  # noqa: PLC0415 - reads the whole corpus for its context

    return lambda drafts: _refused(judge_by_rules(_table(drafts), corpus))


@contextmanager
def _gauntlet(home: Path, settings: ReleaseSettings, corpus: pa.Table) -> Iterator[Judge]:
    """Drafting's proofs and the stages in their order, in memory, over the tables and the index of a built home."""
    access = access_of(home, RELEASE, settings.models, os.environ)
    index = Bm25Index(index_folder(home, RELEASE))
    lake = Lake(home)
    others = ("target_entities", "completeness_certificates", "near_duplicates", "alias_index")
    certified = Certified(corpus, *(lake.read(name, RELEASE) for name in others))
    with (
        open_model(settings.models.cheap, access, Caller("audit", "cheap")) as cheap,
        open_model(settings.models.strong, access, Caller("audit", "strong")) as strong,
    ):
        yield lambda drafts: run_gauntlet(_table(drafts), certified, index, settings, (cheap, strong))


def run_gauntlet(
    drafts: pa.Table, certified: Certified, index: Bm25Index, settings: ReleaseSettings, models: tuple[Model, Model]
) -> dict[str, str]:
    """By task_id of the drafts that something refuses, the category of the first stage that does.

    What no stage refuses is put to drafting's own proofs, of absences and of whole lists: a build asks these before.

    Args:
        drafts: TASK_DRAFTS of any types.
        certified: the corpus, and what is known of its completeness.
        index: of it.
        settings: of the release.
        models: the cheap one and the strong one.
    """
    from bench_assets.drafting.proofs import unproven  # noqa: PLC0415 - as in `_rules`
    from bench_assets.gauntlet.adjudication import adjudicate  # noqa: PLC0415
    from bench_assets.gauntlet.answerability import judge_answerability  # noqa: PLC0415
    from bench_assets.gauntlet.necessity import judge_necessity  # noqa: PLC0415
    from bench_assets.gauntlet.rules import judge_by_rules  # noqa: PLC0415
    from bench_assets.gauntlet.standalone import judge_standalone  # noqa: PLC0415

    cheap, strong = models
    corpus = certified.corpus
    section, seed = settings.gauntlet, settings.release.seed
    stages = [judge_by_rules(drafts, corpus)]
    stages.append(judge_standalone(drafts, stages, cheap))
    stages.append(judge_answerability(drafts, stages, corpus, cheap, section))
    stages.append(judge_necessity(drafts, stages, corpus, cheap, section, seed))
    stages.append(adjudicate(drafts, stages, corpus, index, strong, section))
    refused: dict[str, str] = {}
    for stage in reversed(stages):
        refused |= _refused(stage)
    is_left = pa.array([task_id not in refused for task_id in drafts["task_id"].to_pylist()], type=pa.bool_())
    return refused | unproven(drafts.filter(is_left), certified, cheap)
