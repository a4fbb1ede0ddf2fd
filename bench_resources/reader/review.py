"""The embedded reader as the reviewer of a task: does its question stand alone, and may it be released?

Belongs here: the faults of questions, the soundness of an answer in its quote, rivals. Does not: reading answers
(answering).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rapidfuzz import fuzz

from bench_resources.misreadings import ALIKE_COST, COST_PER_CHAR, distance, mend
from bench_resources.prompting import AnswerType, Judgement, Outcome
from bench_resources.reader.answer_types import asked_type, find_dates, find_money, find_numbers
from bench_resources.reader.answering import Finding, find_answers
from bench_resources.reader.matching import equivalent, tokens
from bench_resources.reader.passages import join_wraps, parse_query
from bench_resources.reader.support import holds_answer

MIN_QUESTION_WORDS = 5
MIN_CONTENT_WORDS = 3
MIN_TITLE_WORDS = 4  # of a title that says something of papers: a mark and a noun are a stamp
MIN_COPY_RATIO = 80.0  # of 100: a rival passage this like the quote is the same text scanned again
RIVAL_MARGIN = 0.1  # of coverage: a rival's sentence must fit the question about as well as the source's own
RIVAL_SCORE_MARGIN = 0.2  # of score: one cue word more (see answering) does not make the source's answer the only one
_SOUND = Judgement(verdict=Outcome.PASS, category="sound", reason="no fault was found")

# --- standalone -----------------------------------------------------------------------------------------------------

_OPENING = re.compile(
    r"^(?:(?:on|in|at|by|to|from|for|of|with|about|under|as|during|since|until|before|after|through|"
    r"into|against|between)\s+)?"
    r"(?:who|whom|whose|what|which|when|where|why|how)\b",
    re.IGNORECASE,
)
_DEIXIS = re.compile(
    r"\b(?:this|these|those|aforementioned|above(?:-mentioned)?|below|herein|hereto|attached|enclosed|"
    r"the following|the (?:latter|former)(?=[?,.;]|\s(?:is|was|were|are|and|or|of|to|did|has|had|\w+ed)\b)|"
    r"the same (?:date|day|person|subject|document|place|time)|today|yesterday|tomorrow|tonight|now|"
    r"here|currently|recently|"
    r"(?:last|next|past) (?:week|month|year|night|\w+day)|(?:a|one|two|several|few) (?:days?|weeks?|"
    r"months?|years?) (?:ago|later|earlier))\b"
    r"|\b(?:i|we|you|our|my|your|us|me|mine|ours|yours)\b(?!\.)",
    re.IGNORECASE,
)
_US = re.compile(
    r"\bU\.?S\.?\b|\bUS\b|\bI(?=\.|\b(?:II|V|,))|\b(?:World War|Part|Phase|Title|Annex|Volume|Pope|"
    r"King|Queen|Elizabeth|Class) I\b"
)
_PRONOUN = re.compile(
    r"\b(?:he|she|they|him|her|them|his|hers|their|theirs|it|its|himself|herself|themselves)\b", re.IGNORECASE
)
_VAGUE_SOURCE = re.compile(
    r"\bthe (?:attached |above |enclosed )?(?:memo|memorandum|letter|report|document|cable|message|"
    r"file|text|passage|article|e-?mail|note|"
    r"subject|source|writer|author|undersigned|individual|agent|person|man|woman|informant|officer|"
    r"meeting|case|matter|committee|office|agency)\b"
    r"(?!\s+(?:building|of|from|to|on|dated|about|by|that|which|who|whom|concerning|regarding|sent|entitled|"
    r"titled|called|named|written|addressed|"
    r"signed|prepared|issued|for|in|at|between|with|line|matter|held|known|responsible|whose|\"|“|[A-Z]))",
)
_FORM_LABEL = re.compile(
    r"\bsubject\s*[:;]|\b(?:FROM|TO|SUBJECT|DATE|REF|REFERENCE|ATTENTION|CC|VIA)\s*:|"
    r"\brouting (?:slip|sheet)\b|\bcover sheet\b|\bclassified message\b|"
    r"\bpage\s+\d+\b|\b(?:field|box|column|form|line|item)\s+(?:no\.?\s*)?\d+\b",
    re.IGNORECASE,
)
_YEARS = r"(?!(?:19|20)\d\d-(?:19|20)\d\d\b)"  # what follows is no span of two
_LEAK = re.compile(
    r"\b[\w-]+\.(?:pdf|txt|docx?|tiff?|jpe?g|png|eml|msg|html?|csv|xlsx?|parquet|json)\b"
    rf"|\b{_YEARS}\d{{2,4}}-\d{{4,}}(?:-\d+)*\b"
    r"|\b\d{3}-\d{5}-\d{5}\b|\b(?:doc(?:ument)?|record|file|agency|"
    r"control|serial|nara|bates)[\s_-]?(?:id|no|number|num|#)\b"
    rf"|\b[A-Z]{{2,}}[-_ ]?{_YEARS}\d{{2,4}}-\d{{2,}}\b"
    r"|\b[A-Z]{2,}[-_]?\d{4,}\b|\bdocid\b",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    r"\b(?:born|birth ?(?:date|day|place)|date of birth|social security|ssn|passport (?:no|number)|"
    r"phone|telephone|home address|street address|"
    r"residen(?:ce|tial)|where .{0,40}\b(?:live|lived|reside[sd]?)\b|zip code|bank account|medical|"
    r"diagnos\w+|illness|disease|pregnan\w+|"
    r"religion|sexual\w*|married|divorced|maiden name|driver'?s licen[cs]e|license plate|weigh|weight|"
    r"how tall|how old|age of)\b",
    re.IGNORECASE,
)
_REDACTED = re.compile(
    r"\[(?:redacted|deleted|withheld|illegible|blank|\s*)\]|\bredacted\b|█|_{3,}|\bX{3,}\b|\b(?:Jane|"
    r"John) Doe\b|\*{3,}|\.{4,}",
    re.IGNORECASE,
)


def standalone(question: str) -> Judgement:
    """The reply to `standalone`: the first fault of a question that cannot be asked without its document, or sound."""
    text = " ".join(question.split())
    for category, reason, is_faulty in _FAULTS:
        if is_faulty(text):
            return Judgement(verdict=Outcome.FAIL, category=category, reason=reason)
    return _SOUND


_BIDDEN = re.compile(r"^(?:list|name|give|state)\s+(?:all\s+)?the\s+\w+.*[.?]$", re.IGNORECASE)  # asks as well


def _is_no_question(text: str) -> bool:
    if _BIDDEN.match(text):
        return "?" in _outside_titles(text)[:-1]
    return not text.endswith("?") or _OPENING.match(text) is None or _outside_titles(text).count("?") > 1


_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")


def _outside_titles(text: str) -> str:
    """The question without the words of quoted titles, which may point and ask as they like."""
    return _QUOTED.sub('""', text)


def _is_struck_out(text: str) -> bool:
    """Whether a mark stands in a question; the word "redacted" in a quoted title of several words is the title's."""
    found = _REDACTED.finditer(text)
    said = [text[quoted.start() + 1 : quoted.end() - 1] for quoted in _QUOTED.finditer(text)]
    wordy = " ".join(title for title in said if len(title.split()) >= MIN_TITLE_WORDS)
    return any(mark[0].casefold() != "redacted" or mark[0].isupper() or mark[0] not in wordy for mark in found)


