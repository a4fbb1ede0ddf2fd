"""Where documents name people and organisations, as one would write it first: one walk over the words of each.

Belongs here: the rules of bench_assets/source/mentions.py, one word after another, with its words and patterns. Does
not: anything the factory runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bench_assets.source.mentions import (
    ABBREVIATIONS,
    ACRONYM_AFTER,
    AND_BETWEEN,
    BODY_TAIL,
    BODY_WORDS,
    CALLED_AFTER,
    CALLED_CHARS,
    COMMA,
    CONTEXT_CHARS,
    CUT_AFTER,
    DAY_OR_MONTH,
    FIELD_END,
    FIELD_START,
    IN_SENTENCE,
    LINE_START,
    MAX_BODY_WORDS,
    MAX_NAME_WORDS,
    MAX_POINTED_TITLE,
    MAX_WORD_CHARS,
    MAX_ZIPF_CAPITALS,
    MAX_ZIPF_INITIALS,
    MAX_ZIPF_MISREAD,
    MAX_ZIPF_SECOND_SURNAME,
    MAX_ZIPF_UNLISTED,
    MISREAD_COMMA,
    WORD,
    Form,
    Kind,
    Mention,
    stands_for,
)
from bench_assets.source.readings import SOILED, lower_reading
from bench_assets.source.stray_marks import QUOTED, STANDS_FOR, STRAY
from bench_resources.misreadings import mend
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
from bench_resources.words import zipf


class Word(NamedTuple):
    """A capitalised word, or a particle between two."""

    text: str
    lower: str
    start: int
    end: int
    is_after_given: bool  # one blank after a given name


SOFT_GAPS = frozenset({f"{mark}{blank}" for mark in ",:;" for blank in " \t\n"})
GAP = re.compile(r"\.?[ \t]+|\.?[ \t]*\r?\n[ \t]*")  # between two words of one name: blanks, or one line wrap
TITLE_CASE = re.compile(
    r"(?:(?:Mc|Mac|De|Di|La|Le|Van|Von|O['\u2019]|D['\u2019])?[A-ZÀ-Þ][a-zà-öø-ÿ]+)(?:-[A-ZÀ-Þ][a-zà-öø-ÿ]+)?"
)
NOUN_ENDINGS = ("tion", "sion", "ment", "ness", "ship", "ology", "ility")  # never a surname's
SOILED_WORD = re.compile(SOILED.replace(r"\x{2019}", "\u2019"))
VOWEL = re.compile(r"[AEIOUYaeiouyÀ-ÿ]")


def mentions_of(text: str) -> list[Mention]:
    """Every mention in one text, by position, not overlapping."""
    text = read_past(text)
    words: list[Word] = []
    for match in WORD.finditer(text):
        words.append(read_word(match, words[-1] if words else None))
    found: list[Mention] = []
    at = 0
    while at < len(words):
        mentions, at = read_at(text, words, at)
        found += mentions
    return found


def read_past(text: str) -> str:
    """The text with its stray marks read as blanks or hyphens."""
    read = STRAY.sub(lambda mark: STANDS_FOR[mark.lastgroup], text)
    for match in QUOTED.finditer(text):
        quoted = read[match.start() : match.end()].replace(">", " ")
        read = f"{read[: match.start()]}{quoted}{read[match.end() :]}"
    return read


def read_word(match: re.Match[str], before: Word | None) -> Word:
    """The word as it is to be read."""
    read = mend(match[0]) if SOILED_WORD.search(match[0]) else match[0]
    is_after = before is not None and before.lower in GIVEN_NAMES and match.start() - before.end == 1
    return Word(read, lower_reading(read.lower()), *match.span(), is_after)


def read_at(text: str, words: Sequence[Word], at: int) -> tuple[list[Mention], int]:
    """The mentions that begin at word `at`, and the word to go on from."""
    word = words[at]
    if word.lower in PARTICLES and word.text.islower():
        return [], at + 1
    for read in (read_body, read_titled, read_last_first, read_full, read_initials):
        mentions, after = read(text, words, at)
        if mentions:
            return mentions, max(after, at + 1)
    return [], at + 1


def read_full(text: str, words: Sequence[Word], at: int) -> tuple[list[Mention], int]:
    """First [Middle ...] Last, in one case or with the surname in capitals."""
    first = words[at]
    if not is_styled(first.text) or not (first.lower in GIVEN_NAMES or is_given_by_initial(text, words, at)):
        return [], at
    end = extend_name(text, words, at, titled=False)
    if end == at or is_nobody(text, words, end):
        return [], at
    if first.lower in GIVEN_NAMES and first.text.lower() != first.lower and zipf(words[end].lower) >= MAX_ZIPF_MISREAD:
        return [], at
    form = Form.CAPITALS if first.text.isupper() else Form.FULL
    return [mention(text, words, (at, at, end), Kind.PERSON, form)], end + 1


def is_given_by_initial(text: str, words: Sequence[Word], at: int) -> bool:
    """True for the first word of "Xyz Q. Last": a pointed initial on its line makes a rare word a given name."""
    if at + 2 >= len(words):
        return False
    first, initial, last = words[at : at + 3]
    if not (is_pointed(text, initial) and joins(text, first, initial) and joins(text, initial, last)):
        return False
    if crosses_line(text, first, last) or breaks_style(first, last) or not is_surname(first, capitals=True):
        return False
    return zipf(first.lower) < MAX_ZIPF_UNLISTED and zipf(last.lower) < MAX_ZIPF_UNLISTED


def read_initials(text: str, words: Sequence[Word], at: int) -> tuple[list[Mention], int]:
    """F. M. Last or F. Middle Last: initials need their points, and a surname that is no ordinary word.

    One initial and a surname is left out: in scanned text it is mostly a list's letter, or the rest of a longer name.
    """
    if not begins_initials(text, words, at):
        return [], at
    end = at
    while end + 1 < len(words) and joins(text, words[end], words[end + 1]) and is_pointed(text, words[end + 1]):
        end += 1
    letters = "".join(word.text for word in words[at : end + 1])
    if len(letters) > 3 or letters in ABBREVIATIONS or end + 1 >= len(words) or not joins(text, *words[end : end + 2]):
        return [], at
    last = words[end + 1]
    after = end
    if last.lower in GIVEN_NAMES:
        after = max(extend_name(text, words, end + 1, titled=False), end + 1)
        after = end if after == end + 1 else after
    elif (
        end > at
        and is_surname(last, capitals=True)
        and (not last.text.isupper() or zipf(last.lower) < MAX_ZIPF_INITIALS)
    ):
        after = end + 1
    if after == end or is_nobody(text, words, after):
        return [], at
    return [mention(text, words, (at, at, after), Kind.PERSON, Form.INITIALS)], after + 1


def begins_initials(text: str, words: Sequence[Word], at: int) -> bool:
    """True for a pointed initial that continues no name and is not the Q. or A. of a transcript."""
    if not is_pointed(text, words[at]) or (at > 0 and joins(text, words[at - 1], words[at])):
        return False
    if words[at].text not in "AQ" or not starts_line(text, words[at]):
        return True
    return starts_field(text, words[at])


def starts_line(text: str, word: Word) -> bool:
    """True when a word is the first of its line or field."""
    return LINE_START.search(text_before(text, word)) is not None


def starts_field(text: str, word: Word) -> bool:
    """True when a word is the first after a colon."""
    return FIELD_START.search(text_before(text, word)) is not None


def text_before(text: str, word: Word) -> str:
    """The text right before a word."""
    return text[max(0, word.start - CONTEXT_CHARS) : word.start]


def read_titled(text: str, words: Sequence[Word], at: int) -> tuple[list[Mention], int]:
    """A title and a name: Mr. Last, Senator First Last, Deputy Director Last."""
    title_end = read_title(text, words, at)
    if title_end is None or title_end + 1 >= len(words):
        return [], at
    title = " ".join(word.lower for word in words[at : title_end + 1])
    start = title_end + 1
    if not joins(text, words[title_end], words[start]):
        return [], at
    if crosses_line(text, words[title_end], words[start]) and not is_in_sentence(text, words[at : start + 1]):
        return [], at
    end = extend_name(text, words, start, titled=True)
    if end < start or not is_title_bearer(words[start : end + 1], title) or is_nobody(text, words, end):
        return [], at
    return [mention(text, words, (at, start, end), Kind.PERSON, Form.TITLED, title)], end + 1


def is_in_sentence(text: str, words: Sequence[Word]) -> bool:
    """True when a title, of one word or two, stands in running text, and title case follows it."""
    *_, title, following = words
    if title.text.isupper() or following.text.isupper():
        return False
    if text.startswith(".", title.end) and title.end - title.start > MAX_POINTED_TITLE:
        return False
    return IN_SENTENCE.search(text_before(text, words[0])) is not None


def read_title(text: str, words: Sequence[Word], at: int) -> int | None:
    """The last word of the title that begins at `at`, or None. The longest title wins."""
    if at + 1 < len(words) and joins(text, words[at], words[at + 1]):
        pair = f"{words[at].lower} {words[at + 1].lower}"
        if pair in TITLES:
            return at + 1
    return at if words[at].lower in TITLES else None


def is_title_bearer(name: Sequence[Word], title: str) -> bool:
    """True when the words after a title are a name: a courtesy title vouches for one word, an office does not quite."""
    if len(name) == 1 and name[0].lower in GIVEN_NAMES and title not in COURTESY_TITLES:
        return True
    last = name[-1]
    if len(last.text) == 1:
        return False
    if len(name) > 1 and (name[0].lower in GIVEN_NAMES or len(name[0].text) == 1):
        return True
    if len(name) > 1 and name[0].text.isupper():
        return False
    limit = (
        MAX_ZIPF_CAPITALS if title in COURTESY_TITLES and not last.text.isupper() else 4.3
    )  # Senator Church is 4.9: lost
    return all(zipf(word.lower) < limit for word in name if len(word.text) > 1)


def read_last_first(text: str, words: Sequence[Word], at: int) -> tuple[list[Mention], int]:
    """LAST, First [M.]: in capitals anywhere, in title case at the start of a line or field."""
    if at + 1 >= len(words):
        return [], at
    last, first = words[at], words[at + 1]
    is_given = first.lower in GIVEN_NAMES or (is_pointed(text, first) and last.text.isupper())
    if first.start - last.end > 4 or not is_surname(last, capitals=True) or not is_given:
        return [], at
    if not starts_line(text, last) and (not last.text.isupper() or zipf(last.lower) >= 4.0):
        return [], at
    end = at + 1
    while end - at < 3 and end + 1 < len(words) and continues_given(text, words[end], words[end + 1]):
        end += 1
    if not parts_last(text, last, first, words[end]) or CUT_AFTER.match(text, words[end].end):
        return [], at
    if not last.text.isupper() and has_own_surname(text, words, end):
        return [], at
    name = f"{last.text}, {name_of(text, words, at + 1, end)}"
    return [Mention(last.start, words[end].end, name, Kind.PERSON, Form.LAST_FIRST, "")], end + 1


def parts_last(text: str, last: Word, first: Word, given_end: Word) -> bool:
    """True when a comma, or where only a name stands a misread one, parts the surname from the given names."""
    gap = text[last.end : first.start]
    if gap.startswith(","):
        return COMMA.fullmatch(gap) is not None
    return MISREAD_COMMA.fullmatch(gap) is not None and starts_field(text, last) and is_alone(text, last, given_end)


def is_alone(text: str, last: Word, given: Word) -> bool:
    """True when a field ends with the given names, and its first word is no given name itself."""
    return FIELD_END.match(text, given.end) is not None and last.lower not in GIVEN_NAMES


def has_own_surname(text: str, words: Sequence[Word], given: int) -> bool:
    """True for the Harold of "the Docks, Harold Fenwick": what stands before the comma is no surname of his."""
    if given + 1 >= len(words):
        return False
    word, after = words[given : given + 2]
    if not joins(text, word, after) or crosses_line(text, word, after) or not is_surname(after, capitals=True):
        return False
    return text[after.end : after.end + 1] != ","


def name_of(text: str, words: Sequence[Word], first: int, last: int) -> str:
    """The words from `first` to `last` as they are to be read, whitespace joined."""
    pieces = [words[first].text]
    for before, word in zip(words[first:last], words[first + 1 : last + 1], strict=True):
        pieces += [text[before.end : word.start] or " ", word.text]
    return " ".join("".join(pieces).split())


def continues_given(text: str, word: Word, following: Word) -> bool:
    """True when a middle name or initial follows on the same line."""
    if not joins(text, word, following) or crosses_line(text, word, following):
        return False
    return following.lower in GIVEN_NAMES or len(following.text) == 1


def extend_name(text: str, words: Sequence[Word], start: int, *, titled: bool) -> int:
    """The last word of the name that begins at `start`; `start` itself when no surname follows a given name."""
    end, best = start, start
    if titled and not (
        is_surname(words[start], capitals=True) or words[start].lower in GIVEN_NAMES or is_pointed(text, words[start])
    ):
        return start - 1
    complete = titled and words[start].lower not in GIVEN_NAMES and len(words[start].text) > 1
    while end + 1 < len(words) and end - start + 1 < MAX_NAME_WORDS and joins(text, words[end], words[end + 1]):
        following = words[end + 1]
        if is_middle(following) and not complete:
            end += 1
            continue
        if complete and not is_second_surname(text, words[end], following):
            break
        if not is_surname(following, capitals=words[start].text.isupper()) or breaks_style(words[start], following):
            break
        end += 1
        best, complete = end, True
    if best == start and end > start and words[end].lower in GIVEN_NAMES:
        return end  # a surname that is also a given name: First Last with Last = "Allen"
    return best


def is_middle(word: Word) -> bool:
    """True for an initial, a particle or a given name: what may stand before the surname."""
    return len(word.text) == 1 or word.lower in PARTICLES or (word.lower in GIVEN_NAMES and is_styled(word.text))


def is_second_surname(text: str, word: Word, following: Word) -> bool:
    """True for a further surname on the same line that is no word at all, as in Spanish names."""
    if crosses_line(text, word, following) or len(following.text) < 4:
        return False
    return zipf(following.lower) < MAX_ZIPF_SECOND_SURNAME and is_surname(following, capitals=True)


def is_surname(word: Word, *, capitals: bool) -> bool:
    """True for a word that can be a surname: styled, three letters or more, a vowel, no form or function word."""
    if len(word.text) < 3 or word.lower in NOT_NAMES or word.lower.endswith(NOUN_ENDINGS):
        return False
    if word.lower in TITLES - TITLES_AS_SURNAMES:
        return False
    if not is_styled(word.text) or not VOWEL.search(word.text):
        return False
    return not (capitals and word.text.isupper()) or zipf(word.lower) < MAX_ZIPF_CAPITALS


def is_styled(text: str) -> bool:
    """True for Title, TITLE, McTitle or Double-Barrelled: not for what OCR makes of them."""
    return len(text) <= MAX_WORD_CHARS and (text.isupper() or TITLE_CASE.fullmatch(text) is not None)


def breaks_style(first: Word, following: Word) -> bool:
    """True when a name that began in capitals goes on in small letters."""
    return first.text.isupper() and len(first.text) > 1 and not following.text.isupper()


def is_pointed(text: str, word: Word) -> bool:
    """True for an initial with its point."""
    return len(word.text) == 1 and word.text.isupper() and text[word.end : word.end + 1] == "."


def joins(text: str, word: Word, following: Word) -> bool:
    """True when only blanks, one line wrap or an initial's point stand between two words."""
    gap = text[word.end : following.start]
    if gap == " ":
        return True
    if gap in SOFT_GAPS:  # the point of an initial, misread
        return word.is_after_given and is_initial(word) and following.lower not in GIVEN_NAMES
    if gap == ".":
        return is_initial(word) or word.lower in GIVEN_NAMES
    if not gap:  # a blank is lost
        return word.lower in GIVEN_NAMES
    if gap.startswith(".") and len(word.text) > 1 and word.lower not in TITLES:
        return False
    return GAP.fullmatch(gap) is not None


