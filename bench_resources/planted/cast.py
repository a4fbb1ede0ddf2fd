"""Who and what the fictional release is about: people, offices, organisations, places, and every form of a name.

Belongs here: invented names and how a collection's cast is made of them. Does not: what happens to anyone.
All names are invented; the private ones come from pools that no public figure shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bench_resources.planted.draws import draws_for

TITLE = "Harborview papers"

TOWNS = ("Harborview", "Easthaven", "Port Lorne", "Gullmouth", "Westering", "Saltmarch", "Northwick Bay", "Cordwain")
TOWN_STARTS = ("Ardle", "Bramble", "Corrin", "Dunne", "Elder", "Fenner", "Garrow", "Hollin", "Inver", "Jessel",
               "Kestle", "Larken", "Mossen", "Nether", "Orrin", "Penner", "Quillan", "Rudder", "Sterren",
               "Tolver")  # fmt: skip
TOWN_ENDS = ("haven", "mouth", "wick", "port", "quay", "strand", "ness", "ferry", "holm", "reach", "staithe", "ford")

SURNAMES = (
    "Vasterling", "Okell", "Brannock", "Thornquist", "Halvesen", "Pellimore", "Drummell", "Castaway-Reed",
    "Yardling", "Quarmby",
    "Ostrander", "Fennimore", "Lachlane", "Mirabeth", "Tolliver-Dane", "Ravensholt", "Skarsdale", "Umberfield",
    "Wexcombe", "Zellerbach-Orr",
    "Arbogasty", "Bellwether", "Coldiron", "Dunleavey", "Eskridge", "Farthingale", "Grendahl", "Hawksmith",
    "Ingersley", "Jorgenrud",
    "Kettleborn", "Lindqvister", "Marchbanks", "Norrington", "Oglesbee", "Pruitter", "Quillfeather",
    "Rosenthorp", "Satterwhyte", "Tremaynard",
    "Ullmanson", "Vandergrift-Poe", "Wintermute", "Yellowlees", "Zimmerdale", "Abernathow", "Birchmoor",
    "Carrowell", "Delacourte", "Everhartt",
    "Fitzmorrow", "Gallowgate", "Hexworth", "Illingsby", "Jessamyne", "Kilbrandon", "Loxterman",
    "Mandeville-Ash", "Netherby", "Overstrand",
    "Palliser-Lund", "Quennel", "Rathbourne", "Stromgate", "Thistlewood", "Urquharty", "Venneman", "Whitlatch",
    "Yarborne", "Zankowitz",
)  # fmt: skip
GIVEN = (
    "Adrian", "Beatrice", "Clement", "Dorothea", "Edmund", "Florence", "Gregory", "Harriet", "Isidore", "Josephine",
    "Kenneth", "Leonora", "Malcolm", "Nadine", "Oliver", "Priscilla", "Quentin", "Rosalind", "Sylvester",
    "Theodora",
    "Ulysses", "Vivian", "Walter", "Yvonne", "Barnaby", "Cordelia", "Desmond", "Eleanor", "Franklin", "Georgina",
    "Humphrey", "Imogen", "Jerome", "Lucinda", "Mortimer", "Philippa", "Roderick", "Sabina", "Tobias", "Winifred",
)  # fmt: skip
WOMEN = frozenset(GIVEN[1::2])
INITIALS = "ABCDEFGHJKLMNPRSTVW"
# Private people: witnesses, complainants, minors. Never public, never in the pools above.
PRIVATE_SURNAMES = (
    "Tabbott", "Grimsley-Hart", "Pockett", "Dawlish", "Minnery", "Sorrowby", "Ketteridge", "Plumridge",
    "Oakapple", "Hindmarsh-Lee",
    "Twelvetree", "Wadsley", "Cobbleigh", "Fairweller", "Gatherwood", "Honeychurch-Bell", "Lightbowne",
    "Merrigold", "Nightingall", "Pennycord",
)  # fmt: skip
PRIVATE_GIVEN = ("Lenora", "Wendell", "Opal", "Chester", "Marguerite", "Alvin", "Bernadine", "Rufus", "Estelle",
                 "Homer",
                 "Nettie", "Clyde", "Ramona", "Virgil", "Hester", "Milton")  # fmt: skip

COMPANY_NAMES = (
    "Calder Tug Company", "Ironmonger Dredging Corporation", "Meridew & Sons", "Sandpiper Marine Works",
    "Blackwater Stevedoring Company",
    "Tidewell Construction Corporation", "Corvane Electric Company", "Lanternhouse Shipping Lines",
    "Greycliff Contracting Company", "Foxhollow Steel Corporation",
    "Mainsail Warehouse Company", "Pelican Point Salvage Company", "Drayhorse Haulage Company",
    "Copperline Engineering Corporation",
)  # fmt: skip
COMPANY_STARTS = ("Aldergate", "Bridlington", "Crossbeam", "Dunmarrow", "Eastlight", "Fairlead", "Gannet", "Hawser",
                  "Keelson", "Longreach", "Marlinspike", "Northwater", "Oldstone", "Portcullis", "Ropewalk",
                  "Stillwater")  # fmt: skip
COMPANY_ENDS = ("Tug Company", "Dredging Corporation", "Marine Works", "Stevedoring Company",
                "Construction Corporation",
                "Electric Company", "Contracting Company", "Steel Corporation", "Salvage Company",
                "Engineering Corporation")  # fmt: skip
INSURER_NAMES = (
    "Osprey Marine Insurance Company",
    "Fidelity of Lorne Assurance",
    "Three Anchors Mutual",
    "Seven Capes Underwriters",
)
STREETS = ("Tanner Street", "Foundry Road", "Cutler Lane", "Chandler Street", "Ropemaker Row",
           "Saltworks Avenue", "Cooper Street",
           "Lighterman Lane", "Customs Street", "Old Quay Road", "Sailmaker Street", "Brewhouse Lane")  # fmt: skip
VENUES = ("the Anchor Hotel", "the Seamen's Hall", "the Customs House", "the Corn Exchange",
          "the Merchants Club", "the Old Armory",
          "the Carpenters' Hall", "the Riverside Library", "the Chandlers' Guildhall",
          "the Pilots' Association rooms", "the Lyric Theatre",
          "the Grange Street School", "the Masonic Temple", "the Ferry Terminal waiting room",
          "the Farmers' Market annex")  # fmt: skip
SUPPLIERS = ("Harbor Stationers", "Bollard Hardware", "Pinnace Printing", "Lamplighter Oil",
             "Quayside Catering", "Sextant Office Machines",
             "Windlass Rope and Cordage", "Gullwing Travel Bureau", "Halyard Glass",
             "Brightwork Paints")  # fmt: skip

# (office, short title, organisation) - {town} is filled in. Order is seniority on a distribution list.
OFFICES = (
    ("Harbor Commissioner", "Commissioner", "{town} Port Authority"),
    ("Deputy Harbor Commissioner", "Deputy Commissioner", "{town} Port Authority"),
    ("Director of the {town} Port Authority", "Director", "{town} Port Authority"),
    ("Deputy Director of the {town} Port Authority", "Deputy Director", "{town} Port Authority"),
    ("Chief Engineer of the {town} Port Authority", "Chief Engineer", "{town} Port Authority"),
    ("Inspector General of the {town} Port Authority", "Inspector General", "{town} Port Authority"),
    ("Superintendent of Docks", "Superintendent", "{town} Port Authority"),
    ("Superintendent of Ferries", "Superintendent", "{town} Port Authority"),
    ("Treasurer of the {town} Port Authority", "Treasurer", "{town} Port Authority"),
    ("Chairman of the Harbor Board", "Chairman", "{town} Harbor Board"),
    ("Secretary of the Harbor Board", "Secretary", "{town} Harbor Board"),
    ("Counsel to the Harbor Board", "Counsel", "{town} Harbor Board"),
    ("Mayor of {town}", "Mayor", "City of {town}"),
    ("City Comptroller", "Comptroller", "City of {town}"),
    ("City Attorney", "City Attorney", "City of {town}"),
    ("President of the City Council", "Council President", "{town} City Council"),
    ("Director of Public Works", "Director", "{town} Department of Public Works"),
    ("Fire Marshal", "Fire Marshal", "{town} Fire Department"),
    ("Chief of Police", "Chief", "{town} Police Department"),
    ("County Prosecutor", "Prosecutor", "County Prosecutor's Office"),
    ("Commissioner of Health", "Commissioner", "{town} Department of Health"),
    ("Editor of the {town} Courier", "Editor", "{town} Courier"),
)
FORMER_POSTS = ("assistant engineer at the Lorne shipyard", "a deputy in the Comptroller's office",
                "a tugboat captain", "an alderman for the Third Ward",
                "a partner in the law firm of Quayle and Border", "a bridge inspector for the county",
                "a lecturer at the Maritime College",
                "manager of the grain terminal", "a lieutenant in the Fire Department", "a claims adjuster",
                "a naval paymaster",
                "clerk of the Admiralty Court", "secretary of the Pilots' Association",
                "a city planner")  # fmt: skip


class NameForm(StrEnum):
    """The ways in which the release writes a person's name."""

    FULL = "full"
    PLAIN = "plain"
    TITLED = "titled"
    POLITE = "polite"
    INITIALS = "initials"
    LAST_FIRST = "last_first"
    CAPS = "caps"
    CAPS_LAST_FIRST = "caps_last_first"


