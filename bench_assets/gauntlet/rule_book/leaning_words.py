"""Words of a question that lean on something said before it: "again", "a further meeting", "the 22nd inst.", "row 4".

Belongs here: adverbs, comparatives, office shorthand for days, places by where the asker is, parts of a page. Does not:
pronouns and demonstratives (deixis.py), definite nouns (definite_nouns.py).
"""

from __future__ import annotations

import re

from bench_assets.gauntlet.rule_book.noun_phrases import has_clause

_THING = (
    r"(?-i:meetings?|hearings?|interviews?|conversations?|calls?|incidents?|events?|trips?|visits?|talks?|sessions?|"
    r"memos?|memorandum|memoranda|letters?|reports?|documents?|papers?|records?|cables?|messages?|e-?mails?|"
    r"telegrams?|notes?|statements?|drafts?|versions?|proposals?|requests?|payments?|votes?|agreements?|contracts?|"
    r"offers?|bids?|walkouts?|strikes?|fires?|floods?|inquir(?:y|ies)|investigations?)"
)
_ADDED = r"(?:further|subsequent|additional|follow-?up)"
_COMPARED = (
    r"(?:earlier|later|other|shorter|longer|original|corrected|amended|more recent|most recent|remaining|newer|older|"
    rf"second|third|rest of the|{_ADDED})"
)
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\.)"
)
_NO_YEAR = re.compile(  # a day or a month of some year
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?|"
    rf"(?:early|mid|late)[ -]{_MONTH}|"
    r"(?:on|by|before|after|since|until) the \d{1,2}(?:st|nd|rd|th))\b"
)
_AGAIN = re.compile(r"\bagain\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b|['\u2019]\d\d\b|/\d\d\b")
_MANY = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several|a few|some|many|\d+)"
_WEEKDAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_SPANS = r"(?:days|weeks|months|years)"
_AT_END = r"\s*(?:[?.,;]|$)"
_END = rf"(?={_AT_END})"
_HOLIDAY = r"(?:Christmas|Easter|Thanksgiving|New Year(?:'s)?|the holidays)"
_ASIDE = r"(?: (?:at|in|on|to|about|for|with|from)\b|\s*[?.,;])"
_SEES = r"(?:meet|see|tell|ask|telephone|write to|invite)"
_DAY = r"(?:day|week|month|year|morning|evening|night)"
_OVER = r"held|ended|concluded|finished|completed|seen|gone|received|read|signed|heard"
# One a line.
_LEANS = rf"""
\b(?:once more|likewise|similarly|after all|subsequently|as well(?! as\b)|instead(?! of\b))\b
\balso\b(?! (?:known|called|named)\b)
\btoo{_END}
^(?:(?:To|By|With|From|For|On|At|In) )?(?:who|whom|what|which \w+|where) (?:more|further)\b
^what else do(?:es)?\b
\b(?:whom?|what) else\b(?![^?]*\b(?:when|while|as|with|besides?|than)\b)
\bhow (?:many|much) more\b(?![^?]*\bthan\b)
\bbesides (?:him|her|them|it)\b
\bin (?:his|her|their|its) (?:place|stead)\b
\bthe {_COMPARED} {_THING}\b
\ban? {_ADDED} {_THING}\b
\banother {_THING}\b
\b(?:what|which) (?:later|earlier|other|further) [a-z]+\b
\bthe (?:first|last|second|third|earliest|latest) of the {_THING}\b
\bthe (?:date|day|time|place|subject) of the {_THING}{_END}
\b{_THING} that (?:came in|followed|preceded|came before|arrived)\b
\bdid [^?]{{3,60}}?(?<!the) next [a-z]+\b
\bin the {_SPANS} (?:that followed\b|(?:after|afterwards|before|ahead|since){_END})
\b(?:day|week|month|quarter|year) just (?:past|ended|gone)\b
\b(?:between|since|by|until|till|before|from) then\b
\bperiod (?:covered|concerned|under (?:review|discussion|consideration)){_END}
\b(?:on|upon|after|before|since|until) (?:his|her|their|its) (?:return|arrival|departure)\b(?! (?:to|from|of|in)\b)
\b(?:during|throughout|before|after) (?:his|her|their|its) (?:stay|visit|absence|trip)\b(?! (?:to|from|of|in|at|as)\b)
\b(?:inst|ult|prox)\.
\b(?:of )?even date\b
\bovernight\b
\b(?:there(?:at|on|from|upon|with|about|abouts|under)|here(?:abouts|about|at|upon|tofore|after)|hither|thither|yonder|thence)\b
\b(?:yestreen|yesteryear|yestereve|t['\u2019]other|the other (?:day|night|week)|a while (?:back|ago)|some time back)\b
\b{_MANY} (?:winters?|summers?|springs?|autumns?|seasons?|moons?) (?:back|ago|since)\b
\b{_WEEKDAY} last\b
\bin recent (?:days|weeks|months|years|times)\b
\b(?:of|under|at) (?:recent|late|same) date\b
\bin the (?:meantime|interim)\b
, (?:last|this|next|that) time,
\b(?:last|this|next|that) time{_END}
^(?:in|on|by) (?:which|what) [a-z]+ (?:since|after|afterwards|before|later|next)\b(?= (?:did|was|were|had|has)\b)
(?<!had )(?<!has )(?<!was )(?<!were )(?<!have )\bjust (?:{_OVER})\b
\bthe [a-z]+ of the (?:following|next|previous|preceding) {_DAY}\b
\b(?:who|that|which) [a-z]+ (?:in |up |back )?(?:the|that) (?:next|following|previous|other|same) {_DAY}\b
\b(?:who|that|which) [a-z]+ (?:in |up |back )?(?:yesterday|afterwards)\b
\bacross the (?:way|road|street|hall|aisle|table){_END}
\b(?:which|what|the) [a-z]+ (?:down|across|up) the (?:hall|road|street|corridor|block)\b
\b(?:at|in|to) the local [a-z]+\b(?! (?:of|in|at)\b)
\bat (?-i:Head Office)\b(?! of\b)
\b(?:\d{{1,2}}(?:st|nd|rd|th)?|[A-Z][a-z]+ \d{{1,2}}) last\b
\b(?:just |shortly )?(?:before|after|at|over|by) {_HOLIDAY}\b(?! (?:of |in )?\d)
\b(?:nearby|next door|away from home|at home|back home|in town|out of town|around the corner)\b
\b(?:down|across|up) the (?:road|street|hall|coast|river|line|valley|hill){_END}
\b(?:which|what) local\b
^(?:who|whom) [a-z]+ (?:him|her|them)\b(?= (?:the|an?|to|with|about|for|on|in|at)\b)
\bdid (?-i:[A-Z])\S+(?: \S+){{0,3}} {_SEES} (?:him|her)\b(?={_ASIDE})
\bto (?:discuss|settle|see|sign|approve|review|inspect|consider|plan) it\b
\b(?:talk|think|look|hand|sell|put|pick|give|bring|sign) it (?:over|up|off|down|away|back)\b
\bwhich of (?:them|the (?:two|three|four|others?|former|latter)\b(?! (?-i:[A-Z])))
\bwith the (?:neighbou?ring )?(?:company|firm|agency|delegation|delegate|office|bank|union){_END}
"""
_LEANING = re.compile("|".join(_LEANS.split("\n")[1:-1]), re.IGNORECASE)


