"""Every document that names somebody: all aliases over the whole text, in one pass.

Belongs here: the exhaustive search that "entity-complete" rests on. Does not: finding new names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyarrow as pa

from bench_assets.corpus.near_names import NearScanner
from bench_assets.source.mentions import CALLED_AFTER, CALLED_CHARS

BROKEN_WORD = re.compile(r"(?<=[A-Za-z])-[ \t]*\r?\n[ \t]*(?=[a-z])")
MAX_ACRONYM_CHARS = 8


class AliasScanner:
    """Finds which entities a text names, by any alias: whole words across line wraps and points, or a misreading."""

    def __init__(
        self, aliases: Mapping[str, Iterable[str]], further: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        """Takes the aliases of each entity_id. Acronyms match in capitals only, every other alias in any case.

        `further`: for each entity_id documents known to name it under a name that others bear too.
        """
        self._further: dict[str, set[str]] = {}
        for entity_id, doc_ids in (further or {}).items():
            for doc_id in doc_ids:
                self._further.setdefault(doc_id, set()).add(entity_id)
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
        self._near = NearScanner(aliases)
        self._automata = [ahocorasick_rs.AhoCorasick(patterns) if patterns else None for patterns in self._patterns]

    def entities_in(self, doc_id: str, text: str) -> list[str]:
        """entity_ids that a document names, sorted."""
        further = self._further.get(doc_id)
        return sorted({*self.entities(text), *further}) if further else self.entities(text)

    def entities(self, text: str) -> list[str]:
        """entity_ids that the text names, sorted. A name in the name of an Act, a library or the like names nobody."""
        flat = f" {flatten(text)} "
        found: set[str] = set()
        called: dict[str, set[str]] = {}
        for exact, automaton in enumerate(self._automata):
            if automaton is None:
                continue
            haystack = flat if exact else flat.lower()
            for index, _, end in automaton.find_matches_as_indexes(haystack, overlapping=True):
                owners = self._owners[exact][self._patterns[exact][index]]
                if not exact and CALLED_AFTER.match(flat, end - 1, end + CALLED_CHARS):
                    for entity_id in owners:
                        called.setdefault(entity_id, set()).add(self._patterns[exact][index])
                else:
                    found |= owners
        for entity_id in sorted(called.keys() - found):
            if not all(is_only_called(pattern, text) for pattern in called[entity_id]):
                found.add(entity_id)
        return sorted(found | self._near.entities(text, found | called.keys()))


def is_only_called(pattern: str, text: str) -> bool:
    """True when the name stands in the text, and each time in the name of a thing; the flat text has no full stops."""
    name = re.compile(r"\b" + r"\W+".join(map(re.escape, pattern.split())) + r"\b", re.IGNORECASE)
    ends = [match.end() for match in name.finditer(text)]
    return bool(ends) and all(CALLED_AFTER.match(text, end, end + CALLED_CHARS) for end in ends)


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
            named = scanner.entities_in(doc_id, text)
            if named:
                yield doc_id, named


def scanner_of(targets: pa.Table) -> AliasScanner:
    """The scanner for TARGET_ENTITIES."""
    columns = (targets[name].to_pylist() for name in ("entity_id", "aliases", "further_doc_ids"))
    rows = list(zip(*columns, strict=True))
    aliases = {entity_id: names for entity_id, names, _ in rows}
    return AliasScanner(aliases, {entity_id: doc_ids or () for entity_id, _, doc_ids in rows})


def count_documents(
    documents: Iterable[pa.Table], aliases: Mapping[str, Sequence[str]], further: Mapping[str, Sequence[str]]
) -> dict[str, int]:
    """How many distinct documents name each entity, over one table of documents a shard; arguments as AliasScanner."""
    scanner = AliasScanner(aliases, further)
    named: dict[str, set[str]] = {entity_id: set() for entity_id in aliases}
    for table in documents:
        for doc_id, entity_ids in scan(table, scanner):
            for entity_id in entity_ids:
                named[entity_id].add(doc_id)
    return {entity_id: len(doc_ids) for entity_id, doc_ids in named.items()}
