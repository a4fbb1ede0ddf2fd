"""The forms under which a passage may name listed people: initials, a middle initial, a title, a surname alone.

Belongs here: which form of a name is whose, in one passage. Does not: reading sentences (draft_entities).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_entities import Vocabulary, is_body, vocabulary
from bench_resources.reader.draft_posts import inline_posts, signature_posts, titled_people
from bench_resources.reader.draft_sentences import zipf

Form = tuple[str, ...]

_SUFFIX = re.compile(r",?\s+(?:Jr|Sr|II|III|IV)\.?$")
_COMMON_ZIPF = 4.3  # a surname as common as "lines" or "stone" names nobody when it stands alone
_SHARED_ZIPF = 4.05  # a rarer surname alone is taken for the one listed figure who bears it
_EVERYDAY_ZIPF = 5.0
_MAX_GIVEN = 2
_COURTESIES = frozenset({"mr", "mrs", "ms", "dr", "messrs"})
# A woman who bears a man's surname, or a family: the surname alone is then nobody's.
_OTHERS = frozenset({"mrs", "miss"})
_TITLE_WORDS = (
    frozenset(word.lower() for word in lexicon.OFFICE_HEADS | lexicon.OFFICE_MODIFIERS | lexicon.RANKS_BEFORE_NAME)
    | frozenset(word.lower() for title in lexicon.OFFICE_BEFORE_NAME for word in title.split())
    | frozenset(
        "fire city county town state council harbor marshal prosecutor editor captain professor sergeant officer "
        "magistrate warden rector dean provost detective agent former".split()
    )
)
_NO_GIVEN = frozenset(
    "a an the and but by for from in of on to with that this when while after before if as since until at it he she we "
    "they i you his her their our my no yes q was is had did or then both dear re subject said".split()
) | frozenset(month.lower() for month in (*lexicon.MONTHS, *lexicon.WEEKDAYS))


def figure_vocabulary(passage: str, figures: Sequence[str], officials: Sequence[str]) -> Vocabulary:
    """What events of this passage may name: figures, officials, and whoever the passage shows in a public office."""
    known = vocabulary(passage, figures, officials)
    posts = [post.name for post, _ in (*signature_posts(passage, known), *inline_posts(passage, known))]
    shown = {name for name in (*posts, *titled_people(passage)) if not _is_listed(name, figures, officials)}
    everybody = sorted({*figures, *officials, *shown})
    known = vocabulary(passage, figures, [*officials, *sorted(shown)]) if shown else known
    return known._replace(people=_forms(passage, everybody, known))


def _is_listed(name: str, figures: Sequence[str], officials: Sequence[str]) -> bool:
    """Whether a name is a form of a listed person's: the same first and last word."""
    return any(_ends(listed) == _ends(name) for listed in (*figures, *officials))


def _ends(name: str) -> Form:
    words = name.lower().split()
    return (words[0], words[-1])


def is_form_of(name: str, other: str) -> bool:
    """Whether two names may be one person's: first word and surname the same, no middle name against another one."""
    (given, surname), (others, other_surname) = _parts(name), _parts(other)
    if not (given and others) or (surname, given[0]) != (other_surname, others[0]):
        return False
    pairs = zip(given[1:], others[1:], strict=False)
    return all(_may_be_given(mine.strip("."), (theirs,)) for mine, theirs in pairs)


def is_person_name(name: str) -> bool:
    """Whether a listed name may be a person's: two to four words, none of them a firm's, a body's or an office's."""
    words = _SUFFIX.sub("", name).split()
    is_worded = all(re.fullmatch(r"[^\W\d_][\w.'’-]*", word) for word in words)
    is_office = bool(set(words) & (lexicon.OFFICE_HEADS | {"of", "for", "the"}))
    return 2 <= len(words) <= _MAX_GIVEN + 2 and is_worded and not (is_office or is_body(name) or words[-1].isupper())


