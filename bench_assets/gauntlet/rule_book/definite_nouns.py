"""Nouns and times that a text treats as known though nothing in it says which: "the gentleman", "a week earlier".

Belongs here: determiner, noun and what would identify it; times without what they are counted from. Does not: pronouns,
and words that always point (deixis.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bench_assets.gauntlet.rule_book.pointing_nouns import BODY, EVENT, FIRM, MANY, NARRATOR, PAPER, SOMEBODY, UNIT

_ANY = rf"{PAPER}|{SOMEBODY}|{BODY}|{EVENT}"
_MODIFIER = (
    r"(?:(?:very|same|other|first|second|third|last|old|young|new|good|short|brief|long|elderly|unnamed|said|two|three|"
    r"four|typed|printed|written|handwritten|whole|entire|full|relevant|particular|present|original|opening|closing|"
    r"latter|former|aforesaid|foregoing|recorded|source|underlying|supplied|provided|given|cited|quoted|local|"
    r"worthy|honou?rable|learned|late|poor|unfortunate|deceased|accused|elder|younger)[ -])"
)
# What makes known which one is meant: a complement behind the noun, a name or a number.
_NAMED = r"[\"“(]?(?-i:[A-Z0-9])|\"|“"
_WHICH = (
    r"of|from|who|whom|whose|that|which|named|called|titled|entitled|headed|dated|between|against|behind|responsible|"
    r"known as|in charge|acting for|representing|where|when"
)
_DONE = (
    r"(?:sent|written|addressed|signed|prepared|issued|held|known|made|given|filed|drafted|published|adopted|led|owned|"
    r"chaired|set up|built|elected|appointed|hired|employed|chosen|sworn|retained|arrested|killed|injured|engaged|"
    r"found|discovered|seized|left|received|recovered|read|kept|handed|brought|carried|delivered|posted|typed|"
    r"designated|nominated|assigned|described|identified|suspected|accused|convicted|mentioned|referred to)"
)
_PERSON_IS_KNOWN = rf"(?!['\u2019\s]*\s(?:{_WHICH}|{_DONE} (?:by|to|at|in|for|from|as|on|of|under|with)|{_NAMED}))"
_THING_IS_KNOWN = (
    rf"(?!['\u2019\s]*\s(?:{_WHICH}|to|on|about|by|at|in|for|with|concerning|regarding|describing|announcing|approving|"
    rf"over|into|under|{_DONE} (?:by|to|on|at|in|for|from|about|after|before|as|under|with)|{_NAMED}))"
)
_AHEAD = r"(?=['\u2019]s?\b|\s*(?:[?.,;:)]|$)"
_VERB_AHEAD = (
    r"|\s(?:was|were|is|are|did|does|do|had|has|have|will|would|could|may|might|must|should|shall|can|and|or|nor|as|"
    r"also|when|while|before|after|during|until|then|first|later|again|ever|not|never|to|on|about|by|in|at|for|with|"
    r"the|an?|his|her|its|their|this|that|what|who|whom|which|how|where|[a-z]{2,}ed|[a-z]{3,}s|said|met|wrote|went|"
    r"gave|made|took|saw|came|told|left|held|sent|paid|spoke|knew|thought|put|sold|bought|got|found|kept|had|"
    r"sign|meet|pay|say|write|go|give|make|take|see|come|tell|leave|hold|send|speak|know|think|sell|buy|get|find|"
    r"keep|have|want|ask|agree|decide|describe|discuss|talk|visit|call|work|live|approve|order|receive)\b)"
)
_SURELY = re.compile(
    rf"(?<!for )\b(?:the|said|our|both) {_MODIFIER}{{0,2}}(?:{SOMEBODY})s?\b{_PERSON_IS_KNOWN}{_AHEAD}{_VERB_AHEAD}"
    rf"|\b(?:(?<=did )|(?<=does )|(?<=would )|(?<=could )|(?<=will )|(?<=had )|(?<=has ))"
    rf"the {_MODIFIER}{{0,2}}(?:{SOMEBODY}|{FIRM}|{PAPER})s?\b{_THING_IS_KNOWN}(?! documents)(?=['\u2019]|\s[a-z])"
    rf"|\bthe {_MODIFIER}{{0,2}}(?:{PAPER})s?\b{_THING_IS_KNOWN}{_AHEAD}{_VERB_AHEAD}",
    re.IGNORECASE,
)
# A demonstrative or "such" before a noun that stands for one thing; "that" before it can be no conjunction.
_SHOWN = re.compile(
    rf"\bthat (?:(?!the\b|an?\b|his\b|her\b|its\b|their\b|some\b|any\b|no\b|each\b|every\b|all\b|one\b|another\b|"
    rf"which\b|"
    rf"was\b|were\b|had\b|in\b|on\b|at\b|to\b|of\b|for\b)[a-z]+ )?(?:{_ANY})\b(?!s| \w+s\b)(?=['\u2019?.,;:)]|\s|$)"
    rf"|\bsuch (?:an? )?(?:{_ANY})s?\b(?! as\b)"
    rf"|\b(?:the|this|that) other (?:{_ANY}|one|ones|side|end|half)s?\b(?! of\b| than\b)"
    rf"|\b(?:the|these|those|both|the two) (?:ones|two|pair|lot)(?=\s*(?:[?.,;:)]|$|\s(?:did|were|was|had|meet|met)\b))"
    rf"|\bthe one\b(?=\s*(?:[?.,;:)]|$|\s(?:mentioned|named|described|discussed|cited|quoted|shown|given|above|"
    rf"below)))",
    re.IGNORECASE,
)
# A noun whose only complement says that it has been spoken of.
_SPOKEN_OF = re.compile(
    r"\b(?:the|that|any|a|an|what|all|those|one of the|some of the)?\s?(?:\w+ ){0,2}\w+ (?:just |already |previously |"
    r"earlier |so |here |thus |there |last |first |now |being |under )?(?:described|discussed|named|mentioned|cited|"
    r"quoted|annexed|appended|enclosed|concerned|referenced|alluded to|referred to|spoken of|in question|at issue|"
    r"at hand|in hand|in view|before us|before you|under review|under discussion|under consideration|"
    r"in point|specified|indicated|aforesaid|transcribed|reproduced|excerpted|pictured|depicted|supplied|provided)"
    r"(?= *(?:[?.,;:)-]|$)| (?:what|who|whom|which|how|when|where|on|did|was|were)\b)",
    re.IGNORECASE,
)
_SPOKEN_OF_SURELY = re.compile(
    r"\b(?:the|that|this|these|those|said|each) (?:\w+ ){1,3}(?:just|already|previously|so|thus|there|now) "
    r"(?:\w+ed|spoken of|shown|seen|given|said|set out)\b"
    r"|\b(?:at hand|before (?:us|you|me)|in front of (?:us|you|me)|at issue|under discussion|under review|in point)\b"
    r"(?=\s*(?:[?.,;:)]|$| [a-z]))"
    r"|\bthe \w+ (?:named|mentioned|described|discussed|cited|quoted|indicated|concerned|specified|in question|"
    r"spoken of|referred to|alluded to)\b(?! (?:by|as|in|at|to|on|after|for|with|from|of) (?:the )?[\"“A-Z])"
    r"(?! after\b)",
    re.IGNORECASE,
)
_WRITING = re.compile(
    r"\b(?:at|as of|by) (?:the |this )?(?:time of )?(?:writing|this writing|press time|going to press)\b"
    r"|\b(?:what|that which|as|which|the words? that) (?:precedes?|follows?|went before|comes? (?:before|after|next)|"
    r"is (?:written|said|stated|shown|printed|set out) (?:here|there|above|below|before))\b(?=\s*(?:[?.,;:)]|$))"
    r"|\((?:see|cf\.?|refer to|per|as per|vide|from|as in|quoting|citing|source:?) (?:the|this|that|above|below|what)\b"
    r"|\b(?:as|so) (?:it|they|one|he|she) (?:says?|states?|has it|puts? it|tells?|notes?|reads?|claims?|reports?)\b"
    r"|\bone such\b|\b(?:the|those) \w+ (?:listed|named|mentioned|described|discussed|cited|quoted|enumerated)"
    r"(?= (?:did|was|were|had|does|is|are)\b)"
    rf"|\((?:the )?(?:\w+ )?(?:{PAPER})\)|\bwhat (?:was|is|has been|had been|were|they) (?:just |already |"
    rf"earlier |previously )?"
    r"(?:said|told|stated|written|shown|related|set out|read|quoted|printed|recounted|described)\b(?! to\b| by\b| of\b)"
    r"|\b(?:the|that|this) \w+ (?:given|stated|shown|listed|noted|told|reported|supplied|provided|set|cited|quoted)"
    r"(?=\s*(?:[?.,;:)]|$))"
    r"|\b(?:see|refer to|consult|cf\.) (?:the )?(?:above|below|overleaf|supra|infra|attached|enclosed|sheet|"
    r"passage|text)\b"
    r"|\b(?:supra|infra|ibid|op\. cit|loc\. cit|passim)\b|\byours (?:of|truly|faithfully)\b|\byours?truly\b"
    r"|\bthe (?:text|words|lines?|contents?|wording|details?|facts?|information|evidence|account|material) "
    r"(?:above|below|given|provided|supplied|presented|shown|here|at hand|before|herein|in front)\b"
    r"|\b(?:the|this) (?:first|second|third|other|one) part\b(?=\s*[?.,;)])"
    r"|\b(?:after|before|of|about|with|by|from|to|for|on|at|in|upon|like|under|over|beyond|besides|despite|than|"
    r"and|is|was) "
    r"(?:that|this|these|those)(?=\s*(?:[?.,;:)]|$))"
    r"|\bthe (?:current|running|ongoing|instant|present) (?:year|month|week|day|century|season|quarter|term|decade|one|"
    rf"{PAPER})\b"
    r"|\bparty of the (?:first|second) part\b|\bof the same (?:name|date|day|month|year)?(?=\s*[?.,;)])"
    r"|\b(?:the|that|this) (?:[\w-]+ )?(?:thing|stuff|sort of thing|whole business|afore\w*)\b(?=\s*[?.,;:)])"
    r"|\bwhoever (?:wrote|signed|sent|penned|typed)\b"
    rf"|\b(?:says|said|writes|wrote|states|notes|reports|adds|recalls|recounts|relates|thinks|claims) "
    rf"(?:the|our) (?:{NARRATOR}|gentleman|official)\b(?! of\b)"
    rf"|\b(?:says|states|notes|shows|tells|has it|goes|runs) the (?:{PAPER})\b",
    re.IGNORECASE,
)
_SINCE = r"(?! (?:than|the|an?|his|her|its|their|he|she|it|they|that|this|when|which|[\"“(]?(?-i:[A-Z])|\d|to|of|or)\b)"
_WHEN = re.compile(
    rf"(?<!how )\b{MANY} {UNIT}s? (?:later|earlier|before|after|afterwards?|prior|previously|beforehand|hence|on|"
    rf"thereafter|further on)\b{_SINCE}"
    rf"|\b(?:the|that|this|on the|in the) (?:very |immediately )?(?:previous|preceding|following|next|prior|same|"
    rf"other) "
    rf"{UNIT}s?\b(?! (?:of|that|when|as|after|before|in|[\"“(]?(?-i:[A-Z]))\b)"
    rf"|\b(?:the|an?) {UNIT} (?:after|before|later|earlier|following|prior|previous)\b{_SINCE}"
    r"|\b(?:meanwhile|thereupon|whereupon|beforehand|theretofore|heretofore|hitherto|erstwhile|by then|until then|"
    r"since then|just then|back then|even then|before then|from then on|there and then|in the meantime|ere long|"
    r"before long|at the same time|of late|these days|this (?:day|week|month|year)|to this day|as yet|just now|"
    r"by now|before now|any more|anymore|the other day|the day in question|soon afterwards?|shortly (?:after|before|"
    r"afterwards?|beforehand|thereafter)|long (?:ago|since)|not long (?:after|before|ago)|some time (?:ago|back|later))"
    r"\b(?=\s*(?:[?.,;:)]|$)|\s(?!the\b|an?\b|his\b|her\b|its\b|their\b|that\b|as\b|when\b|of\b)[a-z])",
    re.IGNORECASE,
)
_LOOSE_BODY = re.compile(
    rf"\b(?:(?<=did )|(?<=does )|(?<=was )|(?<=were )|(?<=would ))?(?:the) {_MODIFIER}{{0,2}}(?:{BODY}|{EVENT}|couple|"
    rf"place|spot|thing)s?\b{_THING_IS_KNOWN}(?=['\u2019]|\s*(?:[?.,;:)]|$))",
    re.IGNORECASE,
)
_THERE = re.compile(
    r"(?<!was )(?<!were )(?<!is )(?<!are )(?<!be )(?<!had )(?<!has )(?<!did )(?<!that )\bthere\b(?! (?:is|was|"
    r"were|are|be|"
    r"been|had|has|would|will|came|come|to be|ever|any|no|a|an)\b)",
)
_PLACE = re.compile(r"\b(?:in|at|to|from|near|of|for|into|on) (?:the )?[A-Z]|\b(?:in|at|to|into|near) the [a-z]+")
_RANKED = re.compile(r"\b(?:first|second|third|last|only|next|youngest|oldest)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_NAME = re.compile(r"(?<=\S\s)[\"“(]?[A-Z][\w.]|^(?!(?:The|A|An|In|On|At|By|To|From|For|Who|Whom|Whose|What|"
                   r"Which|When|Where|"
                   r"Why|How|Did|Was|Were|Is|Are|During|After|Before|As|Of|With|Under)\b)[A-Z]\w+")  # fmt: skip


def find_definite(text: str) -> str:
    """The first noun or time of a text that is treated as known, "" when there is none.

    Args:
        text: one line, quoted titles left out.
    """
    return next((found for check in _CHECKS if (found := check(text))), "")


def _always(text: str) -> str:
    for pattern in (_WRITING, _SPOKEN_OF_SURELY, _SHOWN):
        found = pattern.search(text)
        if found:
            return found[0].strip()
    return ""


def _spoken_of(text: str) -> str:
    found = _SPOKEN_OF.search(text)
    return found[0].strip() if found and not _NAME.search(found[0]) else ""


def _person_or_paper(text: str) -> str:
    """A person, a paper, or a body that does something, unless the same noun stands before."""
    for found in _SURELY.finditer(text):
        if not _is_repeated(found, text) and not _is_singled_out(found, text):
            return found[0].strip()
    return ""


def _is_singled_out(found: re.Match[str], text: str) -> bool:
    """As in "the first woman to sit on the Board"."""
    return _RANKED.search(found[0]) is not None and text[found.end() :].startswith(" to ")


def _time(text: str) -> str:
    """A time counted from another that is not given; a year anywhere gives it."""
    found = None if _YEAR.search(text) else _WHEN.search(text)
    return found[0].strip() if found else ""


def _there(text: str) -> str:
    """A "there" that is a place, and no place named before it."""
    found = _THERE.search(text)
    return found[0] if found and not _PLACE.search(text[: found.start()]) else ""


def _thing(text: str) -> str:
    """A body, a place or an event before any name."""
    found = None if _YEAR.search(text) else _LOOSE_BODY.search(text)
    if found is None or _NAME.search(text[: found.start()]) or _is_repeated(found, text):
        return ""
    return found[0].strip()


def _is_repeated(found: re.Match[str], text: str) -> bool:
    """Whether the noun stands before: "the memo of 3 May, and to whom was the memo sent"."""
    noun = found[0].strip(" '\u2019.,;:?)").split()[-1]
    stem = re.sub(r"(?:'s|s)$", "", noun)
    return len(stem) > 2 and re.search(rf"\b{re.escape(stem)}s?\b", text[: found.start()], re.IGNORECASE) is not None


_CHECKS: tuple[Callable[[str], str], ...] = (_always, _spoken_of, _person_or_paper, _time, _there, _thing)
