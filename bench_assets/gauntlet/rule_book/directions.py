"""Words of change, order and comparison that the figures and dates beside them contradict.

Belongs here: rose and fell, from A to B, more and fewer, before and after, first and last, the order of a timeline.
Does not: whether a figure is stated at all (untraced_figures.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from bench_assets.gauntlet.rule_book.comparisons import (
    Comparison,
    Value,
    Way,
    alike,
    comparisons,
    contradicts,
    direct,
    values,
    words_of,
)
from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.drafts import Draft, shortened, without_titles, words
from bench_assets.gauntlet.rule_book.figures import Amount, amounts, dated, dates, is_before, key
from bench_assets.gauntlet.rule_book.opposites import Claim, opposite_said
from bench_assets.gauntlet.rule_book.standings import find_wrong_standing
from bench_assets.gauntlet.rule_book.told_in_order import (
    find_wrong_choice,
    find_wrong_difference,
    find_wrong_lead,
    find_wrong_side,
)
from bench_resources.reader.answer_types import Candidate, DateValue

NEAR_CHARS = 90  # from a word of change to the figures it is about
ROUGHLY = 0.15  # how far "doubled" may be from two

T = TypeVar("T")


_UP = (
    r"ros(?:e|en)|rise[sn]?|rising|increas\w*|grew|grow(?:s|n|ing|th)?|climb\w*|went up|go(?:es|ne)? up|jump(?:ed|"
    r"s)?|expand(?:ed|s)?|gain(?:ed|s)?|"
    r"rais(?:ed|es|ing)|rais\w* to|soar\w*|surg\w*|advanc(?:ed|es)|improv(?:ed|es)|widen(?:ed|s)?|swell\w*|swollen|"
    r"swelled|upped|boost\w*|enlarg\w*|lift(?:ed)?|"
    r"lengthen\w*|extended|deepen\w*|strengthen\w*|escalat\w*|doubl(?:ed|es|ing)|trebl(?:ed|es)|tripl(?:ed|es|ing)|quadrupl\w+|higher|up"
)
_DOWN = (
    r"fell|fall(?:s|en|ing)?|decreas\w*|declin\w*|dropp?(?:ed|s|ing)?|drop|reduc\w*|shr[aiu]nk|shrinks|went down|"
    r"go(?:es|ne)? down|cut|lower(?:ed|s|ing)?|"
    r"sank|sunk|dwindl\w*|diminish\w*|slump\w*|plung\w*|plummet\w*|contract(?:ed|s)|slid|slipp?ed|trimm?ed|slash\w*|"
    r"lost|los(?:s|ses|es|ing)|"
    r"shorten\w*|lighten\w*|weaken\w*|curtail\w*|halv(?:ed|es|ing)|narrow(?:ed|s)?|eas(?:ed|es)|tumbl\w*|down"
)
_CHANGE = re.compile(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b", re.IGNORECASE)
_SURE_CHANGE = re.compile(
    r"\b(?:(?P<up>rose|risen|rise|increas\w*|grew|grown|growth|climbed|went up|jumped|soared|surged|raised|doubled|"
    r"tripled|trebled|quadrupled)|"
    r"(?P<down>fell|fallen|fall|decreas\w*|declin\w*|dropped|drop|reduc\w*|shrank|shrunk|went down|lowered|dwindled|"
    r"diminished|slumped|plunged|plummeted|halved|cut))\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:(?P<up>(?:more|greater|higher|larger|bigger|longer|heavier|costlier|dearer|older|better|"
    r"further)(?: \w+){0,3}? than|above|exceed(?:s|ed|ing)?|in excess of|upwards? of|at least|"
    r"no (?:less|fewer) than|not less than|over|surpass(?:ed|es|ing)|outnumber\w*|outweigh\w*)|"
    r"(?P<down>(?:less|fewer|lower|smaller|cheaper|shorter|lighter|younger)(?: \w+){0,3}? than|below|at most|"
    r"no more than|not more than|not exceeding|under|short of|up to))\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:(?P<up>after|later than|following|subsequent to|since|from (?=\S+ on(?:ward)?)|preceded by|"
    r"no earlier than|not earlier than|no sooner than|not sooner than|not before|followed(?! by))|"
    r"(?P<down>before|earlier than|prior to|until|ahead of|preceding|preceded(?! by)|followed by|"
    r"no later than|not later than|not after|by))\b",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\b(?:(?P<up>higher|highest|larger|largest|greater|greatest|bigger|biggest|most|costlier|costliest|dearer|"
    r"dearest|more|longer|longest)|"
    r"(?P<down>lower|lowest|smaller|smallest|fewer|fewest|least|cheaper|cheapest|less|shorter|shortest))\b",
    re.IGNORECASE,
)
_SOONEST = re.compile(
    r"\b(?:(?P<up>later|latest|last|more recent(?:ly)?|most recent(?:ly)?)|(?P<down>earlier|earliest|first|sooner|"
    r"soonest|before the other))\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\bor\b|\bof the (?:two|three|four|five|\d)\b|^(?:In |At |On |By |To )?(?:Which|Who)\b", re.IGNORECASE
)
_FROM_TO = re.compile(r"\bfrom\b(?P<first>[^.;?]{1,60}?)\bto\b(?P<second>[^.;?]{1,60})", re.IGNORECASE)
_TIMES = {"doubl": 2.0, "tripl": 3.0, "trebl": 3.0, "quadrupl": 4.0, "halv": 0.5}
_JOINT = re.compile(r"^\W*(?:to|until|through|till|and|-|\u2013)\W*$", re.IGNORECASE)
_OPENS_SPAN = re.compile(r"\b(?:from|between)\s+(?:the )?$", re.IGNORECASE)
_ORDERED = re.compile(
    r"\W*(?:(?:which|that|and) )?(?:(?:was|is|were|came|fell|took place|happened|occurred) )?"
    r"(?:\w+ (?:days?|weeks?|months?|years?) )?"
    r"(?:(?P<up>after|later than|following|subsequent to)|(?P<down>before|earlier than|prior to|ahead of|"
    r"followed by))\W+(?:the )?$",
    re.IGNORECASE,
)
_OPEN_QUESTION = re.compile(r"^(?:Did|Does|Do|Was|Were|Is|Are|Had|Has|Have|Could|Would)\b|\bwhether\b", re.IGNORECASE)
_DIFFERENCE = re.compile(
    r"\b(?:by (?:how (?:much|many|far)|what)|how much (?:more|less|higher|lower|greater|larger|smaller)|how many "
    r"(?:more|"
    r"fewer|less)|what (?:was|is) the (?:difference|increase|decrease|reduction|rise|fall|drop|gain|loss|cut|raise))\b",
    re.IGNORECASE,
)
_OF_IT = re.compile(
    r"(?:Yes|No)?\W*(?:It|That|This|They|The (?:latter|former|figure|sum|date|amount))\b", re.IGNORECASE
)
_AS_ONE = re.compile(r"\d,? (?:as|being|is|was) (?:the )?$")  # "$950 as the lower of the two": told, not asked for
_LABELLED = re.compile(r"\(([a-e])\)\s*([^;]+)")
_UNITS = re.compile(r"\s*(?:[a-z]+)")
_SENTENCE = re.compile(r"(?<=[.?!;])\s+(?=[A-Z(])")


def find_wrong_direction(draft: Draft, _: Context) -> str:
    """What figures or dates contradict, in a sentence; "" when nothing."""
    return next((reason for check in _CHECKS if (reason := check(draft))), "")


def _way(match: re.Match[str]) -> Way:
    return Way.UP if match["up"] else Way.DOWN


def _texts(draft: Draft) -> list[str]:
    return [draft.outside_titles, *(part.text for part in draft.parts)]


# --- lists of dated events ------------------------------------------------------------------------------------------


def _order(draft: Draft) -> str:
    """A timeline's or a dossier's dates out of order, in the answer or in the items."""
    if draft.type not in {"timeline", "dossier"}:
        return ""
    if draft.type == "timeline":
        told = [dates(said)[:1] for _, said in _LABELLED.findall(draft.answer)]
    else:
        told = [
            dates(piece[:24])[:1] for piece in re.split(r";\s+(?=(?:[A-Z][a-z]+ (?:\d{1,2}, )?)?\d{4}:)", draft.answer)
        ]
    listed = [dates(part.date)[:1] for part in draft.items]
    for row in (told, listed):
        found = [one[0] for one in row if one]
        for earlier, later in pairwise(found):
            if is_before(later, earlier):
                return f"{key(later)} stands after {key(earlier)}, which is later"
    return ""


def _labels(draft: Draft) -> str:
    """A timeline's answer that dates a clause otherwise than the item does."""
    dated = {" ".join(words(part.clause)): dates(part.date)[:1] for part in draft.items}
    for letter, said in _LABELLED.findall(draft.answer) if draft.type == "timeline" else ():
        listed = dated.get(" ".join(words(draft.clauses.get(letter, ""))))
        if listed and dates(said)[:1] != listed:
            return f"the answer dates ({letter}) otherwise than its item"
    return ""


