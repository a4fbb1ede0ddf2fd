"""Which words of a question or a clause ask for, or tell, which slot of a planted record.

Belongs here: vocabulary. Does not: reading a question (question_reading.py), a record (planted_records.py).
The words are general English for what the planted documents tell; nothing is taken from how tasks are drafted.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bench_assets.auditing.planted_records import Kind, ValueType

_MEET = r"\b(?:met|meet|meets|meeting|saw|see|seen|talk\w*|spoke|speak|confer\w*|discuss\w*|conversation)\b"
_APPOINT = r"appoint|sworn|took effect|take effect|took office|take office|became|become|named|since|assum|install"
_OFFICE = r"\b(?:offices?|positions?|posts?|titles?|role|job|capacity|hold|held|serv\w+)\b|" + _APPOINT + r"|succe"
_SUCCEED = r"succe|predecess|\bdesk\b|replac|took over|take over|before|follow"
_WROTE = (
    r"\bwrite|\bwrote|written|\bsen[dt]\b|\bauthors?\b|submit|addressed|"
    r"\bletter|memorand|\bmemo\b|message|\bmail|\bfax|facsimile"
)
_WHEN = r"\bwhen\b|\bdate\b|\bday\b|\byear\b|\bmonth\b"
_APPROVE = r"approv|\bvot|resol"
# By kind and role: words of which one must stand in a question that asks for the slot.
ASKING: dict[Kind, dict[str, str]] = {
    Kind.CONTRACT: {
        "awarded_to": r"award|contractor|tenant|buyer|bought|purchas|leas|went to|named|settled|chosen?\b|post|\bwon\b",
        "price": r"price|\brent|\bcost|how much|amount|\bsum\b|\bpaid\b|\bpay\b|worth|value|\bfor what\b",
        "approved_on": _APPROVE,
        "approved_by": _APPROVE,
        "signed_by": r"\bsign",
        "bids": r"\bbids?\b|offers|tenders",
        "bond": r"\bbond",
        "hearing_on": r"hearing|\bheard\b",
        "hearing_at": r"hearing|\bheard\b",
        "completion_on": r"complet|finish|\bdone\b|\bend",
        "inspected_by": r"inspect|found the work",
        "what": r"\bwhat\b|which",
    },
    Kind.INCIDENT: {
        "occurred_on": r"occur|took place|take place|happen|\blog|" + _WHEN,
        "damage": r"damage|\bloss|\bcost|how much|estimat",
        "investigated_by": r"investigat|inquir|\bled\b|\blead\b|interview|assign",
        "reported_by": r"report|\bfirst\b",
        "insurer": r"insur|claim|\bpaid\b|\bpay\b|cover",
        "witnesses": r"witness|interview|statement",
        "inquest_at": r"inquest|\bsat\b|\bsit\b|convene",
        "report_on": r"report",
        "what": r"\bwhat\b|which",
    },
    Kind.PERSON: {
        "office": _OFFICE,
        "appointed_on": _APPOINT,
        "former_post": r"before|former|previous|earlier|prior",
        "office_at": r"\boffice\b|correspond|address|\bmail",
        "predecessor": _SUCCEED,
        "who": _OFFICE + "|" + _SUCCEED + r"|\boffice\b|correspond|\bwho is\b|\bwho was\b",
    },
    Kind.COMPANY: {
        "incorporated_on": r"incorporat|charter|found",
        "employees": r"employ|staff|work|people",
        "vessels": r"vessel|fleet|ship|boat",
        "headquarters": r"headquarter|registered office|address|locat|\bwhere\b",
        "president": r"president|\bhead",
        "who": r"president|headquarter|incorporat|employ|vessel|compan",
    },
    Kind.MEETING: {"met_on": _MEET, "met_at": _MEET, "met_with": _MEET, "who": _MEET, "what": _MEET},
    Kind.PAPER: {
        "written_by": _WROTE,
        "addressed_to": _WROTE + r"|\bto whom\b|recipient|receiv",
        "written_on": _WROTE + "|" + _WHEN,
        "title": _WROTE + r"|subject|about|concern",
    },
    Kind.SESSION: {
        "presided_by": r"presid|chair",
        "held_on": r"presid|session|\bmet\b|\bmeet\b|\bheld\b|record|minutes",
        "kept_by": r"record|minutes",
        "who": r"session|\bmet\b|\bmeet\b",
    },
    Kind.PAYMENT: {
        "payment": r"\bpa(?:id|y)|amount|how much|disburs",
        "who": r"\bpa(?:id|y)",
        "paid_on": r"\bpa(?:id|y)",
    },
    Kind.TESTIMONY: {"who": r"testif|depos|sworn|witness", "testified_on": r"testif|depos|sworn|witness|taken"},
    Kind.CALL: {"called_by": r"call|phone", "called": r"call|phone", "called_on": r"call|phone"},
}


class Deed(NamedTuple):
    """An event that a record tells: its words, its day, and who takes part in which role.

    Attributes:
        day: the role of its day; "" when the documents give it none.
        roles: of those whose event it is; the truth's `who` comes first.
        needs: roles that must be legible somewhere for the event to be known.
    """

    kind: Kind
    words: str
    day: str
    roles: tuple[str, ...]
    needs: tuple[str, ...]


_SENT = _WROTE + r"|receiv"
DEEDS: tuple[Deed, ...] = (
    Deed(Kind.MEETING, _MEET, "met_on", ("who", "met_with"), ("who", "met_with", "met_on")),
    Deed(Kind.PAPER, _SENT, "written_on", ("written_by", "addressed_to"), ("written_by", "written_on")),
    Deed(Kind.SESSION, r"presid|chair", "held_on", ("presided_by",), ("presided_by", "held_on")),
    Deed(Kind.SESSION, r"record|minutes", "held_on", ("kept_by",), ("kept_by", "held_on")),
    Deed(Kind.SESSION, r"\bmet\b|session", "held_on", ("who",), ("held_on",)),
    Deed(Kind.PERSON, _APPOINT, "appointed_on", ("who",), ("who", "appointed_on")),
    Deed(Kind.PERSON, _SUCCEED, "", ("who", "predecessor"), ("who", "predecessor")),
    Deed(Kind.COMPANY, r"incorporat|charter|found", "incorporated_on", ("who",), ("who", "incorporated_on")),
    Deed(Kind.TESTIMONY, r"testif|depos|sworn|witness", "testified_on", ("who",), ("who", "testified_on")),
    Deed(Kind.CALL, r"call|phone", "called_on", ("called_by", "called"), ("called_by", "called", "called_on")),
    Deed(Kind.PAYMENT, r"\bpa(?:id|y)|receiv", "paid_on", ("who",), ("who", "paid_on")),
    Deed(Kind.CONTRACT, _APPROVE, "approved_on", ("approved_by",), ("approved_on",)),
    Deed(Kind.CONTRACT, r"hearing|\bheard\b", "hearing_on", (), ("hearing_on",)),
    Deed(Kind.CONTRACT, r"\bsign", "", ("signed_by",), ("signed_by",)),
    Deed(Kind.CONTRACT, r"inspect", "", ("inspected_by",), ("inspected_by",)),
    Deed(
        Kind.CONTRACT,
        r"award|contractor|tenant|buyer|bought|leas|went to|named|settled|\bbond|\bwon\b|purchas",
        "",
        ("awarded_to",),
        ("awarded_to",),
    ),
    Deed(Kind.INCIDENT, r"occur|took place|take place|happen|broke out|\blog", "occurred_on", (), ("occurred_on",)),
    Deed(Kind.INCIDENT, r"\breport\b.*(?:deliver|reach)|deliver.*\breport\b", "report_on", (), ("report_on",)),
    Deed(Kind.INCIDENT, r"investigat|inquir|interview", "", ("investigated_by",), ("investigated_by",)),
    Deed(Kind.INCIDENT, r"report", "", ("reported_by",), ("reported_by",)),
    Deed(Kind.INCIDENT, r"insur|claim|\bpa(?:id|y)", "", ("insurer",), ("insurer",)),
)
# Whose item a list asks for: the role that an item fills when the figure fills another.
ITEMS: dict[Kind, tuple[tuple[str, str], ...]] = {
    Kind.MEETING: (
        ("who", "met_with"), ("met_with", "who"), ("who", "what"), ("met_with", "what"), ("who", "met_at"),
        ("met_with", "met_at"),
    ),
    Kind.PAPER: (
        ("written_by", "addressed_to"), ("addressed_to", "written_by"), ("written_by", "title"),
        ("addressed_to", "title"),
    ),
    Kind.CONTRACT: (("signed_by", "what"), ("inspected_by", "what"), ("awarded_to", "what"), ("approved_by", "what")),
    Kind.INCIDENT: (("investigated_by", "what"), ("reported_by", "what"), ("insurer", "what")),
    Kind.PAYMENT: (("who", "what"), ("who", "payment")),
    Kind.CALL: (("called_by", "called"), ("called", "called_by")),
}  # fmt: skip


def asks_for(kind: Kind, role: str, text: str) -> bool:
    """Whether a question's words ask for a slot of such a record."""
    words = ASKING[kind].get(role)
    return words is not None and re.search(words, text, re.IGNORECASE) is not None


def deeds_told(text: str) -> list[Deed]:
    """The deeds whose words a clause holds."""
    return [deed for deed in DEEDS if re.search(deed.words, text, re.IGNORECASE)]


_WANTING = (
    (r"\bhow many\b|\bhow large\b|\bnumber\b", ValueType.COUNT),
    (r"\bhow much\b|\bamount\b|\bsum\b|\bcost|\bprice|\brent\b|\bsalary\b|\bfee\b|\bbond\b|\bdamage", ValueType.MONEY),
    (r"\bwhen\b|\bdate\b|\b(?:what|which) (?:day|year|month)\b", ValueType.DAY),
    (r"\bwho\b|\bwhom\b", ValueType.NAME),
    (r"\bwhere\b|\bplace\b|\bcity\b|\btown\b|\bbuilding\b", ValueType.TEXT),
)


def wants(question: str, kind: ValueType) -> bool:
    """Whether a question's interrogative can want such a value; "which" and "what" want any."""
    wanted = {types for words, types in _WANTING if re.search(words, question, re.IGNORECASE)}
    return not wanted or kind in wanted
