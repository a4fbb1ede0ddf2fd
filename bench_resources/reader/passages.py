"""Text as the reader sees it when it answers: sentences with their spans, header blocks, stems, and how well they fit.

Belongs here: splitting, stemming, weighing and comparing words. Does not: what an answer is (answer_types), choosing
one (answering), drafting (a test asserts that neither side imports the other).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import DateValue, find_dates, find_proper, same_date

MAX_SENTENCE_CHARS = 600  # OCR loses full stops; a longer run is cut at a line end
WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
BLANK_LINE_SHARE = 0.5  # above this share of blank lines an OCR engine wrote one after every line
LONG_LINE_SHARE = 0.1  # of the written lines of a page may be longer than a typist's
MAX_LINE_CHARS = 110  # of a written line; longer ones are paragraphs that nobody wrapped
STOP_WORDS = frozenset(
    "a an and any are as at be been being but by can could did do does for from had has have having "
    "if in into is it its "
    "may might must no not of on or shall should so such than that the their them then there these they this those to "
    "under up upon was were what when where which while who whom whose why will with would how many much s t".split()
)
# Words by which a question speaks of a document, whatever it is called there: a header block holds them by being one.
DOCUMENT_WORDS = frozenset(
    "memorandum memo letter message cable dispatch report document note email mail telegram date send sender "
    "recipient address write author subject title entitle concern regard about receive sign "
    "prepare head label originate mark call name give bear".split()
)
# Words that say what kind of answer is wanted rather than what about: a sentence need not hold them.
FRAME_WORDS = frozenset(
    "abbreviation abbreviate acronym initials stand stands mean means date day month year amount sum "
    "position title post rank role "
    "capacity city country place town state location building organization organisation agency "
    "office department company "
    "committee group person official officer name named called number hold held serve served public".split()
)
FRAME_SHARE = 0.25  # of the weight such a word would have
_IRREGULAR = {
    "sent": "send", "held": "hold", "took": "take", "taken": "take", "met": "meet", "wrote": "write",
    "written": "write", "paid": "pay", "left": "leave", "gave": "give", "given": "give", "made": "make", "said": "say",
    "told": "tell", "became": "become", "began": "begin", "begun": "begin", "came": "come", "went": "go", "gone": "go",
    "got": "get", "knew": "know", "known": "know", "led": "lead", "lost": "lose", "bought": "buy", "brought": "bring",
    "built": "build", "chose": "choose", "chosen": "choose", "drew": "draw", "fell": "fall", "felt": "feel",
    "flew": "fly", "flown": "fly", "found": "find", "kept": "keep", "ran": "run", "saw": "see", "seen": "see",
    "sold": "sell", "spoke": "speak", "spoken": "speak", "spent": "spend", "stood": "stand", "taught": "teach",
    "thought": "think", "understood": "understand", "won": "win", "arose": "arise", "sought": "seek", "men": "man",
    "women": "woman", "rose": "rise", "memo": "memorandum", "memos": "memorandum", "mr": "", "mrs": "", "dr": "",
    "e": "", "u": "", "arrival": "arrive", "departure": "depart", "dates": "date", "dated": "date", "dating": "date",
}  # fmt: skip
_SUFFIXES = ("ational", "ization", "isation", "ements", "ations", "ition", "ement", "ation", "ments", "ingly", "ment",
             "ions", "ings", "ers", "ors", "ing", "ion", "ies", "ied", "ely", "ed", "es", "er", "or", "ly", "al", "e",
             "s", "y")  # fmt: skip
_MIN_STEM = 4
_MISREAD = re.compile(r"(?=.{6})[a-z]+[015][a-z]+")  # one figure inside a long word is a letter misread
_LETTER_FOR = str.maketrans("015", "ols")


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """A crude English stem, lower case: enough for "appointed" and "appointment" to meet. "" for a title like Mr."""
    lower = word.casefold().replace("\u2019", "'").removesuffix("'s").strip("'")
    if _MISREAD.fullmatch(lower):
        lower = lower.translate(_LETTER_FOR)
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if not lower.isalpha() or len(lower) <= _MIN_STEM:
        return lower.removesuffix("s") if lower.isalpha() and len(lower) == _MIN_STEM and lower[-2] != "s" else lower
    for suffix in _SUFFIXES:
        if lower.endswith(suffix) and len(lower) - len(suffix) >= _MIN_STEM - 1:
            base = lower[: -len(suffix)]
            return base[:-1] if len(base) > _MIN_STEM and base[-1] == base[-2] and base[-1] not in "sl" else base
    return lower


@lru_cache(maxsize=200_000)
def weight(word: str) -> float:
    """How much a stem or word tells, in [0.3, 1.5]: rare words and figures much, everyday words little.

    From general English frequencies rather than from the passages at hand, so that a question weighs the same
    whatever it is read against, and abstaining does not depend on how many distractors stand beside the gold.
    """
    if any(char.isdigit() for char in word):
        return 1.2
    from wordfreq import zipf_frequency  # noqa: PLC0415 - 0.3 s to import

    return max(0.3, min(1.5, (7.0 - zipf_frequency(word, "en")) / 3))


def content_words(text: str) -> list[str]:
    """The words of a text that carry meaning, in order, as written."""
    return [word for word in WORD.findall(text) if word.casefold() not in STOP_WORDS and stem(word)]


@lru_cache(maxsize=100_000)
def is_same_word(one: str, other: str) -> bool:
    """Whether two stems are one word, give or take what OCR does to a long word. Figures must be equal."""
    if one == other:
        return True
    shortest = min(len(one), len(other))
    if shortest < 5 or not (one.isalpha() or other.isalpha()):
        return False
    return OSA.distance(one, other, score_cutoff=2) <= (1 if shortest < 8 else 2)


@dataclass(frozen=True, eq=False)  # compared and cached by identity: hashing every stem costs more than what is cached
class Sentence:
    """One sentence or header line of a text.

    Attributes:
        start, end: characters of the text it was cut from, end exclusive.
        text: those characters with line wraps joined.
        field: the header field it states ("from", "to", "subject", "date"), "" for running text.
        value_at: where in `text` the field's value begins, 0 for running text.
        words: the stem of every word of `text`, without order.
    """

    start: int
    end: int
    text: str
    field: str
    value_at: int
    words: frozenset[str]


_FIELDS = {
    "from": "from", "sender": "from", "author": "from", "originator": "from", "to": "to", "for": "to",
    "recipient": "to", "attention": "to", "attn": "to", "memorandum for": "to", "memorandum to": "to",
    "memo for": "to", "memo to": "to", "note for": "to", "note to": "to",
    "subject": "subject", "subj": "subject", "re": "subject", "regarding": "subject", "title": "subject",
    "date": "date", "sent": "date", "dated": "date", "received": "date", "cc": "cc", "info": "cc", "via": "cc",
    "through": "cc", "thru": "cc", "reference": "cc", "ref": "cc",
}  # fmt: skip
_LABEL = re.compile(  # stray marks before it are an OCR engine's
    r"[ \t>*|,.'\"\u2018\u2019\u201c\u201d~_{}\u2022\u2014-]{0,20}"
    r"((?:MEMORANDUM|Memorandum|memorandum|MEMO|Memo|NOTE|Note)[ \t]+(?:FOR|TO|For|To|for|to)|[A-Za-z]{2,10})"
    r"[ \t]*(?:[:;]|\.[ \t]*:)[ \t]*"
)
_BARE_LABEL = re.compile(r"[ \t>]{0,8}(MEMORANDUM FOR|MEMORANDUM TO|FROM|SUBJECT)[ \t]{1,}(?=\S)")
_NUMBERED = re.compile(r"\s{0,12}(?:\(?\d{1,2}[.)]|\(?[a-h][.)]|[-*•])\s+\S")
_ENDING = re.compile(r"[.!?][\"'”\u2019)\]]*\s+(?=[\"'“\u2018(\[]?[A-Z0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Messrs|Gen|Col|Lt|Capt|Maj|Sgt|Sen|Rep|Hon|Rev|St|Jr|Sr|No|Nos|"
    r"Vol|pp?|Inc|Co|Corp|Ltd|vs|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Amb|Gov|Pres|Dept|Div|Adm|Cmdr|Prof|approx|ca|cf|Attn|Art|Sec|Fig|"
    r"[A-Z](?:\.[A-Z])+))$",
    re.IGNORECASE,
)


_ENUMERATOR = re.compile(r"\s*\(?\d{1,2}")


_QUOTED_MAIL = re.compile(r"\n[ \t]*(?:>[ \t]?)+")


def join_wraps(text: str) -> str:
    """The text on one line, a word hyphenated at a line end made whole, the marks of quoted mail left out."""
    plain = _QUOTED_MAIL.sub("\n", text) if "\n" in text and ">" in text else text
    return " ".join(re.sub(r"(?<=[a-z])-[ \t]*\r?\n\s*(?=[a-z])", "", plain).split())


@lru_cache(maxsize=2_000)
def sentences(text: str) -> tuple[Sentence, ...]:
    """Sentences and header lines of a text, in order. Empty text gives none."""
    return tuple(_sentence(text, start, end, label) for start, end, label in _spans(text) if text[start:end].strip())


def _sentence(text: str, start: int, end: int, field: str) -> Sentence:
    raw = text[start:end]
    start += len(raw) - len(raw.lstrip())
    end -= len(raw) - len(raw.rstrip())
    joined = join_wraps(text[start:end])
    value_at = 0
    if field:
        label = _LABEL.match(joined) or _BARE_LABEL.match(joined)
        value_at = label.end() if label else 0
    return Sentence(start, end, joined, field, value_at, frozenset(map(stem, WORD.findall(joined))))


@lru_cache(maxsize=20_000)
def stems_in_order(sentence: Sentence) -> tuple[tuple[str, int], ...]:
    """Every word of a sentence stemmed, with where in its text it begins."""
    return tuple((stem(match.group()), match.start()) for match in WORD.finditer(sentence.text))


def header_field(line: str) -> str:
    """The header field that a line opens with, "" when none; a misread letter in a longer label is forgiven."""
    label = _LABEL.match(line) or _BARE_LABEL.match(line)
    if label is None:
        return ""
    word = " ".join(label.group(1).casefold().split())
    if word in _FIELDS:
        return _FIELDS[word]
    near = [
        name for name in ("from", "subject", "date") if len(word) >= 4 and OSA.distance(word, name) <= len(name) // 4
    ]
    return near[0] if near else ""


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, header field) of every sentence: blocks first, then the sentences inside each."""
    for start, end, field in _blocks(text):
        if field:
            yield start, end, field
        else:
            yield from ((a, b, "") for a, b in _cut(text, start, end))


