"""English phrases that say of a date or a figure X that it is the lesser or the greater of two.

Belongs here: the phrases, one a line, and the words that stand in them. Does not: finding them (standings.py).

A line is a pattern with X for the value and a name in braces for a class of words.
"""

from __future__ import annotations

import re

MARK = "\u25c6"  # stands in a text for the value that a phrase is about

_BE = (
    r"(?:was|is|were|are|being|came|comes|lay|lying|stood|fell|"
    r"(?:had|has|have|having)(?: already| long| just| since)?(?: been| proved| turned out| become)?)"
)
_CLASSES = {
    "be": rf"{_BE} ",
    "long": "(?:(?:already|long|well|just|by then|still|yet|then|now|safely) )*",
    "set": "(?:the |an? )?(?:(?:date|day|sum|figure|amount) (?:of )?)?",
    "passed": "passed|past|gone|gone by|elapsed|over|come and gone|a memory|in the past|over and done|behind|history|"
    "reached",
    "ahead": "to come|ahead(?! of)|in the future|in prospect|next|to follow|upcoming|pending|away|to be reached",
    "came": "(?:came|was|fell|stood)",
    "found": "(?:thought |deemed |found |judged |considered |held )?(?:to be )?",
    "cut": (
        "reduced|cut|lowered|halved|trimmed|slashed|shaved|brought down|put down|marked down|knocked down|scaled down|"
        "scaled back|{found}(?:excessive|extravagant|too (?:much|high|dear|large|big))"
    ),
    "raised": (
        "raised|increased|put up|upped|lifted|boosted|bid up|scaled up|marked up|doubled|trebled|outdone|surpassed|"
        "exceeded|topped|beaten|overtaken|bettered|passed|outbid|outstripped|overshot|"
        "{found}(?:too (?:little|low|small)|not enough|no longer enough|insufficient|inadequate)"
    ),
    "lesser": "(?:less|lesser|lower|smaller|least|lowest|smallest|minimum|floor|cheaper)",
    "greater": (
        "(?:more|greater|higher|larger|bigger|most|highest|greatest|maximum|ceiling|limit|cap|dearer|too much)"
    ),
    "noun": "(?:figure|sum|amount|number|one|price|bid|offer|cost|total|rent|fee|count|level|quote)",
    "instead": (
        "(?:that |which )?(?:replaced|succeeded|superseded|instead of|in place of|in lieu of|in exchange for|"
        "compared to|compared with|next to|beside|against|after)"
    ),
    "starting": "(?:start|beginn|open)ing (?:at|from|with|off at)",
    "started": "(?:beginning|starting|that began|that started) (?:at|from|with)",
    "rising": "(?:ris|climb|grow|increas|mount)\\w*|go\\w* up",
    "falling": "(?:fall|dropp|declin|sink|decreas|shrink)\\w*|go\\w* down",
}
# Of dates: X is the earlier.
EARLIER = r"""
X,? (?:{be})?{long}(?:{passed}|been reached)\b(?! the)
X {be}{long}(?:the )?(?:first|earlier|earliest|before|sooner)\b(?! than| or)
\bfirst (?:came |on |there was )?X
\bwith X (?:just |long |right |shortly )?before\b
\bfrom X (?:on|onwards?|forward|forth)\b
\bsince X
X as (?:the |an? )?(?:earlier|earliest|first)\b
\b(?:sequel|follow-up|aftermath) (?:to|of) X
\bwith X (?:earlier|before|first|already)\b(?! than)
X (?:precede|predate|antedate|come before|come first)[sd]?\b(?! by)
\b(?:before that|beforehand|earlier|previously) {came} X
\bposterior to X
\blast (?:date |day |one )?before (?:it|that|this) (?:being|was|is) X
\bbehind (?:the )?(?:date |day )?X
\b(?:no|not) (?:any )?(?:earlier|sooner) than {set}X
\bnot (?:until after|before) X
\bat the earliest (?:on )?X
X at the earliest
\bbeg(?:an|inning|un) (?:on |with )?X
\bstarting (?:on |from |with )?X
\b(?:far|other|later) side of X
\b(?:beyond|past) X
\bin succession to X
(?<!not )\bas early as X
\bnot as early as X
\bbefore which {came} X
\b(?:earlier|former|first|prior|previous) {set},? ?X
\bof which X is the (?:first|earlier)\b
\bon the heels of X
\bonce X (?:was|had)\b
"""
# Of dates: X is the later.
LATER = r"""
X,? (?:{be})?{long}(?:{ahead})\b
X {be}{long}(?:the )?(?:second|later|last|latest|after|afterwards|behind it)\b(?! than| or|,? on)
X (?:had|has) (?:not|yet to|never)(?: yet)? (?:come|arrived?|pass(?:ed)?|been reached|dawned)
\bnext (?:date |day |one )?(?:after|following) (?:it|that|this) (?:being|was|is) X
\bwith X (?:later|afterwards?|next|second)\b(?! than)
X (?:follow|succeed|come after|come later|postdate)(?:s|d|ed)?\b(?! by| from)
\b(?:after that|afterwards?|later|subsequently|thereafter) {came} X
\banterior to X
X as (?:the |a )?(?:later|second|last)\b
\b(?:prelude|preliminary) to X
\bthen (?:came |on )?X
\b(?:followed|succeeded) by X
(?<!preceded )(?<!antedated )\bby (?:the )?X
X at the latest
\b(?:no|not) (?:any )?later than {set}X
\bat the latest (?:on |by )?X
(?<!from )\bup to X
\buntil X$
\b(?:leading|run|running|building)[ -]up to X
\bend(?:ed|ing)? (?:on |with )X
\bin front of X
\b(?:near|nearer|hither|this) side of X
\banticipat\w+ X
(?<!not )\bas late as X
\bnot as late as X
\bafter which {came} X
(?<!no )(?<!not )\b(?:later|second|latter) {set},? ?X
\bof which X is the (?:second|later)\b
\bnot until X
X as (?:the |a )?(?:deadline|latest|last day|cut-?off|closing date)\b
\bnot wait(?:ing)? (?:for|until) X
\bin (?:good )?time for X
\bon the eve of X
"""
# Of figures: X is the lesser.
LESS = r"""
(?:X,? {be}|\b(?:was|were|is|had|has) X )(?:already |once |now )?(?:been )?(?:{raised})\b(?! (?:from|to|by)\b)
X {be}(?:only |now )?(?:the |a )?{lesser}\b(?! than)
X as (?:the |a )?(?:{lesser}|base|bottom)\b
X,? (?:the |a )(?:new |mere )?{lesser}\b(?! than)
\b(?:an?|the) (?:mere |only )?(?:{lesser}|mere|modest) X
\b(?:an?|the) {lesser} {noun} of X
\b(?:gone|went|go|come|came|moved) up since [a-z ]*X
\b(?:risen|grown|climbed|increased|advanced) (?:since|from) [a-z ]*X
\bat least X
\b(?:was|were|is) X less than (?:needed|enough|necessary|required)\b
\bminimum of X
\b(?:no|not) (?:any )?(?:less|fewer|lower|smaller|cheaper) than X
\bin excess of X
\b{starting} X and (?:{rising})
\b(?:growth|increase|rise|climb|gain) {started} X
\bmak\w+ X look (?:small|little|cheap|modest|low)
X (?:plus|and more|or more|and up)\b
\b(?:north|upwards?) of X
\b(?:higher|larger|bigger|greater|dearer) {noun} {instead} X
\bnot as (?:little|low|few|cheap) as X
\b(?:go|went) beyond X
\bfrom X (?:up|upwards?)\b
\bover and above X
\bdid not stop at X
\bbase of X
"""
# Of figures: X is the greater.
MORE = r"""
(?:X,? {be}|\b(?:was|were|is|had|has) X )(?:already |once |now )?(?:been )?(?:{cut})\b(?! (?:from|to|by)\b)
X {be}(?:only |now )?(?:the |a )?{greater}\b(?! than)
X as (?:the |a )?(?:{greater}|top|upper limit)\b
X,? (?:the |a )(?:new )?{greater}\b(?! than)
\b(?:an?|the) {greater} X
X (?:was|were|is|had) (?:not|never) (?:been )?(?:reached|attained|met|achieved|touched|hit)
\b(?:stay\w*|remain\w*|keep\w*|kept|lie|lay|be) (?:with)?in(?:side)? X
\b(?:an?|the) {greater} {noun} of X
\b(?:gone|went|go|come|came|moved) down since [a-z ]*X
\b(?:fallen|shrunk|sunk|dropped|declined|decreased) (?:since|from) [a-z ]*X
\bat (?:the )?most X
\b(?:was|were|is) X more than (?:needed|enough|necessary|required)\b
\b(?:maximum|ceiling|limit|cap) of X
\b(?:no|not) (?:any )?(?:more|greater|higher|larger|dearer) than X
\b(?:not|without|never) (?:exceeding|topping|surpassing|exceeded) X
\b(?:not|never) (?:exceed|top|surpass|reach|attain|get to|match) X
\bup to X
X (?:at most|or less|or under|less something|minus)\b
\b{starting} X and (?:{falling})
\b(?:decline|decrease|fall|drop|reduction|loss) {started} X
\b(?:saving|discount|cut|reduction) (?:on|from|of|in) (?:the )?X
\b(?:lower|smaller|cheaper|lesser) {noun},? {instead} X
\bfewer [a-z]+ than X
\bshort of X
\bnot as (?:much|many|high|dear) as X
\bfrom X (?:down|downwards?)\b
\bsouth of X
\bwithin (?:the |a )?(?:limit of |budget of )?X
"""
_NAME = re.compile(r"\{([a-z]+)\}")


def compiled(phrases: str) -> re.Pattern[str]:
    """The lines of a list of phrases as one pattern, with the mark where X stands."""
    return re.compile("|".join(_filled(line) for line in phrases.split("\n") if line), re.IGNORECASE)


def _filled(line: str) -> str:
    """A line with its classes put in; a class may name another."""
    while _NAME.search(line):
        line = _NAME.sub(lambda match: _CLASSES[match[1]], line)
    return re.sub(r"X(?![a-z])", MARK, line)
