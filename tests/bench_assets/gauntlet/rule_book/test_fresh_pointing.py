"""Wordings that point and sound questions by writers who had seen no rule. Every private person in them is invented.

The wordings have been read since and rules were added for them, so this keeps what is found; it is no estimate for new ones.
"""

from __future__ import annotations

from pathlib import Path

from bench_assets.auditing.defect_wordings import Target, Wording, put
from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.deixis import find_deixis
from tests.bench_assets.gauntlet.rule_book.made_drafts import ORDER, rejected, single, timeline

HERE = Path(__file__).parent
MAX_MISSED = 0.02
MAX_LOST = 0.02
QUESTIONS = (
    "Who met Ida Holm on May 3, 1964?",
    "Whom did Otto Lund meet on May 3, 1964 about the walkout at Pier 9?",
    "How many witnesses did Otto Lund interview about the fire at Pier 9?",
    "On what date did Otto Lund and Ida Holm talk over the lease of the Salt Street depot at the Anchor Hotel?",
    'To whom is the message of May 3, 1964 from Otto Lund on the subject "Lease of Pier 9 - status" addressed?',
    'Who sent the message of May 3, 1964 to Ida Holm on the subject "Lease of Pier 9 - status"?',
    "On what date did the Salt Board approve the lease of the Salt Street depot?",
    "From which university did Ida Holm graduate?",
    "In which city was the agreement between Otto Lund and Ida Holm signed?",
    ORDER,
)


def _lines(name: str) -> list[str]:
    return [line for line in (HERE / name).read_text(encoding="utf-8").splitlines() if line]


def _pointing() -> list[tuple[str, str]]:
    """Each wording in each question that it can be put in."""
    made = []
    for line in _lines("fresh_pointing_wordings.txt"):
        target, _, template = line.partition("|")
        asked = (put(Wording(Target(target), template), question) for question in QUESTIONS)
        made += [(line, text) for text in asked if text is not None]
    return made


def test_nearly_every_fresh_wording_that_points_is_found():
    made = _pointing()
    drafts = (
        (line, timeline(question=text) if text.startswith("In what order") else single(text)) for line, text in made
    )
    missed = [f"{line}: {draft.question}" for line, draft in drafts if not find_deixis(draft, Context())]
    assert len(made) > 2_500
    assert len(missed) <= MAX_MISSED * len(made), missed


def test_hardly_any_fresh_sound_question_is_lost():
    questions = _lines("fresh_sound_questions.txt")
    lost = [question for question in questions if find_deixis(rejected(question), Context())]
    assert len(questions) == 250
    assert len(lost) <= MAX_LOST * len(questions), lost
