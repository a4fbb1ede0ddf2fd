"""Stage 4 of a false premise, in two judgments: does anything support it, and may the question be asked?

Belongs here: the passages most likely to support a premise, the two prompts. Does not: the search of everything that
its figures have (drafting/premises), other types (adjudication).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets.drafting.reading import Asked, Passage, ask_of_all
from bench_assets.gauntlet.verdicts import WINDOW_CHARS, Ruling, Verdict, model_failure, passages, texts_of
from bench_assets.settings.release import GauntletSection
from bench_resources.prompting import Judgement, Outcome, PremiseSupport, template
from bench_resources.retrieval import Retriever
from scoring.llm import Model, Reply, ask

SUPPORT_ID = "premise_support"
QUALITY_ID = "premise_quality"
SUPPORTED = "supported_premise"
MAX_NEAREST = 20  # windows in which the two figures are named nearest to each other
ROWS = 256


class _Premise(NamedTuple):
    """A draft with its two figures: how each is named, as one pattern, and both full names."""

    draft: Mapping[str, Any]
    patterns: tuple[re.Pattern[str], re.Pattern[str]]
    names: str

    @property
    def told(self) -> dict[str, str]:
        """What both prompts are asked about."""
        return {"question": self.draft["question"], "false_element": self.draft["false_element"] or ""}


class _Near(NamedTuple):
    """Where a document names both figures nearest to each other."""

    gap: int
    doc_id: str
    text: str


def adjudicate_premises(
    drafts: Sequence[Mapping[str, Any]],
    corpus: pa.Table,
    index: Retriever,
    model: Model,
    settings: GauntletSection,
) -> list[Verdict]:
    """A verdict on each false premise, in the order given.

    `premise_support` reads the best window of the top `settings.rivals` documents for the question, and the windows
    that name both figures nearest to each other, or one of them where no document names both. Only what nothing
    supports goes on to `premise_quality`. A model that fails rejects, and so does a premise for which nothing was read.

    Args:
        drafts: rows of TASK_DRAFTS with a certificate that names the two figures.
        corpus: CORPUS.
        index: of the corpus.
        model: the stronger one.
        settings: rivals.
    """
    premises = [_premise(draft) for draft in drafts]
    shown = _shown(premises, corpus, index, settings.rivals)
    checked = ask_of_all(model, SUPPORT_ID, [Asked(p.told, s) for p, s in zip(premises, shown, strict=True)])
    first = [_supported(p.draft["task_id"], replies) for p, replies in zip(premises, checked, strict=True)]
    sound = [at for at, verdict in enumerate(first) if verdict is None]
    judged = ask(model, [template(QUALITY_ID).fill(**premises[at].told) for at in sound])
    second = {at: _judged(drafts[at]["task_id"], checked[at], reply) for at, reply in zip(sound, judged, strict=True)}
    return [verdict or second[at] for at, verdict in enumerate(first)]


def _premise(draft: Mapping[str, Any]) -> _Premise:
    one, other = json.loads(draft["certificate"])["figures"]
    return _Premise(draft, (_pattern(one), _pattern(other)), f"{one['name']} {other['name']}")


def _pattern(figure: Mapping[str, Any]) -> re.Pattern[str]:
    """Every alias, and the last word of the name alone."""
    forms = {figure["name"], figure["name"].split()[-1], *figure["aliases"]}
    either = "|".join(r"\s+".join(map(re.escape, form.split())) for form in sorted(forms, key=lambda f: (-len(f), f)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)


def _shown(
    premises: Sequence[_Premise], corpus: pa.Table, index: Retriever, n_rivals: int
) -> list[tuple[Passage, ...]]:
    """The passages that are read for each premise: rivals, then those that name both, or else either."""
    if not premises:
        return []
    nearest = _nearest(premises, corpus)
    rivals = index.search([p.draft["question"] for p in premises], n_rivals) if n_rivals else [[] for _ in premises]
    named = index.search([p.names for p in premises], MAX_NEAREST)
    texts = texts_of(corpus, {hit.doc_id for hits in (*rivals, *named) for hit in hits})
    found = []
    for p, hits, others, near in zip(premises, rivals, named, nearest, strict=True):
        windows = [*_windows(p.draft["question"], hits, texts), *(Passage(n.doc_id, n.text) for n in near)]
        either = (hit for hit in others if any(pattern.search(texts.get(hit.doc_id, "")) for pattern in p.patterns))
        windows += _windows(p.names, list(either)[: MAX_NEAREST - len(near)], texts)
        found.append(tuple(dict.fromkeys(windows)))
    return found


def _windows(query: str, hits: Sequence[Any], texts: Mapping[str, str]) -> list[Passage]:
    doc_ids = [hit.doc_id for hit in hits if hit.doc_id in texts]
    return [Passage(shown["doc_id"], shown["text"]) for shown in passages(query, doc_ids, texts, n_windows=1)]


def _nearest(premises: Sequence[_Premise], corpus: pa.Table) -> list[list[_Near]]:
    """For each premise the windows of documents listed for a figure that name both, the nearest names first."""
    found: list[list[_Near]] = [[] for _ in premises]
    for batch in corpus.select(["doc_id", "entity_ids", "text"]).to_batches(max_chunksize=ROWS):
        for row in batch.to_pylist():
            listed = frozenset(row["entity_ids"] or ())
            for premise, near in zip(premises, found, strict=True):
                if not listed.isdisjoint(premise.draft["entity_ids"]):
                    near.extend(_near(row["doc_id"], row["text"] or "", premise.patterns))
    return [sorted(near)[:MAX_NEAREST] for near in found]


def _near(doc_id: str, text: str, patterns: tuple[re.Pattern[str], re.Pattern[str]]) -> Iterator[_Near]:
    """The window round the two nearest names; nothing of a text that does not name both."""
    ours, theirs = ([match.span() for match in pattern.finditer(text)] for pattern in patterns)
    spans = [(min(a, b), max(a, b)) for a in ours for b in theirs]
    if spans:
        first, second = min(spans, key=lambda pair: (pair[1][0] - pair[0][1], pair))
        margin = max(0, WINDOW_CHARS - (second[1] - first[0])) // 2
        yield _Near(max(0, second[0] - first[1]), doc_id, text[max(0, first[0] - margin) : second[1] + margin])


def _supported(task_id: str, replies: Sequence[Reply]) -> Verdict | None:
    """The rejection of a premise that something may support, or that no model read; None when nothing supports it."""
    told = [reply.expect(PremiseSupport) for reply in replies]
    if not told or any(said is None for said in told):
        return model_failure(task_id, replies, template(SUPPORT_ID))
    found = next((said for said in told if said is not None and said.is_supported), None)
    if found is None:
        return None
    return Verdict(task_id, Ruling.FAIL, SUPPORTED, found.reason, tuple(replies), template(SUPPORT_ID))


def _judged(task_id: str, support: Sequence[Reply], reply: Reply) -> Verdict:
    replies = (*support, reply)
    said = reply.expect(Judgement)
    if said is None:
        return model_failure(task_id, replies, template(QUALITY_ID))
    ruling = Ruling.PASS if said.verdict is Outcome.PASS else Ruling.FAIL
    return Verdict(task_id, ruling, said.category, said.reason, replies, template(QUALITY_ID))
