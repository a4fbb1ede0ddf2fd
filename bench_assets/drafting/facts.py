"""Facts with verbatim quotes, asked of a model window by window and checked against the untouched text.

Belongs here: windows, the checks that no model is trusted with, agreement between documents. Does not: wording (the
prompt), quotas (drafts).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bench_assets.corpus.private_people import PrivateNames, marked_people
from bench_assets.drafting.abbreviations import ASKED, ambiguous_abbreviations
from bench_assets.drafting.agreement import Agreement, Corroborator
from bench_assets.drafting.quotes import find_quote, flatten
from bench_assets.drafting.strangers import PublicPeople, Told, names_stranger
from bench_assets.progress import Progress, untold
from bench_assets.schemas import FACTS
from bench_assets.settings.release import DraftingSection
from bench_resources.prompting import AnswerType, Fact, Facts, template
from bench_resources.reader.answer_types import DateValue, find_dates, find_proper, of_its_time
from bench_resources.reader.draft_lexicon import MONTHS
from bench_resources.reader.draft_officials import office_holders
from bench_resources.reader.people import parse_person
from scoring.llm import Model, Prompt, ask

BATCH = 256  # prompts in flight: bounds memory, keeps a live model's workers busy
PROMPT_ID = "facts"
MAX_SALIENCE = 5
MAX_NAME_WORDS = 4  # of a person; more are a thing's
MIN_DOCUMENTS = 2  # that show a person in a public office before other documents' facts may name that person

_PERSONAL = re.compile(
    r"\b(?:born|birth|birthday|birthplace|social security|ssn|passport|telephone|phone|home address|"
    r"street address|resid(?:e[sd]?|ence|ing)|"
    r"married|wife|husband|divorc\w+|medical|illness|disease|diagnos\w+|pregnan\w+|religion|sexual\w*|weight|"
    r"height|aged?)\b",
    re.IGNORECASE,
)
_NUMBER_SHAPES = re.compile(
    r"\b\d{3}-\d{2}-\d{4}\b|\(\d{3}\)\s?\d{3}-\d{4}|\b\d{3}-\d{3}-\d{4}\b|\b[\w.+-]+@[\w-]+\.\w+"
)
_LEAK = re.compile(
    r"\b[\w-]+\.(?:pdf|txt|docx?|tiff?|jpe?g|png|eml|msg|html?|csv|xlsx?|json)\b|"
    r"\b(?!(?:19|20)\d\d-(?:19|20)\d\d\b)\d{2,4}-\d{4,}(?:-\d+)*\b|"  # a file's number, and not years
    r"\b[A-Z]{1,6}[-_]?\d{4,}\b|\b\d{7,}\b|"
    r"\b(?:record|file|document|docket|control|serial|case)\s+(?:no\.?|number|id)\b",
    re.IGNORECASE,
)
_REDACTED = re.compile(r"\[[^\]]{0,40}\]|\bredacted\b|█|_{3,}|\bX{3,}\b|\b(?:Jane|John) Doe\b|\*{3,}", re.IGNORECASE)


_GARBLED = re.compile(
    r"\d[,.] \d{2}(?!\d)|\d,\d{1,2}(?![\d])|\d%\s*(?:"
    + "|".join(MONTHS)
    + r")\b|\b\d+[A-Za-z]\d|\$\s?0\d|\b\d+\.\d+\.\d"
)
_LAST_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"\b(?:1[789]\d\d|20\d\d)\b")
_DATED_YEAR = re.compile(
    r"\b(?:" + "|".join(month[:3] for month in MONTHS) + r")[a-z]*[.,]? (?:\d{1,2},? )?(1[789]\d\d|20\d\d)\b",
    re.IGNORECASE,
)  # a bare figure may be an hour or a box
MIN_YEARS = 50  # mentions of years from which a corpus has a bulk
TAIL_SHARE = 0.05  # of mentions at either end that are no bulk: slips of the scanner and of the pen
WIDER_YEARS = 3  # than the bulk, at either end
HEAD_CHARS = 600  # of a document, in which it is dated
MIN_WRITTEN = 5  # documents dated in a year or beside it; misread years do not gather
NEAR_YEARS = 10  # to another year of the document: then it writes of that time


class YearSpan(NamedTuple):
    """The years of a corpus's bulk, both ends included, a little widened."""

    first: int
    last: int

    def holds(self, year: int) -> bool:
        """Whether a year lies in the bulk."""
        return self.first <= year <= self.last


