"""Nouns that with "the" or "that" point at something seen or named before: papers, people, bodies, events, times.

Belongs here: the classes, as sets of words, singular. Does not: what identifies such a noun (noun_phrases.py), what is
then at fault (definite_nouns.py).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache


class Kind(Enum):
    """What a noun is of."""

    PAPER = "paper"
    PERSON = "person"
    FIRM = "firm"
    BODY = "body"
    VAGUE = "vague"
    PLACE = "place"
    EVENT = "event"


PAPERS = frozenset(
    "memo memorandum memoranda letter report document cable message text passage article email e-mail telegram note "
    "excerpt extract context snippet paragraph transcript statement affidavit deposition minutes dispatch teletype fax "
    "facsimile page table chart ledger form correspondence attachment enclosure annex appendix footnote source "
    "communication filing exhibit newspaper clipping slip thread quotation quote citation sentence writing "
    "sheet scrap manuscript typescript memoir diary log logbook circular bulletin missive epistle wire "
    "letterhead postscript preamble caption heading header footer margin postcard pamphlet leaflet flyer handout "
    "printout photocopy carbon scan pdf narrative chronicle dossier booklet brochure testimony recital instrument "
    "screed write-up writeup piece remark material line tale story summary synopsis precis digest draft "
    "abstract briefing communique handbill rendition recording tape reel screenshot telex file".split()
)
NARRATORS = frozenset(
    "author authoress writer letter-writer memo-writer report-writer undersigned sender recipient addressee reader "
    "speaker deponent witness narrator signatory signer correspondent interviewee interviewer caller informant "
    "respondent declarant affiant diarist scribe chronicler columnist compiler drafter draftsman annotator typist "
    "translator transcriber stenographer note-taker notetaker memoirist storyteller interlocutor petitioner claimant "
    "applicant quoter originator reporter deviser".split()
)
# People without a name. A role that a place or a body has one of, as its clerk or its captain, is not among them.
PEOPLE = NARRATORS | frozenset(
    "subject individual man woman men women person people official officer agent suspect victim gentleman gentlemen "
    "gentlewoman lady fellow chap boy girl child children youth youngster stranger visitor guest lodger newcomer "
    "defendant plaintiff accused culprit personage protagonist figure functionary dignitary bureaucrat employee worker "
    "party co-signer signee couple duo twosome pair trio foursome spouse wife husband widow son daughter brother "
    "sister father mother nephew niece uncle aunt cousin colleague associate superior subordinate predecessor "
    "successor friend acquaintance counterpart companion boss incumbent patient prisoner detainee inmate passenger "
    "offender assailant intruder appointee nominee candidate bearer holder giver donor payee payer debtor "
    "creditor purchaser buyer seller participant attendee onlooker bystander passer-by survivor deceased "
    "neighbour neighbor host hostess partner accomplice contact go-between middleman intermediary traveller traveler "
    "beneficiary heir somebody someone".split()
)
BODIES = frozenset(
    "company firm committee board agency office organisation organization department bureau body group outfit concern "
    "business corporation institution enterprise partnership syndicate consortium council commission authority panel "
    "delegation team unit association society club bank ministry tribunal union league faction crew vendor "
    "contractor supplier tenant landlord lessee lessor bidder employer insurer carrier".split()
)
# Of these a place has many; "the union" and "the court" may be the one of the place that is named.
FIRMS = frozenset(
    "company firm committee bureau body group outfit concern institution enterprise partnership syndicate consortium "
    "panel organisation organization".split()
)
# Nothing but a name or a complement says which.
VAGUE = frozenset("example instance matter affair thing topic issue point business stuff item respect".split())
PLACES = frozenset("site spot place location venue scene locality whereabouts".split())
EVENTS = frozenset(
    "meeting hearing interview conversation call incident event case trip visit project deal agreement contract "
    "transaction episode occurrence occasion arrangement talk discussion encounter exchange session "
    "gathering conference undertaking venture operation job task assignment proceeding dispute quarrel "
    "question object property premises building country city town village street vessel ship vehicle parcel plot sum "
    "amount figure price payment loan debt bill invoice order request proposal plan offer decision ruling verdict "
    "resolution motion vote claim complaint charge allegation appointment post position title date day time moment "
    "period year month week morning afternoon evening night weekend hour".split()
)
UNITS = frozenset(
    "minute hour day night evening morning afternoon week weekend fortnight month quarter season year decade "
    "century".split()
)
# Nouns above that are verbs as well, so that behind a person they say what was done.
ALSO_VERBS = frozenset(
    "report note call cable wire fax quote order offer claim request charge visit question object plan post place "
    "draft point issue deal contract form file tape log scan date bill exchange remark page cost interview wire time "
    "title host subject answer detail vote motion price arrange venture job task plot project trip".split()
)
_KINDS = (
    (PAPERS, Kind.PAPER),
    (PEOPLE, Kind.PERSON),
    (VAGUE, Kind.VAGUE),
    (PLACES, Kind.PLACE),
    (FIRMS, Kind.FIRM),
    (BODIES, Kind.BODY),
    (EVENTS, Kind.EVENT),
)


@lru_cache(maxsize=4_000)
def kind_of(noun: str) -> Kind | None:
    """What a noun is of, in the singular or the plural; None for a noun of no class."""
    return next((kind for words, kind in _KINDS if words & {noun, singular(noun)}), None)


def singular(noun: str) -> str:
    """A noun without its plural's ending: "parties" is "party"."""
    if noun.endswith("ies") and len(noun) > 4:
        return f"{noun[:-3]}y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def is_plural(noun: str) -> bool:
    """Whether a noun is written in the plural."""
    return singular(noun) != noun or noun in {"men", "women", "people", "memoranda", "children", "gentlemen"}
