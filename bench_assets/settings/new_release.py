"""The TOML that `release new` writes: every setting with its default and a word on what it does.

Belongs here: the text of a new release file. Does not: reading one (release.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from bench_assets.settings.release import check_name, parse_release
from bench_resources.atomic import write_text
from scoring.contract import TaskType
from scoring.errors import BadInputError

# Single-hop tasks are found by the hundred, the others are few: quotas are what some thousand documents may hold.
QUOTAS = {
    TaskType.SINGLE_HOP: 120,
    TaskType.AGGREGATION: 40,
    TaskType.TIMELINE: 40,
    TaskType.DOSSIER: 20,
    TaskType.UNANSWERABLE: 40,
    TaskType.FALSE_PREMISE: 40,
}
_TEXT = """\
# Release {version}: what to build and how. Every choice below is part of what the release is;
# changing one rebuilds the stages that read its section, and those after them.

[release]
source = {source}  # a source of `docketbench source add`
seed = {seed}  # every random choice starts here

[models]  # one model a role; "embedded" is the deterministic reader that needs no network, a live one is pinned to a
# dated snapshot: "openai/gpt-4o-mini-2024-07-18". See docs/models.md.
cheap = "embedded"  # drafts, answers, labels
strong = "embedded"  # adjudicates
judge = "embedded"  # grades submissions
answerer = "embedded"  # answers for the reference systems
embedder = "static"  # for dense retrieval; or "sentence-transformers/" and a folder or a model on the Hub
mode = "live"  # "batch": write request files, stop, and go on when the answers are imported
# budget_usd = 10.0  # of this release's live calls; without it there is no limit
allow_unknown_prices = false  # a model of unknown price stops the build before its first call
batch_discount = 0.5  # taken off the price of what a batch answers

[models.sampling]  # handed to every live model as it is
temperature = 0
max_tokens = 4096

[models.endpoints]  # how a live model is reached: "NAME" = {{ api_base = "http://127.0.0.1:8000/v1" }}

[models.prices]  # dollars: "NAME" = {{ input_usd_per_million = 0.15, output_usd_per_million = 0.6 }}

[corpus]
max_targets = {max_targets}  # people, offices and organisations that tasks are about
min_target_documents = 3  # an entity in fewer documents bounds nothing
document_ceiling = 2000  # an entity in more documents is too pervasive to bound
backbone_documents = {backbone_documents}  # seeded documents beside those of the targets
chunk_tokens = 512
chunk_overlap_tokens = 50

[corpus.quality]  # clean or degraded; garbage is left out of the corpus
clean_max_error_rate = 0.02  # of characters, as document_quality estimates it
garbage_min_error_rate = 0.15
draft_max_error_rate = 0.04  # up to here facts are drafted from a document
clean_max_odd_word_ratio = 0.08  # words of a shape that no typist makes
garbage_min_odd_word_ratio = 0.4
clean_max_garbage_ratio = 0.06  # signs that belong to no text
garbage_min_garbage_ratio = 0.3
clean_min_words = 30  # fewer hold no sentence worth a task
garbage_max_words = 5  # so few say nothing

[retrieval]
fusion_depth = 100  # documents of the BM25 ranking and of the dense one that the hybrid one is made of

[duplicates]  # which documents of the source are copies of one record
similarity = 0.4  # of their texts, 0 to 1; what few other documents hold counts double
max_copies = 10  # text that more documents hold is a form's or a banner's and says nothing
min_chars = 200  # letters and digits; shorter texts are copies only when they are the same

[drafting]
single_hop = {single_hop}  # tasks wanted of each type: what the release holds at most
aggregation = {aggregation}
timeline = {timeline}
dossier = {dossier}
unanswerable = {unanswerable}
false_premise = {false_premise}
salience_floor = 2  # 1 administrative trivia, 5 newsworthy
max_per_document = 3
max_header_share = 0.4  # of drafts read from memo headers and cover sheets
window_chars = 12000
max_items = 8  # of a list answer
min_attainable_f1 = 0.8  # what three citations can earn on a list at best; less is no fair task
max_figure_share = 0.2  # of the tasks of a rejection type that name one figure

[drafting.oversampling]  # drafts for each task wanted: the gauntlet rejects some
single_hop = 4.0
aggregation = 2.0
timeline = 2.0
dossier = 2.0
unanswerable = 1.5
false_premise = 1.5

[gauntlet]
token_overlap_floor = 0.5  # of a recovered answer with the reference
item_recovery_floor = 0.8  # of a list's items that a reader of its sources must find
distractors = 5  # random documents that must not be enough to answer
rivals = 10  # passages of other documents that might answer differently

[pooling]
depth = 20  # documents each retriever puts in a pool
window_chars = 2500
window_overlap_chars = 500
max_windows = 40  # read per document
windows_per_call = 5  # of one task's documents, put to the model together

[pooling.contributed_runs]  # submissions whose runs are pooled: name = "sha256 of its predictions.jsonl"

[publishing]
max_header_share = {max_header_share}  # of a type's tasks read from memo headers and cover sheets

[publishing.retractions]  # task_id = "why it was withdrawn"

[evaluation]
bootstrap_draws = 1000
bootstrap_seed = 0
"""


def new_release_text(
    version: str,
    source: str,
    *,
    seed: int = 0,
    max_targets: int = 40,
    backbone_documents: int = 30_000,
    quotas: Mapping[TaskType, int] | None = None,
) -> str:
    """The text of a new release's TOML; `quotas` replaces those of QUOTAS that it names."""
    return _TEXT.format(
        version=check_name(version, "release"),
        source=json.dumps(check_name(source, "source")),
        seed=seed,
        max_targets=max_targets,
        backbone_documents=backbone_documents,
        **{kind.value: wanted for kind, wanted in (QUOTAS | dict(quotas or {})).items()},
        max_header_share=repr(1 / 3),
    )


def write_release(home: Path, version: str, text: str) -> Path:
    """Writes releases/<version>.toml. Raises BadInputError when that release exists, or the text is faulty."""
    path = home / "releases" / f"{check_name(version, 'release')}.toml"
    if path.exists():
        raise BadInputError(f"Release {version!r} exists: {path}. Choose another version, or edit that file.")
    parse_release(text, path)
    return write_text(path, text)
