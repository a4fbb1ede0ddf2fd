"""Nouns that with "the" or "that" point at something seen or named before: papers, people, bodies, events, times.

Belongs here: the classes, as alternatives of a pattern, and what identifies such a noun. Does not: what is then at
fault (deixis.py).
"""

from __future__ import annotations

import re


def _either(words: str) -> str:
    """An alternative of words, the longest first, so that none hides a longer one."""
    return "|".join(sorted((re.escape(word).replace("_", " ") for word in words.split()), key=lambda w: (-len(w), w)))


PAPER = _either(
    "memo memorandum memoranda letter report document cable message text passage article email e-mail telegram note "
    "excerpt extract context snippet paragraph transcript statement affidavit deposition minutes dispatch teletype fax "
    "facsimile page table chart ledger form correspondence attachment enclosure annex appendix footnote source "
    "communication filing exhibit newspaper clipping slip thread quotation quote citation sentence writing writings "
    "sheet scrap manuscript typescript typescripts memoir diary log logbook circular bulletin missive epistle wire "
    "letterhead postscript preamble caption heading header footer margin postcard pamphlet leaflet flyer handout "
    "printout photocopy carbon scan pdf narrative chronicle dossier booklet brochure testimony recital instrument "
    "screed write-up writeup piece remarks material lines tale story summary synopsis precis digest "
    "abstract briefing communique handbill rendition recording tape reel screenshot"
)
NARRATOR = r"(?:letter-?|memo-?|report-?|note-?)?(?:author|writer)(?:ess)?|" + _either(
    "undersigned sender recipient addressee reader speaker deponent witness narrator signatory signer correspondent "
    "interviewee interviewer caller informant respondent declarant affiant diarist scribe chronicler columnist "
    "compiler drafter draftsman annotator typist translator transcriber stenographer note-taker notetaker memoirist "
    "storyteller interlocutor petitioner claimant applicant deponents"
)
SOMEBODY = (
    NARRATOR
    + "|"
    + _either(
        "subject individual man woman person official officer agent suspect victim gentleman gentlewoman lady "
        "fellow chap "
        "boy girl child youth youngster stranger visitor guest lodger newcomer defendant plaintiff accused culprit "
        "personage protagonist figure functionary dignitary bureaucrat employee worker party co-signer signee "
        "couple duo twosome pair trio foursome spouse wife husband widow son daughter brother sister father mother "
        "nephew niece uncle aunt cousin colleague associate superior subordinate predecessor successor friend "
        "acquaintance counterpart companion boss"
    )
)
BODY = _either(
    "company firm committee board agency office organisation organization department bureau body group outfit concern "
    "business corporation institution enterprise partnership syndicate consortium council commission authority panel "
    "delegation team unit association society club bank ministry court tribunal jury union league faction crew vendor "
    "buyer seller purchaser contractor supplier tenant landlord lessee lessor bidder employer insurer carrier"
)
FIRM = _either(
    "company firm committee bureau body group outfit concern institution enterprise partnership syndicate consortium "
    "panel organisation organization"
)  # of which there are many; "the union" and "the court" may be the one of the place that is named
EVENT = _either(
    "meeting hearing interview conversation call incident event matter case trip visit project deal agreement contract "
    "affair transaction episode occurrence occasion arrangement talk talks discussion encounter exchange session "
    "gathering conference undertaking venture operation job task assignment proceeding proceedings dispute quarrel "
    "issue topic subject question point thing object property premises site spot place location venue building city "
    "town village street vessel ship vehicle parcel plot sum amount figure price payment loan debt bill invoice order "
    "request proposal plan offer decision ruling verdict resolution motion vote claim complaint charge allegation "
    "appointment job post position title date day time moment period year month week morning afternoon evening night "
    "weekend hour story"
)
UNIT = r"(?:minute|hour|day|night|evening|morning|week|weekend|fortnight|month|quarter|season|year|decade|century)"
MANY = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|several|a few|some|"
    r"many|a couple of|\d+)"
)