CAPITALS = (NameForm.CAPS, NameForm.CAPS_LAST_FIRST)
LAST_FIRST = (NameForm.LAST_FIRST, NameForm.CAPS_LAST_FIRST)


@dataclass(frozen=True)
class Entity:
    """A person or an organisation. `privacy_reason` is empty exactly for the public ones."""

    entity_id: str
    name: str
    kind: str  # person or organisation
    privacy_reason: str = ""
    office: str = ""
    given: str = ""
    initial: str = ""
    surname: str = ""
    short_title: str = ""

    @property
    def is_public(self) -> bool:
        """Whether a task may be about it."""
        return not self.privacy_reason

    def form(self, form: NameForm) -> str:
        """The name as written in that form; an organisation has two, its name and its name in capitals."""
        if self.kind != "person":
            return self.name.upper() if form in CAPITALS else self.name
        if form is NameForm.PLAIN:
            return f"{self.given} {self.surname}"
        if form is NameForm.TITLED:
            return f"{self.short_title} {self.surname}".strip()
        if form is NameForm.POLITE:
            return f"{self.honorific} {self.surname}"
        return self._written_out(form)

    def _written_out(self, form: NameForm) -> str:
        """The forms that keep the middle initial."""
        middle = f" {self.initial}." if self.initial else ""
        if form is NameForm.INITIALS:
            return f"{self.given[:1]}.{middle} {self.surname}"
        shown = f"{self.surname}, {self.given}{middle}" if form in LAST_FIRST else self.name
        return shown.upper() if form in CAPITALS else shown

    @property
    def honorific(self) -> str:
        """Mr. or Ms., as the release addresses the person."""
        return "Ms." if self.given in WOMEN or self.given in PRIVATE_GIVEN[::2] else "Mr."

    def forms(self) -> list[tuple[NameForm, str]]:
        """Every form with its text, in the order of NameForm, without repeats."""
        kept = {
            self.form(form): form
            for form in reversed(NameForm)
            if self.kind == "person" or form in {NameForm.FULL, NameForm.CAPS}
        }
        return sorted(((form, text) for text, form in kept.items()), key=lambda pair: list(NameForm).index(pair[0]))


