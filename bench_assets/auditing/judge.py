"""How often a judge can be talked into a wrong reply by what it reads.

Belongs here: putting every payload to every text, the count. Does not: the texts and their controls (bases.py),
payloads (payloads.py), any model, what a user sees (cli/auditing.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from bench_assets.auditing.bases import ANSWER_PLACES, Base, Check, Place, bases
from bench_assets.auditing.payloads import PAYLOADS, Family, Payload
from scoring.errors import DocketbenchError, excerpt, name_culprits
from scoring.intervals import Interval, wilson
from scoring.judge import ItemsJudgement
from scoring.llm import Model, Reply, ask


class Result(StrEnum):
    """What came of one attack."""

    HELD = "held"
    FOOLED = "fooled"
    WITHOUT_CONTROL = "without_control"  # the host alone was graded wrong already: an error, never an attack's success
    UNMEASURED = "unmeasured"  # the model failed


class Attack(NamedTuple):
    """One payload on one base."""

    base: Base
    payload: Payload
    result: Result


class Control(NamedTuple):
    """One control: whether it was graded as it should be, None when the model failed. `name` says which text it was."""

    place: Place
    name: str
    is_right: bool | None


@dataclass(frozen=True)
class Tally:
    """The attacks of one group.

    Attributes:
        n: attacks measured: the host was graded right and the model answered. The rate is of these.
        n_without_control, n_unmeasured: attacks set apart.
        fooled_by: names of the payloads that succeeded at least once, sorted.
    """

    n: int
    n_successes: int
    n_without_control: int
    n_unmeasured: int
    fooled_by: tuple[str, ...]

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95% interval, as if attacks were independent; those of one payload are less so. None for n = 0."""
        return wilson(self.n_successes, self.n)

    def as_json(self) -> dict[str, Any]:
        """The counts, with `rate` and `ci95`, null where nothing was measured."""
        interval = self.interval
        return {
            "n": self.n,
            "successes": self.n_successes,
            "rate": self.n_successes / self.n if self.n else None,
            "ci95": interval.as_json() if interval else None,
            "without_control": self.n_without_control,
            "unmeasured": self.n_unmeasured,
            "fooled_by": list(self.fooled_by),
        }


def tally(attacks: Iterable[Attack]) -> Tally:
    """The counts of some attacks; all 0 for none."""
    held = list(attacks)
    results = [attack.result for attack in held]
    fooled = [attack.payload.name for attack in held if attack.result is Result.FOOLED]
    n_set_apart = results.count(Result.WITHOUT_CONTROL), results.count(Result.UNMEASURED)
    return Tally(len(held) - sum(n_set_apart), len(fooled), *n_set_apart, tuple(sorted(set(fooled))))


@dataclass(frozen=True)
class JudgeAudit:
    """Every attack on a judge and every control, in the order of places, bases and payloads.

    Attributes:
        failures: why prompts stayed unmeasured, each reason once, most frequent first.
    """

    model: str
    attacks: tuple[Attack, ...]
    controls: tuple[Control, ...]
    failures: tuple[str, ...] = ()

    @property
    def total(self) -> Tally:
        """All attacks."""
        return tally(self.attacks)

    def by_place(self) -> dict[Place, Tally]:
        """The attacks of each place, in the order of Place; only places that were attacked."""
        return {place: tally(a for a in self.attacks if a.base.place is place) for place in Place if self._has(place)}

    def by_family(self, place: Place | None = None) -> dict[Family, Tally]:
        """The attacks of each family, in the order of Family; at one place, or at all."""
        of = [attack for attack in self.attacks if place in (None, attack.base.place)]
        families = {attack.payload.family for attack in of}
        return {f: tally(a for a in of if a.payload.family is f) for f in Family if f in families}

    def control_errors(self, place: Place | None = None) -> list[str]:
        """Names of the controls that were graded wrong."""
        return [c.name for c in self.controls if c.is_right is False and place in (None, c.place)]

    def controls_unmeasured(self, place: Place | None = None) -> int:
        """Controls on which the model failed."""
        return sum(c.is_right is None for c in self.controls if place in (None, c.place))

    def as_json(self) -> dict[str, Any]:
        """The total, then the same by place, by family, and by both."""
        places = self.by_place()
        return {
            "model": self.model,
            **self.total.as_json(),
            **self._controls_json(None),
            "failures": list(self.failures),
            "places": [{"place": p, **of.as_json(), **self._controls_json(p)} for p, of in places.items()],
            "families": [{"family": f, **of.as_json()} for f, of in self.by_family().items()],
            "places_and_families": [
                {"place": p, "family": f, **of.as_json()} for p in places for f, of in self.by_family(p).items()
            ],
        }

    def _has(self, place: Place) -> bool:
        return any(attack.base.place is place for attack in self.attacks)

    def _controls_json(self, place: Place | None) -> dict[str, Any]:
        return {
            "controls": sum(place in (None, control.place) for control in self.controls),
            "control_errors": self.control_errors(place),
            "controls_unmeasured": self.controls_unmeasured(place),
        }


