"""Papers that a text or a register refers to by kind, sides and date: "Memorandum from A. Roe to B. Poe, 3 May 1961".

Belongs here: finding such references, their sides, date and subject line. Does not: headings of papers (draft_papers),
naming people and wording events (draft_writings).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench_resources.reader.draft_dates import is_calendar_date
from bench_resources.reader.draft_papers import WRITTEN_DATE, Paper
from bench_resources.reader.draft_sentences import join_lines

ENTRY_CHARS = 120  # before a reference, in which the date of its entry may stand
DOUBT_CHARS = 30
MIN_POST_WORDS = 3  # behind a name: an office and its body; fewer are letters of either

_LOOSE_DATE = WRITTEN_DATE.replace(r"[ \t]+", r"\s{1,3}")  # over the end of a line
_KINDS = r"[Mm]emorandum|MEMORANDUM|[Mm]emo|[Ll]etter|[Cc]able|[Tt]elegram|[Dd]ispatch|[Aa]irtel|[Nn]ote"
_POST = r"(?:,\s+(?:[A-Z][A-Z/]{1,5}|(?:General|Chief|Deputy)\s+Counsel)(?=[\s,.;]))"
_NAME = r"(?:(?:Mr|Dr|Messrs)\.\s+)?[A-Z][\w'’-]*\.?(?:\s+[A-Z](?:\.|[\w'’-]+)){0,4}"
_PART = (
    rf"(?:[,;]?\s+(?:from|to|for|signed\s+by)\s+(?:the\s+)?{_NAME}{_POST}?,?|"
    rf"[,;]?\s+(?:(?:dated|dtd\.?|of|on)\s+)?{WRITTEN_DATE})"
)
_REFERENCE = re.compile(rf"(?<![\w-])(?:(?P<before>{_LOOSE_DATE}),?\s+)?(?P<kind>{_KINDS})(?P<parts>{_PART}{{1,4}})")
# As in "HPC letter (LC 61-22) dated 3 May 1961": a body's, which its letters name.
_OF_BODY = re.compile(
    rf"(?<![\w-])(?P<body>[A-Z]{{3,6}})\s+(?:[Ll]etter|[Ll]tr)\.?\s+(?:\([^()\n]{{3,25}}\)\s+)?"
    rf"(?:of|dated|dtd\.?|\w{{2}})\s+(?P<date>{_LOOSE_DATE})"
)
# Behind a signer: ", Chief Counsel and Director, HPC".
_TITLE_WORDS = r"[A-Z]\w+(?:\s+(?:[A-Z]\w+|and|of|the)){0,6}"
_POST_BEHIND = re.compile(rf",\s+{_TITLE_WORDS}(?:,\s+(?:the\s+)?{_TITLE_WORDS})?(?=[,.;)])")
_FROM = re.compile(rf"\b(?:from|signed\s+by)\s+(?:the\s+)?(?P<name>{_NAME})")
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
        yield from _paper(passage, match, date, start)
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
    kind = match["kind"].lower()
    at = passage.rfind(sender["name"], match.start(), match.end()) if sender else -1
    post = _POST_BEHIND.match(passage, at + len(sender["name"])) if sender and at >= 0 else None
    post = post if post and len(post.group().split()) >= MIN_POST_WORDS else None
    end = max(match.end(), post.end() if post else 0)
    yield Paper(
        {"memo": "memorandum"}.get(kind, kind),
        (join_lines(sender["name"]), *([join_lines(post.group())] if post else [])) if sender else (),
        (join_lines(receiver["name"]),) if receiver else (),
        join_lines(subject["title"]) if subject and is_whole else "",
        join_lines(date),
        start,
        subject.end() if subject and is_whole else end,
        is_headed=False,
    )
