"""Published works that a sentence names by title: in which paper an article stood, when a report came out.

Belongs here: articles, advertisements, reports and films whose title stands in quotation marks. Does not: memoranda and
letters (draft_headers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader.draft_dates import is_calendar_date
from bench_resources.reader.draft_entities import NAMED, Vocabulary, units
from bench_resources.reader.draft_headers import clean_title
from bench_resources.reader.draft_sentences import is_word

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\.?)"
)
_DATE = (
    rf"(?:(?:3[01]|[12]\d|0?[1-9]) {_MONTH},? (?:1[789]|20)\d\d|{_MONTH} (?:3[01]|[12]\d|0?[1-9]), (?:1[789]|20)\d\d|"
    r"(?:1[0-2]|0?[1-9])/(?:3[01]|[12]\d|0?[1-9])/(?:(?:1[789]|20)\d\d|\d\d))(?![\d/])"
)
_WORK = (
    r"(?P<work>(?:full-page |front-page |feature |news |magazine |newspaper |research |annual |final |staff |interim )?"
    r"(?:article|advertisement|editorial|column|essay|report|pamphlet|booklet|brochure|leaflet|study|film|documentary|"
    r"book|series of articles|cartoon|interview|review|poem|resolution|speech|address))"
)
_NAMED = r"(?:,? (?:entitled|captioned|titled|headed|headlined|called),?)"
_TITLE = r"[\"“](?P<title>[A-Z0-9][^\"“”]{9,120}?)[,.]?[\"”][,.]?"
# The last or first word of a periodical's name, so that "the New York office" is none.
_PRESS = (
    r"(?:Times|Post|News|Star|Herald|Tribune|Press|Journal|Magazine|Guardian|Worker|Mirror|Gazette|Review|Bulletin|"
    r"Dealer|Globe|Chronicle|Examiner|Sun|Telegraph|Record|Observer|Standard|Inquirer|Monitor|Courier|Daily|Weekly|"
    r"Register|Enterprise|Leader|Mercury|Citizen|Advertiser|Argus|Sentinel|Dispatch|Digest|World|Nation|Republic)"
)
_PAPER = (
    r"(?:the )?(?:magazine |newspaper |periodical )?(?P<quote>[\"“'‘])?"
    r"(?P<paper>(?:The )?(?:[A-Z][\w.'’-]*|and|of|&)(?: (?:[A-Z][\w.'’-]*|and|of|&)){0,6}) ?,?(?(quote)[\"”'’]|),?"
    r"(?P<sort> newspaper| magazine| journal)?"
)
_ASIDE = (
    r"(?:,? (?:a|an) (?:[A-Za-z-]+,? ){0,8}(?P<aside>newspaper|paper|magazine|weekly|daily|journal|periodical)"
    r"(?![\w-]),?)?"
)
_PAGE = r"(?:,? (?:on )?(?:page|p\.) ?\w{1,4}(?:,? (?:column|col\.) ?\d)?[.,]?)?"
_ISSUE = r"(?:(?:(?:late|early|final|first|city|home|morning|evening|Sunday) ){0,2}(?:issue|edition|number|copy))"
_APPEARED = r"(?:which )?(?:had )?(?:appeared|was published|was printed|was carried|ran)(?: on page \w+)? (?:in|by|of)"
_HELD = (
    r"(?:(?:which )?(?:contained|contains|carried|carries|published|printed|featured|ran|containing|carrying) "
    r"(?:a|an|the)|in (?:a|an|the|its))"
)
_IN_PAPER = re.compile(
    rf"\b{_WORK}(?: by [A-Z][\w. ]{{3,30}})?{_NAMED} {_TITLE},? {_APPEARED} "
    rf"(?:(?:the|its) (?P<before>{_DATE}),? {_ISSUE} of )?{_PAPER}(?![\w'’]){_ASIDE}"
    rf"(?:,? (?:of|for|on|dated|in its {_ISSUE} (?:of|for|dated)|{_ISSUE} (?:of|dated)) (?P<after>{_DATE}))?"
)
_ISSUE_HELD = re.compile(
    rf"\b[Tt]he (?P<before>{_DATE}),? {_ISSUE} of {_PAPER}{_ASIDE}{_PAGE} {_HELD} {_WORK}{_NAMED} {_TITLE}"
)
_DATED_PAPER_HELD = re.compile(
    rf"\b(?:The|the|In the) {_PAPER}{_ASIDE},? (?:of|on|for|dated|in its {_ISSUE} (?:of|for|dated)) "
    rf"(?P<before>{_DATE}),?{_PAGE} {_HELD} {_WORK}{_NAMED} {_TITLE}"
)
_PAPER_ARTICLE = re.compile(
    rf"\b(?:[Aa]n?|[Tt]he|his|her) (?P<before>{_DATE}|{_MONTH} (?:1[789]|20)\d\d) {_PAPER} {_WORK}{_NAMED} {_TITLE}"
)
_ISSUED = re.compile(
    rf"\b{_WORK}(?: (?:of|by) [^\"“”.;]{{3,80}}?)?{_NAMED} {_TITLE},? was "
    rf"(?P<how>released|published|issued|distributed|adopted|printed|shown|broadcast) (?:on|in) (?P<date>{_DATE})"
)
_PLACED = re.compile(
    rf"\b{_WORK}{_NAMED} {_TITLE},? (?:which was )?"
    r"(?P<how>placed|sponsored|issued|published|distributed) by (?P<by>the [^.;,(\"“”]+)"
)
MIN_TITLE_WORDS = 3
_TITLED = re.compile(rf"{_WORK}\b[^.;]{{0,90}}\s(?:entitled|captioned|titled|headed|headlined|called)\b")


class _Flat(NamedTuple):
    """A passage on one line, with where each of its characters stood."""

    text: str
    spots: list[int]

    def quote(self, match: re.Match[str], passage: str) -> str:
        """What the passage itself has where a match stands."""
        return passage[self.spots[match.start()] : self.spots[match.end() - 1] + 1]


def _flat(passage: str) -> _Flat:
    """White space collapsed, a word broken at a line's end made whole; a blank line stays a break of its own."""
    text: list[str] = []
    spots: list[int] = []
    at = 0
    for gap in _GAP.finditer(passage):
        text.append(passage[at : gap.start()])
        spots.extend(range(at, gap.start()))
        if not gap["broken"]:
            text.append(" ")
            spots.append(gap.start())
        at = gap.end()
    text.append(passage[at:])
    spots.extend(range(at, len(passage)))
    return _Flat("".join(text), spots)


