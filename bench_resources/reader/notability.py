"""The embedded reader's `notability`: is somebody a public figure, by the words beside the name.

Belongs here: offices that make a person public, words that make one private, and the balance. Does not: any name.
In doubt the answer is no: a wrong no costs a few questions, a wrong yes makes somebody's private life one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from bench_resources.prompting import Notability

MIN_PUBLIC_CONTEXTS = 2  # one title may belong to the neighbour
MIN_PUBLIC_SHARE = 0.1  # of the contexts that hold the name
MIN_DOCUMENTS = 2
BESIDE_CHARS = 90  # before or after the name: a title with its body, "Deputy Director for Plans of the ..."
PRIVATE_CHARS = 40

# Offices that are public whoever grants them.
HIGH_OFFICES = (
    "senator|congressman|congresswoman|governor|mayor|ambassador|attorney general|surgeon general|solicitor general"
    "|postmaster general|inspector general|undersecretary|under secretary|assistant secretary|premier|prime minister"
    "|foreign minister|chief justice|chancellor|dictator|commissioner|councilman|councilwoman|councilmember|comptroller"
    "|general counsel|chief counsel|consul general|city manager|superintendent|sheriff|district attorney|harbormaster"
    "|harbourmaster|police chief|fire chief|chief of police"
)
# Titles that are public before a name only: alone they are said of companies too, or are ordinary words.
TITLES_BEFORE = (
    "(?<!vice )(?<!vice-)president|sen\\.|rep\\.|gov\\.|representative|justice|judge|general|gen\\.|admiral|adm\\."
    "|director|deputy director|associate director|chairman|chairwoman|secretary|treasurer"
)
# Offices that say what they are of, after a name.
OFFICES_OF = (
    "secretary of|minister of|governor of|mayor of|ambassador (?:to|of|in)|commissioner of|commissioner for"
    "|secretary-general of|president of (?:the )?(?:united|republic|senate|council|dominican|philippines)"
)
PHRASE = r"(?:(?-i:[A-Z])[\w.&-]*|of|and|for|the|on)"
OFFICE_OF_BODY = (
    "(?:deputy |associate |assistant |acting |executive |staff |former )*"
    "(?:director|chairman|chairwoman|chairperson|chair|administrator|chief|secretary|treasurer|commander|head)"
    rf"(?:,? (?:of|for)(?: the)?|,)\s+(?:the )?{PHRASE}(?:[ \t\n]+{PHRASE}){{0,7}}"
)
PUBLIC_BODY = re.compile(
    "agency|department|committee|commission|bureau|council|board|authority|office|service|directorate|ministry|senate"
    "|congress|court|staff|division|administration|army|navy|air force|security|intelligence|investigation|plans"
    "|operations|police|central|federal|national|state|city|county|district|house|archives|defen[sc]e|treasury|works"
    "|port|transit|health",
    re.IGNORECASE,
)
BEFORE = re.compile(
    rf"(?:\b(?P<high>(?i:{HIGH_OFFICES}))|\b(?P<title>(?i:{TITLES_BEFORE}))|\b(?P<body>(?i:{OFFICE_OF_BODY}),))"
    # Between an office and the surname stand given names and initials only, or one phrase of what the office is of.
    r"(?:[ \t]+(?:of|for)(?: the)?(?:\s+[A-Z][\w.-]*){1,4},)?(?:\s+[A-Z][\w.'\u2019-]*){0,2}\s+\Z"
)
# Between a surname and the office after it: given names after a comma, then a mark, a line's end or a verb.
GIVEN_AFTER = r"[\w.]*(?:\s+(?:Jr|Sr|II|III)\b\.?)?(?:,\s+[A-Z][\w.-]*(?:\s+[A-Z]\.)?(?=,))?"
VERB = r"\s+(?:(?:was|is) (?:appointed |named |elected |sworn in as )?|as |became |served as )"
OFFICE_AFTER = (
    r"(?:the |former |then |then-|now |late |a |an |U\.?S\.? |United States |acting |newly appointed )*"
    # "Last, Senator Next" is a list of people, not an office of Last.
    rf"(?:(?P<high>(?:[A-Z][\w-]*[ \t]+){{0,2}}(?i:{HIGH_OFFICES})\b(?![ \t]+[A-Z])|(?i:{OFFICES_OF}))"
    rf"|(?P<body>(?i:{OFFICE_OF_BODY})))"
)
AFTER = re.compile(rf"\A{GIVEN_AFTER}(?:[ \t]*[,(;:-]+\s*|\s*\n\s*|{VERB}){OFFICE_AFTER}")
MARKS = (
    r"victim|minors?\b(?! (?:detail|matter|change))|juvenile|schoolgirl|schoolboy|pupil|student|housewife"
    r"|(?:a|the|his|her|mental) patient\b|waitress|\bage[d]? \d|year[- ]old|widow of|wife of|daughter of|son of"
    r"|girlfriend|mistress|babysitter|next of kin|social security"
)
PRIVATE = re.compile(MARKS, re.IGNORECASE)
WORD = re.compile(r"[a-z]{3,}")
MAX_OVERLAP = 0.5  # of the smaller snippet's words, two texts on one subject share about a third
NOT_A_PERSON = re.compile(
    r"\b(?:john|jane|baby|richard) (?:doe|roe)\b|redacted|unknown|unidentified|name withheld|\[|\*{2,}|_{2,}",
    re.IGNORECASE,
)


def judge_notability(name: str, contexts: Sequence[str], n_documents: int) -> Notability:
    """Whether the contexts show a public figure.

    Args:
        name: the person's canonical name.
        contexts: snippets round mentions, one a document where possible; a snippet without the surname says nothing.
        n_documents: how many documents mention the person.

    Returns: not notable without two contexts that put a public office beside the name, or with private words beside it.
    """
    if NOT_A_PERSON.search(name) or not name.split():
        return Notability(is_notable=False, reason="the name is a placeholder")
    if n_documents < MIN_DOCUMENTS:
        return Notability(is_notable=False, reason="named in one document only")
    surname = name_pattern(name.rsplit(maxsplit=1)[-1])
    places = [(context, match) for context in contexts for match in surname.finditer(context)]
    holding = {context for context, _ in places}
    private = sorted({found for context, match in places if (found := private_word(context, match))})
    offices = distinct({context: office for context, match in places if (office := public_office(context, match))})
    # A student or a wife may hold an office later; a victim or a minor beside the name is never outweighed.
    if any(re.match(r"victim|minor|juvenile|school", word) for word in private) or len(private) > len(offices):
        return Notability(is_notable=False, reason=f"private words beside the name: {private[0]}")
    if len(offices) < MIN_PUBLIC_CONTEXTS or len(offices) < MIN_PUBLIC_SHARE * len(holding):
        return Notability(
            is_notable=False, reason=f"a public office beside the name in {len(offices)} of {len(holding)} contexts"
        )
    shown = max(sorted(set(offices.values())), key=lambda office: list(offices.values()).count(office))
    return Notability(
        is_notable=True, reason=f"public office beside the name in {len(offices)} of {len(holding)} contexts: {shown}"
    )


def distinct(offices: dict[str, str]) -> dict[str, str]:
    """Without contexts that repeat a former one: a paper released twice is one witness."""
    kept: dict[str, str] = {}
    seen: list[set[str]] = []
    for context, office in offices.items():
        words = set(WORD.findall(context.lower()))
        if all(len(words & other) <= MAX_OVERLAP * min(len(words), len(other)) for other in seen):
            kept[context] = office
            seen.append(words)
    return kept


@cache
def name_pattern(surname: str) -> re.Pattern[str]:
    """The surname as a word, in small letters or capitals, the possessive included."""
    return re.compile(rf"(?<!\w){re.escape(surname)}(?:['\u2019]s)?(?!\w)", re.IGNORECASE)


def public_office(context: str, match: re.Match[str]) -> str:
    """The office beside one mention, on one line and in small letters; "" without one."""
    before = BEFORE.search(context[max(0, match.start() - BESIDE_CHARS) : match.start()])
    if before is not None:
        return tidy(before["high"] or before["title"] or public_body(before["body"]))
    after = AFTER.match(context[match.end() : match.end() + BESIDE_CHARS])
    if after is None:
        return ""
    return tidy(after["high"] or public_body(after["body"]))


def public_body(office: str | None) -> str:
    """The office itself when what it is of is public; "" otherwise."""
    return office if office and PUBLIC_BODY.search(office) else ""


def private_word(context: str, match: re.Match[str]) -> str:
    """A word beside one mention that says it is of a private person; "" without one."""
    found = PRIVATE.search(context[max(0, match.start() - PRIVATE_CHARS) : match.end() + PRIVATE_CHARS])
    return tidy(found[0]) if found else ""


def tidy(words: str) -> str:
    """Words on one line, in small letters, without marks at the ends."""
    return " ".join(words.lower().split()).strip(" ,.;:")