@dataclass(frozen=True)
class Collection:
    """One town's papers: its cast, and what can be written about. Every 4,000 documents begin another town."""

    number: int
    town: str
    officials: tuple[Entity, ...]
    heads: tuple[Entity, ...]  # heads[i] runs companies[i]
    former: tuple[Entity, ...]  # former[i] held officials[i]'s office before
    bodies: tuple[Entity, ...]
    companies: tuple[Entity, ...]
    insurers: tuple[Entity, ...]
    assets: tuple[str, ...]

    @property
    def entities(self) -> tuple[Entity, ...]:
        """Every public person and organisation of the town."""
        return (*self.officials, *self.heads, *self.former, *self.bodies, *self.companies, *self.insurers)


@cache
def town_name(number: int) -> str:
    """The name of the n-th town, from 0; there are 248 before a number is appended."""
    if number < len(TOWNS):
        return TOWNS[number]
    left = number - len(TOWNS)
    cycle, left = divmod(left, len(TOWN_STARTS) * len(TOWN_ENDS))
    name = TOWN_STARTS[left % len(TOWN_STARTS)] + TOWN_ENDS[left // len(TOWN_STARTS)]
    return f"New {name} {cycle + 1}" if cycle else name


def make_collection(seed: int, number: int) -> Collection:
    """The cast of one town; the same seed and number give the same cast."""
    draws = draws_for(seed, 1, number)
    town = town_name(number)
    prefix = f"{number:03d}"
    surnames = draws.sample(SURNAMES, len(SURNAMES))
    people: list[Entity] = []

    def person(office: str, title: str) -> Entity:
        given, initial = draws.pick(GIVEN), draws.pick(INITIALS)
        surname = surnames[len(people) % len(surnames)]
        made = Entity(f"per-{prefix}-{len(people):03d}", f"{given} {initial}. {surname}", "person", office=office,
                      given=given, initial=initial, surname=surname, short_title=title)  # fmt: skip
        people.append(made)
        return made

    officials = tuple(person(office.format(town=town), title) for office, title, _ in OFFICES)
    companies = _organisations(prefix, "com", _company_names(number))
    heads = tuple(person(f"President of {company.name}", "President") for company in companies)
    former = tuple(person(f"former {official.office}", official.short_title) for official in officials[:8])
    bodies = _organisations(prefix, "bod", list(dict.fromkeys(body.format(town=town) for _, _, body in OFFICES)))
    insurers = _organisations(prefix, "ins", list(INSURER_NAMES)) if number == 0 else _organisations(
        prefix, "ins", [f"{town} {name}" for name in ("Mutual Assurance", "Marine Underwriters")])  # fmt: skip
    return Collection(number, town, officials, heads, former, bodies, companies, insurers, _assets(number, town))


def private_person(seed: int, group: int, ordinal: int, reason: str) -> Entity:
    """A person whom the release mentions and who is nobody's business."""
    draws = draws_for(seed, 2, group, ordinal)
    given, surname = draws.pick(PRIVATE_GIVEN), draws.pick(PRIVATE_SURNAMES)
    return Entity(
        f"prv-{group:07d}-{ordinal}",
        f"{given} {surname}",
        "person",
        privacy_reason=reason,
        given=given,
        surname=surname,
    )


def invented_names() -> list[str]:
    """Every invented proper name the corpus can print, for the test that no stage knows one. Sorted."""
    plain = {TITLE, *TOWNS, *SURNAMES, *PRIVATE_SURNAMES, *COMPANY_NAMES, *INSURER_NAMES, *SUPPLIERS}
    return sorted(plain)


def _organisations(prefix: str, code: str, names: list[str]) -> tuple[Entity, ...]:
    return tuple(Entity(f"{code}-{prefix}-{at:03d}", name, "organisation") for at, name in enumerate(names))


def _company_names(number: int) -> list[str]:
    if number == 0:
        return list(COMPANY_NAMES)
    pairs = [f"{start} {end}" for end in COMPANY_ENDS for start in COMPANY_STARTS]
    begin = (number * 14) % len(pairs)
    town = "" if number < len(pairs) // 14 else f"{town_name(number)} "
    return [town + name for name in (pairs + pairs)[begin : begin + 14]]


def _assets(number: int, town: str) -> tuple[str, ...]:
    """The places that contracts and incidents are about; outside the first town they carry its name."""
    nouns = (("Pier", 29), ("Warehouse", 40), ("Slip", 22), ("Berth", 24), ("Shed", 18))
    numbered = [f"{noun} {at}" for noun, last in nouns
                for at in range(1, last + 1)]  # fmt: skip
    named = [
        f"the {street} {thing}"
        for street in STREETS
        for thing in ("seawall", "footbridge", "ferry terminal", "pumping station", "depot")
    ]
    if number == 0:
        return (*numbered, *named)
    return (*(f"{town} {name}" for name in numbered), *(f"{name} in {town}" for name in named))
