"""How many of an answer's words another text holds: the floor beside a semantic match.

Belongs here: one lexical measure that no model can talk its way around. Does not: deciding whether two answers are
the same.
"""

from __future__ import annotations

from bench_resources.reader.answer_types import DateValue, find_dates
from bench_resources.reader.matching import tokens


def token_recall(reference: str, answer: str) -> float:
    """The share of the reference's telling words and figures that the answer holds, in [0, 1]; dates by their parts.

    "27 September 1963" and "9/27/63" share day, month and year. An empty reference gives 0.0.
    """
    wanted, given = parts(reference), parts(answer)
    return len(wanted & given) / len(wanted) if wanted else 0.0


def parts(text: str) -> set[str]:
    """Stems and figures of a text, each date in it replaced by its day, month and year."""
    found: set[str] = set()
    rest = text
    for date in reversed(find_dates(text)):
        if isinstance(date.value, DateValue):
            found.update(f"day {day}" for day in date.value.days)
            found.update({f"month {date.value.month}"} if date.value.month else ())
            found.update({f"year {date.value.year}"} if date.value.year else ())
            rest = rest[: date.start] + rest[date.end :]
    return found | set(tokens(rest))
