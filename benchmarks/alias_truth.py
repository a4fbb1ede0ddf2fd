"""How well people are found and joined, and how complete the targets' documents are, against the planted truth.

Belongs here: the measures, by band of character error rate. Does not: a rule of the stages.

Two corpora are measured. `as_written` is what `write_corpus` writes: most pages clean, some misread. `heavy` misreads
the same clean pages at rates spread evenly over 0 to 25%. Every document of either goes into the alias index, garbage
too.

A person is everybody of one full name: nobody can tell homonyms apart by their names. A truth pair is a (document,
person) that the truth names under any surface, whether the noise left it legible or not; minors and other private
people are people too. A found pair is a (document, entity) with a mention that is an alias of that entity in the index.
An entity may stand for a person only when one of its aliases is, case and marks apart, a name of that person in full;
pairs are then matched one to one, the greatest number of shared documents first. So a second entity of the same person
stands for nobody, and neither does a header word that shares documents with somebody.

Recall: of the truth pairs, those found with the entity that stands for the person. Precision: of the found pairs, those
that are truth of the person that the entity stands for; the pairs of an entity that stands for nobody are all wrong.
`split` is the share of found pairs that are wrong only because the person has a better entity.
`forms`: of the (person, form) that an error rate under 5% left legible somewhere, those in the person's entity.
`aliases`: of the aliases of people with evidence, those whose documents mostly name the person their entity stands for.
Completeness: of the (document, target) that the truth names, those the rescan finds; the targets are chosen by the
stage itself and matched to truth as people are. `excess`: of the pairs that the rescan finds, those not in the truth.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from bench_assets.corpus.aliases import build_alias_index
from bench_assets.corpus.entities import titled_name
from bench_assets.corpus.rescan import scan, scanner_of
from bench_assets.corpus.targets import select_targets
from bench_assets.schemas import DOCUMENTS
from bench_assets.settings.release import CorpusSection
from bench_assets.source.documents import read_shard
from bench_assets.source.locks import lock_source
from bench_assets.source.mentions import Kind, find_mentions
from bench_resources.planted.cast import NameForm
from bench_resources.planted.corpus import write_corpus
from bench_resources.planted.draws import draws_for
from bench_resources.planted.noise import scan as misread
from bench_resources.planted.papers import papers
from bench_resources.planted.truth import flatten, read_truth
from bench_resources.reader.model import embedded_reader

N_DOCUMENTS = 4_000
N_SHARDS = 4
MAX_RATE = 0.25
NOISE_KEY = 78  # apart from every other draw of the seed
SPREAD = 61_803_399  # neighbours in the corpus get rates far apart
BANDS = (0.0, 1e-9, 0.02, 0.05, 0.10, 0.15, 1.01)  # the first holds the pages without an error
BAND_NAMES = ("0", "under 2%", "2 to 5%", "5 to 10%", "10 to 15%", "15% and over")
LEGIBLE_BANDS = 3  # of these, those under 5%
SHORT_FORMS = frozenset({NameForm.TITLED, NameForm.POLITE})  # they name nobody in full

Pair = tuple[str, str]


class Named(NamedTuple):
    """Somebody named in a document, under one surface."""

    doc_id: str
    name: str
    kind: str
    surface: str
    is_legible: bool


class Corpus(NamedTuple):
    """Shards with their truth: the error rate of each document, who is named where, and the full forms by name."""

    shards: list[pa.Table]
    rates: dict[str, float]
    named: list[Named]
    forms: dict[str, set[str]]


class Share(NamedTuple):
    """How many of how many."""

    n: int
    of: int

    @property
    def value(self) -> float | None:
        """The share, or None of nothing."""
        return round(self.n / self.of, 4) if self.of else None


def read_written(folder: Path, n_documents: int, seed: int) -> Corpus:
    """What write_corpus writes, read as the source stage reads it."""
    write_corpus(folder, n_documents=n_documents, seed=seed, n_shards=N_SHARDS)
    shards = [read_shard(shard).documents for shard in lock_source("planted", folder, "doc_id", "text_content").shards]
    entities = {row["entity_id"]: row for row in read_truth(folder, "entities").to_pylist()}
    rates = {row["doc_id"]: row["character_error_rate"] for row in read_truth(folder, "documents").to_pylist()}
    forms: dict[str, set[str]] = defaultdict(set)
    for row in read_truth(folder, "aliases").to_pylist():
        if row["form"] not in SHORT_FORMS:
            forms[entities[row["entity_id"]]["canonical_name"]].add(fold(row["alias"]))
    named = []
    for row in read_truth(folder, "appearances").to_pylist():
        entity = entities[row["entity_id"]]
        named.append(Named(row["doc_id"], entity["canonical_name"], entity["kind"], row["surface"], row["is_legible"]))
    return Corpus(shards, rates, named, forms)


def misread_evenly(n_documents: int, seed: int) -> Corpus:
    """The same pages, misread at rates spread evenly over [0, MAX_RATE]."""
    shards: list[list[dict[str, object]]] = [[] for _ in range(N_SHARDS)]
    rates, named, forms = {}, [], defaultdict(set)
    for serial, paper in enumerate(papers(seed, n_documents)):
        rate = MAX_RATE * (serial * SPREAD % n_documents) / n_documents
        scanned = misread(paper.clean, rate, draws_for(seed, NOISE_KEY, serial))
        rates[paper.doc_id] = scanned.n_edits / max(1, len(paper.clean))
        row = {"doc_id": paper.doc_id, "text": scanned.text, "length_chars": len(scanned.text)}
        shards[serial % N_SHARDS].append(row)
        entities = {one.entity_id: one for one in (*paper.collection.entities, *paper.page.private.values())}
        flat = flatten(scanned.text)
        for appearance in paper.appearances:
            entity = entities[appearance.entity_id]
            shown = appearance.surface
            named.append(Named(paper.doc_id, entity.name, entity.kind, shown, shown in flat))
            if entity.name not in forms:
                forms[entity.name] = {fold(text) for form, text in entity.forms() if form not in SHORT_FORMS}
    return Corpus([pa.Table.from_pylist(rows, schema=DOCUMENTS) for rows in shards], rates, named, forms)


def fold(name: str) -> str:
    """Its letters and digits in small letters: "Fenwick, Harold J." as "fenwickharoldj"."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def match(found: Iterable[Pair], true: Iterable[Pair], names: Mapping[str, set[str]]) -> dict[str, str]:
    """entity -> what it stands for, one to one, the most shared documents first, then by entity and name.

    Args:
        found: (document, entity).
        true: (document, name).
        names: for each entity the names that it may stand for.
    """
    shared: Counter[Pair] = Counter()
    by_document = defaultdict(set)
    for doc_id, name in true:
        by_document[doc_id].add(name)
    for doc_id, entity in found:
        for name in names[entity] & by_document[doc_id]:
            shared[entity, name] += 1
    matched: dict[str, str] = {}
    for (entity, name), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if entity not in matched and name not in matched.values():
            matched[entity] = name
    return matched


