"""What happened in the fictional towns: topics, their facts, and the facts that deliberately have no document.

Belongs here: values drawn from the cast. Does not: how a value is written or in which document (wording, pages).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum

from bench_resources.planted.cast import FORMER_POSTS, VENUES, Collection, Entity
from bench_resources.planted.draws import Draws

FIRST_DAY = dt.date(1994, 1, 10).toordinal()
LAST_DAY = dt.date(2002, 11, 20).toordinal()


class Family(StrEnum):
    """What kind of topic it is: which relations and wordings it has."""

    WORKS = "works"
    LEASE = "lease"
    SALE = "sale"
    INCIDENT = "incident"
    PERSON = "person"
    COMPANY = "company"
    MEETING = "meeting"


@dataclass(frozen=True)
class Value:
    """The answer of one fact. `raw` is the entity, day ordinal, dollars or count that its written forms come from."""

    answer: str
    answer_type: str
    raw: Entity | int | str


@dataclass(frozen=True)
class Topic:
    """Something a document can be about.

    Attributes:
        topic_id: unique in the corpus.
        subject: as running text names it, e.g. "the lease of Pier 14".
        values: the facts that documents may state, by relation.
        absent: the relations that have no value: no document states them.
        words: constants of the wording (role, price, who, office, ...).
        day: ordinal of the day around which documents about it are written.
    """

    topic_id: str
    family: Family
    subject: str
    values: dict[str, Value]
    absent: tuple[str, ...]
    day: int
    words: dict[str, str] = field(default_factory=dict)
    people: tuple[Entity, ...] = ()
    who: Entity | None = None

    @property
    def heading(self) -> str:
        """What a subject line calls the topic."""
        bare = self.subject.removeprefix("the ")
        return (
            {Family.PERSON: "Appointment of ", Family.COMPANY: "Particulars of "}.get(self.family, "")
            + bare[:1].upper()
            + bare[1:]
        )

    def fact_id(self, relation: str) -> str:
        """The id of one of its facts, stated or absent."""
        return f"{self.topic_id}.{relation}"


WORKS = (
    "the dredging of",
    "the repair of",
    "the repainting of",
    "the rewiring of",
    "the demolition of",
    "the reroofing of",
    "the fencing of",
)
INCIDENTS = (
    "the fire at",
    "the flooding of",
    "the theft at",
    "the collision at",
    "the walkout at",
    "the oil spill at",
    "the collapse at",
)
KINDS: tuple[tuple[Family, str], ...] = (
    *((Family.WORKS, phrase) for phrase in WORKS), (Family.LEASE, "the lease of"), (Family.SALE, "the sale of"),
    *((Family.INCIDENT, phrase) for phrase in INCIDENTS),
)  # fmt: skip
OFFICE_STREETS = ("Custom House Square", "Union Street", "Exchange Place", "Wharf Street")
COMPANY_STREETS = ("Dock Street", "Marine Parade", "Commerce Street", "Lower Quay")
STRIDE = 1_009  # a prime that divides no number of (kind, place) pairs, so that stepping by it visits each pair once


def person_value(entity: Entity) -> Value:
    """A person as an answer."""
    return Value(entity.name, "person", entity)


def organisation_value(entity: Entity) -> Value:
    """An organisation as an answer."""
    return Value(entity.name, "organisation", entity)


def date_value(day: int) -> Value:
    """A day as an answer, canonical as ISO 8601."""
    return Value(dt.date.fromordinal(day).isoformat(), "date", day)


def money_value(dollars: int) -> Value:
    """Dollars as an answer, canonical as $1,234."""
    return Value(f"${dollars:,}", "money", dollars)


def number_value(count: int) -> Value:
    """A count as an answer."""
    return Value(str(count), "number", count)


def place_value(place: str) -> Value:
    """A place as an answer."""
    return Value(place, "place", place)


def dollars(draws: Draws, low: int, high: int) -> int:
    """An amount between, with the roundness of real ones."""
    step = draws.pick((50, 100, 250, 500, 1_000))
    return draws.between(low // step + 1, high // step) * step


def workday(day: int) -> int:
    """The day itself, or the Monday after a weekend."""
    return day + (0, 0, 0, 0, 0, 2, 1)[(day + 6) % 7]


def matter(collection: Collection, group: int, ordinal: int, draws: Draws) -> Topic:
    """The contract or incident that a group of documents is about, different for each ordinal of the town."""
    pairs = len(KINDS) * len(collection.assets)
    spot = ordinal * STRIDE % pairs
    family, phrase = KINDS[spot % len(KINDS)]
    subject = f"{phrase} {collection.assets[spot // len(KINDS)]}"
    day = workday(draws.between(FIRST_DAY, LAST_DAY))
    build = incident_values if family is Family.INCIDENT else contract_values
    values, words, people = build(collection, family, day, draws)
    dropped = tuple(sorted(draws.sample(sorted(values), draws.between(1, 2))))
    kept = {relation: value for relation, value in values.items() if relation not in dropped}
    return Topic(f"t{group:07d}", family, subject, kept, dropped, day + 60, words, people)


Built = tuple[dict[str, Value], dict[str, str], tuple[Entity, ...]]


def contract_values(collection: Collection, family: Family, day: int, draws: Draws) -> Built:
    """Facts of a lease, a sale or works: who, how much, when, where."""
    at = draws.between(0, len(collection.companies) - 1)
    company, head = collection.companies[at], collection.heads[at]
    official, inspector = draws.sample(collection.officials[:12], 2)
    low, high = {Family.LEASE: (18_000, 420_000), Family.SALE: (90_000, 3_900_000)}.get(family, (24_000, 1_900_000))
    price = dollars(draws, low, high)
    values = {
        "awarded_to": organisation_value(company),
        "price": money_value(price),
        "approved_on": date_value(workday(day + draws.between(20, 80))),
        "signed_by": person_value(official),
        "bids": number_value(draws.between(2, 14)),
        "bond": money_value(max(500, price // draws.between(6, 20) // 100 * 100)),
        "hearing_on": date_value(day),
        "hearing_at": place_value(draws.pick(VENUES)),
    }
    if family is Family.WORKS:
        values["completion_on"] = date_value(workday(day + draws.between(150, 420)))
        values["inspected_by"] = person_value(inspector)
    role, label = {Family.LEASE: ("tenant", "annual rent"), Family.SALE: ("buyer", "purchase price")}.get(
        family, ("contractor", "contract price")
    )
    return (
        values,
        {"role": role, "price_label": label},
        (official, inspector, head, collection.officials[9], collection.officials[10]),
    )


def incident_values(collection: Collection, _family: Family, day: int, draws: Draws) -> Built:
    """Facts of a fire, a flood, a theft, a collision, a walkout, a spill."""
    reporter, investigator = draws.sample(collection.officials[:8] + collection.officials[17:19], 2)
    values = {
        "occurred_on": date_value(day),
        "damage": money_value(dollars(draws, 3_000, 890_000)),
        "investigated_by": person_value(investigator),
        "reported_by": person_value(reporter),
        "insurer": organisation_value(draws.pick(collection.insurers)),
        "witnesses": number_value(draws.between(3, 46)),
        "inquest_at": place_value(draws.pick(VENUES)),
        "report_on": date_value(workday(day + draws.between(25, 90))),
    }
    return values, {}, (investigator, reporter, collection.officials[5], collection.officials[13])


def career(collection: Collection, ordinal: int, draws: Draws) -> Topic:
    """The office of one public person: every person of a town has one such topic."""
    people = (*collection.officials, *collection.heads)
    at = ordinal % len(people)
    who = people[at]
    day = workday(draws.between(FIRST_DAY - 3_000, FIRST_DAY - 200))
    values = {
        "office": Value(who.office, "title", who.office),
        "appointed_on": date_value(day),
        "former_post": Value(FORMER_POSTS[(at * 5 + collection.number) % len(FORMER_POSTS)], "title", ""),
        "office_at": place_value(f"{draws.between(2, 240)} {draws.pick(OFFICE_STREETS)}"),
    }
    if at < len(collection.former):
        values["predecessor"] = person_value(collection.former[at])
    others = draws.sample([person for person in people if person is not who], 3)
    return Topic(
        f"p{collection.number:03d}{at:03d}",
        Family.PERSON,
        who.name,
        values,
        ("salary", "alma_mater"),
        FIRST_DAY + 300,
        {"office_text": who.office},
        (who, *others),
        who,
    )


def company_profile(collection: Collection, ordinal: int, draws: Draws) -> Topic:
    """One company of the town: every company has one such topic."""
    at = ordinal % len(collection.companies)
    company, head = collection.companies[at], collection.heads[at]
    values = {
        "incorporated_on": date_value(workday(draws.between(FIRST_DAY - 12_000, FIRST_DAY - 2_000))),
        "employees": number_value(draws.between(18, 940)),
        "vessels": number_value(draws.between(3, 38)),
        "headquarters": place_value(f"{draws.between(3, 480)} {draws.pick(COMPANY_STREETS)}"),
        "president": person_value(head),
    }
    others = draws.sample(collection.officials, 3)
    return Topic(
        f"c{collection.number:03d}{at:03d}",
        Family.COMPANY,
        company.name,
        values,
        ("auditor", "annual_profit"),
        FIRST_DAY + 500,
        {},
        (head, *others),
        company,
    )


def meeting(collection: Collection, about: Topic, draws: Draws) -> Topic:
    """A meeting of an official and the head of a company about a matter."""
    official = draws.pick(collection.officials[:12])
    head = draws.pick(collection.heads)
    day = workday(about.day - draws.between(5, 70))
    values = {"met_on": date_value(day), "met_at": place_value(draws.pick(VENUES)), "met_with": person_value(head)}
    return Topic(
        f"m{about.topic_id[1:]}",
        Family.MEETING,
        f"{official.name}'s meeting on {about.subject}",
        values,
        ("minutes_taken_by",),
        day + 20,
        {"what": about.subject, "other": head.name},
        (official, head),
        official,
    )
