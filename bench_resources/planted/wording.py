"""How the fictional release writes its facts: several wordings a fact, filler without facts, values in many forms.

Belongs here: words. Does not: documents, layout, truth. A field named like a relation is a fact; others are constants.
"""

from __future__ import annotations

import datetime as dt
import string
from dataclasses import dataclass
from functools import cache

from bench_resources.planted.cast import Entity, NameForm
from bench_resources.planted.draws import Draws
from bench_resources.planted.topics import Family, Value

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_CONTRACT = (
    "The {role} in {what} was {awarded_to}.",
    "{awarded_to} was named as the {role} in {what}.",
    "{What} went to {awarded_to}, whose papers were the only ones complete on the day.",
    "After some discussion the Board settled on {awarded_to} as the {role} for {what}.",
    "The {price_label} for {what} was set at {price}.",
    "The Board agreed to a {price_label} of {price} for {what}.",
    "For {what} the parties settled on a {price_label} of {price}, exclusive of harbor dues.",
    "The Harbor Board approved {what} on {approved_on}.",
    "{What} was approved by the Harbor Board on {approved_on}.",
    "On {approved_on}, the Harbor Board voted to approve {what}, with one abstention.",
    "The papers for {what} were signed by {signed_by}.",
    "{signed_by} signed the papers for {what} on behalf of the Port Authority.",
    "The Secretary opened {bids} bids for {what}.",
    "In all, {bids} bids were received for {what}, two of them late.",
    "A performance bond of {bond} was posted for {what}.",
    "The bond posted for {what} stands at {bond}.",
    "The public hearing on {what} took place on {hearing_on}.",
    "The public hearing on {what} was held at {hearing_at}.",
    "Residents were heard on {what} at {hearing_at} on {hearing_on}.",
    "{What} was approved on {approved_on} at a {price_label} of {price}.",
    "{awarded_to} posted a bond of {bond} for {what}.",
    "According to the register, {what} was awarded to {awarded_to} for {price}.",
    "The bond was fixed at {bond}.",
    "There were {bids} bids.",
    "Approval was given on {approved_on}.",
)  # fmt: skip
_WORKS = (
    "{What} is to be completed by {completion_on}.",
    "The contract calls for {what} to be finished no later than {completion_on}.",
    "{inspected_by} inspected {what} and found the work in order.",
    "{What} was inspected by {inspected_by} without prior notice.",
)
_INCIDENT = (
    "{What} occurred on {occurred_on}.",
    "{What}, which took place on {occurred_on}, is still under review.",
    "On {occurred_on}, in the early morning, the duty officer logged {what}.",
    "The damage caused by {what} was estimated at {damage}.",
    "An adjuster put the loss from {what} at {damage}.",
    "{investigated_by} led the investigation into {what}.",
    "The investigation into {what} was assigned to {investigated_by}.",
    "{reported_by} was the first to report {what} to the harbor office.",
    "{What} was first reported by {reported_by}.",
    "Claims arising from {what} were paid by {insurer}.",
    "{insurer} insured the premises and has opened a file on {what}.",
    "Investigators interviewed {witnesses} witnesses about {what}.",
    "In the course of the inquiry into {what}, {witnesses} witnesses gave statements.",
    "The inquest into {what} sat at {inquest_at}.",
    "The final report on {what} was delivered on {report_on}.",
    "The report on {what} reached the Board on {report_on}, and put the damage at {damage}.",
    "{investigated_by} interviewed {witnesses} witnesses about {what}.",
    "The loss was put at {damage}.",
    "The inquest was convened at {inquest_at}.",
)
_PERSON = (
    "{who} was appointed {office} on {appointed_on}.",
    "On {appointed_on}, {who} was sworn in as {office}.",
    "The appointment of {who} as {office} took effect on {appointed_on}.",
    "{who} succeeded {predecessor} as {office}.",
    "As {office}, {who} took over the desk of {predecessor}.",
    "Before taking office {who} was {former_post}.",
    "{who}, formerly {former_post}, is now {office}.",
    "{who} keeps an office at {office_at}.",
    "Correspondence for {who} should be sent to {office_at}.",
    "{who} has been {office} since {appointed_on}.",
)
_COMPANY = (
    "{who} was incorporated on {incorporated_on}.",
    "The charter of {who} is dated {incorporated_on}.",
    "{who} employs {employees} people, most of them seasonal.",
    "{who} has its headquarters at {headquarters}.",
    "The registered office of {who} is {headquarters}.",
    "{who} operates {vessels} vessels out of the inner harbor.",
    "The fleet of {who} numbers {vessels} vessels, according to the pilots' list.",
    "{president} is president of {who}.",
    "{president}, the president of {who}, declined to comment on the figures.",
)
_MEETING = (
    "On {met_on}, {who} met {met_with} at {met_at} to discuss {what}.",
    "{who} met {met_with} on {met_on} about {what}.",
    "{who} and {met_with} talked over {what} at {met_at} on {met_on}.",
    "It is not disputed that {who} saw {met_with} at {met_at} in connection with {what}.",
)
WORDINGS: dict[Family, tuple[str, ...]] = {
    Family.WORKS: _CONTRACT + _WORKS, Family.LEASE: _CONTRACT, Family.SALE: _CONTRACT, Family.INCIDENT: _INCIDENT,
    Family.PERSON: _PERSON, Family.COMPANY: _COMPANY, Family.MEETING: _MEETING,
}  # fmt: skip
QUESTIONS = {
    "awarded_to": "Which company was the {role} in {what}?", "price": "What was the {price_label} for {what}?",
    "approved_on": "On what date did the Harbor Board approve {what}?",
    "signed_by": "Who signed the papers for {what}?",
    "bids": "How many bids were received for {what}?", "bond": "What bond was posted for {what}?",
    "hearing_on": "When did the public hearing on {what} take place?",
    "hearing_at": "Where was the public hearing on {what} held?",
    "completion_on": "By what date was {what} to be completed?", "inspected_by": "Who inspected {what}?",
    "occurred_on": "On what date did {what} occur?", "damage": "At how much was the damage from {what} estimated?",
    "investigated_by": "Who led the investigation into {what}?", "reported_by": "Who first reported {what}?",
    "insurer": "Which insurer paid claims from {what}?",
    "witnesses": "How many witnesses were interviewed about {what}?",
    "inquest_at": "Where did the inquest into {what} sit?",
    "report_on": "When was the final report on {what} delivered?",
    "office": "Which office does {who} hold?", "appointed_on": "When was {who} appointed {office_text}?",
    "former_post": "What was {who} before taking office?", "office_at": "Where does {who} keep an office?",
    "predecessor": "Whom did {who} succeed as {office_text}?", "salary": "What is the salary of {who}?",
    "alma_mater": "Which university did {who} attend?", "incorporated_on": "When was {who} incorporated?",
    "employees": "How many people does {who} employ?", "vessels": "How many vessels does {who} operate?",
    "headquarters": "Where is the headquarters of {who}?", "president": "Who is president of {who}?",
    "auditor": "Which firm audits {who}?", "annual_profit": "What was the annual profit of {who}?",
    "met_on": "On what date did {who} meet {other} about {what}?",
    "met_at": "Where did {who} meet {other} about {what}?",
    "met_with": "Whom did {who} meet about {what}?",
    "minutes_taken_by": "Who took the minutes when {who} met {other} about {what}?",
}  # fmt: skip
ASKED_TYPES = {
    "awarded_to": "organisation", "price": "money", "approved_on": "date", "signed_by": "person",
    "bids": "number", "bond": "money",
    "hearing_on": "date", "hearing_at": "place", "completion_on": "date", "inspected_by": "person",
    "occurred_on": "date",
    "damage": "money", "investigated_by": "person", "reported_by": "person", "insurer": "organisation",
    "witnesses": "number",
    "inquest_at": "place", "report_on": "date", "salary": "money", "alma_mater": "organisation",
    "auditor": "organisation",
    "annual_profit": "money", "minutes_taken_by": "person",
}  # fmt: skip
# The issue a document takes up: no two documents of a group share one, so that a subject line names one document.
ANGLES = (
    "outstanding points", "request for comments", "status", "schedule", "questions from the Board",
    "draft language", "correspondence received",
    "follow-up", "file copy", "insurance certificates", "press inquiries", "revised figures",
    "notes for the record", "comments of counsel",
    "next steps", "objections", "distribution of copies", "timetable for review",
    "summary for the Mayor's office", "matters arising",
    "arrangements for inspection", "items for the agenda",
)  # fmt: skip

