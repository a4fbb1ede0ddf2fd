"""Who becomes a target, and who never does."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest

from bench_assets.corpus.aliases import build_alias_index
from bench_assets.corpus.targets import is_specific, select_targets
from bench_assets.schemas import DOCUMENTS, TARGET_ENTITIES
from bench_assets.settings.release import CorpusSection
from bench_assets.source.mentions import find_mentions
from scoring.llm import Completion

TEXTS = {
    f"D-{n}": f"Senator Harold Fenwick and Martha Osgood wrote to the Coastal Survey Agency about pier {n}."
    for n in range(4)
}
TEXTS |= {"D-8": "Jane Doe saw Martha Osgood.", "D-9": "HAROLD FENWICK again."}


class Judge:
    """Calls everybody notable but those named; records whom it was asked about."""

    name = "judge"

    def __init__(self, *private):
        self.private, self.asked = private, []

    def complete_all(self, prompts):
        self.asked += [prompt.variables["name"] for prompt in prompts]
        return [
            Completion(
                json.dumps({"is_notable": prompt.variables["name"] not in self.private, "reason": "said so"}), "judge"
            )
            for prompt in prompts
        ]


def select(model, *, protected=(), **settings):
    rows = [{"doc_id": doc_id, "text": text, "length_chars": len(text)} for doc_id, text in TEXTS.items()]
    documents = pa.Table.from_pylist(rows, schema=DOCUMENTS)
    shards = [
        part.append_column("shard", pa.array([f"s/{n}"] * len(part)))
        for n, part in enumerate([documents.slice(0, 2), documents.slice(2)])
    ]
    mentions = [
        find_mentions(part).append_column("shard", pa.array([part["shard"][0]] * len(find_mentions(part))))
        for part in shards
    ]
    table = select_targets(
        build_alias_index(mentions), mentions, shards, model, CorpusSection(**settings), frozenset(protected)
    )
    assert table.schema.equals(TARGET_ENTITIES)
    return {row["canonical_name"]: row for row in table.to_pylist()}


def test_notable_people_and_public_bodies_are_targets_counted_by_rescan():
    found = select(Judge("Martha Osgood"))
    assert {name: row["n_documents"] for name, row in found.items()} == {
        "Harold Fenwick": 5,
        "Coastal Survey Agency": 4,
    }
    assert found["Harold Fenwick"]["aliases"] == ["HAROLD FENWICK", "Harold Fenwick"]


@pytest.mark.parametrize("form", ["Harold Fenwick", "FENWICK, Harold J.", "harold  fenwick"])
def test_a_protected_name_in_any_form_is_never_asked_about(form):
    judge = Judge()
    assert "Harold Fenwick" not in select(judge, protected=[form])
    assert "Harold Fenwick" not in judge.asked


def test_a_placeholder_is_never_asked_about():
    judge = Judge()
    select(judge, min_target_documents=1)
    assert "Jane Doe" not in judge.asked


def test_the_ceiling_and_the_floor_are_on_documents():
    assert "Harold Fenwick" not in select(Judge(), document_ceiling=4)
    assert select(Judge(), min_target_documents=6) == {}


def test_at_most_max_targets_and_bodies_at_most_half_of_them():
    assert list(select(Judge(), max_targets=2)) == ["Harold Fenwick", "Coastal Survey Agency"]
    assert len(select(Judge(), max_targets=1)) == 1


def test_a_model_that_fails_makes_no_target():
    class Broken:
        name = "broken"

        def complete_all(self, prompts):
            return [Completion("", "broken", error="down") for _ in prompts]

    assert list(select(Broken())) == ["Coastal Survey Agency"]


@pytest.mark.parametrize(
    "name", ["Department of Fisheries", "Coastal Survey Agency", "Kerner Commission", "Tidewater Police Department"]
)
def test_specific_bodies(name):
    assert is_specific(name)


@pytest.mark.parametrize(
    "name",
    ["Field Office", "Chicago Office", "State Board", "Office of Security", "Acme Tug Company", "Select Committee"],
)
def test_bodies_that_nobody_could_tell(name):
    assert not is_specific(name)
