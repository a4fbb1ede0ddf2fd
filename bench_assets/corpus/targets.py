"""Whom and what a release may ask about: notable people and public bodies, bounded by their documents.

Belongs here: candidates, contexts, the notability question, protection, the ceiling. Does not: joining names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bench_assets.corpus.private_people import PrivateNames, marked_people
from bench_assets.corpus.rescan import count_documents
from bench_assets.schemas import TARGET_ENTITIES
from bench_assets.settings.release import CorpusSection
from bench_assets.source.mentions import Kind
from bench_resources.names import COURTESY_TITLES
from bench_resources.prompting import Notability, template
from scoring.llm import Model, ask

CANDIDATES_PER_TARGET = 15  # about one name in ten of the most mentioned is a public figure
MAX_CONTEXTS = 16
TITLED_CONTEXTS = 10  # of these, at most: the rest shows how the name is used without its title
CONTEXT_CHARS = 160
MAX_BODY_SHARE = 0.5  # of the targets, unless there are too few people
MIN_THE_SHARE = 0.1  # bodies are written with "the" in running text; form labels are not
BODY_CONTEXTS = 40
PLACEHOLDER = re.compile(
    r"\b(?:doe|roe|redacted|withheld|unknown|unidentified|minor|juvenile|victim|complainant|informant)\b|[\[\]*_█]",
    re.IGNORECASE,
)
WITH_THE = re.compile(r"\bthe\s+\Z", re.IGNORECASE)
PUBLIC_HEADS = frozenset({
    "agency", "department", "committee", "subcommittee", "commission", "bureau", "council", "board", "authority",
    "service", "ministry", "court", "administration", "congress", "senate", "archives", "office", "university",
    "house", "institute", "embassy", "directorate", "port", "district", "police", "library",
})  # fmt: skip
NAMED_AFTER = frozenset({"commission", "university", "parliament"})  # two words say enough: "Kerner Commission"
# Bodies that every government has: without a place or a purpose in the name nobody knows which is meant.
GENERIC_WORDS = frozenset({
    "field", "security", "police", "foreign", "post", "select", "special", "executive", "joint", "local", "main",
    "origin", "intelligence", "general", "service", "services", "division", "director", "directors", "this",
    "first", "second", "third", "military", "public", "review", "city", "county", "head", "home", "branch",
    "regional", "legal", "visa", "press", "high", "reporting", "records", "control", "immigration", "personnel",
    "criminal", "operations", "origins", "counsel", "inspector", "assistant", "communications", "finance",
    "logistics", "affairs", "training", "administrative", "administration", "support", "technical", "planning",
    "budget", "attorney", "commissioner", "president", "secretary", "chief", "staff",
})  # fmt: skip


class Candidate(NamedTuple):
    """An entity that may become a target, with the forms it is named in, as TARGET_ENTITIES has them."""

    entity_id: str
    name: str
    kind: Kind
    aliases: tuple[str, ...]
    further_doc_ids: tuple[str, ...]
    n_documents: int


class Context(NamedTuple):
    """A snippet of a document round one mention, and where in it the mention begins."""

    text: str
    mention_start: int


def select_targets(
    alias_index: pa.Table,
    mentions: Iterable[pa.Table],
    documents: Iterable[pa.Table],
    model: Model,
    settings: CorpusSection,
    protected: frozenset[str] = frozenset(),
) -> pa.Table:
    """One row per target: the most documented notable people and public bodies.

    Args:
        alias_index: ALIAS_INDEX.
        mentions: ENTITY_MENTIONS with a `shard` column, a table a shard.
        documents: doc_id, text and `shard`, a table a shard; read three times.
        model: answers `notability`; a candidate it fails on is no target.
        settings: max_targets, min_target_documents, document_ceiling.
        protected: names that the release marks private, in any form. So are people whom a document marks as a victim or
            a minor, whatever the model says.

    Returns: TARGET_ENTITIES, most documents first, then by entity_id. `n_documents` counts every document that names an
    alias, found by a full rescan, so that the ceiling is one on documents and not on mentions.
    """
    candidates = find_candidates(alias_index, settings, PrivateNames(protected | marked_people(documents)))
    contexts = find_contexts(candidates, mentions, documents)
    people = [c for c in candidates if c.kind == Kind.PERSON]
    reasons = judge_people(people, contexts, model) | judge_bodies(
        [c for c in candidates if c.kind == Kind.ORGANISATION], contexts
    )
    passed = [c for c in candidates if c.entity_id in reasons]
    names = {c.entity_id: c.aliases for c in passed}
    counts = count_documents(documents, names, {c.entity_id: c.further_doc_ids for c in passed})
    bounded = [c for c in passed if settings.min_target_documents <= counts[c.entity_id] <= settings.document_ceiling]
    bounded.sort(key=lambda c: (-counts[c.entity_id], c.entity_id))
    chosen = choose(bounded, settings.max_targets)
    rows = [
        (*c[:3], list(c.aliases), list(c.further_doc_ids), counts[c.entity_id], reasons[c.entity_id]) for c in chosen
    ]
    columns = list(zip(*rows, strict=True)) or [()] * len(TARGET_ENTITIES)
    return pa.table([list(column) for column in columns], schema=TARGET_ENTITIES)


def choose(ranked: Sequence[Candidate], n: int) -> list[Candidate]:
    """The first `n` in rank order, bodies at most half of them while people last."""
    people = [c for c in ranked if c.kind == Kind.PERSON]
    bodies = [c for c in ranked if c.kind == Kind.ORGANISATION]
    n_bodies = min(len(bodies), max(int(n * MAX_BODY_SHARE), n - len(people)))
    chosen = {c.entity_id for c in [*people[: n - n_bodies], *bodies[:n_bodies]]}
    return [c for c in ranked if c.entity_id in chosen]


def find_candidates(alias_index: pa.Table, settings: CorpusSection, private: PrivateNames) -> list[Candidate]:
    """Entities with enough documents that nobody protects, the most documented of each kind."""
    grouped: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in alias_index.to_pylist():
        grouped[row["entity_id"]].append(row)
    found: dict[Kind, list[Candidate]] = {kind: [] for kind in Kind}
    for entity_id, rows in grouped.items():
        aliases = tuple(sorted(str(row["alias"]) for row in rows if row["doc_ids"] is None))
        further = tuple(sorted({doc_id for row in rows for doc_id in row["doc_ids"] or ()}))
        n_documents = sum(int(str(row["n_documents"])) for row in rows)
        names = (str(rows[0]["canonical_name"]), *aliases)
        kind = Kind(str(rows[0]["kind"]))
        if n_documents < settings.min_target_documents or is_barred(names, kind, private):
            continue
        found[kind].append(Candidate(entity_id, names[0], kind, aliases, further, n_documents))
    limit = settings.max_targets * CANDIDATES_PER_TARGET
    return [c for kind in Kind for c in sorted(found[kind], key=lambda c: (-c.n_documents, c.entity_id))[:limit]]


def is_barred(names: Sequence[str], kind: Kind, private: PrivateNames) -> bool:
    """True when any form is a private person's, or of a body named after one, or is a redaction and no name."""
    is_private = private.is_one if kind == Kind.PERSON else private.is_in_body
    return any(is_private(name) or PLACEHOLDER.search(name) for name in names)


