"""What a sentence states about one named body, post or book, wherever in the sentence that stands.

Belongs here: what a body is to another, who holds a post, which law founded a body, who wrote a book.
Does not: clauses with an act (facts, draft_statements), offices beside names (draft_posts), where an article appeared
(draft_works).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bench_resources.prompting import AnswerType
from bench_resources.reader import draft_clauses as clauses
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_entities import Kind, Unit
from bench_resources.reader.draft_posts import person_name
from bench_resources.reader.draft_sentences import zipf
from bench_resources.reader.draft_statements import Statement, is_law_name, law_head

_DATES = frozenset({Kind.DATE, Kind.MONTH})
_PAPERS = frozenset("newspaper magazine journal weekly".split())


def relations(row: Sequence[Unit], seen: frozenset[str] = frozenset()) -> Iterator[Statement]:
    """Facts of named bodies, posts and books that need no clause around them.

    Args:
        row: the units of a sentence.
        seen: capitalised words that stand more than once in the passage: a rare surname among them is no misreading.
    """
    for make in (_founding_law, _only_one, _role_of_body):
        yield from make(row)
    for make_named in (_holder, _held_post, _elected, _headed):
        yield from make_named(row, seen)
    if any(u.text == '"' for u in row):
        yield from _author(row, seen)
    yield from _former_name(row)


def _name(unit: Unit, seen: frozenset[str]) -> str:
    last = unit.text.split()[-1]
    return person_name(unit, f"{last} {last}" if last in seen else "")


_FOUNDING = frozenset("created established abolished founded dissolved".split())


def _founding_law(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "Which act created the Harbor Council?" from "The Ports Act of 1938 created the Harbor Council"."""
    at = 1 if row and row[0].text == "The" else 0
    if at >= len(row) or row[at].kind is not Kind.THING or not is_law_name(row[at]):
        return
    verb = next((i for i in range(at + 1, min(len(row) - 2, at + 12)) if row[i].text in _FOUNDING), 0)
    between = row[at + 1 : verb]
    is_aside = not between or (between[0].text == "," and between[-1].text == ",")
    what = verb + 2 if verb and row[verb + 1].text == "the" else verb + 1
    if not verb or not is_aside or row[verb - 1].text in {"was", "were"} or row[what].kind is not Kind.ORGANISATION:
        return
    if re.search(r"['’]s?$", row[what].name):
        return
    body = clauses.words_of(row[verb + 1 : what + 1])
    yield row[what].name, (f"Which {law_head(row[at])} {row[verb].text} {body}?", row[at].text, AnswerType.TITLE, 3)


_SOLE = frozenset("only first largest smallest oldest last sole earliest".split())
_KINDS = {
    Kind.PLACE: frozenset("country nation state city island territory republic province county port".split()),
    Kind.ORGANISATION: frozenset(
        "body agency committee organization organisation group party union company newspaper institution department "
        "office unit board council service firm bank university college school".split()
    ),
    Kind.PERSON: frozenset(
        (
            "president director chairman governor secretary commissioner woman officer official ambassador senator "
            "member"
        ).split()
    ),
}


