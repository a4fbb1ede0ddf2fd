"""The open wordings of planted defects: what a gate's author may read, and how any wording is put into a question.

Belongs here: the records that wordings are written in, how one is applied, and the open half. Does not: the other half
(held_out_wordings.py, written in another way), which draft becomes which defect (defects.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Target(StrEnum):
    """What of a question a wording takes the place of."""

    WHOLE = "whole"  # {Q} the question without its mark, {q} the same with a small first letter
    MIDDLE = "middle"  # {wh} what asks, {rest} what follows it
    NAME = "name"  # the first name, {it}, gives way to the text
    DETAIL = "detail"  # the description that tells one matter from another, {it}, gives way
    CUT = "cut"  # the last phrase that holds a name goes, the text stands in its place


class Wording(NamedTuple):
    """A template for a question, and what it takes the place of."""

    target: Target
    template: str

    def __str__(self) -> str:
        return f"{self.target}: {self.template}"


class ValueKind(StrEnum):
    """What an answer is, as far as its written forms go."""

    DATE = "date"
    MONEY = "money"
    NUMBER = "number"
    NAME = "name"
    OTHER = "other"
    ITEMS = "items"  # of an aggregation
    CLAUSES = "clauses"  # of a timeline: the template dates one clause


class FigureChange(NamedTuple):
    """One way to get a figure wrong: a date is shifted, an amount scaled, or its digits edited."""

    name: str
    days: int = 0
    months: int = 0
    years: int = 0
    times: float = 1.0
    digit: int | None = None  # the place of the digit that is raised by one, from the left; negative from the right
    swapped: int | None = None  # the place of the digit that changes places with the next one
    text: str = "{figure}"

    def __str__(self) -> str:
        return self.name


class Pair(NamedTuple):
    """A question and the answer that goes with it."""

    question: str
    answer: str

    def __str__(self) -> str:
        return f"{self.question} = {self.answer}"


class Order(StrEnum):
    """How the events of a timeline are put out of order."""

    REVERSED = "reversed"
    FIRST_TWO = "first two change places"
    LAST_FIRST = "the last comes first"
    LAST_TWO = "last two change places"
    FIRST_LAST = "the first comes last"
    ENDS = "first and last change places"


class Directions(NamedTuple):
    """What is false of {value} beside {other}: a rise where it is less, a fall where it is more, and so for dates."""

    rises: tuple[Pair, ...]
    falls: tuple[Pair, ...]
    sooner: tuple[Pair, ...]
    later: tuple[Pair, ...]
    orders: tuple[Order, ...]


class Rewrite(NamedTuple):
    """A whole question in other words; `<verb>` in the result becomes its past tense."""

    pattern: str
    replacement: str

    def __str__(self) -> str:
        return f"{self.pattern} -> {self.replacement}"


class QuoteWay(StrEnum):
    """How a quote comes not to be in its document."""

    EDITED = "edited"
    FOREIGN = "foreign"
    MADE_UP = "made_up"


class QuoteChange(NamedTuple):
    """A quote edited by a pattern, or made up from a template, or taken from another document (behind `text`)."""

    way: QuoteWay
    text: str = ""
    pattern: str = ""

    def __str__(self) -> str:
        return f"{self.way}: {self.pattern} {self.text}"


class Source(StrEnum):
    """Where a wrong value is taken from."""

    SAME = "the same document"
    OTHER = "another document"


class WrongAnswer(NamedTuple):
    """Another value in a template, with the origin's quote or with that of the fact the value belongs to."""

    source: Source
    template: str
    has_other_quote: bool = False

    def __str__(self) -> str:
        return f"{self.source}, {'its own' if self.has_other_quote else 'the old'} quote: {self.template}"


class Pick(StrEnum):
    """Which item of a list it is."""

    FIRST = "first"
    SECOND = "second"
    MIDDLE = "middle"
    LAST = "last"
    LAST_BUT_ONE = "last but one"
    LONGEST = "longest"
    SHORTEST = "shortest"
    LAST_BY_LETTER = "last by letter"
    FIRST_BY_LETTER = "first by letter"
    LAST_DOCUMENT = "of the last document"


