"""Speech beside a question, and what stands in it for nobody named: "he asked", "dear reader", "Person A", "of us".

Belongs here: asides of somebody who has read the paper, letters and blanks for names, pronouns and numbers of people
whom nothing before them names. Does not: other pronouns (deixis.py), words that stand for something (stand_ins.py).
"""

from __future__ import annotations

import re

from bench_assets.gauntlet.rule_book.names import parties_in

_AT_END = r"\s*(?:[?.,;]|$)"
_END = rf"(?={_AT_END})"
_ASIDE = r"(?: (?:at|in|on|to|about|for|with|from)\b|\s*[?.,;])"
_NAMED = r"described|mentioned|noted|stated|shown|indicated|said|above|agreed|arranged|planned|before|usual"
_SPOKEN_OF = (
    r"described|mentioned|cited|indicated|depicted|pictured|quoted|highlighted|underlined|circled|referenced|discussed|"
    r"instant"
)
_TOPIC = r"about|over|on|discuss|concerning|regarding"
_PARTIES = r"parties|men|women|two|three|officials|witnesses|participants|companies"
_SAYS = r"asks?|asked|wonders?|wondered|says?|said|writes?|wrote|adds?|added|states?|stated"
_STATES = r"states?|says?|shows?|confirms?|notes?|tells?|puts it|has it|makes clear|explains?|indicates?"
_OUTSET = r"outset|beginning|start|top|head|foot|end|opening"
_OBJECT_OF = rf"{_TOPIC}|settle|sent|was|is|met"
_ANYTHING = r"something|anything|everything|things|one thing"
_TELLS = r"at|in|to|when|during|between|with|after"
_NO_ONE = r"no|any|every|some|as|number|by|for|of|than|to|or|at|which|this|that|day|phase|page|part|grade|class"
# One a line.
_BESIDE = rf"""
, (?:he|she|they|it|I|we|you|one) (?:{_SAYS})(?:,|{_END})
, (?:thus|hence|therefore|accordingly|so|meanwhile|in turn|in short),
, (?:to use|in) (?:his|her|their) (?:own )?words{_END}
\baccording to (?:him|her|them|it)\b
\bif what (?:he|she|they|it) [a-z]+\b
\bwhat (?:he|she|they) (?:says?|said|mentioned|wrote|writes|told) (?:here|there|above|below)\b
\b(?:FYI|BTW)\b
(?-i:(?:^As|, as) (?:the|this|that|their|his|her|its) [a-z -]{{1,40}}(?:{_STATES}),)
(?-i:, (?:by|from|per|judging by|going by|to go by) the [a-z -]+,)
\bthe ones? (?:he|she|they|it|you|we|I) [a-z]+\b
\bthe ones? (?:{_SPOKEN_OF}|named|shown|listed|marked|given|in question|at (?:left|right))\b
\b(?:says|said|writes|wrote|asks|asked|adds|added) (?:he|she|they|I|we)(?=[,?]| (?:in|to)\b)
, as (?:he|she|they) [a-z]+ (?:him|her|them|us|me|you)\b
, as (?:I|we|you) [a-z]+\b
^(?:Q|\d{{1,2}})[.:)]\s
\bas (?:alleged|claimed|promised|agreed|requested|set forth|discussed|stated){_END}
^as (?:alleged|claimed|promised|agreed|requested|set forth|discussed|stated|he|she|they)\b[^,]*,
\b(?:elsewhere|further (?:down|on|up)|(?:later|earlier) on|ever since|any longer|and so on|etc){_END}
\b(?:in (?:red|bold|italics)|in the box|where (?:underlined|marked|shown|indicated)){_END}
\bat the (?:bottom|top|foot)(?: of it)?{_END}
\b(?:or (?:something|someone|somebody) else|by (?:his|her|their) (?:lights|telling)|on (?:his|her|their) telling){_END}
\b(?:if (?:he|she|it|they) (?:is|are|was|were) right|when (?:he|she|they) (?:wrote|said) it|supposing it true){_END}
\b(?:dear|gentle) (?:reader|sir|madam|friend|colleague)s?\b
\bin the premises\b
\bthe [a-z]+ opposite\b(?! (?:the|to|of)\b)
\bas (?:{_NAMED}) (?:to|on|about|at|with|in|for)\b(?! (?:by|the|an?|his|her|its|their)\b)
\bas (?:described|mentioned|noted|stated|shown|indicated|above|before) (?:to|on|about) the\b
\bas (?:\w+ed|said|shown|told|written|set out) (?:at|in|on|from) (?:the )?(?:{_OUTSET})\b
\b(?:first|last|next) (?:listed|named|mentioned|cited|shown|quoted)\b
\bthe (?:{_SPOKEN_OF})(?! (?:by|in|as|at)\b) [a-z]+\b(?! (?:of|by)\b)
\b(?:under|in|to) (?:reply|notice|hand|acknowledg\w+|advisement){_ASIDE}
\b(?:of|by|with|to|from|the|met|for|did) said (?-i:[A-Z])
(?-i:\b(?:Person|Party|Company|Individual|Witness|Official|Employee|Agency|Speaker|Man|Woman) (?:[A-Z]|\d{{1,2}})\b)
(?-i:\b(?:Mr|Mrs|Ms|Dr)\.? [A-Z]\b)(?!\.)
\[[^\]]{{1,40}}\]|_{{2,}}|\{{\w+\}}|<\w+>
\bwhat['\u2019]?s[- ](?:his|her|its)[- ](?:name|face)\b
\b(?:and|to|from|by|with|for) self\b
\b(?:met|meet|did|to|by|from|with) subject\b(?! to\b)
(?<!the )(?<!a )(?<!same )(?<!one )(?<!this )\bsubject (?:met|wrote|sent|was|did|has|had|and|in the period)\b
\beveryone (?:there|here|present)\b
\bthose present\b(?! (?:at|in|when|during|on (?:the|board))\b)
\b(?:both|either|neither|each|one|some|all|none|any|the (?:two|three|rest|others)) of (?:us|you)\b
\bone of the (?:{_PARTIES})\b(?! (?:of|to|who|that|from|in|at|on|named)\b)
^(?:[a-z]+ )?(?:who|whom|which|what)(?: [a-z]+)? (?:among|amongst|of) them\b
(?<!on )(?<!to )(?<!from )\bthe other side\b(?! of\b)|\b(?:from|to) the other side (?:on|about|in)\b
\b(?:by|with|met|meet|did) the other party\b(?! to\b)
\b(?:his|her|their|its) opposite number\b
\b(?!(?:{_NO_ONE})\b)[a-z]+ one{_END}
\b(?:discuss|discussing|over|about|was|is) that (?:on|at|in|approved|signed|made|held|addressed)\b
\b[a-z]+ that(?=\s*(?:[?;]|$|, \d))
\b(?:is|was|sent|met) that [a-z]+(?=\s*[,?.]| (?:on|from|to)\b)
\b\d{{4}} (?:on|with|of|about|over|to|for|from|by|at) (?:it|them|him|her|this|that)(?={_AT_END}| (?:on|about|at|to)\b)
\btalk(?:ed)? over it\b
\b(?:interview|meet|met|telephone|wrote|write|saw|see|sworn in) (?:on|with|of|about|for|at|over) it\b
\b(?:{_TOPIC}) (?:more|others|another|so|some|one|either one)(?={_AT_END}| (?:on|at|addressed)\b)
\b(?:{_TOPIC}) (?:(?:all|some|part|most) of it|it all)(?={_AT_END}| (?:on|at|addressed)\b)
\b(?:{_TOPIC}) the (?:rest|others|like|latest|one (?:above|below))(?={_AT_END}| (?:on|at|addressed)\b)
\b(?:{_OBJECT_OF}) (?:{_ANYTHING}|certain [a-z]+)\b(?! (?:to|that|of|about)\b)
\b(?:{_OBJECT_OF}) another (?:matter|thing|topic|subject|issue)\b(?! (?:to|that|of|between|with)\b)
\b(?:{_TOPIC}|of|sent|is) what (?:had |has )?(?:happened|occurred|transpired)\b(?! (?:on the|{_TELLS})\b)
\bwhat was (?:discussed|agreed|said|decided|proposed|planned)\b(?! (?:by|about|on|of|{_TELLS})\b)
"""
_ASIDES = re.compile("|".join(_BESIDE.split("\n")[1:-1]), re.IGNORECASE)
# Of nobody named before or in them they are nobody's.
_NOBODYS = re.compile(
    r"\bwhen (?:they|them|it|he|she) (?:telephoned|phoned|called|met|wrote|spoke|talked)\b"
    r"|\bbetween (?:it|they|them|him|her|he|she) and\b"
    r"|^(?:[a-z]+ )?(?:who|whom) (?:sent|wrote|is|was|received) the [^?\"]*? (?:from|to) "
    r"(?:it|them|they|him|her|he|she)\b",
    re.IGNORECASE,
)
# Of fewer than two named before them they are nobody's.
_SEVERALS = re.compile(
    rf"\bthe (?:two|three|four|others|rest)(?: of them)?(?:{_END}| (?:and|on|about|in|at|to|for|with|by|from|meet|met|"
    r"tell|write|wrote|was|were|did|had|interview|led|lead|inform)\b)"
    r"|\b(?:both|either|neither|each|one|some|all|none|any) of them\b",
    re.IGNORECASE,
)


def find_aside(text: str) -> str:
    """The first words of a text that speak beside it or stand for nobody named, "" for none. Titles must be out."""
    found = _ASIDES.search(text) or _of_nobody(text) or _of_several(text)
    return found[0].strip() if found else ""


def _of_nobody(text: str) -> re.Match[str] | None:
    found = _NOBODYS.search(text)
    return None if found is None or parties_in(text[: found.end()]) else found


def _of_several(text: str) -> re.Match[str] | None:
    found = _SEVERALS.search(text)
    return None if found is None or parties_in(text[: found.start()]) > 1 else found
