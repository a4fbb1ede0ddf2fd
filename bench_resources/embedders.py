"""Embedders: texts in, vectors of unit length out, the same bytes whatever they were embedded with.

Belongs here: the protocol, and every embedder there is. Does not: keeping vectors (vectors.py), searching (dense.py).
The libraries load when an embedder is opened: the static one's in 0.3 s, sentence_transformers in several seconds.
"""

from __future__ import annotations

import hashlib
import importlib.util
import math
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.errors import BadInputError, quote

STATIC = "static"
SENTENCE_TRANSFORMERS = "sentence-transformers/"
DENSE_PINS = "sentence-transformers==6.2.0 torch==2.13.0"  # as in pyproject.toml
STATIC_WEIGHTS = "l2_supercat_256"  # the one that the wheel carries
TEXTS_AT_ONCE = 256  # tokenised together: bounds memory, moves no byte
SPARE_TOKENS = 8  # two marks at the ends, and words that read as more tokens when a piece begins inside them
Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Anything that turns texts into vectors."""

    @property
    def name(self) -> str:
        """What the vectors depend on, version included: equal names give equal vectors."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text, of unit length; zero for a text without a token. A row depends on its own text alone."""
        ...


def embedder_of(name: str) -> Embedder:
    """The embedder that a release names.

    Args:
        name: "static", or "sentence-transformers/" and then a folder or the name of a model on the Hub.

    Raises: BadInputError: no such embedder, its package is not installed, or its model cannot be read.
    """
    if name == STATIC:
        return open_static()
    if name.startswith(SENTENCE_TRANSFORMERS) and name != SENTENCE_TRANSFORMERS:
        return open_sentence_transformer(name.removeprefix(SENTENCE_TRANSFORMERS))
    raise BadInputError(
        f"There is no embedder {quote(name)}: expected {STATIC!r}, or {SENTENCE_TRANSFORMERS!r} and then a folder or "
        "the name of a model. Change models.embedder in the release's TOML."
    )


# --- static: a vector a token ---------------------------------------------------------------------------------------


class StaticEmbedder:
    """The sum of the vectors of a text's tokens, brought to unit length.

    Every weight is a multiple of 2^-24 below 16, so that float64 holds each sum of up to 2^25 of them exactly: no
    order of adding, batch, thread or processor can change a bit of it.
    """

    def __init__(self, name: str, weights: NDArray[np.float16], tokenizer: Any) -> None:
        """`weights`: a row a token; `tokenizer`: of the library tokenizers."""
        self.name = name
        self._weights = weights.astype(np.float64)
        self._tokenizer = tokenizer

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self._weights.shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text; zero for a text of blanks."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), TEXTS_AT_ONCE):
            some = [readable(text) for text in texts[start : start + TEXTS_AT_ONCE]]
            for row, encoded in enumerate(self._tokenizer.encode_batch_fast(some, add_special_tokens=False), start):
                vectors[row] = unit(self._sum(encoded.ids))
        return vectors

    def _sum(self, ids: Sequence[int]) -> NDArray[np.float64]:
        tokens, counts = np.unique(np.asarray(ids, dtype=np.int64), return_counts=True)
        summed: NDArray[np.float64] = counts.astype(np.float64) @ self._weights[tokens]
        return summed


def open_static() -> StaticEmbedder:
    """The embedder whose weights come in a wheel: no network, 256 dimensions, some hundred chunks a second.

    The files are read directly. Importing the package sets up the process's logging and an HTTP client, and its own
    pooling pads a batch to its longest text: gigabytes where one text is of base64.
    """
    from safetensors import safe_open  # noqa: PLC0415 - loaded where it is used
    from tokenizers import Tokenizer  # noqa: PLC0415 - as above

    found = importlib.util.find_spec("wordllama")
    if found is None or not found.submodule_search_locations:
        raise BadInputError(
            "The static embedder needs the package wordllama, which is not installed. Run: pip install wordllama"
        )
    folder = Path(found.submodule_search_locations[0])
    with safe_open(folder / "weights" / f"{STATIC_WEIGHTS}.safetensors", framework="np") as file:
        weights = file.get_tensor("embedding.weight")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return StaticEmbedder(f"static/wordllama-{version('wordllama')}/{STATIC_WEIGHTS}", weights, tokenizer)


