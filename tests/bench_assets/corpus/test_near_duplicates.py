"""Copies: what makes two documents copies of one record, what does not, and that nothing depends on the order."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pytest

from bench_assets.corpus.near_duplicates import (
    Compared,
    Evidence,
    Link,
    evidence_of,
    find_near_duplicates,
    join,
    notes_of,
)
from bench_assets.corpus.shingles import PLACES_A_CHAR, parts_of
from bench_assets.schemas import NEAR_DUPLICATES
from bench_assets.settings.release import DuplicatesSection
from tests.shared_data import shared_data

DEFAULTS = DuplicatesSection()
SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split()
Row = tuple[str, str] | tuple[str, str, str | None]


def prose(seed: int, n_words: int = 160) -> str:
    """Words that no other seed has."""
    rng = random.Random(seed)
    return " ".join("".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(n_words))


def misread(text: str, share: float, seed: int) -> str:
    """The text with that share of its letters read as another."""
    rng = random.Random(seed)
    return "".join(rng.choice("#xqz") if c != " " and rng.random() < share else c for c in text)


def table(rows: Sequence[Row]) -> pa.Table:
    full = [(*row, None)[:3] for row in rows]
    return pa.table({
        "doc_id": pa.array([row[0] for row in full], pa.string()),
        "text": pa.array([row[1] for row in full], pa.string()),
        "group": pa.array([row[2] for row in full], pa.string()),
    })  # fmt: skip


def find(*rows: Row, settings: DuplicatesSection = DEFAULTS) -> pa.Table:
    return find_near_duplicates([("s/0", table(rows))], settings)


def clusters(found: pa.Table) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {}
    for row in found.to_pylist():
        held.setdefault(row["cluster_id"], []).append(row["doc_id"])
    return held


def test_nothing_gives_no_rows():
    assert find_near_duplicates([], DEFAULTS).equals(NEAR_DUPLICATES.empty_table())
    assert find(("a", "")).equals(NEAR_DUPLICATES.empty_table())
    assert find(("a", prose(1)), ("b", prose(2)), ("c", "--"), ("d", "**")).num_rows == 0


def test_an_iterator_is_refused_since_it_can_be_read_once_only():
    with pytest.raises(TypeError, match="shards is an iterator, which can be read once only; pass a list"):
        find_near_duplicates(iter([("s/0", table([("a", prose(1))]))]), DEFAULTS)


def test_the_same_letters_in_another_layout_are_an_exact_copy():
    found = find(("b", prose(1)), ("a", prose(1).upper().replace(" ", ",\n")), ("c", prose(2)))
    assert found.to_pylist() == [
        {"cluster_id": "a", "doc_id": "a", "shard": "s/0", "evidence": "exact", "similarity": 1.0, "nearest_doc_id": "b"},
        {"cluster_id": "a", "doc_id": "b", "shard": "s/0", "evidence": "exact", "similarity": 1.0, "nearest_doc_id": "a"},
    ]  # fmt: skip


@pytest.mark.parametrize("share", [0.01, 0.05, 0.15])
def test_two_scans_of_one_page_are_copies_though_few_words_agree(share):
    text = prose(1)
    found = find(("a", misread(text, share, 1)), ("b", misread(text, share, 2)), ("c", prose(2)), ("d", prose(3)))
    assert clusters(found) == {"a": ["a", "b"]}
    assert set(found["evidence"].to_pylist()) == {"minhash"}


def test_what_is_misread_beyond_recognition_is_no_copy():
    text = prose(1)
    assert find(("a", misread(text, 0.5, 1)), ("b", misread(text, 0.5, 2))).num_rows == 0


FORM = f"REQUEST FOR THE CHECKING OF A NAME. {prose(900, 80)} Signed by the officer on duty."


def test_forms_that_differ_in_their_number_are_no_copies_however_few_there_are():
    two = [(f"f{n}", f"{FORM} Sheet no. 20417-{n:05d}") for n in (1, 2)]
    many = [(f"f{n:02d}", f"{FORM} Sheet no. 20417-{n:05d}") for n in range(40)]
    assert find(*two).num_rows == 0
    assert find(*many).num_rows == 0
    # The counter-example: the same number on both, once scanned worse.
    assert clusters(find(("f1", two[0][1]), ("f2", misread(FORM, 0.02, 1) + " Sheet no. 20417-00001"))) == {"f1": ["f1", "f2"]}  # fmt: skip


def test_filled_forms_of_which_there_are_many_are_no_copies_and_their_own_copies_are():
    forms = [(f"f{n:02d}", f"{FORM} {prose(n, 25 if n else 90)}") for n in range(30)]
    found = find(*forms, ("z", misread(forms[0][1], 0.03, 7)))
    assert clusters(found) == {"f00": ["f00", "z"]}


def test_a_thread_is_no_copy_of_the_mail_that_it_quotes_whole():
    mail = prose(1, 60)
    assert find(("mail", mail), ("thread", f"{prose(2, 200)}\n> {mail}")).num_rows == 0


def test_a_letter_with_one_paragraph_of_another_is_no_copy():
    shared = prose(9, 40)
    assert find(("a", f"{prose(1, 200)} {shared}"), ("b", f"{shared} {prose(2, 200)}")).num_rows == 0


def test_a_group_marks_copies_whatever_their_texts_say():
    found = find(
        ("a", prose(1), "N-1"),
        ("b", prose(2), "N-1"),
        ("c", "blank", "N-2"),
        ("d", "torn", "N-2"),
        ("e", prose(3), "N-3"),
    )
    assert clusters(found) == {"a": ["a", "b"], "c": ["c", "d"]}
    assert found["evidence"].to_pylist() == ["group"] * 4
    assert found["similarity"].to_pylist()[0] < 0.01
    assert found["similarity"].to_pylist()[2:] == [None, None]  # the short ones were not compared


def test_a_group_of_any_size_is_one_cluster():
    found = find(*((f"d{n:02d}", prose(n), "N-1") for n in range(25)))
    assert clusters(found) == {"d00": [f"d{n:02d}" for n in range(25)]}
    assert set(found["similarity"].to_pylist()) == {None}


def test_a_short_text_is_a_copy_of_the_same_text_and_joins_no_two_groups():
    short = "Page 1 of 1"
    assert clusters(find(("a", short), ("b", "page 1 of 1."), ("c", "Page 1 of 2"))) == {"a": ["a", "b"]}
    found = find(("a", prose(1), "N-1"), ("b", short, "N-1"), ("c", prose(2), "N-2"), ("d", short, "N-2"))
    assert clusters(found) == {"a": ["a", "b"], "c": ["c", "d"]}
    # The counter-example: a long text does.
    found = find(("a", prose(1), "N-1"), ("b", prose(3), "N-1"), ("c", prose(2), "N-2"), ("d", prose(3), "N-2"))
    assert clusters(found) == {"a": ["a", "b", "c", "d"]}


NUMBER = "310-20417-10055"


def test_one_record_number_and_a_little_text_in_common_are_enough():
    text = prose(1, 300)
    one, other = (f"{NUMBER}\n{misread(text, 0.3, seed)}" for seed in (1, 2))
    found = find(("a", one), ("b", other), ("c", f"{NUMBER}\n{prose(5)}"), ("d", prose(6)))
    assert clusters(found) == {"a": ["a", "b"]}  # c cites the number, and has no text of the record
    assert set(found["evidence"].to_pylist()) == {"record_number"}
    assert find(("a", misread(text, 0.3, 1)), ("b", misread(text, 0.3, 2))).num_rows == 0


def test_a_number_that_many_documents_print_says_nothing():
    text = prose(1, 300)
    held = [(f"d{n:02d}", f"{NUMBER}\n{prose(100 + n)}") for n in range(10)]
    one, other = (f"{NUMBER}\n{misread(text, 0.3, seed)}" for seed in (1, 2))
    assert find(("a", one), ("b", other), *held).num_rows == 0


def test_of_an_id_in_two_shards_the_first_shards_text_counts():
    first, second = table([("a", prose(1)), ("b", prose(2))]), table([("a", prose(2)), ("c", prose(1))])
    expected = {"a": ["a", "c"]}
    for shards in ([("s/0", first), ("s/1", second)], [("s/1", second), ("s/0", first)]):
        found = find_near_duplicates(shards, DEFAULTS)
        assert clusters(found) == expected
        assert found["shard"].to_pylist() == ["s/0", "s/1"]


def test_the_same_rows_come_of_any_order_of_shards_and_documents():
    rows: list[Row] = [(f"d{n}", misread(prose(n // 3), 0.04, n), f"N-{n}" if n % 7 else "N-0") for n in range(60)]
    rows += [("x", prose(500)), ("y", prose(500))]
    expected = find(*rows)
    assert expected.num_rows > 15
    rng = random.Random(3)
    for _ in range(3):
        rng.shuffle(rows)
        shards = [(f"s/{at}", table(rows[at::4])) for at in range(4)]
        found = find_near_duplicates(shards[::-1], DEFAULTS)
        assert found.drop_columns("shard").equals(expected.drop_columns("shard"))


def test_a_chain_of_likenesses_ends():
    # Each likes the next: links of one similarity are taken by place, and a fourth text is one too many.
    links = [Link(n, n + 1, Evidence.MINHASH, 0.5) for n in range(5)]
    assert join(links, 6, DuplicatesSection(max_copies=3)) == [0, 0, 0, 3, 3, 3]
    assert join([*links[1:], Link(0, 1, Evidence.MINHASH, 0.4)], 6, DuplicatesSection(max_copies=3)) == [
        0,
        1,
        1,
        1,
        4,
        4,
    ]
    assert join([Link(n, n + 1, Evidence.GROUP, None) for n in range(5)], 6, DuplicatesSection(max_copies=3)) == [0] * 6


def test_exact_copies_count_as_one_text_of_a_cluster():
    links = [Link(0, 1, Evidence.EXACT, 1.0), Link(0, 2, Evidence.EXACT, 1.0), Link(2, 3, Evidence.MINHASH, 0.6)]
    assert join(links, 4, DuplicatesSection(max_copies=2)) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("compared", "evidence"),
    [
        (Compared(0, 1, 0.40, 0.3, 1.0, is_form=False, is_numbered=False), Evidence.MINHASH),
        (Compared(0, 1, 0.39, 0.3, 1.0, is_form=False, is_numbered=False), None),
        (Compared(0, 1, 0.90, 0.3, 0.0, is_form=True, is_numbered=False), None),
        (Compared(0, 1, 0.90, 0.3, 0.0, is_form=True, is_numbered=True), None),
        (Compared(0, 1, 0.02, 0.3, 1.0, is_form=False, is_numbered=True), Evidence.RECORD_NUMBER),
        (Compared(0, 1, 0.01, 0.3, 1.0, is_form=False, is_numbered=True), None),
        (Compared(0, 1, 0.20, 0.3, 1.0, is_form=False, is_numbered=False, alignment=0.80), Evidence.ALIGNMENT),
        (Compared(0, 1, 0.20, 0.3, 1.0, is_form=False, is_numbered=False, alignment=0.79), None),
    ],
)
def test_the_gates_of_a_comparison(compared, evidence):
    assert evidence_of(compared, DEFAULTS) == evidence


def test_notes_count_clusters_and_documents_by_evidence():
    found = find(
        ("a", prose(1)), ("b", prose(1)), ("c", prose(2), "N-1"), ("d", prose(3), "N-1"), ("e", prose(4), "N-1")
    )
    assert notes_of(found) == {
        "clusters": 2, "documents_in_clusters": 5, "documents_by_exact": 2, "documents_by_group": 3,
        "documents_by_record_number": 0, "documents_by_minhash": 0, "documents_by_alignment": 0, "largest_cluster": 3,
    }  # fmt: skip
    assert notes_of(NEAR_DUPLICATES.empty_table())["largest_cluster"] == 0


def scans() -> list[Row]:
    """Twenty records, each scanned twice, and papers that share half of their text with one of them."""
    rows: list[Row] = [(f"d{n:02d}", misread(prose(n // 2, 300), 0.03, n)) for n in range(40)]
    return rows + [(f"p{n:02d}", f"{prose(n, 150)} {prose(100 + n, 150)}") for n in range(20)]


PAIRS_OF_SCANS = {f"d{n:02d}": [f"d{n:02d}", f"d{n + 1:02d}"] for n in range(0, 40, 2)}


@pytest.mark.parametrize("n_parts", [2, 8, 32])
def test_of_a_large_source_shingles_are_counted_in_parts_and_the_same_copies_are_found(n_parts, monkeypatch):
    expected = find(*scans())
    letters = sum(len(text.replace(" ", "")) for _, text in scans())
    monkeypatch.setattr("bench_assets.corpus.shingles.ROW_MAX", PLACES_A_CHAR * letters // n_parts + 1)
    assert len(parts_of(letters)) == n_parts
    found = find(*scans())
    assert clusters(found) == PAIRS_OF_SCANS
    # Which shingles share a place of the table depends on its size, so that a count may be too high in one of them.
    assert found["similarity"].to_pylist() == pytest.approx(expected["similarity"].to_pylist(), abs=0.02)
    assert found.drop_columns("similarity").equals(expected.drop_columns("similarity"))


def test_blocks_of_any_size_give_the_same_rows(monkeypatch):
    expected = find(*scans())
    assert clusters(expected) == PAIRS_OF_SCANS
    monkeypatch.setattr("bench_assets.corpus.candidate_pairs.BLOCK_ROWS", 7)
    monkeypatch.setattr("bench_assets.corpus.candidate_pairs.BLOCK_DOCUMENTS", 9)
    monkeypatch.setattr("bench_assets.corpus.candidate_pairs.HASHED_CHARS", 2_000)
    monkeypatch.setattr("bench_assets.corpus.comparisons.HELD_CHARS", 100)
    assert find(*scans()).equals(expected)


def test_hostile_texts_are_read():
    rows = [("a", "\0" * 5000), ("b", "\u202e" * 5000), ("c", "7" * 50_000), ("d", "a" * 50_000), ("e", "-" * 50_000)]
    assert find(*rows, ("f", "1-" * 20_000)).num_rows == 0


def test_on_real_scans_copies_are_found_without_their_file_names():
    import pyarrow.parquet as pq  # noqa: PLC0415

    held = pa.concat_tables(
        pq.read_table(path, columns=["doc_id", "file_name", "text_content"])
        for path in sorted(shared_data("jfk").glob("*.parquet"))[:4]
    )
    rows = [row for row in held.to_pylist() if row["text_content"]]
    found = find_near_duplicates([("s/0", table([(row["doc_id"], row["text_content"]) for row in rows]))], DEFAULTS)
    names = {row["doc_id"]: row["file_name"] for row in rows}
    mates: dict[str, set[str]] = {}
    for doc_id, name in names.items():
        mates.setdefault(name, set()).add(doc_id)
    of_mates = [doc_id for doc_id, name in names.items() if len(mates[name]) > 1]
    joined = {doc_id: frozenset(members) for members in clusters(found).values() for doc_id in members}
    hits = sum(bool((joined.get(doc_id, frozenset()) - {doc_id}) & mates[names[doc_id]]) for doc_id in of_mates)
    assert len(of_mates) > 100
    assert hits / len(of_mates) > 0.6  # file names were never read
    assert np.mean([len(members) for members in joined.values()]) < 4
