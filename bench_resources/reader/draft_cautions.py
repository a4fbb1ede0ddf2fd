"""Words with which no event may be told: doubt, hearsay, plans, private life, wrongdoing, what only a file knows.

Belongs here: word lists of general English, and whether a clause keeps clear of them. Does not: finding clauses
(draft_clauses) or wording events (draft_deeds).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bench_resources.reader.draft_definite import points_elsewhere
from bench_resources.reader.draft_entities import Kind, Unit

# A doubt, a wish, a plan or a denial: what is said with it need not have happened.
HEDGE = re.compile(
    r"(?i)\b(?:alleg\w+|rumou?r\w*|claim(?:s|ed|ing)? (?:that|to|by|he|she|it|they)|claimed|den(?:y|ied|ies)|false\w*|"
    r"hoax|purport\w*|suppos\w+|hypothe\w+|whether|might|possib\w+|probab\w+|unconfirmed|impression|"
    r"to the effect|plan(?:s|ned|ning)? to|planned|propos(?:es|ed|ing)|unless|if|would|should|could|may(?! \d)|not|"
    r"never|no|nor|neither|none|nothing|without|failed|refused|declined|"
    r"apparent\w*|presum\w+|appear(?:s|ed)? (?:to|that)|seem\w*|attempt(?:s|ed|ing)?|tried|trying|want(?:s|ed)|"
    r"recall\w*|remember\w*|intend\w*|hop(?:es|ed|ing)|expect\w*|scheduled|"
    r"believ\w+|doubt\w*|questionable|questioned whether|was to|were to|is to|are to|had to|shall|will|can|cannot|"
    r"suspect\w*|likely|evidently|reportedly|theor\w+|speculat\w+|fictitious|imaginary|novel|almost|nearly|suggest\w*)\b"
)
_HARMLESS = re.compile(r"(?i)\bwithout (?:prior )?(?:notice|incident|delay|debate|objection|dissent)\b")

# "X said that": what follows is what X says. A record or register states it itself.
_TOLD = re.compile(
    r"(?i)\b(?:said|says|stated|states|told|tells|testified|testifies|advised|advises|informed|indicated|related|"
    r"asserted|remarked|learned|heard|understood|thought|felt|felt sure|assumed|alleged|maintained|insisted|suggested|"
    r"mentioned|wrote|reported|reports|commented|replied|answered|explained|volunteered|added|gathered|according|"
    r"source|sources|informant|informants|opinion|view|quoted|quotes|article|newspaper|column|book|author)\b"
)
# A record or a register states a thing itself; and some openings only lead into what the writer states.
_LEADS_IN = re.compile(
    r"(?:The|Our|These) (?:\w+ )?(?:records?|registers?|files?|minutes|logs?|folder)(?: \w+){0,2} "
    r"(?:shows?|confirms?|reflects?) that "
    r"|(?:It is (?:on (?:file|record)|clear|not disputed|undisputed)|It (?:is|was) noted|"
    r"Let me add|Please note|Note) that "
    r"|According to the (?:\w+ )?(?:register|records?|folder|files?|minutes|logs?), "
    r"|As (?:the members|you) (?:will|may) (?:recall|remember), |For the (?:sake of good order|record): "
)
_TOLD_BEHIND = re.compile(
    r"(?i),? ?\b(?:according to|(?:he|she|they|it|[A-Z]\w+) (?:said|stated|added|claimed|reported|testified)\b)"
)

_PRIVATE = re.compile(
    r"(?i)\b(?:born|birth\w*|residen\w+|address of|phone number|married|marriage|wedding|wife|husband|divorc\w*|sons?|"
    r"daughters?|"
    r"child(?:ren)?|mother|father|brother|sister|nephew|niece|uncle|widow|illness|disease|hospital\w*|pregnan\w*|"
    r"medical\w*|doctor|surgery|psychiatr\w*|apartment|prostitut\w*|girlfriend|boyfriend|mistress|homosexual\w*|"
    r"alcohol\w*|drunk\w*|drinking|suicide|died|death|funeral|buried|salary|passport number|"
    r"polygraph\w*|lived|living)\b"
)
_WRONG = re.compile(
    r"(?i)\b(?:arrest\w*|convict\w*|sentenced|murder\w*|kill\w*|assassin\w*|shot|shoot\w*|shots|stabb\w*|wounded|"
    r"bribe\w*|blackmail\w*|extort\w*|threat\w*|plot\w*|conspir\w*|stole|stolen|thief|smuggl\w*|gambl\w*|"
    r"fraud\w*|forg(?:ed|ery)|perjur\w*|illegal\w*|unlawful\w*|criminal\w*|crimes?|indict\w*|guilty|jail\w*|prison\w*|"
    r"poison\w*|bomb\w*|sabotage\w*|terroris\w*|narcotics?|mafia|gangster\w*|hoodlum\w*|racket\w*|contract on|"
    r"misconduct|harass\w*|lied|lying|accus\w*|charged with|defect(?:ed|ion|or|ors)|abus\w*|"
    r"burglar\w*|wiretap\w*|execution|executed)\b"
)


# What a file calls "the matter" is known to its readers alone.
_VAGUE = re.compile(
    r"\b(?:[Tt]he|[Oo]ne|[Aa]n?|[Aa]nother|[Ss]ome|[Tt]wo|[Tt]hree|[Ss]everal|[Cc]ertain) (?:[a-z-]+ )?(?:man|men|"
    r"woman|women|female|male|leader|person|persons|individual|individuals|source|sources|agent|agents|informant|informants|"
    r"staffer|friend|friends|boy|girl|subject|spokesman|caller|visitor|stranger|people|others?|party|parties|thing|"
    r"things|matter|matters|way|ways|point|points|basis|fact|facts)\b(?! of\b)"
)
# Nouns that need nobody to say which: there is one, or any will do.
_ONE_OF_ITS_KIND = frozenset(
    "president press public war police world law country city town state government governor mayor sea night evening "
    "morning afternoon spring summer autumn fall winter waterfront cabinet legislature nation economy record weather "
    "telephone past future".split()
)
_MODIFIED = frozenset("office department administration revolution committee commission".split())
_ARTICLES = frozenset({"the", "The"})
_BINDS = frozenset("of for to on in at between with from into against about regarding concerning over under by".split())
_MAX_MODIFIERS = 3
# Papers and gatherings of which a file holds many: a place or a person beside them does not say which.
_MANY = frozenset(
    "meeting meetings letter letters report reports memorandum memo memoranda agreement document documents proposal "
    "plan contract decision information message cable conference conversation interview request material materials "
    "statement case file files list project operation book article photograph photographs order instructions".split()
)


def is_hedged(words: str) -> bool:
    """Whether a doubt, a plan or a denial stands among the words."""
    return HEDGE.search(_HARMLESS.sub("", words)) is not None


def is_hearsay(before: str, behind: str) -> bool:
    """Whether a clause is what somebody says: by what stands before it in its sentence, or right behind it."""
    if _TOLD_BEHIND.match(behind):
        return True
    return _TOLD.search(before) is not None or re.search(r"\bthat(?: the)?$", before.strip()) is not None


def lead_length(text: str) -> int:
    """How many characters of a sentence only lead into what it states, as "The record shows that" does."""
    end = 0
    while lead := _LEADS_IN.match(text, end):
        end = lead.end()
    return end


def is_delicate(words: str) -> bool:
    """Whether the words touch private life or wrongdoing."""
    return is_private(words) or _WRONG.search(words) is not None


def is_private(words: str) -> bool:
    """Whether the words touch private life."""
    return _PRIVATE.search(words) is not None


def is_vague(event: str) -> bool:
    """Whether a clause points at something that its reader has not seen."""
    return _VAGUE.search(event) is not None or points_elsewhere(event + "?")


def has_bare_definite(row: Sequence[Unit]) -> bool:
    """Whether "the agreement" stands in the row without a word that says which."""
    return any(u.text in _ARTICLES and _is_bare(row, at + 1) for at, u in enumerate(row))


def _is_bare(row: Sequence[Unit], start: int) -> bool:
    end = start
    while end < len(row) and row[end].kind is Kind.WORD and row[end].text not in _BINDS and row[end].text != "and":
        end += 1
    if end == start or end - start > _MAX_MODIFIERS:
        return False  # "the Harbor Board"; or so many words that they tell it apart
    head = row[end - 1].text
    is_known = head in _ONE_OF_ITS_KIND or (head in _MODIFIED and end - start > 1)
    if is_known or (end < len(row) and row[end].kind not in {Kind.MARK, Kind.WORD}):
        return False  # "the cutter Swift", "the fiscal year 1962"
    is_bound = end + 1 < len(row) and row[end].text in _BINDS - {"by"}
    return not is_bound or (head in _MANY and _is_adverbial(row, end))


def _is_adverbial(row: Sequence[Unit], at: int) -> bool:
    """As in "in Lisbon", "at the Grand Hotel", "with Jane Doe": it tells of the deed more often than of the thing."""
    following = row[at + 2] if row[at + 1].text in _ARTICLES and at + 2 < len(row) else row[at + 1]
    return row[at].text in {"in", "at", "with", "from", "to"} and following.kind is not Kind.WORD
