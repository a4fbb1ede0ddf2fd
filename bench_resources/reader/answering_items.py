"""Whether two items of lists are one: names of one person, things in nearly the same words, scans of one text.

Belongs here: comparing items with what scanning, line wraps and reply marks do to them. Does not: finding items
(answering_lists), counting matches (matching).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA, Indel

from bench_resources.misreadings import distance, mend
from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import TITLE_WORDS
from bench_resources.reader.answering_figures import figure_spans
from bench_resources.reader.answering_meanings import same_meaning
from bench_resources.reader.passages import STOP_WORDS, is_same_word, join_wraps, stem
from bench_resources.reader.people import fold, parse_person, same_person

MISREAD_SHARE = 0.2  # of a word's letters may be misread where the words stand one to one
JOINED_SHARE = 0.08  # of all letters, where words run together: more, and one word could stand for another
MIN_CUT = 0.5  # of a thing's words that stand before the place where a line broke off
COMMON_ZIPF = 3.0  # two words as common as this are two words and no misreading of each other
MIN_LETTERS = 4  # a shorter word with a letter changed is another word
LIKE_TITLE = 0.95  # of a title that is cut or misread
CUT_COST = 0.3  # of a title of which nothing is left
MIN_LIKE_TITLE = 0.8  # of the letters of two titles, where no known word and no figure tells them apart
_REPLY_WORDS = ("re", "fw", "fwd")
# A file's number says nothing of the matter; two years do.
_FILE_FIRST = re.compile(r"^\W*(?!(?:1[89]|20)\d\d-(?:\d\d){1,2}\b)[A-Z]{0,4}\d{2,}-\d{3,}[-:]*\s+")
_REPLY = re.compile(r"\s*['\"]?([^\W\d_]{2,3})\s*[:;]\s*")
_FIGURE = re.compile(r"(?<![^\W_])\d[\d,]*(?:st|nd|rd|th)?(?![^\W_])")


def is_same_item(one: str, other: str, kind: AnswerType | None) -> bool:
    """Whether two items are one: names of one person, or a thing's words all held by the other's, misread or cut."""
    if kind is AnswerType.PERSON:
        ours, theirs = parse_person(_untitled(one)), parse_person(_untitled(other))
        if ours is not None and theirs is not None:
            return same_person(ours, theirs) or _is_misread_name(ours.given, ours.surname, theirs.given, theirs.surname)
    left, right = words_of(one), words_of(other)
    if not left or not right:
        return left == right
    short, long = sorted((left, right), key=len)
    if _figures(one) == _figures(other):
        return all(any(is_alike(word, there) for there in long) for word in short) or _is_run_together(one, other)
    return _is_cut(short, long)


def is_replaced(one: str, other: str) -> bool:
    """Whether each of two things has a telling word to which the other has none alike: then they are two things."""
    left, right = words_of(one), words_of(other)
    return _has_own(left, right) and _has_own(right, left) and not _is_run_together(one, other)


def title_likeness(one: str, other: str) -> float:
    """How alike two titles are, in [0, 1]: 1.0 in the same words, less where cut or misread, 0 for two titles."""
    ours, theirs = words_of(one), words_of(other)
    if ours == theirs:
        return 1.0
    if is_same_item(one, other, None):
        kept = min(len(ours), len(theirs)) / max(len(ours), len(theirs))
        return LIKE_TITLE - CUT_COST * (1 - kept) if kept >= MIN_CUT else 0.0
    left, right = set(_figures(one)), set(_figures(other))
    is_other = (bool(left - right) and bool(right - left)) or (
        _has_own_word(ours, theirs) and _has_own_word(theirs, ours)
    )
    ratio = Indel.normalized_similarity("".join(ours), "".join(theirs))
    return ratio * LIKE_TITLE if ratio >= MIN_LIKE_TITLE and not is_other else 0.0


_KIND_FIRST = re.compile(
    r"^\W*(?:memo(?:randum|randa|s)?|mfr|letters?|ltr|cables?|notes?|forms?)\b(?:\s+for\s+(?:the\s+)?record)?"
    r"(?:\s+with\s+\w+)?(?:\s*\(\d+\))?\W*(?:(?:subj(?:ect)?|re)\s*[:;]|(?<=[:;-])|\bon\b)\s*",
    re.IGNORECASE,
)


_LETTERS = re.compile(r"^\W{0,3}[A-Z]{2,8}\)")  # a body's letters behind its name, their bracket misread
_ASIDE = re.compile(r"\([^()\d]*\)")  # what a title adds in brackets; a number there tells papers apart


def is_same_subject(figure: str, one: str, other: str) -> bool:
    """Whether two subjects of papers that name a figure are one, by what they say beside its name.

    One that says nothing more than the name is another than one that does. Of one that dots cut short, the words that
    are left open or end the other.
    """
    for part, whole in ((one, other), (other, one)):
        if _is_dotted(part) and not _is_dotted(whole):
            return _holds_part(figure, part, whole)
    if _is_dotted(one) and _is_end(one) != _is_end(other):
        return False  # of the beginning of one and the end of another nothing says that they are of one
    ours, theirs = (_beside_figure(figure, subject) for subject in (one, other))
    if not words_of(ours) or not words_of(theirs):
        return not words_of(ours) and not words_of(theirs)
    return title_likeness(ours, theirs) > 0


_DOTS = re.compile(r"^\s*(?:\.{3}|\u2026)|(?:\.{3}|\u2026)\s*$")


def _is_dotted(subject: str) -> bool:
    """Whether dots stand for the beginning or the end of a subject."""
    return _DOTS.search(subject) is not None


def _is_end(part: str) -> bool:
    return part.lstrip().startswith(("...", "\u2026"))


def _holds_part(figure: str, part: str, whole: str) -> bool:
    """Whether a subject ends with the words before which dots stand, or opens with those before dots.

    The figure is one of these words, in its place: "Request of the Board ..." opens no "Board Requests".
    """
    kept, there = (words_of(_with_mark(figure, _opened(subject))) for subject in (_DOTS.sub(" ", part), whole))
    there = there[-len(kept) :] if _is_end(part) else there[: len(kept)]
    return bool(kept) and len(there) == len(kept) and all(map(is_alike, kept, there))


def _beside_figure(figure: str, subject: str) -> str:
    """A subject without a figure's names and letters, what it adds in brackets, and the kind that it may open with."""
    said = _opened(subject)
    bare = _ASIDE.sub(" ", said)
    return _with_mark(figure, bare if words_of(bare) else said, "")