_GAP = re.compile(r"(?P<broken>(?<=[a-z])-[ \t]*\n\s*(?=[a-z]))|\s+")


def work_facts(passage: str, known: Vocabulary) -> Iterator[Fact]:
    """Which paper held a titled work, on which day it came out, and who placed it: one question each.

    Only for a title of three words or more that is read cleanly and names no private person. What stands around the
    work may be misread.
    """
    if _TITLED.search(passage) is None:
        return
    flat = _flat(passage)
    for pattern in (_IN_PAPER, _ISSUE_HELD, _DATED_PAPER_HELD, _PAPER_ARTICLE):
        for match in pattern.finditer(flat.text):
            yield from _in_paper(match, flat.quote(match, passage), known)
    for match in _ISSUED.finditer(flat.text):
        work = _work(match, known)
        if work and is_calendar_date(match["date"]):
            question = f"On what date was the {work} {match['how']}?"
            yield _fact(work, question, match["date"], AnswerType.DATE, flat.quote(match, passage))
    for match in _PLACED.finditer(flat.text):
        yield from _placed(match, flat.quote(match, passage), known)


def _work(match: re.Match[str], known: Vocabulary) -> str:
    """As in 'article entitled "Who Owns the Harbor"'; "" for a title that a question may not hold."""
    title = _title(match["title"], known)
    return f'{match["work"]} entitled "{title}"' if title else ""


def _title(written: str, known: Vocabulary) -> str:
    """The title when every word of it may be quoted; a closing question mark belongs to it."""
    bare = written.rstrip("?!,. ")
    is_whole = len(bare.split()) >= MIN_TITLE_WORDS and clean_title(bare, known) == bare
    return written.rstrip(",. ") if is_whole else ""


def _in_paper(match: re.Match[str], quote: str, known: Vocabulary) -> Iterator[Fact]:
    work, paper = (
        _work(match, known),
        _paper(match["paper"], sort=match["sort"] or match.groupdict().get("aside") or ""),
    )
    dates = [date for name in ("before", "after") if (date := match.groupdict().get(name))]
    if not work or not paper:
        return
    yield _fact(work, f"In which publication did the {work} appear?", paper, AnswerType.ORGANISATION, quote)
    if len(dates) == 1 and (is_calendar_date(dates[0]) or _MONTH_ALONE.fullmatch(dates[0])):
        question = f"What is the date of the issue of {_with_article(paper)} in which the {work} appeared?"
        yield _fact(work, question, dates[0], AnswerType.DATE, quote)


_MONTH_ALONE = re.compile(rf"{_MONTH} \d{{4}}")


def _paper(written: str, *, sort: str) -> str:
    """A periodical's name, every word of it in a dictionary; "" when it is none.

    One word is enough where the text says what `sort` of periodical it is: "Harbor magazine".
    """
    name = written.strip(" ,.")
    words = name.split()
    is_named = len(words) > 1 and (words[0] == "Daily" or re.fullmatch(_PRESS, words[-1]) is not None)
    is_told = is_named or (bool(sort) and bool(words))
    return name if is_told and all(is_word(word.lower().strip(".,'’")) for word in words) else ""


def _with_article(paper: str) -> str:
    is_bare = " " not in paper or paper.startswith(("The ", "El ", "La ", "Le ", "Il ", "Los ", "Las ", "Der ", "Die "))
    return paper if is_bare else f"the {paper}"


def _placed(match: re.Match[str], quote: str, known: Vocabulary) -> Iterator[Fact]:
    work = _work(match, known)
    row = units(f"It is {match['by']}", known)
    named = [unit for unit in row[3:] if unit.kind in NAMED]
    if work and len(named) == 1 and named[0] is row[3] and named[0].name == named[0].text:
        question = f"Which organisation {match['how']} the {work}?"
        yield _fact(work, question, named[0].text, AnswerType.ORGANISATION, quote)


def _fact(work: str, question: str, answer: str, kind: AnswerType, quote: str) -> Fact:
    return Fact(
        subject=work, question=question, answer=answer, answer_type=kind, quote=quote, salience=4, form="sentence"
    )
