"""What a build says of its runs, and what it refuses before the first one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from bench_assets.build import RESUMABLE, BuildSummary, build_release, model_calls_of, reason_of, score_submission
from bench_assets.partitions import HOME
from bench_resources.cached_models import BatchPendingError, ReplayMissError
from bench_resources.ledger import BudgetSpentError
from bench_resources.prices import UnknownPriceError
from scoring.errors import BadInputError, StoppedError


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as made:
        yield made


def run(instance: dg.DagsterInstance, *definitions: object) -> dg.ExecuteInProcessResult:
    return dg.materialize(list(definitions), instance=instance, raise_on_error=False)


@dg.asset
def corpus() -> dg.MaterializeResult:
    return dg.MaterializeResult(metadata={"model_calls": 3})


@dg.asset
def chunks() -> dg.MaterializeResult:
    return dg.MaterializeResult(metadata={"model_calls": 4})


@dg.asset
def broken() -> None:
    raise BadInputError("Shard 'letters/9' is in no lock.")


@dg.asset
def broken_by_something() -> None:
    try:
        divmod(1, 0)
    except ZeroDivisionError as error:
        raise BadInputError("The quota cannot be met.") from error


@dg.asset
def broken_by_mistake() -> None:
    raise ZeroDivisionError("a quota of none")


def check(passed: bool, severity: dg.AssetCheckSeverity, description: str | None) -> dg.AssetChecksDefinition:  # noqa: FBT001 - the fact of the check
    @dg.asset_check(asset="corpus", name="rows_add_up")
    def made() -> dg.AssetCheckResult:
        return dg.AssetCheckResult(passed=passed, severity=severity, description=description)

    return made


def test_a_run_that_succeeded_has_no_reason_and_its_calls_are_summed(instance: dg.DagsterInstance):
    result = run(instance, corpus, chunks)
    assert (reason_of(result), model_calls_of(result)) == ("", 7)


def test_a_failed_run_is_told_in_the_words_of_its_error(instance: dg.DagsterInstance):
    result = run(instance, broken)
    assert (reason_of(result), model_calls_of(result)) == ("Shard 'letters/9' is in no lock.", 0)


def test_what_was_written_for_a_reader_wins_over_what_it_was_raised_from(instance: dg.DagsterInstance):
    assert reason_of(run(instance, broken_by_something)) == "The quota cannot be met."


def test_a_programming_fault_keeps_its_name(instance: dg.DagsterInstance):
    assert reason_of(run(instance, broken_by_mistake)) == "ZeroDivisionError: a quota of none"


@pytest.mark.parametrize(
    ("passed", "severity", "description", "said"),
    [
        (False, dg.AssetCheckSeverity.ERROR, "d1 [0:4]", "rows_add_up does not hold: d1 [0:4]"),
        (False, dg.AssetCheckSeverity.ERROR, None, "rows_add_up does not hold: see the UI"),
        (False, dg.AssetCheckSeverity.WARN, "cut short", ""),
        (True, dg.AssetCheckSeverity.ERROR, None, ""),
    ],
)
def test_a_check_fails_a_run_unless_it_only_warns(
    instance: dg.DagsterInstance, passed, severity, description, said: str
):
    assert reason_of(run(instance, corpus, check(passed, severity, description))) == said


def test_a_summary_is_the_document_that_build_ends_with():
    summary = BuildSummary("v1", "abc", 4, 3, 1, 2, 9, 1.23456, {"letters/0": "cut short"}, {"corpus v1": "disk full"})
    assert summary.as_json() == {
        "release": "v1",
        "manifest_sha256": "abc",
        "partitions": {"built": 4, "reused": 3, "quarantined": 1, "failed": 2},
        "model_calls": 9,
        "seconds": 1.235,
        "quarantine": {"letters/0": "cut short"},
        "stops": {},
        "failures": {"corpus v1": "disk full"},
    }


def ignore(_event: object) -> None:
    """A report that nobody reads."""


def test_another_home_needs_another_process(tmp_path: Path):
    for refused_call in (
        lambda: build_release(tmp_path, "v1", report=ignore),
        lambda: score_submission(tmp_path, "v1", "mine", report=ignore),
    ):
        with pytest.raises(BadInputError) as refused:
            refused_call()
        assert str(refused.value) == (
            f"This process serves the home {HOME}, not {tmp_path}; start another process for it."
        )


def test_an_unknown_release_is_refused_before_anything_is_opened():
    with pytest.raises(BadInputError, match="There is no release 'v9'"):
        build_release(HOME, "v9", report=ignore)


def test_an_unknown_submission_is_refused_with_those_there_are():
    with pytest.raises(BadInputError) as refused:
        score_submission(HOME, "v9", "mine", report=ignore)
    assert str(refused.value) == "Release v9 has no submission 'mine'; found none."


def test_a_build_goes_on_after_the_errors_that_say_so():
    # by name, because Dagster keeps no class: a renamed error would end a build with 1
    errors = {BatchPendingError, ReplayMissError, BudgetSpentError, UnknownPriceError}
    assert {error.__name__ for error in errors} == RESUMABLE
    assert all(issubclass(error, StoppedError) for error in errors)