def _opened(subject: str) -> str:
    """A subject without the kind of paper that it may open with."""
    return _KIND_FIRST.sub("", join_wraps(without_reply(subject)))


def _with_mark(figure: str, said: str, mark: str = "thefigure") -> str:
    """A subject with a mark for each of a figure's names and its letters."""
    for start, end in reversed(figure_spans(figure, said)):
        said = f"{said[:start]} {mark} {_LETTERS.sub('', said[end:], count=1)}"
    return re.sub(rf"{mark}(?:\W+{mark})+", mark, said) if mark else said


def _has_own_word(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one of some words is a known one that the others lack, in whatever reading."""
    return any(
        len(word) > 2 and _is_common(word) and not any(is_alike(word, there) for there in others) for word in words
    )


def _has_own(words: Sequence[str], others: Sequence[str]) -> bool:
    return not all(any(is_alike(w, there) or same_meaning(stem(w), stem(there)) for there in others) for w in words)


def without_reply(subject: str) -> str:
    """A subject without the "Re:" and "FW:" before it, one of their letters perhaps misread, or a file's number."""
    mark = _REPLY.match(subject)
    while mark is not None and any(_is_mark(mark.group(1), word) for word in _REPLY_WORDS):
        subject = subject[mark.end() :]
        mark = _REPLY.match(subject)
    return _FILE_FIRST.sub("", subject).strip()


def _is_mark(word: str, mark: str) -> bool:
    return len(word) == len(mark) and OSA.distance(word.casefold(), mark) <= 1


@lru_cache(maxsize=20_000)
def words_of(text: str) -> tuple[str, ...]:
    """The telling words of a thing in small letters, in order, mended where misread; figures as such."""
    found = []
    for word in join_wraps(without_reply(text)).replace("-", " ").split():
        plain = word.strip(".,;:!?'\"\u2018\u2019\u201c\u201d()[]{}*|\\/_~`")
        figure = _FIGURE.fullmatch(plain)
        mended = plain.replace(",", "") if figure else fold(mend(plain)) if plain else ""
        if mended and mended not in STOP_WORDS:
            found.append(mended)
    return tuple(found)


def _figures(text: str) -> list[str]:
    return sorted(match.group().replace(",", "") for match in _FIGURE.finditer(without_reply(text)))


@lru_cache(maxsize=100_000)
def is_alike(one: str, other: str) -> bool:
    """Whether two words are one, give or take an ending and a few misread letters; figures must be equal."""
    if one == other or stem(one) == stem(other):
        return True
    if not (one.isalpha() and other.isalpha()) or min(len(one), len(other)) < MIN_LETTERS:
        return False
    limit = MISREAD_SHARE * max(len(one), len(other))
    is_near = OSA.distance(one, other, score_cutoff=4) <= 4 and distance(one, other, limit) <= limit
    return (is_near or is_same_word(stem(one), stem(other))) and not (_is_common(one) and _is_common(other))


def _is_common(word: str) -> bool:
    from wordfreq import zipf_frequency  # noqa: PLC0415 - 0.3 s to import

    return zipf_frequency(word, "en") >= COMMON_ZIPF


def _is_run_together(one: str, other: str) -> bool:
    """Whether two things have the same letters, but for a few, where a scanner set the spaces otherwise."""
    ours, theirs = "".join(words_of(one)), "".join(words_of(other))
    limit = JOINED_SHARE * max(len(ours), len(theirs))
    is_near = OSA.distance(ours, theirs, score_cutoff=int(2 * limit) + 1) <= 2 * limit + 1
    return len(words_of(one)) != len(words_of(other)) and is_near and distance(ours, theirs, limit) <= limit


def _is_cut(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether a thing is the beginning of the other, cut at a line's end: the figures may stand behind that."""
    begun = all(is_alike(a, b) for a, b in zip(short, long, strict=False))
    return begun and MIN_CUT * len(long) <= len(short) < len(long) and len(short) > 2


# --- people ---------------------------------------------------------------------------------------------------------


def _untitled(name: str) -> str:
    """A name without a title in which a letter was misread: "Presideut Lund"."""
    words = name.split()
    is_misread = len(words) > 1 and len(words[0]) > 5 and any(is_same_word(fold(words[0]), w) for w in TITLE_WORDS)
    return " ".join(words[1:]) if is_misread else name


def _is_misread_name(given: Sequence[str], surname: str, other_given: Sequence[str], other: str) -> bool:
    """Whether two names are one scanned twice: each of their full words is the other's but for a few letters."""
    if not _is_scan(surname, other) or not given or not other_given:
        return False
    return _is_scan(given[0], other_given[0]) and len(given[0]) > 1 and len(other_given[0]) > 1


def _is_scan(one: str, other: str) -> bool:
    limit = MISREAD_SHARE * max(len(one), len(other))
    return one == other or (min(len(one), len(other)) >= MIN_LETTERS and distance(one, other, limit) <= limit)
