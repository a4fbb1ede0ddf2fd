"""Documents that one person sends another: memoranda, letters, e-mail threads, telephone slips, cover sheets.

Belongs here: their layouts. Does not: what is said in them (pages) or who exists (cast).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from bench_resources.planted.cast import Collection, Entity, NameForm
from bench_resources.planted.draws import Draws
from bench_resources.planted.pages import Page, wrap
from bench_resources.planted.topics import Topic
from bench_resources.planted.truth import Fact, Statement
from bench_resources.planted.wording import MAIL_FOOTERS, MONTHS, WEEKDAYS, capital, write_date


@dataclass(frozen=True)
class Setting:
    """What a group's documents share.

    Attributes:
        collection: the town's cast.
        topics: the matter first, then whatever else the group touches.
        privates: private people who may be named.
        group: the group's number, which makes header facts' ids unique.
        draws: every choice that its documents make.
    """

    collection: Collection
    topics: tuple[Topic, ...]
    privates: tuple[Entity, ...]
    group: int
    draws: Draws


def header_fact(page: Page, setting: Setting, document: str, relation: str, answer: tuple[str, str, str, str]) -> None:
    """A fact that the document's own header states. `answer` is (canonical, type, as written, the header line)."""
    canonical, answer_type, written, line = answer
    asked = {
        "written_by": "Who wrote {}?",
        "addressed_to": "To whom was {} addressed?",
        "written_on": "What is the date of {}?",
        "held_on": "On what date was {} held?",
        "held_at": "Where was {} held?",
        "presided_by": "Who presided over {}?",
    }
    fact_id = f"h{setting.group:07d}.{document}.{relation}"
    fact = Fact(fact_id, document, relation, asked[relation].format(document), canonical, answer_type, is_public=True)
    page.note(fact, Statement(fact_id, line, written, "header", is_standalone=line != written))


def iso(day: int) -> str:
    """The ordinal's day in ISO 8601."""
    return dt.date.fromordinal(day).isoformat()


def two_of(people: tuple[Entity, ...], draws: Draws) -> tuple[Entity, Entity]:
    """A sender and a receiver."""
    sender, receiver = draws.sample(people, 2)
    return sender, receiver


def field_lines(page: Page, label: str, value: str, gap: int) -> str:
    """A header field, wrapped under itself; returns it on one line, as it is looked for."""
    lines = wrap(value, page.width - gap)
    page.add(f"{label:<{gap}}{lines[0]}", *(" " * gap + line for line in lines[1:]))
    return f"{label} {value}"


def memo(page: Page, setting: Setting, angle: str) -> None:
    """A memorandum with its header."""
    draws = page.draws
    topic = setting.topics[0]
    sender, receiver = two_of(topic.people, draws)
    subject = f"{topic.heading} - {angle}"
    is_caps = draws.chance(0.35)
    page.add(
        draws.pick(
            (
                "MEMORANDUM",
                "M E M O R A N D U M",
                "MEMORANDUM FOR THE FILE",
                "INTEROFFICE MEMORANDUM",
                setting.collection.town.upper() + " PORT AUTHORITY\nMEMORANDUM",
            )
        ),
        "",
    )
    form = draws.pick(
        (NameForm.CAPS, NameForm.CAPS_LAST_FIRST)
        if is_caps
        else (NameForm.FULL, NameForm.FULL, NameForm.LAST_FIRST, NameForm.INITIALS)
    )
    shown = subject.upper() if is_caps else subject
    has_office = draws.chance(0.5)
    date = write_date(page.day, draws)
    document = f'the memorandum "{subject}"'
    fields = {
        "TO": (receiver, "addressed_to"),
        "FROM": (sender, "written_by"),
    }
    order = ["DATE", "TO", "FROM", "SUBJECT"] if draws.chance(0.4) else ["TO", "FROM", "DATE", "SUBJECT"]
    gap = draws.pick((9, 10, 12))
    for label in order:
        if label in fields:
            person, relation = fields[label]
            name = page.name(person, form)
            value = f"{name}, {person.office.upper() if is_caps else person.office}" if has_office else name
            line = field_lines(page, f"{label}:", value, gap)
            header_fact(page, setting, document, relation, (person.name, "person", name, line))
        elif label == "DATE":
            date = date.upper() if is_caps else date
            line = field_lines(page, "DATE:", date, gap)
            header_fact(page, setting, document, "written_on", (iso(page.day), "date", date, line))
        else:
            field_lines(page, draws.pick(("SUBJECT:", "RE:", "SUBJ:")), shown, gap)
    if draws.chance(0.3):
        copied = draws.pick(setting.collection.officials)
        field_lines(page, "CC:", page.name(copied, form), gap)
    page.add("", draws.pick(("-" * 40, "_" * 48, "")), "")
    page.body(setting.topics, draws.between(2, 4), draws.between(6, 16))
    page.add(f"{draws.pick(('Attachment', 'Enclosures', 'cc: file', 'Initialed'))}", "")


