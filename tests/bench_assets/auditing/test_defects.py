"""What a planted defect changes of its sound draft, that every kind comes in numbers, and that the halves are apart."""

from __future__ import annotations

import hashlib
import re
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pytest

from bench_assets.auditing.defect_values import amounts, days, spelled, write_day
from bench_assets.auditing.defect_wordings import (
    OPEN,
    FigureChange,
    Rewrite,
    Wordings,
    for_detail,
    for_last,
    for_name,
    middle,
    past,
    put,
    rewrite,
    topic_of,
    whole,
)
from bench_assets.auditing.defects import (
    Defect,
    DefectKind,
    _changed_figure,
    _relettered,
    plant_defects,
    repeated_lines,
)
from bench_assets.auditing.held_out_wordings import HELD_OUT
from bench_assets.schemas import TASK_DRAFTS

Row = dict[str, Any]
BANNER = "TALLOW BOARD - FILE COPY"


class Deal(NamedTuple):
    """What one document of the mini corpus states."""

    doc_id: str
    work: str
    price: str
    approved: str
    signer: str
    bids: str
    hall: str
    figure: str
    other: str
    met: str


DEALS = (
    Deal("TB-0101", "the relining of Conduit 3", "$40,700", "March 3, 1964", "Ilse T. Marrow", "7", "the Copper Hall",
         "Bertram Q. Yule", "Odile F. Crane", "January 9, 1964"),
    Deal("TB-0102", "the widening of Culvert 8", "$51,200", "April 17, 1964", "Casper R. Thorne", "4", "the Salt Loft",
         "Bertram Q. Yule", "Hanno P. Silk", "February 20, 1964"),
    Deal("TB-0103", "the roofing of Kiln 5", "$19,350", "May 21, 1964", "Odile F. Crane", "9", "the Pebble School",
         "Bertram Q. Yule", "Mirabel S. Dove", "March 30, 1964"),
    Deal("TB-0104", "the paving of Yard 12", "$88,000", "June 11, 1964", "Hanno P. Silk", "5", "the Tin Chapel",
         "Bertram Q. Yule", "Leopold V. Finch", "May 12, 1964"),
    Deal("TB-0105", "the painting of Tower 2", "$12,600", "July 8, 1965", "Mirabel S. Dove", "6", "the Reed Library",
         "Ilse T. Marrow", "Quirin A. Holt", "April 6, 1965"),
    Deal("TB-0106", "the draining of Meadow 4", "$73,450", "August 19, 1965", "Leopold V. Finch", "8", "the Wool Hall",
         "Ilse T. Marrow", "Sunniva B. Lark", "June 2, 1965"),
    Deal("TB-0107", "the fencing of Orchard 9", "$5,250", "September 14, 1965", "Quirin A. Holt", "3", "the Old Dairy",
         "Ilse T. Marrow", "Tancred W. Moss", "July 27, 1965"),
    Deal("TB-0108", "the clearing of Ditch 7", "$64,900", "October 26, 1966", "Sunniva B. Lark", "11", "the Lamp Room",
         "Casper R. Thorne", "Ursel D. Pike", "August 3, 1966"),
    Deal("TB-0109", "the hanging of Gate 6", "$33,150", "November 2, 1966", "Tancred W. Moss", "12", "the Rope Walk",
         "Casper R. Thorne", "Valentin E. Rook", "September 15, 1966"),
    Deal("TB-0110", "the lighting of Quay 1", "$27,800", "December 7, 1966", "Ursel D. Pike", "10", "the Glass House",
         "Casper R. Thorne", "Wilhelmina G. Stork", "October 11, 1966"),
)  # fmt: skip