def _period(draft: Draft) -> str:
    """A dossier's event outside the period that its question states."""
    opening = re.search(r"\bin (?P<period>[^,?]*\d{4}[^,?]*),", draft.question) if draft.type == "dossier" else None
    bounds = dates(opening["period"]) if opening else []
    for part in draft.items if bounds else ():
        for date in dates(part.date)[:1]:
            if is_before(date, bounds[0]) or is_before(bounds[-1], date):
                return f"{shortened(part.text)!r} lies outside the period asked for"
    return ""


# --- within one text ------------------------------------------------------------------------------------------------


def _sentences(text: str) -> Iterator[str]:
    yield from _SENTENCE.split(text)


def _own_changes(draft: Draft) -> str:
    """As in "rose from 5 to 3" in a question, an answer or an item."""
    for text in _texts(draft):
        for sentence in _sentences(text):
            change = _change_between(sentence)
            said = _said_way(sentence) or (_asked_way(draft) if text is not draft.outside_titles else None)
            if change and said and change[0] is not said:
                return f"the figures contradict the direction: {shortened(sentence, 90)!r}"
            if change and _is_wrong_multiple(sentence, change[1], change[2]):
                return f"the figures contradict the multiple: {shortened(sentence, 90)!r}"
    return ""


def _change_between(sentence: str) -> tuple[Way, Amount, Amount] | None:
    """The way from A to B by the figures of "from A to B"; None for no such pair, or the same figure."""
    for match in _FROM_TO.finditer(sentence):
        first, second = amounts(match["first"]), amounts(match["second"])
        if not first or not second:
            continue
        one, two = first[0], second[0]
        if one.value != two.value and one.is_money == two.is_money and not (_is_year(one) or _is_year(two)):
            return (Way.UP if two.value > one.value else Way.DOWN), one, two
    return None