def _only_one(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "Which nation was the only island nation to sign the Treaty of Lisbon?" from a superlative."""
    at = 1 if row and row[0].text == "The" else 0
    words = [u.text for u in row[at + 1 : at + 4]]
    if at >= len(row) or words[:2] != ["was", "the"] or not words[2:] or words[2] not in _SOLE:
        return
    named, start = row[at], at + 3
    heads = _KINDS.get(named.kind, frozenset())
    span = range(start + 1, min(len(row) - 1, start + 5))
    head = next((i for i in span if row[i].text in heads and row[i + 1].text in {"to", "of", "in", "with"}), 0)
    rest = clauses.speakable_part([u for u in row[start:] if u.text != "."], frozenset({"its"}))
    told = rest[head - start + 1 :] if head else ()
    if clauses.specifics(told) > 0 and named.name == named.text:
        asked = "Who" if named.kind is Kind.PERSON else f"Which {row[head].text}"
        answer = {Kind.PLACE: AnswerType.PLACE, Kind.PERSON: AnswerType.PERSON}
        question = f"{asked} was the {clauses.words_of(clauses.trim(rest))}?"
        yield named.name, (question, named.text, answer.get(named.kind, AnswerType.ORGANISATION), 4)


# What one body is to another, and only one is.
_UNIQUE_ROLES = frozenset("successor predecessor forerunner parent headquarters secretariat organ mouthpiece".split())
_PARTS_OF_BODY = frozenset("arm wing section group affiliate newspaper magazine publication branch front".split())
_MAX_ROLE = 5


def _role_of_body(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "Which organisation was the successor to the Tin Board?" from "the Ore Board, successor to ...,"."""
    for at in range(1, len(row) - 4):
        name, link = row[at - 1], row[at].text
        if link not in {",", "is", "was"} or name.kind is not Kind.ORGANISATION or name.name != name.text:
            continue
        start = at + 2 if row[at + 1].text == "the" else at + 1
        end = next((i for i in range(start, min(len(row) - 2, start + _MAX_ROLE)) if row[i].text in {"of", "to"}), 0)
        body = end + 2 if end and row[end + 1].text == "the" else end + 1
        if end <= start or body + 1 > len(row) - 1 or row[body].kind not in {Kind.ORGANISATION, Kind.ACRONYM}:
            continue
        role, head = row[start:end], row[end - 1].text
        is_one = head in _UNIQUE_ROLES or (head in _PARTS_OF_BODY and len(role) > 1)
        if link != "," or head in _PARTS_OF_BODY:
            is_one = is_one and start == at + 2
        is_closed = row[body + 1].text in {",", ".", ";", ")", "and", "was", "is"}
        is_plain = all(u.kind in {Kind.WORD, Kind.PLAIN} for u in role) and clauses.is_speakable(role)
        if is_one and is_closed and is_plain and row[body].text not in name.text:
            told = clauses.words_of(row[start : body + 1])
            verb = "is" if link == "is" else "was"
            question = f"Which organisation {verb} the {told}?"
            yield row[body].name, (question, name.text, AnswerType.ORGANISATION, 3)


_POSTS = frozenset(
    "head chief director chairman president secretary commissioner superintendent commander treasurer editor "
    "ambassador administrator leader publisher founder governor mayor".split()
)
_MAX_POST = 12


def _holder(row: Sequence[Unit], seen: frozenset[str]) -> Iterator[Statement]:
    """As in "Who was the head of the Lisbon office of the Ports Authority?" where one person is named."""
    verb = next((i for i, u in enumerate(row[: _MAX_POST + 1]) if u.text in {"is", "was"}), 0)
    if verb < 4 or row[0].text != "The" or verb + 1 >= len(row):
        return
    post = row[1:verb]
    of = next((i for i, u in enumerate(post) if u.text in {"of", "for"}), 0)
    name = _name(row[verb + 1], seen)
    following = row[verb + 2].text if verb + 2 < len(row) else "."
    is_post = of and post[of - 1].text.lower() in _POSTS and not any(u.text in clauses.AUXILIARIES for u in post)
    is_bodily = any(u.kind in {Kind.ORGANISATION, Kind.ACRONYM} for u in post[of:])
    if name and is_post and is_bodily and following in {".", ",", ";", "and"} and clauses.is_speakable(post):
        told = clauses.words_of(post)
        yield told, (f"Who {row[verb].text} the {told}?", name, AnswerType.PERSON, 3)


_ROLES = frozenset("candidate nominee physician attache".split()) | _POSTS


def _held_post(row: Sequence[Unit], seen: frozenset[str]) -> Iterator[Statement]:
    """As in "Who was the Embassy physician in Lisbon from 1961 to 1963?" from "Dr. Roe was the ..."."""
    at = 3 if len(row) > 3 and row[1].text == "," and row[2].kind is Kind.PLACE else 1
    name = _name(row[0], seen) if len(row) > at + 4 and row[at].text == "was" else ""
    start = at + 2 if name and row[at + 1].text in {"the", "a"} else at + 1
    head = next((i for i in range(start, min(start + 5, len(row))) if row[i].text in _ROLES), 0)
    if not name or not head:
        return
    end = next((i for i in range(head, len(row)) if row[i].text in {".", ",", ";", "who", "which", "and", "when"}), 0)
    told = row[start:end]
    is_bodily = any(u.kind in {Kind.ORGANISATION, Kind.OFFICE} for u in told)
    is_dated = any(u.kind in {Kind.DATE, Kind.MONTH} for u in told)
    if is_bodily and is_dated and clauses.is_speakable(told) and clauses.is_simple(told):
        article = "the " if row[start - 1].text == "the" else f"{row[start - 1].text} " if start > at + 1 else ""
        words = clauses.words_of(told)
        yield words, (f"Who was {article}{words}?", name, AnswerType.PERSON, 3)


_CHOSEN = frozenset("elected appointed named nominated".split())


def _elected(row: Sequence[Unit], seen: frozenset[str]) -> Iterator[Statement]:
    """As in "Who was elected Chairman of the Lisbon Harbor League?" from "that Jane Doe was elected ..."."""
    for at in range(1, len(row) - 3):
        if row[at].text != "was" or row[at + 1].text not in _CHOSEN:
            continue
        name, post = _name(row[at - 1], seen), row[at + 2 if row[at + 2].text not in {"as", "the"} else at + 3]
        _, _, body = post.name.partition(" of ")
        if not name or post.kind is not Kind.OFFICE or not lexicon.ORGANISATION_HEADS & set(body.split()):
            continue
        end = next(i for i in range(at, len(row)) if row[i] is post) + 1
        told = row[at + 1 : end]
        if end + 1 < len(row) and row[end].text in {"in", "on"} and row[end + 1].kind in _DATES:
            told = row[at + 1 : end + 2]
        if clauses.is_speakable(told):
            yield post.name, (f"Who was {clauses.words_of(told)}?", name, AnswerType.PERSON, 3)


_ROLE_REACH = 12  # units after a head's name in which its office may be told, and another's
_HEADING = frozenset("headed led chaired directed founded organized organised established created commanded".split())


def _headed(row: Sequence[Unit], seen: frozenset[str]) -> Iterator[Statement]:
    """As in "By whom was the Harbor League headed?": whoever heads a body in public may be named, listed or not."""
    for at in range(1, len(row) - 3):
        name, verb = row[at - 1], row[at].text
        start = at + 1 if verb in {"was", "is", ","} else at
        by = start + 2 if row[start + 1].text == "first" else start + 1
        if name.kind is not Kind.ORGANISATION or name.name != name.text or row[start].text not in _HEADING:
            continue
        if by + 1 >= len(row) or row[by].text != "by" or len(name.text.split()) < 2:
            continue
        head = _name(row[by + 1], seen)
        following = row[by + 2].text if by + 2 < len(row) else "."
        is_shared = any(
            u.text == "as" for u in row[by + 2 : by + _ROLE_REACH]
        )  # "by Roe as president and Doe as clerk"
        if head and not is_shared and following in {",", ".", ";", "and", "in", "from", "until", "("}:
            article = "the " if at > 1 and row[at - 2].text in {"the", "The"} else ""
            told = " ".join(u.text for u in reversed(row[start:by]))  # "first headed"
            yield name.name, (f"By whom was {article}{name.name} {told}?", head, AnswerType.PERSON, 3)


_QUOTED_MAX = 16  # units of a title


def _title_at(row: Sequence[Unit], at: int) -> int:
    """Where the quotation that opens at `at` closes, when a question may hold it whole; else 0."""
    if at >= len(row) or row[at].text != '"':
        return 0
    end = next((i for i in range(at + 1, min(len(row), at + _QUOTED_MAX)) if row[i].text == '"'), 0)
    words = [w for u in row[at + 1 : end] if u.text not in {"-", "?", ":", "!", ","} for w in u.text.split()]
    is_printed = all(re.fullmatch(r"[A-Za-z'’-]+,?|\d+", w) and zipf(_bare(w)) >= _TITLE_ZIPF for w in words)
    return end if len(words) > 1 and words[0][0].isupper() and is_printed else 0


_TITLE_ZIPF = 2.5


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word.rstrip(",")).lower()


