"""Questions that go on from one that nobody sees: "On what day?", "going back to the lease", "on Tuesday".

Belongs here: a question without a verb, words that take up or add to what was said, days and seasons without a year.
Does not: pronouns (deixis.py), nouns that nothing tells apart (definite_nouns.py), single words (stand_ins.py).
"""

from __future__ import annotations

import re

from bench_assets.gauntlet.rule_book.noun_phrases import AUXILIARIES, VERBS
from bench_resources.reader.answering_statements import PAST

MAX_FRAGMENT = 7  # words of a question without a verb: of a longer one some word may well be a verb

_BREAK = re.compile(r"(?<=[^\W_])[:;]\s+")
_END = r"(?=\s*[?.,;:]|\s*$)"
_GOING = "going|coming|turning|getting|moving|passing|reverting|returning|continuing|keeping|staying"
_SAY = "say|add|tell|note|state|claim|ask|write|describe|mention|do|recall"
_SAID = "says?|said|adds?|added|writes?|wrote|tells?|told|states?|stated"
_SPOT = "line|paragraph|para|page|section|column|footnote|item|point|row"
_REMARK = (
    "sir|madam|gentlemen|please|kindly|ditto|to quote (?:him|her|them)|(?:going|judging|to judge) (?:by|from)|unless|"
    "strictly|so to speak|by (?:his|her|its|their) own"
)
# One a line: words that take up what was said, or add to it.
_TAKEN_UP = rf"""
^(?:{_GOING}) (?:back|on|to|with|over)\b
^(?:back|still|again|more|also|now|next|last|lastly|first|firstly|second|secondly|and now) (?:on|to|about|with)\b
^(?:same|ditto|idem)\b
^(?:[a-z]+ ){{1,3}}(?:it|him|her|them|which|whom),
^(?:following|after|before|during|despite|given|since|upon|on) the [a-z]+,
\b(?:too|as well|though|anyhow|anyway|after all|in that case|for one|for another|to boot|yet again|afterwards?){_END}
,\s*(?:again|then|too|also|still|however|though|rather|instead|exactly|incidentally),?{_END}
,\s*(?:then|too|also|however|though),
\b(?:before or after|after or before|then or later|now or then|either|neither|nor){_END}
\b(?:go|goes|went|going|gone|move|moves|moved|turn|turns|turned) on to (?:{_SAY})\b
\b(?:do|did|does|done|doing) (?:so|likewise|the same|that|it)(?: too| again)?{_END}
\b(?:{_SAID}) (?:next|now|further|previously|before|elsewhere){_END}
\bdate (?:given|shown|stated|listed|printed|cited|noted|recorded) (?:for|as that of)\b
\bwhose (?:[a-z]+ ){{1,2}}(?:follows?|precedes?|appears?|comes? next|is attached|is enclosed|is annexed){_END}
^(?:[Pp]er|[Ii]n|[Oo]n|[Aa]t|[Ff]rom|[Ss]ee) (?:{_SPOT}) (?:[a-z]+|\d+)\b(?! of\b)
\bet al\b
\b(?:in|under|given) (?:the|such) circumstances?{_END}
\bfor the (?:stated|given|same|above|usual|obvious) reasons?{_END}
\b(?:therefor|by return|locally|upstairs|downstairs){_END}
[,(]\s*(?:{_REMARK})\b[^,]*[?.)]+$
"""
_TAKES_UP = re.compile("|".join(_TAKEN_UP.split("\n")[1:-1]), re.IGNORECASE)
_THE_OTHER = re.compile(r"\bthe other (?!side|hand|end|way|half|day|party\b)[a-z]*[^s\W]\b(?! than\b)", re.IGNORECASE)
_ONE_OF_THEM = re.compile(r"\b(?:one|two|both|besides?|with|than|apart from|other than)\b", re.IGNORECASE)
# Without a year nobody knows which.
_WEEKDAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_SEASON = r"(?:spring|summer|autumn|fall|winter)"
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_OF_SOME_YEAR = re.compile(
    rf"\b(?:on|by|before|after|since|until|till|every|that|this|the) (?:the )?{_WEEKDAY}\b"
    rf"|\b(?:in|during|by|until|that|since) (?:the )?(?:early |late |following |next )?{_SEASON}\b(?! of\b)"
    rf"|\b(?:in|during|since|until) (?-i:{_MONTH})\b",
    re.IGNORECASE,
)
_UP_TO_NOW = re.compile(
    r"\bhow old (?:is|are)\b|\b(?:have|has) (?:passed|elapsed|gone by|it been)\b|\bhow long ago\b|\bup to now\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b1[5-9]\d\d\b|\b20\d\d\b")