def text_of(deal: Deal) -> str:
    """A document: its banner, its four statements, its stamp."""
    work = deal.work[0].upper() + deal.work[1:]
    return (
        f"{BANNER}\n\nThe Tallow Board approved {deal.work} on {deal.approved}.\nThe contract price for {deal.work} was "
        f"{deal.price}. {deal.signer} signed the papers for {deal.work}. The board opened {deal.bids} bids.\n"
        f"The public hearing on {deal.work} was held at {deal.hall}.\n\n"
        f"On {deal.met}, {deal.figure} met {deal.other} to discuss {deal.work}.\n{work} was inspected by {deal.other}.\n"
        f"{deal.other} keeps an office at {deal.bids} Mill Row.\n\nPage 1 of 1\n"
    )


TEXTS = {deal.doc_id: text_of(deal) for deal in DEALS}
CORPUS = pa.table({"doc_id": list(TEXTS), "text": list(TEXTS.values())})


def span(deal: Deal, words: str) -> Row:
    """The sentence that opens with the words, as evidence."""
    text = TEXTS[deal.doc_id]
    start = text.index(words)
    quote = text[start : text.index(".\n" if words.startswith(("On ", "The Tallow")) else ".", start) + 1]
    digest = hashlib.sha256(quote.encode()).hexdigest()
    return {"doc_id": deal.doc_id, "start": start, "end": start + len(quote), "quote": quote, "sha256": digest}


def row(prefix: str, task_type: str, question: str, answer: str, **fields: Any) -> Row:
    digest = hashlib.sha256(question.encode()).hexdigest()[:12]
    sound = {
        "task_id": f"{prefix}-{digest}", "type": task_type, "question": question, "answer": answer,
        "answer_type": "other", "items": None, "evidence": [], "entity_ids": ["e1"], "salience": 3, "form": "sentence",
        "certificate": None, "false_element": None, "attainable_f1": None,
    }  # fmt: skip
    return sound | fields


def single_hops(deal: Deal) -> list[Row]:
    def hop(question: str, answer: str, answer_type: str, words: str) -> Row:
        return row("sh", "single_hop", question, answer, answer_type=answer_type, evidence=[span(deal, words)])

    return [
        hop(f"What was the contract price for {deal.work}?", deal.price, "money", "The contract price"),
        hop(f"On what date did the Tallow Board approve {deal.work}?", deal.approved, "date", "The Tallow Board"),
        hop(f"Who signed the papers for {deal.work}?", deal.signer, "person", f"{deal.signer} signed"),
        hop(f"Where was the public hearing on {deal.work} held?", deal.hall, "place", "The public hearing"),
        hop(f"How many bids were received for {deal.work}?", deal.bids, "number", "The board opened"),
        hop(f"Who inspected {deal.work}?", deal.other, "person", deal.work[0].upper() + deal.work[1:]),
        hop(f"Where does {deal.other} keep an office?", f"{deal.bids} Mill Row", "place", f"{deal.other} keeps"),
        hop(f"Whom did {deal.figure} meet about {deal.work}?", deal.other, "person", f"On {deal.met}"),
    ]


def lists(figure: str) -> list[Row]:
    """The aggregation, the dossier and the timeline of a figure; the timeline asks in the opposite order."""
    deals = [deal for deal in DEALS if deal.figure == figure]
    evidence = [span(deal, f"On {deal.met}") for deal in deals]
    year = deals[0].met[-4:]
    clauses = [f"{figure} met {deal.other} about {deal.work}" for deal in deals]
    dated = [{"item": f"{deal.met}: {clauses[i]}", "doc_ids": [deal.doc_id]} for i, deal in enumerate(deals)]
    people = [{"item": deal.other, "doc_ids": [deal.doc_id]} for deal in deals]
    letters = "abcde"[: len(deals)]
    asked = "; ".join(f"({letter}) {clause}" for letter, clause in zip(letters, reversed(clauses), strict=True))
    ordered = "; ".join(f"({letter}) {deal.met}" for letter, deal in zip(reversed(letters), deals, strict=True))
    first, last = (re.sub(r" \d+,", "", deals[i].met) for i in (0, -1))
    named = {"evidence": evidence, "entity_ids": [figure.lower()[:4]]}
    return [
        row("ag", "aggregation", f"Which people did {figure} meet in {year}?", "; ".join(i["item"] for i in people),
            items=people, **named),
        row("ds", "dossier", f"What do the documents record of {figure} in the period from {first} to {last}, event by event, "
            "with the date of each?", "; ".join(i["item"] for i in dated), items=dated, **named),
        row("tl", "timeline", f"In what order did these happen, and on what date each: {asked}?", ordered, items=dated,
            **named),
    ]  # fmt: skip


