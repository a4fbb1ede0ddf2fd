"""`appeal`: a document that a release's gold lacks is claimed, listed, judged, decided.

Belongs here: which of these is asked, files in and out, the table. Does not: what an appeal must hold, what is decided
of it (bench_assets/reviewing/appeals.py).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench_assets.cli.homes import exported, make_home
from bench_assets.cli.output import end_with, print_json, say, say_next, show, table_of
from bench_assets.cli.replies import settings_of
from bench_assets.cli.reviewing import read_texts
from scoring.errors import BadInputError, DocketbenchError, excerpt, name_culprits, quote
from scoring.reading import read_tasks, text_lines

if TYPE_CHECKING:
    from bench_assets.reviewing.appeal_judging import Opinion
    from bench_assets.reviewing.appeals import Appeal, Stored
    from bench_resources.models import CountedModel
    from scoring.contract import Task

COLUMNS = ["state", "model says", "task", "document", "quote", "reason"]
NOT_JUDGED = "-"
USAGE = (
    "expected TASK_ID DOC_ID --quote TEXT to file one, TASK_ID DOC_ID with --accept or --reject and --reason TEXT to "
    "decide one, --judge or --list alone"
)


@dataclass(frozen=True)
class Asked:
    """What the command line of `appeal` says; None where it says nothing."""

    task_id: str | None = None
    doc_id: str | None = None
    said: str | None = None
    reason: str | None = None
    is_list: bool = False
    is_judge: bool = False
    is_accept: bool = False
    is_reject: bool = False

    @property
    def pair(self) -> tuple[str, str] | None:
        """The task and the document; None unless both are named."""
        return None if self.task_id is None or self.doc_id is None else (self.task_id, self.doc_id)


def appeal(home: Path, version: str, asked: Asked, *, is_json: bool) -> None:
    """Files, lists, judges or decides appeals on a built release.

    Raises: BadInputError: none or several of these are asked, or anything of what is asked cannot be used.
    """
    is_decided = asked.is_accept != asked.is_reject
    chosen = [asked.said is not None, is_decided, asked.is_judge, asked.is_list]
    has_pair, has_words = asked.pair is not None, asked.task_id is not None
    if chosen == [True, False, False, False] and has_pair and asked.reason is None:
        file(home, version, asked, is_json=is_json)
    elif chosen == [False, True, False, False] and has_pair and asked.reason is not None:
        decide(home, version, asked, is_json=is_json)
    elif (
        asked.reason is None and not has_words and chosen in ([False, False, True, False], [False, False, False, True])
    ):
        (judge if asked.is_judge else show_appeals)(home, version, is_json=is_json)
    else:
        raise BadInputError(f"These arguments of appeal do not go together: {USAGE}. See docketbench appeal --help.")


def file(home: Path, version: str, asked: Asked, *, is_json: bool) -> None:
    """Stores an appeal. Raises BadInputError: see `new_appeal`, or there is another one on the pair."""
    from bench_assets.reviewing.appeals import appeals_folder, file_appeal  # noqa: PLC0415

    made = new_appeal(home, version, asked)
    make_home(home)
    stored = file_appeal(appeals_folder(home, version), made)
    if is_json:
        print_json({"release": version, "appeal": as_json(stored)})
    say(f"Filed {stored.path}: characters {made.start:,} to {made.end:,} of {quote(made.document)}.", style="green")
    say_next(f"docketbench appeal {version} --judge", f"docketbench appeal {version} --list")


def new_appeal(home: Path, version: str, asked: Asked) -> Appeal:
    """The appeal that a command line makes.

    Raises: BadInputError: the task is not released or not answerable, the document is gold already or not in the
        corpus, or does not hold the quote.
    """
    from bench_assets.reviewing.appeals import Appeal, locate, require_appealable  # noqa: PLC0415

    assert asked.task_id is not None
    assert asked.doc_id is not None
    assert asked.said is not None
    task = require_appealable(key_of(home, version), version, asked.task_id, asked.doc_id)
    require_document(home, version, asked.doc_id)
    text = texts_of(home, version, [asked.doc_id])[asked.doc_id]
    max_chars = settings_of(home, version).pooling.window_chars
    start, end = locate(text, asked.said, asked.doc_id, max_chars=max_chars)
    manifest = exported(home, version, "manifest.json").read_bytes()
    return Appeal(
        release=version,
        manifest_sha256=hashlib.sha256(manifest).hexdigest(),
        task=task.task_id,
        document=asked.doc_id,
        quote=text[start:end],
        start=start,
        end=end,
    )


def decide(home: Path, version: str, asked: Asked, *, is_json: bool) -> None:
    """Records a person's decision. Raises BadInputError: there is no such appeal, or no reason is given."""
    from bench_assets.reviewing.appeals import Decision, appeals_folder, find_appeal  # noqa: PLC0415
    from bench_assets.reviewing.appeals import decide as decide_appeal  # noqa: PLC0415

    assert asked.task_id is not None
    assert asked.doc_id is not None
    stored = find_appeal(appeals_folder(home, version), version, asked.task_id, asked.doc_id)
    decision = Decision.ACCEPTED if asked.is_accept else Decision.REJECTED
    stored = decide_appeal(stored, decision, asked.reason or "")
    if is_json:
        print_json({"release": version, "appeal": as_json(stored)})
    say(f"{decision.value.capitalize()}: {stored.path}.", style="green")
    say(f"Release {version} stays as it is; what was accepted is for the pool of a next one.")
    say_next(f"docketbench appeal {version} --list")