def find_contexts(
    candidates: Sequence[Candidate], mentions: Iterable[pa.Table], documents: Iterable[pa.Table]
) -> dict[str, list[Context]]:
    """Snippets round mentions of each candidate: one a document, titled mentions first, in the order of doc_id."""
    owner = {alias: c.entity_id for c in candidates for alias in c.aliases}
    limits = {c.entity_id: MAX_CONTEXTS if c.kind == Kind.PERSON else BODY_CONTEXTS for c in candidates}
    places = choose_places(mentions_of(owner, mentions), owner, limits)
    snippets = read_snippets({place for chosen in places.values() for place in chosen}, documents)
    return {entity_id: [snippets[place] for place in chosen] for entity_id, chosen in places.items()}


def without_titles(mentions: pa.Table, wanted: pa.Array) -> pa.Table:
    """The mentions whose name is wanted."""
    return mentions.select([*Place._fields, "name", "title"]).filter(pc.is_in(mentions["name"], value_set=wanted))


def under_titles(mentions: pa.Table, wanted: pa.Array) -> pa.Table:
    """The mentions of which only title and name together are wanted, as their name."""
    together = pc.binary_join_element_wise(pc.utf8_title(mentions["title"]), mentions["name"], " ")
    is_wanted = pc.and_(pc.is_in(together, value_set=wanted), pc.invert(pc.is_in(mentions["name"], value_set=wanted)))
    columns = [*(mentions[field] for field in Place._fields), together, mentions["title"]]
    return pa.table(columns, names=[*Place._fields, "name", "title"]).filter(is_wanted)


class Place(NamedTuple):
    """Where a mention stands."""

    doc_id: str
    shard: str
    start: int
    end: int


