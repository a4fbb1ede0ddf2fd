"""English words of change, comparison and order, by the way they point: up or later, down or earlier.

Belongs here: the lexicon, as alternatives of a pattern. Does not: which figures a word is about (comparisons.py).
"""

from __future__ import annotations

import re

# Stems: what follows a stem may be any ending. Words that mean too much else stand among the whole words below.
_UP_STEMS = (
    "increas increment climb soar surg escalat enlarg expand expans boost inflat accru accumulat amplif augment "
    "ascend ascent balloon burgeon elevat heighten hike hiking intensif magnif mushroom multipl outgrow rebound "
    "redoubl resurg rocket skyrocket snowball spiral strengthen swell swollen upsurg upturn uplift upgrad widen doubl "
    "trebl tripl quadrupl quintupl tenfold twofold threefold overtop appreciat aggrandi mounted mounting upward buoy"
)
_UP_WORDS = (
    "rose risen rise rises rising grew grown grow grows growing growth jump jumped jumps raise raised raises raising "
    "gain gained gains leap leaps leapt leaped advance advanced advances improve improved improvement upped lift "
    "lifted "
    "lifts spike spiked extended hiked topped-up bigger-than add-on shot-up crept-up headway addition rallied rally "
    "progressed recovered recovery ballooned bulged accelerated acceleration fattened beefed stepped-up"
)
_DOWN_STEMS = (
    "decreas decrement declin reduc reduct shrink shrank shrunk dwindl diminish diminut slump plung plummet "
    "trimm slash "
    "halv tumbl abat collaps curb curtail deduct deflat deplet depreciat depress descend thinn thinning descent "
    "deteriorat dipp "
    "downgrad downsiz downturn downward eros erod lessen minimi nosediv pared par(?:e|ing)_down reced recess retrench "
    "rollback scal(?:ed|ing)_(?:down|back) shav slacken subsid(?:e|ing) subtract taper weaken whittl wan(?:e|ed|ing) "
    "contracted contraction devalu drain(?:ed|ing) cutback discount downswing compress sagg"
)
_DOWN_WORDS = (
    "fell fallen fall falls falling drop dropped drops dropping cut cuts lower lowered lowers lowering sank sunk sink "
    "sinks sinking slid slide slides slip slipped slips ease eased narrow narrowed lose loses lost losing loss losses "
    "dip dips dive dived dove retreat retreated relief saving savings shortened shorten softened crashed shed "
    "sag slack "
    "lightened moderated moderation cheapened backslid tailed-off"
)
# Compared as they stand, not changed.
_MORE_WORDS = (
    "more greater higher larger bigger longer heavier costlier dearer steeper ampler richer taller wider deeper fuller "
    "better exceed exceeds exceeded exceeding surpass surpasses surpassed surpassing outstrip outstrips outstripped "
    "outweigh outweighs outweighed outdo outdoes outdid outdone outnumber outnumbers outnumbered outrank outranks "
    "outranked outpace outpaces outpaced outbid outbids outsold outclass outclasses outclassed top tops topped topping "
    "beat beats beaten beating eclipse eclipses eclipsed overtake overtakes overtook overtaken overshoot overshot "
    "superior excess over above beyond past upwards ahead dwarf dwarfs dwarfed overran overrun trump trumps "
    "trumped "
    "transcend transcends transcended pricier dominate leads lead led larger-sized overhaul overhauled"
)
_LESS_WORDS = (
    "less lesser fewer smaller cheaper shorter lighter lower slighter leaner meaner poorer tinier thinner under "
    "below beneath "
    "underneath short shy behind trail trails trailed trailing lag lags lagged lagging inferior undercut undercuts "
    "undercutting underran underbid underbids undershoot undershot weaker worse"
)
_LATER_WORDS = (
    "after later following follow follows followed subsequent subsequently postpone postponed postponement postpones "
    "defer deferred deferral delay delayed delays delaying adjourned adjourn postdate postdates postdated post-dates "
    "post-dated succeed succeeds succeeded succeeding ensued ensue ensues extended prolonged thereafter newer onward "
    "afterwards afterward tardier pushed-back put-off put-back set-back moved-back held-over held-up carried-over "
    "stood-over slipped shelved suspended rescheduled-later wake heels"
)
_EARLIER_WORDS = (
    "before earlier prior preceding precede precedes preceded predate predates predated pre-date pre-dates pre-dated "
    "antedate antedates antedated antecedent ante-date sooner ahead hastened expedited quickened accelerated previous "
    "brought-forward moved-up moved-forward put-forward pulled-forward older foreran beforehand previously foregoing "
    "advanced advance pre-empted anticipated anticipate speeded sped"
)
# Verb and particle, apart or with a word or two between.
_APART = {
    "up": (
        r"(?:went|go|goes|gone|going|came|come|comes|coming|moved|move|moves|push\w*|driv\w+|drove|bid|mark\w*|step\w*|ramp\w*|"
        r"shot|crept|"
        r"edg\w+|inch\w*|tick\w*|scal\w+|turn\w*|put|bump\w*|nudg\w+|brought|carried|jack\w*|build\w*|built|trend\w*|"
        r"head\w*|work\w*) (?:\w+ ){0,2}?(?:up|upwards?|higher)|"
        r"up(?= (?:from|on|over|by)\b)"
    ),
    "down": (
        r"(?:went|go|goes|gone|going|came|come|comes|coming|moved|move|moves|push\w*|driv\w+|drove|bid|mark\w*|step\w*|pared|"
        r"whittl\w+|crept|edg\w+|"
        r"inch\w*|tick\w*|scal\w+|turn\w*|put|bump\w*|nudg\w+|brought|carried|knock\w*|beat\w*|trend\w*|head\w*|"
        r"pull\w*|talk\w*|work\w*|back\w*) (?:\w+ ){0,2}?(?:down|downwards?|lower)|"
        r"down(?= (?:from|on|to|by)\b)"
    ),
    "later": (
        r"(?:put|push\w*|set|move[ds]?|held|kept|carried|shift\w*|slid|slip\w*|stood|kick\w*|bump\w*) (?:\w+ ){0,2}?"
        r"(?:back|off|over|out|later)|in the wake of|on the heels of"
    ),
    "earlier": (
        r"(?:brought|bring\w*|mov\w+|put|pull\w*|push\w*|shift\w*|carr\w+|set|call\w*|bump\w*) (?:\w+ ){0,2}?"
        r"(?:forward|earlier|ahead|up)|in advance of|ahead of|by way of prelude to"
    ),
}


