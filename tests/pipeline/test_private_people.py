"""A victim, a minor, a protected and a private person, planted in the documents of targets: no task knows them.

By the embedded reader, and by a model that calls everybody notable and asks about everybody it reads of.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

import pyarrow as pa
import pytest

from bench_assets.corpus.aliases import build_alias_index
from bench_assets.corpus.completeness import certify_completeness
from bench_assets.corpus.selection import select_corpus
from bench_assets.corpus.targets import select_targets
from bench_assets.drafting.absence import draft_unanswerable
from bench_assets.drafting.certified import Certified
from bench_assets.drafting.drafts import draft_single_hop
from bench_assets.drafting.events import find_events
from bench_assets.drafting.facts import find_facts
from bench_assets.drafting.lists import draft_lists
from bench_assets.drafting.premises import draft_false_premises
from bench_assets.schemas import DOCUMENT_QUALITY, DOCUMENTS, NEAR_DUPLICATES, SOURCE_SNAPSHOT
from bench_assets.settings.release import CorpusSection, DraftingSection
from bench_assets.source.mentions import find_mentions
from bench_resources.prompting import (
    AbsentQuestions,
    Answer,
    AnswerType,
    Event,
    Events,
    Fact,
    Facts,
    ListItem,
    ListQuestion,
    ListQuestions,
    Notability,
    Premise,
    Premises,
    PremiseSupport,
)
from bench_resources.reader.model import EmbeddedReader
from scoring.contract import TaskType
from scoring.llm import Completion

PROTECTED, MINOR, VICTIM, HIDDEN, PRIVATE = (
    "Edith Marlow", "Nettie Sorrel", "Warren Tebbit", "Lenora Dunstable", "Ida Ketteridge"
)  # fmt: skip
LISTED = frozenset({"MARLOW, Edith J."})  # as a file in data/protected has it
MARKS = {
    PROTECTED: ["{full} was seen there."],
    MINOR: [
        "{full}, age 14, was asked about it.",
        "The hearing was told of {caps}, a minor.",
        "14-year-old {full} left.",
    ],
    VICTIM: ["The victim, {full}, lay on the pier.", "VICTIM: {last_first}", "{full} was the victim of the fire."],
    HIDDEN: ["Jane Doe ({full}) gave evidence.", "{full}, hereinafter Jane Doe, gave evidence."],
    PRIVATE: ["{polite}, a widow of Cutler Lane, kept a boarding house."],
}
SECRET = re.compile("marlow|sorrel|tebbit|dunstable|ketteridge", re.IGNORECASE)
MATTERS = (
    "the dredging of the northern channel", "the repair of the Foundry Road seawall", "the lease of the ferry terminal",
    "the purchase of two fire boats", "the closing of the grain pier", "the widening of the Tanner Street bridge",
    "the survey of the outer breakwater", "the painting of the customs house",
)  # fmt: skip
DEEDS = (
    "On {day} May 1961, {x} testified before the Tidewater Harbor Commission on {matter}.",
    "On {day} June 1961, the Tidewater Harbor Commission awarded {x} $4,{day}50 for damages caused by {matter}.",
    "Mayor Harold Fenwick met {x} at the Anchor Hotel on {day} July 1961 to discuss {matter}.",
    "{x} wrote to the Tidewater Harbor Commission on {day} August 1961 about {matter}.",
    "{x} was interviewed by Harbor Commissioner Ruth Carver on {day} March 1961 regarding {matter}.",
    "The Tidewater Harbor Commission was informed of {matter} by {x} on {day} April 1961.",
    "Who reported {matter} was {x}, a resident. The {last} Estate was paid $9,{day}00 on {day} October 1961.",
    "On {day} November 1961, {x} signed the Pier Nine Agreement of 1961 with the Tidewater Harbor Commission.",
    "{x} was chosen by Mayor Harold Fenwick on {day} January 1962 to speak on {matter} for the {last} family.",
)
HEADERS = (
    "MEMORANDUM FOR: {x}\nFROM: Mayor Harold Fenwick\nSUBJECT: Repair of the seawall in front of Foundry Road\nDATE: {day} May 1961\n\n",
    "From: {x}\nTo: Director of the Tidewater Harbor Commission\nSent: May {day}, 1961\nSubject: Complaint of {x} about the ferry terminal\n\n",
    "MEMORANDUM FOR THE RECORD\nSUBJECT: Statement of {x} on the northern channel\nDATE: {day} May 1961\n\n",
    "To: {x}\nFrom: Harbor Commissioner Ruth Carver\nSubject: The estate of {x} and the grain pier\nDate: {day} June 1961\n\n",
    "",
)
# Three of them held an office too: frequent, titled, and notable to anybody who reads no further.
OFFICES = {
    PROTECTED: "On {day} May 1962 Senator {full} opened {matter}, as the Courier reported.",
    VICTIM: "Ambassador {full} praised {matter} on {day} April 1962.",
    HIDDEN: "Governor {full} vetoed {matter} on {day} March 1962.",
}
PUBLIC = (
    "Mayor Harold Fenwick signed the order on {day} June 1962.",
    "The order on {matter} was signed by Harold Fenwick, Mayor of Tidewater, on {day} July 1962.",
    "On {day} December 1961, the Tidewater Harbor Commission approved {matter}.",
    "Commissioner Ruth Carver told the Tidewater Harbor Commission of {matter} on {day} February 1962.",
)


class Forms(NamedTuple):
    """How a person's name is written."""

    full: str
    caps: str
    last_first: str
    caps_last_first: str
    initials: str
    polite: str
    last: str


