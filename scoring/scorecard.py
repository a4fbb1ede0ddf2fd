"""Scores of one submission: every metric with its denominator, its bracket and its interval.

Belongs here: putting the metrics together, and the names of scores.json. Does not: any metric's arithmetic.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from scoring.aggregate import Measure, always_refuse_macro, average, average_by_type, macro_average, retrieval_types
from scoring.bootstrap import DRAWS, Floats, Stratum, bootstrap_macro, largest_clusters, percentile_interval, stratify
from scoring.contract import REJECTION_TYPES, Prediction, Task, TaskType, Verdict
from scoring.correctness import TaskScore, score_task
from scoring.intervals import Interval, mover_mean, wilson
from scoring.retrieval import HEADLINE, Relevance, score_retrieval
from scoring.telemetry import Telemetry, sum_telemetry

LOGIC = 1  # raise it when the arithmetic changes: scores of two logics do not stand on one board
SATURATED_AT = 0.95  # seed methodology, section 9: every system declines false premises at 0.95 or more
MAX_BRACKET_WIDTH = 0.01  # denominator contract: what is missing may hardly move a ranked row
MAX_UNMEASURED_SHARE = 0.05  # denominator contract: of any one type
ONLY_RANKINGS = "it is a ranking without answers, of which only the retrieval is measured"
DECIMALS = 12  # of scores.json: below what sums in another order can move
Keyed = TypeVar("Keyed", bound=Task | Prediction | Verdict)
ByType = dict[TaskType, Measure]


@dataclass(frozen=True)
class Judge:
    """Who judged: joined by ", " when verdicts of several were mixed, None when they do not say."""

    model: str | None
    prompt_version: str | None
    n_errors: int
    is_mixed: bool

    @property
    def scoring_version(self) -> str:
        """Changes with the arithmetic, the judge and its prompt: one version a board."""
        digest = hashlib.sha256(f"{self.model}\0{self.prompt_version}".encode()).hexdigest()[:8]
        return f"{LOGIC}-{digest}"


@dataclass(frozen=True)
class Scorecard:
    """Everything scored of one submission.

    Attributes:
        measures: by flat name, e.g. "overall_cited_correctness", "per_type.single_hop", "retrieval.recall@5".
        intervals: 95% intervals by flat name; None where nothing could be said.
        task_scores: one a task, sorted by task_id, for people who want to look.
        unpublishable: why a board must not carry the row; empty when it may.
        is_ranking: whether it had no answers, so that only retrieval is measured.
    """

    measures: Mapping[str, Measure]
    intervals: Mapping[str, Interval | None]
    task_scores: Sequence[TaskScore]
    telemetry: Telemetry
    judge: Judge
    largest_cluster_share: Mapping[TaskType, float]
    premise_refused_n: int
    n_without_gold: int
    unpublishable: Sequence[str]
    draws: int
    seed: int
    is_ranking: bool = False

    @property
    def types(self) -> list[TaskType]:
        """The types of the release, in the order of TaskType."""
        present = {score.type for score in self.task_scores}
        return [kind for kind in TaskType if kind in present]

    def as_json(self) -> dict[str, Any]:
        """scores.json: plain numbers, null when nothing was measured; `denominators` and `brackets` hold the rest."""
        value = {name: _number(measure.value) for name, measure in self.measures.items()}
        interval = {name: _pair(found) for name, found in self.intervals.items()}
        n_per_type = {kind.value: sum(score.type is kind for score in self.task_scores) for kind in self.types}
        saturated = [kind.value for kind in self.types if (value[f"per_type.{kind}"] or 0) >= SATURATED_AT]
        return {
            "overall_cited_correctness": value["overall_cited_correctness"],
            "overall_cited_correctness_ci95": interval["overall_cited_correctness"],
            "overall_cited_correctness_ci95_mover": interval["overall_cited_correctness.mover"],
            "overall_cited_correctness_micro": value["overall_cited_correctness_micro"],
            "retrieval_types_macro": value["retrieval_types_macro"],
            "retrieval_types_macro_ci95": interval["retrieval_types_macro"],
            "per_type": _group(value, "per_type"),
            "per_type_ci95": _group(interval, "per_type"),
            "n_per_type": n_per_type,
            "saturated_types": saturated,
            "always_refuse_macro": _number(always_refuse_macro(self.types)),
            "overall_uncited_correctness": value["overall_uncited_correctness"],
            "overall_uncited_correctness_ci95": interval["overall_uncited_correctness"],
            "overall_uncited_correctness_micro": value["overall_uncited_correctness_micro"],
            "per_type_uncited": _group(value, "per_type_uncited"),
            "citation_precision": value["citation_precision"],
            "citation_recall": value["citation_recall"],
            "item_citation_precision": value["item_citation_precision"],
            "retrieval": _group(value, "retrieval"),
            "retrieval_diagnostics": _group(value, "retrieval_diagnostics"),
            "premise_id_rate": value["premise_id_rate"],
            "premise_refused_n": self.premise_refused_n,
            "tokens_total": self.telemetry.tokens_total,
            "tokens_per_task": _number(self.telemetry.tokens_per_task),
            "cost_usd_total": _number(self.telemetry.cost_usd_total),
            "cost_usd_per_task": _number(self.telemetry.cost_usd_per_task),
            "telemetry_is_self_reported": True,
            "n_tasks": len(self.task_scores),
            "n_tasks_without_gold": self.n_without_gold,
            "judge_model": self.judge.model,
            "judge_prompt_version": self.judge.prompt_version,
            "judge_errors": self.judge.n_errors,
            "scoring_version": self.judge.scoring_version,
            "bootstrap": {
                "draws": self.draws,
                "seed": self.seed,
                "largest_cluster_share": {k.value: _number(v) for k, v in self.largest_cluster_share.items()},
            },
            "is_publishable": not self.unpublishable,
            "unpublishable_because": list(self.unpublishable),
            "denominators": {name: _denominator(measure) for name, measure in sorted(self.measures.items())},
            "brackets": {name: _bracket(measure) for name, measure in sorted(self.measures.items())},
        } | ({"is_ranking": True} if self.is_ranking else {})


def score(
    tasks: Iterable[Task],
    predictions: Iterable[Prediction],
    verdicts: Iterable[Verdict],
    qrels: Mapping[str, Relevance] | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> Scorecard:
    """The scorecard of one submission; the order of what it is given does not matter.

    Args:
        tasks: the key.
        predictions: exactly one a task.
        verdicts: at most one a task; a task without one, or whose verdict has `error`, is unmeasured.
        qrels: relevance by task and document, for the diagnostics that ask what was judged. Gold comes from the key.
        draws: of the bootstrap.
        seed: of the bootstrap.

    Of predictions that are rankings only retrieval is measured; no judge stands behind the rest.

    Raises: ValueError: no task, a task named twice, or predictions and verdicts that do not fit the key.
    """
    key = _by_task("task", tasks)
    answered = _by_task("prediction", predictions)
    judged = _by_task("verdict", verdicts)
    if not key or key.keys() != answered.keys() or not judged.keys() <= key.keys():
        raise ValueError("a scorecard needs tasks, exactly one prediction a task, and verdicts of these tasks only")
    ordered = list(key.values())
    scores = [score_task(task, answered[task.task_id], judged.get(task.task_id)) for task in ordered]
    by_type = average_by_type([s.type for s in scores], [s.cited for s in scores])
    measures = _correctness_measures(scores, by_type) | _retrieval_measures(ordered, answered, qrels)
    is_ranking = all(prediction.is_ranking for prediction in answered.values())
    judge = _who_judged(() if is_ranking else judged.values())
    strata = stratify(ordered)
    columns = {kind: _columns([s for s in scores if s.type is kind]) for kind in strata}
    return Scorecard(
        measures,
        _intervals(by_type, strata, columns, draws, seed),
        scores,
        sum_telemetry(list(answered.values())),
        judge,
        largest_clusters(strata),
        sum(s.is_premise_refused for s in scores),
        sum(not task.is_rejection and not task.citable_docs for task in ordered),
        [ONLY_RANKINGS] if is_ranking else _why_unpublishable(measures["overall_cited_correctness"], by_type, judge),
        draws,
        seed,
        is_ranking,
    )


def _by_task(what: str, records: Iterable[Keyed]) -> dict[str, Keyed]:
    found: dict[str, Keyed] = {}
    for record in records:
        if record.task_id in found:
            raise ValueError(f"two of {what} {record.task_id}")
        found[record.task_id] = record
    return dict(sorted(found.items()))


def _correctness_measures(scores: Sequence[TaskScore], cited: ByType) -> dict[str, Measure]:
    types = [s.type for s in scores]
    uncited = average_by_type(types, [s.uncited for s in scores])
    refused = [s for s in scores if s.is_premise_refused]
    measures = {
        "overall_cited_correctness": macro_average(cited),
        "overall_cited_correctness_micro": average(s.cited for s in scores),
        "retrieval_types_macro": macro_average(retrieval_types(cited)),
        "overall_uncited_correctness": macro_average(uncited),
        "overall_uncited_correctness_micro": average(s.uncited for s in scores),
        "citation_precision": average(s.citation_precision for s in scores if s.citation_precision is not None),
        "citation_recall": average(s.citation_recall for s in scores if s.citation_recall is not None),
        "item_citation_precision": average(
            s.item_citation_precision for s in scores if s.item_citation_precision is not None
        ),
        "premise_id_rate": average(None if s.names_premise is None else float(s.names_premise) for s in refused),
    }
    measures |= {f"per_type.{kind}": measure for kind, measure in cited.items()}
    return measures | {f"per_type_uncited.{kind}": measure for kind, measure in uncited.items()}


def _retrieval_measures(
    tasks: Sequence[Task], predictions: Mapping[str, Prediction], qrels: Mapping[str, Relevance] | None
) -> dict[str, Measure]:
    found = list(score_retrieval(tasks, predictions, qrels).values())
    names = list(dict.fromkeys([*HEADLINE, *(name for metrics in found for name in metrics)]))
    return {
        ("retrieval." if name in HEADLINE else "retrieval_diagnostics.") + name: average(
            metrics[name] for metrics in found if metrics[name] is not None
        )
        for name in names
    }


def _columns(scores: Sequence[TaskScore]) -> Floats:
    """Cited and uncited correctness of one type, NaN where unmeasured; NaN does not leave the bootstrap."""
    return np.array([(s.cited, s.uncited) for s in scores], dtype=np.float64)


def _intervals(
    by_type: ByType, strata: Mapping[TaskType, Stratum], columns: Mapping[TaskType, Floats], draws: int, seed: int
) -> dict[str, Interval | None]:
    """The intervals of the board. Both macros are drawn from the same seed."""
    needs_retrieval = {kind: stratum for kind, stratum in strata.items() if kind not in REJECTION_TYPES}
    every = bootstrap_macro(strata, columns, np.random.default_rng(seed), draws)
    retrieval = bootstrap_macro(needs_retrieval, columns, np.random.default_rng(seed), draws)
    by_wilson = {kind: wilson((m.value or 0.0) * m.n_measured, m.n_measured) for kind, m in by_type.items()}
    return {
        "overall_cited_correctness": percentile_interval(every[:, 0]),
        "overall_cited_correctness.mover": _mover(by_type, by_wilson),
        "overall_uncited_correctness": percentile_interval(every[:, 1]),
        "retrieval_types_macro": percentile_interval(retrieval[:, 0]),
    } | {f"per_type.{kind}": found for kind, found in by_wilson.items()}


def _mover(by_type: ByType, intervals: Mapping[TaskType, Interval | None]) -> Interval | None:
    """The second interval of the macro; None when a type has nothing measured."""
    means = [measure.value for measure in by_type.values() if measure.value is not None]
    parts = [found for kind in by_type if (found := intervals[kind]) is not None]
    return mover_mean(means, parts) if len(means) == len(parts) == len(by_type) else None


def _who_judged(verdicts: Iterable[Verdict]) -> Judge:
    verdicts = list(verdicts)
    models = sorted({v.model for v in verdicts if v.model is not None})
    versions = sorted({v.prompt_version for v in verdicts if v.prompt_version is not None})
    return Judge(
        ", ".join(models) or None,
        ", ".join(versions) or None,
        sum(v.error is not None for v in verdicts),
        is_mixed=len(models) > 1 or len(versions) > 1,
    )


def _why_unpublishable(macro: Measure, by_type: ByType, judge: Judge) -> list[str]:
    """The gates of a board row, each with what was found and what is allowed."""
    reasons = [
        f"{kind}: {measure.n_unmeasured} of {measure.n_asked} tasks are unmeasured, {MAX_UNMEASURED_SHARE:.0%} may be"
        for kind, measure in by_type.items()
        if measure.n_unmeasured / measure.n_asked > MAX_UNMEASURED_SHARE
    ]
    # Rounded, because 1 - 0.99 is more than 0.01.
    if macro.bracket_width is None or round(macro.bracket_width, DECIMALS) > MAX_BRACKET_WIDTH:
        reasons.append(f"the macro's bracket is {macro.bracket_width:.3f} wide, at most {MAX_BRACKET_WIDTH} is allowed")
    if judge.is_mixed:
        reasons.append(f"verdicts of several judges are mixed: {judge.model}; prompts {judge.prompt_version}")
    return reasons


# --- JSON ---------------------------------------------------------------------------------------------------------


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)


def _pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [round(end, DECIMALS) for end in interval.as_json()]


def _group(values: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The values named `prefix.something`, by something."""
    start = f"{prefix}."
    return {name.removeprefix(start): value for name, value in values.items() if name.startswith(start)}


def _bracket(measure: Measure) -> list[float] | None:
    if measure.bracket_low is None or measure.bracket_high is None:
        return None
    return [round(measure.bracket_low, DECIMALS), round(measure.bracket_high, DECIMALS)]


def _denominator(measure: Measure) -> dict[str, Any]:
    return {
        "n_asked": measure.n_asked,
        "n_measured": measure.n_measured,
        "n_unmeasured": measure.n_unmeasured,
        "bracket": _bracket(measure),
    }