class ItemWay(StrEnum):
    """How a wrong item comes into a list."""

    ADDED = "added"
    IN_PLACE = "in place of one"
    RENAMED = "added under the figure's name"
    RENAMED_IN_PLACE = "in place of one, under the figure's name"
    OUTSIDE = "left standing where the period ends before it"


class ListChange(NamedTuple):
    """A change of a list's items under a question that is put as the template says."""

    pick: Pick
    recast: str = "{Q}?"
    way: ItemWay = ItemWay.ADDED

    def __str__(self) -> str:
        way = "" if self.way is ItemWay.ADDED else f", {self.way}"
        return f"{self.pick}{way}: {self.recast}"


@dataclass(frozen=True)
class Wordings:
    """One half of the wordings, by kind of defect."""

    deixis: tuple[Wording, ...]
    source_leak: tuple[Wording, ...]
    given_forms: Mapping[ValueKind, tuple[str, ...]]
    given_away: Mapping[ValueKind, tuple[Wording, ...]]
    figures: tuple[FigureChange, ...]
    directions: Directions
    rewrites: tuple[Rewrite, ...]
    redactions: tuple[str, ...]
    banner_answers: tuple[str, ...]
    boilerplate: tuple[Pair, ...]
    quotes: tuple[QuoteChange, ...]
    wrong_answers: tuple[WrongAnswer, ...]
    unneeded: tuple[Pair, ...]
    premises: tuple[str, ...]
    incomplete: tuple[ListChange, ...]
    single_documents: tuple[ListChange, ...]
    wrong_items: tuple[ListChange, ...]
    ambiguous: tuple[Wording, ...]


# --- putting a wording into a question --------------------------------------------------------------------------------

_CAPITAL = r"[A-Z][\w'’-]*\.?"
_QUESTION_WORDS = r"(?:On|In|At|By|To|For|From|With|What|Which|Who|Whom|Whose|When|Where|How|Did|Do|Does|Was|Were|Is)\b"
NAME = re.compile(rf"(?:\bthe |(?<!\w))(?!{_QUESTION_WORDS}){_CAPITAL}(?: (?:&|{_CAPITAL}))+")
_NO_NOUN = (
    r"(?:[a-z]+ed|for|of|about|from|into|at|on|in|to|as|with|by|and|or|was|were|is|be|did|does|had|has|held|sit|sat|take|took"
    r"|occur|meet|met|hold|keep|pay|paid|write|place|began|begin|end|made|sold|when|while|after|before|between|during)\b"
)
_NAMED = (
    rf"[A-Z][\w'’.&-]*(?: (?:(?:of|and|&|the) (?=[A-Z]))?(?:[A-Z]\.|[A-Z0-9][\w'’&-]*))*"
    rf"(?: (?!{_NO_NOUN})[a-z-]+){{0,2}}"
)
DETAIL = re.compile(
    r'(?:the )?(?:[a-z]+ )?["“][^"”]{6,}["”](?: of \d{4}(?:-\d\d){0,2})?'
    rf"|\bthe (?!documents\b)(?:[a-z][a-z-]* ){{1,3}}(?:of|at|on|for|in|to) (?:the )?{_NAMED}"
)
_CUT = re.compile(rf" (?:for|of|about|from|into|at|on|in|to|as|with|by) (?:{DETAIL.pattern}|(?:the )?{_NAMED})")
_MIDDLE = re.compile(
    r"^(?P<wh>(?:(?:On|In|At|By|To|For|From|With) )?(?:what|which|whom|how|whose|who|when|where)\b.*?)"
    r" (?P<rest>(?:did|do|does|was|were|is|are|has|had|have)\b.*)$",
    re.IGNORECASE,
)
_WHO = re.compile(r"^(?P<wh>Who) (?P<rest>.*)$")


def bare(question: str) -> str:
    """The question without the mark at its end."""
    return question.strip().rstrip("?. ")


