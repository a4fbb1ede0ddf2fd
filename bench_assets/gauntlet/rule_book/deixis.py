"""Words that point at something outside the task: a memo nobody sees, a day nobody named, a person not yet named.

Belongs here: the question, the items and the clauses of a timeline. Does not: what a quoted title says; names of
sources (source_leaks.py).
"""

from __future__ import annotations

import re

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.definite_nouns import find_definite
from bench_assets.gauntlet.rule_book.drafts import Draft, shortened, without_titles
from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import find_proper

_PAPER = (
    r"memo|memorandum|letter|report|document|cable|message|text|passage|article|e-?mail|telegram|note|excerpt|extract|"
    r"context|snippet|paragraph|transcript|statement|affidavit|deposition|minutes|dispatch|teletype|fax|facsimile|"
    r"page|table|chart|ledger|form|correspondence|attachment|enclosure|annex|appendix|footnote|source|"
    r"communication|filing|exhibit|newspaper|clipping|slip|thread"
)
_SOMEBODY = (
    r"author|writer|undersigned|sender|recipient|addressee|reader|speaker|deponent|witness|narrator|signatory|"
    r"correspondent|interviewee|interviewer|caller|informant|respondent|declarant|affiant|subject|individual|"
    r"man|woman|person|official|officer|agent|suspect|victim"
)
_THING = (
    r"meeting|hearing|interview|conversation|call|incident|event|company|firm|committee|board|agency|office|"
    r"organi[sz]ation|department|matter|case|trip|visit|project|building|city|town|deal|agreement|contract"
)
_IDENTIFIED = (
    r"(?!['\u2019\s]*\s(?:of|from|to|on|dated|about|by|at|in|for|with|between|that|which|who|whom|whose|where|when|"
    r"concerning|regarding|entitled|titled|called|named|headed|describing|announcing|approving|against|over|into|"
    r"responsible for|(?:sent|written|addressed|signed|prepared|issued|held|known|made|given|filed|drafted|published|"
    r"adopted|found|discovered|seized|left|received|recovered|kept|handed|delivered|posted|typed|"
    r"led|owned|chaired|set up|built) "
    r"(?:by|to|on|at|in|for|from|about|after|before|as|under|with)|\"|“|\(?(?-i:[A-Z0-9])))"
)
_UNIT = r"(?:minute|hour|day|night|week|fortnight|month|year|decade)s?"
_MANY = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|a few|some|many|\d+)"
_SEASON = (
    r"(?:night|week|weekend|month|year|quarter|spring|summer|autumn|fall|winter|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)

_ALWAYS = re.compile(
    r"\b(?:this|these)\b|\bthose\b(?! (?:who|whom|whose|of|in|at|on|from|to|present|that|which|named|listed as|with|"
    r"under|for|attending|killed|injured|interviewed|invited|arrested|involved|responsible|\w+ed)\b)"
    rf"|\bthat (?:same |very |particular )?(?:{_PAPER}|{_SOMEBODY}|{_THING}|day|date|morning|afternoon|evening|night|"
    rf"week|month|"
    r"year|time|occasion|period|place|point|amount|sum|figure|decision|order|proposal|request|post|"
    r"position)\b(?! (?-i:[A-Z]))"
    r"|\b(?:of|on|at|from|by|with|for|to|about|under|after|before|during|in) that (?!(?:the|he|she|it|they|an?|"
    r"of)\b)(?-i:[a-z])\w+"
    r"|\bthe (?:excerpt|snippet|given context|passage (?:on|about|quoted|cited|that|says?|states?))\b"
    r"|\bthe undersigned\b|\bthe foregoing\b|\bthe (?:preceding|previous|foregoing|present|current|accompanying|"
    r"instant|"
    rf"immediately \w+) (?:{_PAPER}|agreement|contract|case|matter|author|writer|inquiry|application)\b"
    r"|\b(?:afore\w+|above-?\w*(?:mentioned|named|cited|quoted|described|listed|referenced)|"
    r"(?:under|below|herein|before|last|first)-?(?:mentioned|named)|herein\w*|hereto\w*|hereby|hereof|"
    r"hereunder|herewith|hereinafter|hitherto|thereof|therein|thereto|thereunder|thereafter|ibid|supra|infra)\b"
    r"|\bthe (?:above|below|said|same(?! (?:as|way|kind|sort)\b)|aforesaid|present (?:author|writer|memo\w*|report|"
    r"letter|document|case)|"
    rf"(?:given|provided|supplied) (?:{_PAPER}))\b"
    rf"|\bsaid (?:{_PAPER}|{_SOMEBODY}|{_THING}|date|day|sum|amount|property|premises|vessel|land|parcel|person)\b"
    r"|\b(?:listed|named|mentioned|noted|described|shown|given|stated|quoted|cited|set out|printed|discussed|"
    r"referred to|"
    r"detailed|outlined|reported|identified|as|see|from) (?:above|below|overleaf|earlier|previously|hereafter)\b"
    r"|\b(?:above|below|previously|earlier|already) (?:mentioned|named|cited|quoted|described|listed|noted|"
    r"referenced|referred)\b"
    r"|\b(?:above|below|overleaf)(?=\s*(?:[?.,;:)\]]|$))"
    r"|\bthe following\b(?! (?:day|week|month|year|morning|night|spring|summer|autumn|winter)\b)|\bas follows\b"
    r"|\battached(?! (?:to|by|himself|herself|itself|themselves|conditions?|importance)\b)(?= (?:\w+\s)?\w)"
    r"|\bis attached\b(?! to\b)|\benclosed(?! (?:by|in|within|the|an?)\b)(?= \w)|\bin question\b"
    r"|\b(?:today|yesterday|tomorrow|tonight|nowadays|currently|presently|recently|lately|so far|as of now|to date|"
    r"at present|at the moment|at this (?:time|point)|right now|up to now|until now)\b"
    r"|\bthe latter\b(?! (?:half|part|stages?|days?|years?)\b)|\bthe former(?=\s*[?,.;])"
    r"|\bnow\b(?! (?:known|called|named|part)\b)|\b(?:over |up |right |from |in |is |are |was )?here\b"
    rf"|(?<!the )(?<!The )(?<!its )(?<!his )(?<!her )(?<!their )\b(?:last|next|past) {_SEASON}\b(?! of\b)"
    rf"|\b(?:in|over|during|for|within) the (?:last|past|next|coming) (?:{_MANY} )?{_UNIT}\b(?! of\b)"
    rf"|\b{_MANY} {_UNIT} (?:ago|back|from now|hence)\b|\bearlier (?:today|in the week)\b"
    r"|\b(?:we|you|our|ours|my|your|yours|myself|yourself|ourselves)\b|\b(?:me)\b(?! too)",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\bI\b(?!\.|\s*(?:,|and|or)?\s*(?:II|V)\b)|(?<!\w)us\b(?!\.)")
_FIRST_AS_NUMBER = re.compile(
    r"\b(?:War|Part|Phase|Title|Annex|Volume|Pope|King|Queen|Elizabeth|Class|Type|Group|Grade|Division|Zone|Unit|"
    r"Section|"
    r"Article|Schedule|Appendix|Stage|Tier|Level|Book|Chapter|[A-Z][a-z]+(?:us|as|er|is|or)) I\b"
)
_OF_PERSON = (
    r"(?!['\u2019\s]*\s(?:of|from|at|in|for|with|between|that|which|who|whom|whose|where|to whom|against|behind|into|"
    r"entitled|called|named|responsible for|(?:known|held|led|sent|given|made) (?:by|to|on|at|in|for|from|as)|"
    r"(?-i:[A-Z])))"
)
_GOES_ON = (
    r"(?=['\u2019]|\s*(?:[?.,;:]|$)|\s(?:was|were|is|are|did|does|do|had|has|have|will|would|could|may|might|and|or|"
    r"as|also|when|while|"
    r"before|after|during|until|then|first|later|again|ever|not|say|said|says|met|wrote|went|gave|made|took|saw|came|"
    r"told|left|held|sent|"
    r"written|made|held|born|taken|given|drawn|found|kept|shown|seen|[a-z]{2,}(?:ed|es|en)|(?!is|as|its|his|"
    r"this)[a-z]{3,}s)\b)"
)
_HELPED = r"(?:(?<=\bdid )|(?<=\bdoes )|(?<=\bwould )|(?<=\bcould )|(?<=\bwill ))"
_UNNAMED = re.compile(
    rf"(?<!for )\bthe (?:{_SOMEBODY})(?:['\u2019]s)?\b{_OF_PERSON}(?:{_GOES_ON}|(?=\s(?:on|to|about|by|in|for|the|"
    rf"an?)\b))|"
    rf"(?<!for )\bthe (?!documents\b)(?:{_PAPER}|{_SOMEBODY})(?:s|['\u2019]s?)?\b{_IDENTIFIED}{_GOES_ON}"
    rf"|{_HELPED}the (?!documents\b)(?:{_PAPER}|{_SOMEBODY})s?\b{_IDENTIFIED}"
)
_UNNAMED_PAPER_IN = re.compile(
    rf"\b(?:in|from|to|per|with|under|by|on) the (?:{_PAPER})(?=\s*(?:[?.,;:]|$| (?:what|who|which|when|where|how|"
    rf"did|was|were|is)\b))",
    re.IGNORECASE,
)
_UNNAMED_THING = re.compile(
    rf"\b(?:the|both|the two) (?:{_THING}|men|women|parties|officials|companies|pair|trio|group)(?:s|"
    rf"['\u2019]s?)?\b{_IDENTIFIED}{_GOES_ON}"
    rf"|{_HELPED}the (?:{_THING}|two men|pair|group)s?\b{_IDENTIFIED}"
)
_RELATIVE_DAY = re.compile(
    rf"\b(?:the|that) (?:following|next|previous|preceding|same) {_UNIT}\b|(?<!how )\b{_MANY} {_UNIT} (?:later|"
    rf"earlier)\b(?! than\b)"
    rf"|(?<!how )\b{_MANY} {_UNIT} (?:before|afterwards?)(?=\s*(?:[?.,;]|$))"
    r"|\bon (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b(?!,? (?:the )?(?:\d|(?-i:[A-Z])))",
    re.IGNORECASE,
)
_RELATIVE_THING = re.compile(
    r"\b(?:the|its|his|her|their|['\u2019]s) (?:last|next|latest|upcoming|forthcoming|coming|most recent|"
    rf"previous) (?:\w+ )?"
    rf"(?:{_THING}|session|election|budget|issue|quarter|sitting|shipment|payment|vote|appointment)s?\b(?! (?:of|"
    rf"before|after)\b)"
    r"|\bthen(?=\s*\?)|(?<!was )(?<!were )(?<!is )(?<!are )\bthere(?=\s*[?.;])",
    re.IGNORECASE,
)
_PLACE_BEFORE = re.compile(r"\b(?:in|at|to|from|near|of|for) (?:the )?[A-Z]")
_SUBJECT_PRONOUN = re.compile(
    r"\b(?:he|she|him|himself|herself|hers|her(?! (?:majesty|excellency)\b)|his)\b", re.IGNORECASE
)
_THING_PRONOUN = re.compile(r"\b(?:they|them|theirs|themselves|itself|their|its|it)\b", re.IGNORECASE)
_EXPLETIVE = re.compile(
    r"\b(?:did|does|was|is|would|will|had|has) it (?:(?:take|cost) (?=\w)|been|true|that|agreed|decided|"
    r"proposed|reported|estimated|stated|said|recommended|\w+ed that)\b|\b(?:was|is) it (?:on|in|at|to|by|from|for|"
    r"who|that)\b|"
    r"\bit (?:is|was|took|cost|had been|has been) (?:\w+ )?(?:agreed|decided|proposed|reported|estimated|stated|said|"
    r"recommended|that|to)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?<=\s)[\"“(]?[A-Z]\w|\d|[\"“]")  # behind the opening word
_NAME = re.compile(r"(?<=\S\s)[\"“(]?[A-Z0-9][\w.]*")
_OPENING_NAME = re.compile(
    r"[\"“(]?(?!(?:The|A|An|In|On|At|By|To|From|For|Who|Whom|Whose|What|Which|When|Where|Why|How|"
    r"He|She|It|They|His|Her|Its|Their|During|After|Before|This|That|These|Those|As|Of|Did|Was|Were|Is)\b)[A-Z]\w+"
)
_OWN = re.compile(
    r"^(?:(?:In|To|By|For|From|With|Of|On|At) )?(?:Who|Whose|(?:Which|What|How many) (?:\w+ ){0,3}?[a-z]+)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:these|the following)(?: (?:events?|things|matters|steps))?\b", re.IGNORECASE)
_SUBORDINATE = re.compile(
    r"\b(?:that|said|says|claimed|believed|thought|wrote|denied|felt|knew|when|before|after|while|until|because|if|"
    r"where|whom|which|what|than|as|once|since) $"
)
_DATED = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b|\d+"
)
_OWNER_BEFORE = re.compile(r"\b(?:the|an?|each|every|some|all|many|\d+) (?:[\w'-]+ ){0,3}?[a-z]{3,}\b")


_OBJECT = re.compile(
    r"^(?:(?:In|On|At|By|To|For|From|With) )?(?:Who|Whom|What|When|Where|Why|How)\b(?: (?:much|many|long|often|"
    r"soon|early|"
    r"far))? (?:did|does|had|has|would|could|will) (?:the )?[A-Z][\w.'\u2019&-]*(?: (?:[A-Z][\w.'\u2019&-]*|of|"
    r"and|&))* "
    r"(?:[a-z]+ ){1,3}(?P<object>it|him|them)(?=\s*[?.;]|,? (?:on|in|at|for|about|from|with|by|to|as|when|before|"
    r"after)\b)"
)
_OBJECT_OF_NOUN = re.compile(r"\b(?:the|an?|to|that|when|before|after|while|because|if|and) (?:[\w'-]+ ){0,6}$")


_THEY = re.compile(r"\b(?:they|them|themselves)\b", re.IGNORECASE)
_AUXILIARY = re.compile(r"\b(?:did|does|do|was|were|is|are|had|has|have|would|could|will)\b", re.IGNORECASE)
_SUBJECT_NAMED = re.compile(
    r"[^?]*?\b(?:did|does|do|was|were|is|are|had|has|have|would|could|will) (?:the |an? )?(?:[a-z]+ )?[\"“]?[A-Z]"
)


def find_deixis(draft: Draft, _: Context) -> str:
    """What of a question, an item or a clause points outside itself, in a sentence; "" for none."""
    clauses = draft.clauses
    frame = draft.outside_titles
    frame = _ORDER.sub("", frame) if clauses else frame
    for letter, clause in clauses.items():
        frame = frame.replace(without_titles(clause), f"Clause {letter}")
    if not clauses and not _NAMED.search(draft.question):
        return f"the question names nobody and nothing: {shortened(draft.question)}"
    told = [("question", frame), *((f"clause ({letter})", clause) for letter, clause in clauses.items())]
    told += [("item" if part is not draft.whole else "answer", part.clause) for part in draft.parts]
    for what, text in told:
        # An answer's "it" stands for what the question names.
        bare = without_titles(text)
        found = _pointer(bare) or (what != "answer" and (find_definite(bare) or _loose_pronoun(bare)))
        if found:
            return f"the {what} says {found!r}, which points at something outside it: {shortened(text)}"
    return ""


def _pointer(text: str) -> str:
    """The first words that point outside a text, "" when none do."""
    bare = _FIRST_AS_NUMBER.sub("", text)
    found = _ALWAYS.search(bare) or _FIRST_PERSON.search(bare) or _unnamed(text)
    return found[0].strip() if found else ""


def _unnamed(text: str) -> re.Match[str] | None:
    """A definite noun that nothing tells apart: a paper or its author anywhere, a meeting or a firm before any name."""
    for pattern in (_UNNAMED, _UNNAMED_PAPER_IN):
        found = pattern.search(text)
        if found and not _is_introduced(found, text):
            return found
    relative = _RELATIVE_THING.search(text)
    if relative and not _has_date(text) and not (relative[0] == "there" and _PLACE_BEFORE.search(text)):
        return relative
    loose = _UNNAMED_THING.search(text) or _RELATIVE_DAY.search(text)
    return loose if loose and not _has_name(text[: loose.start()]) and not _has_date(text) else None


def _is_introduced(found: re.Match[str], text: str) -> bool:
    """Whether the same noun stands before: "the memo of 3 May, and to whom was the memo sent"."""
    noun = found[0].split()[-1].rstrip("s'\u2019")
    before = text[: found.start()]
    return re.search(rf"\b{re.escape(noun)}s?\b", before, re.IGNORECASE) is not None


def _has_name(before: str) -> bool:
    return _NAME.search(before) is not None or _OPENING_NAME.match(before) is not None or '""' in before


def _has_person(before: str) -> bool:
    """Whether a name stands before that is no date's."""
    return _has_name(_DATED.sub("-", before.replace('""', "-")))


def _has_date(text: str) -> bool:
    return re.search(r"\b(?:1[5-9]|20)\d\d\b", text) is not None


def _loose_pronoun(text: str) -> str:
    """A pronoun with nothing before it to stand for, "" for none."""
    person = _SUBJECT_PRONOUN.search(text)
    if own := _own_object(text) or _lone_they(text):
        return own
    if person and not _has_person(text[: person.start()]) and not (_is_own(person, text) or _is_ahead(person, text)):
        return person[0]
    thing = _THING_PRONOUN.search(_EXPLETIVE.sub(lambda match: "-" * len(match[0]), text))
    if thing is None or _has_name(text[: thing.start()]) or _is_own(thing, text) or _is_ahead(thing, text):
        return ""
    owner = _OWNER_BEFORE.search(text[: thing.start()])
    return "" if owner and not re.search(rf"\b(?:{_SOMEBODY})\b", owner[0]) else thing[0]


def _own_object(text: str) -> str:
    """The object of a clause that would stand for the one name of that clause, its subject; "" for none.

    "How much did Otto Lund pay for it": what a clause is about does not stand in it as "him" or "it".
    """
    found = _OBJECT.search(text)
    if found is None or _OBJECT_OF_NOUN.search(text[: found.start()]):
        return ""
    return found["object"]


def _lone_they(text: str) -> str:
    """A "they" or "them" where one person is all that is named; "" for none."""
    found = _THEY.search(text)
    if found is None:
        return ""
    before = text[: found.start()]
    is_many = re.search(
        r"\b(?:and|both|two|three|several|many|which|what|the|all|these)\b|[a-z]{3,}s\b|\d", before, re.IGNORECASE
    )
    people = [run for run in find_proper(before) if run.kind is AnswerType.PERSON]
    return found[0] if people and not is_many else ""


def _is_ahead(pronoun: re.Match[str], text: str) -> bool:
    """Whether what an opening phrase's pronoun stands for follows as the subject: "after its launch did the Merrow"."""
    return (
        _AUXILIARY.search(text[: pronoun.start()]) is None and _SUBJECT_NAMED.match(text[pronoun.end() :]) is not None
    )


def _is_own(pronoun: re.Match[str], text: str) -> bool:
    """Whether a pronoun stands for what is asked for: "Who resigned his post", "Which board held its ball"."""
    opening = _OWN.match(text)
    if opening is None or opening.end() >= pronoun.start():
        return False
    between = text[opening.end() : pronoun.start()].split()
    is_object = pronoun[0].casefold() in {"him", "them", "it"} or (
        pronoun[0].casefold() in {"he", "she", "they"} and not _SUBORDINATE.search(text[: pronoun.start()])
    )
    return (
        bool(between)
        and not is_object
        and between[0].casefold() not in {"did", "does", "do", "was", "were", "is", "are", "has", "had"}
    )
