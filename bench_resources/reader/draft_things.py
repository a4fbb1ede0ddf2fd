"""Named things that are no person and no body: acts, treaties, reports, buildings, ships; places by context.

Belongs here: which head nouns make a capitalised run a thing. Does not: organisations and offices (draft_entities).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_sentences import zipf

THING_ZIPF = 2.0  # of a word in a thing's name, unless the passage is cleanly read
_MAX_WORDS = 7
_CONNECTORS = frozenset("of for on and & to de the in".split())
# The last word of a thing's name: "Mill Street", "Drainage Act", "Selby Bridge".
LAST_WORDS = frozenset(
    "Act Bill Code Ordinance Statute Treaty Agreement Accord Accords Pact Convention Protocol Charter Declaration "
    "Amendment Report Reports Study Review Bulletin Manual Handbook Directive Memorandum Plan Program Programme "
    "Project Initiative Campaign Expedition Census Bridge Dam Tunnel Building Hall Tower Canal Channel Pier Wharf "
    "Dock Docks Harbor Harbour Highway Road Street Avenue Square Turnpike Railway Railroad Extension Pipeline Refinery "
    "Plant Mill Mills Mine Mines Reservoir Lock Locks Lighthouse Arsenal Shipyard Prison Penitentiary Memorial "
    "Monument Library Stadium Theatre Reservation Forest Park Parkway Scheme Loan Award Prize Medal Exposition "
    "Exhibition Fair Summit Symposium Strike Trial Case Papers Collection Hearings".split()
)
# The first word of a thing's name: "Operation Lantern", "Treaty of Lisbon", "Flight 212".
FIRST_WORDS = frozenset("Operation Project Treaty Convention Flight Fort Camp Mount Lake Cape Exercise Task".split())
# "the cutter Marigold": a capitalised run after one of these is a vessel's name.
VESSELS = frozenset(
    "ship steamer steamship cutter vessel destroyer submarine frigate dredge tanker freighter yacht cruiser schooner "
    "trawler battleship ferry launch tug minesweeper motorship".split()
)
_NO_PLACES = frozenset(
    "Room Rooms Suite Floor Paragraph Page Section Appendix Exhibit Volume Chapter Item Part".split()
)
_PLACING = frozenset({"in", "at", "near", "off"})


def is_thing(words: Sequence[str], *, is_clean: bool) -> bool:
    """Whether capitalised words name a thing by their first or last word, each of them a word of a dictionary.

    `is_clean` says that the passage has hardly a misread word; then a name need not be in the dictionary.
    """
    if not 2 <= len(words) <= _MAX_WORDS or words[-1] in _CONNECTORS:
        return False
    heads = (
        words[0] in FIRST_WORDS
        or words[-1] in LAST_WORDS
        or any(word in LAST_WORDS and words[at + 1] in {"of", "on", "for"} for at, word in enumerate(words[:-1]))
    )
    return heads and all(is_name(word, is_clean=is_clean) for word in words if word not in _CONNECTORS)


def is_name(word: str, *, is_clean: bool) -> bool:
    """Whether a word may stand in a name: print's capitals, a vowel, and known unless the passage is cleanly read."""
    if re.fullmatch(r"\d{1,4}", word):
        return True
    bare = re.sub(r"['’]s?$", "", word)
    if not re.fullmatch(r"[A-Z][a-z]{2,13}(?:-[A-Z][a-z]{2,13})?", bare) or not re.search(r"[aeiouyAEIOUY]", bare):
        return False
    return is_clean or all(zipf(part.lower()) >= THING_ZIPF for part in bare.split("-"))


def is_place_here(words: Sequence[str], before: str, *, is_clean: bool) -> bool:
    """Whether an unknown name after "in" or "at" is a place's: one or two words, none of them a person's name."""
    return (
        before in _PLACING
        and words[-1] not in _NO_PLACES
        and len(words) <= 2
        and all(is_name(word, is_clean=is_clean) and word[-1].isalpha() for word in words)
        and not any(
            word in lexicon.GIVEN_NAMES - lexicon.PLACES
            or word in lexicon.SURNAMES
            or word in lexicon.ORGANISATION_HEADS
            or word in lexicon.PLAIN_CAPITALS
            or word in lexicon.NATIONALITIES
            for word in words
        )
    )