class FactFinding(NamedTuple):
    """The table FACTS, and how many facts were rejected for each reason (plus `asked` windows and `failed` ones)."""

    table: pa.Table
    counts: dict[str, int]


@dataclass(frozen=True)
class Target:
    """A target entity as drafting needs it: how it is written, in any of its forms."""

    entity_id: str
    canonical_name: str
    kind: str
    forms: tuple[str, ...]
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class Found:
    """One fact in its document, with the span of its quote."""

    doc_id: str
    start: int
    end: int
    fact: Fact
    model: str


def find_facts(
    corpus: pa.Table,
    targets: pa.Table,
    model: Model,
    settings: DraftingSection,
    progress: Progress = untold,
    protected: frozenset[str] = frozenset(),
) -> FactFinding:
    """Facts that draftable documents state, each with a quote found verbatim, in document order.

    A fact that another document contradicts in nearly the same words is rejected; one that another document repeats
    gains a point of salience. One that names somebody who is `protected`, whom the documents mark as a victim or a
    minor, or who is neither a target nor in public office, is rejected. Empty input gives an empty table.
    """
    people = read_targets(targets)
    private = PrivateNames(protected | marked_people([corpus]))
    officials = frozenset(name for name in corpus_officials(corpus) if not private.is_one(name))
    names = PublicNames(frozenset(t.canonical_name for t in people), officials)
    counts: Counter[str] = Counter()
    years = Years(year_span(text or "" for text in corpus["text"].to_pylist()), years_written(corpus))
    windows_of = _windows(corpus, names, settings.window_chars, progress)
    found = list(_checked(_asked(windows_of, model, counts), Permitted(people, private), years, counts))
    found = _without_strangers(found, corpus, public_people(people, officials), counts)
    found = _without_ambiguous(_without_contradictions(found, counts), corpus, counts)
    kept = list(_corroborated(found, corpus, counts))
    kept = [f for f in kept if f.fact.salience >= settings.salience_floor]
    counts["below_salience_floor"] = len(found) - counts["conflicting_copy"] - len(kept)
    rows = [_row(item, people) for item in sorted(kept, key=lambda f: (f.doc_id, f.start, f.fact.question))]
    return FactFinding(pa.Table.from_pylist(rows, schema=FACTS), dict(sorted(counts.items())))


def year_span(texts: Iterable[str]) -> YearSpan:
    """The years between which all but the outermost mentions lie; every year when the texts name few."""
    n_texts: Counter[int] = Counter()
    for text in texts:
        n_texts.update({int(year) for year in _DATED_YEAR.findall(text)})
    total = sum(n_texts.values())
    if total < MIN_YEARS:
        return YearSpan(0, 9999)
    years, seen = sorted(n_texts), 0
    inner: list[int] = []
    for year in years:
        seen += n_texts[year]
        if TAIL_SHARE * total <= seen and seen - n_texts[year] <= (1 - TAIL_SHARE) * total:
            inner.append(year)
    return YearSpan(inner[0] - WIDER_YEARS, inner[-1] + WIDER_YEARS)


def years_written(corpus: pa.Table) -> frozenset[int]:
    """The years in which draftable documents are dated at their head, some each, neighbouring years counted in."""
    n_documents: Counter[int] = Counter()
    for batch in corpus.select(["is_draftable", "text"]).to_batches(max_chunksize=BATCH):
        for row in batch.to_pylist():
            dated = _DATED_YEAR.search((row["text"] or "")[:HEAD_CHARS]) if row["is_draftable"] else None
            n_documents.update([int(dated[1])] if dated else [])
    return frozenset(
        year for year in n_documents if sum(n_documents[year + step] for step in (-1, 0, 1)) >= MIN_WRITTEN
    )


