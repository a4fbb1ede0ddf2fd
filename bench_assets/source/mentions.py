"""Where documents name people and organisations, in the forms that releases really use.

Belongs here: one walk over the capitalised words of documents, with spans in the untouched text. Does not: deciding
which forms are the same person (corpus/aliases.py). Precision comes before recall: a doubtful name is left out,
because the alias rescan finds every further occurrence of the ones that are kept.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from enum import StrEnum
from functools import cache
from itertools import repeat
from operator import ne
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bench_assets.schemas import ENTITY_MENTIONS
from bench_assets.source.characters import (
    CODE_POINTS,
    Flags,
    Layout,
    Mask,
    Places,
    Spans,
    batches,
    counts_within,
    distinct,
    lay_out,
    runs_of,
)
from bench_assets.source.readings import SOILED, lower_reading, misread_words
from bench_assets.source.stray_marks import read_past, table_of
from bench_resources.misreadings import LETTERS, mend
from bench_resources.names import (
    COURTESY_TITLES,
    GIVEN_NAMES,
    HEADS_BEFORE_OF,
    NOT_NAMES,
    ORGANISATION_HEADS,
    PARTICLES,
    TITLES,
    TITLES_AS_SURNAMES,
)
from bench_resources.words import ABSENT, frequencies, zipf


class Kind(StrEnum):
    """What is named."""

    PERSON = "person"
    ORGANISATION = "organisation"


class Form(StrEnum):
    """How it is named."""

    FULL = "full"  # First [Middle] Last
    CAPITALS = "capitals"  # FIRST LAST
    LAST_FIRST = "last_first"  # LAST, First M.
    INITIALS = "initials"  # F. M. Last
    TITLED = "titled"  # Title Last
    BODY = "body"  # Department of X, X Agency
    ACRONYM = "acronym"  # (XYZ) after the body it stands for


class Mention(NamedTuple):
    """One mention; `name` is the surface without title, whitespace joined; `title` is lower case, "" without one."""

    start: int
    end: int
    name: str
    kind: Kind
    form: Form
    title: str


LETTER = re.compile(rf"[{LETTERS}]")
CAPITAL = re.compile("[A-ZÀ-ÖØ-Þ]")
# A digit or mark inside a word, for a letter or in its way: "Har0ld", "FENW|CK", "Fen~wick"; a digit at its end.
MARKS = '|!~^\\{}<=+%`$"'  # no asterisk: it may hide a name
INNER = (
    rf"[0-9_@#{re.escape(MARKS)}]"
    r"(?:(?=[a-zß-öø-ÿ]{2})|(?<=[A-Z].)(?=[A-Z]{2})|(?<=[a-z]{2}.)(?=[a-z])|(?<=[A-Z]{2}.)(?=[A-Z]))"
    r"|[0-9](?<=[A-Za-z]{3}.)(?=-[A-Z])"
    r"|;(?<=[a-z].)(?=[a-z])|;(?<=[A-Z].)(?=[a-z]{2})"  # no colon: "Fenwick:hjf" is his typist's mark
)
FOR_CAPITAL = r"{}\%^~!]"  # a mark in the place of a word's first letter: "}enwick"
SMALL_L, NO_VOWEL = "l", "[bcdfghjkmnp-tvwxz]"  # an I, misread, where no word in small letters could begin: "lmogen"
FINAL = rf"(?<=[{LETTERS}]{{3}})[01456789](?![{LETTERS}0-9_@#])"
# Where a lost blank ran two words together: "HaroldFenwick", "HaroldJ. Fenwick"; not "FitzGerald", nor an I for l.
SEAM = r"(?<=[a-z]{3})(?<!Fitz)(?=[A-HJ-Z](?:[a-z]{2}|\.))"
WORD = re.compile(
    rf"(?:(?<![{LETTERS}0-9_@#])|{SEAM})"
    rf"(?:(?:[A-ZÀ-ÖØ-Þ]|[{re.escape(FOR_CAPITAL)}](?=[a-z]{{4}})|[0-24-9](?=[A-Za-z]{{2}}[A-Za-z0-9])|{SMALL_L}(?={NO_VOWEL}[a-z]{{2}}|[A-Z]{{3}}))"
    rf"(?:(?!{SEAM})[{LETTERS}]|['\u2019](?=[A-Z])|-(?=[A-Z][{LETTERS}]|[0-9][a-z]{{2}})|{INNER})*(?:{FINAL})?"
    rf"|(?:de|del|la|las|los|da|di|du|von|van|der|den|y)\b)"
    rf"(?:(?![{LETTERS}0-9_@])|{SEAM})"
)
MISREAD_COMMA = re.compile(r"[;.`][ \t]*")  # in a header's field, where nothing but a name stands
FIELD_END = re.compile(r"\.?[ \t]*(?:[,<]|\r?\n|\Z)")
COMMA = re.compile(r",[ \t]*|,?[ \t]*\r?\n[ \t]*(?!)|,[ \t]*\r?\n[ \t]*")
# Dirt may stand before the first word of a line, and the colon of a label before two blanks be lost: "FROM.   ".
LINE_START = re.compile(r"(?:^|[\n:;(\[\"“•]|(?:^|\n)[A-Z][A-Za-z]{1,7}[.,]?[ \t]{2,})[ \t#*>'.|=+~^_{}-]*\Z")
FIELD_START = re.compile(r":[ \t'.|=+~^_{}-]*\Z")
TITLE_CASE = (
    r"(?:(?:Mc|Mac|De|Di|La|Le|Van|Von|O['\x{2019}]|D['\x{2019}])?[A-ZÀ-Þ][a-zà-öø-ÿ]+)(?:-[A-ZÀ-Þ][a-zà-öø-ÿ]+)?"
)
SMALL_LETTER = "[a-zß-öø-ÿ]"
ACRONYM_AFTER = re.compile(r"[ \t\r\n]*\([ \t]*(?:the[ \t]+)?[\"“]?([A-Z][A-Z&.]{1,8})[\"”]?[ \t]*\)")
BODY_TAIL = re.compile(
    rf"[ \t]*(?:\r?\n[ \t]*|[ \t])(?:of|on|for|OF|ON|FOR)(?:\s+(?:the|THE))?\s+"
    rf"(?:[A-Z][{LETTERS}]+)(?:(?:,?\s+(?:and|AND|&)\s+|,?[ \t]+(?:of[ \t]+)?|-)(?:[A-Z][{LETTERS}]{{2,}})){{0,4}}"
)
# After a name: what is called after its bearer, as an Act, a collection or a library. On the name's line a word between
# may stand before "Records" or "School"; over a line's end, where a signature's office may follow, more must be said.
_CALLED = (
    "Act|ACT|Collection|COLLECTION|Library|LIBRARY|Memorial|MEMORIAL|Foundation|FOUNDATION|Airport|AIRPORT"
    "|Museum|MUSEUM"
)
_CALLED_ON_LINE = (
    "Records|RECORDS|Papers|PAPERS|Center|CENTER|Centre|CENTRE|Institute|INSTITUTE|School|SCHOOL|University|UNIVERSITY"
    "|Hospital|HOSPITAL|Building|BUILDING|Highway|HIGHWAY|Stadium|STADIUM|Award|AWARD|Fund|FUND|Administration"
    "|ADMINISTRATION|Commission|COMMISSION|Committee|COMMITTEE"
)
CALLED_AFTER = re.compile(
    rf"[ \t]+(?:(?:[A-Z]\w*[ \t]+){{0,4}}?(?:{_CALLED})|(?:[A-Z]\w*[ \t]+)?(?:{_CALLED_ON_LINE}))\b"
    rf"|[ \t]*(?:\r?\n[ \t]*){{0,2}}\b[A-Za-z]\w+[ \t]+(?:[A-Z]\w*\s+){{1,3}}?(?:{_CALLED})\b"
)
# Letters behind a mark that no word holds: "Harold Fen*ick", "Harold FENW#CK".
CUT_AFTER = re.compile(r"[*#@~^{}\\=+%`_|]+[A-Za-z]|[;!][a-z]")
# Before a title that a line's end parts from its name: a word in small letters or the end of a sentence.
IN_SENTENCE = re.compile(r"(?:(?<![A-Za-z])[a-z]+[,;:]?|[a-z][.\"'”)]+)[ \t]+\Z")
MAX_POINTED_TITLE = 4  # letters: "Messrs" and "Director" take no point
CALLED_CHARS = 80  # looked at after a name
DAY_OR_MONTH = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:sun|mon|tues|wednes"
    r"|thurs|fri|satur)day)\b",
    re.IGNORECASE,
)
AND_BETWEEN = re.compile(r"\s{1,3}(?:and|AND|&)\s{1,3}")
# All words of a surname this common in print are ordinary words; in capitals nothing else tells them from a name.
MAX_ZIPF_CAPITALS = 4.9
MAX_ZIPF_INITIALS = 4.8
MAX_ZIPF_MISREAD = 4.0  # for the surname behind a misread given name: "Marlne Works" is a marine works
MAX_ZIPF_UNLISTED = 3.8  # for both words of a name whose given name is in no list
MAX_ZIPF_SECOND_SURNAME = 3.3
NOUN_ENDING = "(?:tion|sion|ment|ness|ship|ology|ility)$"  # never a surname's
ABBREVIATIONS = frozenset({"US", "DC", "PM", "AM", "UN", "UK", "NY", "NW", "NE", "SW", "SE", "PO", "ID", "JR"})
MAX_AND_CHARS = 9  # of AND_BETWEEN
MAX_COMMA_CHARS = 4
LOOKED_AT = 3  # characters of every gap
SOFT_POINTS = np.array([ord(mark) for mark in ",:;"], np.uint32)
COMMAS = np.array([ord(mark) for mark in ",;.`"], np.uint32)
SOFT_GAP_CHARS = 2  # the mark and one blank
MAX_BODY_WORDS = 5  # before the head: "House Permanent Select Committee"
MAX_NAME_WORDS = 5
MAX_WORD_CHARS = 40  # longer ones are rules and base64
CONTEXT_CHARS = 40  # looked at before a word for the start of its line
VOWEL = "[AEIOUYaeiouyÀ-ÿ]"
BODY_WORDS = frozenset({
    "agency", "air", "army", "branch", "bureau", "center", "central", "chief", "city", "commission", "committee",
    "company", "congress", "corporation", "council", "county", "court", "department", "district", "division",
    "east", "executive", "federal", "field", "force", "forces", "general", "government", "house", "information",
    "institute", "intelligence", "international", "legal", "ministry", "national", "navy", "new", "north", "office",
    "operations", "party", "plans", "police", "port", "public", "records", "school", "security", "senate",
    "service", "south", "special", "staff", "state", "states", "task", "united", "university", "west", "joint",
    "first", "directorate", "training", "reference", "top",
})  # fmt: skip


def find_mentions(documents: pa.Table) -> pa.Table:
    """One row per mention of a person or organisation.

    Args:
        documents: DOCUMENTS.

    Returns: ENTITY_MENTIONS by (doc_id, start); spans are characters of `text`, title included.
    """
    tables = [mentions_in(batch) for batch in batches(documents.sort_by("doc_id"))]
    return pa.concat_tables(tables) if tables else ENTITY_MENTIONS.empty_table()


def mentions_in(documents: pa.Table) -> pa.Table:
    """ENTITY_MENTIONS of one batch of documents, in their order."""
    layout = lay_out(documents["text"].to_pylist())
    found = read_mentions(read_past(layout))
    starts = np.fromiter((mention.start for mention in found), np.int64, len(found))
    ends = np.fromiter((mention.end for mention in found), np.int64, len(found))
    which = np.searchsorted(layout.documents.ends, starts, side="right")
    before = layout.documents.starts[which]
    surfaces = [layout.text[mention.start : mention.end] for mention in found]
    names = ([mention[at] for mention in found] for at in range(2, len(Mention._fields)))
    columns = (documents["doc_id"].take(pa.array(which)), starts - before, ends - before, surfaces, *names)
    return pa.table(dict(zip(ENTITY_MENTIONS.names, columns, strict=True)), schema=ENTITY_MENTIONS)


def mentions_of(text: str) -> list[Mention]:
    """Every mention in one text, by position, not overlapping."""
    layout = read_past(lay_out([text]))
    before = int(layout.documents.starts[0])
    return [found._replace(start=found.start - before, end=found.end - before) for found in read_mentions(layout)]


def read_mentions(layout: Layout) -> list[Mention]:
    """Every mention, by position, not overlapping; spans are of the layout's text.

    What a reader needs is judged for all words at once; only where all of it holds is a reader asked.
    """
    words, openings = find_openings(layout)
    found: list[Mention] = []
    after = 0
    for at in np.flatnonzero(openings).tolist():
        if at < after:
            continue
        opening = openings[at]
        for kind, read in READERS:
            if opening & kind:
                mentions, end = read(words, at)
                if mentions:
                    found += mentions
                    after = max(end, at + 1)
                    break
    return found


class Trait:
    """What a word is, wherever it stands."""

    GIVEN = 1
    TITLE = 2
    TITLE_START = 4  # the first word of a title of two
    HEAD = 8
    HEAD_BEFORE_OF = 16
    CAPITALS = 32
    STYLED = 64
    BODY = 128  # can stand in the name of a body
    BODY_START = 256  # and begin it
    SURNAME = 512  # can be a surname
    RARE_SURNAME = 1024  # can be one in capitals as well
    RARE = 2048  # for a word of a name whose given name is in no list
    SECOND_SURNAME = 4096
    MIDDLE = 8192  # an initial, a particle or a given name: what may stand before the surname
    LETTER = 16384  # a single one
    SMALL_PARTICLE = 32768
    MISREAD_GIVEN = 1 << 16  # a given name under an error, which a common word may be as well
    UNCOMMON = 1 << 17


INITIAL = Trait.LETTER | Trait.CAPITALS


class Listed:
    """Lists that a word is in, beside the traits that are lists themselves."""

    PARTICLE = 1 << 16
    NOT_NAME = 1 << 17
    BODY_WORD = 1 << 18
    NO_SURNAME = 1 << 19


class Opening:
    """What may begin at a word."""

    BODY = 1
    TITLED = 2
    LAST_FIRST = 4
    FULL = 8
    INITIALS = 16


class Words(NamedTuple):
    """The words of many documents, by position; each list has one entry a word.

    `links` says what stands between a word and the next: 0, nothing that joins; 1, blanks or an initial's point; 2,
    one line wrap among them. `heads` is the last word of the body that may begin at the word, or -1.
    """

    text: str
    starts: list[int]
    ends: list[int]
    strings: list[str]
    which: list[int]
    traits: list[int]
    links: list[int]
    heads: list[int]
    is_pointed: list[bool]
    document_starts: list[int]
    document_ends: list[int]
    documents: list[int]

    def word(self, at: int) -> str:
        """The word, mended."""
        return self.strings[self.which[at]]

    def reading(self, at: int) -> str:
        """The word in small letters, a misread title or given name as what it is."""
        return lower_reading(self.word(at).lower())

    def name(self, first: int, last: int) -> str:
        """The words from `first` to `last` as they are to be read, whitespace joined."""
        gaps = (self.text[self.ends[at] : self.starts[at + 1]] for at in range(first, last))
        parts = [f"{self.word(first + i)}{gap or ' '}" for i, gap in enumerate(gaps)]
        return " ".join("".join((*parts, self.word(last))).split())

    def document_end(self, at: int) -> int:
        """Where the document of a word ends."""
        return self.document_ends[self.documents[at]]

    def is_called_after(self, last: int) -> bool:
        """True when a phrase after the word makes the name before it a thing's: "... Memorial Library"."""
        end = self.ends[last]
        return CALLED_AFTER.match(self.text, end, min(end + CALLED_CHARS, self.document_end(last))) is not None

    def is_cut(self, last: int) -> bool:
        """True when a mark parts the word from further letters: part of the name is hidden or lost."""
        end = self.ends[last]
        return CUT_AFTER.match(self.text, end, min(end + CONTEXT_CHARS, self.document_end(last))) is not None

    def is_nobody(self, last: int) -> bool:
        """True when what follows the word shows that the name up to it is no person's."""
        return self.is_cut(last) or self.is_called_after(last)

    def before(self, at: int) -> str:
        """The text right before a word."""
        start = self.starts[at]
        return self.text[max(self.document_starts[self.documents[at]], start - CONTEXT_CHARS) : start]

    def starts_line(self, at: int) -> bool:
        """True when a word is the first of its line or field."""
        return LINE_START.search(self.before(at)) is not None

    def is_in_sentence(self, at: int, following: int) -> bool:
        """True when the title stands in running text, and title case follows it; a point ends all but a short one."""
        title, is_short = following - 1, self.ends[following - 1] - self.starts[following - 1] <= MAX_POINTED_TITLE
        if (self.traits[title] | self.traits[following]) & Trait.CAPITALS:
            return False
        is_ended = self.text[self.ends[title]] == "." and not is_short
        return not is_ended and IN_SENTENCE.search(self.before(at)) is not None

    def starts_field(self, at: int) -> bool:
        """True when a word is the first after a colon."""
        return FIELD_START.search(self.before(at)) is not None


