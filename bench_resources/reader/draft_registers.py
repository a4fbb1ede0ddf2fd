"""Papers that a text or a register refers to by kind, sides and date: "Memorandum from A. Roe to B. Poe, 3 May 1961".

Belongs here: finding such references, their sides, date and subject line. Does not: headings of papers (draft_papers),
naming people and wording events (draft_writings).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bench_resources.reader.draft_dates import is_calendar_date
from bench_resources.reader.draft_lexicon import ORGANISATION_HEADS
from bench_resources.reader.draft_papers import WRITTEN_DATE, Paper, papers_of
from bench_resources.reader.draft_sentences import join_lines

ENTRY_CHARS = 120  # before a reference, in which the date of its entry may stand
DOUBT_CHARS = 30
MIN_POST_WORDS = 3  # behind a name: an office and its body; fewer are letters of either

_LOOSE_DATE = WRITTEN_DATE.replace(r"[ \t]+", r"\s{1,3}")  # over the end of a line
_KINDS = (
    r"[Mm]emorandum|MEMORANDUM|[Mm]emo|MEMO|[Ll]etter|[Ll]tr|LTR|[Cc]able|[Tt]elegram|[Dd]ispatch|[Aa]irtel|[Nn]ote"
)
_WHOLE = {"memo": "memorandum", "ltr": "letter"}
_POST = r"(?:,\s+(?:[A-Z][A-Z/]{1,5}|(?:General|Chief|Deputy)\s+Counsel)(?=[\s,.;]))"
_HEAD = (
    r"(?:(?:Deputy|Staff|Acting|Chief|General)\s+)?"
    r"(?:Director|Counsel|Chief|Chairman|Commissioner|Administrator|Secretary)"
)
# As in "Chief Counsel/Director of HPC": who heads a body, without his name.
_HEAD_OF = (
    rf"(?:{_HEAD}(?:\s?/\s?{_HEAD})*\s+\W{{0,2}}of\s+(?:the\s+)?(?:[A-Z]{{3,8}}(?!\w)|[A-Z][\w'’&-]*"
    r"(?:\s+(?:(?:of|on|and)\s+)?[A-Z][\w'’&-]*){0,5}))"
)
_CODE = r"(?:[A-Z]{1,4}(?:/[A-Z]{1,4})+(?![\w/]))"  # of an office: "SA/DO/O"
_NAME = rf"(?:{_HEAD_OF}|{_CODE}|(?:(?:Mr|Dr|Messrs)\.\s+)?[A-Z][\w'’-]*\.?(?:\s+[A-Z](?:\.|[\w'’-]+)){{0,4}})"
_NUMBER = r"(?:\s+\([A-Z][^()\n]{2,25}\)\.?)?"
_PART = (
    rf"(?:[,;.]?\s+(?:from|fr|to|for|signed\s+by)\s+(?:the\s+)?{_NAME}{_POST}?{_NUMBER},?|"
    rf"[,;]?\s+(?:(?:dated|dtd\.?|of|on|[-–—])\s+)?{WRITTEN_DATE})"
)
_REFERENCE = re.compile(
    rf"(?<![\w-])(?:(?P<before>{_LOOSE_DATE}),?\s+)?(?P<kind>{_KINDS}){_NUMBER}(?P<parts>{_PART}{{1,4}})"
)
# As in "HPC letter (LC 61-22) dated 3 May 1961": a body's, which its letters name.
_OF_BODY = re.compile(
    rf"(?<![\w-])(?P<body>[A-Z]{{3,6}})\s+(?:[Ll]etter|[Ll]tr)\.?\s+(?:\([^()\n]{{3,25}}\)\s+)?"
    rf"(?:of|dated|dtd\.?|\w{{2}})\s+(?P<date>{_LOOSE_DATE})"
)
# Behind a signer: ", Chief Counsel and Director, HPC".
_TITLE_WORDS = r"[A-Z]\w+(?:\s+(?:[A-Z]\w+|and|of|the)){0,6}"
_POST_BEHIND = re.compile(rf",\s+{_TITLE_WORDS}(?:,\s+(?:the\s+)?{_TITLE_WORDS})?(?=[,.;)])")
_FROM = re.compile(rf"\b(?:from|fr|signed\s+by)\s+(?:the\s+)?(?P<name>{_NAME})")
_TO = re.compile(rf"\b(?:to|for)\s+(?:the\s+)?(?P<name>{_NAME})")
_DATE = re.compile(_LOOSE_DATE)
_SUBJECT = re.compile(
    r"[.,;:\s]{0,4}\W{0,3}(?:(?:the\s+)?subject\s+of\s+which\s+was\s+|(?:[Ss]ubject|SUBJECT|[Ss]ubj\.?)\s*[:;.]\s*)"
    r"(?P<open>[\"“])?(?P<title>[A-Z][^\"“”;:\[\]]{5,150}?)(?P<close>[\"”]|\.(?=\s)|\n\s*\n|(?=\s*\[))"
)
_STOPPED = re.compile(r"\b(?:Nos?|Mr|Mrs|Dr|Jr|Lt|Gen|Col|St|[A-Z])$")  # what ends so has not ended with its stop
# "3 May 1961 HC-117" on a line of its own, or at the head of the reference's own line.
_ENTRY = re.compile(
    rf"(?:^|\n)[ \t\W]{{0,4}}(?P<date>{WRITTEN_DATE})[ \t]*[^\n.;:]{{0,30}}\n?\s*(?:[\[{{(][^\]\n]{{0,60}}[\])]\s*)?$"
)
_DOUBT = re.compile(
    r"(?i)\b(?:draft|proposed|undated|unsent|no|any|prepared?|preparing|reply to|answer to)\W*(?:a|the)?\W*$"
)


def referred_papers(passage: str) -> Iterator[Paper]:
    """Every paper that a passage refers to with its day and a side; its subject where one stands right behind.

    The day stands in the reference ("dated 3 May 1961"), or opens its entry in a register. A draft is no paper.
    """
    headings = list(papers_of(passage)) if _SAME_SUBJECT.search(passage) else []
    for match in _REFERENCE.finditer(passage):
        before = passage[max(0, match.start() - ENTRY_CHARS) : match.start()]
        if _DOUBT.search(before[-DOUBT_CHARS:]):
            continue
        inside = [*_DATE.findall(match["before"] or ""), *_DATE.findall(match["parts"])]
        inside = [join_lines(date) for date in inside]
        entry = None if inside else _ENTRY.search(before)
        if len(inside) > 1 or not (inside or entry):
            continue
        date = inside[0] if inside else entry["date"] if entry else ""
        start = match.start() - (len(before) - entry.start("date")) if entry else match.start()
        yield from (_on_same_subject(passage, paper, headings) for paper in _paper(passage, match, date, start))
    for match in _OF_BODY.finditer(passage):
        date = join_lines(match["date"])
        if is_calendar_date(date) and not _DOUBT.search(passage[: match.start()][-DOUBT_CHARS:]):
            yield Paper("letter", (match["body"],), (), "", date, match.start(), match.end(), is_headed=False)


def _paper(passage: str, match: re.Match[str], date: str, start: int) -> Iterator[Paper]:
    parts = _DATE.sub(" ", match["parts"])
    sender, receiver = _FROM.search(parts), _TO.search(parts)
    if not is_calendar_date(date) or not (sender or receiver):
        return
    subject = _SUBJECT.match(passage, match.end())
    is_whole = subject is not None and bool(subject["open"]) == (subject["close"] in {'"', "”"})
    is_whole = is_whole and not (subject and _STOPPED.search(subject["title"]))
    kind = _WHOLE.get(match["kind"].lower(), match["kind"].lower())
    at = passage.rfind(sender["name"], match.start(), match.end()) if sender else -1
    post = _POST_BEHIND.match(passage, at + len(sender["name"])) if sender and at >= 0 else None
    post = post if post and len(post.group().split()) >= MIN_POST_WORDS else None
    end = max(match.end(), post.end() if post else 0)
    yield Paper(
        kind,
        (_named(sender["name"]), *([join_lines(post.group())] if post else [])) if sender else (),
        (_named(receiver["name"]),) if receiver else (),
        join_lines(subject["title"]) if subject and is_whole else "",
        join_lines(date),
        start,
        subject.end() if subject and is_whole else end,
        is_headed=False,
    )


_OF = re.compile(rf"(?P<head>{_HEAD}(?:\s?/\s?{_HEAD})*)\s+\W{{0,2}}of\s+(?:the\s+)?(?P<body>.+)", re.DOTALL)


def _named(side: str) -> str:
    """A side on one line: "Director of HPC" with a comma, as headings write it; the body alone behind two offices.

    What a body's head writes in two offices is the body's own letter; "Director of Central Works" is all one title.
    """
    head = _OF.fullmatch(side)
    if head is None:
        return join_lines(side)
    body = join_lines(head["body"])
    is_body = body.isupper() or any(word in ORGANISATION_HEADS for word in body.split())
    if not is_body:
        return join_lines(side)
    return body if "/" in head["head"] else f"{join_lines(head['head'])}, {body}"


_SAME_SUBJECT = re.compile(r"[\s.,;(]{1,4}[Ss]ame\s+[Ss]ub(?:j|ject)\b\.?")
MAX_REFERRED = 900  # characters from a heading to the end of what it refers to


def _on_same_subject(passage: str, paper: Paper, headings: Sequence[Paper]) -> Paper:
    """A paper that is referred to by "Same Subject" with that of the heading above it, from where it is then quoted."""
    same = _SAME_SUBJECT.match(passage, paper.end)
    above = [one for one in headings if one.subject and not one.is_sheet and one.start < paper.start]
    if same is None or paper.subject or not above or same.end() - above[-1].start > MAX_REFERRED:
        return paper
    return paper._replace(subject=above[-1].subject, start=above[-1].start, end=same.end())
