"""Where a text names a figure, in whatever form: given names, initials, a title or the bare surname, a body's words.

Belongs here: spans of one figure's names. Does not: taking a name apart (people), what is said of the figure
(answering_statements).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bench_resources.names import GIVEN_NAMES
from bench_resources.reader.answer_types import TITLE_WORDS
from bench_resources.reader.passages import STOP_WORDS, is_same_word, weight
from bench_resources.reader.people import PersonName, fold, parse_person, same_given
from bench_resources.words import is_english

NAME_TOKEN = re.compile(r"[^\W_][\w'\u2019-]*")
MAX_GIVEN = 3  # words before a surname that may be given names
MIN_INITIALS = 3  # of a body that may stand for its name
MIN_SWAPPED = 4  # of them, of which two may have changed places
MIN_SHORT = 3  # words of a body's name, beside the small ones, by which it is known without another
NAME_WEIGHT = 0.9  # a word that tells this much is rare enough for a name
_GAP = re.compile(r"\.?[ \n]{0,3}")
_NO_NAMES = (
    TITLE_WORDS
    | STOP_WORDS
    | frozenset("monday tuesday wednesday thursday friday saturday sunday mr mrs ms miss dr messrs hon rev sir".split())
)
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})


class Span(NamedTuple):
    """Where a name stands, end exclusive."""

    start: int
    end: int


@lru_cache(maxsize=20_000)
def figure_spans(name: str, text: str) -> tuple[Span, ...]:
    """Where a text names a figure in any form: surname with given names, a title or neither, or a body's words."""
    person = parse_person(name)
    if person is not None and person.given:
        return tuple(_person_spans(person, text))
    return tuple(_body_spans(name, text))


def plain_word(word: str) -> str:
    """A word of a name folded, without a possessive ending."""
    return fold(re.sub(r"['\u2019]s?$", "", word))


# --- people ---------------------------------------------------------------------------------------------------------


def _person_spans(person: PersonName, text: str) -> Iterator[Span]:
    tokens = list(NAME_TOKEN.finditer(text))
    for i, token in enumerate(tokens):
        if not token.group()[0].isupper() or not is_same_word(plain_word(token.group()), person.surname):
            continue
        given, is_other = _given_before(person, text, tokens, i)
        if is_other or (not given and _is_given_itself(text, tokens, i)):
            continue
        yield Span(tokens[i - given].start(), _end_of_name(person, text, tokens, i))


class _Given(NamedTuple):
    """How many words of a person's given names stand before a surname, and whether it is another's by them."""

    n_words: int
    is_other: bool


def _given_before(person: PersonName, text: str, tokens: Sequence[re.Match[str]], i: int) -> _Given:
    count, has_full = 0, False
    for k in range(i - 1, max(-1, i - 1 - MAX_GIVEN), -1):
        word = plain_word(tokens[k].group())
        if not _is_beside(text, tokens, k):
            break
        if not any(same_given(word, given) for given in person.given):
            if k == i - 1 and _is_behind_only_given(person, text, tokens, k):
                return _Given(2, is_other=False)
            return _Given(count, is_other=not has_full and _is_name(word))
        count, has_full = count + 1, has_full or len(word) > 1
    return _Given(count, is_other=False)


def _is_behind_only_given(person: PersonName, text: str, tokens: Sequence[re.Match[str]], k: int) -> bool:
    """Whether word `k` is a middle name of somebody whose one given name stands before it: "Ann K. Reddick"."""
    if len(person.given) != 1 or k < 1 or not _is_beside(text, tokens, k - 1):
        return False
    first, middle, given = plain_word(tokens[k - 1].group()), plain_word(tokens[k].group()), person.given[0]
    return same_given(first, given) and (len(middle) == 1 or min(len(first), len(given)) > 1)


def _is_beside(text: str, tokens: Sequence[re.Match[str]], k: int) -> bool:
    """Whether word `k` is part of the name after it: a capital, no title, no end of a sentence between."""
    word, gap = tokens[k].group(), text[tokens[k].end() : tokens[k + 1].start()]
    if not word[0].isupper() or _GAP.fullmatch(gap) is None:
        return False
    return len(word) == 1 if "." in gap else plain_word(word) not in _NO_NAMES


def _is_name(word: str) -> bool:
    return len(word) == 1 or word in GIVEN_NAMES or weight(word) >= NAME_WEIGHT


