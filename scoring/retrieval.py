"""Rankings against relevance: the rank metrics, through pytrec_eval, and what the holes in the judgments may hide.

Belongs here: metrics of one ordered list of documents. Does not: how it was retrieved, TREC files (trec.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from scoring.citations import Units
from scoring.contract import Prediction, Task

DEPTH = 20  # seed methodology: only the first 20 distinct documents of `retrieved` count
SUPPORTS = 2  # relevance of a document that supports the answer; 1 partial, 0 irrelevant, -1 pooled and unjudged
HEADLINE = {"recall@5": "recall_5", "recall@20": "recall_20", "ndcg@10": "ndcg_cut_10"}
BINARY_DIAGNOSTICS = {"ap": "map", "rr": "recip_rank", "p@5": "P_5"}
RBP_PERSISTENCE = 0.8  # between the impatient (0.5) and the patient (0.95) reader of Moffat & Zobel 2008
Relevance = Mapping[str, int]


@dataclass(frozen=True)
class RankBiasedPrecision:
    """RBP over what was judged, and the most that unjudged and unseen documents could add."""

    value: float
    residual: float


def first_distinct(doc_ids: Iterable[str], depth: int = DEPTH) -> list[str]:
    """The first `depth` distinct documents, in order: a repeated document earns once."""
    return list(islice(dict.fromkeys(doc_ids), depth))


def evaluate_rankings(
    rankings: Mapping[str, Sequence[str]],
    qrels: Mapping[str, Relevance],
    measures: Iterable[str],
    relevance_level: int = 1,
) -> dict[str, dict[str, float]]:
    """Rank metrics of every topic that has a relevant document, under trec_eval's names (`ndcg_cut_10`, `map`, ...).

    Args:
        rankings: doc_ids by topic, best first, without repeats; rank is the order given. A topic without one scores 0.
        qrels: relevance by topic and document; absent or negative is unjudged.
        measures: names that trec_eval gives its values, e.g. "P_5", "recall_20", "bpref".
        relevance_level: the least relevance that counts as relevant in the binary measures. nDCG uses relevance as
            gain: linear (not exponential), discount log2(rank + 1), the ideal over all judged documents.

    Returns: topic -> measure -> value in [0, 1]. Topics with nothing relevant are left out.
    Raises: ValueError: a ranking names a document twice.
    Source: trec_eval, through pytrec_eval.
    """
    import pytrec_eval  # noqa: PLC0415 - only scoring of rankings needs the extension

    names = list(measures)
    judged = {topic: {doc: gain for doc, gain in docs.items() if gain >= 0} for topic, docs in qrels.items()}
    topics = [topic for topic, docs in judged.items() if any(gain >= relevance_level for gain in docs.values())]
    run: dict[str, dict[str, float]] = {}
    gains: dict[str, dict[str, int]] = {}
    for topic in topics:
        ranking = rankings.get(topic, ())
        if len(set(ranking)) != len(ranking):
            raise ValueError(f"the ranking of topic {topic} names a document twice")
        # Untrusted ids stay out of the C library: it is given d0, d1, ... Strictly decreasing scores keep the order.
        alias = {doc: f"d{i}" for i, doc in enumerate(dict.fromkeys([*ranking, *judged[topic]]))}
        run[topic] = {alias[doc]: float(len(ranking) - i) for i, doc in enumerate(ranking)}
        gains[topic] = {alias[doc]: gain for doc, gain in judged[topic].items()}
    found = pytrec_eval.RelevanceEvaluator(gains, set(names), relevance_level=relevance_level).evaluate(run)
    return {topic: {name: float(found[topic][name]) if run[topic] else 0.0 for name in names} for topic in topics}


def mean_over_topics(scores: Mapping[str, Mapping[str, float]], measure: str) -> float | None:
    """Mean of one measure over every topic with something relevant, missing ones as 0; None without topics."""
    return sum(values[measure] for values in scores.values()) / len(scores) if scores else None


def judged_share(ranking: Sequence[str], relevance: Relevance, k: int) -> float | None:
    """Judged@k: share of the first k documents that have a judgment; None for an empty ranking."""
    top = ranking[:k]
    return sum(relevance.get(doc, -1) >= 0 for doc in top) / len(top) if top else None


def judged_only(ranking: Sequence[str], relevance: Relevance) -> list[str]:
    """The condensed list: documents without a judgment removed. A diagnostic, never the headline (Sakai 2007)."""
    return [doc for doc in ranking if relevance.get(doc, -1) >= 0]


def rank_biased_precision(
    ranking: Sequence[str], relevance: Relevance, relevance_level: int = 1, persistence: float = RBP_PERSISTENCE
) -> RankBiasedPrecision:
    """RBP with its residual; value + residual is at most 1.

    Returns: value 0.0 and residual 1.0 for an empty ranking.
    Source: Moffat & Zobel 2008. The tail below the list counts in the residual.
    """
    weights = [(1 - persistence) * persistence**i for i in range(len(ranking))]
    grades = [relevance.get(doc, -1) for doc in ranking]
    value = sum(weight for weight, grade in zip(weights, grades, strict=True) if grade >= relevance_level)
    unjudged = sum(weight for weight, grade in zip(weights, grades, strict=True) if grade < 0)
    return RankBiasedPrecision(value, unjudged + persistence ** len(ranking))


def score_retrieval(
    tasks: Sequence[Task], predictions: Mapping[str, Prediction], qrels: Mapping[str, Relevance] | None = None
) -> dict[str, dict[str, float | None]]:
    """Retrieval metrics of every answerable task with gold, on units, of the first 20 distinct `retrieved`.

    Args:
        tasks: the key; rejection tasks and tasks without gold are left out.
        predictions: by task_id.
        qrels: relevance by task and document, for the measures that ask what was judged; None leaves those out.

    Returns: task_id -> metric -> value. Headline: recall@5, recall@20, ndcg@10, gain 1 for gold. Members of one unit
        count once and the ranks close up behind them, as behind a repeated document.
    """
    asked = [task for task in tasks if task.citable_docs]
    gold: dict[str, dict[str, int]] = {}
    rankings: dict[str, list[str]] = {}
    judged: dict[str, dict[str, int]] = {}
    for task in asked:
        units = Units.of(task)
        gold[task.task_id] = dict.fromkeys(sorted(units.units_of(task.citable_docs)), 1)
        rankings[task.task_id] = units.distinct_units(first_distinct(predictions[task.task_id].retrieved))
        if qrels is not None:
            judged[task.task_id] = _judged_units(task, units, qrels.get(task.task_id, {}))
    names = HEADLINE | BINARY_DIAGNOSTICS
    found = evaluate_rankings(rankings, gold, names.values())
    scores: dict[str, dict[str, float | None]] = {
        task.task_id: {name: found[task.task_id][measure] for name, measure in names.items()} for task in asked
    }
    if qrels is not None:
        for task_id, holes in _score_holes(rankings, gold, judged).items():
            scores[task_id] |= holes
    return scores


def _judged_units(task: Task, units: Units, relevance: Relevance) -> dict[str, int]:
    """Relevance of each unit: the best of its members, and SUPPORTS for the key's gold."""
    best: dict[str, int] = {}
    for doc, grade in relevance.items():
        unit = units.unit_of(doc)
        best[unit] = max(grade, best.get(unit, grade))
    return best | dict.fromkeys(units.units_of(task.citable_docs), SUPPORTS)


