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
    POST = "post"
    FIRM = "firm"
    BODY = "body"
    VAGUE = "vague"
    PLAN = "plan"
    PLACE = "place"
    EVENT = "event"


PAPERS = frozenset(
    "memo memorandum memoranda letter report document cable message text passage article email e-mail telegram note "
    "excerpt extract context snippet paragraph transcript statement affidavit deposition minutes dispatch teletype "
    "fax facsimile page table chart ledger form correspondence attachment enclosure annex appendix footnote source "
    "communication filing exhibit newspaper clipping slip thread quotation quote citation sentence writing sheet "
    "scrap manuscript typescript memoir diary log logbook circular bulletin missive epistle wire letterhead "
    "postscript preamble caption heading header footer margin postcard pamphlet leaflet flyer handout printout "
    "photocopy carbon scan pdf narrative chronicle dossier booklet brochure testimony recital instrument screed "
    "write-up writeup piece remark material line tale story summary synopsis precis digest draft abstract briefing "
    "communique handbill rendition recording tape reel screenshot telex file".split()
)
NARRATORS = frozenset(
    "author authoress writer letter-writer memo-writer report-writer undersigned sender recipient addressee reader "
    "speaker deponent witness narrator signatory signer correspondent interviewee interviewer caller informant "
    "respondent declarant affiant diarist scribe chronicler columnist compiler drafter draftsman annotator typist "
    "translator transcriber stenographer note-taker notetaker memoirist storyteller interlocutor petitioner claimant "
    "applicant quoter originator reporter deviser".split()
)
# What somebody does for a living, or is charged with: any place has many.
TRADES = frozenset(
    "accountant actor actress adviser advisor aide ambassadress analyst appraiser architect artist assistant athlete "
    "attendant attendee attorney baker banker barber barman barrister bartender beekeeper bellhop biographer "
    "biologist boatman boatswain bodyguard bookkeeper bricklayer broker bureaucrat burglar butcher butler buyer "
    "carpenter cashier chauffeur chef chemist clergyman client clinician coach complainant conductor congressman "
    "constable consultant cook councillor councilman counsellor counselor courier craftsman cryptographer customer "
    "dancer dealer debriefer defector delegate demonstrator dentist deputy designer detective developer diplomat "
    "dispatcher diver docker doctor donor doorman draughtsman driver drummer economist electrician engineer envoy "
    "escapee evangelist exile expert exporter farmer financier firefighter fireman fisherman foreigner foreman "
    "fugitive gambler gangster gardener geologist guard guide gunman hairdresser handler handyman helper hijacker "
    "hiker historian housekeeper hunter immigrant importer industrialist intermediary interpreter interrogator "
    "investigator investor janitor jeweler jeweller jockey journalist juror killer laborer labourer lawyer lecturer "
    "librarian linguist lobbyist locksmith logger machinist magician maid marksman mason mechanic mediator member "
    "mentor mercenary merchant messenger midwife miner missionary mobster musician negotiator newsman newspaperman "
    "novelist nurse operative operator organiser organizer owner painter paramedic pastor patrolman pedestrian "
    "pharmacist photographer physician physicist pianist pilot plumber poet policeman policewoman politician porter "
    "priest printer prisoner producer professor programmer protester psychiatrist psychologist publicist pupil rabbi "
    "rancher realtor receptionist refugee repairman researcher retailer robber sailor salesman saleswoman scholar "
    "scientist sculptor seaman sergeant servant shareholder shipowner shipper shooter shopkeeper singer smuggler "
    "sniper socialite soldier solicitor specialist sponsor spy stevedore steward stewardess stockbroker stockholder "
    "student superintendent surgeon surveyor tailor teacher technician teenager tenant therapist thief tourist trader "
    "trainee trustee tutor user usher veteran vicar volunteer waiter waitress watchman weatherman winner worker "
    "yachtsman".split()
)
KIN = frozenset(
    "spouse wife husband widow widower son daughter brother sister father mother nephew niece uncle aunt cousin "
    "infant baby child grandfather grandmother grandson granddaughter parent stepfather stepmother stepson "
    "stepdaughter sibling twin fiance fiancee heir".split()
)
# Told by the name of their case.
LITIGANTS = frozenset("accused appellant appellee claimant defendant petitioner plaintiff respondent".split())
# A place or a body has one of them: told by the name of the place or the body.
POSTS = frozenset(
    "administrator ambassador auditor bailiff bishop bursar captain chairman chairperson chairwoman chancellor clerk "
    "colonel commander commandant commissioner comptroller consul controller coroner curator custodian dean director "
    "editor founder governor headmaster headmistress inspector lieutenant manager minister moderator postmaster "
    "prefect premier president principal proprietor prosecutor provost publisher purser rector registrar secretary "
    "sheriff skipper spokesman spokesperson spokeswoman supervisor treasurer vice-chairman vice-president "
    "warden".split()
)
# Whom a name or a complement has to tell.
OTHER_PEOPLE = frozenset(
    "subject individual man woman men women person people official officer agent suspect victim gentleman gentlemen "
    "gentlewoman lady fellow chap boy girl children youth youngster stranger visitor guest lodger newcomer culprit "
    "personage protagonist figure functionary dignitary employee party co-signer signee couple duo twosome pair trio "
    "foursome colleague associate superior subordinate predecessor successor friend acquaintance counterpart "
    "companion boss incumbent patient detainee inmate passenger offender assailant intruder appointee nominee "
    "candidate bearer holder giver payee payer debtor creditor purchaser seller participant onlooker bystander "
    "passer-by survivor deceased neighbour neighbor host hostess partner accomplice contact go-between middleman "
    "traveller traveler beneficiary somebody someone teammate classmate boyfriend girlfriend lover mistress roommate "
    "landlady resident villager homeowner taxpayer voter addict patron character hero heroine".split()
)
PEOPLE = TRADES | NARRATORS | KIN | LITIGANTS | OTHER_PEOPLE
BODIES = frozenset(
    "company firm committee board agency office organisation organization department bureau body group outfit concern "
    "business corporation institution enterprise partnership syndicate consortium council commission authority panel "
    "delegation team unit association society club bank ministry tribunal union league faction crew vendor contractor "
    "supplier tenant landlord lessee lessor bidder employer insurer carrier".split()
)
# Of these a place has many; "the union" and "the court" may be the one of the place that is named.
FIRMS = frozenset(
    "company firm committee bureau body group outfit concern institution enterprise partnership syndicate consortium "
    "panel organisation organization agency team business corporation crew contractor supplier vendor insurer carrier "
    "employer bidder club".split()
)
# Nothing but a name or a complement says which.
VAGUE = frozenset("example instance matter affair thing topic issue point business stuff item respect".split())
# What somebody has in mind or in hand: a purpose says which, a day or a place does not.
PLANS = frozenset(
    "project deal arrangement undertaking venture job task assignment question request proposal plan problem "
    "situation program programme scheme effort outcome result consequence aftermath detail fact content development "
    "circumstance remainder".split()
)
PLACES = frozenset("site spot place location venue scene locality whereabouts".split())
EVENTS = frozenset(
    "meeting hearing interview conversation call incident event case trip visit agreement contract transaction "
    "episode occurrence occasion talk discussion encounter exchange session gathering conference operation proceeding "
    "dispute quarrel object property premises building country city town village street vessel ship vehicle parcel "
    "plot sum amount figure price payment loan debt bill invoice order offer decision ruling verdict resolution "
    "motion vote claim complaint charge allegation appointment post position title date day time moment period year "
    "month week morning afternoon evening night weekend hour accident trial investigation inquiry ceremony dinner "
    "lunch reception facility campaign mission hotel house restaurant factory plant warehouse".split()
)
UNITS = frozenset(
    "minute hour day night evening morning afternoon week weekend fortnight month quarter season year decade "
    "century".split()
)
# Nouns above that are verbs as well, so that behind a person they say what was done.
ALSO_VERBS = frozenset(
    "report note call cable wire fax quote order offer claim request charge visit question object plan post place "
    "draft point issue deal contract form file tape log scan date bill exchange remark page cost interview wire time "
    "title host subject answer detail vote motion price arrange venture job task plot project trip pilot guide cook "
    "guard coach sponsor steward".split()
)
_KINDS = (
    (PAPERS, Kind.PAPER),
    (PEOPLE, Kind.PERSON),
    (POSTS, Kind.POST),
    (VAGUE, Kind.VAGUE),
    (PLANS, Kind.PLAN),
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