def names_of(aliases: Mapping[str, Iterable[str]], forms: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """For each entity the names of which one of its aliases is a full form."""
    meant: dict[str, set[str]] = defaultdict(set)
    for name, folded in forms.items():
        for form in folded:
            meant[form].add(name)
    return {
        entity: set().union(*(meant.get(fold(alias), set()) for alias in known)) for entity, known in aliases.items()
    }


def by_band(pairs: Iterable[Pair], right: set[Pair], rates: Mapping[str, float]) -> dict[str, Share]:
    """Of the pairs, those that are right: by band of their document's error rate, and all under 5%."""
    counts = [[0, 0] for _ in BAND_NAMES]
    for pair in pairs:
        count = counts[bisect_right(BANDS, rates[pair[0]]) - 1]
        count[0] += pair in right
        count[1] += 1
    shares = {name: Share(*count) for name, count in zip(BAND_NAMES, counts, strict=True)}
    legible = counts[:LEGIBLE_BANDS]
    return {**shares, "under 5%": Share(sum(count[0] for count in legible), sum(count[1] for count in legible))}


class Measures(NamedTuple):
    """Each by band; forms and aliases over everything."""

    recall: dict[str, Share]
    precision: dict[str, Share]
    split: dict[str, Share]
    forms: Share
    aliases: Share
    completeness: dict[str, Share]
    excess: dict[str, Share]
    n_targets: int


class Examples(NamedTuple):
    """Pairs that went wrong, for a reader."""

    missed: list[Pair]
    wrong: list[Pair]
    lost: list[Pair]
    added: list[Pair]
    matched: dict[str, str]


def measure(corpus: Corpus) -> tuple[Measures, Examples]:
    """Runs the stages over the corpus and compares."""
    mentions = pa.concat_tables([find_mentions(shard) for shard in corpus.shards])
    index = build_alias_index([mentions])
    people = index.filter(pa.compute.equal(index["kind"], str(Kind.PERSON)))
    rows = people.to_pylist()
    owner = {row["alias"]: row["entity_id"] for row in rows if row["doc_ids"] is None}
    shared = {(doc_id, row["entity_id"]) for row in rows for doc_id in row["doc_ids"] or ()}
    aliases: dict[str, set[str]] = defaultdict(set)
    for alias, entity in owner.items():
        aliases[entity].add(alias)
    columns = (mentions[column].to_pylist() for column in ("doc_id", "name", "kind", "title"))
    seen = [
        (doc_id, titled_name(title, name) if name not in owner and title else name)
        for doc_id, name, kind, title in zip(*columns, strict=True)
        if kind == Kind.PERSON
    ]
    found = {(doc_id, owner[name]) for doc_id, name in seen if name in owner} | shared
    true = {(one.doc_id, one.name) for one in corpus.named if one.kind == Kind.PERSON}
    names = names_of(aliases, corpus.forms)
    matched = match(found, true, names)
    entity_of = {name: entity for entity, name in matched.items()}
    right = {(doc_id, entity) for doc_id, entity in found if (doc_id, matched.get(entity, "")) in true}
    hit = {(doc_id, name) for doc_id, name in true if (doc_id, entity_of.get(name, "")) in found}
    split = {
        (doc_id, entity)
        for doc_id, entity in found - right
        if entity not in matched and any((doc_id, name) in true for name in names[entity])
    }
    rates = corpus.rates
    forms = measure_forms(corpus, owner, entity_of)
    right_aliases = measure_aliases(seen, owner, matched, true)
    completeness, excess, lost, added, n_targets = measure_targets(corpus, index, mentions)
    measures = Measures(
        by_band(true, hit, rates), by_band(found, right, rates), by_band(found, split, rates),
        forms, right_aliases, completeness, excess, n_targets,
    )  # fmt: skip
    return measures, Examples(sorted(true - hit), sorted(found - right), lost, added, matched)


def measure_forms(corpus: Corpus, owner: Mapping[str, str], entity_of: Mapping[str, str]) -> Share:
    """Of the full forms left legible under 5%, those that the index files under the person's entity."""
    limit = BANDS[LEGIBLE_BANDS]
    folded: dict[str, set[str]] = defaultdict(set)
    for alias, entity in owner.items():
        folded[fold(alias)].add(entity)
    printed = {
        (one.name, fold(one.surface))
        for one in corpus.named
        if one.kind == Kind.PERSON and one.is_legible and corpus.rates[one.doc_id] < limit
    }
    printed = {(name, form) for name, form in printed if form in corpus.forms[name]}
    n = sum(entity_of.get(name) in folded.get(form, set()) for name, form in printed)
    return Share(n, len(printed))


def measure_aliases(
    seen: Sequence[Pair], owner: Mapping[str, str], matched: Mapping[str, str], true: set[Pair]
) -> Share:
    """Of the aliases, those of which at least half of the documents name the person of their entity."""
    documents: dict[str, set[str]] = defaultdict(set)
    for doc_id, name in seen:
        if name in owner:
            documents[name].add(doc_id)
    n = 0
    for alias, doc_ids in documents.items():
        name = matched.get(owner[alias], "")
        n += 2 * sum((doc_id, name) in true for doc_id in doc_ids) >= len(doc_ids)
    return Share(n, len(documents))


def measure_targets(
    corpus: Corpus, index: pa.Table, mentions: pa.Table
) -> tuple[dict[str, Share], dict[str, Share], list[Pair], list[Pair], int]:
    """Completeness and excess of the targets' documents, the pairs lost and added, and how many targets there are."""
    documents = in_one_shard(pa.concat_tables(corpus.shards))
    targets = select_targets(index, [in_one_shard(mentions)], [documents], embedded_reader(), CorpusSection())
    aliases = dict(zip(targets["entity_id"].to_pylist(), targets["aliases"].to_pylist(), strict=True))
    found = {(doc_id, entity) for doc_id, entities in scan(documents, scanner_of(targets)) for entity in entities}
    true = {(one.doc_id, one.name) for one in corpus.named}
    matched = match(found, true, names_of(aliases, corpus.forms))
    entity_of = {name: entity for entity, name in matched.items()}
    wanted = {(doc_id, entity_of[name]) for doc_id, name in true if name in entity_of}
    complete = by_band(wanted, found, corpus.rates)
    excess = by_band(found, found - wanted, corpus.rates)
    return complete, excess, sorted(wanted - found), sorted(found - wanted), len(aliases)


def in_one_shard(rows: pa.Table) -> pa.Table:
    """The rows as the corpus stage reads them."""
    return rows.append_column("shard", pa.array(["planted"] * len(rows), pa.string()))


def table(measures: Measures) -> str:
    """The measures as lines."""
    lines = ["error rate        pairs    recall  precision   split   pairs  completeness  excess"]
    for band in (*BAND_NAMES, "under 5%"):
        recall, complete = measures.recall[band], measures.completeness[band]
        cells = [
            shown(share)
            for share in (recall, measures.precision[band], measures.split[band], complete, measures.excess[band])
        ]
        lines.append(
            f"{band:<14}  {recall.of:7,}  {cells[0]:>8}  {cells[1]:>9}  {cells[2]:>6}"
            f"  {complete.of:6,}  {cells[3]:>12}  {cells[4]:>6}"
        )
    lines.append(
        f"forms {shown(measures.forms)} of {measures.forms.of:,}; aliases {shown(measures.aliases)}"
        f" of {measures.aliases.of:,}; targets {measures.n_targets}"
    )
    return "\n".join(lines)


def shown(share: Share) -> str:
    """Four decimals, or a dash."""
    return "-" if share.value is None else f"{share.value:.4f}"


def values(measures: Measures) -> dict[str, object]:
    """The measures as JSON has them."""
    return {
        name: {band: share.value for band, share in value.items()}
        if isinstance(value, dict)
        else value.value
        if isinstance(value, Share)
        else value
        for name, value in measures._asdict().items()
    }


def main() -> None:
    """Prints the tables to stderr and one JSON line to stdout."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--documents", type=int, default=N_DOCUMENTS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=("as_written", "heavy"))
    parser.add_argument("--examples", type=int, default=0, help="show so many pairs of each kind that went wrong")
    options = parser.parse_args()
    result: dict[str, object] = {"n_documents": options.documents, "seed": options.seed}
    for noise in ("as_written", "heavy"):
        if options.only not in {None, noise}:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            corpus = (
                read_written(Path(scratch) / "planted", options.documents, options.seed)
                if noise == "as_written"
                else misread_evenly(options.documents, options.seed)
            )
        measures, examples = measure(corpus)
        print(f"{noise}\n{table(measures)}\n", file=sys.stderr)
        for kind in ("missed", "wrong", "lost", "added"):
            for doc_id, name in getattr(examples, kind)[: options.examples]:
                print(f"  {kind}: {doc_id} {name}", file=sys.stderr)
        result[noise] = values(measures)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