class Glyph:
    """What a character is to words."""

    LETTER = 1
    STOP = 2  # no word begins after it
    JOINER = 4
    CAPITAL = 8
    PARTICLE_START = 16
    BLANK = 32
    LINE_END = 64
    RETURN = 128
    MARK = 6  # both a stop and a joiner: neither, unless letters stand on both its sides


def glyph_table() -> Flags:
    """The glyphs of all code points."""
    table = np.zeros(CODE_POINTS, np.uint8)
    table[[code for code in range(0x100) if LETTER.fullmatch(chr(code))]] |= Glyph.LETTER
    table[[code for code in range(0x100) if CAPITAL.fullmatch(chr(code))]] |= Glyph.CAPITAL
    for characters, glyph in (
        ("0123456789_@#", Glyph.STOP), ("'\u2019-", Glyph.JOINER), ("dlvy", Glyph.PARTICLE_START),
        (" \t\n\r", Glyph.BLANK), ("\n", Glyph.LINE_END), ("\r", Glyph.RETURN), ("012456789", Glyph.PARTICLE_START),
        (MARKS + ";", Glyph.MARK),
    ):  # fmt: skip
        table[[ord(character) for character in characters]] |= glyph
    return table


GLYPHS = glyph_table()
IS_FOR_CAPITAL = table_of(FOR_CAPITAL)


