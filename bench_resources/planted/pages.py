"""One document in the making: its lines, and what it states and whom it names as it is written.

Belongs here: wrapping, names, statements, paragraphs. Does not: the layouts of the kinds of document.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench_resources.planted.cast import Entity, NameForm
from bench_resources.planted.draws import Draws
from bench_resources.planted.topics import Topic, workday
from bench_resources.planted.truth import Appearance, Fact, Statement
from bench_resources.planted.wording import (
    CLOSINGS,
    OPENINGS,
    QUESTIONS,
    TOPIC_FILLER,
    Wording,
    capital,
    filler,
    lead,
    wordings,
    write_value,
)


class Page:
    """Lines with the truth about them. `day` is the ordinal of the day it was written."""

    def __init__(self, kind: str, day: int, draws: Draws) -> None:
        self.kind = kind
        self.day = workday(day)
        self.draws = draws
        self.width = draws.between(60, 75)
        self.lines: list[str] = []
        self.facts: dict[str, Fact] = {}
        self.statements: dict[Statement, None] = {}
        self.private: dict[Appearance, Entity] = {}

    def text(self) -> str:
        """The document, laid out."""
        return "\n".join(self.lines)

    def name(self, entity: Entity, form: NameForm) -> str:
        """The entity's name in that form; a private person's is noted, public ones are found in the finished text."""
        surface = entity.form(form)
        if not entity.is_public:
            self.private[Appearance(entity.entity_id, surface, form.value)] = entity
        return surface

    def add(self, *lines: str) -> None:
        """Lines as they are."""
        self.lines.extend(lines)

    def paragraph(self, text: str, first: str = "", rest: str = "") -> None:
        """A wrapped paragraph and an empty line; `first` and `rest` open its first and other lines."""
        self.lines.extend(wrap(text, self.width, first, rest))
        self.lines.append("")

    def note(self, fact: Fact, statement: Statement) -> None:
        """A fact and one statement of it."""
        self.facts[fact.fact_id] = fact
        self.statements[statement] = None

    def quote(self, other: Page, mark: str) -> None:
        """Another page inside this one, each line behind `mark`, with all that it states."""
        self.lines.extend(f"{mark}{line}".rstrip() for line in other.lines)
        self.facts.update(other.facts)
        self.statements.update(other.statements)
        self.private.update(other.private)

    def state(self, topic: Topic, wording: Wording, form: str = "sentence", frame: str = "{}") -> str:
        """The wording filled in from the topic, its facts noted; `frame` is the sentence it stands in."""
        fields = dict(topic.words)
        fields["what"] = topic.words.get("what", topic.subject)
        fields["What"] = capital(fields["what"])
        if topic.who is not None:
            fields["who"] = self.name(topic.who, self.draws.pick((NameForm.FULL, NameForm.FULL, NameForm.PLAIN)))
        written: dict[str, str] = {}
        for relation in sorted(wording.relations):
            value = topic.values[relation]
            text, name_form = write_value(value, self.draws)
            if name_form is not None and isinstance(value.raw, Entity):
                self.name(value.raw, name_form)
            written[relation] = text
        sentence = capital(wording.template.format(**fields, **written))
        sentence = lead(sentence, self.draws) if wording.is_standalone and form == "sentence" else sentence
        shown = frame.format(sentence)
        for relation, text in written.items():
            self.note(
                topic_fact(topic, relation),
                Statement(topic.fact_id(relation), shown, text, form, wording.is_standalone),
            )
        return shown

    def choose(self, topics: Sequence[Topic], count: int) -> list[tuple[Topic, Wording]]:
        """At most `count` wordings of different facts; one that names no subject follows one that does."""
        chosen: list[tuple[Topic, Wording]] = []
        said: set[tuple[str, str]] = set()
        named = ""
        for _ in range(count * 3):
            topic = self.draws.pick(topics)
            wording = self.draws.pick(wordings(topic.family))
            keys = {(topic.topic_id, relation) for relation in wording.relations}
            is_clear = wording.is_standalone or named == topic.topic_id
            if len(chosen) < count and is_clear and wording.relations <= topic.values.keys() and not keys & said:
                chosen.append((topic, wording))
                said |= keys
                named = topic.topic_id
        return chosen

    def sentences(self, topics: Sequence[Topic], n_facts: int, n_fillers: int) -> list[str]:
        """Facts in running text among filler, which never parts a fact from one that leans on it."""
        told: list[str] = []
        for topic, wording in self.choose(topics, n_facts):
            sentence = self.state(topic, wording)
            if wording.is_standalone:
                told.append(sentence)
            else:
                told[-1] += " " + sentence
        subject = topics[0].words.get("what", topics[0].subject)
        fillers = filler(n_fillers, self.draws)
        fillers += [self.draws.pick(TOPIC_FILLER).format(what=subject)] if self.draws.chance(0.5) else []
        for sentence in fillers:
            told.insert(self.draws.between(0, len(told)), sentence)
        return told

    def body(self, topics: Sequence[Topic], n_facts: int, n_fillers: int) -> None:
        """Paragraphs of running text about the topics, with an opening and a closing."""
        subject = topics[0].words.get("what", topics[0].subject)
        if topics[0].who is not None and "what" not in topics[0].words:
            self.name(topics[0].who, NameForm.FULL)
        told = [self.draws.pick(OPENINGS).format(what=subject), *self.sentences(topics, n_facts, n_fillers)]
        for paragraph in in_runs(told, self.draws):
            self.paragraph(" ".join(paragraph))
        if self.draws.chance(0.6):
            self.paragraph(self.draws.pick(CLOSINGS))


def topic_fact(topic: Topic, relation: str) -> Fact:
    """The fact that a topic holds under a relation."""
    value = topic.values[relation]
    return Fact(
        topic.fact_id(relation),
        topic.subject,
        relation,
        question_of(topic, relation),
        value.answer,
        value.answer_type,
        is_public=True,
    )


def question_of(topic: Topic, relation: str) -> str:
    """What a reader would ask to be told this fact."""
    what = topic.words.get("what", topic.subject)
    who = topic.who.name if topic.who is not None else ""
    return QUESTIONS[relation].format(**{"what": what, "who": who} | topic.words)


def in_runs(sentences: Sequence[str], draws: Draws) -> Iterable[Sequence[str]]:
    """The sentences cut into paragraphs of two to five."""
    at = 0
    while at < len(sentences):
        length = draws.between(2, 5)
        yield sentences[at : at + length]
        at += length


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The text in lines of at most `width` characters; a longer word stands alone. textwrap costs ten times as much."""
    lines: list[str] = []
    prefix, at, end = first, 0, len(text)
    while end - at > width - len(prefix):
        cut = text.rfind(" ", at, at + width - len(prefix) + 1)
        if cut <= at:
            cut = text.find(" ", at)
            if cut == -1:
                break
        lines.append(prefix + text[at:cut])
        at, prefix = cut + 1, rest
    lines.append(prefix + text[at:])
    return lines