def _blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """Paragraphs and header lines: runs of lines that may hold a sentence across their ends."""
    lines = [(match.start(), match.end()) for match in re.finditer(r"[^\r\n\f]*", text) if match.end() > match.start()]
    is_doubled = _is_doubled(text)
    block: list[tuple[int, int]] = []
    field = ""
    for line in lines:
        content = text[line[0] : line[1]]
        opened = header_field(content) or _lone_date(text, content, block)
        gap = bool(block) and _is_gap(text[block[-1][1] : line[0]], is_doubled=is_doubled)
        if block and (
            opened or gap or not content.strip() or _NUMBERED.match(content) or _ends_field(text, field, block, content)
        ):
            yield block[0][0], block[-1][1], field
            block, field = [], ""
        if content.strip():
            field = field if block else opened
            block.append(line)
    if block:
        yield block[0][0], block[-1][1], field


def _is_doubled(text: str) -> bool:
    """Whether a blank line follows every line, as some OCR engines write.

    Where paragraphs stand on one line each, the blank lines between them are the paragraphs' own.
    """
    lines = text.split("\n")
    written = [line for line in lines if line.strip()]
    n_long = sum(len(line) > MAX_LINE_CHARS for line in written)
    is_page = n_long <= LONG_LINE_SHARE * len(written)
    n_blank = len(lines) - len(written)
    return is_page and n_blank / max(1, len(lines) - 1) > BLANK_LINE_SHARE - 0.1


