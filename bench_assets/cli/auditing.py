"""`audit`: how often the factory's own instruments are wrong.

Belongs here: which judge is audited, the tables, the sentence. Does not: what is measured (bench_assets/auditing).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bench_assets.cli.homes import release_file
from bench_assets.cli.output import print_json, say, say_next, show, table_of
from bench_assets.progress import counted
from bench_assets.settings.access import access_of, require_callable
from bench_assets.settings.release import ModelsSection, parse_release
from scoring.errors import BadInputError, name_culprits

if TYPE_CHECKING:
    from bench_assets.auditing.judge import JudgeAudit, Tally
    from bench_resources.models import CountedModel

NO_RELEASE = "none"  # the embedded reader is audited without one
COLUMNS = ["attacks", "succeeded", "rate", "95% interval", "without control", "unmeasured"]


def audit(home: Path, *, is_judge: bool, release: str | None, is_json: bool) -> None:
    """Puts injections to a judge and says how many succeeded; ends with 0 whatever the rate.

    Args:
        home: read only when a release is named.
        is_judge: the only audit there is so far.
        release: the one whose [models].judge is audited; the embedded reader when None.
        is_json: one document, {"judge": {...}}, in place of the tables.

    Raises:
        BadInputError: not `is_judge`; there is no such release; its judge cannot be called.
        NothingMeasuredError: the judge failed on everything.
    """
    if not is_judge:
        raise BadInputError(
            "docketbench audit measures judges only so far, and --judge was not given. Run: docketbench audit --judge"
        )
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
