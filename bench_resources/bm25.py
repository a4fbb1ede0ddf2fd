"""BM25 over chunks with tantivy: documents ranked by their best chunk.

Belongs here: building, opening and asking one lexical index. Does not: which chunks there are, how runs are fused.
Queries are made of terms by the index's own analyser and never parsed: tantivy's parser raises on apostrophes and
times, and silently changes the meaning of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from bench_resources.atomic import write_folder
from bench_resources.retrieval import Hit, Retriever

__all__ = ["TOKENIZER", "Bm25Index", "Hit", "Retriever", "build_index"]

# Letters and digits, cut at everything else, so that "4471-0098" is found by "4471-0098", by "4471" and by "0098".
TOKENIZER = "simple, at most 40 characters, lower case, English stems"
MAX_TERM_BYTES = 40  # OCR rules and base64 make endless tokens that nobody asks for
WRITER_HEAP_BYTES = 512 * 1024 * 1024
MAX_QUERY_TERMS = 1024  # tantivy's own limit on clauses; the first ones of a longer query are used
FIRST_FETCH = 8  # chunks fetched for each document wanted; doubled until they are enough
KEYS_FILE = "chunk_keys.parquet"
INDEX_FOLDER = "index"


def build_index(chunks: pa.Table, folder: Path) -> None:
    """Builds the index of a chunks table in `folder`, replacing what is there, whole or not at all.

    Chunks are added in the order of (doc_id, ordinal) by one thread, so that equal tables make equal rankings.
    An empty table gives an index that finds nothing.
    """
    ordered = chunks.select(["doc_id", "ordinal", "chunk_id", "text"]).sort_by(
        [("doc_id", "ascending"), ("ordinal", "ascending")]
    )

    def fill(temporary: Path) -> None:
        pq.write_table(ordered.select(["chunk_id", "doc_id"]), temporary / KEYS_FILE)
        add_chunks(ordered, temporary / INDEX_FOLDER)

    write_folder(folder, fill)


def add_chunks(ordered: pa.Table, folder: Path) -> None:
    """Writes the tantivy files: the body of each chunk, and its row number in the keys file."""
    import tantivy  # noqa: PLC0415 - a compiled library, loaded where it is used

    folder.mkdir()
    index = tantivy.Index(index_schema(), path=str(folder))
    index.register_tokenizer("body", analyser())
    writer = index.writer(WRITER_HEAP_BYTES, 1)
    row = 0
    for batch in ordered.select(["text"]).to_batches(max_chunksize=10_000):
        for text in batch.column(0).to_pylist():
            writer.add_document(tantivy.Document(body=text, row=row))
            row += 1
    writer.commit()
    writer.wait_merging_threads()


def index_schema() -> Any:
    """The two fields of the index: what is searched, and which chunk it is."""
    import tantivy  # noqa: PLC0415 - a compiled library, loaded where it is used

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", stored=False, tokenizer_name="body", index_option="freq")
    builder.add_integer_field("row", stored=False, fast=True)
    return builder.build()


def analyser() -> Any:
    """The chain that made the index's terms, and that every query goes through."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer  # noqa: PLC0415 - as above

    return (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.remove_long(MAX_TERM_BYTES))
        .filter(Filter.lowercase())
        .filter(Filter.stemmer("English"))
        .build()
    )


class Bm25Index:
    """An index that `build_index` wrote, open for asking.

    Source: BM25 as tantivy computes it, k1 = 1.2, b = 0.75, over chunks; a document scores as its best chunk.
    """

    def __init__(self, folder: Path) -> None:
        """Opens the index.

        Raises: FileNotFoundError: `folder` holds no index.
        """
        import tantivy  # noqa: PLC0415 - a compiled library, loaded where it is used

        keys = pq.read_table(folder / KEYS_FILE)
        self._chunk_ids = keys["chunk_id"].combine_chunks()
        self._doc_ids = keys["doc_id"].combine_chunks()
        self._index = tantivy.Index(index_schema(), path=str(folder / INDEX_FOLDER))
        self._index.register_tokenizer("body", analyser())
        self._index.reload()
        self._searcher = self._index.searcher()
        self._analyser = analyser()

    @property
    def n_chunks(self) -> int:
        """How many chunks the index holds, as tantivy counts them."""
        return int(self._searcher.num_docs)

    @property
    def n_documents(self) -> int:
        """How many distinct documents those chunks are of."""
        return len(self._doc_ids.unique())

    def search(self, queries: Sequence[str], k: int) -> list[list[Hit]]:
        """The best `k` documents of each query, in the order of the queries.

        Returns: documents best first, score = best chunk, ties by doc_id; [] for a query without a term of the corpus.
        Raises: ValueError: k < 1.
        """
        if k < 1:
            raise ValueError(f"k is {k}, expected at least 1")
        return [self._search_one(query, k) for query in queries]

    def _search_one(self, text: str, k: int) -> list[Hit]:
        query = self._query(text)
        if query is None or not self.n_chunks:
            return []
        limit = k * FIRST_FETCH
        while True:
            found = self._searcher.search(query, limit=limit, count=False).hits
            ranked = self._rank(found)
            # Chunks that tie with the k-th document may lie beyond the limit: only a lower score ends the search.
            if len(found) < limit or (len(ranked) >= k and found[-1][0] < ranked[k - 1].score):
                return ranked[:k]
            limit *= 4

    def _query(self, text: str) -> Any:
        from tantivy import Occur, Query  # noqa: PLC0415 - as above

        terms = list(dict.fromkeys(self._analyser.analyze(text)))[:MAX_QUERY_TERMS]
        if not terms:
            return None
        schema = self._index.schema
        return Query.boolean_query([(Occur.Should, Query.term_query(schema, "body", term)) for term in terms])

    def _rank(self, found: Sequence[tuple[float, Any]]) -> list[Hit]:
        values = self._searcher.fast_field_values("row", [address for _, address in found])
        rows = [int(value) for value in values if value is not None]  # never None: every chunk was added with its row
        best: dict[str, tuple[float, int]] = {}
        for (score, _), row in zip(found, rows, strict=True):
            doc_id = self._doc_ids[row].as_py()
            held = best.get(doc_id)
            if held is None or (-score, row) < (-held[0], held[1]):
                best[doc_id] = (score, row)
        hits = [Hit(doc_id, score, self._chunk_ids[row].as_py()) for doc_id, (score, row) in best.items()]
        return sorted(hits, key=lambda hit: (-hit.score, hit.doc_id))
