"""The papers, in order: groups of documents about one matter, scanned well or badly, some of them twice.

Belongs here: what a group holds and what happens to a page between the typewriter and the archive. Does not: files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ahocorasick_rs import AhoCorasick

from bench_resources.planted import correspondence as mailroom
from bench_resources.planted import proceedings as boardroom
from bench_resources.planted.cast import Collection, Entity, make_collection, private_person
from bench_resources.planted.correspondence import Setting
from bench_resources.planted.draws import Draws, draws_for
from bench_resources.planted.noise import scan
from bench_resources.planted.pages import Page
from bench_resources.planted.topics import Topic, career, company_profile, matter, meeting
from bench_resources.planted.truth import Appearance, flatten
from bench_resources.planted.wording import ANGLES, BANNERS

GROUPS_PER_COLLECTION = 640  # about 4,000 documents: then another town, so that no person is in everything
FIRST_ID = 20_417
SERIALS = 100_000_000
SPREAD = 61_803_399  # odd and no multiple of 5: consecutive documents get ids far apart, and no two the same

Layout = Callable[[Page, Setting, str], None]
LAYOUTS: tuple[tuple[str, Layout, int], ...] = (
    ("memo", mailroom.memo, 24), ("email", mailroom.mail, 22), ("letter", mailroom.letter, 12), ("minutes",
    boardroom.minutes, 9),
    ("report", boardroom.report, 8), ("deposition", boardroom.deposition, 8), ("press_release",
    boardroom.press_release, 5),
    ("calendar", boardroom.calendar, 6), ("ledger", boardroom.ledger, 5), ("note", boardroom.careers, 7),
    ("telephone_slip", mailroom.telephone_slip, 4), ("cover_sheet", mailroom.cover_sheet, 4), ("complaint",
    mailroom.complaint, 4),
)  # fmt: skip
DECK = tuple((kind, layout) for kind, layout, weight in LAYOUTS for _ in range(weight))
# (share, lowest rate, highest rate): how well records were scanned.
SCANS = ((0.62, 0.0, 0.0), (0.16, 0.002, 0.012), (0.14, 0.045, 0.10), (0.08, 0.26, 0.42))
RESCAN_SHARE = 0.10
CLEAN_UP_TO = 0.02  # the truth's classes: where a reader passes over the errors,
GARBAGE_FROM = 0.15  # and where sentences are guessed; degraded lies between


def class_of(character_error_rate: float) -> str:
    """The class of a document that was misread at this rate."""
    if character_error_rate >= GARBAGE_FROM:
        return "garbage"
    return "clean" if character_error_rate <= CLEAN_UP_TO else "degraded"


class Register:
    """Finds every public name of a town in a text, whoever put it there."""

    def __init__(self, collection: Collection) -> None:
        named = [
            Appearance(entity.entity_id, text, form.value)
            for entity in collection.entities
            for form, text in entity.forms()
        ]
        self._named = named
        self._matcher = AhoCorasick([appearance.surface for appearance in named])

    def read(self, flat: str) -> list[Appearance]:
        """Every (entity, surface) that the text on one line holds, once, sorted."""
        found = self._matcher.find_matches_as_indexes(flat, overlapping=True)
        return [self._named[at] for at in sorted({pattern for pattern, _, _ in found})]


@dataclass(frozen=True)
class Paper:
    """One document of the release with its truth.

    Attributes:
        clean: the text before the noise; `text` is what the release holds.
        flat: the clean text on one line, as statements are looked for.
        cluster_id: shared by the scans of one record.
        page: what it states and names.
        topics: the topics of its group, for the facts that stay absent.
    """

    doc_id: str
    kind: str
    clean: str
    flat: str
    text: str
    n_edits: int
    cluster_id: str
    is_rescan: bool
    page: Page
    topics: tuple[Topic, ...]
    collection: Collection
    appearances: tuple[Appearance, ...]

    @property
    def character_error_rate(self) -> float:
        """Edits over the characters of the clean text."""
        return self.n_edits / max(1, len(self.clean))

    @property
    def quality(self) -> str:
        """The class that its error rate puts it in."""
        return class_of(self.character_error_rate)


def papers(seed: int, n_documents: int) -> Iterator[Paper]:
    """The first `n_documents` papers of a seed. A longer run begins with the same papers; memory does not grow."""
    collection = make_collection(seed, 0)
    register = Register(collection)
    serial = 0
    group = 0
    while serial < n_documents:
        number, ordinal = divmod(group, GROUPS_PER_COLLECTION)
        if collection.number != number:
            collection = make_collection(seed, number)
            register = Register(collection)
        setting = make_setting(seed, collection, group, ordinal)
        for paper in group_papers(setting, register, serial):
            if serial == n_documents:
                return
            yield paper
            serial += 1
        group += 1


def group_papers(setting: Setting, register: Register, serial: int) -> Iterator[Paper]:
    """The papers of one group, numbered from `serial`."""
    draws = setting.draws
    angles = draws.sample(ANGLES, len(ANGLES))
    hand = [draws.pick(DECK) for _ in range(draws.between(4, 8))]
    for at, (kind, layout) in enumerate(hand):
        page = Page(kind, setting.topics[0].day + draws.between(-40, 160), draws)
        layout(page, setting, angles[at])
        cluster_id = f"rec-{setting.group:07d}-{at:02d}"
        yield archived(page, setting, register, cluster_id, doc_id(serial), is_rescan=False)
        serial += 1
        if draws.chance(RESCAN_SHARE):
            yield archived(page, setting, register, cluster_id, doc_id(serial), is_rescan=True)
            serial += 1


def make_setting(seed: int, collection: Collection, group: int, ordinal: int) -> Setting:
    """What a group is about: a matter, often a meeting on it, and one career or company."""
    draws = draws_for(seed, 0, group)
    main = matter(collection, group, ordinal, draws)
    topics = [main, main, main]
    if draws.chance(0.6):
        topics.append(meeting(collection, main, draws))
    if ordinal % 3 == 2:
        at = ordinal // 3 % len(collection.companies)
        topics.append(company_profile(collection, at, draws_for(seed, 3, collection.number, at)))
    else:
        at = (ordinal // 3 * 2 + ordinal % 3) % (len(collection.officials) + len(collection.heads))
        topics.append(career(collection, at, draws_for(seed, 4, collection.number, at)))
    return Setting(collection, tuple(topics), privates_of(seed, group, draws), group, draws)


def privates_of(seed: int, group: int, draws: Draws) -> tuple[Entity, ...]:
    """The private people of a group: a witness or complainant, and sometimes a minor."""
    adult = private_person(seed, group, 0, draws.pick(("witness", "complainant")))
    return (adult, private_person(seed, group, 1, "minor")) if draws.chance(0.4) else (adult,)


def archived(
    page: Page, setting: Setting, register: Register, cluster_id: str, paper_id: str, *, is_rescan: bool
) -> Paper:
    """The page as it lies in the archive: stamped, numbered, scanned."""
    draws = page.draws
    clean = stamped(page, draws)
    flat = flatten(clean)
    rate = scan_rate(draws)
    scanned = scan(clean, rate, draws)
    return Paper(
        paper_id,
        page.kind,
        clean,
        flat,
        scanned.text,
        scanned.n_edits,
        cluster_id,
        is_rescan,
        page,
        setting.topics,
        setting.collection,
        (*register.read(flat), *page.private),
    )


def stamped(page: Page, draws: Draws) -> str:
    """The text with the archive's banner above and its page number below, where it has them."""
    text = page.text().strip("\n")
    if draws.chance(0.4):
        text = f"{draws.pick(BANNERS)}\n\n{text}"
    if draws.chance(0.35):
        number = draws.between(2, 999)
        text = f"{text}\n\n{draws.pick(('Page 1 of 1', '- 1 -', f'HP {number:06d}', f'Exhibit {number}'))}"
    return text + "\n"


def scan_rate(draws: Draws) -> float:
    """The rate at which this record was misread."""
    luck = draws.unit()
    for share, low, high in SCANS:
        if luck < share:
            return low + (high - low) * draws.unit()
        luck -= share
    return 0.0


def doc_id(serial: int) -> str:
    """The id of the n-th document: ids of one group are far apart, so that nothing can be read off them."""
    return f"HP-{(FIRST_ID + serial * SPREAD) % SERIALS:08d}"