# Filler states nothing that could be asked: no names beyond {what}, no dates, no amounts.
FILLER = (
    "I would be grateful for your comments before the end of the week.",
    "Please treat the attached as a working draft and do not circulate it further.",
    "The file copy has been returned to the registry in the usual way.",
    "We have gone over the correspondence twice and can find no record of a reply.",
    "Several members expressed concern about the tone of the newspaper coverage.",
    "It was suggested that the matter be taken up again when counsel is present.",
    "Nothing in this note should be read as a commitment on the part of the Authority.",
    "The engineers have asked for more time, which seems reasonable in the circumstances.",
    "I understand that the drawings are still with the printer.",
    "There is a feeling on the waterfront that these things are settled elsewhere.",
    "As you know, the tide tables leave very little room for error at that end of the harbor.",
    "We should be careful to keep the correspondence in one place.",
    "My own view is that we ought to wait and see.",
    "The usual forms were completed and sent upstairs for initials.",
    "Copies have gone to the distribution list, with the exception of the annexes.",
    "I spoke to the registry this morning and they are looking for the missing folder.",
    "The discussion that followed was brief and, on the whole, friendly.",
    "A number of smaller points were left over for another occasion.",
    "If there is any difficulty with the wording, let me know and I will have it changed.",
    "No further action is required from your office at this stage.",
    "The weather has not helped, and the crews have lost a good many working days.",
    "Questions about access to the site should be put to the gatehouse.",
    "The union has been told informally and has raised no objection so far.",
    "I have marked in pencil the passages that seem to me to go too far.",
    "The same arguments were made the last time and were not persuasive then.",
    "It would be better if this came from you rather than from me.",
    "The minutes of the earlier discussion were never formally adopted.",
    "Until the survey is in, all of this is guesswork.",
    "We are told that the keys are kept in the guardroom and signed for each evening.",
    "The photographs that were said to be enclosed did not arrive with the letter.",
    "A clerk has been asked to go through the older boxes in the basement.",
    "This is the third time the question has come up, and it will not be the last.",
    "On reflection I would leave the second paragraph out altogether.",
    "The arrangements are temporary and will be looked at again in the spring.",
    "Nobody at the table could recall who had first proposed it.",
    "For the moment the gates stay as they are.",
    "The neighbors are unhappy about the noise, and they have a point.",
    "Kindly acknowledge receipt by initialing the routing slip.",
    "The tenants along the quay were informed by notices posted on the doors.",
    "There may be a simpler explanation, but I have not been able to find it.",
)
# Filler of three parts, so that two documents seldom share a sentence.
FILLER_WHO = ("The clerk", "My office", "The registry", "The foreman", "One of the younger engineers",
              "The night watchman", "Our printer",
              "The typing pool", "A gentleman from the newspaper", "The dockside committee", "The caretaker",
              "Somebody upstairs",
              "The messenger", "The surveyor's assistant", "The librarian")  # fmt: skip