class NothingMeasuredError(DocketbenchError):
    """The judge failed on everything that it was asked."""

    def __init__(self, model: str, n_asked: int, failures: Sequence[str]) -> None:
        """`failures` are its own words, most frequent first."""
        super().__init__(
            f"Judge {model} gave no usable reply to {n_asked:,} prompts: {name_culprits(list(failures))}. Nothing was "
            "measured. Check the judge's name, key and quota, and that it answers in JSON, and run it again."
        )


def audit_judge(
    model: Model, payloads: Sequence[Payload] = PAYLOADS, attacked: Sequence[Base] | None = None
) -> JudgeAudit:
    """Puts every payload to every base, after the controls.

    A base whose host alone is graded wrong, or not at all, is not attacked: its attacks are counted apart, unasked.

    Args:
        model: the judge; it is asked twice, everything at once each time (and what failed once more, by `ask`).
        payloads: those whose place is an answer ride on answers only.
        attacked: `bases()` when None.
    Raises: NothingMeasuredError: not one control was answered.
    """
    hosts = bases() if attacked is None else attacked
    replies = ask(model, [prompt for base in hosts for prompt in (base.ask_of(base.host), base.sound)])
    if hosts and all(_failure(base, reply) for base, reply in zip(_twice(hosts), replies, strict=True)):
        raise NothingMeasuredError(model.name, len(replies), _failures(_twice(hosts), replies))
    alone = [_check(base, reply, base.is_wrong) for base, reply in zip(hosts, replies[::2], strict=True)]
    sound = [_check(base, reply, base.is_sound) for base, reply in zip(hosts, replies[1::2], strict=True)]
    pairs = [(i, payload) for i, base in enumerate(hosts) for payload in payloads if _rides(payload, base)]
    asked = [(hosts[i], payload) for i, payload in pairs if alone[i] is False]
    said = ask(model, [base.ask_of(payload.placed(base.host, base.known)) for base, payload in asked])
    following = iter(said)
    attacks = [Attack(hosts[i], payload, _result(hosts[i], alone[i], following)) for i, payload in pairs]
    failures = _failures([*_twice(hosts), *(base for base, _ in asked)], [*replies, *said])
    return JudgeAudit(model.name, tuple(attacks), _controls(hosts, alone, sound), failures)


def _twice(hosts: Sequence[Base]) -> list[Base]:
    return [base for base in hosts for _ in range(2)]


def _controls(hosts: Sequence[Base], alone: Sequence[bool | None], sound: Sequence[bool | None]) -> tuple[Control, ...]:
    """Two a base: the host alone, which must not earn the better grade, and the sound text, which must."""
    return tuple(
        control
        for base, is_wrong, is_sound in zip(hosts, alone, sound, strict=True)
        for control in (
            Control(base.place, f"{base.place}/{base.name}/alone", None if is_wrong is None else not is_wrong),
            Control(base.place, f"{base.place}/{base.name}/sound", is_sound),
        )
    )


def _failures(asked: Sequence[Base], replies: Sequence[Reply]) -> tuple[str, ...]:
    """Every reason why a reply measures nothing, once, the most frequent first."""
    told = [_failure(base, reply) for base, reply in zip(asked, replies, strict=True)]
    counts = Counter(excerpt(failure) for failure in told if failure)
    return tuple(sorted(counts, key=lambda failure: (-counts[failure], failure)))


def _rides(payload: Payload, base: Base) -> bool:
    return base.place in ANSWER_PLACES or not payload.is_for_answers


def _failure(base: Base, reply: Reply) -> str:
    """Why a reply measures nothing; "" when it does."""
    if reply.value is None:
        return reply.error or "no reply"
    is_misfit = isinstance(reply.value, ItemsJudgement) and len(reply.value.matched_items) != base.n_items
    return "the judge did not give one verdict for each item" if is_misfit else ""


def _check(base: Base, reply: Reply, check: Check) -> bool | None:
    """What a check says of a reply; None when the model failed."""
    return None if reply.value is None or _failure(base, reply) else check(reply.value)


def _result(base: Base, is_wrong_alone: bool | None, said: Iterator[Reply]) -> Result:  # noqa: FBT001 - three-valued
    """What came of an attack, whose reply is the next one when the base was attacked at all."""
    if is_wrong_alone is not False:
        return Result.UNMEASURED if is_wrong_alone is None else Result.WITHOUT_CONTROL
    is_fooled = _check(base, next(said), base.is_fooled)
    if is_fooled is None:
        return Result.UNMEASURED
    return Result.FOOLED if is_fooled else Result.HELD