def find_glyphs(layout: Layout) -> Flags:
    """The glyph of each character. A mark joins where letters stand on both its sides, and is nothing elsewhere."""
    glyphs = GLYPHS[layout.codes]
    marks = np.flatnonzero((glyphs & Glyph.MARK) == Glyph.MARK)
    is_within = (glyphs[marks - 1] & glyphs[marks + 1] & Glyph.LETTER) != 0
    glyphs[marks] = np.where(is_within, Glyph.JOINER, 0)
    firsts = np.flatnonzero(IS_FOR_CAPITAL[layout.codes])
    firsts = firsts[(glyphs[firsts - 1] & (Glyph.LETTER | Glyph.STOP)) == 0]
    firsts = firsts[(GLYPHS[layout.codes[firsts + 1]] & (Glyph.LETTER | Glyph.CAPITAL)) == Glyph.LETTER]
    glyphs[firsts] = Glyph.JOINER | Glyph.PARTICLE_START
    return glyphs


def find_words(layout: Layout, glyphs: Flags) -> Spans:
    """What WORD finds: a stretch of letters alone is judged here, one with digits or joiners by WORD itself."""
    stretches = runs_of((glyphs & (Glyph.LETTER | Glyph.STOP | Glyph.JOINER)) != 0)
    is_plain = np.ones(len(stretches.starts), np.bool_)
    other = np.flatnonzero(glyphs & (Glyph.STOP | Glyph.JOINER))
    is_plain[np.searchsorted(stretches.starts, other, side="right") - 1] = False
    is_plain[np.searchsorted(stretches.starts, find_seams(glyphs), side="right") - 1] = False
    first = glyphs[stretches.starts]
    begins = (
        ((first & Glyph.CAPITAL) != 0) | is_particle(layout, stretches, first) | is_misread_start(layout, stretches)
    )
    is_word = is_plain & begins
    is_closed = (glyphs[:-1] & (Glyph.LETTER | Glyph.STOP)) != 0
    can_start = (glyphs & (Glyph.CAPITAL | Glyph.PARTICLE_START)) != 0
    can_start[1:] &= ~is_closed
    can_start[find_seams(glyphs)] = True
    mixed = Spans(stretches.starts[~is_plain], stretches.ends[~is_plain])
    has_start = counts_within(can_start, mixed) > 0
    pairs = zip(mixed.starts[has_start].tolist(), mixed.ends[has_start].tolist(), strict=True)
    # One character more than the stretch: a particle must see what follows it.
    spans = [match.span() for start, end in pairs for match in WORD.finditer(layout.text, start, end + 1)]
    others = np.array(spans, np.int64).reshape(-1, 2)
    starts = np.concatenate((stretches.starts[is_word], others[:, 0]))
    ends = np.concatenate((stretches.ends[is_word], others[:, 1]))
    order = np.argsort(starts, kind="stable")
    return Spans(starts[order], ends[order])


