"""What kind of thing a question asks for, and where such things stand in a text, with their values.

Belongs here: reading dates, amounts and figures by value; finding names, bodies, places and titles by shape.
Does not: choosing among them (answering), saying whether two of them are the same (matching).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from rapidfuzz.distance import OSA

from bench_resources.prompting import AnswerType

# --- what a question asks for ---------------------------------------------------------------------------------------

_BODY = (
    r"organi[sz]ation|agency|office|department|company|committee|bureau|group|division|firm|body|bank|board|newspaper|"
    r"ministry|commission|court|council|corporation|union|party|branch|staff|section|embassy|station|"
    r"service|institution|"
    r"institute|university|school|government|command|unit|team|association|foundation|publication|magazine|"
    r"insurer|carrier|contractor|supplier|vendor|publisher|manufacturer|employer|airline|railroad"
)
_AREA = (
    r"city|country|place|state|town|location|building|county|region|street|port|hotel|island|room|"
    r"site|district|province|area|airport"
)
_POSITION = r"title|position|post|rank|job|role|capacity|office did|office does|office was held|public office"
_PERSON = (
    r"person|official|officer|man|woman|individual|author|sender|recipient|chairman|president|"
    r"director|judge|attorney|senator|agent"
)
_WHAT = r"\b(?:what|which|whose)(?: (?:is|was|are|were))?(?: the| an?)? "
_SOME = r"(?:[\w.'\u2019-]+ ){0,2}"  # words between "what" and the noun that says the kind
# Tried in order. The opening word alone misleads: "In what capacity" is no place, "how much" no number.
_ASKED: tuple[tuple[AnswerType, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            AnswerType.DATE,
            (
                rf"^(?:since |until |by )?when\b|{_WHAT}(?:exact |calendar |approximate |effective "
                rf")?(?:date|day|month|year)s?\b"
            ),
        ),
        (
            AnswerType.MONEY,
            (
                rf"\bhow much\b(?! time)|{_WHAT}{_SOME}(?:amount|sum|price|salary|cost|fee|budget|payment|"
                r"appropriation|reward|rent|rental|bond|fine|grant|loan|wages?|toll|value|"
                r"expenses|expenditures?|revenues?|"
                r"compensation|stipend|premium|deposit|allowance|penalty|damages)\b|"
                r"\bhow many (?:us |u\.s\. )?(?:dollars|pesos|francs|rubles|pounds)\b"
            ),
        ),
        (
            AnswerType.NUMBER,
            (
                r"\bhow many\b|\bhow (?:long|old|often|far|large)\b|"
                rf"{_WHAT}{_SOME}(?:percentage|percent|number of|share|count|total)\b"
            ),
        ),
        (AnswerType.TITLE, rf"{_WHAT}{_SOME}(?:{_POSITION})\b|\bas what\b"),
        (AnswerType.ORGANISATION, r"\bstands? for\b|\babbreviat|\bacronym\b"),
        (
            AnswerType.IDENTIFIER,
            (
                rf"{_WHAT}{_SOME}(?:number|code ?name|cryptonym|pseudonym|identifier|designation|serial|"
                rf"registration|symbol|"
                r"statute|order|law|act|bill|resolution|code|directive|treaty|convention|charter|ordinance)\b"
            ),
        ),
        (AnswerType.PLACE, rf"^where\b|{_WHAT}{_SOME}(?:{_AREA})\b|^(?:from|to|in) where\b"),
        (AnswerType.ORGANISATION, rf"{_WHAT}{_SOME}(?:{_BODY})\b"),
        (AnswerType.PERSON, rf"\bwho\b|\bwhom\b|\bwhose\b|{_WHAT}{_SOME}(?:{_PERSON})\b|\bname of the (?:{_PERSON})\b"),
    )
)


@lru_cache(maxsize=4_000)
def asked_type(question: str) -> AnswerType | None:
    """The kind of answer a question asks for, by its wording; None when the wording does not say."""
    lower = " ".join(question.casefold().split())
    return next((kind for kind, pattern in _ASKED if pattern.search(lower)), None)


_ROLES = (
    (
        "to",
        re.compile(
            r"\b(?:to|for) (?:whom|which|what|who)\b|\bwhom? .*\b(?:receive\w*|addressed to|sent to|written to)\b|"
            r"\brecipient\b|\baddressee\b",
            re.IGNORECASE,
        ),
    ),
    (
        "from",
        re.compile(
            r"\bwho(?:m|se)?\b|\b(?:from|by) (?:whom|which|what)\b|"
            r"\b(?:sender|author|originat\w+|sent|wrote|written|prepared|signed|issued)\b",
            re.IGNORECASE,
        ),
    ),
)  # fmt: skip
_SUBJECT_ROLE = re.compile(
    r"\bwhat (?:was|is|were)\b.*\b(?:subject|title|about|concern\w*|regarding|topic|matter)\b|\bwhat subject\b",
    re.IGNORECASE,
)


_DOCUMENT_QUESTION = re.compile(
    r"\b(?:memorand\w+|memo|memos|letters?|messages?|cables?|dispatch(?:es)?|e-?mails?|telegrams?|teletypes?|"
    r"(?:whose|which|what|the) subject)\b",
    re.IGNORECASE,
)


def speaks_of_document(question: str) -> bool:
    """Whether a question is about a memo, letter or message, which its header may answer."""
    return _DOCUMENT_QUESTION.search(question) is not None


def header_role(question: str, kind: AnswerType | None) -> str:
    """The header field whose value the question asks for, "" when none."""
    if kind is AnswerType.DATE:
        return "date"
    if _SUBJECT_ROLE.search(question) and kind in (None, AnswerType.TITLE):
        return "subject"
    if kind in (AnswerType.PERSON, AnswerType.ORGANISATION, AnswerType.TITLE, None):
        return next((role for role, pattern in _ROLES if pattern.search(question)), "")
    return ""


# --- dates ----------------------------------------------------------------------------------------------------------

_VERBS = frozenset({"may", "march", "mar"})  # in small letters and without a year they are no months
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_DAY = r"(?:[0-3lIO]?\d|\d[lIO])(?:°|\s?(?:st|nd|rd|th)\b)?"
_DAYS = rf"{_DAY}(?:\s?(?:-|\u2013|to|and|or|through)\s?{_DAY})?"
_YEAR = r"[12l][0-9lO]{3}\b"
# Two figures are no year where they open a longer figure, a time or a share, or where they count what follows.
_COUNTED = (
    r"(?:%|per\s?cent\b|[ap]\.?\s?m\b|noon\b|(?:hours?|hrs?|minutes?|days?|weeks?|months?|years?|people|persons|men|women"
    r"|members|miles|feet|pounds|tons|cents|dollars|pesos|copies|pages|cases|times)\b|[a-z]+s\s(?:were|are|had|have|who)\b)"
)
_NOT_MORE = rf"(?![\w%]|\S{{0,2}}\d|(?<=19|20)[^\s,.;:)\]\"'\u2019]|\s*(?:[a-z]+\s)?{_COUNTED})"
_MARKED = rf"['\u2019]\d{{2}}{_NOT_MORE}"  # "'64"
_PLAIN_YEAR = rf"\d{{2}}{_NOT_MORE}"
_NO_DAY = rf"(?:3[2-9]|[4-9]\d){_NOT_MORE}"  # behind a comma: "May 12, 13 and 14" are days
_DATE = re.compile(
    rf"(?P<iso>\b(?P<iy>[12]\d{{3}})-(?P<im>[01]\d)-(?P<id>[0-3]\d)\b)"
    rf"|(?P<num>(?<![\d/.-])(?P<na>[0-3]?\d)\s?(?P<sep>[/.-])\s?(?P<nb>[0-3]?\d)\s?(?P=sep)\s?(?P<ny>(?:19|20|18)?\d{{2}})(?![\d/-]))"
    rf"|(?P<dmy>\b(?<!\d[.,])(?P<dd>{_DAYS})\s?(?:day\s)?(?:of\s)?[-,.]?\s?(?P<dm>[A-Za-z]{{3,9}})\b\.?(?P<dc>,)?[-\s]{{0,2}}"
    rf"(?P<dy>{_YEAR}|{_MARKED}|(?(dc){_NO_DAY}|{_PLAIN_YEAR}))?)"
    rf"|(?P<mdy>\b(?P<mm>[A-Za-z]{{3,9}})\b\.?\s?(?P<md>{_DAYS})\b"
    rf"(?:\s?[,.]?\s{{0,2}}(?P<my>{_YEAR}|{_MARKED}|{_NO_DAY}(?!\s[a-z])))?)"
    rf"|(?P<my2>\b(?P<om>[A-Za-z]{{3,9}})\b\.?,?\s(?:of\s)?(?P<oy>(?:19|20|18|17)\d\d)\b)"
    rf"|(?P<yr>(?<![\d,.$/-])(?P<y>(?:1|(?<![A-Za-z])l)[6-9]\d[\dlO]|20\d\d)\b(?![/,-]\d))"
)


@dataclass(frozen=True)
class DateValue:
    """A date as far as it is stated: None for a part that is not; `days` holds two for a range."""

    year: int | None
    month: int | None
    days: tuple[int, ...]

    @property
    def is_full(self) -> bool:
        """Whether day, month and year are all there."""
        return self.year is not None and self.month is not None and bool(self.days)


@dataclass(frozen=True)
class Candidate:
    """One thing of a kind in a text: the characters, where they stand, and its value where it has one."""

    text: str
    start: int
    end: int
    kind: AnswerType
    value: DateValue | Decimal | None = None
    unit: str = ""


@lru_cache(maxsize=20_000)
def _month(word: str) -> int | None:
    """1 to 12 for a month's name or abbreviation, also with a misread letter or two; None for any other word."""
    lower = word.casefold()
    if len(lower) < 5:
        if lower == "sept":
            return 9
        return next((i for i, name in enumerate(_MONTHS, 1) if lower in (name, name[:3])), None)
    near = [i for i, name in enumerate(_MONTHS, 1) if OSA.distance(lower, name) <= (2 if len(name) >= 7 else 1)]
    return near[0] if len(near) == 1 else None