def is_called_after(text: str, words: Sequence[Word], last: int) -> bool:
    """True when a phrase after the word makes the name before it a thing's."""
    end = words[last].end
    return CALLED_AFTER.match(text[end : end + CALLED_CHARS]) is not None


def is_nobody(text: str, words: Sequence[Word], last: int) -> bool:
    """True when what follows the word shows that the name up to it is no person's."""
    return CUT_AFTER.match(text, words[last].end) is not None or is_called_after(text, words, last)


def is_initial(word: Word) -> bool:
    """True for a single capital."""
    return len(word.text) == 1 and word.text.isupper()


def crosses_line(text: str, word: Word, following: Word) -> bool:
    """True when a line ends between two words."""
    return "\n" in text[word.end : following.start]


def mention(
    text: str, words: Sequence[Word], span: tuple[int, int, int], kind: Kind, form: Form, title: str = ""
) -> Mention:
    """The mention over words [first, last], its name beginning at the second number of `span`."""
    first, name_first, last = span
    name = name_of(text, words, name_first, last)
    return Mention(words[first].start, words[last].end, name, kind, form, title)


def read_body(text: str, words: Sequence[Word], at: int) -> tuple[list[Mention], int]:
    """X Agency, X Committee on Y, Department of X, each with the acronym in brackets after it."""
    if not is_body_word(words[at]) or words[at].lower.endswith("ing"):  # ISSUING OFFICE, REPORTING AGENCY: form labels
        return [], at
    head = find_head(text, words, at)
    if head is None:
        return [], at
    end = words[head].end
    tail = BODY_TAIL.match(text, end) if words[head].lower in HEADS_BEFORE_OF else None
    if tail is not None and not breaks_case(words[head], tail[0]) and not DAY_OR_MONTH.search(tail[0]):
        end = tail.end()
    elif head == at:
        return [], at
    first = at + (words[at].lower == "the")
    start = words[first].start
    name = " ".join(f"{name_of(text, words, first, head)}{text[words[head].end : end]}".split())
    found = [Mention(start, end, name, Kind.ORGANISATION, Form.BODY, "")]
    acronym = ACRONYM_AFTER.match(text, end)
    if acronym is not None and stands_for(acronym[1], name):
        found.append(Mention(*acronym.span(1), acronym[1], Kind.ORGANISATION, Form.ACRONYM, ""))
        end = acronym.end()
    return found, next((i for i in range(head, len(words)) if words[i].start >= end), len(words))


def find_head(text: str, words: Sequence[Word], at: int) -> int | None:
    """The head of the body whose name begins at `at`: the last head within reach, all words in one style."""
    head = at if words[at].lower in HEADS_BEFORE_OF else None
    capitals = words[at].text.isupper()
    for i in range(at, min(at + MAX_BODY_WORDS, len(words) - 1)):
        if not joins_in_body(text, words[i], words[i + 1]) or words[i + 1].text.isupper() != capitals:
            break
        if not is_body_word(words[i + 1]):
            break
        if words[i + 1].lower in ORGANISATION_HEADS:
            head = i + 1
    return head


def joins_in_body(text: str, word: Word, following: Word) -> bool:
    """True when two words of a body's name are joined by blanks or by "and"."""
    return joins(text, word, following) or AND_BETWEEN.fullmatch(text[word.end : following.start]) is not None


def is_body_word(word: Word) -> bool:
    """True for a word that can stand in the name of a body."""
    if len(word.text) < 3 or not is_styled(word.text):
        return False
    return word.lower not in NOT_NAMES or word.lower in BODY_WORDS


def breaks_case(head: Word, tail: str) -> bool:
    """True when a head in capitals has a tail in small letters, or the reverse."""
    return head.text.isupper() != tail.isupper()
