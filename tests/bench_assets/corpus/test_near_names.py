"""Misread names are found by their letters, and other people's names are not."""

from __future__ import annotations

import pytest

from bench_assets.corpus.near_names import NearScanner, names_to_find, seed_places, squeeze, words_of

ALIASES = {
    "p": ["Harold J. Fenwick", "FENWICK, HAROLD J"],
    "q": ["Umbersley"],
    "b": ["Coastal Survey Agency", "CSA"],
    "s": ["Marvin S. Smith"],
}
SCANNER = NearScanner(ALIASES)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("saw Har0ld J. Fenw1ck there", {"p"}),  # digits
        ("saw Har~old J. Fen*wick there", {"p"}),  # dirt
        ("saw HaroldJ. Fenwick there", {"p"}),  # run together
        ("saw Harold J. Fen wick there", {"p"}),  # parted
        ("saw Harold J. Fen-\n- 4 -\nwick there", {"p"}),  # a page's number between the halves
        ("saw Harnld J. Fenwiek there", {"p"}),  # look-alikes
        ("saw Harold J. Fnwick there", {"p"}),  # a letter lost
        ("FENWICK, HAR0LD J", {"p"}),
        ("saw Umberslcy there", {"q"}),  # a surname alone, one look-alike
        ("told Mr. Umberskey that", {"q"}),  # behind a title a letter may be any
        ("saw Umberskey there", set()),
        ("the Coastal Survcy Agency", {"b"}),
        ("the Coastal Swrvey Agcncy", {"b"}),
        ("the Coastal Survey Agent", set()),  # another word
        ("saw Harold T. Fenwock there", set()),  # T is not read for J
        ("saw Harald J. Fenwick there", set()),  # a given name of its own
        ("saw Harold J. Renwick there", set()),  # a surname in print
        ("saw Harold J. Fenwicks there", set()),
        ("saw Harold J. Fenwick-Lund there", set()),
        ("saw Marvin 5. Smith there", {"s"}),
        ("saw Marvin B. Smith there", set()),  # look-alikes, but of a common surname
        ("csa", set()),
        ("", set()),
        ("12 34 __ --", set()),
    ],
)
def test_what_a_text_nearly_names(text, found):
    assert SCANNER.entities(text) == found


def test_what_is_known_is_not_looked_for():
    assert SCANNER.entities("Har0ld J. Fenw1ck", ["p"]) == set()
    assert NearScanner({}).entities("Harold J. Fenwick") == set()
    assert NearScanner({"a": ["CSA", "", "--"]}).entities("CSA") == set()


def test_a_text_is_squeezed_to_its_letters():
    letters, is_kept = squeeze("É 0a-Ж|")
    assert letters == "eoa"
    assert is_kept.tolist() == [True, False, True, True, False, False, False]
    assert squeeze("Fen-\n- 4 -\nw1ck")[0] == "fenwlck"
    assert words_of("Fenwick, Harold J.") == ("fenwick", "harold", "j")


def test_misread_aliases_are_not_looked_for_beside_the_name_they_are_of():
    aliases = ["Harold J. Fenwick", "HAROLD J. FENWICK", "Harnld J. Fenwick", "Harold J. Fenwiek"]
    assert [name.letters for name in names_to_find("p", sorted(aliases))] == ["haroldjfenwick"]


def test_letters_of_common_words_are_no_seeds_while_others_are_left():
    assert seed_places("houseofx") == [0, 1, 2, 3]  # too few others: all
    letters = "governmentofxqzzjkv"
    assert 0 not in seed_places(letters)  # "gover"
    assert letters.index("fxqzz") in seed_places(letters)


def test_a_hostile_text_takes_no_time():
    assert SCANNER.entities("fenwick harold " * 5_000 + "arold" * 20_000) in ({"p"}, set())