def month_name(month: int) -> str:
    """The English name of a month, 1 to 12."""
    return _MONTHS[month - 1]


def _digits(text: str) -> int:
    return int(re.sub(r"\D", "", text.replace("l", "1").replace("I", "1").replace("O", "0")) or 0)


CENTURY = 100
FIRST_OF_1900S = 30  # two digits from here on are a year of the 1900s, fewer one of the 2000s
SAME_TIME = 15  # years between two years of one text's time


def _year(text: str | None) -> int | None:
    """A year of four digits, or of two taken as 19xx above 29 and 20xx below 30 (see `of_its_time`)."""
    if not text:
        return None
    number = _digits(text)
    if number >= CENTURY:
        return number
    return number + (1900 if number >= FIRST_OF_1900S else 2000)


MAX_LABEL = 12  # characters
_OF_FILE = re.compile(r"(?:\b(?:No|Nos|File|Serial|Page|pp?|Sec|Section|Para|Item)\b\.?:?\s?|#\s?|[$\u00a3\u20ac])\Z")


def _is_of_file(match: re.Match[str], text: str) -> bool:
    """Whether figures with marks between them are a number behind "No." or "File": "File No. 9-10-64"."""
    at = match.start()
    return len(match["ny"] or "") == len("64") and _OF_FILE.search(text, max(0, at - MAX_LABEL), at) is not None


