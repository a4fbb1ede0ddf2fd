"""`python -m scoring score|validate`: the two commands of a system builder, without Dagster.

Belongs here: arguments, files in, one JSON document or a few lines out, exit codes. Does not: any metric.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.contract import Prediction, Task
from scoring.errors import (
    MAX_CULPRITS,
    BadInputError,
    DocketbenchError,
    ExitCode,
    FaultyFileError,
    UnknownJudgeError,
    UnloadableJudgeError,
    quote,
)
from scoring.reading import UnknownDocument, read_tasks, read_verdicts, unknown_documents
from scoring.trec import read_qrels, read_submitted

if TYPE_CHECKING:
    from scoring.llm import Model

JUDGES = "docketbench.judges"
MAX_DRAWS = 1_000_000
MAX_SEED = 2**63 - 1
SCORE_EXAMPLE = """example:
  python -m scoring score --tasks tasks.jsonl --predictions predictions.jsonl --judge embedded --json"""
VALIDATE_EXAMPLE = """example:
  python -m scoring validate --tasks tasks.jsonl --predictions predictions.jsonl --doc-ids doc_ids.txt --json"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 done, 1 failed, 2 bad input or usage."""
    options = _parser().parse_args(arguments)
    try:
        document = options.command(options)
    except DocketbenchError as error:
        if options.json:
            _print_json(_failure(error))
        sys.stderr.write(f"{error}\n")
        return int(error.exit_code)
    if options.json:
        _print_json(document)
    else:
        sys.stdout.write(options.describe(document))
    return int(ExitCode.DONE)


def _failure(error: DocketbenchError) -> dict[str, Any]:
    """What `--json` prints instead of a result."""
    faults = error.faults.as_json() if isinstance(error, FaultyFileError) else []
    verdict = {"is_valid": False} if isinstance(error, BadInputError) else {}
    return verdict | {"error": str(error), "faults": faults}


def validate(options: argparse.Namespace) -> dict[str, Any]:
    """Checks a predictions file whole; unknown document ids are warnings."""
    tasks, predictions = _read(options)
    unknown = unknown_documents(predictions, options.doc_ids) if options.doc_ids else None
    return {
        "is_valid": True,
        "n_tasks": len(tasks),
        "n_predictions": len(predictions),
        "faults": [],
        "warnings": [] if unknown is None else _warnings(unknown),
        "doc_ids_checked": unknown is not None,
    } | ({"is_ranking": True} if any(prediction.is_ranking for prediction in predictions) else {})


def score(options: argparse.Namespace) -> dict[str, Any]:
    """Scores a predictions file with given verdicts or a judge."""
    from scoring.bootstrap import DRAWS  # noqa: PLC0415 - validate needs no numpy
    from scoring.scorecard import score as score_all  # noqa: PLC0415 - as above

    tasks, predictions = _read(options)
    if options.verdicts:
        verdicts = read_verdicts(options.verdicts, tasks)
    else:
        from scoring.judge import judge_predictions  # noqa: PLC0415 - given verdicts need no prompts

        verdicts = judge_predictions(tasks, predictions, load_judge(options.judge))
    qrels = read_qrels(options.qrels) if options.qrels else None
    return score_all(tasks, predictions, verdicts, qrels, options.draws or DRAWS, options.seed).as_json()


def load_judge(name: str) -> Model:
    """The judge that an installed package registers under `docketbench.judges`.

    Raises:
        UnknownJudgeError: there is none of that name.
        UnloadableJudgeError: its code does not load here.
    """
    found = {entry.name: entry for entry in entry_points(group=JUDGES)}
    if name not in found:
        raise UnknownJudgeError(name, list(found))
    model: Model = _make(found[name])
    return model


def _make(entry: EntryPoint) -> Any:
    try:
        return entry.load()()
    except (ImportError, AttributeError) as error:
        raise UnloadableJudgeError(entry.name, entry.value, str(error)) from error


def _read(options: argparse.Namespace) -> tuple[list[Task], list[Prediction]]:
    tasks = read_tasks(options.tasks)
    return tasks, read_submitted(options.predictions, [task.task_id for task in tasks])