_DANGLING = re.compile(
    r"\b(?:as|the|an?|and|or|that|which|because|if|than|his|her|their|our|my|your|was|were|not)\s*\?$", re.IGNORECASE
)


def _dangles(text: str) -> bool:
    return _DANGLING.search(text) is not None


def _is_short(text: str) -> bool:
    return len(text.split()) < MIN_QUESTION_WORDS or len(parse_query(text).stems) < MIN_CONTENT_WORDS


_ENUMERATED = re.compile(
    r"^in (?:what|which) order did these (?:events )?happen\b", re.IGNORECASE
)  # those it lists itself


def _points(text: str) -> bool:
    return _DEIXIS.search(_US.sub("", _ENUMERATED.sub("", _outside_titles(text)))) is not None


def _has_loose_pronoun(text: str) -> bool:
    """A pronoun before any name: "it" after a named subject has something to stand for."""
    text = _outside_titles(text)
    pronoun = _PRONOUN.search(text)
    if pronoun is None:
        return False
    before = text[: pronoun.start()]
    if pronoun.group().lower() in {"its", "their"} and re.match(r"Which [a-z]", text):
        return False  # "Which board held its ball": the board's
    return re.search(r"(?<=\s)[A-Z][\w.]+", before) is None


def _names_nothing(text: str) -> bool:
    """No name, no figure, no quoted title after the opening word."""
    return re.search(r"(?<=\s)[\"“(]?[A-Z]\w|\d|[\"“]", text) is None


def _is_garbled(text: str) -> bool:
    words = re.findall(r"[^\s\"“”(),;:?!/\u2013\u2014-]+", text)
    return any(is_garbled_word(word.strip(".'\u2019\u2018")) for word in words)


