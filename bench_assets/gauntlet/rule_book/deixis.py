"""Words that point at something outside the task: a memo nobody sees, a day nobody named, a person not yet named.

Belongs here: the question, the items and the clauses of a timeline. Does not: what a quoted title says; names of
sources (source_leaks.py).
"""

from __future__ import annotations

import re

from bench_assets.gauntlet.rule_book.asides import find_aside
from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.definite_nouns import find_definite, find_unnamed
from bench_assets.gauntlet.rule_book.drafts import Draft, shortened, without_titles
from bench_assets.gauntlet.rule_book.leaning_words import find_leaning
from bench_assets.gauntlet.rule_book.loose_ends import find_loose_end, find_taken_up
from bench_assets.gauntlet.rule_book.names import names_any
from bench_assets.gauntlet.rule_book.papers_pointed_at import find_paper_part
from bench_assets.gauntlet.rule_book.stand_ins import find_stand_in
from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import find_proper
from scoring.contract import TaskType

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
_RELATIVE_DAY = re.compile(
    rf"\b(?:the|that) (?:following|next|previous|preceding|same) {_UNIT}\b|(?<!how )\b{_MANY} {_UNIT} (?:later|"
    rf"earlier)\b(?! than\b)"
    rf"|(?<!how )\b{_MANY} {_UNIT} (?:before|afterwards?)(?=\s*(?:[?.,;]|$))"
    r"|\bon (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b(?!,? (?:the )?(?:\d|(?-i:[A-Z])))",
    re.IGNORECASE,
)
_RELATIVE_THING = re.compile(
    r"\b(?:the|its|his|her|their|['\u2019]s) (?:(?P<ahead>next|latest|upcoming|forthcoming|coming|most recent)|last|"
    rf"previous) (?:\w+ )?"
    rf"(?:{_THING}|session|election|budget|issue|quarter|sitting|shipment|payment|vote|appointment|inspection|audit|"
    rf"sailing|sale|edition|term)s?\b(?! (?:before|after)\b)(?(ahead)|(?! of\b))"
    r"|\bthen(?=\s*\?)|(?<!was )(?<!were )(?<!is )(?<!are )\bthere(?=\s*[?.;])",
    re.IGNORECASE,
)
_PLACE_BEFORE = re.compile(r"\b(?:in|at|to|from|near|of|for) (?:the )?[A-Z]")
_SUBJECT_PRONOUN = re.compile(
    r"\b(?:he|she|him|himself|herself|hers|her(?! (?:majesty|excellency)\b)|his)\b", re.IGNORECASE
)
_THING_PRONOUN = re.compile(r"\b(?:they|them|theirs|themselves|itself|their|its|it)\b", re.IGNORECASE)
_EXPLETIVE = re.compile(
    r"\b(?:makes?|made|making|finds?|found|thought|considered|deemed|left|called) it (?:an? )?\w+ (?:\w+ )?"
    r"(?:to|that|for)\b|"
    r"\b(?:was|is) it (?:not )?(?:the |an? )?(?-i:[A-Z])[^?]*\b(?:who|that|which|or)\b|"
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
_BEHIND = re.compile(r"(?<=\?)\s+\S.*")
_ASKED_WHEN = re.compile(r"^(?:On|In|At) (?:what|which) (?:date|day|month|year|time|hour|city|place|town)\b")
_ASKED_OF = re.compile(
    r"(?:(?:In|To|By|For|From|With|Of|On|At) )?(?:who|whom|what|which|when|where|why|how)\b(?: [a-z]+){0,3}? "
    r"(?:did|does|do|was|were|had|has|have|would|could|will) (?P<pronoun>they|he|she|it|them)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:these|the following)(?: (?:events?|things|matters|steps))?\b", re.IGNORECASE)
# What every timeline question says beside its clauses, once what it orders is taken out.
_STANDING = re.compile(
    r"^In (?:what|which) order did\s+happen, and on what date each:?|[;,]?\s*(?:and )?\([a-h]\) Clause [a-h]",
    re.IGNORECASE,
)
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
    r"^(?:(?:In|On|At|By|To|For|From|With) )?(?:[Ww]h(?:o|om|at|en|ere|y|ich)|[Hh]ow)\b(?: (?:much|many|long|often|"
    r"soon|early|"
    r"far))? (?:did|does|had|has|would|could|will) (?:the )?[A-Z][\w.'\u2019&-]*(?: (?:[A-Z][\w.'\u2019&-]*|of|"
    r"and|&))* "
    r"(?:[a-z]+ ){1,3}(?P<object>it|him|them)(?=\s*[?.;]|,? (?:on|in|at|for|about|from|with|by|to|as|when|before|"
    r"after)\b)"
)
_OF_VERB_AND_NOUN = re.compile(
    r"^(?:(?:In|On|At|By|To|For|From|With) )?(?:[Ww]h(?:o|om|at|en|ere|y|ich)|[Hh]ow)\b(?: [a-z]+)? "
    r"(?:did|does|had|has|would|could|will) (?:the )?[A-Z][\w.'\u2019&-]*(?: (?:[A-Z][\w.'\u2019&-]*|of|&))* "
    r"(?:(?!and\b|or\b|but\b|when\b|after\b|before\b|while\b|that\b|because\b|if\b|the\b)[a-z]+ ){1,7}?"
    r"(?:with|to|from|about|for|by|at|against|into|of) (?P<object>it|him|them)(?=\s*[?.;])"
)
_OBJECT_OF_NOUN = re.compile(r"\b(?:the|an?|to|that|when|before|after|while|because|if|and) (?:[\w'-]+ ){0,6}$")