FILLER_DOES = ("has asked to see the older drawings", "would like the folder returned",
               "thinks the wording too strong", "has lost the second annex",
               "could not make out the signature", "prefers to wait for the survey",
               "remembers the affair differently",
               "wants the gate left as it is", "has complained about the noise again",
               "will go through the boxes in the basement",
               "sent the wrong enclosure", "sees no reason for haste", "asked not to be quoted",
               "is looking into the missing pages")  # fmt: skip
FILLER_WHEN = (
    "",
    ", which is hardly surprising",
    " and said so at the table",
    ", though nothing was put in writing",
    " before anyone writes again",
    ", as usual",
    " and I cannot blame them",
    ", so we had better be patient",
    " until the weather turns",
    ", for what that is worth",
)
LEADS = ("The record shows that ", "I am told that ", "It is on file that ", "As the members will recall, ",
         "Let me add that ",
         "The register confirms that ", "For the sake of good order: ", "According to the folder, ")  # fmt: skip
TOPIC_FILLER = (
    "You will have seen the folder on {what} that went round last week.",
    "I have little to add on {what} beyond what was said in the hallway.",
    "The correspondence about {what} is growing and should be indexed.",
    "Opinions on {what} were divided, as might be expected.",
    "Everyone is tired of hearing about {what}.",
    "I attach what we have on {what}.",
)
OPENINGS = (
    "Further to our conversation, I set out below where matters stand on {what}.",
    "This will confirm what I told you on the telephone.",
    "You asked for a short note on {what}.", "I write about {what}.", "The following is for the file.",
    "Thank you for your note.",
    "I have now had a chance to read the papers on {what}.", "As instructed, I have reviewed the folder on {what}.",
)  # fmt: skip
CLOSINGS = ("Please call me if anything is unclear.", "I will keep you informed.",
            "I shall be in the office for the rest of the week.",
            "Unless I hear otherwise I will proceed on this basis.", "With best regards,",
            "More when I have it.")  # fmt: skip
