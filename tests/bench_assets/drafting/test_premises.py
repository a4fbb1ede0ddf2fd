"""False premises: what a model may word, and what proves that the premise is false."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import pyarrow as pa
import pytest

from bench_assets.corpus.private_people import PrivateNames
from bench_assets.drafting.certified import Certified, Drafted
from bench_assets.drafting.drafts import task_id
from bench_assets.drafting.facts import read_targets
from bench_assets.drafting.figures import Figure, find_figures
from bench_assets.drafting.premises import draft_false_premises, fault_of_premise
from bench_assets.drafting.reading import Passage, complete_passages
from bench_assets.schemas import (
    ALIAS_INDEX,
    COMPLETENESS_CERTIFICATES,
    CORPUS,
    NEAR_DUPLICATES,
    TARGET_ENTITIES,
    TASK_DRAFTS,
)
from bench_assets.settings.release import DraftingSection, TaskType
from bench_resources.prompting import AnswerType, Premise, Premises, PremiseSupport, template
from bench_resources.reader.model import EmbeddedReader
from scoring.llm import Completion, Model, Prompt

NAMES = ("Adela Quenby", "Bram Sedge", "Ida Tansy", "Otto Frith-Lund")
NOBODY = PrivateNames(frozenset())
QUESTION = "On what date did {name} meet with {other}?"
ELEMENT = "the meeting of {name} with {other}"
NEAR = pa.Table.from_pylist([{"cluster_id": "d0", "doc_id": key} for key in ("d0", "e0")], schema=NEAR_DUPLICATES)


def certified(*texts: str, missing: Sequence[str] = ()) -> Certified:
    """One document a name, which d0 to d3 hold and e0 copies, and further ones listed for the names they hold."""
    told = {f"d{at}": f"{name} wrote to the harbour office." for at, name in enumerate(NAMES)}
    told |= {"e0": "Qxx wrote."} | {f"x{at}": text for at, text in enumerate(texts)}
    rows = [
        {"doc_id": key, "text": text, "is_draftable": True, "entity_ids": [name for name in NAMES if name in text]}
        for key, text in told.items()
    ]
    targets = [{"entity_id": name, "canonical_name": name, "kind": "person", "aliases": [name]} for name in NAMES]
    complete = [
        {
            "entity_id": name, "n_in_corpus": 1, "n_garbage": 2, "missing": ["gone"] if name in missing else [],
            "n_documents_scanned": 9, "n_garbage_documents": 3, "n_rows_skipped": 4, "quarantined_shards": [],
        }
        for name in NAMES
    ]  # fmt: skip
    return Certified(
        pa.Table.from_pylist(rows, schema=CORPUS),
        pa.Table.from_pylist(targets, schema=TARGET_ENTITIES),
        pa.Table.from_pylist(complete, schema=COMPLETENESS_CERTIFICATES),
        NEAR,
        ALIAS_INDEX.empty_table(),
    )


class Scripted:
    """A model that words every premise the same way, finds support where a word stands, or fails in a role."""

    name = "scripted"

    def __init__(self, question: str = QUESTION, supported_by: str = "\0", fails: str = "") -> None:
        self.question, self.supported_by, self.fails = question, supported_by, fails
        self.prompts = list[Prompt]()

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.prompts.extend(prompts)
        return [self._complete(prompt) for prompt in prompts]

    def _complete(self, prompt: Prompt) -> Completion:
        given = prompt.variables
        if prompt.prompt_id == self.fails:
            return Completion("", self.name, error="timeout")
        if prompt.prompt_id == "false_premises":
            question, element = (text.format(**given) for text in (self.question, ELEMENT))
            premise = Premise(question=question, false_element=element, asked_type=AnswerType.DATE)
            return Completion(Premises(premises=[premise]).model_dump_json(), self.name)
        is_told = any(self.supported_by in passage["text"] for passage in given["passages"])
        return Completion(PremiseSupport(is_supported=is_told, doc_ids=[], reason="-").model_dump_json(), self.name)


def drafted(model: Model, n: int = 3, *texts: str, share: float = 1.0, protected: str = "", **given: object) -> Drafted:
    settings = DraftingSection(false_premise=n, max_figure_share=share, oversampling={"false_premise": 1.0})
    found = draft_false_premises(certified(*texts, **given), model, settings, 5, frozenset({protected} - {""}))
    assert found.table.schema == TASK_DRAFTS
    return found


def test_the_embedded_reader_words_premises_about_pairs_that_no_document_connects():
    found = drafted(EmbeddedReader(), 6)
    rows = found.table.to_pylist()

    assert (len(rows), found.counts["figures"], found.counts["pairs_never_named_together"]) == (6, 4, 6)
    assert all(set(row["entity_ids"]) < set(NAMES) for row in rows)
    assert Counter(name for row in rows for name in row["entity_ids"]) == dict.fromkeys(NAMES, 3)
    assert Counter(json.loads(row["certificate"])["interaction"] for row in rows) == {
        "meeting": 2,
        "telephone call": 2,
        "agreement": 2,
    }


def test_a_draft_says_what_is_false_and_its_certificate_what_was_read():
    row = next(row for row in drafted(Scripted(), 6).table.to_pylist() if row["entity_ids"][0] == "Adela Quenby")
    certificate = json.loads(row["certificate"])
    anchor, outside = row["entity_ids"]

    assert row["question"] == QUESTION.format(name=anchor, other=outside)
    assert row["false_element"] == ELEMENT.format(name=anchor, other=outside)
    assert row["task_id"] == task_id(TaskType.FALSE_PREMISE, 5, row["question"])
    assert row["task_id"].startswith("fp-")
    assert (row["type"], row["answer"], row["items"], row["evidence"]) == ("false_premise", "", [], [])
    assert (row["salience"], row["form"], row["attainable_f1"]) == (3, "sentence", None)
    assert certificate["figures"][0] == {
        "entity_id": "Adela Quenby",
        "name": "Adela Quenby",
        "aliases": ["Adela Quenby"],
        "documents_read": ["d0"],
        "n_documents_read": 1,
        "copies_read": ["e0"],
        "n_documents_scanned": 9,
        "not_read": {
            "garbage_documents": 3,
            "garbage_documents_that_name_it": 2,
            "quarantined_shards": [],
            "rows_without_text_or_skipped": 4,
        },
    }
    assert certificate["figures"][1]["entity_id"] == outside
    assert certificate["documents_that_name_both"] == []
    assert (certificate["n_calls"], certificate["check_model"]) == (1, "scripted")
    assert certificate["check_prompt_version"] == template("premise_support").version
    assert certificate["verdict"] == "no document supports it"


def test_people_whom_a_document_connects_are_in_no_premise():
    met = (
        "Adela Quenby met Bram Sedge. Ida Tansy, Otto Frith-Lund and Adela Quenby dined. Mr. Sedge saw Tansy and Lund."
    )
    assert drafted(Scripted(), 3, met).table.num_rows == 0


def test_a_premise_that_one_passage_of_either_figure_supports_is_dropped():
    # Only the premises about Tansy read d2; half of the six pairs are hers.
    found = drafted(Scripted(supported_by="Ida Tansy"), 6)
    assert not any("Ida Tansy" in row["entity_ids"] for row in found.table.to_pylist())
    assert found.counts["supported"] >= 3


def test_a_document_that_names_both_far_apart_is_read_whole_before_a_loose_pair_is_used():
    far = " The harbour was quiet that week. " * 150
    others = "Ida Tansy, Otto Frith-Lund, Adela Quenby. Bram Sedge, Ida Tansy, Otto Frith-Lund."
    loose = (f"Adela Quenby wrote. {far} They shook hands. {far} Bram Sedge wrote.", others)
    # `others` brings every other pair together, and Quenby and Sedge near each other: nothing is left.
    assert drafted(Scripted(), 1, *loose).table.num_rows == 0
    apart = (loose[0], "Ida Tansy, Otto Frith-Lund, Adela Quenby.", "Bram Sedge, Ida Tansy, Otto Frith-Lund.")
    found = drafted(Scripted(), 1, *apart).table.to_pylist()
    assert [json.loads(row["certificate"])["documents_that_name_both"] for row in found] == [["x0"]]
    assert drafted(Scripted(supported_by="They shook hands"), 1, *apart).table.num_rows == 0


@pytest.mark.parametrize("role", ["false_premises", "premise_support"])
def test_a_failed_model_gives_nothing(role):
    found = drafted(Scripted(fails=role), 2)
    assert found.table.num_rows == 0
    assert found.counts["model_failure"] >= 2


def test_a_figure_that_is_incomplete_or_protected_is_in_no_premise():
    for found in (drafted(Scripted(), 9, missing=["Bram Sedge"]), drafted(Scripted(), 9, protected="SEDGE, Bram")):
        assert found.counts["figures"] == 3
        assert not any("Bram Sedge" in row["entity_ids"] for row in found.table.to_pylist())


def test_a_victim_or_a_minor_is_in_no_premise():
    assert drafted(Scripted(), 9, "The victim, Bram Sedge, wrote.").counts["figures"] == 3


def test_no_figure_holds_more_than_its_share():
    found = drafted(EmbeddedReader(), 12, share=0.25).table.to_pylist()
    # A quarter of n each, two a task, four figures: n/4 * 4 / 2 = n/2 tasks, until one each is left: two tasks.
    assert Counter(name for row in found for name in row["entity_ids"]) == dict.fromkeys(NAMES, 1)


def test_a_quota_of_none_asks_nobody():
    model = Scripted()
    assert drafted(model, 0).table.num_rows == 0
    assert model.prompts == []


def pair() -> tuple[Figure, Figure]:
    given = certified("Bram Sedge discussed the dredging.")
    targets = read_targets(given.targets)
    readings = complete_passages(given.corpus, given.near_duplicates, targets)
    found = find_figures(targets, readings, given.corpus, given.near_duplicates, given.alias_index, NOBODY)
    return found[0], found[1]


def fault(
    question: str, element: str = "the meeting of Adela Quenby with Bram Sedge", barred: PrivateNames = NOBODY
) -> str:
    premise = Premise(question=question, false_element=element, asked_type=AnswerType.DATE)
    return fault_of_premise(premise, pair(), [Passage("x0", "Bram Sedge discussed the dredging.")], barred)


@pytest.mark.parametrize(
    "question",
    [
        "On what date did Adela Quenby meet with Bram Sedge?",
        "How many minutes did the telephone call of Adela Quenby to Bram Sedge last?",
        "Who drew up the agreement between Senator Adela Quenby and Bram Sedge?",
    ],
)
def test_two_names_and_a_kind_of_dealing_are_a_fit_premise(question):
    assert fault(question) == ""


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("On what date did Adela Quenby meet with Mr. Sedge?", "name_missing"),
        ("On what date did Adela Quenby supposedly meet Bram Sedge?", "gives_itself_away"),
        ("What bribe did Adela Quenby agree on with Bram Sedge?", "accusation"),
        ("Where did Adela Quenby meet Bram Sedge on the 3rd?", "states_a_time"),
        ("Where did Adela Quenby meet Bram Sedge in March?", "states_a_time"),
        ("Where did Adela Quenby meet Bram Sedge in 1964?", "states_a_time"),  # no year of both is known
        ("When did Adela Quenby meet Bram Sedge at Juniper Bay?", "states_a_detail"),
        ('When did Adela Quenby and Bram Sedge agree on "salt"?', "states_a_detail"),
        ("When did Adela Quenby and Bram Sedge agree on the dredging?", "states_a_detail"),
        ("At what telephone number did Adela Quenby call Bram Sedge?", "personal_data"),
        ("Tell when Adela Quenby met Bram Sedge.", "not_a_question"),
    ],
)
def test_anything_more_is_refused(question, reason):
    assert fault(question) == reason


def test_the_false_element_names_both_and_nobody_barred_is_named():
    question = "On what date did Adela Quenby meet with Bram Sedge?"
    assert fault(question, "the meeting of Adela Quenby") == "element_names_not_both"
    assert fault(question, barred=PrivateNames(frozenset({"Bram Sedge"}))) == "protected_person"