def _ends_field(text: str, field: str, block: Sequence[tuple[int, int]], content: str) -> bool:
    """A subject runs over at most three lines; another value over a second one where the first breaks off."""
    if not field:
        return False
    if field == "subject":
        return len(block) >= 3 or len(content.strip()) > MAX_LINE_CHARS
    goes_on = BREAKS_OFF.search(text[block[0][0] : block[0][1]]) or _GOES_ON.match(content)
    return field == "date" or len(block) > 1 or not goes_on


def _lone_date(text: str, content: str, block: Sequence[tuple[int, int]]) -> str:
    """The field "date" for a line that is a full date and no more, unless it goes on with the line before."""
    plain = content.strip()
    if not 6 <= len(plain) <= 30 or not any(char.isdigit() for char in plain):  # length of a date
        return ""
    if block and BREAKS_OFF.search(text[block[-1][0] : block[-1][1]]):
        return ""
    dates = find_dates(plain)
    is_alone = len(dates) == 1 and len(plain) - len(dates[0].text) <= 3  # a stray mark
    return "date" if is_alone and isinstance(dates[0].value, DateValue) and dates[0].value.is_full else ""


BREAKS_OFF = re.compile(r"(?:\b(?:of|the|for|and|to|on|in|at|from|by|dated)|[,&-])\s*$", re.IGNORECASE)


_GOES_ON = re.compile(r"\s*(?:of|on|for|and|in|to|&)\s+(?:the\s+)?[A-Z]")


