"""Documents of a body at work: minutes, depositions, reports, press releases, ledgers, calendars.

Belongs here: their layouts. Does not: what is said in them (pages) or who exists (cast).
"""

from __future__ import annotations

import datetime as dt

from bench_resources.planted.cast import SUPPLIERS, NameForm
from bench_resources.planted.correspondence import Setting, header_fact, iso
from bench_resources.planted.pages import Page, in_runs, topic_fact, wrap
from bench_resources.planted.topics import Family, Topic
from bench_resources.planted.truth import Fact, Statement
from bench_resources.planted.wording import FILLER, MONTHS, WEEKDAYS, capital, wordings, write_date

PURPOSES = (
    "typewriter ribbons",
    "lamp oil",
    "rope and shackles",
    "window glass",
    "printing of notices",
    "repainting of signs",
    "coffee and sandwiches",
    "repair of an adding machine",
    "two train tickets",
    "brass polish",
    "canvas covers",
    "envelopes",
    "a set of padlocks",
    "fuses",
)
QUESTIONS_ASKED = (
    "What do you know about {what}?",
    "Can you tell us anything more about {what}?",
    "And with respect to {what}?",
    "Let me turn to {what}. What do the records show?",
    "What is your understanding of {what}?",
)
EVASIONS = (
    ("Did you keep a copy?", "I did not."),
    ("Do you recall who else was present?", "Not with any certainty."),
    ("Is that your handwriting in the margin?", "It looks like it, but I could not swear to it."),
    ("Were you asked to sign anything?", "No, sir."),
    ("Did anybody tell you why?", "Nobody did."),
    ("Would you speak up for the reporter, please.", "I am sorry. Yes."),
    ("How would you describe the mood?", "Tired, mostly."),
    ("You have seen this document before?", "I believe so, in a different cover."),
)


def minutes(page: Page, setting: Setting, angle: str) -> None:
    """Minutes of the Harbor Board; a session that approves a matter is the session of that day."""
    draws = page.draws
    topic = setting.topics[0]
    approval = topic.values.get("approved_on")
    is_session_of_approval = approval is not None and isinstance(approval.raw, int) and draws.chance(0.7)
    if is_session_of_approval and approval is not None and isinstance(approval.raw, int):
        page.day = approval.raw
    chairman, secretary = setting.collection.officials[9], setting.collection.officials[10]
    board = setting.collection.bodies[1]
    date = write_date(page.day, draws)
    page.add(page.name(board, NameForm.CAPS).center(page.width).rstrip(), "MINUTES".center(page.width).rstrip(), "")
    opening = f"The {board.name} met in {draws.pick(('regular', 'special', 'executive'))} session on {date}."
    page.name(board, NameForm.FULL)
    chair = page.name(chairman, draws.pick((NameForm.FULL, NameForm.TITLED)))
    page.paragraph(f"{opening} {chair} presided. {page.name(secretary, NameForm.FULL)} kept the record.")
    present = [page.name(person, NameForm.FULL) for person in topic.people if person not in {chairman, secretary}]
    page.paragraph("Present: " + "; ".join([chair, *present]) + ".")
    document = f"the session of the {board.name} of {iso(page.day)}"
    header_fact(page, setting, document, "presided_by", (chairman.name, "person", chair, f"{chair} presided."))
    page.add(
        "1. "
        + draws.pick(
            ("Minutes of the previous session were read and adopted.", "Reading of the minutes was dispensed with.")
        ),
        "",
    )
    page.add(*wrap(f"2. {topic.heading} - {angle}", page.width), "")
    page.body(setting.topics, draws.between(2, 4), draws.between(6, 14))
    if is_session_of_approval:
        resolved = f"RESOLVED, that {topic.subject} be and hereby is approved."
        page.paragraph(resolved)
        fact = topic_fact(topic, "approved_on")
        page.note(fact, Statement(fact.fact_id, resolved, date, "sentence", is_standalone=False))
    page.paragraph("3. Other business. " + " ".join(draws.sample(FILLER, draws.between(1, 3))))
    page.paragraph("There being no further business, the session was adjourned.")


