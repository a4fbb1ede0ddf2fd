"""Who holds which public post: beside a name in running text, in lists, and under signatures.

Belongs here: finding a name with its post, and which of the two a question may be about. Does not: memorandum headers
(draft_headers), clauses with a verb (draft_clauses).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_clauses import words_of
from bench_resources.reader.draft_entities import Kind, Unit, Vocabulary
from bench_resources.reader.draft_headers import fits_office
from bench_resources.reader.draft_sentences import join_lines, zipf
from bench_resources.reader.draft_statements import Statement

SALIENCE = 3


class Post(NamedTuple):
    """A person's post in a public body, as one text gives it. `body` is "" where the text does not say of what."""

    name: str
    title: str
    body: str
    place: str = "in the"  # how a question joins the post to its body
    date: str = ""  # on which the text shows the person in the post


_PUBLIC_HEADS = frozenset(
    "Committee Commission Subcommittee Department Bureau Agency Embassy Consulate Senate Congress Council Ministry "
    "Directorate Administration "
    "Authority Treasury Board Division Branch Group Office Service Bureau Staff Court Army Navy Mission".split()
)
_ROLE_HEADS = frozenset(
    (
        "secretary attache consul ambassador counselor minister director chief chairman commissioner counsel "
        "administrator"
    ).split()
)
_ROLE_WORDS = frozenset(
    (
        "first second third deputy assistant acting vice commercial cultural military naval air press general "
        "executive chief legal staff permanent prime foreign"
    ).split()
)
WHOLE_TITLES = (
    "Attorney General",
    "Senator",
    "Congressman",
    "Congresswoman",
    "Governor",
    "Mayor",
    "Ambassador",
    "Secretary of State",
    "Secretary of Defense",
    "Prime Minister",
    "Vice President",
    "Postmaster General",
    "Surgeon General",
    "Chief Justice",
    "Solicitor General",
)


# A post that one person holds at a time, and a body that does not outlive its holders.
_SOLE_TITLE = re.compile(
    r"(?:Executive |Staff |Vice )?(?:Director|Chairman|Chairwoman|Chair|Administrator|Commissioner|Coordinator|"
    r"Archivist|Comptroller)|Chief|(?:Chief|General) Counsel|Executive Secretary"
)
_PASSING_BODY = re.compile(r"\b(?:Commission (?:on|to|of Inquiry)|Board of Inquiry|Tribunal|Court of Inquiry)\b")


def is_passing(body: str) -> bool:
    """Whether a body by its name was set up for one matter: its chairman hardly changed."""
    return _PASSING_BODY.search(body) is not None


def post_draft(post: Post, known: Vocabulary) -> Statement | None:
    """The question that a post allows, or None.

    Of somebody who may be a subject it asks for the post. Of anybody else it asks who held the post, where that is one
    person: on a day, or in a body that was set up for a while.
    """
    if not post.body:
        return None
    if post.name in known.subjects:
        question = f"What position did {post.name} hold {post.place} {post.body}?"
        return post.name, (question, post.title, AnswerType.TITLE, SALIENCE)
    is_one = bool(post.date) or is_passing(post.body)
    if not is_one or not _SOLE_TITLE.fullmatch(post.title):
        return None
    office = f"{post.title} of the {post.body}"
    when = f" on {post.date}" if post.date else ""
    return office, (f"Who was {office}{when}?", post.name, AnswerType.PERSON, SALIENCE)


def post_fact(post: Post, quote: str, known: Vocabulary) -> Fact | None:
    """The same as a fact with its quote."""
    draft = post_draft(post, known)
    if draft is None:
        return None
    subject, (question, answer, kind, salience) = draft
    return Fact(
        subject=subject,
        question=question,
        answer=answer,
        answer_type=kind,
        quote=quote,
        salience=salience,
        form="sentence",
    )


def posts_of(row: Sequence[Unit]) -> Iterator[Post]:
    """As in "Jane Doe, Director of the Port Authority" and "the Director of the Port Authority, Jane Doe"."""
    dates = [u.name for u in row if u.kind is Kind.DATE]
    is_dated = len(dates) == 1 and row[0].text in _DATED_OPENERS and row[1].kind is Kind.DATE
    date = dates[0] if is_dated else ""
    for at in range(len(row)):
        if row[at + 1 : at + 2] and row[at + 1].text == ",":
            yield from (post._replace(date=date) for post in (*_after_name(row, at), *_before_name(row, at)))


_DATED_OPENERS = frozenset({"On"})


def _after_name(row: Sequence[Unit], at: int) -> Iterator[Post]:
    name = person_name(row[at])
    start = at + 3 if row[at + 2 : at + 3] and row[at + 2].text in {"the", "a"} else at + 2
    if not name or start >= len(row):
        return
    if row[start].kind is Kind.OFFICE:
        title, body = office_parts(row[start].text)
        if title:
            yield Post(name, title, body)
        return
    end = start
    while end < len(row) and row[end].kind is Kind.WORD and row[end].text in (_ROLE_WORDS | _ROLE_HEADS):
        end += 1
    if (
        end == start
        or row[end - 1].text not in _ROLE_HEADS
        or end + 1 >= len(row)
        or row[end].text not in {"of", "at", "for", "in"}
    ):
        return
    body_at = end + 2 if row[end + 1].text == "the" else end + 1
    if body_at < len(row) and row[body_at].kind is Kind.ORGANISATION and _PUBLIC_HEADS & set(row[body_at].text.split()):
        yield Post(name, words_of(row[start:end]), row[body_at].name, "at the")