class Years(NamedTuple):
    """When a corpus was written, and of what years it writes: a year outside both is likelier a misread figure."""

    bulk: YearSpan
    written: frozenset[int]

    def hold(self, year: int, form: str) -> bool:
        """Whether a year is likely: in a header, when documents were written then; else, when many mention it."""
        return self.bulk.holds(year) or (form == "header" and year in self.written)


def is_dated_plausibly(fact: Fact, text: str, years: Years) -> bool:
    """Whether every year of a fact is likely in this corpus, or near another year that its document names elsewhere.

    A year of two digits in a date that answers counts as the one that it is read as.
    """
    told = {int(year) for year in _YEAR.findall(f"{fact.question} {fact.answer}")}
    told |= _years_of(fact.answer, text) if fact.answer_type is AnswerType.DATE else set()
    strange = {year for year in told if not years.hold(year, fact.form)}
    others = [int(year) for year in _DATED_YEAR.findall(text.replace(fact.quote, " "))] if strange else []
    return all(any(abs(other - year) <= NEAR_YEARS for other in others) for year in strange)


def _years_of(answer: str, text: str) -> set[int]:
    values = [date.value for date in find_dates(answer) if isinstance(date.value, DateValue)]
    return {value.year for one in values if (value := of_its_time(one, text)).year is not None}


class PublicNames(NamedTuple):
    """Whom facts may be about, the targets, and whom they may name: people whom the corpus shows in a public office."""

    targets: frozenset[str]
    officials: frozenset[str]

    def beside(self, passage: str) -> list[str]:
        """The officials, besides targets, whose last word a passage holds."""
        words = set(_LAST_WORD.findall(passage.casefold()))
        present = {name for name in self.officials if _LAST_WORD.findall(name.casefold())[-1] in words}
        return sorted(present - self.targets)


def corpus_officials(corpus: pa.Table) -> frozenset[str]:
    """People whom several draftable documents show in a public office."""
    n_documents: Counter[str] = Counter()
    for batch in corpus.select(["is_draftable", "text"]).to_batches(max_chunksize=BATCH):
        for row in batch.to_pylist():
            if row["is_draftable"] and row["text"]:
                n_documents.update(office_holders(row["text"]))
    return frozenset(name for name, n in n_documents.items() if n >= MIN_DOCUMENTS)


def read_targets(targets: pa.Table) -> list[Target]:
    """The rows of TARGET_ENTITIES, each with a pattern of all its forms."""
    found = []
    for row in targets.to_pylist():
        forms = sorted({row["canonical_name"], *(row["aliases"] or [])}, key=lambda form: (-len(form), form))
        pattern = "|".join(r"\s+".join(re.escape(word) for word in form.split()) for form in forms if form.strip())
        found.append(
            Target(
                row["entity_id"],
                row["canonical_name"],
                row["kind"],
                tuple(form for form in forms if form.strip()),
                re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE),
            )
        )
    return found