ABSENT = [
    row("ua", "unanswerable", f"Who took the minutes when {name} spoke of the {thing}?", "The documents do not say.")
    for name, thing in (("Ilse T. Marrow", "heron"), ("Bertram Q. Yule", "sledge"), ("Casper R. Thorne", "anvil"))
]
FALSE = [
    row("fp", "false_premise", f"What did {name} and {other} agree when they met about the lantern?",
        f"There is no record that {name} met {other}.", false_element=f"{name} met {other}")
    for name, other in (("Ilse T. Marrow", "Zeno Grubb"), ("Bertram Q. Yule", "Pia Knott"), ("Casper R. Thorne", "Udo Wick"))
]  # fmt: skip
FIGURES = ("Bertram Q. Yule", "Ilse T. Marrow", "Casper R. Thorne")
SOUND = [
    *(hop for deal in DEALS for hop in single_hops(deal)),
    *(listed for figure in FIGURES for listed in lists(figure)), *ABSENT, *FALSE,
]  # fmt: skip
BY_ID = {draft["task_id"]: draft for draft in SOUND}

# What a kind may change of a row, besides its id.
CHANGES = {
    DefectKind.DEIXIS: {"question"}, DefectKind.SOURCE_LEAK: {"question"}, DefectKind.ANSWER_GIVEN_AWAY: {"question"},
    DefectKind.UNTRACED_FIGURE: {"answer", "items"},
    DefectKind.WRONG_DIRECTION: {"question", "answer", "items", "evidence"},
    DefectKind.DUPLICATE_FACT: {"question", "answer"}, DefectKind.REDACTED_ANSWER: {"answer", "items"},
    DefectKind.BANNER_ANSWER: {"answer", "evidence"},
    DefectKind.BOILERPLATE_QUESTION: {"question", "answer", "evidence"}, DefectKind.INVENTED_QUOTE: {"evidence"},
    DefectKind.WRONG_ANSWER: {"answer", "evidence"}, DefectKind.UNNEEDED_SOURCE: {"question", "answer"},
    DefectKind.SUPPORTED_PREMISE: {"question", "answer", "false_element", "entity_ids"},
    DefectKind.ANSWERED_ABSENCE: {"question", "entity_ids"},
    DefectKind.INCOMPLETE_LIST: {"question", "answer", "items", "evidence"},
    DefectKind.SINGLE_DOCUMENT: {"question", "items", "evidence"},
    DefectKind.WRONG_ITEM: {"question", "answer", "items", "evidence"}, DefectKind.AMBIGUOUS_QUESTION: {"question"},
}  # fmt: skip


def planted(kind: DefectKind, n: int = 50, **facts: pa.Table) -> list[Defect]:
    return plant_defects(SOUND, CORPUS, kind, n=n, rng=np.random.default_rng(5), **facts)


def origin(defect: Defect) -> Row:
    return BY_ID[defect.origin_task_id]


def said(task: Row) -> str:
    return " ".join(piece["quote"] for piece in task["evidence"])


@pytest.mark.parametrize("kind", DefectKind)
def test_every_kind_comes_fifty_times_and_half_of_it_is_held_out(kind):
    found = planted(kind)
    assert [defect.is_held_out for defect in found] == [False] * 25 + [True] * 25
    assert {defect.kind for defect in found} == {kind}
    for is_held_out in (False, True):
        assert len({defect.wording for defect in found if defect.is_held_out is is_held_out}) >= 12