def find_seams(glyphs: Flags) -> Places:
    """Capitals after three small letters."""
    at = np.flatnonzero((glyphs & Glyph.CAPITAL) != 0)
    is_small = (glyphs & (Glyph.LETTER | Glyph.CAPITAL)) == Glyph.LETTER
    at = at[is_small[at - 1]]
    found: Places = at[is_small[at - 2] & is_small[at - 3]]
    return found


def is_particle(layout: Layout, stretches: Spans, first: Flags) -> Mask:
    """True for the stretches that are a particle in small letters."""
    lengths = stretches.ends - stretches.starts
    found: Mask = ((first & Glyph.PARTICLE_START) != 0) & (lengths <= 3)
    at = np.flatnonzero(found)
    pairs = zip(stretches.starts[at].tolist(), stretches.ends[at].tolist(), strict=True)
    found[at] = [WORD.match(layout.text, start, end + 1) is not None for start, end in pairs]
    return found


def is_misread_start(layout: Layout, stretches: Spans) -> Mask:
    """True for the stretches that begin with a small l for a capital I."""
    found: Mask = (layout.codes[stretches.starts] == ord(SMALL_L)) & (stretches.ends - stretches.starts > 3)
    at = np.flatnonzero(found)
    found[at] = [WORD.match(layout.text, start) is not None for start in stretches.starts[at].tolist()]
    return found