def deposition(page: Page, setting: Setting, _angle: str) -> None:
    """Questions and answers under oath, numbered lines now and then, a private witness now and then."""
    draws = page.draws
    witness = draws.pick((*setting.topics[0].people, *setting.privates[:1]))
    form = NameForm.CAPS if draws.chance(0.5) else NameForm.FULL
    page.add(
        "TRANSCRIPT OF DEPOSITION",
        "",
        f"WITNESS: {page.name(witness, form)}",
        f"Taken on {write_date(page.day, draws)}",
        "",
    )
    page.paragraph(f"{page.name(witness, NameForm.POLITE)}, having been first duly sworn, testified as follows:")
    if not witness.is_public:
        page.add("Q. State your date of birth for the record.")
        page.add(f"A. {draws.pick(('[REDACTED]', '[REDACTED - PERSONAL PRIVACY]'))}")
    said: set[str] = set()
    for topic, wording in page.choose(setting.topics, draws.between(3, 6)):
        if not wording.is_standalone:
            continue
        if draws.chance(0.6) or topic.topic_id not in said:
            question = draws.pick(QUESTIONS_ASKED).format(what=topic.words.get("what", topic.subject))
            page.add(*wrap(f"Q. {question}", page.width, rest="   "))
            page.add(*wrap(f"A. {page.state(topic, wording, 'dialogue')}", page.width, rest="   "))
        else:
            answer = page.state(
                topic, wording, "dialogue", draws.pick(("Yes. {}", "As I recall it: {}", "That is right. {}"))
            )
            page.add("Q. Please go on.", *wrap(f"A. {answer}", page.width, rest="   "))
        said.add(topic.topic_id)
        for question, reply in draws.sample(EVASIONS, draws.between(0, 3)):
            page.add(f"Q. {question}", f"A. {reply}")
    page.add("", "(Whereupon a recess was taken.)", "")


def report(page: Page, setting: Setting, angle: str) -> None:
    """A report with numbered sections."""
    draws = page.draws
    topic = setting.topics[0]
    author = draws.pick(topic.people)
    page.add(*wrap(f"REPORT ON {topic.heading.upper()}", page.width), *wrap(capital(angle), page.width), "")
    name = page.name(author, draws.pick((NameForm.FULL, NameForm.CAPS)))
    line = f"Submitted by {name}, {author.office}"
    page.add(*wrap(line, page.width))
    date = write_date(page.day, draws)
    page.add(date, "")
    document = f'the report "{topic.heading} - {angle}"'
    header_fact(page, setting, document, "written_by", (author.name, "person", name, line))
    header_fact(page, setting, document, "written_on", (iso(page.day), "date", date, date))
    heads = draws.sample(
        ("Background", "Findings", "Finance", "Course of events", "Correspondence", "Remaining work"), 3
    )
    told = page.sentences(setting.topics, draws.between(4, 7), draws.between(14, 34))
    share = len(told) // len(heads) + 1
    for number, head in enumerate(heads, start=1):
        page.add(f"{number}. {head.upper()}", "")
        for paragraph in in_runs(told[(number - 1) * share : number * share], draws):
            page.paragraph(" ".join(paragraph))


def press_release(page: Page, setting: Setting, _angle: str) -> None:
    """A statement to the newspapers."""
    draws = page.draws
    body = draws.pick(setting.collection.bodies)
    page.add("FOR IMMEDIATE RELEASE", "", page.name(body, NameForm.CAPS), "")
    lead = page.sentences(setting.topics, draws.between(2, 3), draws.between(2, 4))
    date = write_date(page.day, draws)
    page.paragraph(f"{setting.collection.town.upper()}, {date} -- {lead[0]}")
    for paragraph in in_runs(lead[1:], draws):
        page.paragraph(" ".join(paragraph))
    speaker = page.name(draws.pick(setting.topics[0].people), NameForm.TITLED)
    page.paragraph(f'"{draws.pick(FILLER)}" {speaker} said in a prepared statement.')
    page.add("# # #", "")