def _is_year(amount: Amount) -> bool:
    return not amount.is_money and re.fullmatch(r"(?:1[5-9]|20)\d\d", amount.text) is not None


def _said_way(sentence: str) -> Way | None:
    """The one way that words of change in a sentence point; None for none, or both."""
    ways = {_way(match) for match in _CHANGE.finditer(sentence)}
    return ways.pop() if len(ways) == 1 else None


def _asked_way(draft: Draft) -> Way | None:
    """The one way that a question asks about."""
    ways = {_way(match) for match in _SURE_CHANGE.finditer(draft.outside_titles)}
    return ways.pop() if len(ways) == 1 else None


def _is_wrong_multiple(sentence: str, first: Amount, second: Amount) -> bool:
    wanted = next(
        (times for word, times in _TIMES.items() if re.search(rf"\b{word}\w*", sentence, re.IGNORECASE)), None
    )
    if wanted is None or not first.value:
        return False
    return abs(float(second.value / first.value) / wanted - 1) > ROUGHLY


def _is_comparable(one: Amount, two: Amount) -> bool:
    return one.is_money == two.is_money and one.unit == two.unit and not _is_year(one) and not _is_year(two)


def _own_spans(draft: Draft) -> str:
    """As in "between May 1965 and March 1964", and "May 1965, before March 1964"."""
    for text in _texts(draft):
        for sentence in _sentences(text):
            found = [c for c in dated(sentence) if isinstance(c.value, DateValue)]
            is_moved = any(word.is_change for word in words_of(sentence, of_dates=True))
            for one, two in pairwise(found if not is_moved else ()):
                if _is_turned_span(sentence, one, two):
                    return f"the dates are out of order: {shortened(sentence, 90)!r}"
    return ""


def _is_turned_span(sentence: str, one: Candidate, two: Candidate) -> bool:
    """Whether two neighbouring dates stand in the other order than the words before or between them say."""
    first, second = one.value, two.value
    if not isinstance(first, DateValue) or not isinstance(second, DateValue):
        return False
    between = sentence[one.end : two.start]
    if _OPENS_SPAN.search(sentence[: one.start]) and _JOINT.match(between):
        return is_before(second, first)
    order = _ORDERED.match(between)
    if order is None:
        return False
    return is_before(first, second) if order["up"] else is_before(second, first)