def show_appeals(home: Path, version: str, *, is_json: bool) -> None:
    """Every appeal, open ones first. Raises BadInputError: the release was not built, or a file is faulty."""
    from bench_assets.reviewing.appeals import appeals_folder, read_appeals  # noqa: PLC0415

    exported(home, version, "manifest.json")
    stored = sorted(read_appeals(appeals_folder(home, version)), key=lambda one: one.appeal.person is not None)
    if is_json:
        print_json({"release": version, "appeals": [as_json(one) for one in stored]})
    else:
        show(table_of(f"{version}: {len(stored):,} appeals", COLUMNS, [_cells(one.appeal) for one in stored]))
    n_open = sum(one.appeal.person is None for one in stored)
    say(f"{n_open:,} of {len(stored):,} appeals wait for a person.")
    steps = [f"docketbench appeal {version} TASK_ID DOC_ID --accept --reason TEXT"] if n_open else []
    say_next(*steps, f"docketbench appeal {version} TASK_ID DOC_ID --quote TEXT")


def judge(home: Path, version: str, *, is_json: bool) -> None:
    """Asks the release's strong model about every open appeal that it was not asked about.

    Ends with 1 when the model failed on some, or their task is gone; what it said of the others is stored.

    Raises: BadInputError: the model cannot be called, or a document is gone. StoppedError: a budget is spent, or a
        batch is to be answered.
    """
    from bench_assets.reviewing.appeals import appeals_folder, read_appeals  # noqa: PLC0415

    key = key_of(home, version)
    stored = read_appeals(appeals_folder(home, version))
    waiting = [one for one in stored if one.appeal.person is None and one.appeal.judge is None]
    done, failed = ask_about(home, version, waiting, key) if waiting else ([], {})
    if is_json:
        judged = [as_json(one) for one in done]
        print_json({"release": version, "judged": judged, "failed": failed, "n_known": len(stored) - len(waiting)})
    for one in done:
        assert one.appeal.judge is not None
        say(f"{one.appeal.judge.label}: {one.path.name}: {excerpt(one.appeal.judge.reason)}")
    if failed:
        named = [f"{name}: {reason}" for name, reason in failed.items()]
        told = f"{len(failed):,} of {len(waiting):,} appeals were not judged: {name_culprits(named)}."
        end_with(DocketbenchError(f"{told} What the model said of the others is stored. Run the same command again."))
    say(f"{len(done):,} appeals judged, {len(stored) - len(waiting):,} were judged or decided before.", style="green")
    say_next(f"docketbench appeal {version} TASK_ID DOC_ID --accept --reason TEXT   # a person decides")