def is_garbled_word(word: str) -> bool:
    """Whether a word looks misread: letters and digits mixed, two scripts, odd capitals, or no English word."""
    plain = re.sub(r"['\u2019]s?$", "", word)
    if len(plain) < 2 or re.fullmatch(r"[\d.,%$£€°#]+(?:st|nd|rd|th|s|k|m)?|\d+(?:mm|cm|km|lb|lbs|am|pm|A|B)", plain):
        return False
    if not re.fullmatch(r"[^\W\d_]+(?:['\u2019.&][^\W\d_]+)*\.?", plain):
        return not re.fullmatch(r"[A-Z]{1,8}\d{1,3}[A-Z]?|\d{1,3}[A-Z]{1,2}|[A-Z](?:\.[A-Z])*", plain)
    if _mixes_scripts(plain) or re.search(r"[a-z][A-Z]{2,}|^[a-z]+[A-Z]", plain):
        return True
    return _is_no_word(plain)


def _mixes_scripts(word: str) -> bool:
    is_ascii = [char.isascii() for char in word if char.isalpha()]
    is_latin = all(ord(char) < 0x250 for char in word if char.isalpha())
    return not is_latin and any(is_ascii)


def _is_no_word(word: str) -> bool:
    """Small letters that no English text has; a capitalised word only when it cannot be said aloud."""
    if word.islower() and len(word) > 2:
        from wordfreq import zipf_frequency  # noqa: PLC0415 - 0.3 s to import

        return zipf_frequency(word, "en") < MIN_ZIPF and not _is_derived(word)
    is_name = word[:1].isupper() and word[1:].islower() and len(word) > 3
    return is_name and (
        re.search(r"[aeiouyáéíóúäöü]", word, re.IGNORECASE) is None
        or re.search(r"[^aeiouy\W]{6,}|(.)\1\1", word, re.IGNORECASE) is not None
    )


MIN_ZIPF = 1.5  # of a word in small letters: below, it is misread
_DERIVED = re.compile(r"(?:re|un|non|over|under|out|mis)([a-z]{4,})")
MIN_STEM_ZIPF = 2.5  # of the word that a prefix stands before: "roofing", and no chance run of letters


def _is_derived(word: str) -> bool:
    """Whether a word that no list of words has is a known one behind a common prefix: "reroofing", "unpaid"."""
    derived = _DERIVED.fullmatch(word)
    if derived is None:
        return False
    from wordfreq import zipf_frequency  # noqa: PLC0415 - 0.3 s to import

    return zipf_frequency(derived.group(1), "en") >= MIN_STEM_ZIPF


_FAULTS: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
    ("not_a_question", "it is not one question", _is_no_question),
    ("dangling", "it breaks off", _dangles),
    ("too_short", "it says too little to have one answer", _is_short),
    ("source_leak", "it names a file, record or document number", lambda text: _LEAK.search(text) is not None),
    ("form_label", "it asks about a form's label or layout", lambda text: _FORM_LABEL.search(text) is not None),
    ("redaction", "it holds a redaction mark or placeholder name", _is_struck_out),
    ("personal_data", "it asks for a personal datum", lambda text: _PERSONAL.search(text) is not None),
    ("deixis", "it points at something outside itself", _points),
    (
        "unnamed_source",
        "it speaks of a document or person that it does not name",
        lambda text: _VAGUE_SOURCE.search(text) is not None,
    ),
    ("pronoun", "a pronoun stands before any name", _has_loose_pronoun),
    ("no_named_subject", "it names no person, office, organisation or document", _names_nothing),
    ("garbled", "a word of it is misread or no word", _is_garbled),
)

# --- adjudicate -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Draft:
    """A task as its adjudicator sees it. `answer`, `quote` and `passage` are "" for a rejection type."""

    question: str
    answer: str
    quote: str
    passage: str


def adjudicate(draft: Draft, rivals: Sequence[tuple[str, str]]) -> Judgement:
    """The reply to `adjudicate`. Rivals are (doc_id, text) of other documents."""
    fault = _unsound_question(draft)
    if fault is None and draft.answer:
        fault = _unsound_answer(draft) or _ambiguity(draft, rivals)
    elif fault is None:
        fault = _answered_after_all(draft.question, rivals)
    return fault or _SOUND


def _fail(category: str, reason: str) -> Judgement:
    return Judgement(verdict=Outcome.FAIL, category=category, reason=reason)


_DISCREDITING = re.compile(
    r"\b(?:crime|criminal|fraud\w*|brib\w+|murder\w*|kill\w*|rape\w*|abus\w+|steal|stole|theft|"
    r"corrupt\w*|launder\w*|convict\w*|guilty|"
    r"affair|mistress|drunk\w*|addict\w*|traitor|treason|arrest\w*|indict\w*|molest\w*|traffick\w+|embezzl\w*)\b",
    re.IGNORECASE,
)