def find_openings(layout: Layout) -> tuple[Words, Flags]:
    """The words, and what may begin at each."""
    glyphs = find_glyphs(layout)
    spans = find_words(layout, glyphs)
    change = np.zeros(len(glyphs), np.int8)
    change[spans.starts] += 1
    change[spans.ends] -= 1
    strings, which = distinct(layout.codes, np.cumsum(change, dtype=np.int8) > 0, spans)
    strings = mended(strings)
    texts = strings.to_pylist()
    traits = traits_of(strings)[which]
    is_pointed = ((traits & INITIAL) == INITIAL) & (layout.codes[spans.ends] == ord("."))
    documents = np.searchsorted(layout.documents.ends, spans.starts, side="right")
    links = find_links(layout, glyphs, spans, traits, documents)
    heads = find_heads(layout, spans, traits, links, documents)
    openings = judge_openings(layout, spans, traits, links, heads, is_pointed)
    words = Words(
        layout.text, spans.starts.tolist(), spans.ends.tolist(), texts, which.tolist(), traits.tolist(), links.tolist(),
        heads.tolist(), is_pointed.tolist(), layout.documents.starts.tolist(), layout.documents.ends.tolist(),
        documents.tolist(),
    )  # fmt: skip
    return words, openings


def find_links(layout: Layout, glyphs: Flags, spans: Spans, traits: npt.NDArray[np.uint32], documents: Places) -> Flags:
    """What joins each word to the next: blanks, one line wrap, or an initial's or a title's point before them."""
    links = np.zeros(len(spans.starts), np.uint8)
    if len(links) < 2:
        return links
    after = layout.codes[spans.ends[:-1]]
    has_point = after == ord(".")
    # The point of an initial between a given name and a word that is none, misread: "Harold J, Fenwick".
    is_initial = (traits[:-1] & INITIAL) == INITIAL
    is_soft = np.isin(after, SOFT_POINTS) & is_initial & ((traits[1:] & Trait.GIVEN) == 0)
    is_soft[1:] &= ((traits[:-2] & Trait.GIVEN) != 0) & (spans.starts[1:-1] - spans.ends[:-2] == 1)
    is_soft &= spans.starts[1:] - spans.ends[:-1] == SOFT_GAP_CHARS
    has_point |= is_soft
    gaps = Spans(spans.ends[:-1] + has_point, spans.starts[1:])
    lengths = gaps.ends - gaps.starts
    is_blank = (glyphs & Glyph.BLANK) != 0
    # "J.Edgar Hoover", and a point for the blank after a given name: "Harold.Fenwick".
    is_given = (traits[:-1] & Trait.GIVEN) != 0
    # A gap of nothing: "J.Fenwick", "HaroldFenwick".
    is_joined = (lengths > 0) | (has_point & is_initial) | is_given
    is_joined &= documents[1:] == documents[:-1]
    is_joined &= ~has_point | ((traits[:-1] & (Trait.LETTER | Trait.TITLE)) != 0) | (is_given & (lengths == 0))
    for step in range(LOOKED_AT):  # nearly all that are not blank show it here
        is_joined &= (lengths <= step) | is_blank[gaps.starts + step]
    is_space = (glyphs & (Glyph.LINE_END | Glyph.RETURN | Glyph.BLANK)) == Glyph.BLANK
    links[:-1] = is_joined
    unsure = np.flatnonzero(is_joined & ((lengths > 1) | ((lengths == 1) & ~is_space[gaps.starts])))
    links[unsure] = judge_gaps(glyphs, Spans(gaps.starts[unsure], gaps.ends[unsure]))
    return links


def judge_gaps(glyphs: Flags, gaps: Spans) -> Flags:
    """As links, what gaps between words are: 1, blanks; 2, blanks round one line end; 0, anything else."""
    is_return = (glyphs & Glyph.RETURN) != 0
    is_line_end = (glyphs & Glyph.LINE_END) != 0
    n_lines = counts_within(is_line_end, gaps)
    n_returns = counts_within(is_return, gaps)
    n_pairs = counts_within(is_return & np.append(is_line_end[1:], [False]), gaps)
    is_joined = counts_within((glyphs & Glyph.BLANK) != 0, gaps) == gaps.ends - gaps.starts
    is_joined &= (n_lines <= 1) & (n_returns == n_pairs) & (n_returns <= 1)
    return np.where(is_joined, np.where(n_lines > 0, 2, 1), 0).astype(np.uint8)


