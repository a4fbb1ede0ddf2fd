"""Tasks withdrawn in a release's TOML, its comments and order left as somebody wrote them.

Belongs here: lines put into the text, and the proof that nothing else changed. Does not: which tasks (summary.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench_assets.settings.release import ReleaseSettings, parse_release
from scoring.errors import BadInputError

PREFIX = "review: "  # tells who withdrew the task from a reason that a maintainer wrote
_HEADER = re.compile(
    r"""^[ \t]*\[[ \t]*(["']?)publishing\1[ \t]*\.[ \t]*(["']?)retractions\2[ \t]*\]"""
    r"""[ \t]*(?:\#[^\r\n]*)?(?:\r?\n|\Z)""",
    re.MULTILINE,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def retract(text: str, path: Path, reasons: Mapping[str, str]) -> str:
    """The text of a release's TOML with further retractions.

    The table [publishing.retractions] takes the new lines at its beginning, by task_id; it is made at the end of the
    file when there is none. A task that is retracted already keeps its reason.

    Args:
        text: of the file, its line ends as they are.
        path: names the file in messages.
        reasons: by task_id, without the prefix.

    Raises: BadInputError: the text is no release's, or writes its retractions in a form that lines cannot be added to.
    """
    settings = parse_release(text, path)
    held = settings.publishing.retractions
    new = {task_id: f"{PREFIX}{reasons[task_id]}" for task_id in sorted(reasons) if task_id not in held}
    if not new:
        return text
    lines = [f"{toml_key(task_id)} = {toml_string(reason)}" for task_id, reason in new.items()]
    for candidate in _candidates(text, lines):
        if _only_adds(candidate, path, settings, new):
            return candidate
    shown = "\n".join(lines)
    raise BadInputError(
        f"{path} holds its retractions in a form that no line can be added to. "
        f"Put these under [publishing.retractions] by hand:\n{shown}"
    )


def toml_key(key: str) -> str:
    """The key bare where TOML allows it, else quoted."""
    return key if _BARE_KEY.fullmatch(key) else toml_string(key)


def toml_string(text: str) -> str:
    r"""The text as a TOML basic string on one line; control characters, and breaks that editors see, as \u....."""
    return '"' + "".join(_ESCAPES.get(char) or _escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    is_plain = char.isprintable() or (char.isspace() and char not in "\x0b\x1c\x1d\x1e\x1f\x85\u2028\u2029")
    if is_plain:
        return char
    return f"\\u{ord(char):04X}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08X}"


def _candidates(text: str, lines: list[str]) -> Iterator[str]:
    """The text with the lines under each thing that looks like the table's header, then with a table of its own.

    What looks like a header may stand in a string of several lines; the caller takes the candidate that parses right.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    block = "".join(f"{line}{end}" for line in lines)
    for header in _HEADER.finditer(text):
        gap = "" if header[0].endswith("\n") else end
        yield f"{text[: header.end()]}{gap}{block}{text[header.end() :]}"
    gap = "" if not text or text.endswith("\n") else end
    yield f"{text}{gap}{end}[publishing.retractions]{end}{block}"


def _only_adds(candidate: str, path: Path, before: ReleaseSettings, new: Mapping[str, str]) -> bool:
    """Whether a text parses to the settings before and the new retractions, and to nothing else."""
    try:
        after = parse_release(candidate, path)
    except BadInputError:
        return False
    expected = {**before.publishing.retractions, **new}
    publishing = before.publishing.model_copy(update={"retractions": expected})
    return after == before.model_copy(update={"publishing": publishing})