_AT_A_PLACE = re.compile(r"\b(?:the|an?) \w+ (?:at|of|in|on|near)\b", re.IGNORECASE)


def is_discrediting(question: str) -> bool:
    """Whether a question says of somebody something discreditable; "the theft at Shed 9" is a matter and nobody's."""
    return _DISCREDITING.search(_AT_A_PLACE.sub("", question)) is not None


def _unsound_question(draft: Draft) -> Judgement | None:
    review = standalone(draft.question)
    if review.verdict is Outcome.FAIL:
        return review
    if not draft.answer and _DISCREDITING.search(draft.question):
        return _fail("discrediting", "an unanswerable question may not presuppose something discreditable")
    return None


def _unsound_answer(draft: Draft) -> Judgement | None:
    return next((_fail(category, reason) for category, reason, is_faulty in _ANSWER_FAULTS if is_faulty(draft)), None)


def _is_unquoted(draft: Draft) -> bool:
    return not draft.quote or not holds_answer(draft.question, join_wraps(draft.answer), draft.quote)


def _is_elsewhere(draft: Draft) -> bool:
    return join_wraps(draft.quote) not in join_wraps(draft.passage)


def _has_garbled_answer(draft: Draft) -> bool:
    words = re.split(r"[\s/\u2013\u2014-]+", join_wraps(draft.answer))
    return any(is_garbled_word(word.strip(".,'\u2019\"\u201c\u201d();:")) for word in words)


def _gives_away(question: str, answer: str) -> bool:
    asked, told = set(tokens(question)), tokens(answer)
    return bool(told) and all(word in asked for word in told)


def _is_of_type(question: str, answer: str) -> bool:
    kind = asked_type(question)
    find = (
        {AnswerType.DATE: find_dates, AnswerType.MONEY: find_money, AnswerType.NUMBER: find_numbers}.get(kind)
        if kind
        else None
    )
    if find is not None:
        return bool(find(answer)) or (kind is AnswerType.NUMBER and bool(find_dates(answer)))
    is_naming = kind in (AnswerType.PERSON, AnswerType.ORGANISATION, AnswerType.PLACE)
    return not is_naming or re.search(r"[A-Z]", answer) is not None


def _is_cut(quote: str) -> bool:
    """Whether a quote ends in the middle: on a connecting word or a hyphen."""
    words = quote.rstrip(" .,;:\n").split()
    return (
        not words
        or words[-1].endswith("-")
        or (len(words) > 1 and words[-1].casefold() in _CONNECTING and not quote.rstrip().endswith("."))
    )


_CONNECTING = frozenset("the a an of and or to in on at by for with from that which who as".split())


_ANSWER_FAULTS: tuple[tuple[str, str, Callable[[Draft], bool]], ...] = (
    ("answer_not_in_quote", "the quote does not state the answer", _is_unquoted),
    ("quote_not_in_passage", "the passage does not hold the quote", _is_elsewhere),
    ("redaction", "the answer holds a redaction mark or placeholder name", lambda d: bool(_REDACTED.search(d.answer))),
    ("gives_answer_away", "the question holds its answer", lambda d: _gives_away(d.question, d.answer)),
    ("wrong_type", "the answer is not of the kind asked for", lambda d: not _is_of_type(d.question, d.answer)),
    ("garbled_answer", "a word of the answer is misread", _has_garbled_answer),
    ("cut_quote", "the quote breaks off", lambda d: _is_cut(d.quote)),
)


def _ambiguity(draft: Draft, rivals: Sequence[tuple[str, str]]) -> Judgement | None:
    """A rival that is no copy of the quote and answers otherwise, in a sentence that fits as well as the source's.

    Who copies the quote's wording and puts another value in it is a rival: a copy's values are the source's, misread.
    """
    own = [f for f in find_answers(draft.question, [("", draft.passage)]) if _agrees(draft, f.text)]
    if not own:
        return (
            None  # there is nothing to measure a rival by; answerability has said what this reader thinks of the source
        )
    stated = f"{draft.quote}\n{own[0].sentence}"
    for doc_id, text in rivals:
        for found in find_answers(draft.question, [(doc_id, text)])[:1]:
            is_fit = (
                found.coverage >= own[0].coverage - RIVAL_MARGIN and found.score >= own[0].score - RIVAL_SCORE_MARGIN
            )
            said = _made_whole(found)
            is_rescanned = is_copy(draft.quote, found.sentence) and states_misread(stated, said)
            if is_fit and not _agrees(draft, said) and not is_rescanned:
                return _fail("ambiguous", "another document answers the question differently")
    return None