def find_heads(layout: Layout, spans: Spans, traits: npt.NDArray[np.uint32], links: Flags, documents: Places) -> Places:
    """The head of the body whose name may begin at each word: the last within reach, all words in one style; or -1."""
    n = len(links)
    is_head = (traits & Trait.HEAD) != 0
    heads = np.where((traits & Trait.HEAD_BEFORE_OF) != 0, np.arange(n), -1)
    if n < 2:
        return heads
    is_body, is_upper = (traits & Trait.BODY) != 0, (traits & Trait.CAPITALS) != 0
    goes_on = is_body[:-1] & is_body[1:] & (is_upper[:-1] == is_upper[1:]) & (documents[:-1] == documents[1:])
    gaps = spans.starts[1:] - spans.ends[:-1]
    unsure = np.flatnonzero(goes_on & (links[:-1] == 0) & (gaps <= MAX_AND_CHARS))
    pairs = zip(spans.ends[unsure].tolist(), spans.starts[unsure + 1].tolist(), strict=True)
    joined = links[:-1] != 0
    joined[unsure] = [AND_BETWEEN.fullmatch(layout.text, start, end) is not None for start, end in pairs]
    goes_on &= joined
    reached = np.arange(n - 1)[goes_on]
    for step in range(1, MAX_BODY_WORDS + 1):
        at_head = reached[is_head[reached + step]]
        heads[at_head] = at_head + step
        reached = reached[reached + step < n - 1]
        reached = reached[goes_on[reached + step]]
    return heads


def judge_openings(
    layout: Layout, spans: Spans, traits: npt.NDArray[np.uint32], links: Flags, heads: Places, is_pointed: Mask
) -> Flags:
    """What may begin at each word; a reader that is not asked would have found nothing."""

    def has(trait: int, after: int = 0) -> Mask:
        return shifted((traits & trait) != 0, after)

    is_joined, on_line = links != 0, links == 1
    pointed_next = shifted(is_pointed, 1)
    body = has(Trait.BODY_START) & (heads >= 0)
    titled = has(Trait.TITLE | Trait.TITLE_START) & is_joined
    last_first = has(Trait.RARE_SURNAME) & np.isin(layout.codes[spans.ends], COMMAS)
    last_first &= has(Trait.GIVEN, 1) | (pointed_next & has(Trait.CAPITALS))
    vouched = has(Trait.RARE_SURNAME) & has(Trait.RARE) & has(Trait.RARE, 2) & pointed_next
    vouched &= on_line & shifted(on_line, 1) & (~has(Trait.CAPITALS) | has(Trait.CAPITALS, 2))
    given = has(Trait.GIVEN) & is_joined & has(Trait.MIDDLE | Trait.SURNAME, 1)
    full = has(Trait.STYLED) & (given | vouched)
    initials = is_pointed & ~shifted(is_joined, -1) & is_joined & (pointed_next | has(Trait.GIVEN, 1))
    openings: Flags = (
        body * np.uint8(Opening.BODY) | titled * np.uint8(Opening.TITLED) | last_first * np.uint8(Opening.LAST_FIRST)
        | full * np.uint8(Opening.FULL) | initials * np.uint8(Opening.INITIALS)
    )  # fmt: skip
    openings[has(Trait.SMALL_PARTICLE)] = 0
    return openings


def shifted(mask: Mask, by: int) -> Mask:
    """At each place what stands `by` places further on; False beyond the ends."""
    moved = np.zeros_like(mask)
    if by == 0:
        return mask
    if by > 0:
        moved[:-by] = mask[by:]
    else:
        moved[-by:] = mask[:by]
    return moved


@cache
def vocabulary() -> dict[str, int]:
    """What the word lists say of a word in lower case, as traits; NOT_NAMES, PARTICLES and BODY_WORDS as listed."""
    found: dict[str, int] = {}
    for words, trait in (
        (GIVEN_NAMES, Trait.GIVEN), (TITLES, Trait.TITLE), (ORGANISATION_HEADS, Trait.HEAD),
        (HEADS_BEFORE_OF, Trait.HEAD_BEFORE_OF), (PARTICLES, Listed.PARTICLE), (NOT_NAMES, Listed.NOT_NAME),
        (BODY_WORDS, Listed.BODY_WORD), (TITLES - TITLES_AS_SURNAMES, Listed.NO_SURNAME),
        ({title.split()[0] for title in TITLES if " " in title}, Trait.TITLE_START),
    ):  # fmt: skip
        for word in words:
            found[word] = found.get(word, 0) | trait
    return found


