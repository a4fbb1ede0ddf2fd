"""Verbs of one meaning: met and talked with, wrote and sent, inspected and examined.

Belongs here: when two words say the same deed. Does not: spelling and misreadings (passages), sentences.
"""

from __future__ import annotations

from functools import lru_cache

from bench_resources.reader.passages import is_same_word, stem

_MEANINGS = (
    "meet met saw see talk talked confer conferred spoke speak meeting conference discuss discussed talks",
    "write wrote send sent address addressed memorandum letter message cable cabled dispatch telegram mail mailed",
    "award awarded name named choose chose select selected pick settle settled engage engaged hire hired",
    "appoint appointed appointment swear sworn swore install installed name named",
    "occur occurred happen happened place logged broke",
    "approve approved approval adopt adopted authorize authorized vote voted ratify ratified",
    "inspect inspected inspection examine examined examination",
    "investigate investigated investigation inquiry inquire inquest probe",
    "sign signed signature execute executed",
    "deliver delivered delivery reach reached submit submitted hand handed present presented",
    "preside presided chair chaired",
    "leave left depart departed departure",
    "arrive arrived arrival come came",
    "telephone telephoned phone phoned call called",
    "pay paid payment",
    "resign resigned resignation retire retired",
    "report reported tell told inform informed advise advised notify notified",
    "buy bought purchase purchased acquire acquired",
    "begin began start started open opened commence commenced",
    "end ended close closed finish finished complete completed",
    "employ employed hire hired engage engaged recruit recruited",
    "testify testified testimony depose deposed",
    "interview interviewed question questioned",
)


@lru_cache(maxsize=1)
def _meanings() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, words in enumerate(_MEANINGS):
        for word in words.split():
            found.setdefault(stem(word), set()).add(number)
    return {key: frozenset(numbers) for key, numbers in found.items()}


def meanings(key: str) -> frozenset[int]:
    """The numbers of the groups of verbs that a stem belongs to; none for most words."""
    return _meanings().get(key, frozenset())


WRITING = meanings(stem("wrote"))
MEETING = meanings(stem("met"))


@lru_cache(maxsize=200_000)
def same_meaning(one: str, other: str) -> bool:
    """Whether two stems are one word, give or take a misread letter or an ending, or verbs of one meaning."""
    if is_same_word(one, other) or meanings(one) & meanings(other):
        return True
    return len(one) > 6 and one[:6] == other[:6] and one.isalpha()  # "investig" and "investigat"