def _is_given_itself(text: str, tokens: Sequence[re.Match[str]], i: int) -> bool:
    """Whether a bare surname is another's given name or a body's first word: "Harvey Lund", "Harvey Company"."""
    if i + 1 >= len(tokens):
        return False
    word, after = tokens[i].group(), tokens[i + 1].group()
    is_next = text[tokens[i].end() : tokens[i + 1].start()] == " " and after[0].isupper() and len(after) > 1
    is_caps = word.isupper() and after.isupper()
    return is_next and not is_caps and plain_word(after) not in _NO_NAMES | _SUFFIXES


def _end_of_name(person: PersonName, text: str, tokens: Sequence[re.Match[str]], i: int) -> int:
    """The end of a name, its given names after a comma included: "REDDICK, Ann K."."""
    end = tokens[i].end()
    if i + 1 >= len(tokens) or not re.fullmatch(r",\s{1,3}", text[end : tokens[i + 1].start()]):
        return end
    after = tokens[i + 1]
    if not after.group()[0].isupper() or not any(same_given(plain_word(after.group()), g) for g in person.given):
        return end
    initial = re.compile(r"\s[A-Z]\.").match(text, after.end())
    return initial.end() if initial else after.end()


# --- bodies and offices ---------------------------------------------------------------------------------------------


def _body_spans(name: str, text: str) -> Iterator[Span]:
    """Where a body's or an office's name stands: its words together, the last two or more after "the", its initials.

    Also without one of its words, "Old Port Board" for "Harbor Board of the Old Port".
    """
    wanted = [plain_word(word) for word in NAME_TOKEN.findall(name) if word.casefold() != "the"]
    tokens = list(NAME_TOKEN.finditer(text))
    plain = [plain_word(token.group()) for token in tokens]
    initials = _initials(wanted)
    after = 0  # the last name found
    for i in range(len(tokens)):
        if i < after:
            continue
        if initials and _are_letters(tokens[i].group(), initials):
            yield Span(tokens[i].start(), tokens[i].end())
            continue
        is_name = tokens[i].group()[0].isupper()
        size = (_size_at(wanted, plain, i) or _size_short(wanted, plain, i)) if is_name else 0
        if size:
            after = i + size
            yield Span(tokens[i].start(), tokens[i + size - 1].end())


def _are_letters(word: str, initials: str) -> bool:
    """Whether a word is a body's letters, of four or more perhaps two that stand side by side in each other's place."""
    if word == initials or len(word) != len(initials) or len(word) < MIN_SWAPPED:
        return word == initials
    at = next(k for k in range(len(word)) if word[k] != initials[k])
    return word == initials[:at] + initials[at : at + 2][::-1] + initials[at + 2 :] and not is_english(word)


def _size_short(wanted: Sequence[str], plain: Sequence[str], i: int) -> int:
    """How many words from word `i` are a body's name without one of its words; 0 for none.

    Of a name with four words or more beside the small ones: three or more, in any order, the last among them.
    """
    own = [word for word in wanted if word not in STOP_WORDS]
    held: list[str] = []
    size = 0
    for at in range(i, min(len(plain), i + len(wanted))):
        if plain[at] in STOP_WORDS and held:
            continue
        same = next((word for word in own if word not in held and _is_in_number(plain[at], word)), None)
        if same is None:
            break
        held.append(same)
        size = at + 1 - i
    return size if MIN_SHORT <= len(held) < len(own) and own[-1] in held else 0


def _is_in_number(word: str, name: str) -> bool:
    return is_same_word(word, name) or word.removesuffix("s") == name.removesuffix("s")


def _initials(wanted: Sequence[str]) -> str:
    """The capitals that stand for a body of three words or more beside the small ones; "" for a shorter name."""
    letters = [word[0].upper() for word in wanted if word and word not in STOP_WORDS]
    return "".join(letters) if len(letters) >= MIN_INITIALS else ""


def _size_at(wanted: Sequence[str], plain: Sequence[str], i: int) -> int:
    """How many words of a text from word `i` are a name's: all, or its last two or more after "the"; 0 for none."""
    shortest = min(2, len(wanted)) if i and plain[i - 1] == "the" else len(wanted)
    for size in range(len(wanted), max(shortest, 1) - 1, -1):
        if _are_same(plain[i : i + size], wanted[len(wanted) - size :]):
            return size
    return 0


def _are_same(found: Sequence[str], wanted: Sequence[str]) -> bool:
    return len(found) == len(wanted) and all(is_same_word(a, b) for a, b in zip(found, wanted, strict=True))