def traits_of(words: pa.Array) -> npt.NDArray[np.uint32]:
    """The traits of each word, all at once."""
    written: list[str] = pc.utf8_lower(words).to_pylist()
    lower = [misread_words().get(word, word) for word in written]
    is_misread = np.fromiter(map(ne, written, lower), np.bool_, len(lower))
    column = pa.array(lower, pa.large_string())
    listed = np.fromiter(map(vocabulary().get, lower, repeat(0)), np.uint32, len(lower))
    frequency = np.fromiter(map(frequencies().get, lower, repeat(ABSENT)), np.float64, len(lower))
    length = pc.utf8_length(words).to_numpy()
    is_upper = ~matches(words, SMALL_LETTER)
    is_styled = (is_upper | matches(words, f"^(?:{TITLE_CASE})$")) & (length <= MAX_WORD_CHARS)
    is_particle = (listed & Listed.PARTICLE) != 0
    is_long = is_styled & (length > 2)
    # NOT_NAMES can stand in a body; ISSUING OFFICE, REPORTING AGENCY are form labels
    is_body = is_long & ((listed & (Listed.NOT_NAME | Listed.BODY_WORD)) != Listed.NOT_NAME)
    is_surname = is_long & ((listed & (Listed.NOT_NAME | Listed.NO_SURNAME)) == 0)
    is_surname &= ~matches(column, NOUN_ENDING) & matches(words, VOWEL)
    is_rare_surname = is_surname & (~is_upper | (frequency < MAX_ZIPF_CAPITALS))
    is_middle = (length == 1) | is_particle | (((listed & Trait.GIVEN) != 0) & is_styled)
    traits: npt.NDArray[np.uint32] = listed & np.uint32(
        Trait.GIVEN | Trait.TITLE | Trait.TITLE_START | Trait.HEAD | Trait.HEAD_BEFORE_OF
    )
    for mask, trait in (
        (is_upper, Trait.CAPITALS), (is_styled, Trait.STYLED), (is_body, Trait.BODY),
        (is_body & ~matches(column, "ing$"), Trait.BODY_START), (is_surname, Trait.SURNAME),
        (is_rare_surname, Trait.RARE_SURNAME), (frequency < MAX_ZIPF_UNLISTED, Trait.RARE),
        (is_rare_surname & (length > 3) & (frequency < MAX_ZIPF_SECOND_SURNAME), Trait.SECOND_SURNAME),
        (is_middle, Trait.MIDDLE), (length == 1, Trait.LETTER),
        (is_particle & matches(words, "^[a-z]+$"), Trait.SMALL_PARTICLE),
        (is_misread & ((listed & Trait.GIVEN) != 0), Trait.MISREAD_GIVEN),
        (frequency < MAX_ZIPF_MISREAD, Trait.UNCOMMON),
    ):  # fmt: skip
        traits |= mask * np.uint32(trait)
    return traits


def mended(words: pa.Array) -> pa.Array:
    """The words, those with marks and digits as they are to be read."""
    soiled = np.flatnonzero(matches(words, SOILED))
    if not len(soiled):
        return words
    found = words.to_pylist()
    for at in soiled.tolist():
        found[at] = mend(found[at])
    return pa.array(found, pa.large_string())


def matches(words: pa.Array, pattern: str) -> Mask:
    """True for the words in which the pattern is found."""
    found: Mask = pc.match_substring_regex(words, pattern).to_numpy(zero_copy_only=False)
    return found


def read_full(words: Words, at: int) -> tuple[list[Mention], int]:
    """First [Middle ...] Last, in one case or with the surname in capitals.

    The first is a given name, or a rare word on one line with a pointed initial: "Xyz Q. Last".
    """
    end = extend_name(words, at, titled=False)
    if end == at or words.is_nobody(end):
        return [], at
    if words.traits[at] & Trait.MISREAD_GIVEN and not words.traits[end] & Trait.UNCOMMON:
        return [], at
    form = Form.CAPITALS if words.traits[at] & Trait.CAPITALS else Form.FULL
    return [person(words, at, at, end, form)], end + 1


def read_initials(words: Words, at: int) -> tuple[list[Mention], int]:
    """F. M. Last or F. Middle Last: initials need their points, and a surname that is no ordinary word.

    One initial and a surname is left out: in scanned text it is mostly a list's letter, or the rest of a longer name.
    So are the Q. and A. of a transcript.
    """
    if words.word(at) in "AQ" and words.starts_line(at) and not words.starts_field(at):
        return [], at
    end = at
    while words.links[end] and words.is_pointed[end + 1]:
        end += 1
    letters = "".join(words.word(i) for i in range(at, end + 1))
    if len(letters) > 3 or letters in ABBREVIATIONS or not words.links[end]:
        return [], at
    last = end + 1
    traits = words.traits[last]
    after = end
    if traits & Trait.GIVEN:
        after = extend_name(words, last, titled=False)
        after = end if after == last else after
    elif (
        end > at
        and traits & Trait.RARE_SURNAME
        and (not traits & Trait.CAPITALS or zipf(words.reading(last)) < MAX_ZIPF_INITIALS)
    ):
        after = last
    if after == end or words.is_nobody(after):
        return [], at
    return [person(words, at, at, after, Form.INITIALS)], after + 1


def read_titled(words: Words, at: int) -> tuple[list[Mention], int]:
    """A title and a name: Mr. Last, Senator First Last, Deputy Director Last. The longest title wins."""
    title_end, title = at, words.reading(at)
    if words.traits[at] & Trait.TITLE_START and f"{title} {words.reading(at + 1)}" in TITLES:
        title_end, title = at + 1, f"{title} {words.reading(at + 1)}"
    elif not words.traits[at] & Trait.TITLE:
        return [], at
    if not words.links[title_end] or (words.links[title_end] > 1 and not words.is_in_sentence(at, title_end + 1)):
        return [], at
    start = title_end + 1
    end = extend_name(words, start, titled=True)
    if end < start or not is_title_bearer(words, start, end, title) or words.is_nobody(end):
        return [], at
    return [person(words, at, start, end, Form.TITLED, title)], end + 1


def is_title_bearer(words: Words, first: int, last: int, title: str) -> bool:
    """True when the words after a title are a name: a courtesy title vouches for one word, an office does not quite."""
    traits = words.traits
    if first == last and traits[first] & Trait.GIVEN and title not in COURTESY_TITLES:
        return True
    if traits[last] & Trait.LETTER:
        return False
    if last > first and traits[first] & (Trait.GIVEN | Trait.LETTER):
        return True
    if last > first and traits[first] & Trait.CAPITALS:  # routing: "GEN CINCLANT CINCSO"
        return False
    is_trusted = title in COURTESY_TITLES and not traits[last] & Trait.CAPITALS
    limit = MAX_ZIPF_CAPITALS if is_trusted else 4.3  # Senator Church is 4.9: lost
    return all(zipf(words.reading(i)) < limit for i in range(first, last + 1) if not traits[i] & Trait.LETTER)