def _forms(passage: str, everybody: Sequence[str], known: Vocabulary) -> dict[Form, str]:
    """Every form with its one owner; a form that two could bear is nobody's."""
    people = [name for name in everybody if is_person_name(name)]
    bearers = Counter(_parts(name)[1] for name in people)
    found = [(form, name) for form, name in known.people.items() if len(form) > 1]
    for name in people:
        found.extend((form, name) for form in (*_full_forms(name), *_with_middle(passage, name)))
        if bearers[_parts(name)[1]] == 1:
            found.extend((form, name) for form in _short_forms(passage, name, known))
    owners: dict[Form, set[str]] = {}
    for form, name in found:
        owners.setdefault(form, set()).add(name)
    return {form: next(iter(names)) for form, names in sorted(owners.items()) if len(names) == 1}


def _parts(name: str) -> tuple[Form, str]:
    """Given names and surname, in small letters."""
    words = _SUFFIX.sub("", name).lower().split()
    return tuple(words[:-1]), words[-1]


def _full_forms(name: str) -> Iterator[Form]:
    """As in "J. Edgar Roe", "John E. Roe", "J. E. Roe", "J.E. Roe", "John Roe" and "J. Roe" of "John Edgar Roe"."""
    given, surname = _parts(name)
    if len(given) > _MAX_GIVEN:
        yield (*given, surname)
        return
    for chosen in product(*((word, word[0] + ".") for word in given)):
        yield (*chosen, surname)
    yield (given[0], surname)
    yield (given[0][0] + ".", surname)
    yield ("".join(word[0] + "." for word in given), surname)


def _with_middle(passage: str, name: str) -> Iterator[Form]:
    """As in "Ann B. Roe" and "A. B. Roe" of "Ann Roe", where the passage gives no second middle initial."""
    given, surname = _parts(name)
    if len(given) != 1:
        return
    pattern = rf"(?i)\b(?:{re.escape(given[0])}\s|{given[0][0]}\.)\s*([A-Z]\.)\s*{re.escape(surname)}\b"
    middles = {match.lower() for match in re.findall(pattern, passage)}
    if len(middles) == 1:
        middle = middles.pop()
        yield (given[0], middle, surname)
        yield (given[0][0] + ".", middle, surname)


def _short_forms(passage: str, name: str, known: Vocabulary) -> Iterator[Form]:
    """The surname alone and behind a title, where the passage shows no other bearer and the name is his."""
    given, surname = _parts(name)
    pattern = rf"\b((?:(?:[A-Z]\.|[A-Z][a-z]{{1,3}}\.|[A-Z][\w'’-]*)\s+){{0,3}})(?i:{re.escape(surname)})\b"
    before = [match for match in re.finditer(pattern, passage) if match.group()[:1].isupper()]
    words = [[w.lower().strip(".") for w in match.group(1).split()] for match in before]
    heads = [row[-1] if row else "" for row in words]
    if any(head in _OTHERS for head in heads) or any(_is_other(row, given) for row in words):
        return
    is_named = any(head and _may_be_given(head, given) for head in heads)
    is_his = name in known.subjects and zipf(surname) < _SHARED_ZIPF and surname.title() not in lexicon.GIVEN_NAMES
    if (surname,) not in known.people and not ((is_named or is_his) and len(surname) > 3):
        return
    if zipf(surname) < _COMMON_ZIPF or is_named:
        yield (surname,)
    for row in words:
        if row and all(word in _TITLE_WORDS for word in row):
            yield (*row, surname)


def _is_other(before: Sequence[str], given: Form) -> bool:
    """Whether the words before a surname are another bearer's given names."""
    names = [w for w in before if w not in _TITLE_WORDS | _COURTESIES | _NO_GIVEN and not _opens_sentence(w)]
    return bool(names) and not any(_may_be_given(word, given) for word in names)


def _opens_sentence(word: str) -> bool:
    """As in "Although": a capital that is nobody's."""
    return zipf(word) > _EVERYDAY_ZIPF and word.title() not in lexicon.GIVEN_NAMES


def _may_be_given(word: str, given: Form) -> bool:
    """Whether a word is one of the given names or its initial."""
    bare = [name.strip(".") for name in given]
    return any(word == name or (word[:1] == name[:1] and 1 in {len(word), len(name)}) for name in bare)
