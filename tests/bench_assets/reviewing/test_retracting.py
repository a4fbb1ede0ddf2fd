"""Retractions put into a release's TOML: what is added, and that nothing else moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_assets.reviewing.retracting import retract, toml_key, toml_string
from bench_assets.settings.release import parse_release
from scoring.errors import BadInputError

PATH = Path("releases/v1.toml")
HEAD = '# A release.\n[release]\nsource = "papers"  # ours\n'


def retractions(text: str) -> dict[str, str]:
    return parse_release(text, PATH).publishing.retractions


def test_new_lines_stand_under_the_table_and_every_other_line_stays() -> None:
    text = (
        f'{HEAD}\n[publishing.retractions]  # why\n# an old one\nsh-1 = "wrong date"\n\n'
        "[evaluation]\nbootstrap_seed = 3  # odd\n"
    )
    found = retract(text, PATH, {"sh-3": "No.", "sh-2": "Two answers."})
    assert found == text.replace("  # why\n", '  # why\nsh-2 = "review: Two answers."\nsh-3 = "review: No."\n')


def test_a_missing_table_is_made_at_the_end() -> None:
    assert retract(HEAD.rstrip("\n"), PATH, {"sh-2": "No."}) == (
        f'{HEAD}\n[publishing.retractions]\nsh-2 = "review: No."\n'
    )


def test_a_table_at_the_very_end_without_a_line_end_takes_lines() -> None:
    assert retract(f"{HEAD}[publishing.retractions]", PATH, {"sh-2": "No."}) == (
        f'{HEAD}[publishing.retractions]\nsh-2 = "review: No."\n'
    )


def test_line_ends_of_another_system_are_kept() -> None:
    text = f"{HEAD}[ publishing . 'retractions' ]\n".replace("\n", "\r\n")
    assert retract(text, PATH, {"sh-2": "No."}) == f'{text}sh-2 = "review: No."\r\n'


def test_a_retracted_task_keeps_its_reason() -> None:
    text = f'{HEAD}[publishing.retractions]\nsh-1 = "wrong date"\n'
    assert retract(text, PATH, {"sh-1": "No."}) == text
    assert retract(text, PATH, {}) == text
    assert retractions(retract(text, PATH, {"sh-1": "No.", "sh-2": "No."})) == {
        "sh-1": "wrong date",
        "sh-2": "review: No.",
    }


@pytest.mark.parametrize(
    "reason", ['He said "no"\\', "two\nlines\tand\r\x00\x1f\x7f", "\u2028 \u202e \u00e9 \U0001f4dc \U000e0001", ""]
)
def test_a_reason_reads_back_as_it_was_from_one_line(reason: str) -> None:
    text = f"{HEAD}[publishing.retractions]\n"
    found = retract(text, PATH, {"sh.1 [x]": reason})
    assert retractions(found) == {"sh.1 [x]": f"review: {reason}"}
    assert len(found.splitlines()) == len(text.splitlines()) + 1


def test_keys_are_quoted_where_they_must_be() -> None:
    assert (toml_key("sh-02_A"), toml_key("a.b"), toml_key("")) == ("sh-02_A", '"a.b"', '""')
    assert toml_string("a\u0085b") == '"a\\u0085b"'


def test_what_only_looks_like_the_table_is_passed_over() -> None:
    text = '[release]\nsource = """papers\n[publishing.retractions]\n"""\n[publishing.retractions]\nsh-1 = "old"\n'
    found = retract(text, PATH, {"sh-2": "No."})
    assert found == text.replace('sh-1 = "old"', 'sh-2 = "review: No."\nsh-1 = "old"')


@pytest.mark.parametrize(
    "table", ['[publishing]\nretractions = { sh-1 = "old" }\n', '[publishing]\nretractions.sh-1 = "old"\n']
)
def test_retractions_in_another_form_are_left_to_their_owner(table: str) -> None:
    with pytest.raises(BadInputError) as raised:
        retract(f"{HEAD}{table}", PATH, {"sh-2": "No."})
    assert str(raised.value) == (
        "releases/v1.toml holds its retractions in a form that no line can be added to. "
        'Put these under [publishing.retractions] by hand:\nsh-2 = "review: No."'
    )


def test_a_faulty_file_is_not_touched() -> None:
    with pytest.raises(BadInputError, match="faulty settings"):
        retract("[release]\n", PATH, {"sh-2": "No."})
