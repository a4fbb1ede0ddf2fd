"""What marks add up to: which of them hold, rates with intervals, agreement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bench_assets.reviewing.marks import Mark, MarkValue, Review, StoredReviews, store_reviews, task_hash
from bench_assets.reviewing.summary import Agreement, BadTask, ReviewedType, cohens_kappa, review_summary, summarise

TASKS = [{"task_id": f"sh-{n}", "type": "single_hop", "question": f"Who is {n}?", "answer": "Ada"} for n in range(6)]
TASKS.append({"task_id": "un-1", "type": "unanswerable", "question": "Who?", "answer": ""})
HASHES = {task["task_id"]: task_hash(task) for task in TASKS}
TYPES = {"sh": "single_hop", "un": "unanswerable"}
OK, BAD, UNSURE = MarkValue.OK, MarkValue.BAD, MarkValue.UNSURE


def review(reviewer: str, marks: dict[str, MarkValue], *, seed: int = 0, reason: str = "Wrong.") -> Review:
    held = [
        Mark(
            task_id=task_id,
            mark=value,
            reason=reason,
            task_sha256=HASHES.get(task_id, "gone"),
            type=TYPES[task_id[:2]],
        )
        for task_id, value in marks.items()
    ]
    return Review(release="v1", manifest_sha256="ab" * 32, seed=seed, share=0.1, reviewer=reviewer, marks=tuple(held))


def types(latest: Sequence[Review], earlier: Sequence[Review] = (), retracted: Sequence[str] = ()) -> dict[str, tuple]:
    found = summarise(StoredReviews(tuple(latest), tuple(earlier)), TASKS, retracted)
    counts = {**found.types, "all": found.overall}
    return {kind: (of.n_ok, of.n_bad, of.n_unsure, of.n_withdrawn) for kind, of in counts.items()}


def test_nobody_looked() -> None:
    found = summarise(StoredReviews(), TASKS, ())
    nothing = ReviewedType(0, 0, 0, 0, 0, None, None, None)
    assert found.types == {"single_hop": nothing, "unanswerable": nothing}
    assert (found.overall, found.reviewers, found.agreement, found.bad) == (nothing, {}, (), ())


def test_the_error_rate_leaves_out_the_unsure_and_has_an_interval() -> None:
    marks = {"sh-0": BAD, "sh-1": OK, "sh-2": OK, "sh-3": OK, "sh-4": UNSURE}
    of = summarise(StoredReviews((review("ada", marks),)), TASKS, ()).types["single_hop"]
    assert (of.n_marked, of.n_ok, of.n_bad, of.n_unsure) == (5, 3, 1, 1)
    assert of.error_rate == 0.25
    # Wilson for 1 of 4, z^2 = 3.8415: (0.25 + 0.4802 -+ 1.96 * sqrt(0.1875/4 + 3.8415/64)) / 1.9604
    assert of.low == pytest.approx(0.0456, abs=1e-4)
    assert of.high == pytest.approx(0.6994, abs=1e-4)


def test_bad_from_anybody_counts_and_unsure_gives_way_to_ok() -> None:
    one = review("ada", {"sh-0": OK, "sh-1": OK, "sh-2": UNSURE, "un-1": UNSURE})
    other = review("bram", {"sh-0": BAD, "sh-1": UNSURE, "sh-2": UNSURE})
    # sh-0 bad, sh-1 ok, sh-2 and un-1 unsure
    assert types([one, other]) == {"single_hop": (1, 1, 1, 0), "unanswerable": (0, 0, 1, 0), "all": (1, 1, 2, 0)}


def test_a_mark_holds_only_while_its_question_and_answer_do() -> None:
    changed = [TASKS[0] | {"answer": "Bram"}, *TASKS[1:]]
    found = summarise(StoredReviews((review("ada", {"sh-0": OK, "sh-1": OK}),)), changed, ())
    assert found.overall.n_marked == 1


def test_a_bad_task_is_counted_on_when_it_was_withdrawn() -> None:
    said = review("ada", {"sh-1": OK, "sh-8": BAD, "sh-9": BAD, "un-8": OK})
    # sh-8 was retracted for its mark, sh-9 left with a rebuild, un-8 was retracted for another reason
    assert types([said], retracted=["sh-8", "un-8"])["all"] == (1, 1, 0, 1)


def test_the_latest_of_a_reviewers_marks_holds() -> None:
    earlier = review("ada", {"sh-0": BAD, "sh-1": BAD})
    assert types([review("ada", {"sh-0": OK})], earlier=[earlier])["single_hop"] == (1, 1, 0, 0)


def test_of_two_samples_of_one_reviewer_the_stricter_mark_holds() -> None:
    both = [review("ada", {"sh-0": OK}, seed=1), review("ada", {"sh-0": BAD}, seed=2)]
    assert types(both)["single_hop"] == types(both[::-1])["single_hop"] == (0, 1, 0, 0)


def test_the_reasons_of_a_bad_task_stand_on_one_line_each_once() -> None:
    said = [
        review("ada", {"sh-0": BAD}, reason="Wrong\n day."),
        review("bram", {"sh-0": BAD}, reason="Wrong day."),
        review("cleo", {"sh-0": BAD}, reason="No such pier."),
    ]
    assert summarise(StoredReviews(tuple(said)), TASKS, ()).bad == (
        BadTask("sh-0", "single_hop", "Wrong day. / No such pier."),
    )


def test_kappa_takes_chance_out_of_agreement() -> None:
    # 20 ok/ok, 5 ok/bad, 10 bad/ok, 15 bad/bad: observed 35/50 = 0.7; by chance 25/50 * 30/50 + 25/50 * 20/50 = 0.5
    pairs = [(OK, OK)] * 20 + [(OK, BAD)] * 5 + [(BAD, OK)] * 10 + [(BAD, BAD)] * 15
    assert cohens_kappa(pairs) == pytest.approx(0.4, abs=1e-12)


def test_kappa_is_not_given_of_nine_tasks_or_where_it_is_undefined() -> None:
    assert cohens_kappa([(OK, BAD)] * 9) is None
    assert cohens_kappa([(OK, OK)] * 10) is None
    assert cohens_kappa([(OK, BAD)] * 10) == 0.0  # observed 0, by chance 0
    assert cohens_kappa([(OK, BAD)] * 5 + [(BAD, OK)] * 5) == -1.0  # observed 0, by chance 1/2


def test_every_two_reviewers_are_compared_on_what_both_marked() -> None:
    said = (review("bram", {"sh-0": OK, "sh-1": BAD}), review("ada", {"sh-0": OK, "sh-1": OK, "sh-2": OK}))
    assert summarise(StoredReviews(said), TASKS, ()).agreement == (Agreement(("ada", "bram"), 2, 1, None),)


def test_the_summary_of_a_home_reads_its_reviews_and_retractions(tmp_path: Path) -> None:
    store_reviews(tmp_path, [review("ada", {"sh-0": OK, "sh-8": BAD})])
    assert review_summary(tmp_path, "v1", TASKS)["overall"]["n_bad"] == 0  # no release file: nothing is known of sh-8
    (tmp_path / "releases").mkdir()
    (tmp_path / "releases" / "v1.toml").write_text(
        '[release]\nsource = "papers"\n[publishing.retractions]\nsh-8 = "review: Wrong."\n', encoding="utf-8"
    )
    found = review_summary(tmp_path, "v1", TASKS)
    assert found["reviewers"] == {"ada": 2}
    assert found["types"]["single_hop"] | {"low": None, "high": None} == {
        "n_marked": 2, "n_ok": 1, "n_bad": 1, "n_unsure": 0, "n_withdrawn": 1, "error_rate": 0.5, "low": None,
        "high": None,
    }  # fmt: skip
    assert found["bad"] == [{"task_id": "sh-8", "type": "single_hop", "reason": "Wrong."}]
    assert review_summary(tmp_path, "v2", [])["reviewers"] == {}