def _date_value(match: re.Match[str]) -> DateValue | None:
    """The value of a match of _DATE, None when it is no date after all."""
    part = match.groupdict()
    if part["iso"]:
        value = DateValue(int(part["iy"]), int(part["im"]), (int(part["id"]),))
    elif part["num"]:
        value = _numeric_date(int(part["na"]), int(part["nb"]), _year(part["ny"]))
    elif part["yr"]:
        value = DateValue(_digits(part["y"]), None, ())
    else:
        value = _worded_date(part)
    return value if _is_possible(value) else None


def _numeric_date(first: int, second: int, year: int | None) -> DateValue:
    """Month first, as in the United States, unless only day first can be."""
    month, day = (second, first) if first > 12 >= second else (first, second)
    return DateValue(year, month, (day,))


def _worded_date(part: dict[str, str | None]) -> DateValue:
    if part["my2"]:
        return DateValue(_year(part["oy"]), _month(part["om"] or "") or 0, ())
    word, days, year = (part["dm"], part["dd"], part["dy"]) if part["dmy"] else (part["mm"], part["md"], part["my"])
    numbers = tuple(_digits(day) for day in re.findall(r"(?:[0-3lIO]?\d|\d[lIO])", days or ""))
    if not year and word in _VERBS:
        return DateValue(None, 0, ())
    return DateValue(_year(year), _month(word or "") or 0, numbers)


