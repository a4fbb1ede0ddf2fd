"""Parts of papers and pictures that a question points at as if they lay on the table: "row 4", "the name circled".

Belongs here: pages, lines, tables, enclosures, pictures, marks on them. Does not: papers as wholes
(definite_nouns.py), numbers of files (source_leaks.py).
"""

from __future__ import annotations

import re

_END = r"(?=\s*(?:[?.,;]|$))"
_NUMBER = r"(?:no\. ?|number )?(?:\d{1,3}|(?-i:[A-Z]))"
_ORDINAL = r"(?:first|second|third|fourth|fifth|last|next|left|right|top|bottom|middle|opening|closing|penultimate)"
_PAPER = (
    r"(?:memos?|letters?|reports?|documents?|papers?|records?|cables?|messages?|e-?mails?|notes?|requests?|agreements?)"
)
_ENCLOSED = r"exhibit|attachment|appendix|annex|enclosure|tab"
_PART = (
    rf"documents?|doc\.|{_ENCLOSED}|item|entry|slide|passage|excerpt|source|text|sample|"
    r"chunk|snippet|fragment|segment|part"
)
_AT = r"in|on|at|from|per|see|using|with|taking|referring to|according to|under"
_PIECE = r"lines?|words?|text|paragraphs?|pages?|passages?|sentences?"
_ON_PAGE = r"paragraph|sentence|column|row|cell|slide|bullet|footnote"
_PLACE = r"item|entry|lines|row|column|box|cell|field|bullet|name|words|passage|paragraph|figure|section"
_MARKED = r"numbered|marked|headed|circled|highlighted|underlined|ticked|starred|shaded"
_SHOWN = (
    r"referred to|mentioned|named|described|quoted|cited|outlined|shown|pictured|circled|highlighted|marked|underlined|"
    r"listed|discussed|introduced|depicted|given|set out"
)
_PICTURE = r"photo|photograph|picture|image|map|diagram|screen|slide|attachment|screenshot|margin"
_SEEN = rf"passage|context|text|document|excerpt|table|page|{_PICTURE}"
_NOT_TOLD = r"\b(?! (?:of|that|which|taken|from|by|to|dated|marked)\b)"
_ASKED = r"question|answer|item|query|prompt|exercise"
_NO_PAPER = r"matters?|lines?|index|headings?|file|area|of|is|was|on|to|in"
_SIDE = r"top|bottom|foot|head|back|front|margin|middle|side"
_TYPE = r"bold|italics|red|yellow|capitals|brackets|quotes"
_LEVEL = r"the|an?|his|her|its|their|all|which|whom|that|deck|ground|water|sea|zero|par"
_ACCOUNT = r"records?|file|papers?|evidence|materials?|sources?|account|data|facts|story|text"
# One a line.
_POINTED_AT = rf"""
\b(?:row|column|line|page|slide|footnote|box|cell) {_NUMBER}\b(?! of\b)
\bof (?:{_ENCLOSED}) {_NUMBER}{_END}
, (?:{_ENCLOSED}) {_NUMBER},
\b(?:figure|fig\.|table|chart|diagram|question|pp?\.) {_NUMBER}\b(?! (?:of|(?:in|to|on) (?:the|that|(?-i:[A-Z]))))
\b(?:item|point|matter|topic|issue) (?:\d{{1,2}}|one|two|three|four|five|(?-i:[A-Z]))\b(?! (?:of|in|on)\b)
^(?:{_AT}) (?:the )?(?:{_PART}) {_NUMBER}(?:,| (?:only|alone),)
(?-i:\b[a-z]+ )(?:{_PART}) {_NUMBER}(?=\s*[,?.;:)])
\bper (?:section|article|clause|paragraph|exhibit|item|note|schedule|page)\b(?! [\dA-Z.]+ of\b)
\b(?:see|cf\.?|vide) (?:also )?(?:pp?\.|page|note|fig|table|exhibit|att|encl|para|line|chart|slide|item|tab)
\bthe {_ORDINAL} (?:{_ON_PAGE})\b(?! (?:of|to|on|in)\b)
\bin the {_ORDINAL} (?:{_ON_PAGE}|line|page|section|half)\b(?! of\b)
\bthe {_ORDINAL} (?:(?:two|three|few) )?(?:{_ENCLOSED}|lines|(?:row|column|line|cell) of the [a-z]+)\b
(?-i:\b(?:paragraph|para|section|chapter) (?:\d{{1,3}}|[A-Z])\b)(?! of\b)
\b(?:at|on|in) the (?:{_SIDE}) of the (?:page|sheet|form|list|table|{_PAPER})\b
\bthe (?:{_PLACE}) (?:{_MARKED})\b
\bthe (?:words?|passages?|names?|text|lines?|parts?) (?:{_MARKED}|in (?:{_TYPE}))\b
\b(?:{_SHOWN}) (?:in|on) the (?:{_SEEN}){_NOT_TOLD}
\b(?:in|on|from) the (?:{_PICTURE}){_NOT_TOLD}
\b(?:table|list|text|passage|lines?|documents?|pages?|figures?|excerpts?|materials?) (?:above|below|overleaf)\b
\b(?:the|that) [a-z-]+ (?:above|below)\b(?! (?:{_LEVEL}|\d|(?-i:[A-Z])))
\boverleaf\b
\b(?:lines|pages|rows|paragraphs|columns) \d+ (?:to|and|through|-) \d+\b(?! of\b)
\bthe (?:{_SEEN}) (?:deals with|is about|describes|mentions|refers to|speaks of|tells of|covers|discusses|treats)\b
\bthe (?:{_PIECE}) (?:that|which) (?:follows?|precedes?|comes? (?:before|after|next))\b
\bthe (?:attached|enclosed)(?=\s*(?:[?.,;]|$)| (?:on|in|to|for)\b)
\bthe (?:within|captioned|referenced|subject)(?! (?:{_NO_PAPER})\b) [a-z]+
\bas per\b
\bper (?:the |this |that |my |our |your )?(?:attached|enclosed|below|above|last|same|usual|{_PAPER})\b
\baccording to the (?:{_ACCOUNT})\b(?! (?:of|in|on|at|kept|that|which|by)\b)
\bin the (?:account|story|narrative|scene|novel|tale|anecdote)\b(?! (?:of|that|by|with|at|which|about)\b)
\bthe (?:account|report|text|story|author|writer|source|record) (?:is to be|can be|says|has it|goes|would have it)\b
\bthe (?:previous|preceding|last|next|first|earlier|other) (?:{_ASKED})\b(?! (?:of|to|on|that)\b)
\b(?:q\.v|s\.v|cf|op\. ?cit|loc\. ?cit|n\.b|p\.s|\(cont|cont'?d|ditto|idem|viz)\b(?!\w)
\bcc['\u2019]?d\b
"""
_POINTED = re.compile("|".join(_POINTED_AT.split("\n")[1:-1]), re.IGNORECASE)


def find_paper_part(text: str) -> str:
    """The first words of a text that point at a part of a paper or a picture, "" for none. Titles must be out of it."""
    found = _POINTED.search(text)
    return found[0].strip() if found else ""