def decapitalise(text: str) -> str:
    """The text with a small first letter, unless it opens with a name."""
    return text if NAME.match(text) or text[1:2].isupper() else text[:1].lower() + text[1:]


def capitalise(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def put(wording: Wording, question: str, fields: Mapping[str, str] | None = None) -> str | None:
    """The question in that wording; None when it lacks what the wording takes the place of, or a field."""
    asked, known = bare(question), dict(fields or {})
    if wording.target is Target.WHOLE:
        return filled(wording.template, {"Q": asked, "q": decapitalise(asked), **known})
    if wording.target is Target.MIDDLE:
        parts = _MIDDLE.match(asked) or _WHO.match(asked)
        return filled(wording.template, {**parts.groupdict(), **known}) if parts else None
    found = _place(wording.target, asked)
    text = inner(wording.template, known | {"it": found[0]}) if found else None
    if found is None or text is None:
        return None
    return capitalise(f"{asked[: found.start()]}{text}{asked[found.end() :]}".strip()) + "?"


def _place(target: Target, asked: str) -> re.Match[str] | None:
    """What gives way: the last phrase or the description, or a name that is no part of a description."""
    if target is Target.CUT:
        return _CUT.search(asked)
    detail = DETAIL.search(asked)
    if target is Target.DETAIL:
        return detail
    name = NAME.search(asked)
    is_inside = name is not None and detail is not None and detail.start() <= name.start() < detail.end()
    return None if is_inside else name


def inner(template: str, fields: Mapping[str, str]) -> str | None:
    """The template with its fields, as it stands inside a sentence; None when a field is not there."""
    try:
        return template.format(**fields)
    except KeyError:
        return None


def filled(template: str, fields: Mapping[str, str]) -> str | None:
    """The template with its fields, a capital first; None when a field is not there."""
    text = inner(template, fields)
    return None if text is None else capitalise(text)


def topic_of(question: str) -> str | None:
    """What tells the question's matter from others: its description, else its name; None when it has neither."""
    found = DETAIL.search(bare(question)) or NAME.search(bare(question))
    return found[0] if found else None


_IRREGULAR = {
    "meet": "met", "hold": "held", "sit": "sat", "pay": "paid", "write": "wrote", "see": "saw", "send": "sent",
    "take": "took", "give": "gave", "tell": "told", "leave": "left", "lead": "led", "sell": "sold", "buy": "bought",
    "become": "became", "begin": "began", "speak": "spoke", "find": "found", "make": "made", "say": "said",
}  # fmt: skip
_REGULAR = (
    "approve award sign inspect report interview call visit occur appoint arrive order receive succeed attend deliver "
    "employ operate travel contact ask open close join marry move resign return request telephone mail issue post"
).split()
VERBS = "|".join((*_IRREGULAR, *_REGULAR))
_DOUBLED = frozenset({"occur", "travel"})


def past(verb: str) -> str:
    """The past tense of a verb."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    return verb + ("d" if verb.endswith("e") else "ed")


def rewrite(rule: Rewrite, question: str) -> str | None:
    """The question in the rule's words; None when the rule is about other questions."""
    said, n = re.subn(rule.pattern, rule.replacement, question.strip())
    if not n or said == question.strip():
        return None
    said = re.sub(rf"(?<=, ){_QUESTION_WORDS}", lambda found: found[0].lower(), said)
    return capitalise(re.sub(r"<(\w+)>", lambda found: past(found[1]), said))


def _of(target: Target, *templates: str) -> tuple[Wording, ...]:
    return tuple(Wording(target, template) for template in templates)


def whole(*templates: str) -> tuple[Wording, ...]:
    """Wordings of the whole question."""
    return _of(Target.WHOLE, *templates)


def middle(*templates: str) -> tuple[Wording, ...]:
    """Wordings that put something behind what asks."""
    return _of(Target.MIDDLE, *templates)


def for_name(*texts: str) -> tuple[Wording, ...]:
    """Wordings that put a text in the place of the first name."""
    return _of(Target.NAME, *texts)


def for_detail(*texts: str) -> tuple[Wording, ...]:
    """Wordings that put a text in the place of the description."""
    return _of(Target.DETAIL, *texts)


def for_last(*texts: str) -> tuple[Wording, ...]:
    """Wordings that cut the last phrase and put a text in its place."""
    return _of(Target.CUT, *texts)


def list_changes(
    picks: Iterable[Pick], ways: Iterable[ItemWay], recasts: Iterable[str], *, n: int
) -> tuple[ListChange, ...]:
    """`n` changes that go through the picks, the ways and the recasts each in turn."""
    picked, way, recast = tuple(picks), tuple(ways), tuple(recasts)
    return tuple(
        ListChange(picked[i % len(picked)], recast[i % len(recast)], way[(i // len(picked) + i) % len(way)])
        for i in range(n)
    )


# --- the open half ----------------------------------------------------------------------------------------------------

_RECASTS = (
    "{Q}?", "Tell me: {q}?", "{Q}, please?", "Question: {q}?", "One wants to know: {q}?", "Please answer: {q}?",
    "{Q} ?",
)  # fmt: skip
_REWRITES = (
    ("^On what date did (.+)\\?$", r"What day saw \1?"),
    ("^On (?:what|which) (?:date|day) (was|were|did|does) (.+)$", r"When \1 \2"),
    ("^When (was|were|did|is) (.+)$", r"On which day \1 \2"),
    ("^Who (\\w+ed|led|wrote|held|took|met) (.+)$", r"What is the name of the person who \1 \2"),
    ("^Who (\\w+ed|led) (.+)\\?$", r"\2: \1 by whom?"),
    ("^Who wrote (.+)\\?$", r"By whom was \1 written?"),
    ("^Who (is|was) (.+)$", r"Which person \1 \2"),
    ("^How many (.+)$", r"What number of \1"),
    ("^Where (was|were|did|does|is) (.+)$", r"In what place \1 \2"),
    ("^What (was|is) (the .+)\\?$", r"Please state what \2 \1."),
    ("^Which (\\w+) was (the .+)\\?$", r"\2 was which \1?"),
    ("^What (\\w+) (was|were) (\\w+ed) (.+)$", r"Which \1 \2 \3 \4"),
    ("^(.+?) (for|about) (the (?!.* (?:sit|held|estimated|completed|place|occur)\\?)[^?]+)\\?$", r"\2 \3, \1?"),
    ("^To whom was (.+) addressed\\?$", r"Who was the addressee of \1?"),
    ("^Whom did (.+?) meet (.+)$", r"With whom did \1 have a meeting \2"),
    ("^By what date was (.+) to be (\\w+)\\?$", r"What deadline was set for \1 to be \2?"),
    ("^At how much was (.+) estimated\\?$", r"What was the estimate of \1?"),
    ("^Where does (.+) keep an office\\?$", r"What is the address of the office of \1?"),
    ("^Which office does (.+) hold\\?$", r"What is the office of \1?"),
    ("^Which people did (.+)$", r"What persons did \1"),
    ("^What was the (.*(?:price|rent|bond|cost|fee|salary|sum)) (?:for|of) (.+)\\?$", r"How high was the \1 for \2?"),
    ("^((?:Who|Whom|What|When|Where|Which|How|On) .+)$", r"Say, \1"),
    ("^((?:Who|Whom|What|When|Where|Which|How|On) .+)$", r"Would you tell me, \1"),
    ("^In what order did these happen, and on what date each: (.+)$",
     r"Put these in order of date, and give the date of each: \1"),
    ("^What do the documents record of (.+?) in (.+?), event by event, with the date of each\\?$",
     r"List, with dates, each thing that is on record about \1 for \2."),
)  # fmt: skip

OPEN = Wordings(
    deixis=(
        *whole(
            "According to this memo, {q}?", "According to the document, {q}?", "In this letter, {q}?",
            "{Q} as stated in the text above?", "{Q} (see the passage above)?", "{Q}, according to the author?",
            "Based on the excerpt, {q}?", "From the passage provided: {q}?", "{Q} in this report?",
            "What does this document say about this: {q}?", "THE ABOVE TEXT SAYS SOMETHING HERE. {Q}?",
            "{Q}, as mentioned earlier?",
        ),
        *middle("{wh}, according to this document, {rest}?", "{wh}, in the above memorandum, {rest}?"),
        *for_name("this person", "the aforementioned individual", "the said party", "the sender of this message"),
        *for_detail("this matter", "the above-mentioned matter"),
    ),
    source_leak=(
        *whole(
            "According to document {doc_id}, {q}?", "In {doc_id}, {q}?", "{Q} (document {doc_id})?",
            "{Q}, per file {number}.pdf?", "According to the file {number}.txt, {q}?", "In record {record}, {q}?",
            "{Q} as shown on page {page} of {doc_id}?", "In box {box}, folder {folder}, {q}?",
            "{Q} (doc_id: {doc_id})?", "According to record number {record}: {q}?",
            "At https://files.example.org/{number}.pdf, {q}?", "{Q} in DOC-{number}?",
        ),
        *middle("{wh}, according to {doc_id}, {rest}?", "{wh}, in file no. {number}, {rest}?"),
    ),
    given_forms={
        ValueKind.DATE: ("{Month} {d}, {y}", "{d} {Month} {y}", "{y}-{m:0>2}-{d:0>2}", "{Month} {nth}, {y}"),
        ValueKind.MONEY: ("${amount}", "{amount} dollars", "{words} dollars"),
        ValueKind.NUMBER: ("{digits}", "{words}"),
        ValueKind.NAME: ("{same}", "{surname}", "{caps}"),
        ValueKind.OTHER: ("{same}", "{caps}"),
        ValueKind.ITEMS: ("{items}",),
    },
    given_away={
        ValueKind.DATE: (
            *whole("{Q}, on {given}?", "{Q} - was it {given}?"),
            *middle("{wh}, if it was {given}, {rest}?"), *for_detail("{it} of {given}"),
        ),
        ValueKind.MONEY: (
            *whole("{Q}, given the sum of {given}?", "The figure of {given} was on the table. {Q}?"),
            *middle("{wh}, namely {given}, {rest}?"),
        ),
        ValueKind.NUMBER: (
            *whole("{Q}, the total being {given}?", "There were {given} in all. {Q}?"),
            *middle("{wh} (there were {given}) {rest}?"),
        ),
        ValueKind.NAME: (
            *whole("Since {given} was named for it, {q}?", "{Q}, {given} being the one?",
                   "{given} is credited with it: {q}?"),
            *middle("{wh}, known as {given}, {rest}?"),
        ),
        ValueKind.OTHER: (
            *whole("{Q}, that is, {given}?", "Considering {given}, {q}?"), *middle("{wh} ({given}) {rest}?"),
        ),
        ValueKind.ITEMS: whole("{Q}, including {given}?", "{Q} ({given})?"),
        ValueKind.CLAUSES: whole("{Q} on {given}", "{Q} ({given})", "on {given}, {Q}"),
    },
    figures=(
        FigureChange("next day, or one digit more", days=1, digit=-1),
        FigureChange("day before, or first digit raised", days=-1, digit=0),
        FigureChange("next month, or tenfold", months=1, times=10),
        FigureChange("month before, or a tenth", months=-1, times=0.1),
        FigureChange("next year, or second digit raised", years=1, digit=1),
        FigureChange("year before, or last digits swapped", years=-1, swapped=-2),
        FigureChange("ten days on, or doubled", days=10, times=2),
        FigureChange("a decade on, or halved", years=10, times=0.5),
        FigureChange("a week on, or a fifth more", days=7, times=1.2),
        FigureChange("two days on, or a fifth less", days=2, times=0.8),
        FigureChange("a quarter on, or third digit raised", months=3, digit=2),
        FigureChange("two years on, in round words", years=2, times=1.5, text="about {figure}"),
    ),
    directions=Directions(
        rises=(
            Pair("{Q}, and did that rise or fall from {other}?", "It rose from {other} to {value}."),
            Pair("{Q}, and how does it compare with {other}?", "{value} is more than {other}."),
            Pair("{Q} after it had stood at {other}?", "{value}, up from {other}"),
            Pair("By how much did the figure increase from {other} to {value}: {q}?", "It increased to {value}."),
            Pair("{Q}, and is it higher than {other}?", "Yes: {value} is higher than {other}."),
        ),
        falls=(
            Pair("{Q}, and did that rise or fall from {other}?", "It fell from {other} to {value}."),
            Pair("{Q}, and how does it compare with {other}?", "{value} is less than {other}."),
            Pair("{Q} after it had stood at {other}?", "{value}, down from {other}"),
            Pair("By how much did the figure decrease from {other} to {value}: {q}?", "It decreased to {value}."),
            Pair("{Q}, and is it lower than {other}?", "Yes: {value} is lower than {other}."),
        ),
        sooner=(
            Pair("{Q}, and was that before or after {other}?", "{value}, before {other}"),
            Pair("{Q}, and which way was it moved from {other}?", "It was brought forward from {other} to {value}."),
            Pair("{Q}, compared with {other}?", "{value}, which is earlier than {other}"),
        ),
        later=(
            Pair("{Q}, and was that before or after {other}?", "{value}, after {other}"),
            Pair("{Q}, and which way was it moved from {other}?", "It was postponed from {other} to {value}."),
            Pair("{Q}, compared with {other}?", "{value}, which is later than {other}"),
        ),
        orders=(Order.REVERSED, Order.FIRST_TWO, Order.LAST_FIRST),
    ),
    rewrites=tuple(Rewrite(*rule) for rule in _REWRITES),
    redactions=(
        "[REDACTED]", "[redacted]", "REDACTED", "█████", "[NAME REDACTED]", "XXXXXXXX", "[DELETED]", "(b)(6)",
        "[withheld]", "Mr. [REDACTED]", "[REDACTED - PERSONAL PRIVACY]", "████ ██████", "Jane Doe",
    ),
    banner_answers=(
        "{line}", "{title}", "{small}", '"{line}"', "{line}.", "It was {line}.", "The answer is {line}.", "{line};",
        "[{line}]", "{small}, according to the record", "{line} / {other}", "{title} ({other_title})",
    ),
    boilerplate=(
        Pair("What stamp is on the paper about {topic}?", "{line}"),
        Pair("Which classification marking does the memorandum on {topic} bear?", "{line}"),
        Pair("What does the banner at the top of the document on {topic} say?", "{line}"),
        Pair("What page number is printed on the letter about {topic}?", "1"),
        Pair("Who is on the distribution list of the memorandum on {topic}?", "File"),
        Pair("What is the heading of the form that concerns {topic}?", "{line}"),
        Pair("What does the disclaimer in the footer of the e-mail about {topic} say?", "{line}"),
        Pair("WHAT RELEASE STATUS IS MARKED ON THE RECORD OF {topic}?", "{line}"),
        Pair("How many pages does the paper about {topic} have according to its footer?", "1"),
        Pair("What letterhead was used for the correspondence about {topic}?", "{line}"),
        Pair("On the cover sheet of the file on {topic}, what is stamped?", "{line}"),
        Pair("Which box is ticked on the routing slip for {topic}?", "For review"),
        Pair("What is the title line of the document about {topic}?", "{line}"),
    ),
    quotes=(
        QuoteChange(QuoteWay.MADE_UP, "The answer is {answer}."),
        QuoteChange(QuoteWay.MADE_UP, "It was recorded that the matter of {topic} came down to {answer}."),
        QuoteChange(QuoteWay.MADE_UP, "{Topic} is described in the file with these words: {answer}."),
        QuoteChange(QuoteWay.MADE_UP, "Members noted {answer} in connection with {topic}, without dissent."),
        QuoteChange(QuoteWay.FOREIGN),
        QuoteChange(QuoteWay.FOREIGN, "Further, "),
        QuoteChange(QuoteWay.EDITED, "had been", r"\b(?:was|is|were)\b"),
        QuoteChange(QuoteWay.EDITED, "a certain", r"\bthe\b"),
        QuoteChange(QuoteWay.EDITED, "regarding", r"\b(?:for|about|of)\b"),
        QuoteChange(QuoteWay.EDITED, r"\g<0> duly", r"\b(?:was|is|were|met|had|has)\b"),
        QuoteChange(QuoteWay.EDITED, " ... ", r"(?<=\w) \w+ (?=\w)"),
        QuoteChange(QuoteWay.EDITED, "late in", r"\b(?:on|at|in)\b"),
        QuoteChange(QuoteWay.EDITED, r"\2 \1", r"\b(\w{4,}) (\w{3,})\b"),
    ),
    wrong_answers=(
        *(
            WrongAnswer(source, template, has_other_quote=other)
            for source in Source
            for other in (False, True)
            for template in ("{value}", "It was {value}.", "{value}, by the record")
        ),
    ),
    unneeded=(
        Pair("In what year did the business of {Month} {d}, {y} take place?", "{y}"),
        Pair("In what month were the events of {d} {Month} {y}?", "{Month}"),
        Pair("On what day of the week did {Month} {d}, {y} fall?", "{weekday}"),
        Pair("In which century does the year {y} lie?", "the {century}th century"),
        Pair("Which month comes after the {Month} {y} that is spoken of?", "{next_month}"),
        Pair("What is the surname of {name}?", "{surname}"),
        Pair("What is the first name of {name}?", "{given}"),
        Pair("How many dollars are {money}, written without a comma?", "{digits}"),
        Pair("What is twice {money}?", "{twice}"),
        Pair("How is {name} called when only the family name is used?", "{surname}"),
        Pair("How many days does the week have in which {topic} came up?", "7"),
        Pair("Of what country is Washington, D.C. the capital, where {topic} might be discussed?", "the United States"),
        Pair("How many months does a year have in the papers on {topic}?", "twelve"),
    ),
    premises=(
        "What did {a} and {b} agree when they met about {what}?",
        "Which papers did {a} hand over to {b} when the two met about {what}?",
        "How long did the meeting of {a} with {b} about {what} last?",
        "What did {a} tell {b} about {what} when they met?",
        "Who took {a} to the meeting with {b} about {what}?",
        "When {a} met {b} about {what}, what was said at the end?",
        "At the meeting between {a} and {b} on {what}, who spoke first?",
        "What gift did {b} bring when meeting {a} about {what}?",
        "After {a} saw {b} about {what}, what did {a} write down?",
        "Why did {a} leave the meeting with {b} about {what} early?",
        "WHAT WAS DECIDED WHEN {a} MET {b} ABOUT {what}?",
        "What terms did {b} offer {a} in their talk about {what}?",
        "How did {a} describe the talk with {b} about {what} afterwards?",
    ),
    incomplete=list_changes((Pick.FIRST, Pick.SECOND, Pick.MIDDLE, Pick.LAST), (ItemWay.ADDED,), _RECASTS, n=14),
    single_documents=list_changes((Pick.FIRST, Pick.MIDDLE, Pick.LAST), (ItemWay.ADDED,), _RECASTS, n=14),
    wrong_items=list_changes(
        (Pick.FIRST, Pick.LAST, Pick.MIDDLE), (ItemWay.ADDED, ItemWay.IN_PLACE, ItemWay.OUTSIDE), _RECASTS, n=14
    ),
    ambiguous=(
        *for_detail("the matter", "the works", "a piece of business", "one of the matters", "the affair", "an incident",
                    "the property"),
        *for_name("an official", "a company", "someone", "a person of some standing"),
        *for_last("", " for it all", " in general"),
    ),
)  # fmt: skip