def forms(name: str) -> Forms:
    first, last = name.split()
    return Forms(
        name, name.upper(), f"{last}, {first}", f"{last}, {first}".upper(), f"{first[0]}. {last}", f"Mrs. {last}", last
    )


def documents() -> pa.Table:
    """Twenty documents for each of the five, each in the papers of a mayor, a commissioner and a commission."""
    texts = []
    for name in MARKS:
        written = forms(name)
        for at in range(20):
            x = written.full if at % 2 else written[at // 2 % 6]
            told = {"x": x, "last": written.last, "day": 3 + at, "matter": MATTERS[at % len(MATTERS)]}
            deeds = [DEEDS[(at + step) % len(DEEDS)].format(**told) for step in (0, 2, 5)]
            mark = MARKS[name][at % len(MARKS[name])].format(**written._asdict())
            public = [PUBLIC[(at + step) % len(PUBLIC)].format(**told) for step in (0, 1)]
            public += [OFFICES[name].format(**told, full=written.full)] if name in OFFICES else []
            # The mark stands in a few documents only: whoever reads a sample may miss it.
            body = " ".join([*deeds, *([mark] if at % 7 == 0 else []), *public])
            texts.append(HEADERS[at % len(HEADERS)].format(**told) + body + "\n")
    rows = [{"doc_id": f"D-{at:03d}", "text": text, "length_chars": len(text)} for at, text in enumerate(texts)]
    return pa.Table.from_pylist(rows, schema=DOCUMENTS)


class Gullible:
    """Calls everybody notable whom no document marks, and asks about and for whomever it reads of."""

    name = "gullible"

    def __init__(self):
        self.offered = set()

    def complete_all(self, prompts):
        for prompt in prompts:
            self.offered.update(prompt.variables.get("names", []), prompt.variables.get("officials", []))
        return [Completion(self.answer(prompt).model_dump_json(), self.name) for prompt in prompts]

    def answer(self, prompt):
        given = prompt.variables
        match prompt.prompt_id:
            case "notability":
                # That somebody is merely private is for the model to say: nothing but the prompt tells it so.
                found = Notability(is_notable="Ketteridge" not in given["name"], reason="everybody is somebody")
            case "absent_questions":
                found = AbsentQuestions.model_validate({"questions": list(self.absences(given["name"]))})
            case "answer":  # to find one would drop the draft
                found = Answer(answer="", doc_ids=[], is_abstained=True)
            case "false_premises":
                found = Premises(premises=list(self.premises(given["name"], given["other"])))
            case "premise_support":
                found = PremiseSupport(is_supported=False, doc_ids=[], reason="")
            case "list_questions":
                found = ListQuestions(questions=list(self.lists(given["name"], given["statements"])))
            case "events":
                found = Events(events=list(self.events(given["passage"], given["figures"])))
            case _:
                found = Facts(facts=list(self.facts(given["passage"])))
        return found

    def absences(self, name):
        others = ["Mayor Harold Fenwick", "Senator Edith Marlow", "the Sorrel family", "Ambassador Tebbit"]
        for other in (*others, *(form for private in MARKS for form in forms(private))):
            yield {"question": f"On what date did {name} write to {other}?", "subject": name, "asked_type": "date"}

    def premises(self, name, other):
        for person in (other, *(form for private in MARKS for form in forms(private))):
            element = f"the meeting of {name} and {other} with {person}"
            question = f"Where did {name} and {other} meet {person}?"
            yield Premise(question=question, false_element=element, asked_type=AnswerType.PLACE)

    def lists(self, name, statements):
        """A list of three matters, and lists in which one of the five, in some form, stands for one of them."""
        matters = [
            ListItem(
                item=matter, statements=[at for at, told in enumerate(statements, 1) if f"took up {matter}" in told][:1]
            )
            for matter in MATTERS
        ]
        items = [item for item in matters if item.statements][:3]
        question = f"What did {name} take up?"
        yield ListQuestion(question=question, items=items)
        for private in MARKS:
            for form in sorted(set(forms(private))):
                # It stands in the quote of one of them, and the model does not know of which.
                for at in range(1, min(len(statements), 12) + 1):
                    spoilt = [ListItem(item=form, statements=[at]), *items[1:]]
                    yield ListQuestion(question=question, items=spoilt)

    def events(self, passage, figures):
        for line in re.split(r"\n|(?<=\.) (?=[A-Z])", passage):
            days = re.findall(r"\d{1,2} [A-Z][a-z]+ 196\d", line) or [""]
            for figure in figures:
                if figure.split()[-1] in line:
                    others = ["Harold Fenwick", *(form for name in MARKS for form in sorted(set(forms(name))))]
                    clauses = [f"{figure} took up {matter}" for matter in MATTERS if matter in line]
                    clauses += [f"{figure} wrote to {other} about the pier" for other in others if other in line]
                    for clause in clauses:
                        yield Event(figure=figure, event=clause, date=days[0], quote=line, salience=4, form="sentence")

    def facts(self, passage):
        for line in re.split(r"\n|(?<=\.) (?=[A-Z])", passage):
            for form in ("Harold Fenwick", *(form for name in MARKS for form in sorted(set(forms(name))))):
                if form in line:
                    yield from asked(line, form)
            for estate in re.findall(r"\w+ Estate|(?:Senator|Ambassador|Governor) \w+ \w+", line):
                yield from asked(line, estate)


def asked(line, person):
    """Questions that no other line gives: the person as the answer, by any kind, in the question, and as the subject."""
    tag = "".join(chr(ord("a") + int(digit, 16)) for digit in hashlib.sha256(line.encode()).hexdigest()[:12])
    about = {"subject": "Pier Nine", "quote": line, "salience": 4, "form": "sentence"}
    kinds = {"Who": AnswerType.PERSON, "What": AnswerType.TITLE, "Which body": AnswerType.ORGANISATION}
    for opening, kind in kinds.items():
        yield Fact(question=f"{opening} is named in the papers on {tag}?", answer=person, answer_type=kind, **about)
    for day in re.findall(r"\d{1,2} [A-Z][a-z]+ 196\d", line):
        for opening in ("On what date is", "In which month and year was the case of", "When did the Clerk write to"):
            question = f"{opening} {person} named in the papers on {tag}?"
            yield Fact(question=question, answer=day, answer_type=AnswerType.DATE, **about)
        question = f"When was the day of {tag}?"
        yield Fact(question=question, answer=day, answer_type=AnswerType.DATE, **(about | {"subject": person}))


class Drafted(NamedTuple):
    """What became of the documents."""

    targets: list
    facts: pa.Table
    events: pa.Table
    drafts: list
    counts: dict


SNAPSHOT = SOURCE_SNAPSHOT.empty_table()


def in_shard(table):
    return table.append_column("shard", pa.array(["s/0"] * len(table)))


def draft(model) -> Drafted:
    found = in_shard(documents())
    mentions = in_shard(find_mentions(documents()))
    settings, drafting = CorpusSection(), DraftingSection(single_hop=500, unanswerable=500, max_per_document=50)
    aliases = build_alias_index([mentions])
    targets = select_targets(aliases, [mentions], [found], model, settings, LISTED)
    # Of whatever legibility: what is asked here is who may be named.
    numbers = {"estimated_error_rate": 0.0, "garbage_ratio": 0.0, "dictionary_ratio": 1.0, "odd_word_ratio": 0.0}
    rows = [{"doc_id": doc_id, "n_words": 100, **numbers} for doc_id in found["doc_id"].to_pylist()]
    quality = pa.Table.from_pylist(rows, schema=DOCUMENT_QUALITY)
    corpus = select_corpus([found], [quality], targets, settings, 0).corpus
    certified = Certified(
        corpus,
        targets,
        certify_completeness(targets, corpus, SNAPSHOT, [(found, quality)], settings.quality),
        NEAR_DUPLICATES.empty_table(),
        aliases,
    )
    facts = find_facts(corpus, targets, model, drafting, protected=LISTED)
    events = find_events(corpus, targets, model, drafting, protected=LISTED)
    lists = [
        row
        for kind in (TaskType.AGGREGATION, TaskType.TIMELINE, TaskType.DOSSIER)
        for row in draft_lists(kind, events.table, certified, model, drafting, 0, LISTED).table.to_pylist()
    ]
    drafts = [
        *draft_single_hop(facts.table, drafting, 0).to_pylist(),
        *lists,
        *draft_unanswerable(certified, model, drafting, 0, LISTED).table.to_pylist(),
        *draft_false_premises(certified, model, drafting, 0, LISTED).table.to_pylist(),
    ]
    return Drafted(targets.to_pylist(), facts.table, events.table, drafts, facts.counts)


@pytest.fixture(scope="module", params=[EmbeddedReader, Gullible])
def drafted(request) -> Drafted:
    return draft(request.param())


def test_the_official_and_the_commission_are_targets_and_tasks_are_drafted(drafted):
    assert {"Harold Fenwick", "Tidewater Harbor Commission"} <= {row["canonical_name"] for row in drafted.targets}
    types = {row["type"] for row in drafted.drafts}
    assert {"single_hop", "unanswerable"} <= types
    assert drafted.events.num_rows  # the embedded reader's are too few for a list
    assert any("Fenwick" in row["question"] + row["answer"] for row in drafted.drafts)


def test_nobody_whom_the_release_marks_is_a_target(drafted):
    names = [name for row in drafted.targets for name in (row["canonical_name"], *row["aliases"])]
    marked = re.compile(SECRET.pattern.replace("|ketteridge", ""), re.IGNORECASE)
    assert [name for name in names if marked.search(name)] == []


def test_nobody_whom_the_release_marks_is_offered_to_a_drafting_model():
    model = Gullible()
    assert {"aggregation", "dossier"} <= {row["type"] for row in draft(model).drafts}
    assert "Harold Fenwick" in model.offered
    assert [name for name in sorted(model.offered) if SECRET.search(name)] == []


def test_without_a_mark_or_a_list_an_office_makes_a_target():
    """The counter-example: it is the marks and the list that keep these people out."""
    unmarked = pa.Table.from_pylist(
        [row | {"text": re.sub(r"victim|VICTIM|Jane Doe", "caller", row["text"])} for row in documents().to_pylist()],
        schema=DOCUMENTS,
    )
    mentions = in_shard(find_mentions(unmarked))
    shards = [in_shard(unmarked)]
    found = select_targets(build_alias_index([mentions]), [mentions], shards, EmbeddedReader(), CorpusSection())
    assert {PROTECTED, VICTIM, HIDDEN} <= set(found["canonical_name"].to_pylist())


def test_somebody_merely_private_is_no_target_of_the_embedded_reader():
    assert [row for row in draft(EmbeddedReader()).targets if "Ketteridge" in row["canonical_name"]] == []


def test_no_question_answer_or_subject_names_one_of_the_five(drafted):
    told = [
        *(row[part] for row in drafted.facts.to_pylist() for part in ("subject", "question", "answer")),
        *(row[part] for row in drafted.events.to_pylist() for part in ("event", "figure") if part in row),
        *(row[part] for row in drafted.drafts for part in ("question", "answer")),
        *(item["item"] for row in drafted.drafts for item in row["items"]),
    ]
    assert [text for text in told if SECRET.search(text)] == []