@pytest.mark.parametrize("kind", DefectKind)
def test_a_defect_changes_what_its_kind_says_and_nothing_else(kind):
    for defect in planted(kind):
        before = origin(defect)
        changed = {name for name in before if defect.draft[name] != before[name]} - {"task_id"}
        assert changed
        assert changed <= CHANGES[kind]


@pytest.mark.parametrize("kind", DefectKind)
def test_the_same_seed_plants_the_same_defects_whatever_the_order_of_the_drafts(kind):
    again = plant_defects(SOUND[::-1], CORPUS, kind, n=50, rng=np.random.default_rng(5))
    assert again == planted(kind)


@pytest.mark.parametrize("kind", DefectKind)
def test_the_halves_share_no_wording(kind):
    found = planted(kind, n=400)
    halves = [
        {defect.wording for defect in found if defect.is_held_out is is_held_out} for is_held_out in (False, True)
    ]
    assert halves[0].isdisjoint(halves[1])


def every_template(half: Wordings) -> set[str]:
    given = {str(wording) for wordings in half.given_away.values() for wording in wordings}
    directions = [pair for pairs in half.directions[:4] for pair in pairs]
    parts = (
        half.deixis, half.source_leak, half.figures, directions, half.directions.orders, half.rewrites, half.redactions,
        half.banner_answers, half.boilerplate, half.quotes, half.wrong_answers, half.unneeded, half.premises,
        half.ambiguous,
    )  # fmt: skip
    return given | {str(wording) for part in parts for wording in part}


def test_no_template_is_in_both_halves():
    assert every_template(OPEN).isdisjoint(every_template(HELD_OUT))


@pytest.mark.parametrize("kind", DefectKind)
def test_the_rows_are_rows_of_the_table_with_ids_of_their_own_and_the_prefix_of_their_type(kind):
    rows = [defect.draft for defect in planted(kind)]
    assert pa.Table.from_pylist(rows, schema=TASK_DRAFTS).num_rows == 50
    assert len({draft["task_id"] for draft in rows} | set(BY_ID)) == 50 + len(BY_ID)
    assert all(defect.draft["task_id"][:3] == defect.origin_task_id[:3] for defect in planted(kind))


def test_a_planted_comparison_of_dates_is_false():
    """As in "A, which is earlier than B": A is the later of the two."""
    earlier = [
        d.draft["answer"]
        for d in planted(DefectKind.WRONG_DIRECTION, n=400)
        if ", which is earlier than " in d.draft["answer"]
    ]
    assert earlier
    for answer in earlier:
        one, other = (days(part)[0].at for part in answer.split(", which is earlier than "))
        assert one > other


def test_a_kind_without_drafts_of_its_type_comes_back_short():
    rows = [draft for draft in SOUND if draft["type"] == "single_hop"]
    for kind in (DefectKind.INCOMPLETE_LIST, DefectKind.SUPPORTED_PREMISE, DefectKind.ANSWERED_ABSENCE):
        assert plant_defects(rows, CORPUS, kind, n=10, rng=np.random.default_rng(1)) == []
    assert plant_defects([], CORPUS, DefectKind.DEIXIS, n=10, rng=np.random.default_rng(1)) == []


def test_a_leak_names_the_document_of_the_evidence():
    leaks = [
        defect
        for defect in planted(DefectKind.SOURCE_LEAK)
        if defect.draft["evidence"] and "{doc_id}" in defect.wording
    ]
    assert leaks
    assert all(defect.draft["evidence"][0]["doc_id"] in defect.draft["question"] for defect in leaks)


def test_an_answer_is_given_away_in_several_forms():
    price = next(draft for draft in SOUND if draft["answer"] == "$40,700")
    found = plant_defects([price], CORPUS, DefectKind.ANSWER_GIVEN_AWAY, n=40, rng=np.random.default_rng(1))
    questions = " | ".join(defect.draft["question"] for defect in found)
    assert "40,700 dollars" in questions
    assert "forty thousand seven hundred dollars" in questions
    assert "USD 40700" in questions
    assert "40.7 thousand dollars" in questions


