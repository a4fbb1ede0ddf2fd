from __future__ import annotations

from pathlib import Path

import pytest

from bench_assets.reviewing.appeals import (
    Accepted,
    Appeal,
    Decision,
    Judged,
    Stored,
    accepted_appeals,
    appeal_path,
    appeals_folder,
    decide,
    file_appeal,
    find_appeal,
    locate,
    read_appeal,
    read_appeals,
    record_judged,
    require_appealable,
)
from scoring.contract import Item, Task, TaskType
from scoring.errors import BadInputError

TEXT = "The lease of the Tern boathouse was “signed\nby Ada Quill” on 3 May 1961."
TASKS = {
    "sh-1": Task("sh-1", TaskType.SINGLE_HOP, "Who signed the lease?", "Ada Quill", gold_docs=("d1",)),
    "ag-1": Task("ag-1", TaskType.AGGREGATION, items=(Item("Tern", ("d7",)),), gold_docs=("d1",)),
    "un-1": Task("un-1", TaskType.UNANSWERABLE, "Who witnessed the lease?"),
}
QUOTE = "signed\nby Ada Quill"
START = 37  # "The lease of the Tern boathouse was" is 35 characters; a blank and a quotation mark follow


def appeal(task: str = "sh-1", document: str = "box 7/é", **changed: object) -> Appeal:
    held = {"release": "v1", "manifest_sha256": "0" * 64, "task": task, "document": document}
    return Appeal(**(held | {"quote": QUOTE, "start": START, "end": START + len(QUOTE)} | changed))


def test_a_quote_is_found_whatever_its_white_space_and_quotation_marks() -> None:
    # 28 characters of the document: 3 + 1 + 1 + 19 + 1 + 1 + 2
    assert locate(TEXT, 'was "signed by   Ada Quill" on', "d2", max_chars=100) == (32, 60)
    start, end = locate(TEXT, "signed by Ada Quill", "d2", max_chars=100)
    assert (start, TEXT[start:end]) == (START, QUOTE)


@pytest.mark.parametrize("said", ["", "  \n", "signed by Bram Quill", "signed by ada quill"])
def test_what_does_not_stand_in_the_document_is_no_quote(said: str) -> None:
    with pytest.raises(BadInputError, match=r'does not stand in document "d2", of 72 characters. Copy it from'):
        locate(TEXT, said, "d2", max_chars=100)


def test_a_quote_longer_than_a_window_is_refused() -> None:
    with pytest.raises(BadInputError, match=r"The quote is 72 characters long, at most 50 are read at once"):
        locate(TEXT, TEXT, "d2", max_chars=50)


@pytest.mark.parametrize(
    ("task_id", "doc_id", "told"),
    [
        ("sh-9", "d2", 'has no task "sh-9", only 3 others'),
        ("un-1", "d2", "is of type unanswerable, whose right answer is to decline"),
        ("sh-1", "d1", 'Document "d1" is gold of task sh-1 already'),
        ("ag-1", "d7", 'Document "d7" is gold of task ag-1 already'),
    ],
)
def test_a_claim_that_cannot_be_made_is_one_error(task_id: str, doc_id: str, told: str) -> None:
    with pytest.raises(BadInputError, match=told):
        require_appealable(TASKS, "v1", task_id, doc_id)
    assert require_appealable(TASKS, "v1", "sh-1", "d2") is TASKS["sh-1"]


def test_a_stored_appeal_is_read_back_with_every_decision(tmp_path: Path) -> None:
    path, _ = file_appeal(tmp_path, appeal(quote='a "b"\\\n\tc'))
    judged = Judged(label="supports", reason='It "says" so.\u2028', items=("Tern",), model="m-1", prompt_version="ab")
    stored = record_judged(Stored(path, read_appeal(path)), judged)
    stored = decide(stored, Decision.ACCEPTED, " It names\nher. ")
    held = read_appeal(path)
    assert held == stored.appeal
    assert (held.quote, held.judge, held.state) == ('a "b"\\\n\tc', judged, "accepted")
    assert held.person is not None
    assert held.person.reason == "It names her."


