"""Answers and items that are or hold what somebody blacked out, left blank, could not read or would not name.

Belongs here: redaction marks, placeholder names, exemption codes, blanks, garbled words. Does not: banners
(banners.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.drafts import Draft, Part, shortened, titles, without_titles, words
from bench_assets.gauntlet.rule_book.subjects import given_subjects, is_labelled
from bench_resources.prompting import AnswerType
from bench_resources.reader.passages import STOP_WORDS, join_wraps
from bench_resources.reader.review import is_garbled_word

MIN_SIGN_SHARE = 0.55  # of an answer's characters that are letters or figures; below, it is debris
MISREAD_RATIO = 70.0  # of 100: a word that a scan spoilt
MAX_INITIALS = 6
_HIDDEN = (
    r"censored|redact(?:ed|ion|ions)?|deleted?|deletion|withheld|illegible|unreadable|unintelligible|inaudible|"
    r"indecipherable|blank|excised|"
    r"sanitized|sanitised|omitted|expunged|obscured|obliterated|blacked[- ]out|whited[- ]out|crossed[- ]out|"
    r"not legible|name|"
    r"names|classified|sealed|removed|missing|torn|faded|blurred|unclear|unknown|unidentified|"
    r"names? (?:withheld|deleted|redacted|unknown|omitted)|identit(?:y|ies) (?:withheld|deleted|redacted|unknown)"
)
_MARK = re.compile(
    rf"[\[(<{{]\s*(?:{_HIDDEN}|[Xx?.*_\s-]*|sic|\?+|\.{{2,}}|b\d\w?|\d+ (?:lines?|words?|pages?|"
    rf"paragraphs?) (?:{_HIDDEN}))\s*[\])>}}]"
    rf"|\[[^\]]{{0,60}}\]|<[^<>]{{1,30}}>|\b(?:redacted|sanitized|blacked[- ]out|expunged|illegible|unreadable|"
    rf"indecipherable|unintelligible|inaudible)\b"
    r"|\b(?:names?|identit(?:y|ies)|text|portion|word|line|paragraph|page|information|address|date|amount) (?:is |"
    rf"was |has been |have been |not )?"
    rf"(?:withheld|deleted|redacted|omitted|excised|removed|legible|disclosed|blanked)\b"
    r"|[\u2580-\u259f\u25a0-\u25ff]|_{2,}|\*{2,}|\.{4,}|\?{2,}|#{2,}|={2,}|~{2,}|(?<!\w)-{3,}(?!\w)|"
    r"(?<!\w)[\u2014\u2013]{2,}(?!\w)|\b(?:[XxZ]{3,}|[Xx]-?[Xx]+[Xx\d-]*|\d+[Xx]{2,})\b"
    r"|\uFFFD",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"\b(?:Jane|John|Jan|Baby|Janet|Johnny|Mary|J\.?)\s+(?:[A-Z]\.?\s+)?[DR]oe\b|\bDoe\b[\s#-]*(?:No\.?\s*)?\d*|"
    r"\bJohn Q\.? Public\b|\bJane Roe\b|\bRichard Roe\b|"
    r"\b(?:(?:Minor|Unnamed|Unidentified|Anonymous|Confidential|Unknown|Female|Male|Juvenile|Alleged)[\s-]+)?"
    r"(?:Victims?|Witness|Individual|Person|Subject|Informant|Source|Employee|Defendant|Plaintiff|Accuser|Minor|"
    r"Co-?conspirator|Male|Female|Juvenile|Suspect)"
    r"[\s-]*(?:#|No\.?|Number)?[\s-]*(?:\d{1,3}|(?-i:[A-Z]))(?![\w.'\u2019])"
    r"|\b(?:minor|unnamed|unidentified|anonymous|unknown) (?:victim|witness|individual|person|male|female|man|woman|"
    r"source|informant|subject|party|caller|juvenile|minor|child|boy|girl)s?\b"
    r"|^\W*(?:Party|Organi[sz]ation|Agent|Officer|Official|Firm|Entity)[ -](?:\d{1,3}|(?-i:[A-Z]))\W*$|"
    r"\bC\.?I\.?-\d+\b|\b[FL]NU\b|\bUNSUB\b|\bN/?A\b|\bn\.a\.|\bT\.?B\.?[DA]\b|\bnee \?|\b(?:first|last|full) name\b|"
    r"\bsurname unknown\b|"
    r"\b(?:name|identity) (?:unknown|not (?:given|known|stated|recorded|available))\b|\banonymous\b",
    re.IGNORECASE,
)
# A title and a letter; a word that says what became of the name.
_MASKED = re.compile(
    r"^\W*(?:Mr|Mrs|Ms|Miss|Dr|Prof|Agent|Officer|Official|Capt|Captain|Col|Colonel|Lt|Sgt|Major|General|Judge|Senator|"
    r"Subject|Person|Witness)\.? (?:[A-Z]|\d{1,3}|[A-Z]-\d+)\.?\W*$"
    r"|^\W*(?:the |a |an |his |her |its )?(?:name |identity |person |party )?(?:(?:is|was|has been|being|still|"
    r"currently|"
    r"intentionally|partly|fully) )*(?:censored|redacted|deleted|withheld|omitted|excised|sanitized|suppressed|"
    r"expunged|"
    r"undisclosed|unreleased|masked|anonymi[sz]ed|pseudonymi[sz]ed|blotted out|struck out|blacked out|whited out|"
    r"inked out|painted over|protected|classified|sealed|unreadable|indecipherable|undecipherable|unstated|unspecified|"
    r"hidden|concealed|confidential|privileged)\b(?:\W*$|\W+(?:for|pursuant|by|under|at|per|from|in|to|on|as|"
    r"name|identity|"
    r"party|person|source|individual|text|portion|passage|due|because)\b.*$)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"^\W*(?:|none|nil|nobody|no one|unknown|unnamed|not (?:stated|known|given|available|specified|recorded|"
    r"disclosed|legible|applicable)|same|ditto|do\.|"
    r"blank|deleted?|withheld|omitted|name|null|nan|undefined|various|see (?:above|below|attached|text|file)|"
    r"signature|signed|excised|deletion|removed|sealed)\W*$",
    re.IGNORECASE,
)
_EXEMPTION = re.compile(
    r"\(b\)\s*\(?\d\)?|\bb\s?\(?[1-9]\)?\s?\(?[A-F]?\)?(?![\w'])|\(\d\)\s*\([A-F]\)|"
    r"(?<!itamin )\bB[67][A-F]?\b(?! \d)|\b(?:FOIA|Privacy Act|FOIPA|Vaughn)[\s-]+(?:exempt\w*|codes?)|"
    r"\b(?i:exemptions?)\s*\(?\s*(?:b|\d)|\b(?:25|50)X\d\b|\bE\.?O\.?\s*1\d{4}\b|\b5 U\.?S\.?C\.?\b|\b(?:3\.[35]|"
    r"1\.[45])\s?\(?[a-h]\)|\bj\s?\(2\)|\bk\s?\(\d\)|\bSec(?:tion)?\.? \d+\(\d?[a-z]\)\(\d\)",
)
_BROKEN_FIGURE = re.compile(
    r"\d[,.] \d{2}(?!\d)|\d,\d{1,2}(?!\d)(?!,? ?(?:1[5-9]|20)\d\d)|\b\d+[A-Za-z]\d|\$\s?0\d|\b\d+\.\d+\.\d(?!\d)|"
    r"\$\s*$|[$£€]\s?[A-Za-z]{3,}|%\s?%"
)
_BROKEN_WORD = re.compile(
    r"[^\W\d_][~@^|\\<>{}=*§¤¢¬!?;:_%+$\"]+[^\W\d_]|[\u0400-\u04ff\u0370-\u03ff]|(?:^|"
    r"\s)(?:[^\w\s$£€&(\"“'#\u2018-][^\w\s]*\s){2,}|\b(?:[b-hj-z] ){2,}[b-z]\b"
)


_NAME_TYPES = frozenset({AnswerType.PERSON, AnswerType.ORGANISATION, AnswerType.PLACE})
_DATED_TYPES = frozenset({"timeline", "dossier"})  # their clauses quote subjects, which may be worded anyhow


def find_redaction(draft: Draft, _: Context) -> str:
    """Which part of an answer was hidden, left blank or misread, in a sentence; "" for none or a rejection type."""
    if draft.is_rejection:
        return ""
    if not draft.answer.strip():
        return "the answer is blank"
    for part in draft.parts:
        found = _hidden_in(part, is_dated=draft.type in _DATED_TYPES)
        if found:
            return f"{shortened(part.text)!r} holds {found}"
        if _asks_for_name(draft) and not _is_stated(part):
            return f"no word of {shortened(part.text)!r} stands in its quotes, so that it hides who or what they name"
    return ""


def _asks_for_name(draft: Draft) -> bool:
    """Whether an answer must be a name that its quotes have: of a person, a body or a place."""
    return draft.type in {"single_hop", "aggregation"} and draft.asked in _NAME_TYPES


def _is_stated(part: Part) -> bool:
    """Whether the quotes have one telling word of a text, or its initials, or are abbreviated by it."""
    told = [word for word in words(part.clause) if word not in STOP_WORDS]
    there = words(" ".join(part.quotes))
    if not there:
        return True
    if any(word in there or any(fuzz.ratio(word, one) >= MISREAD_RATIO for one in there) for word in told):
        return True
    initials = "".join(word[0] for word in words(part.clause) if word not in {"of", "the", "and", "for"})
    return initials in {re.sub(r"\W", "", one) for one in there} or any(_abbreviates(word, there) for word in told)


def _abbreviates(word: str, there: list[str]) -> bool:
    """Whether a word is made of the first letters of words that follow each other."""
    bare = re.sub(r"\W", "", word)
    return 2 <= len(bare) <= MAX_INITIALS and bare in "".join(
        one[0] for one in there if one not in {"of", "the", "and", "for"}
    )


def _hidden_in(part: Part, *, is_dated: bool) -> str:
    """What of a part hides or spoils it; of the subjects that a dated one quotes only marks and placeholders."""
    if not is_dated:
        return _hidden(part.clause, part.quotes)
    struck = next((found for title in titles(part.clause) if (found := _struck_out(title, part.quotes))), "")
    return _hidden(without_titles(part.clause), part.quotes) or struck


def _hidden(text: str, quotes: Sequence[str]) -> str:
    """What of a text hides or spoils it, with a word on why; "" for nothing."""
    if _NOTHING.match(text):
        return "nothing that could be an answer"
    if struck := _struck_out(text, quotes):
        return struck
    for why, pattern in (
        ("an exemption code", _EXEMPTION),
        ("a word for what is hidden", _MASKED),
    ):
        found = pattern.search(text)
        if found:
            return f"{why}: {found[0].strip()!r}"
    garbled = _garbled(text)
    return f"a misreading: {garbled!r}" if garbled else ""


def _struck_out(text: str, quotes: Sequence[str]) -> str:
    """The mark or the placeholder name in a text, with a word on which; "" for none."""
    if mark := _mark(text, quotes):
        return f"a redaction mark: {mark!r}"
    placeholder = _PLACEHOLDER.search(text)
    return f"a placeholder name: {placeholder[0].strip()!r}" if placeholder else ""


# --- words of papers' subjects --------------------------------------------------------------------------------------

_PAPERS = (
    r"(?:documents?|papers?|files?|records?|materials?|portions?|parts?|pages?|passages?|paragraphs?|lines?|sections?|"
    r"cop(?:y|ies)|versions?|drafts?|texts?|transcripts?|testimon(?:y|ies)|reports?|memorand(?:um|a)|memos?|letters?|"
    r"cables?|messages?|correspondence|information|exhibits?|histor(?:y|ies)|notes?|summar(?:y|ies)|items?|entries)"
)
_STAMPED = r"(?:cop(?:y|ies)|versions?|drafts?|documents?)"  # stamps say so too, but not "of" what
_SMALL = r"(?:to|of|from|about|on|in|at|with|by|and|or|for|as|the|an?|his|her|their)"
# "Sanitized Portions", "Redacted Harbor Records"
_OF_PAPERS_AFTER = re.compile(
    rf"\s+(?:(?!{_SMALL}\b)\w+\s+)?(?!{_STAMPED}\b(?!\s+(?:of|from|in|for|to)\b)){_PAPERS}\b", re.IGNORECASE
)
# "Records that were Expunged"; "Pages Redacted by", "Information Withheld from"
_TO_PAPERS_BEFORE = re.compile(
    rf"\b{_PAPERS}\s+(?:(?:that|which)\s+)?(?:(?:to|has|have|had|was|were|is|are|be|been|being)\s+)+$", re.IGNORECASE
)
_PAPERS_BEFORE = re.compile(rf"\b{_PAPERS}\s+$", re.IGNORECASE)
_PAPERS_FIRST = re.compile(rf"{_PAPERS}\b", re.IGNORECASE)
_WHERE = re.compile(r"\s+(?:from|by|in|under|for)\s+\w", re.IGNORECASE)
MIN_TOLD = 3  # telling words of a subject beside those on what was struck out: a stamp has none


def _mark(text: str, quotes: Sequence[str]) -> str:
    """The first mark of what was struck out of a text, but for a word of a paper's subject; "" for none."""
    return next(
        (found[0].strip() for found in _MARK.finditer(text) if not _is_of_subject(found, text, quotes)),
        "",
    )


