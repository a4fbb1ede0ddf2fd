"""Every document that names somebody: all aliases over the whole text, in one pass.

Belongs here: the exhaustive search that "entity-complete" rests on. Does not: finding new names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyarrow as pa

BROKEN_WORD = re.compile(r"(?<=[A-Za-z])-[ \t]*\r?\n[ \t]*(?=[a-z])")
MAX_ACRONYM_CHARS = 8


class AliasScanner:
    """Finds which entities a text names, by any alias, whole words only, across line wraps and points."""

    def __init__(self, aliases: Mapping[str, Iterable[str]]) -> None:
        """Takes the aliases of each entity_id. Acronyms match in capitals only, every other alias in any case."""
        import ahocorasick_rs  # noqa: PLC0415 - a compiled library, loaded where it is used

        self._owners: tuple[dict[str, set[str]], dict[str, set[str]]] = ({}, {})
        for entity_id in sorted(aliases):
            for alias in aliases[entity_id]:
                plain = flatten(alias)
                exact = is_acronym(alias)
                pattern = f" {plain if exact else plain.lower()} "
                if plain:
                    self._owners[exact].setdefault(pattern, set()).add(entity_id)
        self._patterns = [sorted(owners) for owners in self._owners]
        self._automata = [ahocorasick_rs.AhoCorasick(patterns) if patterns else None for patterns in self._patterns]

    def entities(self, text: str) -> list[str]:
        """entity_ids that the text names, sorted."""
        flat = f" {flatten(text)} "
        found: set[str] = set()
        for exact, automaton in enumerate(self._automata):
            if automaton is None:
                continue
            haystack = flat if exact else flat.lower()
            for index, _, _ in automaton.find_matches_as_indexes(haystack, overlapping=True):
                found |= self._owners[exact][self._patterns[exact][index]]
        return sorted(found)


def flatten(text: str) -> str:
    """Words separated by one blank: marks become blanks, broken words are rejoined, apostrophes' tails come off."""
    joined = BROKEN_WORD.sub("", text)
    return " ".join(MARKS.sub(" ", joined).split())


MARKS = re.compile(r"[^\w&]+|_")


def is_acronym(alias: str) -> bool:
    """True for short words in capitals, which in small letters would be ordinary words."""
    return alias.isupper() and " " not in alias and len(alias) <= MAX_ACRONYM_CHARS


def scan(documents: pa.Table, scanner: AliasScanner) -> Iterator[tuple[str, list[str]]]:
    """(doc_id, entity_ids) of every document that names one, in the table's order."""
    for batch in documents.select(["doc_id", "text"]).to_batches(max_chunksize=1000):
        for doc_id, text in zip(batch["doc_id"].to_pylist(), batch["text"].to_pylist(), strict=True):
            named = scanner.entities(text)
            if named:
                yield doc_id, named


def count_documents(documents: Iterable[pa.Table], aliases: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """How many distinct documents name each entity, over one table of documents a shard."""
    scanner = AliasScanner(aliases)
    named: dict[str, set[str]] = {entity_id: set() for entity_id in aliases}
    for table in documents:
        for doc_id, entity_ids in scan(table, scanner):
            for entity_id in entity_ids:
                named[entity_id].add(doc_id)
    return {entity_id: len(doc_ids) for entity_id, doc_ids in named.items()}