_AHEAD_OF_OBJECT = (
    r"(?=\s*(?:[?.,;:)]|$)| (?:on|in|at|for|about|from|with|by|to|as|when|before|after|and|or|of|that)\b)"
)
_OBJECT_PERSON = re.compile(
    rf"(?P<subject>[A-Z][\w.'\u2019-]*) (?:[a-z]+ ){{1,3}}(?P<object>him|her){_AHEAD_OF_OBJECT}"
)
_HER = re.compile(rf"her{_AHEAD_OF_OBJECT}", re.IGNORECASE)
_ELSE = re.compile(r"\w+ (?:\w+ )?else\b", re.IGNORECASE)
_IT = re.compile(r"\bit\b", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:[?.,;:)]|$)")
_TWO_CLAUSES = re.compile(r"\b(?:and|or|but|when|while|after|before|because|that|which|who|if|since|until|where)\b")
_A_THING = re.compile(
    r"\b(?:the|an?|his|her|their|its|which|what|how much|how many|any|some|each|every|\d+) "
    r"(?!(?:did|does|was|were|is|had|has)\b)[a-z]{2,}",
    re.IGNORECASE,
)
_THEY = re.compile(r"\b(?:they|them|themselves)\b", re.IGNORECASE)
_AUXILIARY = re.compile(r"\b(?:did|does|do|was|were|is|are|had|has|have|would|could|will)\b", re.IGNORECASE)
_SUBJECT_NAMED = re.compile(
    r"[^?]*?\b(?:did|does|do|was|were|is|are|had|has|have|would|could|will) (?:the |an? )?(?:[a-z]+ )?[\"“]?[A-Z]"
)


_PERSON_NAMED = re.compile(
    r"[^?]*?\b(?:did|does|do|was|were|is|are|had|has|have|would|could|will) (?:[a-z]+ )?[A-Z][a-z]"
)


_FUTURE = re.compile(
    r"(?:(?:In|On|At|By|To|For|From|With|Until) )?(?:who|whom|whose|which|what|when|where|how)\b"
    r"(?: (?!(?:did|does|do|was|were|the|an?)\b)[a-z]+){0,2}? "
    r"(?:will|shall|(?:is|are) (?:going|due|about|set|scheduled) to)\b",
    re.IGNORECASE,
)