def _score_holes(
    rankings: Mapping[str, Sequence[str]], gold: Mapping[str, Relevance], judged: Mapping[str, Relevance]
) -> dict[str, dict[str, float | None]]:
    """What unjudged documents hide: irrelevant in the headline nDCG, here also taken as relevant."""
    hopeful = {
        topic: dict(gold[topic]) | {doc: 1 for doc in ranking if judged[topic].get(doc, -1) < 0}
        for topic, ranking in rankings.items()
    }
    condensed = {topic: judged_only(ranking, judged[topic]) for topic, ranking in rankings.items()}
    if_relevant = evaluate_rankings(rankings, hopeful, ["ndcg_cut_10"])
    graded = evaluate_rankings(rankings, judged, ["ndcg_cut_10"])
    binary = evaluate_rankings(rankings, judged, ["bpref"], relevance_level=SUPPORTS)
    condensed_scores = evaluate_rankings(condensed, gold, ["ndcg_cut_10"])
    holes: dict[str, dict[str, float | None]] = {}
    for topic, ranking in rankings.items():
        rbp = rank_biased_precision(ranking, judged[topic], SUPPORTS)
        holes[topic] = {
            "judged@10": judged_share(ranking, judged[topic], 10),
            "ndcg@10_unjudged_relevant": if_relevant[topic]["ndcg_cut_10"],
            "ndcg@10_judged_only": condensed_scores[topic]["ndcg_cut_10"],
            "ndcg@10_graded": graded[topic]["ndcg_cut_10"],
            "bpref": binary[topic]["bpref"],
            "rbp": rbp.value,
            "rbp_residual": rbp.residual,
        }
    return holes