def _compared(draft: Draft) -> str:
    """As in "$7,000, well ahead of $9,000", or such words of a question beside the value that answers it."""
    if draft.is_rejection:
        return ""
    return next((reason for of_dates in (False, True) if (reason := _compared_of(draft, of_dates=of_dates))), "")


def _compared_of(draft: Draft, *, of_dates: bool) -> str:
    is_open = _OPEN_QUESTION.search(draft.outside_titles) is not None
    texts = [part.text for part in draft.parts] + ([] if is_open else [draft.outside_titles])
    found = [claim for text in texts for claim in direct(without_titles(text), of_dates=of_dates)]
    if draft.type == "single_hop" and not _DIFFERENCE.search(draft.outside_titles):
        found += _across(draft, of_dates=of_dates)
    for claim, about, other in found:
        if contradicts(claim.way, about, other):
            return f"{claim.word.text!r} is said of {about.text!r} beside {other.text!r}"
    return ""


def _across(draft: Draft, *, of_dates: bool) -> Iterator[tuple[Comparison, Value, Value]]:
    """Comparisons that have one of their values in the question and the other in the answer."""
    asked, told = (values(text, of_dates=of_dates) for text in (draft.outside_titles, draft.answer))
    if not told:
        return
    for claim in comparisons(draft.answer, of_dates=of_dates):
        yield from _of_answer(claim, asked, told, is_of_it=_OF_IT.match(draft.answer) is not None)
    way, is_open = _answered_way(draft), _OPEN_QUESTION.match(draft.question) is not None
    for claim in comparisons(draft.outside_titles, of_dates=of_dates):
        yield from _of_question(claim._replace(way=Way(claim.way * way)), told[0], is_open=is_open)


def _of_answer(
    claim: Comparison, asked: Sequence[Value], told: Sequence[Value], *, is_of_it: bool
) -> Iterator[tuple[Comparison, Value, Value]]:
    """What an answer says of one value, beside another of its own or the question's."""
    if claim.about and not claim.other:
        other = _sole([one for one in (*told, *asked) if alike(one, claim.about)])
        if other:
            yield claim, claim.about, other
    elif claim.other and not claim.about and (len(told) > 1 or is_of_it) and not _is_own_bound(claim):
        about = _sole([one for one in (told if len(told) > 1 else asked) if alike(one, claim.other)])
        if about:
            yield claim, about, claim.other


def _is_own_bound(claim: Comparison) -> bool:
    """Whether an answer opens with a bound of its own: "No later than May 1, 1965"."""
    return not claim.is_strict and claim.word.start <= len("Not ")


def _of_question(claim: Comparison, told: Value, *, is_open: bool) -> Iterator[tuple[Comparison, Value, Value]]:
    """What a question says of one value, beside the one that answers it."""
    if claim.other and not claim.about and alike(told, claim.other):
        yield claim, told, claim.other
    elif claim.about and not claim.other and (claim.word.is_change or is_open) and alike(told, claim.about):
        yield claim, claim.about, told


def _sole(rivals: Sequence[Value]) -> Value | None:
    """The one value that something can be compared with; None of several."""
    return rivals[0] if rivals and not any(alike(rivals[0], one) for one in rivals) else None


def _answered_way(draft: Draft) -> Way:
    """DOWN where the answer denies what the question asks."""
    return Way.DOWN if re.match(r"\W*(?:no|not|never|neither)\b", draft.answer, re.IGNORECASE) else Way.UP


# --- against the quotes ---------------------------------------------------------------------------------------------


def _quoted_changes(draft: Draft) -> str:
    """A question or an answer that says "rose" of what its quotes say fell."""
    shown = _ways_shown([part.quote for part in draft.evidence])
    if len(shown) != 1:
        return ""
    (way,) = shown
    for text in _texts(draft):
        is_asked = text is draft.outside_titles and bool(amounts(draft.answer))
        said = {_way(match) for match in _SURE_CHANGE.finditer(text) if is_asked or _is_of_figures(text, match)}
        if len(said) == 1 and way not in said:
            return f"the quotes show the other direction than {shortened(text, 80)!r}"
    return ""


