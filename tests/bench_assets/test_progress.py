"""When a long stage tells how far it is, and who hears it."""

from __future__ import annotations

import pytest

from bench_assets.progress import documents_told, heard_by, say, untold


def test_a_line_is_told_five_seconds_after_the_one_before_and_none_at_once():
    # Begun at 100; 104.9 is too soon, 105 is five later, 109 four after that, 111 six, and then no time goes by.
    seconds = iter([100.0, 104.9, 105.0, 109.0, 111.0, 111.0])
    lines: list[str] = []
    told = documents_told("facts v1|single_hop", lines.append, lambda: next(seconds))
    for done in (10, 20, 1200, 1300, 5300):
        told(done, 5300)
    assert lines == ["facts v1|single_hop: 20 of 5,300 documents", "facts v1|single_hop: 1,300 of 5,300 documents"]


def test_a_line_is_heard_by_all_who_listen_and_by_nobody_afterwards():
    first, second = list[str](), list[str]()
    say("before")
    with heard_by(first.append):
        say("one, 50% done")
        with heard_by(second.append):
            say("two")
    say("after")
    assert (first, second) == (["one, 50% done", "two"], ["two"])


def test_listening_ends_with_an_error_too():
    lines: list[str] = []
    with pytest.raises(KeyError), heard_by(lines.append):
        {}["nothing"]
    say("after")
    assert lines == []


def test_a_stage_that_nobody_watches_says_nothing():
    lines: list[str] = []
    with heard_by(lines.append):
        untold(1, 2)
    assert lines == []
