"""What becomes of a model's facts: nothing is believed that the document does not say."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pytest

from bench_assets.corpus.private_people import PrivateNames
from bench_assets.drafting.facts import (
    HEAD_CHARS,
    Permitted,
    Years,
    fault_of,
    find_facts,
    is_dated_plausibly,
    read_targets,
    windows,
    year_span,
    years_written,
)
from bench_assets.schemas import CORPUS, FACTS, TARGET_ENTITIES
from bench_assets.settings.release import DraftingSection
from bench_resources.prompting import AnswerType, Fact, Facts
from bench_resources.reader.model import EmbeddedReader
from scoring.llm import Completion, Prompt

TEXT = "On 3 May 1961, the Harbor Commission approved the dredging of the northern\nchannel at Lisbon. Nothing else was said."
SETTINGS = DraftingSection()


class Scripted:
    """A model that gives the same facts to every window, or fails."""

    name = "scripted"

    def __init__(self, *facts: Fact, error: str | None = None) -> None:
        self.facts, self.error, self.prompts = facts, error, list[Prompt]()

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.prompts.extend(prompts)
        text = "" if self.error else Facts(facts=list(self.facts)).model_dump_json()
        return [Completion(text, self.name, error=self.error) for _ in prompts]


def fact(**changes: object) -> Fact:
    given = {
        "subject": "Harbor Commission",
        "question": "On what date did the Harbor Commission approve the dredging of the channel?",
        "answer": "3 May 1961",
        "answer_type": AnswerType.DATE,
        "quote": "On 3 May 1961, the Harbor Commission approved the dredging of the northern channel at Lisbon.",
        "salience": 3,
        "form": "sentence",
    }
    return Fact.model_validate(given | changes)


def corpus(*texts: str, quality: str = "clean") -> pa.Table:
    rows = [
        {
            "doc_id": f"D-{i}",
            "shard": "s",
            "role": "target",
            "quality_class": quality,
            "is_draftable": quality == "clean",
            "entity_ids": [],
            "text": text,
        }
        for i, text in enumerate(texts)
    ]
    return pa.Table.from_pylist(rows, schema=CORPUS)


TARGETS = pa.Table.from_pylist(
    [
        {
            "entity_id": "harbor-commission",
            "canonical_name": "Harbor Commission",
            "kind": "organisation",
            "aliases": ["Harbour Board"],
        },
        {"entity_id": "adela-quenby", "canonical_name": "Adela Quenby", "kind": "person", "aliases": []},
    ],
    schema=TARGET_ENTITIES,
)


def test_a_quote_is_stored_as_the_document_writes_it_with_its_span() -> None:
    found = find_facts(corpus(TEXT), TARGETS, Scripted(fact()), SETTINGS)
    row = found.table.to_pylist()[0]

    assert found.table.schema == FACTS
    assert row["quote"] == TEXT[row["start"] : row["end"]]
    assert "northern\nchannel" in row["quote"]
    assert row["entity_ids"] == ["harbor-commission"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"quote": "On 3 May 1961, the Harbor Commission closed the northern channel."}, "invented_quote"),
        ({"quote": " "}, "invented_quote"),
        ({"answer": "9 May 1961"}, "answer_not_in_quote"),
        ({"question": "Who met on 3 May 1961 at Lisbon?"}, "gives_answer_away"),
        ({"question": "What is the home address of the Harbor Commission?"}, "personal_data"),
        ({"question": "When did [redacted] approve the dredging?"}, "redaction"),
        ({"question": "What is the date of record 104-10095-10344?"}, "source_leak"),
        ({"question": "What does scan.pdf say of the date?"}, "source_leak"),
        ({"question": "What is the date of D-0?"}, "source_leak"),
        (
            {"question": "Who approved the dredging of 1,20 piers at Lisbon?", "answer": "Harbor Commission"},
            "garbled_figure",
        ),
        ({"question": "On some date the dredging was approved."}, "not_a_question"),
        ({"question": "When did Berta Tolland come to Lisbon?", "subject": "Berta Tolland"}, "person_is_no_target"),
    ],
)
def test_a_fact_that_fails_a_check_is_rejected_and_counted(changes: dict[str, object], reason: str) -> None:
    found = find_facts(corpus(TEXT), TARGETS, Scripted(fact(**changes)), SETTINGS)

    assert found.table.num_rows == 0
    assert found.counts[reason] == 1


def test_a_sound_fact_has_no_fault() -> None:
    assert fault_of(fact(), "D-0", Permitted(read_targets(TARGETS))) == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"answer": "Berta Tolland", "answer_type": AnswerType.PERSON, "quote": "Berta Tolland opened the channel."},
        {"question": "On what date did the Harbor Commission write to Berta M. Tolland?"},
        {"question": 'On what date was the letter titled "TOLLAND, Berta" sent?'},
        {"subject": "Berta Tolland"},
    ],
)
def test_a_protected_person_is_in_no_question_and_no_answer(changes: dict[str, object]) -> None:
    barred = Permitted(read_targets(TARGETS), PrivateNames(frozenset({"Berta Tolland", "Quibb"})))

    assert fault_of(fact(**changes), "D-0", barred) in {"protected_person", "person_is_no_target"}
    assert fault_of(fact(), "D-0", barred) == ""


def test_facts_leave_out_whom_the_release_protects() -> None:
    asked = fact(answer="Berta Tolland", answer_type=AnswerType.PERSON, quote="Berta Tolland opened the channel.")
    found = find_facts(
        corpus("Berta Tolland opened the channel."),
        TARGETS,
        Scripted(asked),
        SETTINGS,
        protected=frozenset({"Berta Tolland"}),
    )

    assert found.table.num_rows == 0
    assert found.counts["protected_person"] == 1


def test_below_the_salience_floor_nothing_is_kept() -> None:
    found = find_facts(corpus(TEXT), TARGETS, Scripted(fact(salience=1)), SETTINGS)

    assert found.table.num_rows == 0
    assert found.counts["below_salience_floor"] == 1


def test_only_clean_documents_are_asked_about_and_the_targets_are_named() -> None:
    model = Scripted(fact())
    find_facts(corpus(TEXT, quality="degraded"), TARGETS, model, SETTINGS)
    assert model.prompts == []

    find_facts(corpus(TEXT), TARGETS, model, SETTINGS)
    assert model.prompts[0].variables["names"] == ["Adela Quenby", "Harbor Commission"]


def test_a_failed_reply_is_counted_and_nothing_is_made_up() -> None:
    found = find_facts(corpus(TEXT), TARGETS, Scripted(error="timeout"), SETTINGS)

    assert found.table.num_rows == 0
    assert found.counts["model_failure"] == 1


def test_two_answers_to_one_question_drop_both() -> None:
    other = TEXT.replace("3 May", "9 May")
    reader = Scripted(fact(), fact(answer="9 May 1961", quote=fact().quote.replace("3 May", "9 May")))
    found = find_facts(corpus(TEXT + " " + other), TARGETS, reader, SETTINGS)

    assert found.table.num_rows == 0
    assert found.counts["conflicting_answers"] == 2


def test_a_copy_with_another_date_contradicts_and_one_with_the_same_date_supports() -> None:
    scanned = TEXT.replace("dredging", "dredqing")
    agreeing = find_facts(corpus(TEXT, scanned), TARGETS, EmbeddedReader(), SETTINGS)
    conflicting = find_facts(corpus(TEXT, scanned.replace("3 May", "8 May")), TARGETS, EmbeddedReader(), SETTINGS)

    dates = [row for row in agreeing.table.to_pylist() if row["answer_type"] == "date"]
    assert dates
    assert all(row["salience"] == 5 for row in dates)
    assert not [row for row in conflicting.table.to_pylist() if row["answer_type"] == "date"]


def test_a_copy_that_dates_the_question_to_another_year_contradicts() -> None:
    text = "In September 1961 the Harbor Commission opened a large school for pilots in the old town of Lisbon."
    asked = fact(
        question="Which body opened a large school for pilots in Lisbon in September 1961?",
        answer="Harbor Commission",
        answer_type=AnswerType.ORGANISATION,
        quote=text,
    )
    other = Scripted(asked)
    same = find_facts(corpus(text, text.replace("town", "tovn")), TARGETS, other, SETTINGS)
    misread = find_facts(corpus(text, text.replace("1961", "1967")), TARGETS, other, SETTINGS)

    assert [row["doc_id"] for row in same.table.to_pylist()] == ["D-0"]  # the copy's quote is another
    assert misread.table.num_rows == 0
    assert misread.counts["conflicting_copy"] == 1


def dated(paper: str) -> Fact:
    """When the memorandum on the mooring dues is dated, quoted from its heading."""
    return fact(
        question='What is the date of the memorandum to Chief, Harbor Pilots Staff on the subject "Mooring Dues"?',
        answer="4 May 1961",
        quote=paper.partition("\n\n1.")[0],
        subject='memorandum on "Mooring Dues"',
        form="header",
    )


def test_another_paper_under_a_like_heading_is_no_copy() -> None:
    heading = "{} May 1961\n\nMEMORANDUM FOR: Chief, Harbor Pilots Staff, Federal Inspection Service of Lisbon\n\nSUBJECT: {}\n\n1. Text."
    paper = heading.format(4, "Mooring Dues")
    other = heading.format(9, "Old Lamps")
    asked = dated(paper)

    assert find_facts(corpus(paper, other), TARGETS, Scripted(asked), SETTINGS).table.num_rows == 1
    misread = corpus(paper, paper.replace("4 May", "9 May"))
    assert find_facts(misread, TARGETS, Scripted(asked), SETTINGS).counts["conflicting_copy"] == 1


def test_the_next_form_letter_on_one_subject_is_no_copy_and_a_scan_of_the_letter_is() -> None:
    heading = "{} May 1961\n\nMEMORANDUM FOR: Chief, Harbor Pilots Staff of Lisbon\n\nSUBJECT: Mooring Dues\n\n"
    first = (
        heading.format(4) + "1. The ledgers of the eastern quay hold nine entries on the barges of the winter fleet."
    )
    other = (
        heading.format(9) + "1. Nothing is known of the two lamps that were asked for; the tower was closed in March."
    )
    asked = dated(first)

    assert find_facts(corpus(first, other), TARGETS, Scripted(asked), SETTINGS).table.num_rows == 1
    scanned = first.replace("4 May", "9 May").replace("barges", "bargcs")
    assert find_facts(corpus(first, scanned), TARGETS, Scripted(asked), SETTINGS).counts["conflicting_copy"] == 1


@pytest.mark.parametrize("sum_", ["$18,500", "12"])
def test_a_figure_that_goes_on_in_the_quote_is_garbled(sum_: str) -> None:
    garbled = fact(answer=sum_, answer_type=AnswerType.MONEY, quote=f"The Commission paid {sum_}, 00 for the pier.")
    whole = fact(answer=sum_, answer_type=AnswerType.MONEY, quote=f"The Commission paid {sum_}, and left 3 piers.")

    assert fault_of(garbled, "D-0", Permitted()) == "garbled_figure"
    assert fault_of(whole, "D-0", Permitted()) == ""


def test_a_year_far_from_the_corpus_and_from_its_document_is_a_slip_of_the_scanner() -> None:
    span = year_span(
        [f"In May {1950 + n % 40} the dues were paid." for n in range(400)] + ["In May 1861 they were not."]
    )
    old = fact(answer="3 May 1902", quote="On 3 May 1902, it met.")

    # 401 mentions, of which 20 at either end are no bulk: 1861, 1950 and half of 1951; 1989 and 1988. Wider by three.
    assert span == (1948, 1990)
    years = Years(span, frozenset({1902}))
    assert not is_dated_plausibly(old, "On 3 May 1902, it met. In May 1961 it met again.", years)
    assert is_dated_plausibly(old, "On 3 May 1902, it met. In May, 1901 it was founded.", years)
    assert is_dated_plausibly(fact(), TEXT, years)
    # Two digits are the year that they are read as: 1964 is of the bulk, 1931 and 2004 are not.
    for written, is_plausible in (("3 May 64", True), ("3 May 31", False), ("3 May 04", False)):
        short = fact(answer=written, answer_type=AnswerType.DATE, quote=f"On {written}, it met.")
        assert is_dated_plausibly(short, f"On {written}, it met.", years) is is_plausible
    # What dates a document is likely when documents were written that year; what a sentence tells of is not.
    header = old.model_copy(update={"form": "header"})
    assert is_dated_plausibly(header, "On 3 May 1902, it met.", years)
    assert not is_dated_plausibly(header, "On 3 May 1902, it met.", Years(span, frozenset({1904})))


def test_documents_are_written_in_years_in_which_some_are_dated() -> None:
    dated = [f"{n} May 1996\n\nThe dues were paid." for n in range(1, 4)] + [f"{n} May 1997\n\nPaid." for n in (1, 2)]
    late = "x" * HEAD_CHARS + " 3 May 1938"

    # 3 in 1996 and 2 in 1997 make 5 for either year; 1938 stands alone, and five more stand below the head.
    assert years_written(corpus(*dated, "3 May 1938\n\nThey were not.", *[late] * 5)) == {1996, 1997}
    assert years_written(corpus(*dated, quality="degraded")) == frozenset()


def test_a_corpus_that_names_few_years_has_no_bulk() -> None:
    assert year_span([TEXT]).holds(1066)


def test_who_holds_a_public_office_in_two_documents_may_be_named_in_a_third_and_is_no_subject() -> None:
    shown = "A letter of Senator Edgar Colby went to the Harbor Commission."
    model = Scripted()
    find_facts(
        corpus(shown, shown + " It was read.", "Mr. Colby met at noon.", "Nobody met."), TARGETS, model, SETTINGS
    )
    officials = [prompt.variables["officials"] for prompt in model.prompts]

    assert officials == [["Edgar Colby"], ["Edgar Colby"], ["Edgar Colby"], []]
    assert all(prompt.variables["names"] == ["Adela Quenby", "Harbor Commission"] for prompt in model.prompts)


def test_empty_input_gives_an_empty_table() -> None:
    assert find_facts(corpus(), TARGETS, EmbeddedReader(), SETTINGS).table.schema == FACTS


def test_windows_cover_the_text_and_start_at_boundaries() -> None:
    text = "".join(f"Line {i} of the report is here.\n" for i in range(200))
    pieces = list(windows(text, 500))

    assert "".join(pieces) == text
    assert all(len(piece) <= 500 and piece.startswith("Line") for piece in pieces)


def test_a_window_without_any_boundary_is_cut_anyway() -> None:
    assert "".join(windows("x" * 1200, 500)) == "x" * 1200


def test_the_order_of_documents_does_not_matter() -> None:
    one = corpus(TEXT, "The Federal Harbor Authority (FHA) met at noon in Lisbon.")
    two = one.take([1, 0])

    assert find_facts(one, TARGETS, EmbeddedReader(), SETTINGS) == find_facts(two, TARGETS, EmbeddedReader(), SETTINGS)


def test_every_document_counts_as_read_even_one_that_is_asked_nothing() -> None:
    told: list[tuple[int, int]] = []
    documents = pa.concat_tables([corpus(TEXT, ""), corpus(TEXT, quality="garbage")])
    model = Scripted(fact())
    watched = find_facts(documents, TARGETS, model, SETTINGS, lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert len(model.prompts) == 1
    assert watched == find_facts(documents, TARGETS, Scripted(fact()), SETTINGS)


def test_an_expansion_in_capitals_is_the_one_that_running_text_writes() -> None:
    shouted = fact(
        subject="QHL",
        question="What does the abbreviation QHL stand for?",
        answer="QUIET HARBOR LEAGUE",
        quote="QUIET HARBOR LEAGUE (QHL)",
    )
    plain = "The Quiet Harbor League met at the pier."
    same = find_facts(corpus("QUIET HARBOR LEAGUE (QHL)", plain), TARGETS, Scripted(shouted), SETTINGS)
    rival = "The Quarry Hands Local met at the pier."
    other = find_facts(corpus("QUIET HARBOR LEAGUE (QHL)", rival, rival), TARGETS, Scripted(shouted), SETTINGS)

    # The plain words are the same name; two documents that spell the letters otherwise make them ambiguous.
    assert (same.table.num_rows, other.table.num_rows) == (1, 0)
    assert other.counts["ambiguous_abbreviation"] == 1