def mentions_of(names: Iterable[str], mentions: Iterable[pa.Table]) -> pa.Table:
    """The mentions under these names, over all shards, by document and place in it."""
    wanted = pa.array(sorted(names), pa.string())
    kept = [named for table in mentions for named in (under_titles(table, wanted), without_titles(table, wanted))]
    order = [(column, "ascending") for column in Place._fields]
    return pa.concat_tables(kept).sort_by(order)


def read_snippets(places: Iterable[Place], documents: Iterable[pa.Table]) -> dict[Place, Context]:
    """The text round each place."""
    by_document: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for place in places:
        by_document[place.shard, place.doc_id].append(place)
    doc_ids = pa.array(sorted({doc_id for _, doc_id in by_document}), pa.string())
    snippets = {}
    for table in documents:
        read = table.filter(pc.is_in(table["doc_id"], value_set=doc_ids))
        for shard, doc_id, text in zip(*(read[c].to_pylist() for c in ("shard", "doc_id", "text")), strict=True):
            for place in by_document.get((shard, doc_id), ()):
                snippets[place] = snippet(text, place)
    return snippets


def snippet(text: str, place: Place) -> Context:
    """CONTEXT_CHARS before and after a mention."""
    return Context(
        text[max(0, place.start - CONTEXT_CHARS) : place.end + CONTEXT_CHARS], min(place.start, CONTEXT_CHARS)
    )


def choose_places(mentions: pa.Table, owner: Mapping[str, str], limits: Mapping[str, int]) -> dict[str, list[Place]]:
    """Which mentions become contexts: for each entity at most its limit, spread over the documents.

    Those behind a title come first, an office often follows them; a surname behind "Mr." comes last.
    """
    titled: dict[str, dict[str, Place]] = defaultdict(dict)
    plain: dict[str, dict[str, Place]] = defaultdict(dict)
    polite: dict[str, dict[str, Place]] = defaultdict(dict)  # "Mr. Fenwick": others may be of that surname
    for batch in mentions.select([*Place._fields, "name", "title"]).to_batches():
        for *place, name, title in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            found = Place(*place)
            is_polite = title in COURTESY_TITLES and len(name.removeprefix(title.title()).split()) == 1
            group = plain if not title else polite if is_polite else titled
            group[owner[name]].setdefault(found.doc_id, found)
    places = {}
    for entity_id, limit in limits.items():
        chosen = spread(list(titled[entity_id].values()), min(TITLED_CONTEXTS, limit))
        for group in (plain, polite):
            seen = {place.doc_id for place in chosen}
            rest = [place for place in group[entity_id].values() if place.doc_id not in seen]
            chosen += spread(rest, limit - len(chosen))
        places[entity_id] = chosen
    return places


def spread(places: list[Place], n: int) -> list[Place]:
    """At most `n`, evenly from the whole list: the first ones would all be of one series."""
    if len(places) <= n:
        return places
    return [places[i * len(places) // n] for i in range(n)]


def judge_people(people: Sequence[Candidate], contexts: Mapping[str, list[Context]], model: Model) -> dict[str, str]:
    """The model's reason for each person it calls notable."""
    asked = [c for c in people if contexts.get(c.entity_id)]
    prompts = [
        template("notability").fill(
            name=c.name, contexts=[context.text for context in contexts[c.entity_id]], n_documents=c.n_documents
        )
        for c in asked
    ]
    replies = [reply.expect(Notability) for reply in ask(model, prompts)]
    return {
        c.entity_id: reply.reason
        for c, reply in zip(asked, replies, strict=True)
        if reply is not None and reply.is_notable
    }


def judge_bodies(bodies: Sequence[Candidate], contexts: Mapping[str, list[Context]]) -> dict[str, str]:
    """A reason for each body that is public, specific, and written about in running text."""
    reasons = {}
    for body in bodies:
        found = contexts.get(body.entity_id, [])
        if not found or not is_specific(body.name):
            continue
        n_the = sum(WITH_THE.search(context.text[: context.mention_start]) is not None for context in found)
        if n_the >= max(2, MIN_THE_SHARE * len(found)):
            reasons[body.entity_id] = f"public body, written of in {n_the} of {len(found)} contexts"
    return reasons


def is_specific(name: str) -> bool:
    """True for a public body whose name says which: a head, and a word that not every government's bodies have."""
    words = [word.strip(".,").lower() for word in name.split()]
    content = [word for word in words if word not in {"of", "the", "and", "on", "for", "in", "&"}]
    if not PUBLIC_HEADS & set(content) or len(content) < 2:
        return False
    if words[-1] == "office" or (len(words) == 2 and words[-1] not in NAMED_AFTER):
        return False
    rest = [word for word in content if word not in PUBLIC_HEADS]
    return any(word not in GENERIC_WORDS and len(word) > 3 for word in rest)
