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
_SPANS = r"(?:days|weeks|months|years)"
_LEANING = re.compile(
    r"\b(?:again|once more|likewise|similarly|after all|as well(?! as\b)|instead(?! of\b)|"
    r"also(?! (?:known|called|named)\b)|too(?=\s*[?.,;]))\b"
    r"|^(?:(?:To|By|With|From|For|On|At|In) )?(?:who|whom|what|which \w+|where) (?:more|further)\b"
    r"|\bwhom? else\b(?![^?]*\b(?:when|while|as|with|besides?|than)\b)"
    r"|\bbesides (?:him|her|them|it)\b|\bin (?:his|her|their|its) (?:place|stead)\b"
    rf"|\bthe {_COMPARED} {_THING}\b|\ban? {_ADDED} {_THING}\b|\banother {_THING}\b"
    r"|\b(?:what|which) (?:later|earlier|other|further) [a-z]+\b"
    rf"|\bthe (?:first|last|second|third|earliest|latest) of the {_THING}\b"
    rf"|\bdid [^?]{{3,60}}? next [a-z]+\b|\b{_THING} that (?:came in|followed|preceded|came before|arrived)\b"
    rf"|\bin the {_SPANS} (?:that followed\b|(?:after|afterwards|before|ahead|since)(?=\s*(?:[?.,;]|$)))"
    r"|\b(?:on|upon|after|before|since|until) (?:his|her|their|its) (?:return|arrival|departure)\b"
    r"(?! (?:to|from|of|in)\b)"
    r"|\b(?:inst|ult|prox)\.|\b(?:of )?even date\b|\bovernight\b"
    r"|\b(?:\d{1,2}(?:st|nd|rd|th)?|[A-Z][a-z]+ \d{1,2}) last\b"
    r"|\b(?:just |shortly )?(?:before|after|at|over|by) "
    r"(?:Christmas|Easter|Thanksgiving|New Year(?:'s)?|the holidays)\b(?! (?:of |in )?\d)"
    r"|\b(?:nearby|next door|(?:down|across) the (?:road|street|hall)|away from home|at home|back home|"
    r"in town|out of town|around the corner)\b|\b(?:which|what) local\b"
    r"|\b(?:row|column|line|page|slide|footnote|box|cell) (?:\d{1,3}|[A-Z])\b(?! of\b)"
    r"|\bof (?:exhibit|attachment|appendix|annex|enclosure|tab) (?:\d{1,3}|(?-i:[A-Z]))(?=\s*[?.,;])"
    r"|^(?:who|whom) [a-z]+ (?:him|her|them)\b(?= (?:the|an?|to|with|about|for|on|in|at)\b)"
    r"|\bto (?:discuss|settle|see|sign|approve|review|inspect|consider|plan) it\b",
    re.IGNORECASE,
)


def find_leaning(question: str) -> str:
    """The first words of a question that lean on something before it, "" for none. Titles must be out of it."""
    found = _LEANING.search(question)
    return found[0].strip() if found else ""