def read_last_first(words: Words, at: int) -> tuple[list[Mention], int]:
    """LAST, First [M.]: in capitals anywhere, in title case at the start of a line or field."""
    start, end = words.ends[at], words.starts[at + 1]
    if end - start > MAX_COMMA_CHARS or end > words.document_end(at):
        return [], at
    is_misread = words.text[start] != ","
    if not (MISREAD_COMMA if is_misread else COMMA).fullmatch(words.text, start, end):
        return [], at
    if not words.starts_line(at) and (not words.traits[at] & Trait.CAPITALS or zipf(words.reading(at)) >= 4.0):
        return [], at
    first = end = at + 1
    # A middle name or initial follows on the same line.
    while end - at < 3 and words.links[end] == 1 and words.traits[end + 1] & (Trait.GIVEN | Trait.LETTER):
        end += 1
    if is_misread and not (words.starts_field(at) and is_alone(words, at, end)):
        return [], at
    if words.is_cut(end) or (not words.traits[at] & Trait.CAPITALS and has_own_surname(words, end)):
        return [], at
    name = f"{words.name(at, at)}, {words.name(first, end)}"
    return [Mention(words.starts[at], words.ends[end], name, Kind.PERSON, Form.LAST_FIRST, "")], end + 1


def is_alone(words: Words, last: int, given: int) -> bool:
    """True when a field ends with the given names, and its first word is no given name itself."""
    end = FIELD_END.match(words.text, words.ends[given], words.document_end(given))
    return end is not None and not words.traits[last] & Trait.GIVEN


def has_own_surname(words: Words, given: int) -> bool:
    """True for the Harold of "the Docks, Harold Fenwick": what stands before the comma is no surname of his."""
    after = given + 1
    if words.links[given] != 1 or not words.traits[after] & Trait.RARE_SURNAME:
        return False
    return words.text[words.ends[after]] != ","


def extend_name(words: Words, start: int, *, titled: bool) -> int:
    """The last word of the name that begins at `start`; `start` itself when no surname follows a given name."""
    traits, links = words.traits, words.links
    first = traits[start]
    if titled and not (first & (Trait.RARE_SURNAME | Trait.GIVEN) or words.is_pointed[start]):
        return start - 1
    end = best = start
    complete = titled and not first & (Trait.GIVEN | Trait.LETTER)
    # A name in capitals does not go on in small letters, and takes no ordinary words.
    surname = Trait.RARE_SURNAME if first & Trait.CAPITALS else Trait.SURNAME
    must_be_capitals = first & (Trait.CAPITALS | Trait.LETTER) == Trait.CAPITALS
    while end - start + 1 < MAX_NAME_WORDS and links[end]:
        following = traits[end + 1]
        if following & Trait.MIDDLE and not complete:
            end += 1
            continue
        # A further surname on the same line is no word at all, as in Spanish names.
        if complete and not (links[end] == 1 and following & Trait.SECOND_SURNAME):
            break
        if not following & surname or (must_be_capitals and not following & Trait.CAPITALS):
            break
        end += 1
        best, complete = end, True
    if best == start and end > start and traits[end] & Trait.GIVEN:
        return end  # a surname that is also a given name: First Last with Last = "Allen"
    return best


def person(words: Words, first: int, name_first: int, last: int, form: Form, title: str = "") -> Mention:
    """The mention over words [first, last], its name beginning at `name_first`."""
    name = words.name(name_first, last)
    return Mention(words.starts[first], words.ends[last], name, Kind.PERSON, form, title)


def read_body(words: Words, at: int) -> tuple[list[Mention], int]:
    """X Agency, X Committee on Y, Department of X, each with the acronym in brackets after it."""
    head = words.heads[at]
    start, end, stop = words.starts[at], words.ends[head], words.document_end(at)
    tail = BODY_TAIL.match(words.text, end, stop) if words.traits[head] & Trait.HEAD_BEFORE_OF else None
    # A head in capitals has no tail in small letters, nor the reverse.
    is_same_case = tail is not None and bool(words.traits[head] & Trait.CAPITALS) == tail[0].isupper()
    if tail is not None and is_same_case and not DAY_OR_MONTH.search(tail[0]):
        end = tail.end()
    elif head == at:
        return [], at
    name = " ".join(f"{words.name(at, head)}{words.text[words.ends[head] : end]}".split())
    found = [Mention(start, end, name, Kind.ORGANISATION, Form.BODY, "")]
    acronym = ACRONYM_AFTER.match(words.text, end, stop)
    if acronym is not None and stands_for(acronym[1], name):
        found.append(Mention(*acronym.span(1), acronym[1], Kind.ORGANISATION, Form.ACRONYM, ""))
        end = acronym.end()
    return found, bisect_left(words.starts, end, head)


READERS = (
    (Opening.BODY, read_body),
    (Opening.TITLED, read_titled),
    (Opening.LAST_FIRST, read_last_first),
    (Opening.FULL, read_full),
    (Opening.INITIALS, read_initials),
)


def stands_for(acronym: str, name: str) -> bool:
    """True when the acronym is made of the initials of the name's words, small words optional."""
    letters = acronym.replace(".", "").replace("&", "").upper()
    parts = [part for part in re.split(r"[\s-]+", name.upper()) if part]
    every = "".join(part[0] for part in parts)
    capital = "".join(part[0] for part in parts if part not in {"OF", "THE", "AND", "ON", "FOR", "&"})
    return letters in {every, capital}