def _is_possible(value: DateValue) -> bool:
    has_month = value.month is None or 1 <= value.month <= 12
    has_days = all(1 <= day <= 31 for day in value.days) and (
        value.month is None or bool(value.days) or value.year is not None
    )
    return has_month and has_days and (value.year is None or 1500 <= value.year <= 2100)


def find_dates(text: str) -> list[Candidate]:
    """Every date in a text, in order, in whatever form; a bare day and month counts, a bare month does not.

    Two digits are a year behind a day and a month, "14 Feb 78", "3 May '64", "2/14/78", from 30 on of the 1900s and
    below of the 2000s. Behind a comma ("May 3, 78") they must be no day; what counts something, or opens a longer
    figure or a time, is no year, and figures behind "No." or "File" are no date.
    """
    found: list[Candidate] = []
    at = 0
    while (match := _DATE.search(text, at)) is not None:
        value = None if _is_of_file(match, text) else _date_value(match)
        if value is None:
            at = match.start() + max(1, len(re.match(r"\w*", text[match.start() :]).group()))  # type: ignore[union-attr]
            continue
        raw = match.group().rstrip(" ,.-")
        found.append(Candidate(raw, match.start(), match.start() + len(raw), AnswerType.DATE, value))
        at = match.end()
    return found


_WRITTEN_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")


@lru_cache(maxsize=64)
def _years_written(text: str) -> frozenset[int]:
    return frozenset(int(year) for year in _WRITTEN_YEAR.findall(text))


def of_its_time(value: DateValue, text: str) -> DateValue:
    """A date whose year of two digits is of the century that the text shows; any other date as it is.

    The century is another than `find_dates` takes where the text writes years of four digits within 15 years of the
    one, and none so near to the other: "15 Feb 29" is of 1929 beside "1932". Without such years nothing is changed.
    """
    if value.year is None:
        return value
    written = _years_written(text)
    if not written or any(abs(year - value.year) <= SAME_TIME for year in written):
        return value
    near = [
        other
        for other in (value.year - CENTURY, value.year + CENTURY)
        if any(abs(year - other) <= SAME_TIME for year in written)
    ]
    return replace(value, year=near[0]) if len(near) == 1 else value


def same_date(reference: DateValue, answer: DateValue) -> bool:
    """Whether an answer states at least what the reference states, and nothing that contradicts it."""
    if reference.year is not None and answer.year != reference.year:
        return False
    if reference.month is not None and answer.month != reference.month:
        return False
    return not reference.days or answer.days == reference.days


