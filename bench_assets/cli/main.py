"""The `docketbench` command: one verb a thing that a maintainer, a system builder or a reviewer does.

Belongs here: verbs, their options and their help. Does not: what they do (beside this file), Dagster at import.
Everything heavy is imported inside the verb that needs it, so that `--help` and `validate` start at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bench_assets.cli.output import ReportingGroup

app = typer.Typer(
    cls=ReportingGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_show_locals=False,  # locals hold document text and keys
    help=(
        "Turns a release of documents into a verified RAG benchmark and scores any system against it.\n\n"
        "Start with: docketbench demo"
    ),
    epilog="Exit codes: 0 done, 1 failed, 2 bad input or usage, 3 stopped on purpose with its work kept.",
)
source_app = typer.Typer(no_args_is_help=True, help="Sources: shards of documents to cut releases from.")
release_app = typer.Typer(no_args_is_help=True, help="Releases: one file of settings each.")
app.add_typer(source_app, name="source")
app.add_typer(release_app, name="release")
batch_app = typer.Typer(no_args_is_help=True, help="Batch files: requests to carry to a model, and its replies back.")
cache_app = typer.Typer(no_args_is_help=True, help="Exported caches: the replies that a release was built from.")
app.add_typer(batch_app, name="batch")
app.add_typer(cache_app, name="cache")

Home = Annotated[
    Path | None, typer.Option("--home", help="The folder of sources, releases and built data. [default: ./data]")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output; words on standard error.")]
Version = Annotated[str, typer.Argument(help="The release, as in releases/VERSION.toml.", show_default=False)]
PredictionsPath = Annotated[Path, typer.Argument(help="A predictions.jsonl, or a TREC run.", show_default=False)]
AllowQuarantine = Annotated[
    bool, typer.Option("--allow-quarantine", help="End with 0 although a shard could not be read.")
]
Replay = Annotated[
    bool,
    typer.Option(
        "--replay",
        help="Call no live model: read the replies from this home's cache, or from an exported one named after it "
        "(--replay cache.jsonl.gz).",
    ),
]
ReplayCache = Annotated[Path | None, typer.Option("--replay-cache", hidden=True)]


def _home(home: Path | None) -> Path:
    from bench_assets.cli.homes import resolve_home  # noqa: PLC0415 - pydantic comes with it

    return resolve_home(home)


def _replay(is_replay: bool, cache: Path | None) -> str:
    from bench_assets.settings.access import OWN_CACHE  # noqa: PLC0415

    if cache is not None:
        return str(cache.expanduser().resolve())
    return OWN_CACHE if is_replay else ""


@app.command()
def demo(
    workers: Annotated[int, typer.Option(min=1)] = 1,
    is_replay: Replay = False,
    replay_cache: ReplayCache = None,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Builds a benchmark on the embedded corpus.

    It is verified and judged by the embedded reader, without network, and ends with a board of reference systems.

    Example: docketbench demo
    """
    from bench_assets.cli import building  # noqa: PLC0415 - see the module's opening

    building.demo(_home(home), workers=workers, replay=_replay(is_replay, replay_cache), is_json=is_json)


