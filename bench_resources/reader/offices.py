"""Who held an office: the name that stands right beside the office and its body, and nobody else's.

Belongs here: what a question asks for, where a text states that office, whose name is joined to it. Does not: choosing
among passages (answering), drafting.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import BODY_WORDS, TITLE_WORDS, find_proper
from bench_resources.reader.passages import STOP_WORDS, WORD, is_same_word, join_wraps, weight
from bench_resources.reader.people import fold

_OFFICE_ASKED = re.compile(
    r"^(?i:who (?:was|is|were|served as|serves as|became|has been)\s+(?:the |an? )?)([A-Z].{3,160}?)\s*\?$"
)
_SMALL = frozenset("of the for to on in and at a an".split())
_JOINING = re.compile(r"\s*,?\s*(?:(?:of|for|to|at|in|on)\s+)?(?:the\s+)?")  # an office and its body
_OTHER_BODY = re.compile(
    r"\s*,?\s*(?:of|for|to|at|in)\s+(?:(?:the|this|our)\s+)?([A-Z][\w'\u2019-]*(?:\s+(?:(?:of|on|for|and|the)\s+)*[A-Z][\w'\u2019-]*)*)"
)
_LINK = re.compile(  # between a holder's name and the office: a comma or bracket, a line end, "was appointed the"
    r"(?:\s*[,(]\s*|\s+)(?:(?:who|then|now|the|its|their|our|former|formerly|is|was|became|had|has|been|served|serves|serving|as|"
    r"appointed|elected|named|made|sworn|in|an?|[A-Z][\w-]*['\u2019]s)\s+)*$"
)
_LINK_ON = re.compile(r"\s*(?:,|\(|:)?\s*(?:(?:is|was|became|has been|had been|namely)\s+)?(?=[A-Z])")
_PARTICLE = r"(?:de|del|la|von|van|den|der|di|du|al|el|bin|ben)"
_PART = r"(?:[A-Z]\.|[A-Z][\w'\u2019-]*)"
_NAME = (
    r"(?:(?:Mr|Mrs|Ms|Dr|Hon|Prof|Rev|Gen|Col|Maj|Capt|Lt|Sgt|Sen|Rep)\.\s+)?"
    rf"{_PART}(?:\s+(?:{_PARTICLE}\s+)*{_PART}){{0,4}}(?:,?\s+(?:Jr|Sr|II|III)\b\.?)?"
)
_NAME_LAST = re.compile(rf"(?<![\w.'\u2019-]){_NAME}$")
_INITIAL = re.compile(r"[A-Z]\.?")
_NAME_FIRST = re.compile(_NAME)
_OPENING = frozenset(
    "the a an to by from with and or sincerely yours respectfully truly signed approved for of in on at mr mrs ms miss "
    "dr hon honorable professor prof sir memorandum attention attn subject date when while after before".split()
)
_HONORIFICS = frozenset("mr mrs ms miss dr hon honorable prof professor sir".split())
CONTEXT_CHARS = 1_500  # before a short form of a body's name, its full name
NEAR_CHARS = 400  # before an office without its body, the body that it is of


@dataclass(frozen=True)
class Office:
    """An office and the body it is of, as their telling words in small; the body may be missing."""

    office: tuple[str, ...]
    body: tuple[str, ...]

    @property
    def is_bare(self) -> bool:
        """Whether no body is named that would tell it from others: "Chief of Station"."""
        return BODY_WORDS.issuperset(self.body)


@dataclass(frozen=True)
class Holder:
    """Whom a text names as an office's holder, where, and how plainly: its body beside it, in short, or "its"."""

    name: str
    start: int
    end: int
    plainness: float


@lru_cache(maxsize=4_000)
def office_asked(question: str) -> Office | None:
    """The office whose holder a question asks for, "Who was the Registrar of the Salt Board?"; None for any other."""
    asked = _OFFICE_ASKED.match(" ".join(question.split()))
    if asked is None:
        return None
    written = WORD.findall(asked.group(1))
    if any(word[0].islower() and word not in _SMALL for word in written):
        return None  # "the Registrar who met Carr"
    words = [_plain(word) for word in written]
    cut = next((i for i, word in enumerate(words) if word == "of"), None)
    if cut is None:
        cut = next((i for i, word in enumerate(words) if word in _SMALL), len(words))
    office, body = _telling(words[:cut]), _telling(words[cut:])
    is_office = TITLE_WORDS.intersection(office) if body else office and office[-1] in TITLE_WORDS  # not "Mayor Carr"
    return Office(office, body) if is_office else None


def _plain(word: str) -> str:
    return fold(re.sub(r"['\u2019]s$", "", word))