# With nothing but the one clause these are of a time or a course that was told before it.
_RELATIVE = re.compile(
    rf"\b(?:(?:soon|shortly|right|just|immediately|long|directly|a few {_SPANS}|{_MANY} {_SPANS}?) "
    r"(?:after|before|later|earlier)|"
    rf"the (?:day|week|month|year|night|morning) (?:after|before)|at (?:the|that) time|by that time|when it happened|"
    r"in the end|as a (?:result|consequence)|in consequence|in the event|in the process|on the spot|"
    rf"at the scene){_END}"
    r"|(?-i:[A-Z])[\w.'\u2019-]+ then [a-z]+|(?<!, )\bthen(?=,? \d{4}| (?:on|to|about|at|in|with)\b)"
    r"|\bat the time (?:to|on|about|with)\b",
    re.IGNORECASE,
)


def _again(question: str) -> re.Match[str] | None:
    is_told = len(set(_YEAR.findall(question))) > 1 or " first " in question
    return None if is_told else _AGAIN.search(question)


def _of_one_clause(question: str) -> re.Match[str] | None:
    found = _RELATIVE.search(question)
    return None if found is None or has_clause(question[: found.start()]) else found


def find_leaning(question: str) -> str:
    """The first words of a question that lean on something before it, "" for none. Titles must be out of it."""
    found = (
        _LEANING.search(question)
        or _again(question)
        or _of_one_clause(question)
        or (_NO_YEAR.search(question) if not _YEAR.search(question) else None)
    )
    return found[0].strip() if found else ""