def _warnings(unknown: Sequence[UnknownDocument]) -> list[dict[str, Any]]:
    if not unknown:
        return []
    examples = [vars(document) for document in unknown[:MAX_CULPRITS]]
    return [{"kind": "unknown_document", "count": len(unknown), "examples": examples}]


def _describe_validation(document: dict[str, Any]) -> str:
    lines = [f"{document['n_predictions']:,} predictions for {document['n_tasks']:,} tasks: no fault."]
    if document.get("is_ranking"):
        lines.append("It is a run without answers: its retrieval is scored, everything else is unmeasured.")
    for warning in document["warnings"]:
        shown = "; ".join(f"{e['field']} of {quote(e['task_id'])}: {quote(e['doc_id'])}" for e in warning["examples"])
        lines.append(
            f"Warning: {warning['count']:,} cited or retrieved ids are not in the corpus and count as wrong: {shown}"
        )
    lines.append("Next: python -m scoring score with the same files and --judge or --verdicts.")
    return "\n".join(lines) + "\n"


def _describe_scores(document: dict[str, Any]) -> str:
    low_high = document["overall_cited_correctness_ci95_mover"]
    lines = [
        f"cited correctness (macro)   {_shown(document['overall_cited_correctness'])}"
        + (f"  [{low_high[0]:.3f}, {low_high[1]:.3f}]" if low_high else ""),
        f"  always refusing           {_shown(document['always_refuse_macro'])}",
        f"cited correctness (micro)   {_shown(document['overall_cited_correctness_micro'])}",
        f"uncited correctness (macro) {_shown(document['overall_uncited_correctness'])}",
    ]
    lines += [f"  {kind:<25} {_shown(value)}" for kind, value in document["per_type"].items()]
    lines += [f"{name:<27} {_shown(document[name])}" for name in ("citation_precision", "citation_recall")]
    lines += [f"{name:<27} {_shown(value)}" for name, value in document["retrieval"].items()]
    lines += [f"Not publishable: {reason}" for reason in document["unpublishable_because"]]
    return "\n".join(lines) + "\n"


def _shown(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}"


def _print_json(document: dict[str, Any]) -> None:
    # ASCII, so that no terminal or pipe encoding can break it.
    sys.stdout.write(json.dumps(document, indent=2, allow_nan=False) + "\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Score a RAG system's predictions.")
    commands = parser.add_subparsers(required=True, metavar="{score,validate}")
    scoring = _command(commands, "score", "Score predictions with verdicts or a judge.", SCORE_EXAMPLE)
    judge = scoring.add_mutually_exclusive_group(required=True)
    judge.add_argument("--verdicts", type=Path, metavar="V", help="verdicts.jsonl of any judge")
    judge.add_argument("--judge", metavar="NAME", help=f"a judge registered under {JUDGES}, e.g. embedded")
    scoring.add_argument("--qrels", type=Path, metavar="Q", help="TREC qrels, for what was judged of the rankings")
    scoring.add_argument("--seed", type=_whole_number(0, MAX_SEED), default=0, help="of the bootstrap (default 0)")
    scoring.add_argument("--draws", type=_whole_number(1, MAX_DRAWS), help="of the bootstrap (default 1000)")
    scoring.set_defaults(command=score, describe=_describe_scores)
    checking = _command(commands, "validate", "Check predictions before anything is paid for.", VALIDATE_EXAMPLE)
    checking.add_argument("--doc-ids", type=Path, metavar="FILE", help="the corpus's document ids, one a line")
    checking.set_defaults(command=validate, describe=_describe_validation)
    return parser


def _command(commands: Any, name: str, summary: str, example: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=example,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tasks", type=Path, required=True, metavar="T", help="tasks.jsonl, the key")
    parser.add_argument("--predictions", type=Path, required=True, metavar="P", help="predictions.jsonl")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")
    return parser


def _whole_number(least: int, most: int) -> Any:
    def parse(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{value} is not between {least:,} and {most:,}")
        return value

    parse.__name__ = "whole number"
    return parse


if __name__ == "__main__":
    sys.exit(main())
