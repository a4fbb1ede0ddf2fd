"""What a reviewer reads of the documents: quotes in their surroundings, and where an absence would show.

Belongs here: cutting and marking text, finding the figures of a certificate. Does not: HTML (page.py).
A certificate is read by the names of its fields wherever they stand, because each type has another shape of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, NamedTuple

AROUND_CHARS = 600  # on either side of a quote: a paragraph or two
MAX_PASSAGES = 3  # shown for a certificate; who doubts more opens the documents that it names
FAR_CHARS = 3 * AROUND_CHARS  # two names further apart are shown in two passages
MAX_MENTIONS = 50  # of a figure, looked at in one document
_WORD = re.compile(r"\w{4,}")  # shorter words are in every passage


class Segment(NamedTuple):
    """A stretch of a passage; `is_marked` where it is what the reader should look at."""

    text: str
    is_marked: bool


class Span(NamedTuple):
    """Characters of a text, end exclusive."""

    start: int
    end: int


@dataclass(frozen=True)
class Passage:
    """A stretch of a document. `note` says what is special about it; "" when nothing is."""

    doc_id: str
    segments: tuple[Segment, ...]
    note: str = ""
    is_cut_before: bool = False
    is_cut_after: bool = False

    def as_json(self) -> dict[str, Any]:
        """As the page takes it; segments are [text, 0 or 1]."""
        return {
            "doc_id": self.doc_id,
            "segments": [[segment.text, int(segment.is_marked)] for segment in self.segments],
            "note": self.note,
            "cut": [self.is_cut_before, self.is_cut_after],
        }


@dataclass(frozen=True)
class Figure:
    """Somebody or something that a certificate says was looked for, and by which names."""

    aliases: tuple[str, ...]

    @property
    def name(self) -> str:
        """The longest of the names: the fullest one."""
        return max(self.aliases, key=lambda alias: (len(alias), alias))

    def mentions(self, text: str) -> list[Span]:
        """Where the text has one of the names, whatever its case and line wraps; the first MAX_MENTIONS."""
        forms = sorted(self.aliases, key=lambda alias: (-len(alias), alias))
        either = "|".join(r"\s+".join(map(re.escape, form.split())) for form in forms)
        found = re.finditer(rf"(?<!\w)(?:{either})(?!\w)", text, re.IGNORECASE)
        return [Span(*match.span()) for match in islice(found, MAX_MENTIONS)]


def quoted(evidence: Mapping[str, Any], text: str | None) -> Passage:
    """A piece of evidence with the text around it; the quote alone, with a note, where the document does not hold it.

    Args:
        evidence: {doc_id, start, end, quote} of the key.
        text: the document, None when this home does not have it.
    """
    doc_id, quote = evidence["doc_id"], evidence["quote"]
    if text is None:
        return Passage(doc_id, (Segment(quote, is_marked=True),), "The document is not in this home: the quote alone.")
    at = evidence["start"] if text[evidence["start"] : evidence["end"]] == quote else text.find(quote)
    if at < 0:
        return Passage(doc_id, (Segment(quote, is_marked=True),), "The document of this home does not hold this quote.")
    return cut(doc_id, text, [Span(at, at + len(quote))])


def cut(doc_id: str, text: str, marked: Sequence[Span], note: str = "") -> Passage:
    """The text from AROUND_CHARS before the first marked span to as much after the last; overlaps are marked once."""
    spans = sorted(marked)
    start = max(0, spans[0].start - AROUND_CHARS)
    stop = min(len(text), max(span.end for span in spans) + AROUND_CHARS)
    segments, at = [], start
    for span in spans:
        first, last = max(at, span.start), max(at, span.end)
        segments += [Segment(text[at:first], is_marked=False), Segment(text[first:last], is_marked=True)]
        at = last
    segments.append(Segment(text[at:stop], is_marked=False))
    return Passage(doc_id, tuple(part for part in segments if part.text), note, start > 0, stop < len(text))


def figures_of(certificate: object) -> list[Figure]:
    """Everybody whom a certificate gives aliases of, in its order, each once."""
    found = [
        Figure(tuple(sorted(str(alias) for alias in part["aliases"] if str(alias).strip())))
        for part in _mappings(certificate)
        if isinstance(part.get("aliases"), list)
    ]
    return list(dict.fromkeys(figure for figure in found if figure.aliases))


def doc_ids_of(certificate: object) -> list[str]:
    """The documents that a certificate says were read, wherever in it, sorted."""
    lists = [part["documents_read"] for part in _mappings(certificate) if isinstance(part.get("documents_read"), list)]
    return sorted({str(doc_id) for held in lists for doc_id in held})


def absence_passages(question: str, figures: Sequence[Figure], texts: Mapping[str, str]) -> list[Passage]:
    """What would speak against an absence, were anything to: at most MAX_PASSAGES a figure.

    Args:
        question: the task's; its words say which passages are near.
        figures: of the certificate; passages that name two of them come first, closest names first.
        texts: of the documents that were read.

    Returns: the passages around mentions that share most words with the question when no document names two figures;
        nothing without figures or texts.
    """
    if len(figures) > 1:
        together = list(islice(_naming_both(figures[0], figures[1], texts), MAX_PASSAGES))
        if together:
            return together
    return [passage for figure in figures for passage in _nearest(question, figure, texts)]


def _naming_both(one: Figure, other: Figure, texts: Mapping[str, str]) -> Iterator[Passage]:
    """The closest pair of mentions of each document that names both, closest first."""
    pairs = []
    for doc_id, text in sorted(texts.items()):
        near = [
            (max(a.start, b.start) - min(a.end, b.end), a, b)
            for a, b in product(one.mentions(text), other.mentions(text))
            if a.end <= b.start or b.end <= a.start  # a name within the other is one mention, not two
        ]
        if near:
            pairs.append((*min(near), doc_id))
    for apart, a, b, doc_id in sorted(pairs, key=lambda pair: (pair[0], pair[3])):
        note = f"Names both, {apart:,} characters apart."
        groups = [[a, b]] if apart <= FAR_CHARS else [[span] for span in sorted((a, b))]
        yield from (cut(doc_id, texts[doc_id], group, note) for group in groups)


def _nearest(question: str, figure: Figure, texts: Mapping[str, str]) -> list[Passage]:
    """The mention of each document with most of the question's words around it, for the best documents."""
    asked = set(_words(question)) - set(_words(" ".join(figure.aliases)))
    best = []
    for doc_id, text in sorted(texts.items()):
        spans = figure.mentions(text)
        if spans:
            hits = [(found.start(), word) for found in _WORD.finditer(text) if (word := found[0].lower()) in asked]
            near = [(len({word for at, word in hits if _is_around(at, span)}), span) for span in spans]
            shared, span = max(near, key=lambda found: (found[0], -found[1].start))
            best.append((-shared, doc_id, span))
    return [
        cut(doc_id, texts[doc_id], [span], f"Names {figure.name} and shares {-shared} words with the question.")
        for shared, doc_id, span in sorted(best)[:MAX_PASSAGES]
    ]


def _is_around(at: int, span: Span) -> bool:
    return span.start - AROUND_CHARS <= at < span.end + AROUND_CHARS


def _words(text: str) -> Iterable[str]:
    return _WORD.findall(text.lower())


def _mappings(value: object) -> Iterator[Mapping[str, Any]]:
    """Every object within a JSON value, itself first."""
    if isinstance(value, Mapping):
        yield value
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for part in inner:
        yield from _mappings(part)