_CUT_OFF = re.compile(r"(?<=[^\W\d_])[^\w\s.,;:?!/&+=@\"'\u2018\u2019\u201c\u201d()\[\]\u2013\u2014-][^\W\d_]+")


def _made_whole(found: Finding) -> str:
    """What was read, with the rest of its last word where a scanner's mark inside cuts it: "Otto Fen" of "Fen|wick"."""
    end = found.sentence.find(found.text) + len(found.text)
    rest = _CUT_OFF.match(found.sentence, end) if found.text in found.sentence else None
    if rest is None:
        return found.text
    *before, last = found.text.split()
    return " ".join([*before, mend(f"{last}{rest[0]}")])


def _agrees(draft: Draft, said: str) -> bool:
    """Whether an answer is the draft's, or says no more than a part of it, or it and more: neither contradicts it."""
    ours, theirs = set(tokens(draft.answer)), set(tokens(said))
    return ours <= theirs or theirs <= ours or equivalent(draft.question, draft.answer, said).is_correct


def is_copy(quote: str, sentence: str) -> bool:
    """Whether a sentence has the quote's wording, give or take a fifth: scanned again, or with another value in it."""
    short, long = sorted((_letters(quote), _letters(sentence)), key=len)
    return bool(short) and fuzz.partial_ratio(short, long, score_cutoff=MIN_COPY_RATIO) > 0


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


MAX_MISREAD_FIGURES = 1  # of one value: two misread in one scan are rarer than another date or amount
_FIGURES_ALIKE = frozenset("06 08 09 17 27 35 38 49 56 58 68 89".split())  # by shape, as in misreadings
_FIGURE_FOR = str.maketrans("ilozsb", "110258")  # a letter in a figure's place
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)$")
_READ = re.compile(r"[^\W_]+(?:[.,](?=\d)[^\W_]+)*")


def states_misread(text: str, value: str) -> bool:
    """Whether a value stands in a text, but for letters that scanning takes for one another and one figure.

    Another date, amount or name does not. False for a value without letters and figures.
    """
    wanted, there = _READ.findall(value.casefold()), _READ.findall(join_wraps(text).casefold())
    sizes = range(max(1, len(wanted) - 1), len(wanted) + 2)  # words run together or taken apart
    return bool(wanted) and any(
        _is_misread(wanted, there[first : first + size]) for size in sizes for first in range(len(there) - size + 1)
    )


def _is_misread(one: Sequence[str], other: Sequence[str]) -> bool:
    ours, theirs = [_reading(word) for word in one], [_reading(word) for word in other]
    # Word by word too, or a long value would spend on one word ("forty" for "fifty") what its others leave.
    pairs = zip(ours, theirs, strict=True) if len(ours) == len(theirs) else ()
    return _is_figure_misread("".join(w.figures for w in ours), "".join(w.figures for w in theirs)) and (
        _is_word_misread("".join(w.letters for w in ours), "".join(w.letters for w in theirs))
        and all(_is_word_misread(a.letters, b.letters) for a, b in pairs)
    )


def _is_figure_misread(figures: str, other: str) -> bool:
    if len(figures) != len(other):
        return False
    misread = ["".join(sorted(pair)) for pair in zip(figures, other, strict=True) if pair[0] != pair[1]]
    return len(misread) <= MAX_MISREAD_FIGURES and _FIGURES_ALIKE.issuperset(misread)


def _is_word_misread(letters: str, other: str) -> bool:
    limit = max(ALIKE_COST, COST_PER_CHAR * len(letters))
    return distance(letters, other, limit) <= limit


class _Reading(NamedTuple):
    """A word as figures or as letters, the other of them ""."""

    figures: str
    letters: str


def _reading(word: str) -> _Reading:
    """A word in small with the figures or letters that were misread for the other kind put back.

    The point of a fraction stays among the figures, the comma of thousands does not, whichever of them was read.
    """
    plain = re.sub(r"[.,](?=\w{3}(?!\w))", "", _ORDINAL.sub("", word))
    figured = plain.translate(_FIGURE_FOR).replace(",", ".")
    if any(char.isdigit() for char in word) and re.fullmatch(r"[\d.]+", figured):
        return _Reading(figured, "")
    return _Reading("", mend(plain).casefold())


def _answered_after_all(question: str, rivals: Sequence[tuple[str, str]]) -> Judgement | None:
    if find_answers(question, rivals):
        return _fail("answerable", "a passage answers the question")
    return None
