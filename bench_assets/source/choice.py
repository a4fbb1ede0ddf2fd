"""Which columns a source is read by: those that were named, and a guess where the names leave no doubt.

Belongs here: the choice. Does not: what the columns hold (documents.py), asking a person (cli/sources.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bench_assets.source.finding import Found
from bench_assets.source.readers import open_shard
from bench_assets.source.rows import Columns, Suits, UnreadableShardError
from scoring.errors import BadInputError, name_culprits

# Lower case, letters and digits alone: "Doc ID" is docid.
ID_NAMES = frozenset("docid documentid docno documentno documentnumber id uid recordid recordno recordnumber".split())
TEXT_NAMES = frozenset(
    "text textcontent content contents body fulltext ocrtext doctext documenttext rawtext plaintext transcript".split()
)
FOR_IDS = frozenset({Suits.TEXT, Suits.INTEGER})
FOR_TEXTS = frozenset({Suits.TEXT})


@dataclass(frozen=True)
class Asked:
    """The columns that were named on the command line."""

    id: str | None = None
    text: str | None = None
    date: str | None = None
    meta: tuple[str, ...] = ()
    group: str | None = None

    @property
    def is_nothing(self) -> bool:
        """True when no column was named."""
        return self == Asked()


def columns_of(found: Found) -> Mapping[str, Suits]:
    """What the columns of the first shard that can be read are good for; {} when none can."""
    for place in found.shards.values():
        try:
            with open_shard(place) as shard:
                if columns := shard.columns:
                    return columns
        except UnreadableShardError:
            continue  # it is locked and named as unreadable; its neighbours say what the columns are
    return {}


def choose_columns(known: Mapping[str, Suits], asked: Asked) -> Columns:
    """The named columns, the id and the text column guessed by their names where they were not named.

    Raises: BadInputError: no name or more than one is like that of an id or a text column, with the candidates.
    """
    return Columns(
        asked.id if asked.id is not None else guess(known, ID_NAMES, FOR_IDS, "id"),
        asked.text if asked.text is not None else guess(known, TEXT_NAMES, FOR_TEXTS, "text"),
        asked.date,
        tuple(dict.fromkeys(asked.meta)),
        asked.group,
    )


def guess(known: Mapping[str, Suits], names: frozenset[str], types: frozenset[Suits], what: str) -> str:
    """The one column that is named and typed like an id or a text column. Raises BadInputError."""
    fitting = [name for name, suits in known.items() if suits in types]
    candidates = [name for name in fitting if re.sub(r"[^a-z0-9]", "", name.lower()) in names]
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        found = f"{name_culprits(candidates)} could each be it"
    elif fitting:
        found = f"no column is called like one; of its type are {name_culprits(fitting)}"
    else:
        found = f"no column has its type; found {name_culprits(list(known)) or 'none, no shard can be read'}"
    raise BadInputError(
        f"Which column holds the {what} of a document is unclear: {found}. Name it with --{what}-column."
    )