def _opposites(draft: Draft) -> str:
    """A question, or an item, that says "opened" of what its quotes say closed."""
    if draft.is_rejection:
        return ""
    claims = [(Claim(part.text, ""), part.quotes) for part in draft.items]
    if draft.type == "single_hop":
        claims.append((Claim(draft.outside_titles, draft.answer), draft.whole.quotes))
    for claim, quotes in claims:
        for sentence in (one for quote in quotes for one in _sentences(quote)):
            said = opposite_said(claim, sentence, " ".join(quotes))
            if said:
                return f"the quotes say the opposite of {said!r} in {shortened(claim.text, 80)!r}"
    return ""


def _ways_shown(quotes: Sequence[str]) -> set[Way]:
    """Which ways quotes show: by the figures of "from A to B" where they stand, else by a word beside a figure."""
    sentences = [sentence for quote in quotes for sentence in _sentences(quote)]
    changes = {
        change[0] for sentence in sentences if (change := _change_between(sentence)) and _CHANGE.search(sentence)
    }
    if changes:
        return changes
    return {
        _way(match)
        for sentence in sentences
        for match in _SURE_CHANGE.finditer(sentence)
        if amounts(sentence[match.end() : match.end() + NEAR_CHARS])
    }


def _is_of_figures(text: str, match: re.Match[str]) -> bool:
    """Whether a word of change is about a figure: one stands near it, or a question asks how much."""
    near = text[max(0, match.start() - NEAR_CHARS) : match.end() + NEAR_CHARS]
    is_asked = re.search(
        r"\b(?:how (?:much|many|far)|what (?:amount|sum|percent\w*|number|figure|level|rate)|percent\w*|to what|"
        r"from what)\b",
        text,
        re.IGNORECASE,
    )
    return bool(is_asked) or any(not _is_year(amount) for amount in amounts(near))


def _quoted_bounds(draft: Draft) -> str:
    """As in "more than 500" of what the quotes put below, or say "fewer than 500" of."""
    quotes = [part.quote for part in draft.evidence]
    shown = [(quote, amount) for quote in quotes for amount in amounts(quote)]
    for text in _texts(draft):
        for bound in amounts(text):
            comparison = _compares(text, bound)
            if comparison is None or _is_year(bound):
                continue
            alike = [(quote, one) for quote, one in shown if _is_comparable(bound, one)]
            is_only = len(alike) == 1 and _UNITS.match(text, bound.end) is None
            alike = [
                (quote, one)
                for quote, one in alike
                if one.value == bound.value or is_only or _counts_same(text, bound, quote, one)
            ]
            if alike and all(_contradicts(comparison, bound, quote, one) for quote, one in alike):
                return f"the quotes contradict {text[max(0, bound.start - 12) : bound.end]!r}"
    return ""


def _compares(text: str, amount: Amount) -> Way | None:
    """The way of the comparison right before a figure."""
    found = next(reversed([*_MORE.finditer(text, max(0, amount.start - 30), amount.start)]), None)
    return _way(found) if found and len(text[found.end() : amount.start].split()) <= 1 else None


def _counts_same(text: str, bound: Amount, quote: str, one: Amount) -> bool:
    """Whether two figures count the same thing by the word behind them; sums of money always do."""
    if bound.is_money:
        return True
    thing, other = _UNITS.match(text, bound.end), _UNITS.match(quote, one.end)
    return thing is not None and other is not None and thing[0].strip().rstrip("s") == other[0].strip().rstrip("s")


def _contradicts(way: Way, bound: Amount, quote: str, one: Amount) -> bool:
    said = _compares(quote, one)
    if one.value == bound.value:
        return said is not None and said is not way
    return (one.value - bound.value) * way < 0


def _date_bounds(draft: Draft) -> str:
    """As in "after 1 May" in a question whose answer, or whose quote's one date, is before."""
    told = dates(draft.answer) if draft.type == "single_hop" else []
    quoted = (
        [date for part in draft.evidence for date in dates(part.quote) if date.year]
        if draft.type == "single_hop"
        else []
    )
    for candidate in dated(draft.outside_titles):
        bound = candidate.value
        way = _bounds(draft.outside_titles, candidate)
        if way is None or not isinstance(bound, DateValue):
            continue
        shown = told[:1] or (quoted if len(set(quoted)) == 1 and quoted[0] != bound else [])
        for date in shown[:1]:
            if is_before(date, bound) if way is Way.UP else is_before(bound, date):
                return (
                    f"{key(date)} is on the other side of the date in the question: {shortened(draft.question, 80)!r}"
                )
    return ""


