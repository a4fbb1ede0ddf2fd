"""`audit`: how often the factory, or with --judge its judge, is wrong.

Belongs here: which models are audited, the tables, the sentences. Does not: what is measured (bench_assets/auditing).
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING

from bench_assets.cli.homes import make_home, release_file
from bench_assets.cli.output import print_json, say, say_next, show, table_of
from bench_assets.progress import counted
from bench_assets.settings.access import access_of, require_callable
from bench_assets.settings.release import ModelsSection, parse_release
from scoring.errors import name_culprits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from bench_assets.auditing.factory import FactoryAudit, Truths
    from bench_assets.auditing.gates_audit import GateAudit
    from bench_assets.auditing.judge import JudgeAudit, Tally
    from bench_resources.models import CountedModel

NO_RELEASE = "none"  # the embedded reader is audited without one
AUDIT_FOLDER = "audit"  # the audit's own home, below the home
DOCUMENTS_A_MINUTE = 150  # built by the embedded reader, on two shared cores
MINUTES_OF_DEFECTS = 2  # some thousand of them through the gauntlet
COLUMNS = ["attacks", "succeeded", "rate", "95% interval", "without control", "unmeasured"]


def audit(
    home: Path, *, is_judge: bool, release: str | None, is_json: bool, n_documents: int | None = None, seed: int = 0
) -> None:
    """Measures the factory over the planted corpus, or puts injections to a judge; ends with 0 whatever the figures.

    Args:
        home: its folder `audit` holds the audit's own home, `audits` what was measured. With `is_judge` it is read only
            when a release is named.
        is_judge: audit the judge instead.
        release: the one whose models are audited; the embedded reader when None.
        is_json: one document in place of the tables.
        n_documents: of the planted corpus; the default of factory.py when None.
        seed: of the corpus, the release and the defects.

    Raises:
        BadInputError: there is no such release; a model of it cannot be called; a number out of range.
        NothingMeasuredError: the judge failed on everything.
        DocketbenchError: a partition of the audit's release failed.
    """
    if is_judge:
        _audit_judge(home, release, is_json=is_json)
    else:
        _audit_factory(home, release, is_json=is_json, n_documents=n_documents, seed=seed)


def _audit_judge(home: Path, release: str | None, *, is_json: bool) -> None:
    from bench_assets.auditing.judge import audit_judge  # noqa: PLC0415 - pyarrow comes with it

    with open_judge(home, release) as model:
        say(f"Putting injections to the judge {model.name} ...")
        found = audit_judge(model)
    if is_json:
        print_json({"judge": {"release": release, **found.as_json()}})
    else:
        show_audit(found)
    say(headline(found), style="yellow" if found.total.n_successes or found.control_errors() else "green")
    say_next(*next_steps(release, is_json=is_json))


def _audit_factory(home: Path, release: str | None, *, is_json: bool, n_documents: int | None, seed: int) -> None:
    from bench_assets.auditing.factory import N_DOCUMENTS, audit_factory  # noqa: PLC0415 - pyarrow comes with it
    from bench_assets.auditing.kept_audits import keep_audit  # noqa: PLC0415
    from bench_assets.fingerprints import audit_key  # noqa: PLC0415

    text, count = "", N_DOCUMENTS if n_documents is None else n_documents
    if release is not None:
        path = release_file(home, release)
        text = path.read_text(encoding="utf-8")
        models = parse_release(text, path).models
        require_callable(models, access_of(home, release, models, os.environ))
    make_home(home)
    say(how_long(count))
    found = audit_factory(
        home / AUDIT_FOLDER, n_documents=count, seed=seed, build=build_stage, progress=say, models_text=text
    )
    path = keep_audit(home, audit_key(found.models), found.as_json())
    if is_json:
        print_json(found.as_json())
    else:
        show_factory(found)
    say(factory_headline(found), style="yellow" if found.verified.n_wrong or found.absences.n_wrong else "green")
    say(f"Kept for the manifests of releases that the same code and models build: {path}")
    say_next("docketbench audit --json   # every measure and interval", "docketbench audit --judge   # the judge")


def how_long(n_documents: int) -> str:
    """About how long the embedded reader takes: measured on two cores."""
    minutes = MINUTES_OF_DEFECTS + math.ceil(n_documents / DOCUMENTS_A_MINUTE)
    return (
        f"Building the release `audit` over {n_documents:,} planted documents and spoiling its tasks: about "
        f"{minutes:,} minutes with the embedded reader, less when it stands already."
    )


def build_stage(home: Path, version: str, stage: str) -> None:
    """Builds one stage of the audit's release in this process, its progress on standard error.

    Raises: DocketbenchError: a partition failed, or was stopped.
    """
    from bench_assets.cli.building import end_if_unfinished, run_build  # noqa: PLC0415 - Dagster comes with it

    end_if_unfinished(run_build(home, version, workers=1, only=stage, replay=""), allow_quarantine=False)


def show_factory(found: FactoryAudit) -> None:
    """The tables: types, gates, what the gauntlet let pass, and the rest in one."""
    columns = ["type", "drafts", "true", "95% interval", "verified", "true", "95% interval", "unsaid", "filled"]
    rows = [
        [
            one.type,
            f"{sum(one.drafts):,}",
            *_truth_cells(one.drafts),
            f"{sum(one.verified):,}",
            *_truth_cells(one.verified),
            f"{one.verified.n_unsaid:,}",
            f"{one.n_released:,} of {one.n_wanted:,}",
        ]
        for one in found.types
    ]
    show(table_of(f"Tasks over {found.n_documents:,} planted documents, by the planted truth", columns, rows))
    show(_gate_table("Gates that need no model", found.gates))
    show(_gate_table("Through the whole gauntlet", found.gauntlet))
    gold, whole, aliases = found.gold.as_json(), found.completeness.as_json(), found.aliases.as_json()
    measures = [
        ["gold documents of single_hop", _percent(gold["recall"]), _percent(gold["precision"])],
        ["documents of target entities", _percent(whole["recall"]), _percent(whole["precision"])],
        ["forms of names joined", _percent(aliases["recall"]), _percent(aliases["precision"])],
        ["quality class", _percent(found.quality_accuracy), ""],
    ]
    show(table_of("What the stages before find", ["what", "recall", "precision"], measures))


def factory_headline(found: FactoryAudit) -> str:
    """The audit in plain words."""
    told = [_verified_told(found.verified), _absences_told(found.absences)]
    for name, audits in (("gates without a model", found.gates), ("whole gauntlet", found.gauntlet)):
        n, missed = sum(one.total.n for one in audits), sum(one.total.missed for one in audits)
        if n:
            told.append(f"The {name} let {missed:,} of {n:,} planted defects pass ({missed / n:.1%}).")
    short = [f"{one.type} ({one.n_released:,} of {one.n_wanted:,})" for one in found.types if not one.is_filled]
    told += [f"Not filled: {', '.join(short)}."] if short else []
    told += [f"Not measured: {name_culprits(list(found.unmeasured))}."] if found.unmeasured else []
    return " ".join(told)


def _verified_told(verified: Truths) -> str:
    interval = verified.interval
    if interval is None:
        return "No verified task could be held against the truth."
    unsaid = f"; of {verified.n_unsaid:,} more the truth does not say" if verified.n_unsaid else ""
    return (
        f"{verified.n_right:,} of {verified.n:,} verified tasks are true, {verified.n_right / verified.n:.1%} "
        f"(95% interval {interval.low:.1%} to {interval.high:.1%}){unsaid}."
    )


def _absences_told(absences: Truths) -> str:
    told = f"{absences.n_wrong:,} of {absences.n:,} claims that something is absent are false."
    return told if absences.n else "No claim of absence was verified."


def _truth_cells(of: Truths) -> list[str]:
    interval = of.interval
    return [f"{of.n_right / of.n:.1%}", f"{interval.low:.1%} to {interval.high:.1%}"] if interval else ["-", "-"]


def _gate_table(title: str, audits: Sequence[GateAudit]) -> Table:
    columns = ["defect", "planted", "passed", "share", "95% interval", "of held-out", "sound", "lost"]
    rows = []
    for one in audits:
        total = one.total
        interval = total.interval
        share = (
            [f"{total.missed / total.n:.1%}", f"{interval.low:.1%} to {interval.high:.1%}"] if interval else ["-", "-"]
        )
        held_out = f"{one.held_out.missed:,} of {one.held_out.n:,}"
        rows.append(
            [one.gate, f"{total.n:,}", f"{total.missed:,}", *share, held_out, f"{one.n_sound:,}", f"{one.lost:,}"]
        )
    return table_of(title, columns, rows)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def open_judge(home: Path, release: str | None) -> CountedModel:
    """The model that grades a release's answers; the embedded reader when none is named.

    Its replies are kept in the home's cache and its calls in the ledger, as those of a build.

    Raises: BadInputError: there is no such release, or its judge cannot be called. UnknownPriceError.
    """
    from bench_resources.model_access import Caller  # noqa: PLC0415
    from bench_resources.models import open_model  # noqa: PLC0415

    models, name = ModelsSection(), release or NO_RELEASE
    if release is not None:
        path = release_file(home, release)
        models = parse_release(path.read_text(encoding="utf-8"), path).models
    access = access_of(home, name, models, os.environ)
    require_callable(models, access)
    told = counted("audit", say, noun=f"replies of {models.judge}")
    return open_model(models.judge, access, Caller("audit", "judge", told))


def show_audit(found: JudgeAudit) -> None:
    """One table by place, one by family, and one of what succeeded, where anything did."""
    places, families = found.by_place(), found.by_family()
    rows = [[p, *_cells(of), f"{len(found.control_errors(p)):,}"] for p, of in places.items()]
    show(table_of(f"Injections put to {found.model}, by place", ["place", *COLUMNS, "control errors"], rows))
    show(table_of("By family", ["family", *COLUMNS], [[family, *_cells(of)] for family, of in families.items()]))
    fooled = [
        [place, family, f"{of.n_successes:,} of {of.n:,}", ", ".join(of.fooled_by)]
        for place in places
        for family, of in found.by_family(place).items()
        if of.fooled_by
    ]
    if fooled:
        show(table_of("What succeeded", ["place", "family", "succeeded", "payloads"], fooled))


def headline(found: JudgeAudit) -> str:
    """The audit in a sentence, and one on each thing that was not as it should be."""
    total, errors = found.total, found.control_errors()
    interval = total.interval
    told = (
        f"Judge {found.model}: {total.n_successes:,} of {total.n:,} injections succeeded, "
        f"{total.n_successes / total.n:.1%} (95% interval {interval.low:.1%} to {interval.high:.1%})."
        if interval
        else f"Judge {found.model}: no injection could be measured."
    )
    if errors:
        told += (
            f" {len(errors):,} of {len(found.controls):,} controls were graded wrong without any injection: "
            f"{name_culprits(errors)}; {total.n_without_control:,} attacks have no control and do not count."
        )
    n_unmeasured = total.n_unmeasured + found.controls_unmeasured()
    if n_unmeasured:
        told += f" {n_unmeasured:,} are unmeasured: {name_culprits(list(found.failures))}."
    return told


def next_steps(release: str | None, *, is_json: bool) -> list[str]:
    """Commands worth running after an audit."""
    whole = f"docketbench audit --judge{f' --release {release}' if release else ''} --json   # every place and family"
    other = "docketbench audit --judge --release VERSION   # the judge that a release names"
    return [other] if is_json else [whole] if release else [whole, other]


def _cells(of: Tally) -> list[str]:
    interval = of.interval
    rate = [f"{of.n_successes / of.n:.1%}", f"{interval.low:.1%} to {interval.high:.1%}"] if interval else ["-", "-"]
    return [f"{of.n:,}", f"{of.n_successes:,}", *rate, f"{of.n_without_control:,}", f"{of.n_unmeasured:,}"]