def find_deixis(draft: Draft, _: Context) -> str:
    """What of a question, an item or a clause points outside itself, in a sentence; "" for none."""
    clauses = draft.clauses
    frame = draft.outside_titles
    frame = _ORDER.sub("", frame) if clauses else frame
    for letter, clause in clauses.items():
        frame = frame.replace(without_titles(clause), f"Clause {letter}")
    if not clauses and _FUTURE.match(frame) and not _has_date(frame):
        return f"the question asks what lies ahead of a day that it does not tell: {shortened(draft.question)}"
    if not clauses and not _NAMED.search(draft.question):
        return f"the question names nobody and nothing: {shortened(draft.question)}"
    beside = _STANDING.sub("", frame).strip(" ?.;:,") if clauses else frame
    behind = _BEHIND.search(draft.outside_titles) if clauses else None
    if loose := (behind[0] if behind else find_loose_end(beside) if beside else "") or _leaning(without_titles(frame)):
        return f"the question goes on from something outside it, with {loose!r}: {shortened(draft.question)}"
    if draft.type in {TaskType.DOSSIER, TaskType.AGGREGATION} and not names_any(frame):
        return f"the question names nobody and nothing but days: {shortened(draft.question)}"
    told = [("question", frame), *((f"clause ({letter})", clause) for letter, clause in clauses.items())]
    told += [("item" if part is not draft.whole else "answer", part.clause) for part in draft.parts]
    for what, text in told:
        # An answer's "it" stands for what the question names.
        bare = without_titles(text)
        found = _pointer(bare) or (
            what != "answer" and (find_definite(bare) or find_stand_in(bare) or _loose_pronoun(bare))
        )
        found = found or ((_leaning(bare) or find_taken_up(f"{bare}?")) if what.startswith("clause") else "")
        if found:
            return f"the {what} says {found!r}, which points at something outside it: {shortened(text)}"
    return ""


def _leaning(text: str) -> str:
    return find_leaning(text) or find_paper_part(text) or find_aside(text)


def _pointer(text: str) -> str:
    """The first words that point outside a text, "" when none do."""
    bare = _FIRST_AS_NUMBER.sub("", text)
    found = _ALWAYS.search(bare) or _FIRST_PERSON.search(bare) or _unnamed(text)
    return found[0].strip() if found else find_unnamed(text)


def _unnamed(text: str) -> re.Match[str] | None:
    """A definite noun that nothing tells apart: a paper or its author anywhere, a meeting or a firm before any name."""
    relative = _RELATIVE_THING.search(text)
    if relative and not _has_date(text) and not (relative[0] == "there" and _PLACE_BEFORE.search(text)):
        return relative
    loose = _RELATIVE_DAY.search(text)
    return loose if loose and not _has_name(text[: loose.start()]) and not _has_date(text) else None


def _has_name(before: str) -> bool:
    return _NAME.search(before) is not None or _OPENING_NAME.match(before) is not None or '""' in before


def _has_person(before: str) -> bool:
    """Whether a name stands before that is no date's."""
    return _has_name(_DATED.sub("-", before.replace('""', "-")))


def _has_date(text: str) -> bool:
    return re.search(r"\b(?:1[5-9]|20)\d\d\b", text) is not None