def test_the_dates_of_a_timeline_are_given_away_in_its_clauses():
    timeline = next(draft for draft in SOUND if draft["type"] == "timeline")
    found = plant_defects([timeline], CORPUS, DefectKind.ANSWER_GIVEN_AWAY, n=60, rng=np.random.default_rng(1))
    assert any("about the relining of Conduit 3 (9 January 1964)" in defect.draft["question"] for defect in found)


def test_a_changed_figure_stands_in_no_document_of_the_evidence():
    for defect in planted(DefectKind.UNTRACED_FIGURE):
        before, after = origin(defect)["answer"], defect.draft["answer"]
        texts = [TEXTS[piece["doc_id"]] for piece in defect.draft["evidence"]]
        old = {day.at for day in days(before)} | {amount.value for amount in amounts(before)}
        new = {day.at for day in days(after)} | {amount.value for amount in amounts(after)}
        known = {day.at for text in texts for day in days(text)} | {a.value for text in texts for a in amounts(text)}
        assert len(new - old) == 1
        assert not (new - old) & known


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("March 31, 1964", FigureChange("", days=1), ("March 31, 1964", "April 1, 1964")),
        ("31 March 1964", FigureChange("", months=-1), ("31 March 1964", "29 February 1964")),  # 1964 is a leap year
        ("1964-12-31", FigureChange("", years=1), ("1964-12-31", "1965-12-31")),
        ("March 1964", FigureChange("", days=1), ("March 1964", "")),  # a day is not known
        ("$40,700", FigureChange("", times=10), ("$40,700", "$407,000")),
        ("$40,700", FigureChange("", swapped=0), ("$40,700", "$4,700")),  # 04700
        ("$40,700.50", FigureChange("", digit=0), ("$40,700.50", "$50,700.50")),
        ("seven bids", FigureChange("", times=2), ("seven", "fourteen")),
        ("$40,700", FigureChange("", times=1.5, text="about {figure}"), ("$40,700", "about $61,050")),
        ("nobody", FigureChange("", days=1), ("", "")),
    ],
)
def test_a_figure_is_changed_in_its_own_way_of_writing(text, change, expected):
    got = _changed_figure(text, change)
    assert got == expected or (not got[1] and not expected[1])


def test_a_rise_is_told_where_the_figures_fall():
    for defect in planted(DefectKind.WRONG_DIRECTION):
        if not defect.wording.startswith(("rises", "falls")):
            continue
        before = origin(defect)
        value = amounts(before["answer"])[0].value
        told = f"{defect.draft['question']} {defect.draft['answer']}".replace(before["answer"], "")
        other = next(amount.value for amount in amounts(told) if amount.mark)
        assert (value < other) is defect.wording.startswith("rises")
        assert len(defect.draft["evidence"]) == 2


def test_a_timeline_in_the_wrong_order_keeps_every_date_with_its_event():
    found = [defect for defect in planted(DefectKind.WRONG_DIRECTION) if defect.draft["type"] == "timeline"]
    assert found
    for defect in found:
        assert sorted(defect.draft["answer"].split("; ")) == sorted(origin(defect)["answer"].split("; "))
        at = [days(part)[0].at for part in defect.draft["answer"].split("; ")]
        assert at != sorted(at)
        assert at == [days(item["item"])[0].at for item in defect.draft["items"]]


def test_a_duplicate_stands_beside_the_draft_that_it_repeats():
    for defect in planted(DefectKind.DUPLICATE_FACT):
        assert defect.also == (origin(defect),)
        assert defect.draft["evidence"] == origin(defect)["evidence"]


