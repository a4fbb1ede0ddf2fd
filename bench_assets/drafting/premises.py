"""False-premise tasks: questions that presuppose a dealing of two figures whom no document connects, with the proof.

Belongs here: the checks of a wording that no model is trusted with, the search for support, the certificate. Does not:
who is paired with whom (figures), what a question of the kind sounds like (the prompt).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bench_assets.corpus.private_people import PrivateNames, marked_people
from bench_assets.drafting.absence import NO_ANSWER
from bench_assets.drafting.agreement import plain
from bench_assets.drafting.certified import Certified, Drafted, digest, not_read_of
from bench_assets.drafting.drafts import task_id
from bench_assets.drafting.facts import Permitted, Target, fault_of, public_people, read_targets
from bench_assets.drafting.figures import (
    Casting,
    Figure,
    Pair,
    Rota,
    find_figures,
    find_pairs,
    most_of,
    within_share,
)
from bench_assets.drafting.quotes import flatten
from bench_assets.drafting.reading import Asked, Passage, Reading, around_mentions, ask_of_all, complete_passages
from bench_assets.drafting.strangers import Told, names_stranger
from bench_assets.schemas import TASK_DRAFTS
from bench_assets.settings.release import DraftingSection
from bench_resources.names import TITLES
from bench_resources.prompting import Fact, Premise, Premises, PremiseSupport, template
from bench_resources.reader.draft_lexicon import MONTHS
from bench_resources.reader.people import fold
from bench_resources.words import zipf
from scoring.contract import TaskType
from scoring.llm import Model, Prompt, Reply, ask

PROMPT_ID = "false_premises"
CHECK_ID = "premise_support"
VERDICT = "no document supports it"
SALIENCE = 3
MAX_PASSAGES = 3  # on each figure that the wording is fitted to
ABOUT_CHARS = 300  # on either side of a mention in them
MAX_ABOUT_CHARS = 800
RARE_ZIPF = 4.0  # a word as rare that the figures' documents hold too is a matter of theirs

_GIVEAWAY = re.compile(
    r"\b(?:alleg\w*|suppos\w*|fictiti\w*|fictional|never|purport\w*|hypothe\w*|imagin\w*|false\w*|fake\w*|invent\w*|"
    r"fabricat\w*|rumou?r\w*|claim\w*|unlikely|if any|if ever|really)\b",
    re.IGNORECASE,
)
_ACCUSATION = re.compile(
    r"\b(?:crim(?:e|es|inal\w*)|fraud\w*|brib\w*|murder\w*|kill\w*|assassin\w*|plot\w*|conspir\w*|corrupt\w*|"
    r"launder\w*|guilty|blackmail\w*|threat\w*|extort\w*|smuggl\w*|traffick\w*|steal\w*|stole\w*|theft|betray\w*|"
    r"treason\w*|traitor\w*|arrest\w*|indict\w*|accus\w*|scandal\w*|affair|mistress|drunk\w*|illegal\w*|illicit\w*|"
    r"collu\w*|kickback\w*|hush)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:" + "|".join(MONTHS) + r")\b|\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE
)
_YEAR = re.compile(r"(?<![\w/.-])(?:1[789]\d\d|20\d\d)(?![\w/-])")
# The kind of dealing is no personal datum, though a telephone number would be.
_CALL = re.compile(r"\b(?:tele)?phone[- ](?:call|conversation)s?\b|\bby (?:tele)?phone\b", re.IGNORECASE)
_DEALING = re.compile(r"(?:tele)?phon|meet|met$|call|agree|sign|spoke|talk|convers|discuss|confer", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_][\w'\u2019-]*")


class _Cast(NamedTuple):
    """A casting with its two figures, and what was read of each."""

    casting: Casting
    anchor: Figure
    outside: Figure
    readings: tuple[Reading, Reading]
    passages: tuple[Passage, ...]  # of both, and whole documents that name both

    @property
    def figures(self) -> tuple[Figure, Figure]:
        """The anchor and the outside figure."""
        return self.anchor, self.outside

    @property
    def names(self) -> tuple[str, str]:
        """Their full names."""
        return self.anchor.target.canonical_name, self.outside.target.canonical_name


class _Worded(NamedTuple):
    """A cast with the premise that a model worded for it."""

    cast: _Cast
    premise: Premise
    model: str


class _Book(NamedTuple):
    """What castings are looked up in."""

    figures: Mapping[str, Figure]
    readings: Mapping[str, Reading]
    shared: Mapping[str, str]  # documents that name both of a pair, whole
    legible: frozenset[str]  # doc_ids that one may draft from

    def cast(self, casting: Casting) -> _Cast:
        """The casting with all that is known of its two figures."""
        ours, theirs = self.readings[casting.anchor], self.readings[casting.outside]
        whole = tuple(Passage(doc_id, self.shared[doc_id]) for doc_id in casting.shared)
        passages = (*ours.passages, *theirs.passages, *whole)
        return _Cast(casting, self.figures[casting.anchor], self.figures[casting.outside], (ours, theirs), passages)


def draft_false_premises(
    certified: Certified,
    model: Model,
    settings: DraftingSection,
    seed: int,
    protected: frozenset[str] = frozenset(),
) -> Drafted:
    """False-premise drafts, at most as many as are wanted, sorted by task_id.

    Both figures are entity-complete people, neither `protected` nor marked as a victim or a minor, and no document
    connects them (figures.find_pairs). Each question is put to all that was read of both, and to every document that
    names both: one reply that it is supported, or one call without a reply, drops it. No figure is in more than
    `settings.max_figure_share` of the drafts, or in one.
    """
    quota = settings.n_drafts(TaskType.FALSE_PREMISE)
    private = PrivateNames(protected | marked_people([certified.corpus]))
    book, pairs = _open_book(certified, private) if quota else (_Book({}, {}, {}, frozenset()), [])
    counts = Counter(figures=len(book.figures), pairs_never_named_together=sum(not pair.shared for pair in pairs))
    counts["pairs_named_apart"] = len(pairs) - counts["pairs_never_named_together"]
    rota = Rota(pairs, most_of(quota, settings.max_figure_share), seed)
    kept: list[dict[str, Any]] = []
    seen: set[str] = set()
    while chosen := rota.choose(quota - len(kept)):
        worded = _word([book.cast(casting) for casting in chosen], book, model, private, counts, seen)
        checked = ask_of_all(model, CHECK_ID, [_asked(one) for one in worded])
        faults = [_support(replies) for replies in checked]
        counts.update(filter(None, faults))
        counts["checked"] += len(worded)
        passed = [pair for pair, fault in zip(zip(worded, checked, strict=True), faults, strict=True) if not fault]
        kept += [_draft(one, _certificate(certified, one, replies), seed) for one, replies in passed]
        for casting in set(chosen) - {one.cast.casting for one, _ in passed}:
            rota.give_back(casting)
        if any(reply.is_pending for replies in checked for reply in replies):
            break  # how many more are needed will show when the batch is answered
    shared = within_share(kept, settings.max_figure_share)
    counts["over_share_of_figure"] = len(kept) - len(shared)
    table = pa.Table.from_pylist(sorted(shared, key=lambda draft: draft["task_id"]), schema=TASK_DRAFTS)
    return Drafted(table, dict(sorted((+counts).items())))


def _open_book(certified: Certified, private: PrivateNames) -> tuple[_Book, list[Pair]]:
    """The figures, and the pairs of them that no document connects."""
    complete = certified.complete()
    targets = [target for target in read_targets(certified.targets) if target.forms and target.entity_id in complete]
    readings = complete_passages(certified.corpus, certified.near_duplicates, targets)
    tables = (certified.corpus, certified.near_duplicates, certified.alias_index)
    figures = {figure.entity_id: figure for figure in find_figures(targets, readings, *tables, private)}
    pairs = find_pairs(list(figures.values()), certified.corpus)
    wanted = pa.array(sorted({doc_id for pair in pairs for doc_id in pair.shared}), pa.string())
    both = certified.corpus.filter(pc.is_in(certified.corpus["doc_id"], value_set=wanted))
    shared = dict(zip(both["doc_id"].to_pylist(), both["text"].to_pylist(), strict=True))
    legible = certified.corpus.filter(pc.fill_null(certified.corpus["is_draftable"], False))["doc_id"]
    known = {key: reading for key, reading in readings.items() if reading is not None and key in figures}
    return _Book(figures, known, shared, frozenset(legible.to_pylist())), pairs


def _word(
    casts: Sequence[_Cast], book: _Book, model: Model, private: PrivateNames, counts: Counter[str], seen: set[str]
) -> list[_Worded]:
    """The first fit wording of each cast; one whose wordings are all unfit, or that a model failed on, is left out."""
    replies = ask(model, [_prompt(cast, book) for cast in casts])
    offered: list[_Worded] = []
    for cast, reply in zip(casts, replies, strict=True):
        value = reply.expect(Premises)
        counts["model_failure"] += value is None
        fit: list[_Worded] = []
        for premise in value.premises if value is not None else ():
            fault = fault_of_premise(premise, cast.figures, cast.passages, private)
            fault = fault or ("repeated_wording" if plain(premise.question) in seen else "")
            counts[fault] += bool(fault)
            if not fault:
                fit.append(_Worded(cast, premise, reply.model))
        seen.update(plain(one.premise.question) for one in fit[:1])
        offered += fit[:1]
    return offered


def _prompt(cast: _Cast, book: _Book) -> Prompt:
    ours, theirs = (
        _about(figure.target, reading, book.legible)
        for figure, reading in zip(cast.figures, cast.readings, strict=True)
    )
    return template(PROMPT_ID).fill(
        name=cast.names[0],
        other=cast.names[1],
        interaction=cast.casting.interaction.value,
        about_name=ours,
        about_other=theirs,
    )


def _about(target: Target, reading: Reading, legible: frozenset[str]) -> list[str]:
    """A few short passages on a figure, from documents far apart in the reading, legible ones where there are any."""
    clear = [passage for passage in reading.passages if passage.doc_id in legible] or list(reading.passages)
    chosen = [clear[at * len(clear) // MAX_PASSAGES] for at in range(min(MAX_PASSAGES, len(clear)))]
    return [
        (around_mentions(text, target, ABOUT_CHARS) or text)[:MAX_ABOUT_CHARS]
        for _, text in (chosen if len(clear) >= MAX_PASSAGES else clear)
    ]


def fault_of_premise(
    premise: Premise, figures: tuple[Figure, Figure], passages: Sequence[Passage], private: PrivateNames
) -> str:
    """Why a premise may not become a task, as a snake_case reason; "" when nothing is wrong with it.

    The premise is two names and a kind of dealing, and perhaps a year of both figures: no day, no place and no matter
    that would make it a changed detail of something that did happen.
    """
    question = flatten(premise.question)
    names = [figure.target.canonical_name for figure in figures]
    rest = _without(f"{question} {premise.false_element}", figures)
    checks = {
        "name_missing": not all(_holds(question, name) for name in names),
        "element_names_not_both": not all(_holds(premise.false_element, name) for name in names),
        "gives_itself_away": bool(_GIVEAWAY.search(rest)),
        "accusation": bool(_ACCUSATION.search(rest)),
        "states_a_time": _states_time(rest, figures[0].years & figures[1].years),
        "states_a_detail": _names_more(question, figures) or _shares_matter(rest, passages),
        "person_not_public": names_stranger([Told(question)], public_people([one.target for one in figures]))[0],
    }
    found = next((reason for reason, is_faulty in checks.items() if is_faulty), "")
    return found or fault_of(_stand_in(premise, names[0]), "\0", Permitted([one.target for one in figures], private))


def _stand_in(premise: Premise, name: str) -> Fact:
    """The premise as a fact without an answer, so that whatever a fact may not ask a premise may not ask either."""
    return Fact(
        subject=name,
        question=_CALL.sub("call", premise.question),
        answer=NO_ANSWER,
        answer_type=premise.asked_type,
        quote=NO_ANSWER,
        salience=1,
        form="sentence",
    )


def _holds(text: str, name: str) -> bool:
    return flatten(name).casefold() in flatten(text).casefold()


def _without(text: str, figures: Sequence[Figure]) -> str:
    for figure in figures:
        text = figure.looser.sub(" ", text)
    return text


def _states_time(rest: str, years: frozenset[int]) -> bool:
    """Whether a day, a month, an hour or a figure is stated, or a year that is not one of both figures."""
    told = {int(year) for year in _YEAR.findall(rest)}
    return bool(_TIME.search(_YEAR.sub(" ", rest))) or not told <= years


def _names_more(question: str, figures: Sequence[Figure]) -> bool:
    """Whether anything in capitals or quotes but the two names and their titles stands in a question."""
    _, *words = _WORDS.findall(_without(question, figures)) or [""]
    is_quoted = bool(re.search(r"[\"\u201c\u201d]", question))
    return is_quoted or any(word[:1].isupper() and fold(word) not in TITLES for word in words)


def _shares_matter(rest: str, passages: Sequence[Passage]) -> bool:
    """Whether a rare word of the premise, beside those for the dealing itself, stands in what was read."""
    rare = {
        word.lower() for word in _WORDS.findall(rest) if zipf(word) < RARE_ZIPF and not _DEALING.match(word.lower())
    }
    return any(word in text.lower() for word in sorted(rare) for _, text in passages)


def _asked(one: _Worded) -> Asked:
    told = {"question": flatten(one.premise.question), "false_element": flatten(one.premise.false_element)}
    return Asked(told, one.cast.passages)


def _support(replies: Sequence[Reply]) -> str:
    """Why a premise is not false after its check; "" when every call found no support."""
    told = [reply.expect(PremiseSupport) for reply in replies]
    if not told or any(said is None for said in told):
        return "model_failure"
    return "supported" if any(said is not None and said.is_supported for said in told) else ""


def _certificate(certified: Certified, one: _Worded, replies: Sequence[Reply]) -> str:
    """As JSON: what was read of each figure and by which names, which documents name both, and who finds no support."""
    complete = certified.complete()
    cast = one.cast
    certificate = {
        "figures": [
            {
                "entity_id": figure.entity_id,
                "name": figure.target.canonical_name,
                "aliases": sorted(figure.target.forms),
                "documents_read": list(reading.listed),
                "n_documents_read": len(reading.listed),
                "copies_read": list(reading.copies),
                "n_documents_scanned": complete[figure.entity_id]["n_documents_scanned"],
                "not_read": not_read_of(complete[figure.entity_id]),
            }
            for figure, reading in zip(cast.figures, cast.readings, strict=True)
        ],
        "documents_read": sorted({doc_id for reading in cast.readings for doc_id in reading.listed}),
        "interaction": cast.casting.interaction.value,
        "documents_that_name_both": list(cast.casting.shared),
        "text_sha256": digest(cast.passages),
        "prompt_id": PROMPT_ID,
        "prompt_version": template(PROMPT_ID).version,
        "model": one.model,
        "check_prompt_id": CHECK_ID,
        "check_prompt_version": template(CHECK_ID).version,
        "check_model": replies[0].model,
        "n_calls": len(replies),
        "verdict": VERDICT,
    }
    return json.dumps(certificate, sort_keys=True, ensure_ascii=False)


def _draft(one: _Worded, certificate: str, seed: int) -> dict[str, Any]:
    question = flatten(one.premise.question)
    return {
        "task_id": task_id(TaskType.FALSE_PREMISE, seed, question),
        "type": TaskType.FALSE_PREMISE.value,
        "question": question,
        "answer": "",
        "answer_type": one.premise.asked_type.value,
        "items": [],
        "evidence": [],
        "entity_ids": [one.cast.anchor.entity_id, one.cast.outside.entity_id],
        "salience": SALIENCE,
        "form": "sentence",
        "certificate": certificate,
        "false_element": flatten(one.premise.false_element),
        "attainable_f1": None,
    }
