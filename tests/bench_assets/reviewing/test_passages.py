"""What a reviewer reads of the documents: quotes in their place, and where an absence would show."""

from __future__ import annotations

import pytest

from bench_assets.reviewing.passages import (
    AROUND_CHARS,
    MAX_PASSAGES,
    Figure,
    Passage,
    Segment,
    Span,
    absence_passages,
    cut,
    doc_ids_of,
    figures_of,
    quoted,
)

ADA = Figure(("Ada B. Quill", "Ada Quill", "QUILL, ADA"))
BRAM = Figure(("Bram Tarn",))
TEXT = "Before. Ada Quill signed it. After."
QUOTE = "Ada Quill signed it."


def marked(passage: Passage) -> list[str]:
    return [segment.text for segment in passage.segments if segment.is_marked]


def whole(passage: Passage) -> str:
    return "".join(segment.text for segment in passage.segments)


def piece(start: int, end: int, quote: str = QUOTE) -> dict[str, object]:
    return {"doc_id": "d1", "start": start, "end": end, "quote": quote}


def test_a_quote_stands_in_the_text_around_it() -> None:
    assert quoted(piece(8, 28), TEXT) == Passage(
        "d1",
        (
            Segment("Before. ", is_marked=False),
            Segment(QUOTE, is_marked=True),
            Segment(" After.", is_marked=False),
        ),
    )


def test_a_long_document_is_cut_on_both_sides() -> None:
    text = "x" * 1000 + QUOTE + "y" * 1000
    passage = quoted(piece(1000, 1020), text)
    assert whole(passage) == "x" * AROUND_CHARS + QUOTE + "y" * AROUND_CHARS
    assert (passage.is_cut_before, passage.is_cut_after) == (True, True)
    assert marked(passage) == [QUOTE]


def test_a_quote_that_moved_is_found_and_one_that_is_gone_is_said() -> None:
    assert marked(quoted(piece(0, 20), TEXT)) == [QUOTE]
    gone = quoted(piece(8, 28), "Another text.")
    assert (whole(gone), gone.note) == (QUOTE, "The document of this home does not hold this quote.")
    absent = quoted(piece(8, 28), None)
    assert (whole(absent), absent.note) == (QUOTE, "The document is not in this home: the quote alone.")


def test_overlapping_spans_are_shown_once() -> None:
    passage = cut("d1", "abcdef", [Span(3, 5), Span(1, 4)])
    assert whole(passage) == "abcdef"
    assert marked(passage) == ["bcd", "e"]


def test_a_name_is_found_in_any_case_over_line_ends_and_as_a_whole_word() -> None:
    text = "ada\n quill; Ada Quills; Quill, Ada (the brother of Ada B. Quill)"
    assert [text[span.start : span.end] for span in ADA.mentions(text)] == ["ada\n quill", "Quill, Ada", "Ada B. Quill"]


@pytest.mark.parametrize(
    ("certificate", "figures", "doc_ids"),
    [
        (None, [], []),
        ({"aliases": ["Bram Tarn", " "], "documents_read": ["d2", "d1"]}, [BRAM], ["d1", "d2"]),
        (
            {
                "figures": [
                    {"aliases": list(ADA.aliases), "documents_read": ["d1"]},
                    {"aliases": ["Bram Tarn"], "documents_read": ["d2", "d1"]},
                ],
                "not_read": {"garbage_documents": 3},
            },
            [ADA, BRAM],
            ["d1", "d2"],
        ),
        ({"anchor": {"aliases": ["Bram Tarn"]}, "other": {"aliases": []}, "n_documents_read": 4}, [BRAM], []),
    ],
)
def test_a_certificate_is_read_whatever_its_shape(
    certificate: object, figures: list[Figure], doc_ids: list[str]
) -> None:
    assert figures_of(certificate) == figures
    assert doc_ids_of(certificate) == doc_ids


def test_the_passages_nearest_to_an_absent_answer_share_words_with_the_question() -> None:
    texts = {
        "d1": "Ada Quill went home.",
        "d2": "Ada Quill gave her papers to nobody.",
        "d3": "The museum has the papers of Ada Quill.",
        "d4": "Nobody is named here but the museum of papers.",
    }
    passages = absence_passages("Which museum received the papers of Ada Quill?", [ADA], texts)
    # museum and papers; papers; none: "which" and "received" stand nowhere, "Quill" is the name itself
    assert [(passage.doc_id, passage.note) for passage in passages] == [
        ("d3", "Names Ada B. Quill and shares 2 words with the question."),
        ("d2", "Names Ada B. Quill and shares 1 words with the question."),
        ("d1", "Names Ada B. Quill and shares 0 words with the question."),
    ]


def test_the_best_mention_of_a_document_is_shown() -> None:
    text = "Ada Quill left." + " " * 1300 + "Ada Quill met the museum."
    (passage,) = absence_passages("Which museum?", [ADA], {"d1": text})
    assert whole(passage).strip() == "Ada Quill met the museum."


def test_documents_that_name_both_figures_come_alone_closest_first() -> None:
    texts = {
        "d1": "Ada Quill. " + "." * 100 + " Bram Tarn.",
        "d2": "Bram Tarn and Ada Quill.",
        "d3": "Ada Quill met the mayor about the pier.",
    }
    passages = absence_passages("When did Ada Quill meet Bram Tarn about the pier?", [ADA, BRAM], texts)
    # d1: "Ada Quill" ends at 9, then ". ", 100 dots and a blank: Bram begins at 112
    assert [(passage.doc_id, passage.note) for passage in passages] == [
        ("d2", "Names both, 5 characters apart."),
        ("d1", "Names both, 103 characters apart."),
    ]
    assert marked(passages[0]) == ["Bram Tarn", "Ada Quill"]


def test_names_far_apart_are_shown_in_two_passages() -> None:
    text = "Ada Quill." + "." * 5000 + "Bram Tarn."
    passages = absence_passages("When?", [ADA, BRAM], {"d1": text})
    assert [marked(passage) for passage in passages] == [["Ada Quill"], ["Bram Tarn"]]
    assert all(len(whole(passage)) < 2 * AROUND_CHARS for passage in passages)


def test_figures_that_no_document_brings_together_are_shown_each() -> None:
    texts = {f"d{n}": "Ada Quill was there." for n in range(9)} | {"e1": "Bram Tarn was there."}
    passages = absence_passages("When did Ada Quill meet Bram Tarn?", [ADA, BRAM], texts)
    assert [passage.doc_id for passage in passages] == ["d0", "d1", "d2", "e1"]
    assert len(passages) == MAX_PASSAGES + 1


def test_nothing_is_shown_without_figures_or_texts() -> None:
    assert absence_passages("When?", [], {"d1": TEXT}) == []
    assert absence_passages("When?", [ADA], {}) == []
