"""A release as files: the gates once more, then questions, key, judgments, document ids and the manifest.

Belongs here: the order of gates and writes. Does not: what a file holds (exports.py), what a gate finds
(gates/rules.py).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from bench_assets.auditing.kept_audits import audit_told
from bench_assets.corpus.completeness import summarise_completeness
from bench_assets.fingerprints import audit_key
from bench_assets.gates.rules import (
    funnel_gaps,
    incomplete_targets,
    misread_evidence,
    missing_documents,
    unproven_absences,
)
from bench_assets.publishing import exports
from bench_assets.publishing.funnel import read_funnel
from bench_assets.settings.release import DraftingSection
from bench_assets.settings.tables import read_settings
from bench_resources.lake import Made
from scoring.errors import StoppedError, name_culprits


def release_folder(home: Path, version: str) -> Path:
    """Where a release's files lie: exports/<release>."""
    return home / "exports" / version


def publish_release(  # noqa: PLR0913 - every table that the manifest speaks of
    home: Path,
    version: str,
    *,
    settings: Sequence[pa.Table],
    snapshot: pa.Table,
    corpus: pa.Table,
    certificates: pa.Table,
    drafts: pa.Table,
    verdicts: Sequence[pa.Table],
    labels: pa.Table,
    tasks: pa.Table,
    questions: pa.Table,
    qrels: pa.Table,
    funnel: pa.Table,
) -> Made:
    """Writes a release's files, the manifest last, and gives RELEASE_MANIFEST.

    Raises: StoppedError: a gate does not hold; then no file was touched.
    """
    require_gates(version, drafts=drafts, tasks=tasks, corpus=corpus, certificates=certificates, funnel=funnel)
    folder = release_folder(home, version)
    source = release_source(version, settings)
    guid = exports.canary(version, source.seed)
    files = [
        exports.write_questions(folder, questions, guid=guid),
        exports.write_tasks(folder, tasks, guid=guid),
        exports.write_qrels(folder, qrels),
        exports.write_qrels_lines(folder, qrels, guid=guid),
        exports.write_doc_ids(folder, corpus),
    ]
    facts = exports.collect_facts(
        yields=read_funnel(funnel, drafting_section(settings)),
        stages=verdicts,
        labels=[labels],
        tasks=tasks,
        corpus=corpus,
        snapshot=snapshot,
        completeness=summarise_completeness(certificates),
        audit=audit_told(home, audit_key(source.models)),
    )
    files.append(exports.write_manifest(folder, exports.manifest(source, files, facts)))
    return Made(exports.manifest_table(files), side_files=[folder / file.file for file in files])


def require_gates(
    version: str, *, drafts: pa.Table, tasks: pa.Table, corpus: pa.Table, certificates: pa.Table, funnel: pa.Table
) -> None:
    """Raises StoppedError naming the first gate that does not hold and its culprits."""
    gates = {
        "targets_are_complete": incomplete_targets(certificates),
        "gold_documents_are_in_the_corpus": missing_documents(tasks, corpus),
        "evidence_reads_back": misread_evidence(tasks, corpus),
        "absences_are_certified": unproven_absences(drafts),
        "funnel_adds_up": funnel_gaps(funnel),
    }
    for gate, faults in gates.items():
        if faults:
            raise StoppedError(
                f"Release {version} is not published: {gate} does not hold for {name_culprits(faults)}. "
                "Build the stage that made them again, or retract the tasks."
            )


def drafting_section(settings: Sequence[pa.Table]) -> DraftingSection:
    """What the release wants of each type, from its settings tables. Raises KeyError when the section is not there."""
    sections = {table["section"][0].as_py(): read_settings(table) for table in settings}
    return sections["drafting"].section(DraftingSection)


def release_source(version: str, settings: Sequence[pa.Table]) -> exports.ReleaseSource:
    """What the settings tables say, section by section; the publishing section names every model."""
    sections = {table["section"][0].as_py(): read_settings(table) for table in settings}
    publishing = sections["publishing"]
    return exports.ReleaseSource(
        version=version,
        source=publishing.source,
        seed=publishing.seed,
        models=publishing.models,
        sampling=publishing.sampling,
        settings={name: json.loads(stage.settings) for name, stage in sorted(sections.items())},
    )
