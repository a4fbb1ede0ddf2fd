"""What `docketbench plan` says of a release, against the ledger of its build: calls and tokens, stage by stage.

Belongs here: two planted sources, an earlier release with its ledger, and a later one of other documents, quotas and
seed that is planned from it and then built on a cold cache. Both are built whole through a server on this machine that
answers as the embedded reader does. The last line, on stdout, is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bench_assets.settings.access import cache_url
from bench_assets.settings.new_release import new_release_text
from bench_resources.ledger import Ledger
from bench_resources.planted.corpus import write_corpus
from scoring.contract import TaskType
from tests.pipeline.commands import Ended, docketbench
from tests.pipeline.live import KEY, KEY_VARIABLE, make_live
from tests.reader_server import respond
from tests.scripted_server import ScriptedServer


class Case(NamedTuple):
    """A source and a release over it."""

    version: str
    source: str
    n_documents: int
    corpus_seed: int
    seed: int
    quotas: Mapping[TaskType, int]


# Of one mix of types and of another: some quotas are filled in the one and not in the other.
EARLIER = Case("earlier", "letters", 120, 3, 0, dict(zip(TaskType, (100, 20, 20, 10, 30, 20), strict=True)))
LATER = Case("later", "ledgers", 200, 9, 5, dict(zip(TaskType, (15, 10, 8, 10, 8, 30), strict=True)))


def done(ended: Ended) -> Ended:
    """The command, which must have ended with 0."""
    if ended.code:
        sys.exit(ended.err[-3000:])
    return ended


def prepare(home: Path, case: Case, url: str) -> None:
    """Plants and locks the source, and writes the release with every role live."""
    folder = home / case.source
    write_corpus(folder, n_documents=case.n_documents, seed=case.corpus_seed, n_shards=2)
    columns = ("--id-column", "doc_id", "--text-column", "text_content")
    done(docketbench(home, "source", "add", case.source, str(folder), *columns))
    path = home / "releases" / f"{case.version}.toml"
    path.parent.mkdir(exist_ok=True)
    text = new_release_text(
        case.version,
        case.source,
        seed=case.seed,
        backbone_documents=case.n_documents,
        quotas=case.quotas,
    )
    path.write_text(text, encoding="utf-8")
    make_live(home, case.version, url=url)


def measured(home: Path, version: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Live calls and tokens of a release, by stage and prompt."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    with Ledger(cache_url(home, os.environ)) as ledger:
        for total in ledger.totals(version, by=("stage", "prompt_id", "source")):
            stage, prompt_id, source = total.group
            if source == "live":
                found[stage, prompt_id] = (total.n_calls, total.input_tokens + total.output_tokens)
    return found


def compare(planned: dict[str, Any], real: dict[tuple[str, str], tuple[int, int]]) -> dict[str, Any]:
    """Shares by which the plan is off, in all, and a line a prompt on stderr."""
    said: dict[tuple[str, str], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for row in planned["stages"]:
        said[row["stage"], row["prompt_id"]] = (row["calls"], row["input_tokens"] + row["output_tokens"])
    for asked in sorted({*said, *real}):
        calls, tokens = real.get(asked, (0, 0))
        print(
            f"{' '.join(asked):45} {said[asked][0]:6} of {calls:6} calls {said[asked][1]:9} of {tokens:9} tokens",
            file=sys.stderr,
        )
    sums = [tuple(map(sum, zip(*of.values(), strict=True))) for of in (said, real)]
    (calls, tokens), (real_calls, real_tokens) = sums
    return {
        "calls_planned": calls,
        "calls": real_calls,
        "calls_off": round(calls / real_calls - 1, 4),
        "tokens_planned": tokens,
        "tokens": real_tokens,
        "tokens_off": round(tokens / real_tokens - 1, 4),
    }


def main() -> None:
    """Builds, plans, builds and compares."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    os.environ[KEY_VARIABLE] = KEY
    with tempfile.TemporaryDirectory() as folder, ScriptedServer(respond) as server:
        home = Path(folder) / "home"
        home.mkdir()
        for case in (EARLIER, LATER):
            prepare(home, case, server.url)
        done(docketbench(home, "build", EARLIER.version, "--json"))
        done(docketbench(home, "build", LATER.version, "--only", "source", "--json"))
        planned = json.loads(done(docketbench(home, "plan", LATER.version, "--like", EARLIER.version, "--json")).out)
        # Cold: what both ask alike is asked again.
        os.environ["DOCKETBENCH_CACHE"] = f"sqlite:///{folder}/cold.sqlite"
        done(docketbench(home, "build", LATER.version, "--json"))
        result = compare(planned, measured(home, LATER.version))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
