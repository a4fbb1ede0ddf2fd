"""The schema of every table in the lake, one constant an asset, in the order of the graph.

Each opens with what one row is. Columns carry their unit last; a nullable column says when it is null.
"""

from __future__ import annotations

import pyarrow as pa

_SPAN = [("start", pa.int64()), ("end", pa.int64())]  # characters of the untouched text, end exclusive
EVIDENCE = pa.struct([("doc_id", pa.string()), *_SPAN, ("quote", pa.string()), ("sha256", pa.string())])
ITEM = pa.struct([("item", pa.string()), ("doc_ids", pa.list_(pa.string()))])
# A rejected task: its question cut at 200 characters, its reason, which may quote a document, at 80.
EXAMPLE = pa.struct([(name, pa.string()) for name in ("task_id", "question", "category", "reason")])
CONTRIBUTOR = pa.struct([("retriever", pa.string()), ("rank", pa.int32())])  # rank from 1; 0 for a source document

# One row per section of a release's TOML. `settings`, `models` and `sampling` are JSON; `sampling` is {} where no live
# model is asked.
SETTINGS = pa.schema([
    ("section", pa.string()), ("source", pa.string()), ("seed", pa.int64()), ("settings", pa.string()),
    ("models", pa.string()), ("sampling", pa.string()), ("protected_names", pa.list_(pa.string())),
])  # fmt: skip
# One row per shard: what the lock says of it. `date_column` and `group_column` are null when none is kept, `etag`
# is on this machine, `sha256` is for parquet on a store.
SHARD_LOCKS = pa.schema([
    ("shard", pa.string()), ("path", pa.string()), ("bytes", pa.int64()), ("sha256", pa.string()),
    ("id_column", pa.string()), ("text_column", pa.string()), ("date_column", pa.string()),
    ("group_column", pa.string()), ("meta_columns", pa.list_(pa.string())), ("kind", pa.string()),
    ("etag", pa.string()),
])  # fmt: skip
# One row per document that has text; the text is untouched. `date` is as found, null where there is none; `meta` is a
# JSON object of the other kept columns, its keys sorted and its values texts or null, null when none are kept; those
# of one `group` are copies of one record, null where none is known.
DOCUMENTS = pa.schema([
    ("doc_id", pa.string()), ("text", pa.string()), ("length_chars", pa.int32()), ("date", pa.string()),
    ("meta", pa.string()), ("group", pa.string()),
])  # fmt: skip
# One row per document: the numbers that a release decides its class from.
DOCUMENT_QUALITY = pa.schema([
    ("doc_id", pa.string()), ("estimated_error_rate", pa.float64()), ("garbage_ratio", pa.float64()),
    ("dictionary_ratio", pa.float64()), ("odd_word_ratio", pa.float64()), ("n_words", pa.int32()),
    ("length_chars", pa.int32()),
])  # fmt: skip
# One row per mention of a person or organisation. `name` is the surface with whitespace joined and titles removed.
ENTITY_MENTIONS = pa.schema([
    ("doc_id", pa.string()), *_SPAN, ("surface", pa.string()), ("name", pa.string()), ("kind", pa.string()),
    ("form", pa.string()), ("title", pa.string()),
])  # fmt: skip
# One row per shard of the release's source. `quarantine_reason` is null for a shard that was read.
SOURCE_SNAPSHOT = pa.schema([
    ("shard", pa.string()), ("n_documents", pa.int64()), ("n_skipped", pa.int64()), ("quarantine_reason", pa.string()),
    ("documents_version", pa.string()), ("document_quality_version", pa.string()),
    ("entity_mentions_version", pa.string()),
])  # fmt: skip
# One row per document of a cluster of two or more copies. `cluster_id` is its smallest doc_id. `evidence` is the surest
# there is (exact, group, record_number, minhash, alignment) and binds the document to `nearest_doc_id`; `similarity` of
# the two is in [0, 1], by alignment that of their characters in order, and null where they were not compared.
NEAR_DUPLICATES = pa.schema([
    ("cluster_id", pa.string()), ("doc_id", pa.string()), ("shard", pa.string()), ("evidence", pa.string()),
    ("similarity", pa.float64()), ("nearest_doc_id", pa.string()),
])  # fmt: skip
# One row per (entity, alias): a form of a name and why it belongs to its entity. One that several people bear has
# `doc_ids`: the documents in which it means this one; any other means its entity everywhere, and `doc_ids` is null.
ALIAS_INDEX = pa.schema([
    ("entity_id", pa.string()), ("canonical_name", pa.string()), ("kind", pa.string()), ("alias", pa.string()),
    ("n_mentions", pa.int64()), ("n_documents", pa.int64()), ("reason", pa.string()),
    ("doc_ids", pa.list_(pa.string())),
])  # fmt: skip
# One row per target entity of the release. An alias names it everywhere; `further_doc_ids` name it under a name that
# others bear too.
TARGET_ENTITIES = pa.schema([
    ("entity_id", pa.string()), ("canonical_name", pa.string()), ("kind", pa.string()),
    ("aliases", pa.list_(pa.string())), ("further_doc_ids", pa.list_(pa.string())), ("n_documents", pa.int64()),
    ("reason", pa.string()),
])  # fmt: skip
# One row per document of the retrieval corpus. `role` is target or backbone; `entity_ids` are the targets it mentions;
# facts may be drafted from it when it `is_draftable`.
CORPUS = pa.schema([
    ("doc_id", pa.string()), ("shard", pa.string()), ("role", pa.string()), ("quality_class", pa.string()),
    ("is_draftable", pa.bool_()), ("entity_ids", pa.list_(pa.string())), ("text", pa.string()),
])  # fmt: skip
# One row per target: every document of the source that names it by an alias is in the corpus, is garbage (so is left
# out) or is missing, and then the corpus is not entity-complete. The last four columns say what was read, and what was
# not: they are the same in every row.
COMPLETENESS_CERTIFICATES = pa.schema([
    ("entity_id", pa.string()), ("aliases", pa.list_(pa.string())), ("n_in_corpus", pa.int64()),
    ("n_garbage", pa.int64()), ("missing", pa.list_(pa.string())), ("n_documents_scanned", pa.int64()),
    ("n_garbage_documents", pa.int64()), ("n_rows_skipped", pa.int64()), ("quarantined_shards", pa.list_(pa.string())),
])  # fmt: skip
# One row per chunk; `text` is corpus.text[start:end].
CHUNKS = pa.schema([
    ("chunk_id", pa.string()), ("doc_id", pa.string()), ("ordinal", pa.int32()), *_SPAN, ("text", pa.string()),
])  # fmt: skip
# One row per index: what it holds. Its files lie beside the table.
BM25_INDEX = pa.schema([
    ("index_name", pa.string()), ("n_chunks", pa.int64()), ("n_documents", pa.int64()), ("tokenizer", pa.string()),
    ("chunks_version", pa.string()),
])  # fmt: skip
DENSE_INDEX = pa.schema([
    ("index_name", pa.string()), ("n_chunks", pa.int64()), ("n_documents", pa.int64()), ("embedder", pa.string()),
    ("dimensions", pa.int64()), ("chunks_version", pa.string()),
])  # fmt: skip
# One row per fact whose quote was found verbatim in its document.
FACTS = pa.schema([
    ("fact_id", pa.string()), ("doc_id", pa.string()), *_SPAN, ("quote", pa.string()), ("subject", pa.string()),
    ("question", pa.string()), ("answer", pa.string()), ("answer_type", pa.string()), ("salience", pa.int32()),
    ("form", pa.string()), ("entity_ids", pa.list_(pa.string())), ("prompt_id", pa.string()), ("model", pa.string()),
])  # fmt: skip
# One row per thing that a document states a target did, or was done to or with it. `event` leaves out the date; `date`
# is ISO 8601 as far as it is known (1964, 1964-03, 1964-03-12) and null where the document gives none. An event of a
# document that is not draftable is no evidence: it only says that a list might go on.
EVENTS = pa.schema([
    ("event_id", pa.string()), ("entity_id", pa.string()), ("doc_id", pa.string()), *_SPAN, ("quote", pa.string()),
    ("event", pa.string()), ("date", pa.string()), ("salience", pa.int32()), ("form", pa.string()),
    ("is_draftable", pa.bool_()), ("prompt_id", pa.string()), ("model", pa.string()),
])  # fmt: skip
# One row per drafted task. `certificate` is JSON, null unless the type rests on what was not found: an absence, a list
# that is whole. `items` are the parts of an answer that has several, `attainable_f1` the best that three citations can
# earn on a list (null for other types), `false_element` what a false premise presupposes.
TASK_DRAFTS = pa.schema([
    ("task_id", pa.string()), ("type", pa.string()), ("question", pa.string()), ("answer", pa.string()),
    ("answer_type", pa.string()), ("items", pa.list_(ITEM)), ("evidence", pa.list_(EVIDENCE)),
    ("entity_ids", pa.list_(pa.string())), ("salience", pa.int32()), ("form", pa.string()),
    ("certificate", pa.string()), ("false_element", pa.string()), ("attainable_f1", pa.float64()),
])  # fmt: skip
# One row per draft that reached the stage. `outcome` is pass, fail or not_applicable.
VERDICTS = pa.schema([
    ("task_id", pa.string()), ("stage", pa.string()), ("outcome", pa.string()), ("category", pa.string()),
    ("reason", pa.string()), ("prompt_id", pa.string()), ("prompt_version", pa.string()), ("model", pa.string()),
    ("cost_usd", pa.float64()),
])  # fmt: skip
RULE_VERDICTS = STANDALONE_VERDICTS = ANSWERABILITY_VERDICTS = NECESSITY_VERDICTS = ADJUDICATION_VERDICTS = VERDICTS
# One row per draft that passed every stage: the draft with its verdicts.
VERIFIED_TASKS = TASK_DRAFTS.append(pa.field("verdicts", pa.list_(pa.struct(list(VERDICTS)[1:]))))
# One row per (task, document) that a retriever or the source put in the pool.
POOLS = pa.schema([("task_id", pa.string()), ("doc_id", pa.string()), ("contributors", pa.list_(CONTRIBUTOR))])
# One row per (task, document) outside the pools that was drawn to be judged. `probability` is that of being drawn,
# above 0; `rank` is the best that a retriever gave it, null where none ranked it.
UNPOOLED = pa.schema([
    ("task_id", pa.string()), ("doc_id", pa.string()), ("stratum", pa.string()), ("probability", pa.float64()),
    ("rank", pa.int32()),
])  # fmt: skip
# One row per pooled (task, document): the stratum that its text alone would put it in if it were not pooled.
POOLED_STRATA = pa.schema([("task_id", pa.string()), ("doc_id", pa.string()), ("stratum", pa.string())])
# One row per pooled (task, document), and for each item of an answer that has several (`item` counts them from 0, else
# it is null): supports, partial, irrelevant or unjudged. Only supports has span and quote.
POOL_LABELS = pa.schema([
    ("task_id", pa.string()), ("doc_id", pa.string()), ("item", pa.int32()), ("label", pa.string()), *_SPAN,
    ("quote", pa.string()), ("reason", pa.string()), ("prompt_version", pa.string()), ("model", pa.string()),
    ("n_windows_read", pa.int32()),
])  # fmt: skip
# One row per (task, document), and item where there are several, whose label supports, of tasks that survived pooling.
# `unit` counts gold units from 0.
GOLD_LABELS = pa.schema([
    ("task_id", pa.string()), ("doc_id", pa.string()), ("item", pa.int32()), *_SPAN, ("quote", pa.string()),
    ("unit", pa.int32()),
])  # fmt: skip
# One row per released task: the key.
TASKS = pa.schema([
    ("task_id", pa.string()), ("type", pa.string()), ("question", pa.string()), ("answer", pa.string()),
    ("items", pa.list_(ITEM)), ("gold_docs", pa.list_(pa.string())), ("gold_units", pa.list_(pa.list_(pa.string()))),
    ("evidence", pa.list_(EVIDENCE)), ("entity_ids", pa.list_(pa.string())), ("false_element", pa.string()),
    ("attainable_f1", pa.float64()), ("provenance", pa.string()),
])  # fmt: skip
# One row per released question: all that a system under test is given.
QUESTIONS = pa.schema([("task_id", pa.string()), ("type", pa.string()), ("question", pa.string())])
# One row per judged (task, document): 2 supports, 1 partial, 0 irrelevant, -1 pooled but unjudged.
QRELS = pa.schema([("task_id", pa.string()), ("doc_id", pa.string()), ("relevance", pa.int32())])
# One row per (type, stage, outcome category): how many tasks a stage let through or rejected, and a few of those.
# `n_in` is the stage's, the same in each of its rows; the other counts are the category's. `category` is pass or
# not_applicable for what went on, why it was rejected for what did not. Every stage of every type has a pass row.
YIELD_FUNNEL = pa.schema([
    ("task_type", pa.string()), ("stage", pa.string()), ("category", pa.string()), ("n_in", pa.int64()),
    ("n_passed", pa.int64()), ("n_rejected", pa.int64()), ("n_not_applicable", pa.int64()),
    ("examples", pa.list_(EXAMPLE)),
])  # fmt: skip
# One row per file of the release.
RELEASE_MANIFEST = pa.schema([
    ("file", pa.string()), ("sha256", pa.string()), ("bytes", pa.int64()), ("n_lines", pa.int64()),
])  # fmt: skip
# One row per file of the card, which shows the manifest's hash and so is not in the manifest.
DATASET_CARD = RELEASE_MANIFEST
# One row per prediction of a reference system, as it would be submitted. `answer` is null for a line of a run, which
# has `retrieved` alone.
PREDICTIONS = pa.schema([
    ("task_id", pa.string()), ("answer", pa.string()), ("citations", pa.list_(pa.string())),
    ("retrieved", pa.list_(pa.string())), ("input_tokens", pa.int64()), ("output_tokens", pa.int64()),
    ("cost_usd", pa.float64()),
])  # fmt: skip
REFERENCE_PREDICTIONS = PREDICTIONS
# One row per task of a submission: what the judge said. `error` is set when the task is unmeasured.
ANSWER_VERDICTS = pa.schema([
    ("task_id", pa.string()), ("is_refusal", pa.bool_()), ("is_correct", pa.bool_()),
    ("matched_items", pa.list_(pa.bool_())), ("extra_items", pa.int32()), ("names_premise", pa.bool_()),
    ("reason", pa.string()), ("prompt_version", pa.string()), ("model", pa.string()), ("error", pa.string()),
])  # fmt: skip
# One row per metric of a submission. `value` is null when nothing was measured; low and high are its bracket.
SCORES = pa.schema([
    ("metric", pa.string()), ("value", pa.float64()), ("n_asked", pa.int64()), ("n_measured", pa.int64()),
    ("n_unmeasured", pa.int64()), ("bracket_low", pa.float64()), ("bracket_high", pa.float64()),
])  # fmt: skip
# One row per submission, best first.
LEADERBOARD = pa.schema([
    ("rank", pa.int32()), ("system", pa.string()), ("overall_cited_correctness", pa.float64()),
    ("ci95_low", pa.float64()), ("ci95_high", pa.float64()), ("overall_cited_correctness_micro", pa.float64()),
    ("retrieval_types_macro", pa.float64()), ("single_hop", pa.float64()), ("single_hop_low", pa.float64()),
    ("single_hop_high", pa.float64()),
    ("overall_uncited_correctness", pa.float64()),
    ("citation_precision", pa.float64()), ("citation_recall", pa.float64()), ("recall_at_5", pa.float64()),
    ("recall_at_20", pa.float64()), ("ndcg_at_10", pa.float64()), ("is_publishable", pa.bool_()),
    ("scores", pa.string()),
])  # fmt: skip


def schema_of(asset: str) -> pa.Schema:
    """The schema of an asset's table. Raises KeyError for a name that is not in the graph."""
    schema: pa.Schema = SETTINGS if asset.endswith("_settings") else globals()[asset.upper()]
    return schema
