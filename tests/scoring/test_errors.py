"""Messages are short, safe to print, and carry their exit code."""

from __future__ import annotations

import pytest

from scoring.errors import (
    FAULT_MEANINGS,
    BadInputError,
    DocketbenchError,
    ExitCode,
    FaultError,
    FaultKind,
    FaultLog,
    FaultyFileError,
    StoppedError,
    excerpt,
    name_culprits,
    quote,
    raise_faults,
)


def test_five_culprits_are_named_and_the_rest_counted() -> None:
    assert name_culprits([]) == ""
    assert name_culprits([1, 2, 3, 4, 5]) == "1, 2, 3, 4, 5"
    assert name_culprits(range(1_006)) == "0, 1, 2, 3, 4, and 1,001 more"


def test_an_excerpt_is_one_line_of_at_most_eighty_characters() -> None:
    assert excerpt("a\n b\t c") == "a b c"
    assert excerpt("x" * 80) == "x" * 80
    assert excerpt("x" * 81) == "x" * 77 + "..."


def test_a_quoted_text_cannot_move_the_cursor() -> None:
    assert quote('\x1b[2J"\u202e') == '"\\u001b[2J\\"\\u202e"'


@pytest.mark.parametrize(
    ("kind", "code"),
    [(DocketbenchError, ExitCode.FAILED), (BadInputError, ExitCode.BAD_INPUT), (StoppedError, ExitCode.STOPPED)],
)
def test_each_family_has_its_exit_code(kind: type[DocketbenchError], code: ExitCode) -> None:
    assert kind("x").exit_code is code


def test_every_kind_of_fault_has_a_meaning() -> None:
    assert set(FAULT_MEANINGS) == set(FaultKind)


def test_the_first_fault_of_a_record_carries_the_others() -> None:
    raise_faults([])
    with pytest.raises(FaultError, match="NUL character: answer") as caught:
        raise_faults([FaultError(FaultKind.NUL, "answer"), FaultError(FaultKind.WRONG_TYPE, "citations")])
    log = FaultLog()
    log.add_all(caught.value, 7)
    assert log.as_json() == [
        {"kind": "nul", "meaning": "NUL character", "count": 1, "examples": [{"line": 7, "detail": "answer"}]},
        {
            "kind": "wrong_type",
            "meaning": "value of the wrong type",
            "count": 1,
            "examples": [{"line": 7, "detail": "citations"}],
        },
    ]


def test_one_fault_is_not_called_faults() -> None:
    log = FaultLog()
    log.add(FaultKind.MISSING_TASK, None, '"a"')
    assert str(FaultyFileError("p.jsonl", log)) == (
        'p.jsonl has 1 fault:\n  task of the release without a line (1): "a"\n'
        "Nothing was scored. Mend the file and run the command again."
    )