def test_a_timeline_repeated_with_other_letters_has_the_same_dates_for_the_same_events():
    asked = {
        "question": "In what order: (a) A met B; (b) C met D; (c) E met F?",
        "answer": "(b) 1961; (c) 1962; (a) 1963",
    }
    # Turned round, C met D stays (b), A met B becomes (c) and E met F becomes (a).
    assert _relettered(asked) == {
        "question": "In what order: (a) E met F; (b) C met D; (c) A met B?", "answer": "(b) 1961; (a) 1962; (c) 1963",
    }  # fmt: skip


def test_a_banner_is_a_line_that_many_documents_carry():
    assert repeated_lines(list(TEXTS.values())) == ("Page 1 of 1", BANNER)
    for defect in planted(DefectKind.BANNER_ANSWER):
        assert defect.draft["evidence"][0]["quote"] in {BANNER, "Page 1 of 1"}


def test_no_sentence_signature_or_rare_line_is_a_banner():
    texts = ["Ilse T. Marrow\nI WILL KEEP YOU INFORMED.\nQ. WHO WAS THERE\nPENDING" for _ in range(5)] + [
        "RARE STAMP"
    ] * 2
    assert repeated_lines(texts) == ("PENDING",)


def test_an_invented_quote_is_not_in_its_document_and_its_span_is_as_long():
    for defect in planted(DefectKind.INVENTED_QUOTE):
        kept = origin(defect)["evidence"]
        changed = [piece for piece in defect.draft["evidence"] if piece not in kept]
        assert len(changed) == 1
        piece = changed[0]
        assert " ".join(piece["quote"].split()) not in " ".join(TEXTS[piece["doc_id"]].split())
        assert piece["end"] - piece["start"] == len(piece["quote"])
        assert piece["sha256"] == hashlib.sha256(piece["quote"].encode()).hexdigest()


def test_a_wrong_answer_is_of_the_same_type_and_is_not_in_the_old_quote():
    for defect in planted(DefectKind.WRONG_ANSWER):
        before = origin(defect)
        assert before["answer"] not in defect.draft["answer"]
        assert bool(days(defect.draft["answer"])) is bool(days(before["answer"]))
        assert (defect.draft["evidence"] != before["evidence"]) is ("its own quote" in defect.wording)


def test_a_supported_premise_is_a_meeting_that_a_text_states():
    meetings = {(deal.figure, deal.other, deal.work) for deal in DEALS}
    for defect in planted(DefectKind.SUPPORTED_PREMISE):
        one, other, about = re.fullmatch(r"(.+) met (.+) about (.+)", defect.draft["false_element"]).groups()
        assert (one, other, about) in meetings
        assert {one, other} & set(FIGURES)
        assert one in defect.draft["question"]
        assert defect.draft["answer"] == f"There is no record that {one} met {other} about {about}."


def test_an_absence_asks_for_what_the_truth_states_as_far_as_a_text_does():
    facts = pa.Table.from_pylist([
        {"relation": "bids", "question": "How many bids were received for the relining of Conduit 3?", "answer": "7"},
        {"relation": "price", "question": "What was the contract price for the mending of Sluice 99?", "answer": "$1"},
    ])  # fmt: skip
    found = planted(DefectKind.ANSWERED_ABSENCE, facts=facts)
    assert found
    assert all("the relining of Conduit 3" in defect.draft["question"] for defect in found)
    assert {defect.draft["type"] for defect in found} == {"unanswerable"}


def test_an_incomplete_list_lacks_one_item_with_its_evidence():
    for defect in planted(DefectKind.INCOMPLETE_LIST):
        before = origin(defect)
        gone = [item for item in before["items"] if item not in defect.draft["items"]]
        assert len(gone) == 1
        assert len(defect.draft["items"]) == len(before["items"]) - 1
        assert defect.draft["answer"] == "; ".join(item["item"] for item in defect.draft["items"])
        assert gone[0]["doc_ids"][0] not in {piece["doc_id"] for piece in defect.draft["evidence"]}