# --- money and numbers ----------------------------------------------------------------------------------------------

_SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "k": 1000,
    "dozen": 12,
}
_CURRENCY = (
    r"dollars?|cents|pesos?|francs?|marks|rubles?|roubles?|pounds?|lire|lira|yen|euros?|rupees|"
    r"crowns|pesetas|sucres|bolivares|quetzales|cordobas"
)
_FIGURE = r"\d{1,3}(?:[,.]\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d+)?"
_MONEY = re.compile(
    rf"(?P<sign>US\$|U\.S\.\s?\$|\$|£|€|S(?=\d{{1,3}},\d{{3}}))\s?(?P<a>{_FIGURE})(?:\s?(?P<as>hundred|"
    rf"thousand|million|billion|trillion|k)\b)?"
    rf"|\b(?P<b>{_FIGURE})\s(?:(?P<bs>hundred|thousand|million|billion)\s)?(?P<cur>(?:\w+\s)?(?:{_CURRENCY}))\b",
    re.IGNORECASE,
)
_UNITS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen "
        "eighteen nineteen".split()
    )
} | {word: 10 * tens for tens, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_NUMBER_WORD = "|".join([*_UNITS, "hundred", "thousand", "million", "billion", "dozen"])
_SPELLED = re.compile(rf"\b(?:{_NUMBER_WORD})(?:[\s-]+(?:and\s)?(?:{_NUMBER_WORD})\b)*\b", re.IGNORECASE)
_PLAIN = re.compile(
    rf"(?<![\w$£€.,/-])(?P<n>{_FIGURE})"
    r"(?:\s?(?P<s>hundred|thousand|million|billion)\b|\s?(?P<p>%|percent|per cent))?(?![\w/]|[-,.]\d)",
    re.IGNORECASE,
)


def _decimal(figure: str) -> Decimal | None:
    """The value of figures with separators: "1.500" and "1,500" are both fifteen hundred."""
    plain = re.sub(r"[,.](?=\d{3}(?!\d))", "", figure)
    try:
        return Decimal(plain)
    except InvalidOperation:
        return None


def spelled_value(words: str) -> Decimal:
    """The value of a spelled-out number such as "two hundred and forty-three thousand"."""
    total, current = 0, 0
    for word in re.findall(r"[a-z]+", words.casefold()):
        if word in _UNITS:
            current += _UNITS[word]
        elif word in ("hundred", "dozen"):
            current = max(1, current) * _SCALES[word]
        elif word in _SCALES:
            total, current = total + max(1, current) * _SCALES[word], 0
    return Decimal(total + current)


def find_money(text: str) -> list[Candidate]:
    """Every amount of money in a text, in order, valued in its own currency; `unit` is the currency, "dollar" for $."""
    found = []
    for match in _MONEY.finditer(text):
        value = _decimal(match.group("a") or match.group("b"))
        scale = (match.group("as") or match.group("bs") or "").casefold()
        if value is None:
            continue
        sign = match.group("sign") or ""
        worded = (match.group("cur") or "").casefold().split()
        unit = worded[-1].removesuffix("s") if worded else {"£": "pound", "€": "euro"}.get(sign, "dollar")
        found.append(
            Candidate(
                match.group().strip(), match.start(), match.end(), AnswerType.MONEY, value * _SCALES.get(scale, 1), unit
            )
        )
    return found


def find_numbers(text: str) -> list[Candidate]:
    """Every figure or spelled-out number that is no part of a date, an amount of money or an identifier, in order."""
    taken = [(c.start, c.end) for c in (*find_dates(text), *find_money(text)) if not _is_bare_year(c)]
    found = []
    for match in _PLAIN.finditer(text):
        value = _decimal(match.group("n"))
        if value is not None:
            scaled = value * _SCALES.get((match.group("s") or "").casefold(), 1)
            found.append(
                Candidate(
                    match.group().strip(),
                    match.start(),
                    match.end(),
                    AnswerType.NUMBER,
                    scaled,
                    "%" if match.group("p") else "",
                )
            )
    found += [
        Candidate(match.group(), match.start(), match.end(), AnswerType.NUMBER, spelled_value(match.group()))
        for match in _SPELLED.finditer(text)
    ]
    free = [c for c in found if not any(a < c.end and c.start < b for a, b in taken)]
    return sorted(free, key=lambda c: c.start)


def _is_bare_year(candidate: Candidate) -> bool:
    value = candidate.value
    return isinstance(value, DateValue) and value.month is None


# --- names, bodies, places, titles, identifiers ---------------------------------------------------------------------

# "ln", "lm", "lt", "ls" begin no English word: there the small l is a misread capital I.
_CAP = r"(?:[A-Z]\.(?:\s?[A-Z]\.)*|\bl[nmts][a-z]{4,}|[A-Z][\w'\u2019]*(?:-[A-Z]?[\w'\u2019]+)*)"
_PROPER = re.compile(
    rf"{_CAP}\.?(?:(?:\s(?:of|de|del|la|du|von|van|den|der|el|al|bin)(?:\s(?:the|la|las|los))?\s|"
    rf"\s(?:for|and|on|in)\s(?:the\s)?(?=[A-Z])|,\s(?=(?:Jr|Sr|II|III)\b)|\s?&\s?|\s)(?:{_CAP}))*\.?"
)
BODY_WORDS = frozenset(
    "agency department bureau office committee commission company corporation corp inc ltd bank division board council "
    "ministry court service services union party institute university college school association foundation federation "
    "command center centre embassy consulate station branch staff section group church league society congress senate "
    "house times post news herald tribune press police authority administration airlines airways club hospital fund "
    "library archives museum legation mission directorate secretariat front movement army navy force forces fleet "
    "brotherhood conference organization organisation co network trust works alliance coalition guild".split()
)
TITLE_WORDS = frozenset(
    "president vice secretary director deputy assistant chief chairman chairwoman chair ambassador minister attorney "
    "general counsel judge justice senator congressman representative commissioner governor mayor "
    "captain colonel major "
    "lieutenant commander admiral sergeant officer inspector superintendent supervisor manager "
    "treasurer editor professor "
    "consul attache undersecretary administrator clerk agent special-agent head leader sheriff marshal adviser advisor "
    "associate acting executive staff member publisher premier chancellor king queen pope bishop "
    "dean coordinator auditor "
    "comptroller controller analyst engineer investigator warden registrar provost magistrate prosecutor".split()
)
_NOT_NAMES = frozenset(
    "the a an this that these those in on at by for from to of and or but with as if it he she they "
    "we you i his her their "
    "its our my when where who what which there here after before during since until while although "
    "however also not no "
    "yes all any each both page subject date memo memorandum letter report reference enclosure "
    "attachment copy note dear "
    "sincerely yours mr mrs ms dr please re cc january february march april may june july august "
    "september october november "
    "december monday tuesday wednesday thursday friday saturday sunday jan feb mar apr jun jul aug "
    "sep sept oct nov dec "
    "secret confidential top classified unclassified approved release section paragraph dispatch cable".split()
)
_HONORIFIC = re.compile(r"^(?:(?:Mr|Mrs|Ms|Miss|Dr|Messrs|Hon|Rev|Sir)\.?\s+)+")
_LAW = r"(?:Act|Law|Bill|Order|Resolution|Directive|Treaty|Convention|Charter|Ordinance|Code|Statute|Regulation)"
_IDENTIFIER = re.compile(
    # A law by its whole name: "Harbor Dues Act of 1938", "Port Council Directive No. 8"
    rf"\b(?:[A-Z][\w'\u2019-]*\s+(?:(?:of|on|for|and)\s+(?:the\s+)?)?){{1,7}}{_LAW}\b"
    r"(?:\s+of\s+(?:1[789]|20)\d\d\b|\s+(?:No\.?\s*|Number\s+)?\d[\w-]*)?|"
    r"\b(?:Executive Order|Public Law|Resolution|Order|Regulation|Directive|Statute|Section|Title|Act|"
    r"Bill|Case|Docket|Contract|"
    r"Permit|Invoice|Account|Flight|File)\s+(?:No\.?\s*|Number\s+|#\s*)?[A-Z]?\d[\w.-]*"
    r"|\b[A-Z]{2,}[A-Z0-9]*(?:[-/][A-Z0-9]+)*\b|\b[A-Z]*\d[\w-]*\d\b"
)
_BEFORE_PLACE = re.compile(
    r"\b(?:in|at|to|from|near|of|for|via|through|into|toward|outside|around)\s+(?:the\s+)?$", re.IGNORECASE
)
_LEAD = (
    "legislative|executive|national|special|general|legal|public|military|naval|air|foreign|prime|regional|senior|"
    "principal|chief|staff"
)
_TITLE = "|".join(sorted(TITLE_WORDS, key=len, reverse=True))
_CAPS = r"(?-i:[A-Z][\w.&/'\u2019-]*)"
_OF = r"(?:of|for|and|the|on|to|in|at|de)(?:\sthe)?"
_TITLE_PHRASE = re.compile(
    rf"\b(?:(?:{_LEAD})[\s-])?(?:{_TITLE})\b(?:[\s-](?:{_CAPS}\s){{0,2}}?(?:{_TITLE})\b)*"
    rf"(?:,?\s?{_OF}\s{_CAPS}(?:(?:\s{_OF})?\s?{_CAPS})*|,\s{_CAPS}(?:(?:\s{_OF})?\s{_CAPS})*)?",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_000)
def find_proper(text: str) -> tuple[Candidate, ...]:
    """Runs of capitalised words with the kind their shape suggests, in order; leading articles and labels are cut."""
    found = []
    for match in _PROPER.finditer(text):
        for part_start, part_end in _split_pair(text, match.start(), match.end()):
            span = _trim(text, part_start, part_end)
            if span is not None:
                start, end = span
                kind = proper_kind(text[start:end], text[max(0, start - 12) : start])
                found.append(Candidate(text[start:end], start, end, kind))
    return tuple(found)


def _split_pair(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Two names joined by "and" taken apart, and a person's from a place's; a body's name keeps its small words."""
    pair = re.search(r"\sand\s(?:the\s)?", text[start:end])
    is_body = any(word.casefold().strip(".,") in BODY_WORDS for word in text[start:end].split())
    if pair is None or is_body:
        pair = _person_in_place(text[start:end])
    if pair is None:
        return [(start, end)]
    return [(start, start + pair.start()), *_split_pair(text, start + pair.end(), end)]


def _person_in_place(run: str) -> re.Match[str] | None:
    """Where "Otto Lund in Porthaven" parts: behind two or three words of which none makes an office or a body."""
    joint = re.search(r"\s(?:in|on)\s(?:the\s)?", run)
    ahead = [word.casefold().strip(".,") for word in run[: joint.start()].split()] if joint else []
    is_name = 1 < len(ahead) <= 3 and not any(word in BODY_WORDS | TITLE_WORDS | _NOT_NAMES for word in ahead)
    return joint if is_name else None


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without leading and trailing words that are no part of a name; None when nothing is left."""
    words = [(m.start() + start, m.end() + start) for m in re.finditer(r"\S+", text[start:end])]
    while words and _plain(text, words[0]) in _NOT_NAMES:
        words.pop(0)
    while words and _plain(text, words[-1]) in _NOT_NAMES:
        words.pop()
    if not words or sum(char.isalpha() for char in text[words[0][0] : words[-1][1]]) < 2:
        return None
    stop = words[-1][1]
    is_full_stop = text[stop - 1] == "." and not re.search(
        r"(?:\b[A-Z]|Jr|Sr|Inc|Co|Corp|Ltd)\.$", text[words[-1][0] : stop]
    )
    return words[0][0], stop - 1 if is_full_stop else stop


def _plain(text: str, word: tuple[int, int]) -> str:
    return text[word[0] : word[1]].casefold().strip(".,'\u2019")


_OF_ENDINGS = ("of ", "for ", "of the ", "for the ")  # as often before a person, a body or a thing


def proper_kind(name: str, before: str) -> AnswerType:
    """The kind of a capitalised run, from its own words and the word before it."""
    words = [word.casefold().strip(".,'\u2019") for word in name.split()]
    if any(word in BODY_WORDS for word in words):
        return AnswerType.TITLE if words[0] in TITLE_WORDS else AnswerType.ORGANISATION
    if words[0] in TITLE_WORDS:
        return (
            AnswerType.PERSON
            if len(words) > 1 and words[-1] not in TITLE_WORDS and "of" not in words
            else AnswerType.TITLE
        )
    if len(words) == 1 and name.isupper() and len(name) <= 6:
        return AnswerType.ORGANISATION
    if _BEFORE_PLACE.search(before) and len(words) <= 3 and not before.casefold().endswith(_OF_ENDINGS):
        return AnswerType.PLACE
    return AnswerType.PERSON


def find_titles(text: str) -> list[Candidate]:
    """Positions such as "Deputy Director for Plans" or "City Attorney", in order."""
    found = []
    for match in _TITLE_PHRASE.finditer(text):
        phrase = match.group().rstrip(" ,.-")
        if len(match.group().strip()) > 3:
            start = _with_domain(text, match.start())
            found.append(
                Candidate(text[start : match.start()] + phrase, start, match.start() + len(phrase), AnswerType.TITLE)
            )
    return found


_DOMAIN = re.compile(r"(?:[a-z][,:]?|[,(])\s([A-Z][a-z]{2,})\s$")  # one word with a capital, and before it none


def _with_domain(text: str, start: int) -> int:
    """Where a position begins with the word that says of what: "as Harbor Master"; no article, no body."""
    domain = _DOMAIN.search(text, max(0, start - 30), start) if text[start : start + 1].isupper() else None
    is_part = domain is not None and domain.group(1).casefold() not in _NOT_NAMES | BODY_WORDS
    return domain.start(1) if domain is not None and is_part else start


def find_identifiers(text: str) -> list[Candidate]:
    """Numbered orders, laws and accounts, code words in capitals, and numbers with letters, in order."""
    return [Candidate(m.group(), m.start(), m.end(), AnswerType.IDENTIFIER) for m in _IDENTIFIER.finditer(text)]


_PLACE_TAIL = re.compile(r",\s(?:[A-Z][a-z]+\.?|[A-Z]\.[A-Z]\.|[A-Z]{2})(?:\s[A-Z][a-z]+)?(?!\w|\s[A-Z])")


def find_places(text: str) -> list[Candidate]:
    """Capitalised runs that a place may be, "City, State" kept whole, in order."""
    found = []
    for run in find_proper(text):
        is_body = run.kind in (AnswerType.ORGANISATION, AnswerType.TITLE)  # what follows its comma is no state
        tail = None if is_body else _PLACE_TAIL.match(text, run.end)
        end = tail.end() if tail else run.end
        kind = AnswerType.PLACE if tail or run.kind is AnswerType.PLACE else run.kind
        number = re.search(r"(?:\b\d{1,5}(?:-\d+)?\s)$", text[: run.start])  # of a house
        start = number.start() if number else run.start
        found.append(Candidate(text[start:end], start, end, kind))
    return found


def strip_honorifics(name: str) -> str:
    """The name without Mr., Mrs., Dr. and the like."""
    return _HONORIFIC.sub("", name)