def _is_gap(between: str, *, is_doubled: bool) -> bool:
    return between.count("\n") > (2 if is_doubled else 1)


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Sentence spans inside one block."""
    at = start
    for match in _ENDING.finditer(text, start, end):
        stop = match.start() + 1
        before = text[at : stop - 1]
        if text[match.start()] == "." and (_ABBREVIATION.search(before[-12:]) or _ENUMERATOR.fullmatch(before)):
            continue
        yield from _cut_long(text, at, match.end())
        at = match.end()
    if at < end:
        yield from _cut_long(text, at, end)


def _cut_long(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > MAX_SENTENCE_CHARS:
        stop = max(
            text.rfind("\n", start, start + MAX_SENTENCE_CHARS), text.rfind(" ", start, start + MAX_SENTENCE_CHARS)
        )
        stop = stop if stop > start else start + MAX_SENTENCE_CHARS
        yield start, stop
        start = stop
    yield start, end


@dataclass(frozen=True)
class Query:
    """A question's words.

    Attributes:
        stems: its content words stemmed, in order, without repeats; a date is one stem, "@" and its text.
        weights: what each tells.
        names: the stems that are names, figures or dates.
        dates: the value of each date stem.
    """

    stems: tuple[str, ...]
    weights: tuple[float, ...]
    names: frozenset[str]
    dates: tuple[tuple[str, DateValue], ...] = ()

    @property
    def total(self) -> float:
        """The sum of the weights."""
        return sum(self.weights)


DATE_WEIGHT = 2.0  # a date says as much as a name and a half
GIVEN_NAME_SHARE = 0.35  # of its weight: texts go on with the surname alone


@lru_cache(maxsize=4_000)
def parse_query(question: str) -> Query:
    """The content words of a question. A capitalised word that does not open it, any figure and any date is a name."""
    dates = [date for date in find_dates(question) if isinstance(date.value, DateValue)]
    weights: dict[str, float] = {f"@{date.text}": DATE_WEIGHT for date in dates}
    names = set(weights)
    given = _given_names(question)
    for match in WORD.finditer(question):
        word, key = match.group(), stem(match.group())
        if not key or word.casefold() in STOP_WORDS or any(date.start <= match.start() < date.end for date in dates):
            continue
        is_name = (word[0].isupper() and match.start() > 0) or any(char.isdigit() for char in word)
        share = GIVEN_NAME_SHARE if match.start() in given else 1.0
        weights.setdefault(key, share * _query_weight(word, is_name=is_name))
        if is_name:
            names.add(key)
    values = tuple((f"@{date.text}", date.value) for date in dates if isinstance(date.value, DateValue))
    return Query(tuple(weights), tuple(weights.values()), frozenset(names), values)


def _given_names(question: str) -> set[int]:
    """Where the words of people's names stand that are not the telling one (the rarest, mostly the surname)."""
    found: set[int] = set()
    for run in find_proper(question):
        parts = list(WORD.finditer(question, run.start, run.end))
        words = [match for match in parts if len(match.group()) > 1]
        if run.kind is AnswerType.PERSON and 1 < len(words) <= 3:
            telling = max(words, key=lambda match: (weight(match.group().casefold()), match.start()))
            found.update(match.start() for match in parts if match is not telling)
    return found


def _query_weight(word: str, *, is_name: bool) -> float:
    plain = word.casefold().removesuffix("'s")
    share = 1.25 if is_name else FRAME_SHARE if plain in FRAME_WORDS else 1.0
    return weight(plain) * share


def match_sentences(query: Query, found: Sequence[Sentence]) -> dict[str, str]:
    """Query stem -> the stem that matches it in any of the sentences, for those that do; dates by value."""
    matched = matches(query, frozenset().union(*(sentence.words for sentence in found)))
    if query.dates:
        stated = [value for sentence in found for value in stated_dates(sentence)]
        matched |= {key: key for key, value in query.dates if any(same_date(value, other) for other in stated)}
    return matched


@lru_cache(maxsize=50_000)
def stated_dates(sentence: Sentence) -> tuple[DateValue, ...]:
    """The dates that a sentence states, in order."""
    return tuple(date.value for date in find_dates(sentence.text) if isinstance(date.value, DateValue))


def matches(query: Query, stems: Iterable[str]) -> dict[str, str]:
    """Query stem -> the stem among those given that matches it, for those that do; no dates."""
    present = stems if isinstance(stems, frozenset) else frozenset(stems)
    found = {key: key for key in query.stems if key in present}
    missing = [key for key in query.stems if key not in found and len(key) >= 5 and key.isalpha()]
    ordered = sorted(present) if missing else []
    for key in missing:
        near = next((other for other in ordered if other[:1] == key[0] and is_same_word(key, other)), None)
        if near is not None:
            found[key] = near
    return found