def test_a_single_document_is_all_that_is_left_of_several():
    for defect in planted(DefectKind.SINGLE_DOCUMENT):
        assert len({piece["doc_id"] for piece in origin(defect)["evidence"]}) > 1
        doc_ids = {piece["doc_id"] for piece in defect.draft["evidence"]}
        assert len(doc_ids) == 1
        assert {doc_id for item in defect.draft["items"] for doc_id in item["doc_ids"]} == doc_ids


def test_a_wrong_item_is_of_another_figure_or_falls_outside_the_period():
    for defect in planted(DefectKind.WRONG_ITEM):
        before = origin(defect)
        new = [item for item in defect.draft["items"] if item not in before["items"]]
        if "period ends" in defect.wording:
            period, last = days(defect.draft["question"]), days(defect.draft["items"][-1]["item"])[0]
            assert not new
            assert period[-1].at[:2] < last.at[:2]
        else:
            assert len(new) == 1
            assert new[0]["doc_ids"][0] not in {piece["doc_id"] for piece in before["evidence"]}
            assert new[0]["doc_ids"][0] in {piece["doc_id"] for piece in defect.draft["evidence"]}


def test_an_ambiguous_question_names_neither_matter_nor_person():
    for defect in planted(DefectKind.AMBIGUOUS_QUESTION):
        assert topic_of(defect.draft["question"].replace("the Tallow Board", "")) is None


PRICE = "What was the contract price for the relining of Conduit 3?"


@pytest.mark.parametrize(
    ("wording", "question", "expected"),
    [
        (
            whole("In this memo, {q}?"),
            PRICE,
            "In this memo, what was the contract price for the relining of Conduit 3?",
        ),
        (middle("{wh}, as said, {rest}?"), "Who signed it?", "Who, as said, signed it?"),
        (middle("{wh}, as said, {rest}?"), "On what date did it end?", "On what date, as said, did it end?"),
        (middle("{wh}, as said, {rest}?"), "Name the day.", None),
        (for_name("that person"), "Whom did Ilse T. Marrow meet?", "Whom did that person meet?"),
        (for_name("that person"), "Who mended the roof of the Ilse Marrow school?", None),
        (for_detail("the works"), PRICE, "What was the contract price for the works?"),
        (for_detail("the works"), "Who painted the gate of the Elm Lane pumping station?", "Who painted the works?"),
        (for_last(""), PRICE, "What was the contract price?"),
        (for_last(""), "Where did the inquest into the fire at Kiln 5 sit?", "Where did the inquest sit?"),
        (for_last(""), "What was the price?", None),
    ],
)
def test_a_wording_takes_the_place_of_what_it_says(wording, question, expected):
    assert put(wording[0], question) == expected


def test_a_question_is_rewritten_with_the_past_of_its_verb():
    rule = Rewrite(r"^On what date did (.+?) (approve|meet)\b(.*)\?$", r"name the day on which \1 <\2>\3.")
    assert rewrite(rule, "On what date did the Board approve it?") == "Name the day on which the Board approved it."
    assert rewrite(rule, "Who did it?") is None
    assert [past(verb) for verb in ("meet", "occur", "sign", "approve")] == ["met", "occurred", "signed", "approved"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"), (13, "thirteen"), (20, "twenty"), (85, "eighty-five"), (40_700, "forty thousand seven hundred"),
        (1_000_001, "one million one"),
    ],
)  # fmt: skip
def test_numbers_are_spelled(number, words):
    assert spelled(number) == words


def test_dates_are_read_and_written_in_their_own_style_and_impossible_ones_are_none():
    text = "1964-03-03, March 3, 1964 and 10 JULY 1995, March 1964 or 1965, but not March 44, 1964 or 1964-13-01"
    found = [day for day in days(text) if day.style != "y"]
    assert [write_day(day) for day in found] == ["1964-03-03", "March 3, 1964", "10 July 1995", "March 1964"]
