"""Nouns and times that a text treats as known though nothing in it says which: "the gentleman", "a week earlier".

Belongs here: which of such phrases are at fault, and where; times without what they are counted from. Does not: reading
the phrases (noun_phrases.py), pronouns and words that always point (deixis.py, stand_ins.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bench_assets.gauntlet.rule_book.names import names_any, names_body, parties_in
from bench_assets.gauntlet.rule_book.noun_phrases import (
    AUXILIARIES,
    MONTHS,
    TITLE,
    Phrase,
    has_clause,
    is_cut,
    is_identified,
    is_singled_out,
    is_whole,
    phrases,
    tokens_of,
)
from bench_assets.gauntlet.rule_book.pointing_nouns import (
    KIN,
    LITIGANTS,
    NARRATORS,
    PAPERS,
    TRADES,
    UNITS,
    Kind,
    is_plural,
    kind_of,
    singular,
)

OTHERS = frozenset({"other", "earlier", "later", "latter", "former", "second", "third", "next", "previous"})
TIMELY = frozenset("earlier later recent latest ongoing current pending last next local usual so-called".split())
PARTAKERS = frozenset({Kind.PERSON, Kind.POST, Kind.FIRM, Kind.BODY})
LOOSE = frozenset({Kind.FIRM, Kind.BODY, Kind.EVENT})
# What a noun may be said to be when all that tells it apart is that it has been spoken of.
SPOKEN_OF = frozenset(
    "described discussed named mentioned cited quoted annexed appended enclosed concerned referenced specified "
    "indicated aforesaid transcribed reproduced excerpted pictured depicted supplied provided given stated shown "
    "listed noted told reported set enumerated".split()
)
SPOKEN_OF_IN_WORDS = (
    "alluded to|referred to|spoken of|in question|at issue|at hand|in hand|in view|before us|before you|"
    "under review|under discussion|under consideration|in point"
)
MANY = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|several|a few|some|"
    r"many|a couple of|\d+)"
)


def _either(words: frozenset[str]) -> str:
    """An alternative of words, the longest first, so that none hides a longer one."""
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))


_PAPER, _NARRATOR, _UNIT = _either(PAPERS), _either(NARRATORS), rf"(?:{_either(UNITS)})"
_END = r"(?=\s*(?:[?.,;:)-]|$)"
_ASKED_ON = r"| (?:what|who|whom|which|how|when|where|on|did|was|were)\b)"
_SPOKEN = rf"(?:{_either(SPOKEN_OF)}|{SPOKEN_OF_IN_WORDS})"
_SPOKEN_OF = re.compile(
    rf"\b(?:the|that|any|a|an|what|all|those|one of the|some of the)?\s?(?:\w+ ){{0,2}}\w+ (?:just |already |"
    rf"previously |earlier |so |here |thus |there |last |first |now |being |under )?"
    rf"(?:{_either(SPOKEN_OF - frozenset('given stated shown listed noted told reported set enumerated'.split()))}|"
    rf"{SPOKEN_OF_IN_WORDS}){_END}{_ASKED_ON}",
    re.IGNORECASE,
)
_SPOKEN_OF_SURELY = re.compile(
    r"\b(?:the|that|this|these|those|said|each) (?:\w+ ){1,3}(?:just|already|previously|so|thus|there|now) "
    r"(?:\w+ed|spoken of|shown|seen|given|said|set out)\b"
    rf"|\b(?:at hand|before (?:us|you|me)|in front of (?:us|you|me)|at issue|under discussion|under review|in point)\b"
    rf"{_END}| [a-z])"
    r"|\bthe \w+ (?:named|mentioned|described|discussed|cited|quoted|indicated|concerned|specified|in question|"
    r"spoken of|referred to|alluded to)\b(?! (?:by|as|in|at|to|on|after|for|with|from|of) (?:the )?[\"“A-Z])"
    r"(?! after\b)"
    rf"|\b(?:the|those) \w+ {_SPOKEN}(?= (?:did|was|were|had|does|is|are)\b)"
    rf"|\b(?:the|that|this) \w+ {_SPOKEN}{_END})",
    re.IGNORECASE,
)
# Before a comma at the head of a question they take up what was said before.
OPENINGS = (
    "after|afterward|afterwards|thereafter|thereupon|then|later|later on|next|subsequently|earlier|earlier on|"
    "previously|beforehand|meanwhile|since|since then|before|formerly|soon|soon after|eventually|finally|"
    "again|once more|also|moreover|further|furthermore|likewise|similarly|besides|instead|otherwise|"
    "accordingly|consequently|therefore|hence|thus|in turn|in addition|in particular|in short|in sum|overall|"
    "however|still|and|but|so|or|yet|nevertheless|nonetheless|well|yes|no|now"
)
TITLES = "Mr|Mrs|Ms|Messrs|Dr|Prof"
PARTICLES = "de|da|del|di|la|le|van|von|der|den|al|el|ten|ter|zu"  # of a surname, in small letters
# Nouns that a document has one of for an event; "the date given" is one that the reader has not seen.
PARTICULARS = "date|day|hour|time|place|name|sum|amount|figure|address|number|price|year|reason|terms"
KINDRED = "related|similar|different|comparable|corresponding|parallel|certain|unnamed|unspecified|analogous"
TELLING = (
    "said|told|stated|written|shown|related|set out|read|quoted|printed|recounted|described|seen|observed|explained|"
    "remarked|recalled|pointed out|outlined|detailed"
)
WIRED = "telephone|telephoned|call|called|write|wrote|phone|phoned|ring|rang|cable|cabled|wire|wired"
ARRIVING = "arriving|arrival|leaving|departure|departing|entering|returning"
_TOLD = "said|told|stated|written|shown|related|set out|read|quoted|printed|recounted|described"
_SPEAKS = "says?|states?|has it|puts? it|tells?|notes?|reads?|claims?|reports?"
_WRITES = "says|said|writes|wrote|states|notes|reports|adds|recalls|recounts|relates|thinks|claims"
_HEREABOUTS = "(?:above|below|given|provided|supplied|presented|shown|here|at hand|before|herein|in front)"
_AROUND = "(?:here|there|above|below|before)"
_GOVERNING = (
    "after|before|of|about|with|by|from|to|for|on|at|in|upon|like|under|over|beyond|besides|despite|than|and|is|was"
)
_NO_NAME = rf"(?!(?:{PARTICLES})\b|and (?:{TITLES})\b)(?-i:[a-z])"
# One a line: words that point at the writing itself, or at what was said before.
_POINTED_AT = rf"""
^(?:{OPENINGS}),
^(?:and|but|so|or|yet|nor)\b
\b(?:at|as of|by) (?:the |this )?(?:time of )?(?:writing|this writing|press time|going to press)\b
\b(?:what|that which|as|which|the words? that) (?:precedes?|follows?|went before)\b{_END})
\b(?:what|that which|as|which|the words? that) comes? (?:before|after|next)\b{_END})
\b(?:what|that which|as|which) is (?:written|said|stated|shown|printed|set out) {_AROUND}\b{_END})
\((?:see|cf\.?|refer to|per|as per|vide|from|as in|quoting|citing|source:?) (?:the|this|that|above|below|what)\b
\b(?:as|so) (?:it|they|one|he|she) (?:{_SPEAKS})\b
\bas (?:just |already |previously |so |first |was |is )?(?:{_either(SPOKEN_OF)}|{TELLING})(?=\s*(?:,|[?.]|$))
\bone such\b
\b(?:is|are) (?:\w+ )?(?:{_either(SPOKEN_OF)}|meant|printed)\b(?! (?:in|by|under|at|on|as) (?:the )?[\"“]?(?-i:[A-Z]))
\bdo(?:es)? the [a-z]+ (?:describe|say|mention|state|tell|note|call|refer|put|report|claim|imply|suggest|give|name)\b
\b(?:which|what) (?:paragraph|page|line|passage|footnote|clipping|excerpt|column)\b(?! of\b)
\b(?:which|what) sentence\b(?! of\b| did [^?]* (?:impose|pass|hand|receive|serve|give|pronounce)\b)
\b(?:an?|some) (?:{KINDRED}) (?:[a-z]+ )?[a-z]+\b(?! (?:to|from|than|with|as|of)\b)
(?<!for )\bthe (?:last|next|second|third|other) time{_END})
\b(?:{WIRED}) back{_END})
\b(?:{TITLES})\b\.?(?=\s*(?:[?,;:)]|$)| {_NO_NAME})
\bthe (?:{PARTICULARS}) (?:{_either(SPOKEN_OF)})\b(?! (?:in|by|as|for|on|at|of|under|beside|next)\b)
\b(?:up)?on (?:{ARRIVING})\b{_END})
\((?:the )?(?:\w+ )?(?:{_PAPER})s?\)
\bwhat (?:was|is|has been|had been|were|they) (?:just |already |earlier |previously )?(?:{_TOLD})\b(?! (?:to|by|of)\b)
\b(?:see|refer to|consult|cf\.) (?:the )?(?:above|below|overleaf|supra|infra|attached|enclosed|sheet|passage|text)\b
\b(?:supra|infra|ibid|op\. cit|loc\. cit|passim)\b
\byours (?:of|truly|faithfully)\b|\byours?truly\b
\bthe (?:text|words|lines?|contents?|wording|details?|facts?|information|evidence|account|material) {_HEREABOUTS}\b
\b(?:the|this) (?:first|second|third|other|one) part\b(?=\s*[?.,;)])
\b(?:{_GOVERNING}) (?:that|this|these|those){_END})
\bthe (?:current|running|ongoing|instant|present) (?:{_UNIT}|term|day|one|{_PAPER})\b
\bparty of the (?:first|second) part\b|\bof the same (?:name|date|day|month|year)?(?=\s*[?.,;)])
\b(?:the|that|this) (?:[\w-]+ )?(?:thing|stuff|sort of thing|whole business|afore\w*)\b{_END})
\bwhoever (?:wrote|signed|sent|penned|typed)\b
\b(?:{_WRITES}) (?:the|our) (?:{_NARRATOR}|gentleman|official)\b(?! of\b)
\b(?:says|states|notes|shows|tells|has it|goes|runs) the (?:{_PAPER})\b
"""
_WRITING = re.compile("|".join(_POINTED_AT.split("\n")[1:-1]), re.IGNORECASE)
_SINCE = r"(?! (?:than|the|an?|his|her|its|their|he|she|it|they|that|this|when|which|[\"“(]?(?-i:[A-Z])|\d|to|of|or)\b)"
_ADRIFT = (
    "meanwhile|thereupon|whereupon|beforehand|theretofore|heretofore|hitherto|erstwhile|by then|until then|"
    "since then|just then|back then|even then|before then|from then on|there and then|in the meantime|ere long|"
    "before long|at the same time|of late|these days|this (?:day|week|month|year)|to this day|as yet|just now|"
    "by now|before now|any more|anymore|the other day|the day in question|soon afterwards?|shortly (?:after|before|"
    "afterwards?|beforehand|thereafter)|long (?:ago|since)|not long (?:after|before|ago)|some time (?:ago|back|later)"
)
_WHEN = re.compile(
    rf"(?<!how )\b{MANY} {_UNIT}s? (?:later|earlier|before|after|afterwards?|prior|previously|beforehand|hence|on|"
    rf"thereafter|further on)\b{_SINCE}"
    rf"|\b(?:the|that|this|on the|in the) (?:very |immediately )?(?:previous|preceding|following|next|prior|same|"
    rf"other) {_UNIT}s?\b(?! (?:of|that|when|as|after|before|in|[\"“(]?(?-i:[A-Z]))\b)"
    rf"|\b(?:the|an?) {_UNIT} (?:after|before|later|earlier|following|prior|previous)\b{_SINCE}"
    rf"|\b(?:{_ADRIFT})\b{_END}|\s(?!the\b|an?\b|his\b|her\b|its\b|their\b|that\b|as\b|when\b|of\b)[a-z])",
    re.IGNORECASE,
)
_THERE = re.compile(
    r"(?<!was )(?<!were )(?<!is )(?<!are )(?<!be )(?<!had )(?<!has )(?<!did )(?<!that )\bthere\b(?! (?:is|was|"
    r"were|are|be|been|had|has|would|will|came|come|to be|ever|any|no|a|an)\b)",
)
_PLACE = re.compile(r"\b(?:in|at|to|from|near|of|for|into|on) (?:the )?[A-Z]|\b(?:in|at|to|into|near) the [a-z]+")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_CASE = re.compile(r"\bvs?\. |\bIn re\b")
_A_DOER = re.compile(
    r"\b(?:did|does|had|has|was|were) (?:an?|one) ([a-z]+)(?: ([a-z]+))?\b"
    r"(?! (?:who|whom|that|of|from|named|called|first)\b)"
)
_THEIRS = re.compile(r"\b(?:his|her|their|its) (?:(?:own|old|new|former) )?([a-z]+)\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?:an?|one|some) ([a-z]+)(?: ([a-z]+))?\b(?! of\b)", re.IGNORECASE)
_NAME = re.compile(r"(?<=\S\s)[\"“(]?[A-Z][\w.]|^(?!(?:The|A|An|In|On|At|By|To|From|For|Who|Whom|Whose|What|"
                   r"Which|When|Where|"
                   r"Why|How|Did|Was|Were|Is|Are|During|After|Before|As|Of|With|Under)\b)[A-Z]\w+")  # fmt: skip


def find_definite(text: str) -> str:
    """The first noun or time of a text that is treated as known, "" when there is none.

    Args:
        text: one line, quoted titles shown as a pair of marks.
    """
    return next((found for check in _CHECKS if (found := check(text))), "")


def find_unnamed(text: str) -> str:
    """The first person or paper of a text that nothing tells apart, or a body that does something; "" for none."""
    return next((phrase.words for phrase in _unnamed(text)), "")


def _unnamed(text: str) -> Iterator[Phrase]:
    for phrase in _loose_phrases(text):
        is_doing = phrase.kind is Kind.FIRM and phrase.before in AUXILIARIES
        is_told = _is_told_by_a_body(phrase, text) or (phrase.noun in LITIGANTS and _CASE.search(text) is not None)
        if (
            (phrase.kind in {Kind.PERSON, Kind.POST, Kind.PAPER, Kind.VAGUE, Kind.PLACE} or is_doing) and not is_told
        ) or is_cut(phrase):
            yield phrase


def _is_told_by_a_body(phrase: Phrase, text: str) -> bool:
    """As in "the company" or "the captain" behind the name of a body or a ship, "the dockers" beside a place's."""
    if phrase.kind in {Kind.FIRM, Kind.POST}:
        return names_body(text[: phrase.start])
    return is_plural(phrase.noun) and singular(phrase.noun) in TRADES and names_body(text)


