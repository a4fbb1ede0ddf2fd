"""Verbs and nouns by which a clause is told to be a deed, to be whole, and to have its own date.

Belongs here: word lists of general English. Does not: what is done with them (draft_deeds), words that no event may
hold (draft_cautions).
"""

from __future__ import annotations

from bench_resources.reader import draft_lexicon as lexicon

# States of mind and of being, and what is said of somebody: nothing that happened on a day.
NO_DEEDS = frozenset(
    "wanted believed knew thought felt hoped wished feared liked loved understood seemed appeared remained needed "
    "intended planned expected considered looked sounded meant regarded viewed known called described identified "
    "listed mentioned quoted shown reported alleged said stated claimed told born killed died lived resided "
    "involved associated concerned interested located based used contained included consisted had owned possessed "
    "depended belonged headquartered referred related characterized portrayed attributed linked connected seen "
    "found noted indicated required supposed suspected qualified entitled enclosed attached captioned maintained "
    "served worked employed acquainted aware opposed favored tended continued began started ceased failed tried "
    "attempted sought suggested recommended proposed implied argued asserted feels opined concluded commented "
    "remarked agreed disagreed denied admitted recalled remembered testified explained expressed replied answered "
    "got let made followed preceded reflected represented resembled received".split()
)
# These are deeds when something is done by them: "reported the fire", "made a speech", "found the ledger".
DEEDS_WITH_OBJECT = frozenset(
    "received reported made found recommended called proposed expressed agreed employed testified".split()
)
DEEDS_IN_PASSIVE = frozenset("employed called found".split())
# Without what follows "to" or "that" these say nothing.
WANTS_MORE = frozenset(
    "told asked advised informed requested instructed directed urged ordered persuaded allowed permitted "
    "authorized enabled caused helped showed warned assured convinced encouraged invited notified expressed "
    "agreed said prepared decided arranged used allowed called".split()
)
MATTERS = frozenset("about of regarding concerning for on".split())
# Meetings and moves are told whole, whatever clause follows them.
WHOLE = frozenset(
    "met glimpsed chatted proceeded toured telephoned phoned visited contacted interviewed debriefed arrived "
    "departed returned traveled travelled flew resigned retired signed attended joined left wrote talked spoke "
    "conferred lunched dined addressed appeared presided testified opened closed inspected toured".split()
)
ENDS = frozenset(
    "incorporated established abolished founded created dissolved disbanded reorganized chartered nationalized "
    "resigned retired appointed elected".split()
)
ACTIVE = {"written": "wrote", "given": "gave", "taken": "took", "chosen": "chose", "drawn": "drew"}
PURPOSES = frozenset(
    "discuss consider review inspect attend examine open sign receive hear arrange exchange present deliver visit "
    "report investigate negotiate collect approve".split()
)
SUBORDINATE = frozenset(
    "that which who whom whose where when while because since if whether as after before until although though "
    "but how why what than including".split()
)
ROLE_HEADS = frozenset(
    word.lower() for word in lexicon.OFFICE_HEADS | {"contractor", "witness", "delegate", "member", "representative"}
)
GERUND_PREPOSITIONS = frozenset("regarding concerning during pending following".split())
GERUND_NOUNS = frozenset(
    "meeting building hearing briefing training dredging landing crossing paving rebuilding opening closing".split()
)
HAPPENING = frozenset(
    "interview interviews meeting meetings conversation conversations discussion letter letters memorandum "
    "memoranda memo report reports cable hearing hearings trip visit election testimony attack conference "
    "statement article message dispatch events incident invasion accident resolution agreement contract".split()
)
TAKES_PART = frozenset("attended met chaired opened adjourned testified appeared spoke presided held convened".split())
PERIOD_WORDS = frozenset(
    "of dated the since until till by before after from to through between and or about around approximately "
    "circa for prior until within than".split()
)
ROLES = frozenset({"with", "to", "by", "from", "between"})
HEDGED_DATES = frozenset({"early", "late", "mid"})
# "In connection", "on behalf": nothing without the words that followed.
DANGLING = frozenset(
    "connection behalf regard respect response relation charge favor support addition view light reference conjunction "
    "cooperation accordance compliance result part".split()
)