def _telling(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _SMALL)


def office_holders(asked: Office, text: str) -> list[Holder]:
    """Who a text says held an office, in order: a name right before or after it, and the office that very body's.

    A deputy or an assistant does not hold the office, nor does one who writes to it; and the same office of another
    body is another one.
    """
    words = [match for match in WORD.finditer(text) if _plain(match.group()) not in _SMALL]
    plain = [_plain(match.group()) for match in words]
    found = []
    for i in range(len(words) - len(asked.office) + 1):
        if _stands_at(asked.office, plain, i) and (place := _Place.of(asked, text, words, plain, i)) is not None:
            found += [holder for holder in (place.holder(),) if holder is not None]
    return found


def _stands_at(wanted: Sequence[str], plain: Sequence[str], i: int) -> bool:
    there = plain[i : i + len(wanted)] if i >= 0 else ()
    return len(there) == len(wanted) and all(map(is_same_word, wanted, there))


@dataclass(frozen=True)
class _Place:
    """A place where a text states an office: from where to where with its body, and how plain the body is."""

    asked: Office
    text: str
    start: int
    end: int
    plainness: float  # 0 when the body has still to follow the name
    has_body_behind: bool = False

    @classmethod
    def of(
        cls, asked: Office, text: str, words: Sequence[re.Match[str]], plain: Sequence[str], i: int
    ) -> _Place | None:
        """The place of the office that begins at the i-th telling word; None where it is another office or body."""
        last = i + len(asked.office) - 1
        start, end = words[i].start(), words[last].end()
        if re.search(r"[.;:!?]\s|\n\s*\n\s*\n", text[start:end]) or _is_under(text, words, plain, i):
            return None
        if not asked.body:
            return cls(asked, text, start, end, 1.0)
        n = len(asked.body)
        follows = _stands_at(asked.body, plain, last + 1)
        if follows and _JOINING.fullmatch(text, end, words[last + 1].start()):
            return cls(asked, text, start, words[last + n].end(), 1.0, has_body_behind=True)
        if _stands_at(asked.body, plain, i - n) and re.fullmatch(
            r"(?:['\u2019]s)?\s+", text[words[i - 1].end() : start]
        ):
            return cls(asked, text, words[i - n].start(), end, 1.0)
        return cls._in_short(asked, text, start, end)

    @classmethod
    def _in_short(cls, asked: Office, text: str, start: int, end: int) -> _Place | None:
        """The place where the body stands in short beside the office, or not at all."""
        other = _OTHER_BODY.match(text, end)
        owner = re.search(r"([A-Z][\w-]*)['\u2019]s\s+$", text[max(0, start - 40) : start])
        short = other or owner
        if short is None:
            return cls(asked, text, start, end, 0.0)
        named = _telling([_plain(word) for word in WORD.findall(short.group(1))])
        is_ours = (
            bool(named)
            and set(named) <= set(asked.body)
            and _is_named(asked.body, text[max(0, start - CONTEXT_CHARS) : start])
        )
        end = other.end() if other else end
        return cls(asked, text, start, end, 0.9, has_body_behind=other is not None) if is_ours else None

    def holder(self) -> Holder | None:
        """The one person named right beside the office; None where there is none, or one on either side."""
        before, after = self._before(), self._after()
        if before is not None and after is not None and self._follows("the"):
            return None  # "from Carr, the Registrar, Lund, and Roe" may be a list
        found = before or after
        if found is None:
            return None
        plainness = self.plainness or self._by_place(found[1])
        name = join_wraps(self.text[found[0] : found[1]])
        return Holder(name, found[0], found[1], plainness) if plainness else None

    def _follows(self, words: str) -> bool:
        """Whether one of some small words stands right before the office."""
        return (
            re.search(rf"\b(?:{words})\s+$", self.text[max(0, self.start - 12) : self.start], re.IGNORECASE) is not None
        )

    def _before(self) -> tuple[int, int] | None:
        ahead = self.text[max(0, self.start - 160) : self.start]
        for at in range(len(ahead)):
            link = _LINK.match(ahead, at)
            name = _NAME_LAST.search(ahead, 0, at) if link is not None else None
            span = _name_in(name, is_last=True, may_be_lone=self._follows("the"))
            if span is not None and (_JOINS.search(ahead, at) or _opens_signature(ahead, span[0], at)):
                shift = self.start - len(ahead)
                return span[0] + shift, span[1] + shift
        return None

    def _after(self) -> tuple[int, int] | None:
        link = _LINK_ON.match(self.text, self.end)
        if link is None:
            return None
        between = link.group()
        if not between.strip() and self.has_body_behind:
            return None  # "Registrar of the Salt Board Otto Lund": the end of one line and the beginning of another
        span = _name_in(_NAME_FIRST.match(self.text, link.end()), is_last=False, may_be_lone=False)
        is_said = bool(between.strip(" ,(:\n\t\r"))
        if span is None or is_said:
            return span
        if between.strip() and (self.asked.is_bare or not (self.plainness or self._follows(_OWN))):
            return None  # "Chief of Station, Porthaven": a place may follow
        goes_on = _GOES_ON.match(self.text, span[1]) is not None
        return span if goes_on or not (between.strip() or "\n" in between) else None

    def _by_place(self, name_end: int) -> float:
        """How plain a body is that stands behind the name, or is the last one named before "its Registrar"."""
        joined = _JOINING.match(self.text, name_end)
        behind = [_plain(word) for word in WORD.findall(self.text[joined.end() : joined.end() + 200])] if joined else []
        if _stands_at(self.asked.body, _telling(behind), 0):
            return 1.0
        near = self.text[max(0, self.start - NEAR_CHARS) : self.start]
        bodies = (
            [run for run in find_proper(near) if run.kind is AnswerType.ORGANISATION] if self._follows(_OWN) else []
        )
        return 0.8 if bodies and _is_named(self.asked.body, bodies[-1].text) else 0.0