def test_the_file_is_named_by_task_and_hash_and_cannot_leave_its_folder(tmp_path: Path) -> None:
    path = appeal_path(appeals_folder(tmp_path, "v1"), "sh-1", "../../d1")
    assert path.parent == tmp_path / "appeals" / "v1"
    assert len(path.name) == len("sh-1--") + 12 + len(".toml")
    with pytest.raises(BadInputError, match=r"task '\.\./x' cannot be used"):
        appeal_path(tmp_path, "../x", "d1")


def test_the_same_appeal_again_changes_nothing_and_another_quote_is_refused(tmp_path: Path) -> None:
    path, _ = file_appeal(tmp_path, appeal())
    decide(Stored(path, appeal()), Decision.REJECTED, "Another lease.")
    before = path.read_bytes()
    assert file_appeal(tmp_path, appeal()).appeal.state == "rejected"
    with pytest.raises(BadInputError, match=r"holds an appeal on this task and document already \(rejected\)"):
        file_appeal(tmp_path, appeal(start=0, end=3, quote="The"))
    assert path.read_bytes() == before


def test_a_person_accepts_and_a_model_alone_does_not(tmp_path: Path) -> None:
    supports = Judged(label="supports", reason="It says so.", model="m", prompt_version="p")
    record_judged(file_appeal(tmp_path, appeal(document="d5")), supports)
    decide(file_appeal(tmp_path, appeal(document="d4")), Decision.ACCEPTED, "It names her.")
    decide(file_appeal(tmp_path, appeal(document="d3")), Decision.ACCEPTED, "So does this.")
    decide(file_appeal(tmp_path, appeal("ag-1", "d4")), Decision.REJECTED, "Another lease.")
    assert accepted_appeals(tmp_path) == {
        "sh-1": [Accepted("d3", QUOTE, "So does this."), Accepted("d4", QUOTE, "It names her.")]
    }
    assert accepted_appeals(tmp_path / "absent") == {}
    states = [(one.appeal.task, one.appeal.document, one.appeal.state) for one in read_appeals(tmp_path)]
    assert states == [
        ("ag-1", "d4", "rejected"), ("sh-1", "d3", "accepted"), ("sh-1", "d4", "accepted"), ("sh-1", "d5", "open"),
    ]  # fmt: skip


def test_a_later_decision_takes_the_place_of_an_earlier(tmp_path: Path) -> None:
    stored = decide(file_appeal(tmp_path, appeal()), Decision.ACCEPTED, "It names her.")
    assert decide(stored, Decision.REJECTED, "Another Quill.").appeal.state == "rejected"
    assert accepted_appeals(tmp_path) == {}


@pytest.mark.parametrize("reason", ["", " \n", "x" * 2001, "half \ud800"])
def test_a_decision_needs_a_reason(tmp_path: Path, reason: str) -> None:
    with pytest.raises(
        BadInputError, match=r"expected text of 1 to 2,000. Say in a sentence why the appeal is accepted"
    ):
        decide(file_appeal(tmp_path, appeal()), Decision.ACCEPTED, reason)


def test_a_decision_on_what_was_not_filed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r'There is no appeal on task "sh-1" and document "d9" of v1'):
        find_appeal(tmp_path, "v1", "sh-1", "d9")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"release = ", "is no appeal: Invalid value"),
        (b'release = "\xff"', "is no appeal: 'utf-8' codec can't decode"),
        (b'release = "v1"\nstart = -1\nmood = "x"', "is no appeal, it has 7 faults: manifest_sha256: Field required"),
    ],
)
def test_a_faulty_file_is_named(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "a.toml").write_bytes(content)
    with pytest.raises(BadInputError, match=told):
        accepted_appeals(tmp_path)
