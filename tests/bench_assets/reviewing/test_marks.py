"""Saved marks: which files are refused, and what is kept of the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench_assets.reviewing.marks import Release, Review, read_reviews, store_reviews, stored_reviews, task_hash
from bench_assets.reviewing.sampling import draw_sample
from scoring.errors import BadInputError, MissingFileError

MANIFEST, EARLIER = "ab" * 32, "cd" * 32
TASKS = [{"task_id": f"sh-{n}", "type": "single_hop", "question": f"Who is {n}?", "answer": "Ada"} for n in range(40)]
RELEASE = Release("v1", MANIFEST, TASKS)
SAMPLE = [task["task_id"] for task in draw_sample(TASKS, share=0.1, seed=7)]  # 30 of the 40
OUTSIDE = next(task["task_id"] for task in TASKS if task["task_id"] not in SAMPLE)
HASHES = {task["task_id"]: task_hash(task) for task in TASKS}


def mark(task_id: str, value: str = "ok", reason: str = "", **more: Any) -> dict[str, Any]:
    return {"task_id": task_id, "mark": value, "reason": reason, **more}


def content(*marks: dict[str, Any], **changed: Any) -> dict[str, Any]:
    held = {"release": "v1", "manifest_sha256": MANIFEST, "seed": 7, "share": 0.1, "reviewer": "ada"}
    return held | {"marks": list(marks)} | changed


def saved(folder: Path, held: dict[str, Any], name: str = "review-v1-7.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(held), encoding="utf-8")
    return path


def read(folder: Path, held: dict[str, Any]) -> Review:
    return read_reviews([saved(folder, held)], RELEASE)[0].review


def refusal(folder: Path, held: dict[str, Any]) -> str:
    with pytest.raises(BadInputError) as raised:
        read(folder, held)
    return str(raised.value)


def test_a_mark_is_read_with_the_type_and_hash_of_its_task(tmp_path: Path) -> None:
    review = read(tmp_path, content(mark(SAMPLE[0], "bad", "No lease is named.")))
    (found,) = review.marks
    assert (found.task_id, found.mark, found.reason) == (SAMPLE[0], "bad", "No lease is named.")
    assert (found.type, found.task_sha256) == ("single_hop", HASHES[SAMPLE[0]])


def test_a_file_without_marks_is_sound(tmp_path: Path) -> None:
    assert read(tmp_path, content()).marks == ()


def test_marks_of_another_release_are_refused(tmp_path: Path) -> None:
    told = refusal(tmp_path, content(mark(SAMPLE[0]), release="v2"))
    assert "holds marks of release \"v2\", not of 'v1'. Read it with: docketbench review RELEASE --read" in told


def test_marks_of_another_build_are_refused_with_the_way_to_keep_them(tmp_path: Path) -> None:
    told = refusal(tmp_path, content(mark(SAMPLE[0]), manifest_sha256=EARLIER))
    assert "another build of 'v1': manifest cdcdcdcdcdcd, but the release has abababababab" in told
    assert "run docketbench review v1 --seed 7, load the file on that page, and save it" in told


def test_every_fault_of_the_marks_is_in_one_message_and_five_are_named(tmp_path: Path) -> None:
    held = content(
        mark(SAMPLE[0]),
        mark(SAMPLE[0], "unsure"),
        mark("sh-99"),
        mark(OUTSIDE),
        mark(SAMPLE[1], "bad", " \n"),
        mark(SAMPLE[2], task_sha256="00"),
        mark(SAMPLE[3], "bad"),
    )
    told = refusal(tmp_path, held)
    assert "The marks have 6 faults, so none were stored: " in told
    for fault in (
        f'task "{SAMPLE[0]}" is marked 2 times',
        'task "sh-99" is not in the release',
        f'task "{OUTSIDE}" is not in the sample of seed 7 and share 0.1',
        f'task "{SAMPLE[1]}" is BAD without a reason',
        f'task "{SAMPLE[2]}" was marked with another question or answer',
        "and 1 more",
    ):
        assert fault in told


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"marks": [mark("sh-1", "great")]}, "marks.0.mark: Input should be 'ok', 'bad' or 'unsure'"),
        ({"marks": [{"task_id": "sh-1"}]}, "marks.0.mark: Field required"),
        ({"marks": [mark("sh-1", reason="x" * 2001)]}, "marks.0.reason: String should have at most 2000 characters"),
        ({"manifest_sha256": "../x"}, "manifest_sha256: String should match pattern"),
        ({"seed": -1}, "seed: Input should be greater than or equal to 0"),
        ({"share": 0}, "share: Input should be greater than 0"),
        ({"reviewer": "../../evil"}, "reviewer: Value error, reviewer '../../evil' cannot be used"),
        ({"reviewer": ""}, "reviewer: Value error"),
    ],
)
def test_a_file_of_another_form_is_refused_by_its_field(tmp_path: Path, changed: dict[str, Any], fault: str) -> None:
    told = refusal(tmp_path, content() | changed)
    assert fault in told
    assert "Give a file that the page of docketbench review saved." in told


def test_what_is_no_json_or_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("marks", encoding="utf-8")
    with pytest.raises(BadInputError, match="is no file of marks"):
        read_reviews([tmp_path / "x.json"], RELEASE)
    with pytest.raises(MissingFileError, match="The marks file"):
        read_reviews([tmp_path / "nothing.json"], RELEASE)


def test_a_review_is_stored_under_its_reviewer_and_seed_and_again_without_a_change(tmp_path: Path) -> None:
    review = read(tmp_path, content(mark(SAMPLE[1]), mark(SAMPLE[0], "bad", "Wrong.")))
    (path,) = store_reviews(tmp_path, [review])
    assert path == tmp_path / "reviews" / "v1" / "ada-7.json"
    first = path.read_bytes()
    store_reviews(
        tmp_path, [read(tmp_path, content(*content(mark(SAMPLE[0], "bad", "Wrong."), mark(SAMPLE[1]))["marks"]))]
    )
    assert path.read_bytes() == first  # sorted: the order of marking is no content
    assert [kept.task_id for kept in stored_reviews(tmp_path, "v1").latest[0].marks] == sorted(SAMPLE[:2])
    assert stored_reviews(tmp_path, "v2") == ((), ())


def test_a_review_may_go_on_but_not_lose_marks(tmp_path: Path) -> None:
    both = read(tmp_path, content(mark(SAMPLE[0]), mark(SAMPLE[1])))
    store_reviews(tmp_path, [read(tmp_path, content(mark(SAMPLE[0], "unsure")))])
    (path,) = store_reviews(tmp_path, [both])
    with pytest.raises(BadInputError, match=f"already holds 1 marks of ada that the new file lacks: {SAMPLE[1]}"):
        store_reviews(tmp_path, [read(tmp_path, content(mark(SAMPLE[0])))])
    assert path.read_text(encoding="utf-8") == both.text()


def test_nothing_is_stored_when_one_of_several_cannot_be(tmp_path: Path) -> None:
    store_reviews(tmp_path, [read(tmp_path, content(mark(SAMPLE[0])))])
    other = read(tmp_path, content(mark(SAMPLE[0]), reviewer="bram"))
    with pytest.raises(BadInputError, match="that the new file lacks"):
        store_reviews(tmp_path, [other, read(tmp_path, content())])
    with pytest.raises(BadInputError, match=r"by one reviewer on one sample: bram-7.json. Give the latest alone."):
        store_reviews(tmp_path, [other, other])
    assert [path.name for path in (tmp_path / "reviews" / "v1").iterdir()] == ["ada-7.json"]


def test_a_review_of_an_earlier_build_is_put_aside(tmp_path: Path) -> None:
    review = read(tmp_path, content(mark(SAMPLE[0])))
    earlier = review.model_copy(update={"manifest_sha256": EARLIER})
    store_reviews(tmp_path, [earlier])
    store_reviews(tmp_path, [review])
    folder = tmp_path / "reviews" / "v1"
    assert sorted(path.name for path in folder.iterdir()) == ["ada-7.cdcdcdcdcdcd.json", "ada-7.json"]
    assert stored_reviews(tmp_path, "v1") == ((review,), (earlier,))
