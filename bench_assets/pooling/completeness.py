"""What share of the supporting documents the pools hold, from a judged sample outside them; what each retriever added.

Belongs here: the estimate, its interval, and the assumption that it rests on. Does not: drawing (unpooled.py), judging.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bench_assets.pooling.labels import UNJUDGED
from bench_assets.pooling.pools import ALIAS_INDEX, SOURCE
from bench_assets.pooling.unpooled import SCREENED, Stratum
from bench_resources.prompting import Support
from scoring.intervals import clopper_pearson

CONFIDENCE = 0.95
TAIL = (1 - CONFIDENCE) / 2
JEFFREYS = 0.5  # the prior of a rate: Brown, Cai & DasGupta 2001 find its intervals nearest to what they promise


class Worse(NamedTuple):
    """How many times as high the odds are that a missing document fails the screen as that a pooled one does."""

    least: int
    likely: int
    most: int


# Of the screened pairs so many are judged that their count needs no assumption. Beyond them may lie a thousand times as
# many: 20 of those without a find bound nothing, and neither would 2,000. What the pools know bounds them: the screen
# reads texts alone, so each pooled supporting pair can be asked whether it would have passed, and the odds of failing
# are those among the missing, give or take this factor. The sample beyond the screen is there to refute that: after a
# find nothing is assumed of its stratum. What is missing is worse to read than what was found: on planted pages the
# odds are about twice as high where all statements are legible, four to five times where noise broke them.
WORSE = Worse(1, 2, 3)
MAX_MISSING = 20  # missing pairs for each one known: a share below 1 in 21 is not told apart
NEGLIGIBLE = 1e-9

Masses = npt.NDArray[np.float64]  # the probability of 0, 1, 2 ...


class PoolCount(NamedTuple):
    """Supporting pairs of the pools.

    Attributes:
        n_supports: all.
        n_found: those that a search found and that are no source: as the missing ones might have been.
        n_failing: of these, those that the screen would have left out.
    """

    n_supports: int
    n_found: int
    n_failing: int


class Judged(NamedTuple):
    """One drawn pair; `is_supporting` is None where the judge gave no label."""

    stratum: Stratum
    probability: float
    is_supporting: bool | None


class Completeness(NamedTuple):
    """The share of the supporting (task, document) pairs that the pools hold, with its 95% interval.

    Attributes:
        n_judged: drawn pairs with a label.
        n_found: of these, those that support.
        n_found_beyond: of these, those beyond the screen: with any, the assumption is refuted and the interval wide.
        estimated_missing: supporting pairs outside the pools.
    """

    share: float
    low: float
    high: float
    n_judged: int
    n_found: int
    n_found_beyond: int
    estimated_missing: float


class Contribution(NamedTuple):
    """Pairs that nothing but one contributor put in a pool, and those of them that support."""

    retriever: str
    n_only: int
    n_only_supporting: int


class _Tally(NamedTuple):
    """A stratum: how many pairs it holds, how many have a label, how many of those support."""

    size: int
    n_judged: int
    n_found: int

    @property
    def estimate(self) -> float:
        """Its supporting pairs, each found one standing for as many as it was drawn from."""
        return self.n_found * self.size / self.n_judged if self.n_judged else 0.0


def count_pool(labels: pa.Table, pools: pa.Table, pooled_strata: pa.Table) -> PoolCount:
    """The supporting pairs of the pools: POOL_LABELS, POOLS and POOLED_STRATA of the same tasks.

    A pair of several items supports when any item does. What the screen leaves out is told by the pairs that a search
    brought and that are no source: a source says the answer in the task's own words, and a pair that only the alias
    index brought is read only where it holds the answer's signs.
    """
    supports = _supporting(labels)
    found = {pair for pair, names in _contributors(pools).items() if SOURCE not in names and names != {ALIAS_INDEX}}
    found &= supports
    columns = (pooled_strata[column].to_pylist() for column in ("task_id", "doc_id", "stratum"))
    beyond = {(task_id, doc_id) for task_id, doc_id, name in zip(*columns, strict=True) if name not in SCREENED}
    return PoolCount(len(supports), len(found), len(found & beyond))


def judged(sample: pa.Table, labels: pa.Table) -> list[Judged]:
    """UNPOOLED with its POOL_LABELS.

    A pair without a label is unjudged, and so is one of several items of which one has none, unless another supports.
    """
    supports = _supporting(labels)
    named = list(zip(*(labels[column].to_pylist() for column in ("task_id", "doc_id", "label")), strict=True))
    failed = {(task_id, doc_id) for task_id, doc_id, label in named if label == UNJUDGED}
    told = supports | ({(task_id, doc_id) for task_id, doc_id, _ in named} - failed)
    found = []
    for row in sample.to_pylist():
        pair = row["task_id"], row["doc_id"]
        is_supporting = pair in supports if pair in told else None
        found.append(Judged(Stratum(row["stratum"]), row["probability"], is_supporting))
    return found


def estimate(pool: PoolCount, sample: Sequence[Judged]) -> Completeness | None:
    """The share of supporting pairs that the pools hold; None where nothing supports, in the pools or the sample.

    Missing pairs of the screened strata are counted by Horvitz & Thompson, those beyond by the screen's failures among
    the pooled pairs, or by Horvitz & Thompson where one was found and that is more.

    The interval is from the 2.5% and the 97.5% points of the number missing: in each screened stratum what was found,
    and of the unjudged pairs a beta-binomial number, Jeffreys' prior; beyond the screen a beta-negative-binomial one,
    thinned by what the sample there would have shown. Where something was found there, the upper point adds the exact
    binomial bound of its stratum to it.

    Args:
        pool: the supporting pairs of the pools.
        sample: the whole draw, unjudged pairs too: they tell how large a stratum is.
    Raises: ValueError: a probability outside (0, 1].
    """
    tallies = _tallies(sample)
    n_found = sum(tally.n_found for tally in tallies.values())
    if not pool.n_supports + n_found:
        return None
    beyond = [tally for stratum, tally in tallies.items() if stratum not in SCREENED]
    n_beyond = sum(tally.n_found for tally in beyond)
    missing = _missing(pool, tallies)
    most = (pool.n_supports + n_found) * MAX_MISSING
    fewest, highest = _ends(pool, [tallies[stratum] for stratum in SCREENED if stratum in tallies], beyond, most)
    refuted = fsum(_bound(tally) for tally in beyond if tally.n_found)
    return Completeness(
        share=_share(pool, missing),
        low=min(_share(pool, missing), _share(pool, highest + refuted)),
        high=max(_share(pool, missing), _share(pool, fewest + n_beyond)),
        n_judged=sum(tally.n_judged for tally in tallies.values()),
        n_found=n_found,
        n_found_beyond=n_beyond,
        estimated_missing=missing,
    )


def unique_contributions(pools: pa.Table, labels: pa.Table) -> list[Contribution]:
    """By contributor, the source and the alias index among them: what the pools would lack without it alone."""
    by_pair = _contributors(pools)
    supports = _supporting(labels)
    only = [(pair, min(names)) for pair, names in by_pair.items() if len(names) == 1]
    n_only = Counter(name for _, name in only)
    n_supporting = Counter(name for pair, name in only if pair in supports)
    every = sorted({name for names in by_pair.values() for name in names})
    return [Contribution(name, n_only[name], n_supporting[name]) for name in every]


def _share(pool: PoolCount, missing: float) -> float:
    known = pool.n_supports
    return known / (known + missing) if known + missing else 1.0


def _supporting(labels: pa.Table) -> set[tuple[str, str]]:
    named = (labels[column].to_pylist() for column in ("task_id", "doc_id", "label"))
    return {(task_id, doc_id) for task_id, doc_id, label in zip(*named, strict=True) if label == Support.SUPPORTS}


def _contributors(pools: pa.Table) -> dict[tuple[str, str], set[str]]:
    return {
        (row["task_id"], row["doc_id"]): {by["retriever"] for by in row["contributors"]} for row in pools.to_pylist()
    }


def _tallies(sample: Sequence[Judged]) -> dict[Stratum, _Tally]:
    """The strata that were drawn from: all that hold a pair."""
    found = {}
    for stratum in Stratum:
        drawn = [one for one in sample if one.stratum is stratum]
        if not drawn:
            continue
        if not all(0 < one.probability <= 1 for one in drawn):
            raise ValueError(f"a probability of stratum {stratum} is not in (0, 1]")
        labels = [one.is_supporting for one in drawn if one.is_supporting is not None]
        found[stratum] = _Tally(round(len(drawn) / drawn[0].probability), len(labels), sum(labels))
    return found


def _missing(pool: PoolCount, tallies: Mapping[Stratum, _Tally]) -> float:
    """The estimated number of supporting pairs outside the pools."""
    inside = fsum(tally.estimate for stratum, tally in tallies.items() if stratum in SCREENED)
    beyond = [tally for stratum, tally in tallies.items() if stratum not in SCREENED]
    failing, passing = _prior(pool, WORSE.likely)
    assumed = inside * failing / passing if any(tally.size > tally.n_judged for tally in beyond) else 0.0
    return inside + max(assumed, fsum(tally.estimate for tally in beyond))


def _prior(pool: PoolCount, times: int) -> tuple[float, float]:
    """The beta distribution of failing the screen, at so many times the odds of the pools, from as many pairs."""
    weighed = times * pool.n_failing
    failing = pool.n_found * weighed / max(weighed + pool.n_found - pool.n_failing, 1)
    return failing + JEFFREYS, pool.n_found - failing + JEFFREYS


def _ends(pool: PoolCount, screened: Sequence[_Tally], beyond: Sequence[_Tally], most: int) -> tuple[int, int]:
    """The 2.5% and the 97.5% points of the number missing, finds beyond the screen apart; nothing above `most`."""
    inside = np.ones(1)
    for tally in screened:
        inside = np.convolve(inside, _unjudged(tally))
    unread = sum(tally.size - tally.n_judged for tally in beyond)
    shown = min((tally.n_judged / tally.size for tally in beyond), default=1.0)
    points = []
    for times, point in ((WORSE.least, TAIL), (WORSE.most, 1 - TAIL)):
        total = _with_beyond(inside, _prior(pool, times), min(unread, most), shown)
        points.append(int(np.searchsorted(np.cumsum(total), point * (1 - NEGLIGIBLE))))
    return points[0], points[1]


def _unjudged(tally: _Tally) -> Masses:
    """How many pairs of a stratum support: those found, and a beta-binomial number of those without a label."""
    from scipy import stats  # noqa: PLC0415 - takes two seconds to import

    left = tally.size - tally.n_judged
    rate = tally.n_found + JEFFREYS, tally.n_judged - tally.n_found + JEFFREYS
    masses = stats.betabinom.pmf(np.arange(left + 1), left, *rate)
    return np.concatenate([np.zeros(tally.n_found), masses])


def _with_beyond(inside: Masses, failing: tuple[float, float], most: int, shown: float) -> Masses:
    """The number inside and beyond the screen together.

    With m inside and a rate of failing the screen that is beta distributed, those beyond are beta-negative-binomial of
    m + 1/2; k of them show nothing in the sample with probability (1 - shown)^k.
    """
    from scipy.special import gammaln  # noqa: PLC0415 - as above

    beyond = np.arange(most + 1)
    thinned = beyond * np.log1p(-shown) if shown < 1 else np.where(beyond == 0, 0.0, -np.inf)
    same = gammaln(failing[0] + beyond) - gammaln(beyond + 1) + thinned
    total: Masses = np.zeros(len(inside) + most)
    for m in np.flatnonzero(inside > NEGLIGIBLE):
        size = m + JEFFREYS
        logs = same + gammaln(beyond + size) - gammaln(sum(failing) + size + beyond)  # what has no k in it cancels
        masses = np.exp(logs - logs.max())
        total[m : m + most + 1] += inside[m] * masses / masses.sum()
    total /= total.sum()
    return total


def _bound(tally: _Tally) -> float:
    """The most that the unjudged pairs of a stratum with a find may hold, by the exact binomial bound."""
    found = clopper_pearson(tally.n_found, tally.n_judged, CONFIDENCE)
    return found.high * tally.size if found else float(tally.size)