def _before_name(row: Sequence[Unit], at: int) -> Iterator[Post]:
    """As in "the Director of Security, Jane Doe, ...": the name closes with a comma or the sentence."""
    if (
        row[at].kind is not Kind.OFFICE
        or at + 3 >= len(row)
        or row[at + 3].text not in {",", "."}
        or (at and row[at - 1].text in {",", "former", "then"})
    ):
        return
    name = person_name(row[at + 2])
    title, body = office_parts(row[at].text)
    if name and title:
        yield Post(name, title, body)


_SURNAME = re.compile(r"(?:Mc|Mac|O['’]|De|D['’])?[A-Z][a-z]+(?:-[A-Z][a-z]+)?|[A-Z]{4,}")
_SURNAME_ZIPF = 1.8


def person_name(unit: Unit, text: str = "") -> str:
    """The unit as a person's full name in print's capitals; "" when it is not plainly one.

    A surname that is in no word list counts when `text` holds it twice: a misreading does not repeat.
    """
    if unit.kind is Kind.PERSON and len(unit.name.split()) > 1:
        return unit.name if not unit.name.startswith(lexicon.OFFICE_BEFORE_NAME) else ""
    words = [w for w in unit.text.split() if w not in {"Mr.", "Dr.", "Mrs."}]
    if unit.kind is not Kind.UNKNOWN or not 2 <= len(words) <= 3:
        return ""
    first, middle, last = words[0], words[1:-1], words[-1]
    is_initialled = len(middle) == 1 and re.fullmatch(r"[A-Z]\.", first) and middle[0] in lexicon.GIVEN_NAMES
    is_given = first.title() in lexicon.GIVEN_NAMES and all(
        re.fullmatch(r"[A-Z]\.|[A-Z][A-Za-z]{2,}", w) for w in middle
    )
    if (
        not (is_initialled or is_given)
        or not _SURNAME.fullmatch(last)
        or last.title() in lexicon.ORGANISATION_HEADS | lexicon.OFFICE_HEADS
    ):
        return ""
    is_known = zipf(last.lower()) >= _SURNAME_ZIPF or len(re.findall(rf"\b{re.escape(last)}\b", text)) > 1
    return " ".join(w.title() if w.isupper() and len(w) > 2 else w for w in words) if is_known else ""


def office_parts(office: str) -> tuple[str, str]:
    """The title and the public body of "Chief Counsel of the Ports Committee"; ("", "") when there is no such body."""
    match = re.fullmatch(r"((?:[A-Z][a-z]+ )*?[A-Z][a-z]+)(?:,| of| for| to)(?: the)? (.+)", office)
    if (
        match is None
        or not _PUBLIC_HEADS & set(match.group(2).split())
        or "," in match.group(2)
        or len(match.group(2).split()) < 2
    ):
        return "", ""
    return match.group(1), match.group(2)


_POST = re.compile(
    r"(?:.*\b)?(?:Director|Chief|Counsel|Coordinator|Secretary|Chairman|Commissioner|Administrator|Ambassador|"
    r"Archivist|Comptroller|Inspector General|Attorney General)\b(?:(?:,| of| for| to| on) .+|/.+)?"
)


_EMPTY_IN_POSTS = frozenset(
    (
        "of for to the and on Acting Deputy Assistant Associate Executive Staff Senior Station Police Detectives "
        "Sports Committee Subcommittee Commission Board Division Office Part Mission Bureau"
    ).split()
)
_WHOLE_POSTS = frozenset(
    {
        "Inspector General",
        "Attorney General",
        "General Counsel",
        "Legislative Counsel",
        "Solicitor General",
        "Postmaster General",
    }
)


# "Chief of the Center for the Study": what is studied was on the next line.
_CUT_POST = re.compile(
    r"(?:\b(?:for|of) (?:the )?(?:Study|Prevention|Promotion|Advancement|Protection|Suppression|Control|Development|"
    r"Coordination|Review|Analysis|Investigation|Preservation)|\b(?:Center|Centre|Special|National|Federal|Foreign|"
    r"Deputy|Assistant|United))$"
)
# Officers of private bodies hold no public office.
_PRIVATE_BODY = frozenset(
    "Association Club Company Corporation Society Foundation League Union Federation University College Magazine "
    "Newspaper News Times Press Tribune Herald Journal Post Star Airlines Railway Railroad Church Hospital School "
    "Workers Hotel Inc Incorporated Ltd Limited Brothers Sons Partners Theater Theatre Studios Records Sports".split()
)