def ledger(page: Page, setting: Setting, _angle: str) -> None:
    """A page of a payment book; each row is a fact of its own."""
    draws = page.draws
    page.add(
        f"{setting.collection.town.upper()} PORT AUTHORITY",
        "DISBURSEMENTS",
        "",
        f"{'DATE':<10}{'PAYEE':<30}{'PURPOSE':<30}{'AMOUNT':>12}",
    )
    company = setting.topics[0].values.get("awarded_to")
    for row in range(draws.between(8, 22)):
        day = dt.date.fromordinal(page.day - 60 + row * 3)
        is_contract = company is not None and row == 5
        payee = company.answer if is_contract and company is not None else draws.pick(SUPPLIERS)
        purpose = "on account" if is_contract else draws.pick(PURPOSES)
        cents = draws.between(400, 90_000) if not is_contract else draws.between(100_000, 9_000_000)
        amount = f"${cents // 100:,}.{cents % 100:02d}"
        line = f"{day:%m/%d/%y}  {payee:<30.29}{purpose:<30.29}{amount:>12}"
        page.add(line)
        fact_id = f"l{setting.group:07d}.{page.day}.{row:02d}"
        subject = f"the payment to {payee} for {purpose} of {day.isoformat()}"
        page.note(
            Fact(fact_id, subject, "payment", f"How much was {subject}?", amount, "money", is_public=True),
            Statement(fact_id, " ".join(line.split()), amount, "row", is_standalone=True),
        )
    page.add("", "Examined and found correct.", page.name(setting.collection.officials[8], NameForm.INITIALS), "")


def calendar(page: Page, setting: Setting, _angle: str) -> None:
    """A week of appointments; the meeting of the group, if it has one, is among them."""
    draws = page.draws
    held = next(
        (topic for topic in setting.topics if topic.family is Family.MEETING and "met_on" in topic.values), None
    )
    who = held.who if held is not None and held.who is not None else draws.pick(setting.collection.officials)
    day = held.values["met_on"].raw if held is not None else page.day
    assert isinstance(day, int)
    page.day = day
    monday = day - dt.date.fromordinal(day).weekday()
    page.add(f"CALENDAR OF {page.name(who, NameForm.CAPS)}", "")
    for offset in range(5):
        date = dt.date.fromordinal(monday + offset)
        page.add(f"{WEEKDAYS[offset]}, {MONTHS[date.month - 1]} {date.day}, {date.year}")
        hours = sorted(draws.sample(range(8, 18), draws.between(1, 4)))
        is_met = held is not None and monday + offset == day
        spot = draws.pick(hours) if is_met else -1
        for hour in hours:
            if hour == spot and held is not None:
                meeting_row(page, held, hour)
            else:
                page.add(f"  {clock(hour)}:{draws.pick(('00', '15', '30'))}  {draws.pick(ENGAGEMENTS)}")
        page.add("")


ENGAGEMENTS = (
    "Staff",
    "Dictation",
    "Budget, with the treasurer's clerk",
    "Dentist",
    "Hold",
    "Rotary luncheon",
    "Sign mail",
    "Walk the east quay",
    "Typing pool interviews",
    "Telephone calls",
    "Car to be serviced",
    "Architects (tentative)",
)


def clock(hour: int) -> str:
    """An hour of the day as a calendar prints it, two wide."""
    return f"{(hour - 1) % 12 + 1:>2}"


def meeting_row(page: Page, held: Topic, hour: int) -> None:
    """The calendar's line for a meeting: a statement of its day, place and other party."""
    named = page.name(held.people[1], NameForm.PLAIN)
    where = held.values["met_at"].answer
    row = f"{clock(hour).strip()}:{page.draws.pick(('00', '30'))}  {named}, {where} ({held.words['what']})"
    page.add(*wrap("  " + row, page.width, rest="         "))
    for relation, written in (("met_on", ""), ("met_at", where), ("met_with", named)):
        if relation in held.values:
            fact = topic_fact(held, relation)
            page.note(fact, Statement(fact.fact_id, " ".join(row.split()), written, "row", is_standalone=False))


def careers(page: Page, setting: Setting, _angle: str) -> None:
    """A biographical notice: everything the release says about an office and who holds it."""
    draws = page.draws
    people = [topic for topic in setting.topics if topic.family in {Family.PERSON, Family.COMPANY}] or list(
        setting.topics
    )
    page.add(
        draws.pick(("BIOGRAPHICAL NOTE", "FOR THE DIRECTORY", "NOTICE TO ALL DEPARTMENTS", "WHO IS WHO IN THE HARBOR")),
        write_date(page.day, draws),
        "",
    )
    for topic in people:
        told = [
            page.state(topic, wording)
            for wording in wordings(topic.family)
            if wording.relations <= topic.values.keys() and draws.chance(0.5)
        ]
        told += draws.sample(FILLER, draws.between(1, 3))
        for paragraph in in_runs(told, draws):
            page.paragraph(" ".join(paragraph))