def _loose_phrases(text: str) -> Iterator[Phrase]:
    """The phrases with "the" that nothing tells apart."""
    for phrase in phrases(tokens_of(text)):
        is_definite = phrase.determiner in {"the", "said", "both", "our"}
        if not is_definite or is_identified(phrase) or is_singled_out(phrase) or not is_whole(phrase):
            continue
        if phrase.noun != "documents" and not _is_repeated(phrase.noun, text[: phrase.start]):
            yield phrase


def _always(text: str) -> str:
    for pattern in (_WRITING, _SPOKEN_OF_SURELY):
        found = pattern.search(text)
        if found:
            return found[0].strip()
    return ""


def _shown(text: str) -> str:
    """A noun behind "that" or "such", or another than one that is not named."""
    return next((phrase.words for phrase in phrases(tokens_of(text)) if _is_shown(phrase)), "")


def _is_shown(phrase: Phrase) -> bool:
    if phrase.determiner == "that":
        return len(phrase.modifiers) <= 1 and not is_plural(phrase.noun) and is_whole(phrase)
    if phrase.determiner == "such":
        return not phrase.behind or phrase.behind[0].small != "as"
    behind = [token.text for token in phrase.behind[:2]]
    is_dated = len(behind) > 1 and behind[0] == "of" and (behind[1] in MONTHS or behind[1].isdigit())
    if is_dated and phrase.kind is Kind.PAPER and phrase.modifiers & OTHERS:
        return True
    is_other = "other" in phrase.modifiers or (
        phrase.kind in {Kind.PAPER, Kind.PERSON} and bool(phrase.modifiers & OTHERS)
    )
    return (
        is_other
        and (not phrase.behind or phrase.behind[0].small not in {"of", "than"})
        and not (phrase.noun == "party" and phrase.behind and phrase.behind[0].small == "to")
        and not is_singled_out(phrase)
    )