def _post(value: str, known: Vocabulary) -> str:
    """The value when it is a whole public post, such as "Acting Legislative Counsel"; "" otherwise."""
    value = value.strip(" .,;:")
    words = [w.strip(".,") for w in re.split(r"[\s/]+", value)]
    is_worded = (
        len(words) > 1
        and all(w and fits_office(w, known) for w in words)
        and not re.search(
            r"[^A-Za-z ,.&/'’-]|(?i:\b(?:of|for|the|and|to|on))$|,$|\s-|-\s|"
            r"^[a-z]|^[A-Z]{1,3}\b|\b[A-Z][a-z]{0,2}/|/[a-z]",
            value,
        )
    )
    if (
        not words
        or words[0] not in lexicon.OFFICE_HEADS | lexicon.OFFICE_MODIFIERS | {"Inspector"}
        or len(words[-1]) == 1
    ):
        return ""
    told = [w for w in words if w not in _EMPTY_IN_POSTS and w not in lexicon.OFFICE_HEADS]
    is_telling = (len(words) > 2 and bool(told)) or value in _WHOLE_POSTS
    if _CUT_POST.search(value) or _PRIVATE_BODY & set(words):
        return ""
    return value if is_worded and is_telling and _POST.fullmatch(value) and len(value) <= 80 else ""


def _post_of(name: str, office: str) -> Post:
    title, body = office_parts(office)
    return Post(name, title or office, body)


def _listed_name(written: str, passage: str, known: Vocabulary) -> str:
    """The canonical name of a listed person, else the name as written where it plainly is a person's."""
    name = " ".join(written.split())
    return known.people.get(tuple(name.lower().split())) or person_name(Unit(Kind.UNKNOWN, 0, 0, name, ""), passage)


_LINES = re.compile(
    r"^[ \t]*(?P<name>(?:Mr\. )?[A-Z][A-Za-z.]+ (?:[A-Z]\. |"
    r"[A-Z][a-z]+ )?[A-Z][A-Za-z'’-]+)(?:, Jr\.)?[ \t]*\n\s*(?P<office>[A-Z][^\n]{6,80}?)[ \t]*(?=\n|$)",
    re.MULTILINE,
)


def signature_posts(passage: str, known: Vocabulary) -> Iterator[tuple[Post, str]]:
    """From a signature or a sender's block, a name and on the next line an office: the post, and its quote."""
    for match in _LINES.finditer(passage):
        name = _listed_name(match.group("name"), passage, known)
        office = _post(match.group("office"), known)
        if name and office and not office.isupper():
            yield _post_of(name, office), match.group().strip()


_INLINE = re.compile(
    r"(?<![\w.])(?P<name>(?:Mr\.\s+)?[A-Z][A-Za-z]+\s+(?:[A-Z]\.\s+)?[A-Z][A-Za-z'’-]+)"
    r"(?:,\s+|\s+(?:was|is|became|served\s+as|was\s+appointed|was\s+named|was\s+elected)\s+)(?:the\s+|then\s+|former\s+)?"
    r"(?P<office>(?:(?:Acting|Deputy|Assistant|Associate|Executive|Staff|General|Legislative|Chief|Inspector|"
    r"Under|First|Principal)\s+)*"
    r"(?:Director|Chief|Counsel|Secretary|Chairman|Commissioner|Administrator|Ambassador|Archivist|Comptroller|"
    r"General|Coordinator)"
    r"(?:,?\s+(?:of|for|to)\s+(?:the\s+)?|,\s+)(?:[A-Z][\w/&]*(?:\s+(?:of|on|for|and|"
    r"the)(?=\s+(?:the\s+)?[A-Z]))*\s+){0,7}[A-Z][\w/&]*)(?=[.,;)]|\s*\n\s*\n|\s*\Z|\s+(?:on|in)\s+\d|"
    r"\s+(?!of\b|on\b|for\b|and\b|the\b|de\b|in\b|to\b)[a-z(]|\n[ \t]*[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]+,)"
)


_TITLED = re.compile(
    r"(?<![\w.])(?P<title>"
    + "|".join(sorted(WHOLE_TITLES, key=len, reverse=True))
    + r")\s+(?P<name>[A-Z][a-z]+\s+(?:[A-Z]\.\s+)?(?:Mc|O['’])?[A-Z][a-z]+)(?![\w-])(?!\s+[A-Z][a-z])"
)


def titled_people(passage: str) -> Iterator[str]:
    """As in "Jane Doe" of "Senator Jane Doe", wherever it stands: full names right after a public title."""
    for match in _TITLED.finditer(passage):
        name = person_name(Unit(Kind.UNKNOWN, 0, 0, " ".join(match.group("name").split()), ""), passage)
        if name and not re.search(
            r"(?:Assistant|Deputy|Under|Acting|Vice)\s+$", passage[max(0, match.start() - 12) : match.start()]
        ):
            yield name


def inline_posts(passage: str, known: Vocabulary) -> Iterator[tuple[Post, str]]:
    """From "Jane Doe, Chief of the Ports Division," wherever it stands, lists included: the post, and its quote."""
    for match in _INLINE.finditer(passage):
        name = _listed_name(match.group("name"), passage, known)
        office = _post(join_lines(match.group("office")), known)
        if name and office and office.count(",") < 2 and "\n\n" not in match.group():
            yield _post_of(name, office), match.group()