# --- sentence-transformers: a network a text ------------------------------------------------------------------------


class SentenceEmbedder:
    """A model of sentence-transformers, asked one piece of text at a time.

    One at a time, because a network's last bits depend on what else is in the batch and how far it is padded. A text
    that is longer than the model reads, which would be cut off silently, is the mean of its pieces by their tokens.
    """

    def __init__(self, name: str, model: Any) -> None:
        """`model`: a SentenceTransformer, or what has its tokenizer, max_seq_length, encode and dimension."""
        self.name = name
        self._model = model

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self._model.get_embedding_dimension())

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text; zero for a text of blanks."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = unit(self._mean(readable(text)))
        return vectors

    def _mean(self, text: str) -> NDArray[np.float64]:
        summed = np.zeros(self.dimensions, dtype=np.float64)
        for piece, n_tokens in self._pieces(text):
            encoded = self._model.encode([piece], batch_size=1, show_progress_bar=False, convert_to_numpy=True)[0]
            summed += n_tokens * unit(encoded.astype(np.float64)).astype(np.float64)
        return summed

    def _pieces(self, text: str) -> Iterator[tuple[str, int]]:
        """The text in pieces that the model reads whole, each with its tokens; none of a text of blanks."""
        if not text:
            return
        spans = self._model.tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, truncation=False, verbose=False
        )["offset_mapping"]
        size = max(1, (self._model.max_seq_length or len(spans) + SPARE_TOKENS) - SPARE_TOKENS)
        for start in range(0, len(spans), size):
            some = spans[start : start + size]
            yield text[some[0][0] : some[-1][1]], len(some)


def open_sentence_transformer(model: str) -> SentenceEmbedder:
    """A model where the library puts it, on a processor or a GPU; from a folder, else from the Hub or its cache.

    Raises: BadInputError: the extra is not installed, or the model cannot be loaded.
    """
    try:
        import torch  # noqa: PLC0415 - as below
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415, TID251 - its one place; an extra
    except ImportError as error:
        raise BadInputError(
            f"The embedder {quote(SENTENCE_TRANSFORMERS + model)} needs a package that is not installed: expected the "
            f"extra [dense]. Run: pip install {DENSE_PINS}, or set models.embedder to {STATIC!r}."
        ) from error
    torch.set_num_threads(1)  # two threads gave other last bits than one, and took longer on two busy cores
    try:
        loaded = SentenceTransformer(model)
    except (OSError, ValueError) as error:
        raise BadInputError(
            f"The embedder {quote(SENTENCE_TRANSFORMERS + model)} cannot be loaded: {type(error).__name__}. Expected a "
            f"folder that SentenceTransformer.save wrote, or the name of a model on the Hub. Mend models.embedder."
        ) from error
    ran_by = f"{version('sentence-transformers')}-torch-{version('torch')}-{loaded.device.type}"
    return SentenceEmbedder(f"{SENTENCE_TRANSFORMERS}{Path(model).name}/{ran_by}/{fingerprint(loaded)}", loaded)


def fingerprint(model: Any) -> str:
    """A hash of a network's shape and weights: a folder's name says neither, and a Hub's name moves."""
    digest = hashlib.sha256(str(model).encode())
    weights: Mapping[str, Any] = model.state_dict()
    for name in sorted(weights):
        digest.update(name.encode())
        digest.update(weights[name].detach().cpu().contiguous().flatten().view(_bytes_type()).numpy())
    return digest.hexdigest()[:16]


def _bytes_type() -> Any:
    import torch  # noqa: PLC0415 - comes with the extra

    return torch.uint8


# --- both -----------------------------------------------------------------------------------------------------------


def readable(text: str) -> str:
    """The text as tokenisers take it: halves of surrogate pairs are no text; one of blanks only has no token."""
    return text.encode("utf-8", "replace").decode("utf-8") if text.strip() else ""


def unit(vector: NDArray[np.float64]) -> Vectors:
    """The vector at unit length, rounded once; zero stays zero."""
    length = math.sqrt(math.fsum((vector * vector).tolist()))  # fsum: exact, where BLAS depends on the processor
    return np.zeros(len(vector), dtype=np.float32) if length == 0 else (vector / length).astype(np.float32)