def find_loose_end(text: str) -> str:
    """The words by which a question goes on from another one, or from a day of which it tells no year; "" for none.

    Args:
        text: one line, quoted titles shown as a pair of marks.
    """
    return find_taken_up(text) or _frame_around(text) or _beside_question(text) or _without_verb(text)


def find_taken_up(text: str) -> str:
    """The words by which a question or a clause takes up what was said, or a day of no year; "" for none."""
    found = _TAKES_UP.search(text) or _UP_TO_NOW.search(text)
    found = found or (None if _ONE_OF_THEM.search(text) else _THE_OTHER.search(text))
    found = found or (None if _YEAR.search(text) else _OF_SOME_YEAR.search(text))
    return found[0].strip() if found else ""


def _beside_question(text: str) -> str:
    """A sentence beside the one that asks, which tells what both are about; "" where one sentence is all."""
    *before, last = _SENTENCE_BREAK.split(text.strip())
    if before:
        return next((one for one in (*before, last) if not one.endswith("?")), last)
    return "" if last.endswith("?") or _BIDS.match(last) else last


_SENTENCE_BREAK = re.compile(
    r"(?<=[?!])\s+|(?<=[a-z\d]{3}\.)(?<!Corp\.)(?<!Capt\.)(?<!Prof\.)(?<!Dept\.)(?<!Govt\.)(?<!Sept\.)(?<!Asst\.)(?<!Supt\.)"
    r"(?<!Bros\.)(?<!Brig\.)(?<!Messrs\.)(?<!Assn\.)\s+(?=[A-Z])"
)
_BIDS = re.compile(r"(?:name|list|give|state|describe|identify|put|arrange)\b", re.IGNORECASE)


def _frame_around(text: str) -> str:
    """What stands before all that asks, where it names nothing: "Right at the top," or "He asked"; "" for nothing.

    What tells of the one who is asked about is no frame: "As chairman,", "After leaving office,".
    """
    asked = _ASKS.search(text)
    before = text[: asked.start()].strip() if asked else ""
    if not before or _OWN_PART.match(before):
        return ""
    names_something = re.search(r"\d|\"\"|\w\W+[A-Z]", before)
    return before if _REPORTS.search(before) or not names_something else ""


# What asks, with the preposition before it; a clause that opens with an auxiliary asks too.
_ASKS = re.compile(
    r"(?:\b(?:on|in|at|by|to|for|from|with|under|of|about|through|into|over|against|after|before|until|within|during|"
    r"since|between|around|near|among|per|upon|toward|towards|without|as|concerning|regarding|out of)\s+)?"
    r"\b(?:who|whom|whose|which|what|when|where|why|how)\b"
    r"|^(?:did|does|do|was|were|is|are|had|has|have|could|can|would|will|should|may|might)\b"
    r"|^(?:name|list|give|state|describe|identify|explain|summari[sz]e|compare|put|arrange|order)\b",
    re.IGNORECASE,
)
_OWN_PART = re.compile(
    r"(?:(?:after|before|while|when|on|upon|by|in|besides|since|without|once|until) )?"
    r"(?!(?:judging|going|concerning|regarding|reading|looking|quoting|citing|referring|according)\b)\w+ing\b"
    r"|as (?!far|for|to|it|they|we|you|one)\w+|(?:once|when|while) \w+",
    re.IGNORECASE,
)
_REPORTS = re.compile(
    r"\b(?:asks?|asked|wonders?|wondered|wants? to know|wanted to know|advise|tell"
    r"|(?:question|inquiry|query) (?:is|was|arose|came|put))[:,]?$",
    re.IGNORECASE,
)


def _without_verb(text: str) -> str:
    """The last few words of a text when they ask without a verb, as "On what day?" does; "" for anything else."""
    last = _BREAK.split(text.strip())[-1]
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+(?:['\u2019]\w+)?|\d+", last)]
    has_verb = any(word in AUXILIARIES or word in VERBS for word in words) or _MAY_BE_VERB.search(last) is not None
    is_asked = last.endswith("?") and _BIDS.match(last) is None
    return last if is_asked and len(words) <= MAX_FRAGMENT and not has_verb else ""


# A word that may be a verb: of the past, behind "who", or in "s" behind what is asked for.
_MAY_BE_VERB = re.compile(
    rf"{PAST.pattern}|\bwho (?!of\b|for\b|else\b|at\b)[a-z]+|\b(?:whose|which|what) (?:\w+ )?[a-z]+s\b|n't\b",
    re.IGNORECASE,
)