_OUT = (
    r"out(?:bid|sell|sold|strip|weigh|do|did|number|rank|pac|class|match|perform|shin|last|run|ran|spen|earn|grow|sco)"
    r"\w*"
)
_OVER = r"over(?:tak|took|run|ran|shoot|shot|top|reach|spen|haul|bid|match)\w*"
_UNDER = r"under(?:cut|bid|sell|sold|run|ran|shoot|shot|spen|perform|pric)\w*"


def _stems(text: str) -> str:
    return "|".join(rf"{stem.replace('_', ' ')}\w*" for stem in text.split())


def _whole(text: str) -> str:
    return "|".join(re.escape(word).replace(r"\-", "[- ]") for word in sorted(text.split(), key=len, reverse=True))


# "in excess of", "short of" and the like read by their one telling word.
CHANGES_UP = rf"{_APART['up']}|{_stems(_UP_STEMS)}|{_whole(_UP_WORDS)}"
CHANGES_DOWN = rf"{_APART['down']}|{_stems(_DOWN_STEMS)}|{_whole(_DOWN_WORDS)}"
IS_MORE = rf"{_OUT}|{_OVER}|{_whole(_MORE_WORDS)}"
IS_LESS = rf"{_UNDER}|{_whole(_LESS_WORDS)}"
IS_LATER = rf"{_APART['later']}|{_whole(_LATER_WORDS)}"
IS_EARLIER = rf"{_APART['earlier']}|{_whole(_EARLIER_WORDS)}"