def _loose_pronoun(text: str) -> str:
    """A pronoun with nothing before it to stand for, "" for none."""
    if asked := _ASKED_OF.match(_EXPLETIVE.sub(lambda match: "-" * len(match[0]), text)):
        return asked["pronoun"]
    person = _SUBJECT_PRONOUN.search(text)
    if own := _own_object(text) or _lone_they(text) or _lone_it(text) or _of_lone_subject(text):
        return own
    if person and not _has_person(text[: person.start()]) and not (_is_own(person, text) or _is_ahead(person, text)):
        return person[0]
    thing = _THING_PRONOUN.search(_EXPLETIVE.sub(lambda match: "-" * len(match[0]), text))
    if (
        thing is None
        or _has_name(_DATED.sub("-", text[: thing.start()]))
        or _is_own(thing, text)
        or _is_ahead(thing, text)
    ):
        return ""
    owner = _OWNER_BEFORE.search(text[: thing.start()])
    return "" if owner and not re.search(rf"\b(?:{_SOMEBODY})\b", owner[0]) else thing[0]


def _own_object(text: str) -> str:
    """The object of a clause that would stand for the one name of that clause, its subject; "" for none.

    "How much did Otto Lund pay for it": what a clause is about does not stand in it as "him" or "it".
    """
    found = _OBJECT.search(text) or _OF_VERB_AND_NOUN.search(text)
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
        rf"\b(?:and|both|two|three|several|many|(?:which|what) (?:{_THING})|the|all|these)\b|[a-z]{{3,}}s\b",
        _DATED.sub("-", before),
        re.IGNORECASE,
    )
    people = [run for run in find_proper(before) if run.kind is AnswerType.PERSON]
    return found[0] if people and not is_many else ""


def _lone_it(text: str) -> str:
    """An "it" where only people are named and no thing is; "about it" of nothing done before; "" for none."""
    found = _IT.search(_EXPLETIVE.sub(lambda match: "-" * len(match[0]), text))
    if found is None or _TWO_CLAUSES.search(text[: found.start()]):
        return ""
    before = _ASKED_WHEN.sub("", text[: found.start()])
    if before.endswith("about ") and _ENDS.match(text[found.end() :]):
        return f"about {found[0]}"
    names = find_proper(before)
    is_of_people = bool(names) and all(run.kind is AnswerType.PERSON for run in names)
    return found[0] if is_of_people and not _A_THING.search(before) and '""' not in before else ""


def _of_lone_subject(text: str) -> str:
    """The "him" or "her" that a clause says of its subject's doing, where nobody else is named; "" for none.

    "When Otto Lund telephoned her": she is somebody else than its subject.
    """
    for found in _OBJECT_PERSON.finditer(text):
        before = text[: found.start("object")]
        people = [run for run in find_proper(before) if run.kind is AnswerType.PERSON]
        is_asked = _OWN.match(text) is not None and not _ELSE.match(text)
        if len(people) == 1 and people[0].text.split()[-1] in found["subject"] and not is_asked:
            return found["object"]
    return ""


def _is_ahead(pronoun: re.Match[str], text: str) -> bool:
    """Whether what an opening phrase's pronoun stands for follows as the subject: "after its launch did the Merrow"."""
    return (
        _AUXILIARY.search(text[: pronoun.start()]) is None
        and (_PERSON_NAMED if _SUBJECT_PRONOUN.fullmatch(pronoun[0]) else _SUBJECT_NAMED).match(text[pronoun.end() :])
        is not None
    )


def _is_own(pronoun: re.Match[str], text: str) -> bool:
    """Whether a pronoun stands for what is asked for: "Who resigned his post", "Which board held its ball"."""
    opening = _OWN.match(text)
    if opening is None or opening.end() >= pronoun.start() or _AUXILIARY.search(opening[0]):
        return False
    between = text[opening.end() : pronoun.start()].split()
    is_object = (pronoun[0].casefold() in {"him", "them", "it"} or _HER.match(text, pronoun.start()) is not None) or (
        pronoun[0].casefold() in {"he", "she", "they"} and not _SUBORDINATE.search(text[: pronoun.start()])
    )
    return (
        bool(between)
        and not is_object
        and not (between[0] == "else" and pronoun[0].casefold() in {"he", "she", "they"})
        and between[0].casefold() not in {"did", "does", "do", "was", "were", "is", "are", "has", "had"}
    )