def letter(page: Page, setting: Setting, angle: str) -> None:
    """A letter with letterhead, address, salutation and signature."""
    draws = page.draws
    topic = setting.topics[0]
    sender, receiver = two_of(topic.people, draws)
    page.add(sender.office.removeprefix("President of ").upper().center(page.width).rstrip(), "")
    date = write_date(page.day, draws)
    page.add(
        date,
        "",
        page.name(receiver, NameForm.FULL),
        *wrap(capital(receiver.office), page.width),
        setting.collection.town,
        "",
    )
    page.add(*wrap(f"Re: {topic.heading} - {angle}", page.width), "")
    page.add(f"Dear {page.name(receiver, NameForm.POLITE)}:", "")
    page.body(setting.topics, draws.between(1, 4), draws.between(8, 18))
    page.add(
        draws.pick(("Sincerely,", "Very truly yours,", "Respectfully,")),
        "",
        "",
        page.name(sender, NameForm.FULL),
        capital(sender.office),
        "",
    )
    document = f'the letter "{topic.heading} - {angle}"'
    header_fact(page, setting, document, "written_by", (sender.name, "person", sender.name, sender.name))
    header_fact(page, setting, document, "addressed_to", (receiver.name, "person", receiver.name, receiver.name))
    header_fact(page, setting, document, "written_on", (iso(page.day), "date", date, date))


def mail_date(page: Page, draws: Draws) -> str:
    """The line after Sent: weekday, day and time."""
    date = dt.date.fromordinal(page.day)
    hour = draws.between(7, 18)
    clock = f"{(hour - 1) % 12 + 1}:{draws.between(0, 59):02d} {'AM' if hour < 12 else 'PM'}"
    return f"{WEEKDAYS[date.weekday()]}, {MONTHS[date.month - 1]} {date.day}, {date.year} {clock}"


def message(page: Page, setting: Setting, subject: str, n_fillers: int) -> None:
    """One e-mail message, header and body."""
    draws = page.draws
    sender, receiver = two_of(setting.topics[0].people, draws)
    form = draws.pick((NameForm.LAST_FIRST, NameForm.PLAIN, NameForm.PLAIN))
    address = (
        f" <{sender.given[:1]}{sender.surname}@{setting.collection.town.replace(' ', '')}.example>".lower()
        if draws.chance(0.4)
        else ""
    )
    sent = mail_date(page, draws)
    lines = {
        "From": f"From: {page.name(sender, form)}{address}",
        "Sent": f"Sent: {sent}",
        "To": f"To: {page.name(receiver, form)}",
    }
    page.add(*lines.values())
    if draws.chance(0.25):
        page.add(f"Cc: {page.name(draws.pick(setting.collection.officials), form)}")
    page.add(*wrap(f"Subject: {subject}", page.width), "")
    document = f'the message "{subject}" of {iso(page.day)}'
    header_fact(page, setting, document, "written_by", (sender.name, "person", sender.form(form), lines["From"]))
    header_fact(page, setting, document, "addressed_to", (receiver.name, "person", receiver.form(form), lines["To"]))
    if draws.chance(0.5):
        page.paragraph(f"{receiver.given},")
    page.body(setting.topics, draws.between(1, 3), n_fillers)
    page.add(
        draws.pick((sender.given, f"{sender.given[:1]}.{sender.surname[:1]}.", page.name(sender, NameForm.PLAIN), "")),
        "",
    )