BANNERS = (
    "HARBORVIEW INQUIRY - RELEASED IN FULL", "RELEASED IN PART",
    "PRODUCED TO THE COMMITTEE PURSUANT TO SUBPOENA", "COPY - DO NOT REMOVE FROM FILE",
    "CONFIDENTIAL", "FOR OFFICIAL USE ONLY", "INQUIRY EXHIBIT",
    "REPRODUCED FROM THE HOLDINGS OF THE MUNICIPAL ARCHIVE",
)  # fmt: skip
MAIL_FOOTERS = (
    (
        "This message and any attachments are intended only for the addressee and may contain information that is "
        "privileged. If you have received it in error, please notify the sender and delete it from your system."
    ),
    (
        "CONFIDENTIALITY NOTICE: The contents of this electronic mail are confidential. "
        "Unauthorized use or disclosure is prohibited."
    ),
)


def filler(count: int, draws: Draws) -> list[str]:
    """So many different sentences that state nothing."""
    made = {
        f"{draws.pick(FILLER_WHO)} {draws.pick(FILLER_DOES)}{draws.pick(FILLER_WHEN)}.": None for _ in range(count // 2)
    }
    return [*made, *draws.sample(FILLER, count - len(made))]


def lead(sentence: str, draws: Draws) -> str:
    """The sentence, one time in five behind a phrase that leads into it."""
    if not draws.chance(0.2):
        return sentence
    is_article = sentence.startswith(("The ", "A ", "An ", "On ", "For ", "In "))
    return draws.pick(LEADS) + (sentence[0].lower() + sentence[1:] if is_article else sentence)


@dataclass(frozen=True)
class Wording:
    """A template and the relations it states. `is_standalone` when it names its subject."""

    template: str
    relations: frozenset[str]
    is_standalone: bool


@cache
def wordings(family: Family) -> tuple[Wording, ...]:
    """Every wording of a family, in written order."""
    return tuple(_wording(template) for template in WORDINGS[family])


def _wording(template: str) -> Wording:
    fields = {name for _, name, _, _ in string.Formatter().parse(template) if name}
    return Wording(
        template,
        frozenset(fields - {"what", "What", "who", "role", "price_label"}),
        bool(fields & {"what", "What", "who"}),
    )


def write_date(day: int, draws: Draws) -> str:
    """A day in one of the forms that running text uses."""
    date = dt.date.fromordinal(day)
    month = MONTHS[date.month - 1]
    if draws.chance(0.7):
        return f"{month} {date.day}, {date.year}"
    return f"{date.day} {month} {date.year}"


def write_value(value: Value, draws: Draws) -> tuple[str, NameForm | None]:
    """The value as running text writes it, with the form when it is a name."""
    if isinstance(value.raw, Entity):
        form = (
            draws.pick((NameForm.FULL, NameForm.FULL, NameForm.PLAIN, NameForm.TITLED))
            if value.answer_type == "person"
            else NameForm.FULL
        )
        return value.raw.form(form), form
    if value.answer_type == "date" and isinstance(value.raw, int):
        return write_date(value.raw, draws), None
    if value.answer_type == "number" and isinstance(value.raw, int) and value.raw < len(SMALL) and draws.chance(0.6):
        return SMALL[value.raw], None
    if value.answer_type == "money" and draws.chance(0.15):
        return f"{value.answer}.00", None
    return value.answer, None


def capital(text: str) -> str:
    """The text with its first letter upper case."""
    return text[:1].upper() + text[1:]
