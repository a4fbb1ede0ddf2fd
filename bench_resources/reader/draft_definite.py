"""Whether a question points at one thing: what a strict reader asks before the answer is even looked at.

Belongs here: rules about a finished fact, whatever pattern found it. Does not: finding facts.
"""

from __future__ import annotations

import re

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_entities import Vocabulary
from bench_resources.reader.draft_posts import is_passing
from bench_resources.words import zipf

_POST_IN_BODY = re.compile(
    r"^(?:What position did .+ hold in (?:the )?|Who was [A-Z][\w ]*? of the )(?P<body>.+?)"
    r"(?: on (?:\d|[A-Z][a-z]+ \d)[\w ,]*)?\?$"
)
_MATTER = re.compile(r'"|\b(?:concerning|regarding|about|recommending|requesting|on the subject|titled|entitled)\b')
_NAMES_ONE = re.compile(
    r"\b(?:letter|memorandum|cable|telegram|message|dispatch|airtel|note) (?:of|dated|to|from|which|sent)\b"
)
_ACRONYM = re.compile(r"^[A-Z][A-Z&/.]{1,7}$")
KNOWN_ACRONYM_ZIPF = 4.0  # anybody can spell out an acronym this common
SHORT_BODY_WORDS = 2  # "Services Staff": of which body?
COMMON_ZIPF = 4.2  # a word this common says nothing about whose unit it is

_TITLE = re.compile(r'(?:on the subject|titled|entitled) "(?P<title>[^"]+)"')
_PARTY = re.compile(r"\b(?:from|to) (?:the )?[A-Z][^\"]* (?:on the subject|titled|entitled) \"")
_WORD = re.compile(r"[A-Za-z]{2,}")
CEILING_ZIPF = 7.0  # as frequent as "the": a word tells as much as it is rarer
MIN_TOLD = 10.0  # of such points in a title that stands alone: "Harbor Dues at the Northern Locks" has 13
MIN_TOLD_MORE = 12.5  # the same where not even the kind of paper, or not its day, is known
PLAIN_ZIPF = 6.0  # a commoner word is grammar
# "The OSD memorandum titled": whose paper it is.
_ORIGIN = re.compile(r"\bthe [A-Z]{2,6} (?:document|memorandum|letter|report|cable|dispatch) titled \"")
_LETTER = re.compile(r'\b(?:letter|airtel|cable|telegram|dispatch|message) (?:titled|entitled|on the subject) "')
_ASKING = re.compile(r"\b(?:request|response|reply|proposed|proposal|draft|comments)\b", re.IGNORECASE)
# What is held again and again under one name, unless the name says on what or when.
_RECURRING = re.compile(
    r"^(?:\w+ )?(?:meetings?|briefings?|conversations?|telephone calls?|telecons?|discussions?|interviews?|contacts?|"
    r"visits?|luncheon|conferences?) (?:with|between|of|by)\b",
    re.IGNORECASE,
)
# "Letter to us", "the subject's defection": known to whoever holds the file.
_WRITERS = re.compile(r"\b(?:us|our|ours|we|your|yours|my|this|these|subject['’]?s)\b", re.IGNORECASE)
_ON_WHAT = re.compile(r"\b(?:on|re|regarding|concerning|about|for) \w+ \w+|\b(?:1[789]|20)\d\d\b", re.IGNORECASE)
# Only somebody who holds the paper knows what is recent, present or attached.
_RELATIVE = re.compile(
    r"\b(?:recent|recently|current|currently|latest|present|attached|enclosed|above|below|following|previous|previously|"
    r"aforementioned|today|yesterday|tomorrow|ago|now)\b",
    re.IGNORECASE,
)
# What somebody has, somewhere, is so for a while: as of when?
# What goes on, or comes back every year, has no one day.
_AGAIN = re.compile(
    r"^(?:On what date|In what (?:month and )?year) .*"
    r"\b(?:annual|yearly|monthly|weekly|regular|(?<!to )continued?|(?<!to )resumed?|again)\b"
)
_UNDATED_POST = re.compile(r"^Who was (?:elected|appointed|named|nominated) .* of the (?P<body>.+)\?$")
_UNDATED_STATE = re.compile(
    r"^(?:Which organisation|Who|In what place|Where|To what place) (?:has|have)\b|^How many .*\bdid .*\bhave\b"
)
# "Which organisation continued talks on dues?": any may have, some day.
_UNDATED_DEED = re.compile(r"^Which organisation (?!was the |is the )[a-z]+")
# "A copy of a cable", "a report", and nothing on what it said.
_SOME_PAPER = re.compile(
    r"\ba (?:cable|letter|report|memorandum|message|document|note|telegram)(?=\?| dated\b| on \d| on [A-Z][a-z]+ \d)"
)
# Two clauses, of which only one was turned round: "was founded by the Act and functions under the Board".
_SOMEBODY = re.compile(r"\ba (?:man|woman|person|individual|representative|source|friend)\b")
# "Fined the company": named a sentence earlier, and not in the question.
_THE_SAME = re.compile(
    r"\bthe (?:company|firm|corporation|defendants?|plaintiffs?|applicants?|respondents?|employer|employee|contractor|"
    r"findings|facility|outbreak|victims?)\b(?! of\b)"
)
_SECOND_CLAUSE = re.compile(r"\band \w+s (?:under|as)\b")
# "Who was the chairman of the Water Board?": in which year?
_LASTING_POST = re.compile(r"^Who (?:was|is) the .*?\b(?:of|for) the (?P<body>.+)\?$")
_YEAR = re.compile(r"\b(?:1[789]\d\d|20\d\d)\b|\b\d{1,2}/\d{1,2}/\d\d\b")
_PROPER = re.compile(r"(?<!^)\b[A-Z][\w.'’-]*(?: (?:of |the |for |and )*[A-Z][\w.'’-]*)*")
MIN_NAMES = 2