def _spoken_of(text: str) -> str:
    found = _SPOKEN_OF.search(text)
    return found[0].strip() if found and not _NAME.search(found[0]) else ""


def _time(text: str) -> str:
    """A time counted from another that is not given; a year anywhere gives it."""
    found = None if _YEAR.search(text) else _WHEN.search(text)
    return found[0].strip() if found else ""


def _there(text: str) -> str:
    """A "there" that is a place, and no place named before it."""
    found = _THERE.search(text)
    return found[0] if found and not _PLACE.search(text[: found.start()]) else ""


def _thing(text: str) -> str:
    """A body or an event before any name, or one that ends a question about one name at no date."""
    is_dated = _YEAR.search(text) is not None
    for phrase in _loose_phrases(text):
        is_told_of = phrase.kind is Kind.PLAN or _is_last(phrase) or bool(phrase.modifiers & TIMELY)
        before = text[: phrase.start]
        if is_told_of and not (TITLE in before or has_clause(before)):
            return phrase.words
        if _is_alone(phrase, text):
            return phrase.words
        if is_dated:
            continue
        if phrase.kind in LOOSE and (not _NAME.search(text[: phrase.start]) or _is_last(phrase)):
            return phrase.words
    return ""


def _is_alone(phrase: Phrase, text: str) -> bool:
    """Whether a body or an event is all that a text has of its kind: nobody is named, whatever day is."""
    if phrase.kind not in LOOSE or names_any(text[: phrase.start]):
        return False
    behind = text[phrase.start :].replace(TITLE, "-")
    return not (names_any(behind) if phrase.kind is Kind.EVENT else parties_in(behind))