def ask_about(
    home: Path, version: str, waiting: Sequence[Stored], key: Mapping[str, Task]
) -> tuple[list[Stored], dict[str, str]]:
    """Asks about appeals and stores what the model said: the judged ones, and the others' reasons by file."""
    from bench_assets.reviewing.appeal_judging import judge_appeals  # noqa: PLC0415

    sound, stale = _held_against(key, version, waiting)
    if not sound:
        return [], stale
    appeals = [one.appeal for one in sound]
    texts = texts_of(home, version, sorted({one.document for one in appeals}))
    window_chars = settings_of(home, version).pooling.window_chars
    with open_strong(home, version) as model:
        say(f"Asking {model.name} about {len(appeals):,} appeals ...")
        opinions = judge_appeals(appeals, key, texts, model, window_chars=window_chars)
        done, failed = _stored_opinions(sound, opinions)
    return done, stale | failed


def _held_against(
    key: Mapping[str, Task], version: str, waiting: Sequence[Stored]
) -> tuple[list[Stored], dict[str, str]]:
    """The appeals that could still be filed, and why the others could not, by file: the release may be built anew."""
    from bench_assets.reviewing.appeals import require_appealable  # noqa: PLC0415

    sound: list[Stored] = []
    stale: dict[str, str] = {}
    for one in waiting:
        try:
            require_appealable(key, version, one.appeal.task, one.appeal.document)
        except BadInputError as error:
            stale[one.path.name] = str(error)
        else:
            sound.append(one)
    return sound, stale


def _stored_opinions(waiting: Sequence[Stored], opinions: Sequence[Opinion]) -> tuple[list[Stored], dict[str, str]]:
    from bench_assets.reviewing.appeals import record_judged  # noqa: PLC0415

    pairs = list(zip(waiting, opinions, strict=True))
    done = [record_judged(one, said.judged) for one, said in pairs if said.judged is not None]
    return done, {one.path.name: said.error for one, said in pairs if said.judged is None}


def open_strong(home: Path, version: str) -> CountedModel:
    """The release's strong model, its replies kept in the home's cache and its calls in the ledger.

    Raises: BadInputError: it cannot be called. UnknownPriceError.
    """
    from bench_assets.progress import counted  # noqa: PLC0415
    from bench_assets.settings.access import access_of, require_callable  # noqa: PLC0415
    from bench_resources.model_access import Caller  # noqa: PLC0415
    from bench_resources.models import open_model  # noqa: PLC0415

    models = settings_of(home, version).models
    access = access_of(home, version, models, os.environ)
    require_callable(models, access, ["strong"])
    told = counted("appeals", say, noun=f"replies of {models.strong}")
    return open_model(models.strong, access, Caller("appeals", "strong", told))


def key_of(home: Path, version: str) -> dict[str, Task]:
    """The release's key, by task_id. Raises BadInputError when it was not built, FaultyFileError for no task."""
    return {task.task_id: task for task in read_tasks(exported(home, version, "tasks.jsonl"))}


def require_document(home: Path, version: str, doc_id: str) -> None:
    """Raises BadInputError for a document that the release's corpus does not hold."""
    from scoring.errors import FaultLog  # noqa: PLC0415

    lines = text_lines(exported(home, version, "doc_ids.txt"), "document id", FaultLog())
    if not any(line.rstrip("\r\n") == doc_id for _, line in lines):
        raise BadInputError(
            f"Document {quote(doc_id)} is not in the corpus of {version}, so that no system could have found it. "
            f"Name a document of {home / 'exports' / version / 'doc_ids.txt'}."
        )


def texts_of(home: Path, version: str, doc_ids: Sequence[str]) -> dict[str, str]:
    """The documents' texts. Raises BadInputError when this home does not have them."""
    texts = read_texts(home, version, frozenset(doc_ids))
    missing = sorted(set(doc_ids) - texts.keys())
    if missing:
        raise BadInputError(
            f"The texts of {len(missing):,} documents are not in this home: "
            f"{name_culprits([quote(doc_id) for doc_id in missing])}. "
            f"Build the corpus here with: docketbench build {version} --only corpus"
        )
    return texts


def as_json(stored: Stored) -> dict[str, Any]:
    """An appeal as `--json` has it: its file, its state, and what the file says."""
    return {"file": str(stored.path), "state": stored.appeal.state, **stored.appeal.model_dump(mode="json")}


def _cells(appeal: Appeal) -> list[str]:
    label = NOT_JUDGED if appeal.judge is None else appeal.judge.label
    reason = appeal.person.reason if appeal.person else appeal.judge.reason if appeal.judge else ""
    return [appeal.state, label, appeal.task, appeal.document, excerpt(appeal.quote), excerpt(reason)]