_POINTING = (_RELATIVE, _SOMEBODY, _SOME_PAPER, _THE_SAME, _SECOND_CLAUSE)


def points_elsewhere(text: str) -> bool:
    """Whether a wording leans on the writer's day, or on a thing that only the text around it names."""
    return any(pattern.search(text) for pattern in _POINTING)


def is_definite(fact: Fact) -> bool:
    """Whether the question names enough for one answer, and the answer names its bearer in full."""
    return not (
        _is_loose_correspondence(fact.question)
        or _is_bare_surname(fact)
        or _is_vague_body(fact.question)
        or _is_common_title(fact.question)
        or _is_timeless(fact.question)
    )


def is_about_another(fact: Fact, known: Vocabulary) -> bool:
    """Whether a question is about a person who may be named but not be its subject."""
    subject = re.sub(r"['’]s?$", "", fact.subject)
    is_titled = subject.startswith(lexicon.OFFICE_BEFORE_NAME) and not {"of", "for", "to"} & set(subject.split())
    is_person = subject in known.people.values() or is_titled
    return is_person and subject not in known.subjects and fact.subject in fact.question


def _is_loose_correspondence(question: str) -> bool:
    """A letter known by its day or its writer alone: a busy office sends several."""
    return _NAMES_ONE.search(question) is not None and not _MATTER.search(question)


def _is_bare_surname(fact: Fact) -> bool:
    """One word for a person, "Mr." before it or not: which of its bearers?"""
    bare = re.sub(r"^(?:Mr|Mrs|Ms|Miss|Dr)\.? ", "", fact.answer)
    return fact.answer_type is AnswerType.PERSON and len(bare.split()) == 1


def _is_vague_body(question: str) -> bool:
    """A body that only insiders can place: an unexplained acronym in its name, or two everyday words."""
    match = _POST_IN_BODY.match(question)
    if match is None:
        return False
    words = match["body"].split()
    unexplained = [word for word in words if _ACRONYM.match(word) and zipf(word.lower()) < KNOWN_ACRONYM_ZIPF]
    is_everyday = len(words) <= SHORT_BODY_WORDS and all(
        zipf(word.lower()) >= COMMON_ZIPF and not _ACRONYM.match(word) for word in words
    )
    return bool(unexplained) or is_everyday


def _is_common_title(question: str) -> bool:
    """A paper known by a title that many papers bear, with neither a sender nor a recipient to tell it from them."""
    match = _TITLE.search(question)
    if match is None:
        return False
    title, has_party = match["title"], _PARTY.search(question) is not None
    told_enough = MIN_TOLD if _ORIGIN.search(question) else MIN_TOLD_MORE
    # A caption stands over a whole correspondence, a request over its answers.
    is_dated = _YEAR.search(_TITLE.sub("", question)) is not None
    if not (has_party or is_dated) and (_LETTER.search(question) or _ASKING.search(title)):
        return True
    if _WRITERS.search(title) or (_RECURRING.match(title) and not _ON_WHAT.search(title)):
        return True
    is_undated = question.startswith(("To whom", "Who sent")) and not is_dated
    # A cover sheet's title is a caption more often than a subject line is.
    is_unknown = " document " in question.partition('"')[0] or " memorandum titled " in question
    least = told_enough if is_unknown or is_undated else MIN_TOLD
    return not has_party and told(title) < least


def told(title: str) -> float:
    """How much a title tells: for each different word that is no grammar, how much rarer it is than the commonest."""
    rarities = {word: zipf(word) for word in map(str.lower, _WORD.findall(title))}
    return sum(CEILING_ZIPF - rarity for rarity in rarities.values() if rarity < PLAIN_ZIPF)


def _is_timeless(question: str) -> bool:
    """Outside its quoted titles, a question that leans on the writer's day, or tells of a state without a year."""
    bare = re.sub(r'"[^"]*"', '""', question)
    if _AGAIN.match(bare) or any(pattern.search(bare) for pattern in _POINTING):
        return True
    if _YEAR.search(bare):
        return False
    n_names = len(_PROPER.findall(bare)) + bare.count('""')
    is_loose = _UNDATED_DEED.match(bare) is not None and n_names < MIN_NAMES
    post = _LASTING_POST.match(bare) or _UNDATED_POST.match(bare)
    is_lasting = post is not None and not is_passing(post["body"])
    return is_loose or is_lasting or _UNDATED_STATE.match(bare) is not None
