"""Unanswerable tasks: questions about a target that no document which mentions it answers, with the proof.

Belongs here: choosing the questions, putting each to everything its target has, the certificate. Does not: gathering
that (reading), which attributes are asked (the prompt).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pyarrow as pa
from rapidfuzz import fuzz

from bench_assets.corpus.private_people import PrivateNames, marked_people
from bench_assets.drafting.agreement import plain
from bench_assets.drafting.certified import Certified, Drafted, digest, not_read_of
from bench_assets.drafting.drafts import task_id
from bench_assets.drafting.facts import Permitted, Target, fault_of, public_people, read_targets
from bench_assets.drafting.figures import most_of, within_share
from bench_assets.drafting.reading import Asked, Passage, Reading, ask_of_all, complete_passages
from bench_assets.drafting.strangers import PublicPeople, Told, names_stranger
from bench_assets.schemas import TASK_DRAFTS
from bench_assets.settings.release import DraftingSection
from bench_resources.prompting import AbsentQuestion, AbsentQuestions, Answer, Fact, template
from scoring.contract import TaskType
from scoring.llm import Model, Reply, ask

PROMPT_ID = "absent_questions"
CHECK_ID = "answer"
VERDICT = "no document answers it"
SALIENCE = 3
NO_ANSWER = "\0"  # stands in no question, where a hyphen does in names
MAX_TEXTS = 50  # in which somebody whom a question names beside its target is looked up
SAME_THING_RATIO = 80.0  # of 100: two questions about one target this alike ask for one thing
_CAPITALISED = re.compile(r"(?<!\w)[A-Z][\w'\u2019-]{2,}")


class _Candidate(NamedTuple):
    """A question that becomes a task when nothing that its target has answers it."""

    question: AbsentQuestion
    target: Target
    reading: Reading
    model: str  # that worded it

    @property
    def asked(self) -> Asked:
        """The question, to be put to all that was read."""
        return Asked({"question": self.question.question}, self.reading.passages)


def draft_unanswerable(
    certified: Certified,
    model: Model,
    settings: DraftingSection,
    seed: int,
    protected: frozenset[str] = frozenset(),
) -> Drafted:
    """Unanswerable drafts, at most as many as are wanted, spread evenly over the targets, sorted by task_id.

    Every document that the corpus lists for a target is read around every mention, and every copy of it too. A target
    of which one cannot be read gives nothing; so does one whose completeness is not certified, and a failed model
    reply. No question names a `protected` person, one whom the documents mark as a victim or a minor, or anybody else
    who is no target and in no public office. Each question is put to all that was read: one answer, or one call
    without a reply, drops it. No target holds more than `settings.max_figure_share` of the drafts, or one.
    """
    quota = settings.n_drafts(TaskType.UNANSWERABLE)
    counts: Counter[str] = Counter()
    waiting = _rounds(_offered(certified, model, protected, counts), seed) if quota else []
    kept: list[tuple[_Candidate, tuple[Reply, ...]]] = []
    while chosen := _next(waiting, kept, quota, settings.max_figure_share):
        checked = ask_of_all(model, CHECK_ID, [candidate.asked for candidate in chosen])
        faults = [fault_of_absence(replies) for replies in checked]
        counts.update(["checked"] * len(chosen))
        counts.update(filter(None, faults))
        kept += [pair for pair, fault in zip(zip(chosen, checked, strict=True), faults, strict=True) if not fault]
        if any(reply.is_pending for replies in checked for reply in replies):
            break  # how many more are needed will show when the batch is answered
    drafts = [_draft(candidate, _certificate(certified, candidate, replies), seed) for candidate, replies in kept]
    shared = within_share(drafts, settings.max_figure_share)
    counts["over_share_of_figure"] = len(drafts) - len(shared)
    table = pa.Table.from_pylist(sorted(shared, key=lambda draft: draft["task_id"]), schema=TASK_DRAFTS)
    return Drafted(table, dict(sorted((+counts).items())))


def _offered(
    certified: Certified, model: Model, protected: frozenset[str], counts: Counter[str]
) -> list[list[_Candidate]]:
    """The fit questions about each target that can be read whole, none asked twice."""
    private = PrivateNames(protected | marked_people([certified.corpus]))
    complete = certified.complete()
    targets = [target for target in read_targets(certified.targets) if target.forms and target.entity_id in complete]
    public = public_people(targets)
    readings = complete_passages(certified.corpus, certified.near_duplicates, targets)
    read = [(target, found) for target in targets if (found := readings[target.entity_id]) is not None]
    prompts = [
        template(PROMPT_ID).fill(name=t.canonical_name, kind=t.kind, passages=[text for _, text in found.passages])
        for t, found in read
    ]
    counts["targets_not_readable"] = len(targets) - len(read)
    offered: list[list[_Candidate]] = []
    seen: set[str] = set()
    for (target, found), reply in zip(read, ask(model, prompts), strict=True):
        value = reply.expect(AbsentQuestions)
        counts["model_failure"] += value is None
        questions = _of_public(value.questions if value is not None else [], target, found.passages, public)
        fit = _distinct([q for q in questions if _is_fit(q, target, private)], target, seen)
        offered.append([_Candidate(question, target, found, reply.model) for question in fit])
        counts["unfit"] += len(value.questions) - len(fit) if value is not None else 0
    return offered


def _distinct(questions: Sequence[AbsentQuestion], target: Target, seen: set[str]) -> list[AbsentQuestion]:
    """The questions whose wording is not in `seen`, to which they are added, and that ask for one thing each."""
    kept: list[AbsentQuestion] = []
    things: list[str] = []
    for question in questions:
        wording, thing = plain(question.question), plain(target.pattern.sub(" ", question.question))
        if wording in seen or any(fuzz.ratio(thing, other) >= SAME_THING_RATIO for other in things):
            continue
        seen.add(wording)
        things.append(thing)
        kept.append(question)
    return kept


def _rounds(offered: Sequence[Sequence[_Candidate]], seed: int) -> list[_Candidate]:
    """One candidate a target, then another, targets in a seeded order."""
    order = sorted(
        (list(of_one) for of_one in offered if of_one),
        key=lambda of_one: hashlib.sha256(f"{seed}|{of_one[0].target.entity_id}".encode()).hexdigest(),
    )
    n_turns = max(map(len, order), default=0)
    return [of_one[turn] for turn in range(n_turns) for of_one in order if turn < len(of_one)]


def _next(
    waiting: list[_Candidate], kept: Sequence[tuple[_Candidate, tuple[Reply, ...]]], quota: int, share: float
) -> list[_Candidate]:
    """Takes from those waiting as many as the quota lacks, none of a target that holds its share."""
    held = Counter(candidate.target.entity_id for candidate, _ in kept)
    chosen: list[_Candidate] = []
    left: list[_Candidate] = []
    for candidate in waiting:
        has_room = held[candidate.target.entity_id] < most_of(quota, share)
        is_chosen = has_room and len(kept) + len(chosen) < quota
        held[candidate.target.entity_id] += is_chosen
        (chosen if is_chosen else left).append(candidate)
    waiting[:] = left
    return chosen


def fault_of_absence(replies: Sequence[Reply]) -> str:
    """Why a question is no unanswerable one after its check; "" when every call abstained."""
    told = [reply.expect(Answer) for reply in replies]
    if not told or any(answer is None for answer in told):
        return "model_failure"
    return "" if all(answer is not None and answer.is_abstained for answer in told) else "answered"


def _of_public(
    questions: Sequence[AbsentQuestion], target: Target, found: Sequence[Passage], public: PublicPeople
) -> list[AbsentQuestion]:
    """The questions that name nobody but targets and holders of public offices."""
    told = []
    for question in questions:
        others = set(_CAPITALISED.findall(target.pattern.sub(" ", question.question)[1:]))
        # Whoever is named beside the target is so in full in one of these; most questions name nobody.
        texts = [text for _, text in found if any(word in text for word in others)] if others else []
        told.append(Told(question.question, text="\n\n".join(texts[:MAX_TEXTS])))
    strange = names_stranger(told, public)
    return [question for question, is_strange in zip(questions, strange, strict=True) if not is_strange]


def _is_fit(question: AbsentQuestion, target: Target, private: PrivateNames) -> bool:
    """Whether a question names its target and asks for nothing that a fact could not be asked for."""
    stand_in = Fact(
        subject=question.subject,
        question=question.question,
        answer=NO_ANSWER,
        answer_type=question.asked_type,
        quote=NO_ANSWER,
        salience=1,
        form="sentence",
    )
    return bool(target.pattern.search(question.question)) and not fault_of(stand_in, "\0", Permitted([target], private))


def _certificate(certified: Certified, candidate: _Candidate, replies: Sequence[Reply]) -> str:
    """As JSON: what was read, the names it was found by, a hash over it, what was not read, who says that it is absent.

    `model` worded the question by the prompt `prompt_id`; the `check_` model found no answer in `n_calls` calls.
    """
    reading, entity_id = candidate.reading, candidate.target.entity_id
    complete = certified.complete()[entity_id]
    certificate = {
        "entity_id": entity_id,
        "aliases": sorted(candidate.target.forms),
        "documents_read": list(reading.listed),
        "n_documents_read": len(reading.listed),
        "copies_read": list(reading.copies),
        "n_documents_scanned": complete["n_documents_scanned"],
        "not_read": not_read_of(complete),
        "text_sha256": digest(reading.passages),
        "prompt_id": PROMPT_ID,
        "model": candidate.model,
        "check_prompt_id": CHECK_ID,
        "check_prompt_version": template(CHECK_ID).version,
        "check_model": replies[0].model,
        "n_calls": len(replies),
        "verdict": VERDICT,
    }
    return json.dumps(certificate, sort_keys=True, ensure_ascii=False)


def _draft(candidate: _Candidate, certificate: str, seed: int) -> dict[str, Any]:
    question = candidate.question
    return {
        "task_id": task_id(TaskType.UNANSWERABLE, seed, question.question),
        "type": TaskType.UNANSWERABLE.value,
        "question": question.question,
        "answer": "",
        "answer_type": question.asked_type.value,
        "items": [],
        "evidence": [],
        "entity_ids": [candidate.target.entity_id],
        "salience": SALIENCE,
        "form": "sentence",
        "certificate": certificate,
        "false_element": None,
        "attainable_f1": None,
    }