def _title(row: Sequence[Unit], at: int, end: int) -> str:
    """The words of a quotation, without the comma that American print puts inside it."""
    return clauses.words_of(row[at + 1 : end]).rstrip(" ,.")


def _author(row: Sequence[Unit], seen: frozenset[str]) -> Iterator[Statement]:
    """As in "Who is the author of "The Long Harbor"?" from "Jane Doe, author of "The Long Harbor,"."""
    for at in range(1, len(row) - 5):
        words = [u.text for u in row[at : at + 4]]
        of = at + 2 if words[:3] == [",", "author", "of"] else at + 3 if words == [",", "the", "author", "of"] else 0
        while (
            of
            and of + 2 < len(row)
            and row[of + 1].text in {"the", "book", "novel", "article", "pamphlet", "a", "entitled"}
        ):
            of += 1
        end = _title_at(row, of + 1) if of else 0
        name = _name(row[at - 1], seen)
        if end and name:
            title = _title(row, of + 1, end)
            yield title, (f'Who is the author of "{title}"?', name, AnswerType.PERSON, 3)


def _former_name(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "What was the former name of the Ore Board?" from "the Ore Board, formerly known as the Tin Board"."""
    for at in range(2, len(row) - 2):
        words = [u.text for u in row[at : at + 3]]
        after = at + 3 if words == ["formerly", "known", "as"] else at + 2 if words[:2] == ["formerly", "called"] else 0
        if not after or after + 1 >= len(row):
            continue
        end = at - 1 if row[at - 1].text == "," else at
        now, article = _named_before(row, end)
        then = row[after + 1] if row[after].text == "the" else row[after]
        if row[after].text == '"':
            close = _title_at(row, after)
            former = _title(row, after, close) if close else ""
        else:
            former = then.name if then.kind is Kind.ORGANISATION and then.name == then.text else ""
        if now and former and not (former in now or now in former):
            question = f"What was the former name of {article}{now}?"
            yield now, (question, former, AnswerType.ORGANISATION, 3)


def _named_before(row: Sequence[Unit], end: int) -> tuple[str, str]:
    """The body, or the publication in quotation marks, that stands right before `end`, and its article."""
    last = row[end - 1]
    if last.kind is Kind.ORGANISATION and last.name == last.text and len(last.text.split()) > 1:
        return last.name, "the " if end > 1 and row[end - 2].text in {"the", "The"} else ""
    opening = next((i for i in range(end - 2, max(0, end - 8), -1) if row[i].text == '"'), 0)
    if last.text != '"' or not opening or row[opening - 1].text not in _PAPERS or _title_at(row, opening) != end - 1:
        return "", ""
    return f'{row[opening - 1].text} "{_title(row, opening, end - 1)}"', "the "