def _bounds(text: str, candidate: Candidate) -> Way | None:
    """The way of the word right before a date."""
    before = text[max(0, candidate.start - 24) : candidate.start]
    found = [
        match
        for match in _BEFORE.finditer(before)
        if not before[match.end() :].strip() or before[match.end() :].strip() == "the"
    ]
    if found and re.search(
        r"\b(?:before|after|later|earlier) or (?:\w+ )?$", before[: found[-1].start()], re.IGNORECASE
    ):
        return None
    if re.match(r"\W*(?:was|were|had|has|is) (?:over|past|passed|gone|come|behind)\b", text[candidate.end :]):
        return None  # "until May 1 was over" is after that day
    is_own = re.search(r"\b(?:day|week|month|year)s? $", before[: found[-1].start()]) if found else None
    return _way(found[-1]) if found and not is_own and found[-1][0].casefold() not in {"by", "following"} else None


def _choice(draft: Draft) -> str:
    """The highest asked for, and the lowest of the quotes' figures given; and the other way round."""
    asked = _MOST.search(draft.outside_titles) if _CHOICE.search(draft.outside_titles) else None
    is_open = asked is not None and not _AS_ONE.search(draft.outside_titles[: asked.start()])
    if not asked or not is_open or draft.is_rejection or not draft.answer or _MORE.search(draft.outside_titles):
        return ""
    found = [(quote, amount) for quote in draft.whole.quotes for amount in amounts(quote) if not _is_year(amount)]
    kinds = {amount.is_money for _, amount in found}
    found = [(quote, amount) for quote, amount in found if amount.is_money or kinds == {False}]
    chosen = _chosen(
        draft.answer,
        [(quote, amount.value, amount.start) for quote, amount in found],
        [a.value for a in amounts(draft.answer)],
    )
    values = {amount.value for _, amount in found}
    if chosen is None or len(values) < 2:
        return ""
    wrong = min(values) if _way(asked) is Way.UP else max(values)
    return f"the quotes' figures contradict {asked[0]!r} of {shortened(draft.answer)!r}" if chosen == wrong else ""


def _soonest(draft: Draft) -> str:
    """The first asked for, and the last of the quotes' dates given; and the other way round."""
    asked = _SOONEST.search(draft.outside_titles)
    if (
        asked is None
        or _AS_ONE.search(draft.outside_titles[: asked.start()])
        or draft.type != "single_hop"
        or not re.search(r"\bor\b|\bof the (?:two|three)\b", draft.outside_titles)
    ):
        return ""
    found = [
        (part.quote, key(c.value), c.start)
        for part in draft.evidence
        for c in dated(part.quote)
        if isinstance(c.value, DateValue) and c.value.year
    ]
    chosen = _chosen(draft.answer, found, [key(date) for date in dates(draft.answer) if date.year])
    values = {value for _, value, _ in found}
    if chosen is None or len(values) < 2:
        return ""
    wrong = min(values) if _way(asked) is Way.UP else max(values)
    return f"the quotes' dates contradict {asked[0]!r} of {shortened(draft.answer)!r}" if chosen == wrong else ""


def _chosen(answer: str, found: Sequence[tuple[str, T, int]], told: Sequence[T]) -> T | None:
    """The value that an answer gives, or that stands nearest to its words in the one quote that holds them."""
    if told:
        return told[0] if any(value == told[0] for _, value, _ in found) else None
    wanted = answer.casefold().strip(" .")
    near = [(_distance(quote, wanted, at), value) for quote, value, at in found if wanted in quote.casefold()]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _distance(quote: str, wanted: str, at: int) -> tuple[bool, bool, int]:
    """How far a value is from words: in their sentence before in another, behind them before ahead of them."""
    start = quote.casefold().find(wanted)
    first, last = sorted((start, at))
    return _SENTENCE.search(quote, first, last) is not None, at < start, abs(at - start)


_CHECKS: tuple[Callable[[Draft], str], ...] = (
    _order,
    _labels,
    _period,
    _own_changes,
    _own_spans,
    _compared,
    find_wrong_standing,
    _quoted_changes,
    _opposites,
    _quoted_bounds,
    _date_bounds,
    _choice,
    _soonest,
    find_wrong_choice,
    find_wrong_difference,
    find_wrong_lead,
    find_wrong_side,
)
