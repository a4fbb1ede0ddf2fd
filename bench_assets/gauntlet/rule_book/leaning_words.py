"""Words of a question that lean on something said before it: "again", "a further meeting", "the 22nd inst.", "row 4".

Belongs here: adverbs, comparatives, office shorthand for days, places by where the asker is, parts of a page. Does not:
pronouns and demonstratives (deixis.py), definite nouns (definite_nouns.py).
"""

from __future__ import annotations

import re

_THING = (
    r"(?:meetings?|hearings?|interviews?|conversations?|calls?|incidents?|events?|trips?|visits?|talks?|sessions?|"
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
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b|['\u2019]\d\d\b|/\d\d\b")
# In small letters: "the Mayor" of the place is known by that.
_POST = (
    r"(?:director|secretary|chairman|chairwoman|president|commissioner|clerk|manager|supervisor|captain|commander|"
    r"treasurer|inspector|visitor|delegate|delegation|purchaser|buyer|seller|tenant|owner|employer|guest|applicant|"
    r"plaintiff|defendant|client|patient|passenger|driver|lawyer|two (?:men|women|parties|sides|officials|companies))"
)
_SPANS = r"(?:days|weeks|months|years)"
_END = r"(?=\s*(?:[?.,;]|$))"
_HOLIDAY = r"(?:Christmas|Easter|Thanksgiving|New Year(?:'s)?|the holidays)"
_ASIDE = r"(?: (?:at|in|on|to|about|for|with|from)\b|\s*[?.,;])"
_SEES = r"(?:meet|see|tell|ask|telephone|write to|invite)"
_DOES = r"(?: (?:on|about|in the period|between|writes?|wrote|written|met|meet|with|after|when|inform(?:ed)?)\b)"
# One a line.
_LEANS = rf"""
\b(?:again|once more|likewise|similarly|after all|subsequently|as well(?! as\b)|instead(?! of\b))\b
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
\bdid [^?]{{3,60}}? next [a-z]+\b
\bin the {_SPANS} (?:that followed\b|(?:after|afterwards|before|ahead|since){_END})
\b(?:day|week|month|quarter|year) just (?:past|ended|gone)\b
\b(?:between|since|by|until|till|before|from) then\b
\bperiod (?:covered|concerned|under (?:review|discussion|consideration)){_END}
\b(?:on|upon|after|before|since|until) (?:his|her|their|its) (?:return|arrival|departure)\b(?! (?:to|from|of|in)\b)
\b(?:during|throughout|before|after) (?:his|her|their|its) (?:stay|visit|absence|trip)\b(?! (?:to|from|of|in|at|as)\b)
\b(?:inst|ult|prox)\.
\b(?:of )?even date\b
\bovernight\b
\b(?:\d{{1,2}}(?:st|nd|rd|th)?|[A-Z][a-z]+ \d{{1,2}}) last\b
\b(?:just |shortly )?(?:before|after|at|over|by) {_HOLIDAY}\b(?! (?:of |in )?\d)
\b(?:nearby|next door|away from home|at home|back home|in town|out of town|around the corner)\b
\b(?:down|across|up) the (?:road|street|hall|coast|river|line|valley|hill){_END}
\b(?:which|what) local\b
\b(?:row|column|line|page|slide|footnote|box|cell) (?:\d{{1,3}}|[A-Z])\b(?! of\b)
\bof (?:exhibit|attachment|appendix|annex|enclosure|tab) (?:\d{{1,3}}|(?-i:[A-Z])){_END}
\b(?:table|list|text|passage|lines?|documents?|pages?|figures?|excerpts?|materials?) (?:above|below|overleaf)\b
^(?:who|whom) [a-z]+ (?:him|her|them)\b(?= (?:the|an?|to|with|about|for|on|in|at)\b)
\bdid (?-i:[A-Z])\S+(?: \S+){{0,3}} {_SEES} (?:him|her)\b(?={_ASIDE})
\bto (?:discuss|settle|see|sign|approve|review|inspect|consider|plan) it\b
\b(?:talk|think|look|hand|sell|put|pick|give|bring|sign) it (?:over|up|off|down|away|back)\b
\bwhich of (?:them|the (?:two|three|four|others?|former|latter))\b
\bwith the (?:neighbou?ring )?(?:company|firm|agency|delegation|delegate|office|bank|union){_END}
\b(?-i:the (?:acting |deputy |duty )?{_POST})(?:{_END}|(?={_DOES}))
"""
_LEANING = re.compile("|".join(_LEANS.split("\n")[1:-1]), re.IGNORECASE)


def find_leaning(question: str) -> str:
    """The first words of a question that lean on something before it, "" for none. Titles must be out of it."""
    found = _LEANING.search(question) or (_NO_YEAR.search(question) if not _YEAR.search(question) else None)
    return found[0].strip() if found else ""