_JOINS = re.compile(r"[,(]|\b(?:is|was|became|been|serv\w+|as|appointed|elected|named|sworn)\b")
_OWN = "its|their|our"
_GOES_ON = re.compile(r"\s*[,.;)]|\s+[a-z]")  # behind a name in running text
_LINE_LEAD = re.compile(
    r"[^\w\n]{0,4}(?:[A-Za-z ]{2,16}[:;]\s*)?(?:(?:the\s)?(?:Mr|Mrs|Ms|Miss|Dr|Hon|Honorable|Prof|Professor)\.?\s+)?",
    re.IGNORECASE,
)


def _opens_signature(ahead: str, name: int, name_end: int) -> bool:
    """Whether a name has a line to itself, the office on the next: a signature, an address, a header."""
    if ahead[name_end:].strip():
        return False
    line = ahead.rfind("\n", 0, name) + 1
    return "\n" in ahead[name_end:] and _LINE_LEAD.fullmatch(ahead, line, name) is not None


def _is_under(text: str, words: Sequence[re.Match[str]], plain: Sequence[str], i: int) -> bool:
    """Whether an office's words are a part of another's: "Deputy Registrar", "Assistant to the Registrar"."""
    if i == 0 or not re.fullmatch(
        r"[\s-]*(?:(?:to|of|for)\s+)?(?:the\s+)?", text[words[i - 1].end() : words[i].start()]
    ):
        return False
    return plain[i - 1] in TITLE_WORDS or plain[i - 1] == "office"


def _is_named(body: Sequence[str], text: str) -> bool:
    plain = _telling([_plain(word) for word in WORD.findall(text)])
    return any(_stands_at(body, plain, i) for i in range(len(plain)))


def _name_in(match: re.Match[str] | None, *, is_last: bool, may_be_lone: bool) -> tuple[int, int] | None:
    """The person's name in a run of capitals that ends (or begins) where an office stands beside it."""
    if match is None or re.search(r"['\u2019]s$", match.group()):
        return None
    words = list(re.finditer(r"\S+", match.group()))
    is_titled = False
    while words and not _INITIAL.fullmatch(words[0].group()) and fold(words[0].group()) in _OPENING | TITLE_WORDS:
        is_titled = fold(words.pop(0).group()) in _HONORIFICS | TITLE_WORDS
    if is_last:
        words = _on_last_line(words, match.group())
    plain = [fold(word.group()) for word in words]
    is_whole = len(plain) > 1 or is_titled or (may_be_lone and bool(plain) and weight(plain[0]) >= 1.0)
    if not is_whole or not _may_be_person(plain):
        return None
    return match.start() + words[0].start(), match.start() + words[-1].end()


def _on_last_line(words: list[re.Match[str]], run: str) -> list[re.Match[str]]:
    """The words of the last line where it holds a whole name: a signature stands below other lines."""
    on_last = [word for word in words if "\n" not in run[word.start() :]]
    return on_last if len(on_last) > 1 and not _INITIAL.fullmatch(on_last[0].group()) else words


def _may_be_person(words: Sequence[str]) -> bool:
    others = BODY_WORDS | TITLE_WORDS | STOP_WORDS | _OPENING
    return bool(words) and len(words[-1]) > 2 and not any(len(word) > 1 and word in others for word in words)