def windows(text: str, size: int) -> Iterator[str]:
    """The text in pieces of at most `size` characters that start at a line or sentence boundary; none is blank."""
    start = 0
    while start < len(text):
        end = min(len(text), start + size)
        if end < len(text):
            breaks = [text.rfind(mark, start + size // 2, end) for mark in ("\n\n", "\n", ". ", " ")]
            end = next((at + 1 for at in breaks if at > start), end)
        if text[start:end].strip():
            yield text[start:end]
        start = end


class _Window(NamedTuple):
    doc_id: str
    text: str  # of the whole document
    prompt: Prompt


def _asked(asked: Iterable[_Window], model: Model, counts: Counter[str]) -> Iterator[tuple[_Window, Fact, str]]:
    batch: list[_Window] = []
    for window in asked:
        batch.append(window)
        if len(batch) == BATCH:
            yield from _read(batch, model, counts)
            batch = []
    yield from _read(batch, model, counts)


def _windows(corpus: pa.Table, names: PublicNames, size: int, progress: Progress) -> Iterator[_Window]:
    table = corpus.select(["doc_id", "is_draftable", "text"]).sort_by("doc_id")
    n_read = 0
    for batch in table.to_batches(max_chunksize=BATCH):
        for row in batch.to_pylist():
            text = row["text"] if row["is_draftable"] else None
            for ordinal, passage in enumerate(windows(text or "", size)):
                prompt = template(PROMPT_ID).fill(
                    passage=passage,
                    is_document_start=ordinal == 0,
                    names=sorted(names.targets),
                    officials=names.beside(passage),
                )
                yield _Window(row["doc_id"], row["text"], prompt)
            n_read += 1
            progress(n_read, table.num_rows)


def _read(batch: Sequence[_Window], model: Model, counts: Counter[str]) -> Iterator[tuple[_Window, Fact, str]]:
    replies = ask(model, [window.prompt for window in batch])
    counts["asked"] += len(batch)
    for window, reply in zip(batch, replies, strict=True):
        facts = reply.expect(Facts)
        if facts is None:
            counts["model_failure"] += 1
            continue
        for fact in facts.facts:
            yield window, fact, reply.model


def _checked(
    asked: Iterator[tuple[_Window, Fact, str]], permitted: Permitted, years: Years, counts: Counter[str]
) -> Iterator[Found]:
    for window, fact, model in asked:
        span = find_quote(window.text, fact.quote)
        reason = "invented_quote" if span is None else fault_of(fact, window.doc_id, permitted)
        if span is None or reason:
            counts[reason] += 1
            continue
        if not is_dated_plausibly(fact, window.text, years):
            counts["implausible_date"] += 1
            continue
        counts["found"] += 1
        untouched = fact.model_copy(update={"quote": window.text[span[0] : span[1]]})
        yield Found(window.doc_id, span[0], span[1], untouched, model)


class Permitted(NamedTuple):
    """Whom a task may be about, the targets, and whom it may not even name."""

    targets: Sequence[Target] = ()
    barred: PrivateNames = PrivateNames(frozenset())


def public_people(targets: Iterable[Target], officials: Iterable[str] = ()) -> PublicPeople:
    """Whom tasks may name: targets by all their forms, and officials."""
    forms = [form for target in targets for form in (target.canonical_name, *target.forms)]
    return PublicPeople.of([*forms, *officials])


def fault_of(fact: Fact, doc_id: str, permitted: Permitted) -> str:
    """Why a fact may not become a task, as a snake_case reason; "" when nothing is wrong with it."""
    question, quote = flatten(fact.question), flatten(fact.quote)
    checks = {
        "answer_not_in_quote": flatten(fact.answer).casefold() not in quote.casefold() or not fact.answer.strip(),
        "gives_answer_away": flatten(fact.answer).casefold() in question.casefold(),
        "personal_data": bool(_PERSONAL.search(question) or _NUMBER_SHAPES.search(question + " " + fact.answer)),
        "redaction": bool(
            _REDACTED.search(question) or _REDACTED.search(fact.answer) or _REDACTED.search(fact.subject)
        ),
        "person_is_no_target": is_about_person(fact)
        and not any(target.pattern.search(fact.subject) for target in permitted.targets),
        "protected_person": any(permitted.barred.search(told) for told in (question, fact.answer, fact.subject)),
        "source_leak": bool(_LEAK.search(question)) or doc_id.casefold() in question.casefold(),
        "garbled_figure": bool(_GARBLED.search(question) or _GARBLED.search(fact.answer)) or _goes_on(fact),
        "not_a_question": not question.endswith("?") or not question[:1].isupper(),
    }
    return next((reason for reason, is_faulty in checks.items() if is_faulty), "")


def is_about_person(fact: Fact) -> bool:
    """Whether a fact's subject is one person's name and the question holds it."""
    subject = fact.subject.strip()
    if subject not in fact.question or len(subject.split()) > MAX_NAME_WORDS:
        return False
    return any(
        run.kind is AnswerType.PERSON and run.text.strip() == subject and parse_person(subject) is not None
        for run in find_proper(subject)
    )


def _goes_on(fact: Fact) -> bool:
    """As in "$18,500, 00" and "1,2 00": the quote's figure goes on where the answer stops."""
    if not re.search(r"\d$", fact.answer) or fact.answer_type not in {AnswerType.MONEY, AnswerType.NUMBER}:
        return False
    return re.search(re.escape(fact.answer) + r"(?:[,.] ?\d| \d{2,3}(?!\d))", flatten(fact.quote)) is not None


def _without_strangers(found: list[Found], corpus: pa.Table, public: PublicPeople, counts: Counter[str]) -> list[Found]:
    """Drops every fact whose question or answer names a person who is neither a target nor in public office."""
    wanted = pa.array(sorted({item.doc_id for item in found}), pa.string())
    read = corpus.filter(pc.is_in(corpus["doc_id"], value_set=wanted))
    texts = dict(zip(read["doc_id"].to_pylist(), read["text"].to_pylist(), strict=True))
    told = [
        Told(
            item.fact.question,
            item.fact.answer,
            is_person=item.fact.answer_type is AnswerType.PERSON,
            quote=item.fact.quote,
            text=texts[item.doc_id],
            subject=item.fact.subject,
        )
        for item in found
    ]
    kept = [item for item, is_strange in zip(found, names_stranger(told, public), strict=True) if not is_strange]
    counts["person_not_public"] = len(found) - len(kept)
    return kept


def _without_contradictions(found: list[Found], counts: Counter[str]) -> list[Found]:
    """Drops every fact whose question another fact answers otherwise; an answer that contains another agrees."""
    answers: dict[str, set[str]] = {}
    for item in found:
        answers.setdefault(_key(item.fact.question), set()).add(_key(item.fact.answer))
    kept = [item for item in found if _is_one(answers[_key(item.fact.question)])]
    counts["conflicting_answers"] = len(found) - len(kept)
    return kept


def _without_ambiguous(found: list[Found], corpus: pa.Table, counts: Counter[str]) -> list[Found]:
    """Drops every question for an abbreviation that the release writes out in other words too."""
    asked = {item.fact.question: match["acronym"] for item in found if (match := ASKED.match(item.fact.question))}
    expansions = {
        asked[item.fact.question]: _printed(item.fact.answer) for item in found if item.fact.question in asked
    }
    ambiguous = ambiguous_abbreviations((text or "" for text in corpus["text"].to_pylist()), expansions)
    kept = [item for item in found if asked.get(item.fact.question) not in ambiguous]
    counts["ambiguous_abbreviation"] = len(found) - len(kept)
    return kept


def _printed(name: str) -> str:
    """A name in capitals as running text writes it: rivals are counted in running text."""
    words = flatten(name).split()
    if not all(word.isupper() for word in words):
        return " ".join(words)
    return " ".join(word.lower() if word.lower() in _SMALL else word.capitalize() for word in words)


_SMALL = frozenset({"of", "the", "and", "for", "on", "in", "to"})


def _key(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def _is_one(answers: set[str]) -> bool:
    longest = max(answers, key=lambda a: (len(a), a))
    return all(answer in longest for answer in answers)


def _corroborated(found: list[Found], corpus: pa.Table, counts: Counter[str]) -> Iterator[Found]:
    corroborator = Corroborator(corpus, [item.fact.quote for item in found])
    for item in found:
        agreement = corroborator.compare(item.doc_id, item.fact)
        if agreement is Agreement.CONFLICTS:
            counts["conflicting_copy"] += 1
            continue
        if agreement is Agreement.AGREES:
            counts["agreeing_copy"] += 1
            salience = min(MAX_SALIENCE, item.fact.salience + 1)
            yield replace(item, fact=item.fact.model_copy(update={"salience": salience}))
        else:
            yield item


def _row(item: Found, targets: Sequence[Target]) -> dict[str, object]:
    fact = item.fact
    entity_ids = sorted(t.entity_id for t in targets if t.pattern.search(f"{fact.question} {fact.answer}"))
    identity = hashlib.sha256(f"{item.doc_id}|{item.start}|{fact.question}".encode()).hexdigest()[:16]
    return {
        "fact_id": identity,
        "doc_id": item.doc_id,
        "start": item.start,
        "end": item.end,
        "quote": fact.quote,
        "subject": fact.subject,
        "question": flatten(fact.question),
        "answer": flatten(fact.answer),
        "answer_type": fact.answer_type.value,
        "salience": fact.salience,
        "form": fact.form,
        "entity_ids": entity_ids,
        "prompt_id": PROMPT_ID,
        "model": item.model,
    }