def _is_of_subject(mark: re.Match[str], text: str, quotes: Sequence[str]) -> bool:
    """Whether a mark is a word that a subject says of papers, "Sanitized Portions of the Log", by its quoted label.

    Of what was struck out of the subject itself there is but the mark: "Meeting with Redacted at the Quay".
    """
    word = mark[0]
    subject = next((one for one in given_subjects(text) if word in one and is_labelled(one, quotes)), "")
    is_word = word.replace(" ", "").replace("-", "").isalpha() and (not word.isupper() or subject.isupper())
    if not subject or not is_word:
        return False
    at = subject.index(word)
    before, after = subject[:at], subject[at + len(word) :]
    if _OF_PAPERS_AFTER.match(after):
        after = _OF_PAPERS_AFTER.sub("", after, count=1)
    elif not _is_done_to_papers(before, word, after):
        return False
    return sum(one not in STOP_WORDS for one in words(f"{before} {after}")) >= MIN_TOLD


def _is_done_to_papers(before: str, word: str, after: str) -> bool:
    """Whether what stands before a word, or opens it, is papers of which the word says what became."""
    is_next = bool(_PAPERS_BEFORE.search(before) or _PAPERS_FIRST.match(word))
    return _TO_PAPERS_BEFORE.search(before) is not None or (is_next and _WHERE.match(after) is not None)


def _garbled(text: str) -> str:
    broken = _BROKEN_FIGURE.search(text) or _BROKEN_WORD.search(text)
    if broken:
        return broken[0].strip()
    signs = [char for char in text if not char.isspace()]
    if sum(char.isalnum() for char in signs) < MIN_SIGN_SHARE * len(signs):
        return text.strip()
    found = (
        word.strip(".,'\u2019\u2018\"“”();:!?&#$£€[]") for word in re.split(r"[\s/\u2013\u2014-]+", join_wraps(text))
    )
    return next((word for word in found if any(map(str.isalpha, word)) and is_garbled_word(word)), "")