def coverage(query: Query, matched: Iterable[str]) -> float:
    """The share of a query's weight that the matched stems carry, in [0, 1]; 0 for an empty query."""
    have = matched if isinstance(matched, (set, frozenset, dict)) else set(matched)
    total = query.total
    return sum(w for key, w in zip(query.stems, query.weights, strict=True) if key in have) / total if total else 0.0


def name_coverage(query: Query, matched: Iterable[str], granted: frozenset[str] = frozenset()) -> float:
    """The share of the weight of a query's names, figures and dates that the matched stems carry; 1.0 without any."""
    have = set(matched)
    pairs = [(k, w) for k, w in zip(query.stems, query.weights, strict=True) if k in query.names and k not in granted]
    total = sum(w for _, w in pairs)
    return sum(w for key, w in pairs if key in have) / total if total else 1.0


def matter_coverage(query: Query, matched: Iterable[str]) -> float:
    """The share of the weight of what a query says of its names that the matched stems carry; 1.0 if it says little."""
    have = set(matched)
    pairs = [(k, w) for k, w in zip(query.stems, query.weights, strict=True) if k not in query.names]
    total = sum(w for _, w in pairs)
    return sum(w for key, w in pairs if key in have) / total if total >= LITTLE_MATTER else 1.0


LITTLE_MATTER = 0.8  # "what position did X hold", "what does X stand for": nothing there that a text need repeat


def begun(query: Query, text: str) -> set[str]:
    """The stems of a query that a text can hold at most, by plain searches for their ends; dates count as held."""
    lower = text.casefold()
    return {key for key in query.stems if key[0] == "@" or any(part in lower for part in _parts(key))}


@lru_cache(maxsize=20_000)
def _parts(key: str) -> tuple[str, ...]:
    """Three letters at either end of a stem's forms: at most one end is misread."""
    forms = surface_forms(key)
    return tuple(dict.fromkeys([*(form[:3] for form in forms), *(form[-3:] for form in forms)]))


@lru_cache(maxsize=20_000)
def surface_forms(key: str) -> tuple[str, ...]:
    """A stem and the words that share it without beginning with it: "meet" and "met"."""
    return (key, *(word for word, base in _IRREGULAR.items() if base == key and not word.startswith(key)))


def header_blocks(found: Sequence[Sentence]) -> list[tuple[Sentence, ...]]:
    """Runs of header lines that stand together, two fields or more: memo and mail headers with what stands inside them.

    A date on a line of its own up to three lines away belongs to them.

    OCR scatters stray marks between header lines: at most six short pieces in between are forgiven.
    """
    blocks: list[list[int]] = []
    for i in (i for i, sentence in enumerate(found) if sentence.field):
        if blocks and _goes_on(found, blocks[-1], i):
            blocks[-1].append(i)
        else:
            blocks.append([i])
    whole = [b for b in blocks if {found[i].field for i in b} - {"date"} and len({found[i].field for i in b}) > 1]
    return [tuple(_with_date(found, b[0], b[-1])) for b in whole]


def _goes_on(found: Sequence[Sentence], block: Sequence[int], i: int) -> bool:
    """Whether a header line belongs to the block before it: near, and no second sender or date after a subject."""
    fields = {found[k].field for k in block}
    is_new = "subject" in fields and found[i].field in fields | {"date"} and found[i].field in ("to", "from", "date")
    return not is_new and _is_one_header(found[block[-1] + 1 : i])


def _with_date(found: Sequence[Sentence], first: int, last: int) -> Sequence[Sentence]:
    """The block, begun or ended at a line near it that is a date and little else, where it has none of its own."""
    if any(sentence.field == "date" for sentence in found[first : last + 1]):
        return found[first : last + 1]
    before = next((i for i in range(first - 1, max(-1, first - 4), -1) if is_date_line(found[i])), None)
    if before is not None:
        return found[before : last + 1]
    after = next((i for i in range(last + 1, min(len(found), last + 4)) if is_date_line(found[i])), last)
    return found[first : after + 1]


def is_date_line(sentence: Sentence) -> bool:
    """Whether a line holds one date and at most a stray mark beside it."""
    dates = find_dates(sentence.text) if len(sentence.text) < 50 else []
    return len(dates) == 1 and len(sentence.text) - len(dates[0].text) <= 12


def _is_one_header(between: Sequence[Sentence]) -> bool:
    return len(between) <= 6 and sum(len(sentence.text) for sentence in between) <= 250
