"""Figures whom no document connects, and whose turn it is to be named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa
import pytest

from bench_assets.corpus.private_people import PrivateNames
from bench_assets.drafting.facts import read_targets
from bench_assets.drafting.figures import (
    Figure,
    Interaction,
    Pair,
    Rota,
    find_figures,
    find_pairs,
    most_of,
    times_of,
    within_share,
    year_of,
)
from bench_assets.drafting.reading import complete_passages
from bench_assets.schemas import ALIAS_INDEX, CORPUS, NEAR_DUPLICATES, TARGET_ENTITIES

NAMES = {"quenby": "Adela Quenby", "sedge": "Bram Sedge", "board": "Tallow Board"}
NOBODY = PrivateNames(frozenset())
FAR = " The harbour was quiet that week. " * 30  # about a thousand characters in sentences


def figures(
    *documents: str,
    names: dict[str, str] = NAMES,
    private: PrivateNames = NOBODY,
    clusters: Sequence[Sequence[str]] = (),
    aliases: Sequence[tuple[str, str]] = (),
) -> tuple[list[Figure], pa.Table]:
    """Figures of a corpus whose documents are listed for each whose full name they hold, in any case."""
    rows = [
        {
            "doc_id": f"d{at}",
            "text": text,
            "entity_ids": [key for key, name in names.items() if name.lower() in text.lower()],
        }
        for at, text in enumerate(documents)
    ]
    table = pa.Table.from_pylist(rows, schema=CORPUS)
    known = [
        {
            "entity_id": key,
            "canonical_name": name,
            "kind": "organisation" if key == "board" else "person",
            "aliases": [name],
        }
        for key, name in names.items()
    ]
    targets = read_targets(pa.Table.from_pylist(known, schema=TARGET_ENTITIES))
    near = pa.Table.from_pylist(
        [{"cluster_id": cluster[0], "doc_id": doc_id} for cluster in clusters for doc_id in cluster],
        schema=NEAR_DUPLICATES,
    )
    forms = pa.Table.from_pylist([{"entity_id": key, "alias": alias} for key, alias in aliases], schema=ALIAS_INDEX)
    readings = complete_passages(table, near, targets)
    return find_figures(targets, readings, table, near, forms, private), table


def pairs(*documents: str, **given: object) -> list[Pair]:
    return find_pairs(*figures(*documents, **given))


def test_two_people_named_in_no_document_together_are_a_strict_pair():
    assert pairs("Adela Quenby wrote.", "Bram Sedge wrote to the Tallow Board.") == [Pair("quenby", "sedge", ())]


@pytest.mark.parametrize(
    "third",
    [
        "Adela Quenby met Bram Sedge.",
        "From: QUENBY\nTo: SEDGE",  # bare surnames of both
        "Adela Quenby saw Mr. Sedge.",
        "Adela\nQuen-\nby and Bram  Sedge",  # over line ends
        "Adela Qvenby and Sedge",  # misread
    ],
)
def test_a_document_that_names_both_in_any_way_near_each_other_rules_the_pair_out(third):
    assert pairs("Adela Quenby wrote.", "Bram Sedge wrote.", third) == []


def test_a_form_that_others_bear_too_counts_as_either_ones():
    told = ("Adela Quenby wrote.", "Bram Sedge wrote.", "Adela Quenby met Foxy.")
    assert pairs(*told) == [Pair("quenby", "sedge", ())]
    assert pairs(*told, aliases=[("sedge", "Foxy")]) == []


def test_a_copy_of_a_document_that_names_one_counts_as_naming_it():
    # d2 is a copy of d0, in which the name was lost: what it says of the other may be said of both.
    told = ("Adela Quenby wrote.", "Bram Sedge wrote.", "Qxxxx wrote to Bram Sedge.")
    assert pairs(*told, clusters=[["d0", "d2"]]) == []


def test_names_far_apart_in_a_long_document_are_a_loose_pair_after_the_strict_ones():
    names = NAMES | {"tansy": "Ida Tansy"}
    long = f"Adela Quenby wrote. {FAR} Bram Sedge wrote."
    found = pairs("Adela Quenby wrote.", "Bram Sedge wrote.", long, "Ida Tansy wrote.", names=names)
    assert found == [Pair("quenby", "tansy", ()), Pair("sedge", "tansy", ()), Pair("quenby", "sedge", ("d2",))]


def test_a_long_list_in_which_no_sentence_ends_brings_them_together():
    listed = "Adela Quenby\n" + "clerk of works\n" * 80 + "Bram Sedge\n"
    assert pairs("Adela Quenby wrote.", "Bram Sedge wrote.", listed) == []


def test_letters_of_one_thread_bring_together_whom_their_headers_name():
    told = ("Adela Quenby wrote.", "Bram Sedge wrote.")
    thread = f"From: Ida Tansy\nCc: Adela Quenby\n\n{FAR}\n\nFrom: Otto Frith\nTo:\n  Bram Sedge\n\nRain."
    body = f"From: Ida Tansy\nCc: Adela Quenby\n\n{FAR}\n\nNothing was heard of Bram Sedge."
    assert pairs(*told, thread) == []
    assert pairs(*told, body) == [Pair("quenby", "sedge", ("d2",))]


def test_namesakes_bodies_and_private_people_are_in_no_pair():
    told = ("Adela Quenby wrote.", "Otto Quenby wrote.", "Tallow Board")
    assert pairs(*told, names={"quenby": "Adela Quenby", "otto": "Otto Quenby", "board": "Tallow Board"}) == []
    apart = ("Adela Quenby wrote.", "Bram Sedge wrote.")
    assert pairs(*apart, private=PrivateNames(frozenset({"SEDGE, Bram"}))) == []


def test_people_of_two_times_are_in_no_pair():
    early = [f"Adela Quenby, May {day}, 1921" for day in (1, 2, 3)]
    late = [f"Bram Sedge, 5/{day}/78" for day in (1, 2, 3)]
    same = [f"Bram Sedge, 1{day} June 1922, June 1922" for day in (1, 2, 3)]
    assert pairs(*early, *late) == []
    # 1920-22 and 1921-23, a third each: two thirds in common.
    assert pairs(*early, *same) == [Pair("quenby", "sedge", ())]
    assert pairs(*early, *late[:2]) == [Pair("quenby", "sedge", ())]  # two dates do not tell


def test_a_document_is_of_the_year_that_its_head_names_most():
    assert year_of("Printed May 1990. On May 4, 1961 and 5/6/61 it sat.") == 1961
    assert year_of("May 1962, May 1961") == 1961
    assert year_of("no date, box 1961") is None
    assert year_of("x" * 1500 + "May 1961") is None


def test_a_third_of_a_document_goes_to_the_years_beside_its_own():
    # Three documents, nine thirds: 1960 has 1 + 1, 1961 has 1 + 1, 1959 1, 1962 1, and 1969 to 1971 1 each.
    assert times_of([1960, 1961, 1970]) == pytest.approx(
        {1959: 1 / 9, 1960: 2 / 9, 1961: 2 / 9, 1962: 1 / 9, 1969: 1 / 9, 1970: 1 / 9, 1971: 1 / 9}
    )
    assert times_of([1960, 1961]) == {}


def test_strict_pairs_come_first_and_everybody_is_named_as_often():
    strict = [Pair("a", "b", ()), Pair("c", "d", ())]
    rota = Rota([*strict, Pair("e", "f", ("d1",))], per_figure=10, seed=1)
    chosen = rota.choose(7)

    # Two pairs with three kinds of dealing make six; the loose pair comes last.
    assert [bool(casting.shared) for casting in chosen] == [False] * 6 + [True]
    assert Counter(casting.interaction for casting in chosen[:6]) == dict.fromkeys(Interaction, 2)
    assert Counter(frozenset(casting[:2]) for casting in chosen[:6]) == {
        frozenset({"a", "b"}): 3,
        frozenset({"c", "d"}): 3,
    }
    assert max(Counter(casting.outside for casting in chosen[:4]).values()) == 1


def test_a_figure_with_its_share_has_room_again_when_a_casting_came_to_nothing():
    rota = Rota([Pair("a", "b", ())], per_figure=1, seed=1)
    first = rota.choose(5)
    assert len(first) == 1
    assert rota.choose(5) == []
    rota.give_back(first[0])
    assert len(rota.choose(5)) == 1
    assert Rota([], 1, 1).choose(3) == []


def test_a_share_is_of_what_is_kept():
    drafts = [
        {"entity_ids": ["a", "b"]},
        {"entity_ids": ["a", "c"]},
        {"entity_ids": ["d", "e"]},
        {"entity_ids": ["f", "g"]},
    ]
    assert most_of(3, 1 / 3) == 1
    assert most_of(0, 0.5) == 1
    assert within_share(drafts, 0.5) == drafts  # two of four
    assert within_share(drafts, 0.4) == [drafts[0], drafts[2], drafts[3]]  # four tenths of four are one
    assert within_share([], 0.5) == []
