"""What the embedded reader's `absent_questions` may ask of a public subject, and the words that tell of it.

Belongs here: neutral attributes, none of them private, none a reproach. Does not: which of them are asked (absence).
"""

from __future__ import annotations

from typing import NamedTuple

from bench_resources.prompting import AnswerType


class Attribute(NamedTuple):
    """A neutral attribute: the question about it, and word beginnings of which none may occur near the subject."""

    question: str
    asked_type: AnswerType
    stems: str


_DATE, _MONEY, _NUMBER = AnswerType.DATE, AnswerType.MONEY, AnswerType.NUMBER
_ORGANISATION, _PERSON, _PLACE = AnswerType.ORGANISATION, AnswerType.PERSON, AnswerType.PLACE

# What papers about anybody in office might well state: asked first, and dropped the more often.
USUAL_OF_PERSONS = (
    Attribute("In what year was {name} born?", _DATE, "born birth native"),
    Attribute("In which city was {name} born?", _PLACE, "born birth native hometown"),
    Attribute("From which university did {name} graduate?", _ORGANISATION, "graduat alumn degree college universit"),
    Attribute("What annual salary did {name} receive?", _MONEY, "salar compensat per-annum paid pay"),
    Attribute("On what date did {name} retire from public office?", _DATE, "retire resign pension stepped"),
    Attribute("Which newspaper first reported the appointment of {name}?", _ORGANISATION, "appoint nominat"),
    Attribute("Who recommended the appointment of {name}?", _PERSON, "recommend appoint nominat"),
    Attribute("Who administered the oath of office to {name}?", _PERSON, "oath sworn swear inaugurat"),
    Attribute("At which university did {name} lecture?", _ORGANISATION, "lectur universit taught professor"),
    Attribute("In what year did {name} publish a first book?", _DATE, "book author publish memoir"),
    Attribute("Which foreign language did {name} study?", _ORGANISATION, "language fluent linguist spanish french"),
)
UNUSUAL_OF_PERSONS = (
    Attribute("Which university awarded an honorary degree to {name}?", _ORGANISATION, "honorary degree doctorate"),
    Attribute("In what year did {name} publish a volume of memoirs?", _DATE, "memoir autobiograph"),
    Attribute("On what date did {name} deliver a commencement address?", _DATE, "commencement graduat"),
    Attribute(
        "Which library received the collected papers of {name} as a gift?", _ORGANISATION, "museum library archive"
    ),
    Attribute("Who was chosen to write the official biography of {name}?", _PERSON, "biograph"),
    Attribute("Which foundation gave {name} its medal for public service?", _ORGANISATION, "medal foundation decorat"),
    Attribute("In which city was the portrait of {name} unveiled?", _PLACE, "portrait unveil"),
)
USUAL_OF_ORGANISATIONS = (
    Attribute("In what year was the {name} founded?", _DATE, "founded founding establish charter inception incorporat"),
    Attribute("How many people did the {name} employ in its first year?", _NUMBER, "employ personnel staff"),
    Attribute("What was the first annual budget of the {name}?", _MONEY, "budget appropriat expenditure fiscal"),
    Attribute("On which street did the {name} have its headquarters?", _PLACE, "street avenue boulevard headquarter"),
    Attribute("How many regional offices did the {name} have?", _NUMBER, "regional field-office branch district"),
    Attribute("Which computer did the {name} buy for its records?", _ORGANISATION, "comput automat machine"),
    Attribute("Who was the first treasurer of the {name}?", _PERSON, "treasur account comptroller controller financ"),
    Attribute("Which bank held the accounts of the {name}?", _ORGANISATION, "bank account"),
    Attribute("Which firm audited the accounts of the {name}?", _ORGANISATION, "audit account"),
    Attribute("Who was the legal adviser of the {name}?", _PERSON, "counsel legal lawyer attorney"),
    Attribute("On what date did the {name} hold its first press conference?", _DATE, "press"),
    Attribute("On what date did the {name} move into its headquarters building?", _DATE, "headquarter building moved"),
)
UNUSUAL_OF_ORGANISATIONS = (
    Attribute("Who was the chief librarian of the {name}?", _PERSON, "librar"),
    Attribute("Who designed the filing system of the {name}?", _PERSON, "filing index"),
    Attribute("Which architect designed the headquarters building of the {name}?", _PERSON, "architect"),
    Attribute("How much did the {name} pay for the lease of its annex?", _MONEY, "lease rent annex"),
    Attribute("On what date did the {name} adopt its official seal?", _DATE, "seal emblem"),
    Attribute("Which museum received the photograph collection of the {name}?", _ORGANISATION, "museum"),
    Attribute("In what year did the {name} publish its first staff handbook?", _DATE, "handbook manual"),
    Attribute("How many volumes did the reading room of the {name} hold?", _NUMBER, "reading-room volume"),
    Attribute("Which printing firm produced the first annual report of the {name}?", _ORGANISATION, "print"),
)