def _is_last(phrase: Phrase) -> bool:
    """Whether an event ends the text."""
    return phrase.kind is Kind.EVENT and all(token.is_mark for token in phrase.behind)


def _nobody(text: str) -> str:
    """One of many, "a man" or "one company", who does it or beside whom nothing but a day is named; "" for none."""
    pattern = _A_DOER if names_any(text) else _SOMEBODY
    found = pattern.search(text)
    is_doer = found is not None and any(kind_of((word or "").casefold()) in PARTAKERS for word in found.groups())
    return found[0] if found and is_doer else ""


def _whose(text: str) -> str:
    """Somebody's somebody, "his colleague" or "their client", where nobody is named whose it would be; "" for none."""
    found = next((found for found in _THEIRS.finditer(text) if _is_somebody(found[1].casefold())), None)
    return found[0] if found and not parties_in(text) else ""


def _is_somebody(noun: str) -> bool:
    return kind_of(noun) in PARTAKERS and noun not in KIN and not is_plural(noun)


def _is_repeated(noun: str, before: str) -> bool:
    """Whether the noun stands before: "the memo of 3 May, and to whom was the memo sent"."""
    stem = singular(noun)
    return len(stem) > 2 and re.search(rf"\b{re.escape(stem)}s?\b", before, re.IGNORECASE) is not None


_CHECKS: tuple[Callable[[str], str], ...] = (
    _always,
    _shown,
    _spoken_of,
    find_unnamed,
    _time,
    _there,
    _thing,
    _nobody,
    _whose,
)
