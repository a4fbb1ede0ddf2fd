"""Which facts become drafts."""

from __future__ import annotations

import hashlib
from typing import Any

import pyarrow as pa

from bench_assets.drafting.drafts import draft_single_hop, shape, task_id
from bench_assets.schemas import FACTS, TASK_DRAFTS
from bench_assets.settings.release import DraftingSection, OversamplingSection
from scoring.contract import TaskType

PLACES = ["Lisbon", "Oslo", "Vienna", "Lima", "Quito", "Tunis", "Prague", "Milan", "Bonn", "Tampa", "Dublin", "Warsaw"]
VERBS = ["pave", "sell", "paint", "close", "open", "rent", "drain", "fence", "map", "light", "clean", "guard"]


def row(n: int, **changes: Any) -> dict[str, Any]:
    quote = f"In {PLACES[n]} they {VERBS[n]} the {n} yards of pier {PLACES[-n]} for the port."
    return {
        "fact_id": f"f{n:02}", "doc_id": f"D-{n}", "start": 0, "end": len(quote), "quote": quote, "subject": "port",
        "question": f"When did the port of {PLACES[n]} {VERBS[n]} its {VERBS[-n]}?", "answer": f"{n + 1} May 1961", "answer_type": "date",
        "salience": 3, "form": "sentence", "entity_ids": [], "prompt_id": "facts", "model": "m",
    } | changes  # fmt: skip


def drafts(rows: list[dict[str, Any]], **settings: Any) -> list[dict[str, Any]]:
    once = OversamplingSection(single_hop=1.0)
    section = DraftingSection(**{"oversampling": once} | settings)
    table = draft_single_hop(pa.Table.from_pylist(rows, schema=FACTS), section, seed=7)
    assert table.schema == TASK_DRAFTS
    return list(table.to_pylist())


def test_the_task_id_hashes_seed_type_and_question() -> None:
    expected = "sh-" + hashlib.sha256(b"7|single_hop|When?").hexdigest()[:12]

    assert task_id(TaskType.SINGLE_HOP, 7, "When?") == expected
    assert task_id(TaskType.UNANSWERABLE, 7, "When?").startswith("un-")
    assert task_id(TaskType.SINGLE_HOP, 8, "When?") != expected


def test_evidence_carries_the_quote_and_its_hash() -> None:
    evidence = drafts([row(0)])[0]["evidence"][0]

    assert evidence["sha256"] == hashlib.sha256(evidence["quote"].encode()).hexdigest()


def test_one_question_is_drafted_once() -> None:
    assert len(drafts([row(0), row(1, question=row(0)["question"].upper())])) == 1


def test_one_fact_is_drafted_once_though_two_scans_state_it() -> None:
    scanned_again = row(0)["quote"].replace("yards", "yords")

    assert len(drafts([row(0), row(2, answer=row(0)["answer"], quote=scanned_again)])) == 1


def test_the_more_salient_of_two_copies_wins() -> None:
    assert drafts([row(0), row(1, question=row(0)["question"], salience=4)])[0]["answer"] == row(1)["answer"]


def test_a_document_gives_no_more_than_its_cap() -> None:
    rows = [row(n, doc_id="D-0") for n in range(6)]

    assert len(drafts(rows, max_per_document=3)) == 3
    assert (
        len(
            drafts([row(n, doc_id="D-0", form="header" if n % 2 else "sentence") for n in range(6)], max_per_document=3)
        )
        == 3
    )


def test_a_copy_in_another_document_gives_what_a_full_document_has_no_room_for() -> None:
    rows = [row(n, doc_id="D-0") for n in range(4)]
    copies = [row(n, doc_id="D-1", fact_id=f"copy{n}") for n in range(4)]
    documents = [draft["evidence"][0]["doc_id"] for draft in drafts(rows + copies, max_per_document=3)]

    assert len(documents) == 4
    assert set(documents) == {"D-0", "D-1"}


def test_what_two_documents_state_is_taken_from_the_one_with_less_to_say() -> None:
    # D-0 states six facts, three of them alone; D-1 repeats the other three, which come first: all six find room.
    shared = [row(n, doc_id="D-0", salience=4) for n in range(3)]
    copies = [row(n, doc_id="D-1", fact_id=f"copy{n}", salience=3) for n in range(3)]
    alone = [row(n, doc_id="D-0") for n in range(3, 6)]

    documents = [draft["evidence"][0]["doc_id"] for draft in drafts(shared + copies + alone, max_per_document=3)]
    assert sorted(documents) == ["D-0"] * 3 + ["D-1"] * 3


def test_receivers_of_letters_are_three_or_a_twentieth() -> None:
    # Of 12 facts a twentieth is none, so the least that a kind may keep stands: three of six.
    letters = [row(n, question=f"To whom did Ada write the letter of {n} May on {VERBS[n]}?") for n in range(6)]
    others = [row(n) for n in range(6, 12)]

    questions = [draft["question"] for draft in drafts(letters + others)]
    assert sum(question.startswith("To whom") for question in questions) == 3
    assert len(questions) == 9


def test_headers_are_at_most_their_share() -> None:
    # 4 sentences at a share of 1/3 allow 2 headers: 2 of 6.
    rows = [row(n) for n in range(4)] + [row(n, form="header") for n in range(4, 10)]
    forms = [draft["form"] for draft in drafts(rows, max_header_share=1 / 3)]

    assert (forms.count("sentence"), forms.count("header")) == (4, 2)


def test_a_sentence_gives_two_questions_at_most() -> None:
    assert len(drafts([row(n, quote=row(0)["quote"]) for n in range(4)])) == 2


def test_a_wording_has_its_share() -> None:
    rows = [row(n, question=f"Which pilots of {place} were heard?") for n, place in enumerate(PLACES)]

    assert shape(rows[0]["question"]) == shape(rows[1]["question"]) == "Which pilots of were heard?"
    assert len(drafts(rows)) == 3  # a quarter of 12


def test_lists_give_no_more_than_their_share_of_what_is_drafted() -> None:
    # 6 events, 12 positions: 18 rows allow 5 (three tenths), the 11 kept 3, the 9 kept 2; but 3 are always allowed.
    held = "What position did the {n}th keeper {place} hold in the port of {place}?"
    positions = [
        row(n, fact_id=f"p{n}", quote=f"{place} {n}", question=held.format(n=n, place=place))
        for n, place in enumerate(PLACES)
    ]
    kept = [draft["question"] for draft in drafts([row(n) for n in range(6)] + positions)]

    assert sum("position" in question for question in kept) == 3
    assert len(kept) == 9


def test_the_quota_holds_and_the_seed_chooses() -> None:
    rows = [row(n) for n in range(10)]

    assert len(drafts(rows, single_hop=4)) == 4
    assert drafts(rows, single_hop=4) == drafts(rows[::-1], single_hop=4)


def test_no_facts_give_no_drafts() -> None:
    assert drafts([]) == []