def mail(page: Page, setting: Setting, angle: str) -> None:
    """A thread of one to three messages, newest on top, the older ones below a line or behind quote marks."""
    draws = page.draws
    subject = f"{setting.topics[0].heading} - {angle}"
    n_older = draws.between(0, 2)
    prefix = draws.pick(("RE: ", "Re: ", "FW: ")) if n_older else ""
    message(page, setting, prefix + subject, draws.between(2, 6))
    is_marked = draws.chance(0.4)
    for depth in range(1, n_older + 1):
        older = Page(page.kind, page.day - depth * draws.between(1, 3), draws)
        older.width = page.width - 3 * depth if is_marked else page.width
        message(older, setting, subject if depth == n_older else prefix + subject, draws.between(1, 5))
        if not is_marked:
            page.add(draws.pick(("-----Original Message-----", "---------- Forwarded message ----------")))
        page.quote(older, ">" * depth + " " if is_marked else "")
    if draws.chance(0.6):
        page.paragraph(draws.pick(MAIL_FOOTERS))


def telephone_slip(page: Page, setting: Setting, _angle: str) -> None:
    """A form for a missed call, with one or two facts in its message."""
    draws = page.draws
    caller, called = two_of(setting.topics[0].people, draws)
    page.add(
        "WHILE YOU WERE OUT",
        "",
        f"For: {page.name(called, NameForm.TITLED)}",
        f"Caller: {page.name(caller, NameForm.PLAIN)}",
        f"Date: {write_date(page.day, draws)}",
        "[X] telephoned   [ ] came to see you   [X] will call again",
        "",
        "Message:",
    )
    for sentence in page.sentences(setting.topics, draws.between(1, 2), draws.between(1, 2)):
        page.paragraph(sentence)


def cover_sheet(page: Page, setting: Setting, angle: str) -> None:
    """A facsimile cover: names and boxes, no facts worth asking for."""
    draws = page.draws
    sender, receiver = two_of(setting.topics[0].people, draws)
    page.add(
        "FACSIMILE TRANSMITTAL SHEET",
        "",
        f"TO:     {page.name(receiver, NameForm.PLAIN)}",
        f"FROM:   {page.name(sender, NameForm.PLAIN)}",
        f"PAGES (including cover): {draws.between(2, 40)}",
        *wrap(f"RE:     {setting.topics[0].heading} - {angle}", page.width),
        "",
        "[ ] URGENT   [X] FOR REVIEW   [ ] PLEASE COMMENT   [ ] PLEASE REPLY",
        "",
    )
    page.paragraph(" ".join(page.sentences(setting.topics, 0, draws.between(1, 4))))


def complaint(page: Page, setting: Setting, _angle: str) -> None:
    """A letter from a private person, with personal data that no task may ask for."""
    draws = page.draws
    person = setting.privates[0]
    receiver = draws.pick(setting.topics[0].people)
    home = f"{draws.between(2, 190)} {draws.pick(('Alder Lane', 'Bramley Street', 'Orchard Row', 'Mill Lane'))}"
    born = draws.between(690_000, 718_000)
    page.add(
        page.name(person, NameForm.FULL),
        home,
        setting.collection.town,
        "",
        write_date(page.day, draws),
        "",
        f"To {page.name(receiver, NameForm.TITLED)}:",
        "",
    )
    birth = write_date(born, draws)
    told = [
        f"I was born on {birth} and have lived at {home} all my life.",
        "I am not a person who writes letters.",
        "My neighbors will tell you the same if they are asked.",
    ]
    for relation, canonical, kind, written in (
        ("birth_date", iso(born), "date", birth),
        ("home_address", home, "place", home),
    ):
        fact_id = f"{person.entity_id}.{relation}"
        fact = Fact(
            fact_id,
            person.name,
            relation,
            f"What is the {relation.replace('_', ' ')} of {person.name}?",
            canonical,
            kind,
            is_public=False,
        )
        page.note(fact, Statement(fact_id, told[0], written, "sentence", is_standalone=False))
    if len(setting.privates) > 1:
        child = setting.privates[1]
        told.append(
            f"My child {page.name(child, NameForm.FULL)}, age {draws.between(6, 15)}, was at the gate when it happened."
            if draws.chance(0.5)
            else "My child, Jane Doe, a minor, was at the gate when it happened."
        )
    told += page.sentences(setting.topics[:1], draws.between(0, 1), draws.between(3, 6))
    page.paragraph(" ".join(told[:4]))
    page.paragraph(" ".join(told[4:]))
    page.add("Yours truly,", "", draws.pick((page.name(person, NameForm.FULL), "[REDACTED]")), "")