@source_app.command("add")
def add_source(
    name: Annotated[str, typer.Argument(help="What the source is called from now on.", show_default=False)],
    path: Annotated[
        str,
        typer.Argument(
            help="A .parquet, .jsonl, .jsonl.gz or .txt file, or a folder of files of one kind; or the URL of one, "
            "hf://datasets/OWNER/REPO or s3://BUCKET/PREFIX.",
            show_default=False,
        ),
    ],
    id_column: Annotated[
        str | None, typer.Option("--id-column", help="Column of document ids. [default: guessed by its name]")
    ] = None,
    text_column: Annotated[
        str | None, typer.Option("--text-column", help="Column of document texts. [default: guessed by its name]")
    ] = None,
    date_column: Annotated[
        str | None, typer.Option("--date-column", help="Column of document dates, kept as found.")
    ] = None,
    group_column: Annotated[
        str | None, typer.Option("--group-column", help="Column whose equal values mark copies of one record.")
    ] = None,
    meta_columns: Annotated[
        list[str] | None, typer.Option("--meta-column", help="A column kept with the documents; may be given again.")
    ] = None,
    *,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Locks a source: parquet, JSONL or text files.

    Every shard is noted by size and hash; the first rows are shown, so that a wrong column is seen now. Added again, a
    source says which shards changed; without column options it keeps its columns.

    Example: docketbench source add papers ./papers --id-column doc_id --text-column text
    """
    from bench_assets.cli import sources  # noqa: PLC0415
    from bench_assets.source.choice import Asked  # noqa: PLC0415

    asked = Asked(id_column, text_column, date_column, tuple(meta_columns or ()), group_column)
    sources.add(_home(home), name, path, asked, is_json=is_json)


@release_app.command("new")
def new_release(
    version: Annotated[str, typer.Argument(help="The new release, e.g. v1.0.", show_default=False)],
    source: Annotated[str, typer.Option("--source", help="A source that was added.", show_default=False)],
    seed: Annotated[int, typer.Option(help="Every random choice of the release starts here.")] = 0,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Writes releases/VERSION.toml.

    Every setting stands there at its default; an existing file is never overwritten.

    Example: docketbench release new v1.0 --source papers
    """
    from bench_assets.cli import sources  # noqa: PLC0415

    sources.new_release(_home(home), version, source=source, seed=seed, is_json=is_json)


@app.command()
def build(
    version: Version,
    workers: Annotated[int, typer.Option(min=1, help="Processes that build partitions side by side.")] = 1,
    only: Annotated[
        str | None, typer.Option("--only", help="Build one stage alone, e.g. corpus, from what was built before it.")
    ] = None,
    allow_quarantine: AllowQuarantine = False,
    *,
    is_replay: Replay = False,
    replay_cache: ReplayCache = None,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Builds a release, from its shards to its board.

    Only what is missing or out of date is built; a killed build goes on where it was.

    Example: docketbench build v1.0 --workers 2
    """
    from bench_assets.cli import building  # noqa: PLC0415

    building.build(
        _home(home),
        version,
        workers=workers,
        only=only,
        allow_quarantine=allow_quarantine,
        replay=_replay(is_replay, replay_cache),
        is_json=is_json,
    )


@batch_app.command("export")
def export_batch(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A folder for the request files.", show_default="models/batches"),
    ] = None,
    release: Annotated[str | None, typer.Option("--release", help="What this release waits for alone.")] = None,
    is_failed: Annotated[bool, typer.Option("--failed", help="Ask again what a model refused for good.")] = False,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Writes the requests that builds with mode = "batch" left, as OpenAI batch files.

    One model a file; have each answered where you like, and import what comes back.

    Example: docketbench batch export ./requests
    """
    from bench_assets.cli import replies  # noqa: PLC0415

    replies.export_batch(_home(home), folder, release=release, is_failed=is_failed, is_json=is_json)


@batch_app.command("import")
def import_batch(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Result files.", show_default=False)],
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Reads the results of batches, of OpenAI's form or Anthropic's, into the cache.

    What is valid is kept; the rest is named with its lines. The same file may be imported again.

    Example: docketbench batch import ./results/*.jsonl
    """
    from bench_assets.cli import replies  # noqa: PLC0415

    replies.import_batch(_home(home), files, is_json=is_json)


@cache_app.command("import")
def import_cache(
    path: Annotated[Path, typer.Argument(help="An exported cache, .jsonl or .jsonl.gz.", show_default=False)],
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Stores the replies of an exported cache in this home's.

    Example: docketbench cache import cache.jsonl.gz
    """
    from bench_assets.cli import replies  # noqa: PLC0415

    replies.import_cache(_home(home), path, is_json=is_json)


@cache_app.command("verify")
def verify_cache(
    path: Annotated[Path, typer.Argument(help="An exported cache, .jsonl or .jsonl.gz.", show_default=False)],
    is_json: AsJson = False,
    home: Home = None,  # noqa: ARG001 - every command takes it
) -> None:
    """Says whether an exported cache is whole: each key the hash of its request, no line damaged.

    Example: docketbench cache verify cache.jsonl.gz
    """
    from bench_assets.cli import replies  # noqa: PLC0415

    replies.verify_cache(path, is_json=is_json)


@app.command()
def export(
    version: Version,
    kind: Annotated[str, typer.Option("--format", help="What to export: cache, trec or beir.")] = "cache",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="The file of a cache, else a folder. "
            "[default: exports/VERSION/cache.jsonl.gz, else exports/VERSION/FORMAT]",
        ),
    ] = None,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Exports a release in a form for others: its cache of model replies, TREC files, or BEIR's layout.

    With the cache anybody builds the same release without a key: docketbench build VERSION --replay cache.jsonl.gz

    trec has judgments, topics and a run of every system; beir has the corpus, queries and judgments.

    Example: docketbench export v1.0 --format beir --out ./v1.0-beir
    """
    from bench_assets.cli import exporting  # noqa: PLC0415

    exporting.export(_home(home), version, kind, out, is_json=is_json)


@app.command()
def audit(
    n_documents: Annotated[
        int | None, typer.Option("--docs", min=1, help="Planted documents to audit the factory over. [default: 2000]")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the planted corpus, the release and the defects.")] = 0,
    is_judge: Annotated[
        bool, typer.Option("--judge", help="Put injections to a judge instead, and count what succeeds.")
    ] = False,
    release: Annotated[
        str | None, typer.Option("--release", help="Audit this release's models. [default: the embedded reader]")
    ] = None,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Measures how often the factory itself is wrong: a release over a corpus of which every fact is known.

    Example: docketbench audit --docs 400
    """
    from bench_assets.cli import auditing  # noqa: PLC0415

    auditing.audit(_home(home), is_judge=is_judge, release=release, is_json=is_json, n_documents=n_documents, seed=seed)


@app.command()
def plan(
    version: Version,
    like: Annotated[
        str | None, typer.Option("--like", help="Take yields from this release. [default: the latest one built]")
    ] = None,
    rehearse: Annotated[
        bool,
        typer.Option("--rehearse/--no-rehearse", help="Let the embedded reader try small releases first."),
    ] = True,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Says calls, tokens and dollars per stage before anything is spent.

    It counts what the lake knows already; docketbench build VERSION --only source costs nothing and makes it exact.

    Example: docketbench plan v1.0 --like v0.9
    """
    from bench_assets.cli import planning  # noqa: PLC0415

    planning.plan(_home(home), version, like=like, is_rehearsed=rehearse, is_json=is_json)


@app.command()
def tasks(
    version: Version,
    sample: Annotated[int | None, typer.Option(min=1, help="This many tasks, drawn by the seed.")] = None,
    seed: Annotated[int, typer.Option(help="Of the sample.")] = 0,
    task_type: Annotated[str | None, typer.Option("--type", help="Tasks of this type only.")] = None,
    is_funnel: Annotated[
        bool, typer.Option("--funnel", help="How many went on from each stage and how many fell, in place of tasks.")
    ] = False,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Shows released tasks with answers and quotes, or how many each stage let through.

    Example: docketbench tasks v1.0 --type single_hop --sample 20 --seed 7
    """
    from bench_assets.cli import reading  # noqa: PLC0415

    if is_funnel:
        reading.funnel(_home(home), version, task_type=task_type, is_json=is_json)
        return
    reading.tasks(_home(home), version, sample=sample, seed=seed, task_type=task_type, is_json=is_json)


@app.command()
def review(
    version: Version,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Saved marks, with --read.", show_default=False)
    ] = None,
    is_read: Annotated[
        bool, typer.Option("--read", help="Read saved marks back; without a FILE, those that are stored.")
    ] = False,
    is_retract: Annotated[
        bool, typer.Option("--retract", help="With --read: withdraw the bad tasks in releases/VERSION.toml.")
    ] = False,
    share: Annotated[float, typer.Option(help="Of the released tasks, at least 30 of them.")] = 0.1,
    seed: Annotated[int, typer.Option(min=0, max=2**53 - 1, help="Of the sample.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", help="The page. [default: review_pages/review-VERSION-SEED.html]")
    ] = None,
    *,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Writes a page on which a person marks a sample of the tasks, and reads the marks back.

    The page is one file that works offline; what it saves says how many tasks are wrong, and can withdraw them.

    Example: docketbench review v1.0 --seed 7, then docketbench review v1.0 --read review-v1.0-7.json
    """
    from bench_assets.cli import reviewing  # noqa: PLC0415

    asked = reviewing.Asked(share, seed, out, tuple(files or ()), is_read=is_read, is_retract=is_retract)
    reviewing.review(_home(home), version, asked, is_json=is_json)


@app.command()
def appeal(
    version: Version,
    task_id: Annotated[str | None, typer.Argument(help="A released task with an answer.", show_default=False)] = None,
    doc_id: Annotated[str | None, typer.Argument(help="A document of the corpus.", show_default=False)] = None,
    said: Annotated[
        str | None, typer.Option("--quote", metavar="TEXT", help="File an appeal: where the document says the answer.")
    ] = None,
    is_list: Annotated[bool, typer.Option("--list", help="Show open and decided appeals.")] = False,
    is_judge: Annotated[
        bool, typer.Option("--judge", help="Ask the release's strong model about every open appeal.")
    ] = False,
    *,
    is_accept: Annotated[bool, typer.Option("--accept", help="Decide: the document supports the answer.")] = False,
    is_reject: Annotated[bool, typer.Option("--reject", help="Decide: it does not.")] = False,
    reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why, with a decision.")] = None,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Claims that a document supports a released task although it is not among its gold.

    A claim needs a quote of the document. A model may judge it, a person decides; the release stays as it is.

    Example: docketbench appeal v1.0 sh-02a54a2542e3 D-17 --quote "was signed on 3 May 1961"
    """
    from bench_assets.cli import appealing  # noqa: PLC0415

    asked = appealing.Asked(
        task_id,
        doc_id,
        said,
        reason,
        is_list=is_list,
        is_judge=is_judge,
        is_accept=is_accept,
        is_reject=is_reject,
    )
    appealing.appeal(_home(home), version, asked, is_json=is_json)


@app.command()
def validate(version: Version, predictions: PredictionsPath, is_json: AsJson = False, home: Home = None) -> None:
    """Checks a predictions file, or a TREC run.

    Every fault is named with its line; nothing is judged and nothing is stored.

    Example: docketbench validate v1.0 predictions.jsonl
    """
    from bench_assets.cli import scored  # noqa: PLC0415

    scored.validate(_home(home), version, predictions, is_json=is_json)


@app.command()
def score(
    version: Version,
    predictions: PredictionsPath,
    name: Annotated[str, typer.Option("--name", help="The system, as the board shall call it.", show_default=False)],
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Scores a predictions file, or the retrieval of a TREC run.

    It is checked, stored as a submission, judged, and put on the board. A run has no answers: it gets no rank.

    Example: docketbench score v1.0 predictions.jsonl --name my-system
    """
    from bench_assets.cli import scored  # noqa: PLC0415

    scored.score(_home(home), version, predictions, name=name, is_json=is_json)


@app.command()
def board(version: Version, is_json: AsJson = False, home: Home = None) -> None:
    """Shows the board, best system first.

    Example: docketbench board v1.0
    """
    from bench_assets.cli import reading  # noqa: PLC0415

    reading.board(_home(home), version, is_json=is_json)


@app.command()
def ui(
    port: Annotated[int, typer.Option(min=1, max=65535, help="On 127.0.0.1.")] = 3000,
    is_json: AsJson = False,
    home: Home = None,
) -> None:
    """Starts the Dagster UI on 127.0.0.1.

    The webserver and its daemon run until Ctrl-C.

    Example: docketbench ui --port 3001
    """
    from bench_assets.cli import interface  # noqa: PLC0415

    interface.serve(_home(home), port=port, is_json=is_json)


if __name__ == "__main__":
    app()
