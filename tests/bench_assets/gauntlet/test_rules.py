"""The stage of rules: one verdict a draft, by the first gate that objects."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.gauntlet.rules import judge_by_rules
from bench_assets.schemas import CORPUS, TASK_DRAFTS, VERDICTS

TEXT = (
    "HARBORVIEW INQUIRY - RELEASED IN FULL\nThe Tallow Board met at Juniper Bay on 3 May 1961. Marlow Freight Company was "
    "paid $12,400. The rent rose from $5,000 to $7,000."
)
PAID = "Marlow Freight Company was paid $12,400."
ROSE = "The rent rose from $5,000 to $7,000."


def draft(task_id, question, answer="$12,400", quote=PAID, kind="single_hop"):
    at = max(0, TEXT.find(quote))
    evidence = [{"doc_id": "HP-00020417", "start": at, "end": at + len(quote), "quote": quote, "sha256": ""}]
    is_rejection = kind in {"unanswerable", "false_premise"}
    return dict.fromkeys(TASK_DRAFTS.names) | {
        "task_id": task_id, "type": kind, "question": question, "answer": None if is_rejection else answer, "items": [],
        "evidence": [] if is_rejection else evidence,
    }  # fmt: skip


def judge(*drafts):
    row = dict.fromkeys(CORPUS.names) | {"doc_id": "HP-00020417", "text": TEXT}
    corpus = pa.Table.from_pylist([row], schema=CORPUS)
    return judge_by_rules(pa.Table.from_pylist(list(drafts), schema=TASK_DRAFTS), corpus)


@pytest.mark.parametrize(
    ("category", "faulty"),
    [
        ("deixis", draft("t", "How much does this memo say that Marlow Freight Company was paid?")),
        ("source_leak", draft("t", "How much was Marlow Freight Company paid according to HP-00020417?")),
        ("answer_given_away", draft("t", "Who paid Marlow Freight Company $12,400?")),
        ("untraced_figure", draft("t", "How much was Marlow Freight Company paid?", "$12,500")),
        ("wrong_direction", draft("t", "By how much did the rent of Berth 11 fall?", "from $5,000 to $7,000", ROSE)),
        ("redacted_answer", draft("t", "Who paid Marlow Freight Company?", "[REDACTED]")),
        ("banner_answer", draft("t", "What did Marlow Freight Company receive?", "RELEASED IN FULL")),
        ("boilerplate_question", draft("t", "What is stamped at the top of the memo to Marlow Freight Company?")),
    ],
)
def test_each_gate_rejects_its_defect_under_its_own_name(category, faulty):
    (found,) = judge(faulty).to_pylist()
    assert (found["outcome"], found["category"]) == ("fail", category)
    assert found["reason"]


@pytest.mark.parametrize("quote", ["Marlow Freight Company was paid $12,500.", "Marlow Freight was paid $12,400.", ""])
def test_a_quote_that_its_document_does_not_hold_is_invented(quote):
    (found,) = judge(draft("t", "How much was Marlow Freight Company paid?", quote=quote)).to_pylist()
    assert (found["outcome"], found["category"]) == ("fail", "invented_quote")
    assert found["reason"] == f"the quote does not stand at HP-00020417 [0:{len(quote)}]"


def test_the_later_of_two_that_ask_one_fact_is_rejected():
    found = judge(
        draft("t2", "What sum was paid to Marlow Freight Company?"),
        draft("t1", "How much was Marlow Freight Company paid?"),
    )
    assert found["task_id"].to_pylist() == ["t1", "t2"]
    assert found["category"].to_pylist() == ["sound", "duplicate_fact"]


def test_a_rejected_draft_makes_no_later_one_a_duplicate():
    found = judge(
        draft("t1", "How much was Marlow Freight Company paid in this year?"),
        draft("t2", "How much was Marlow Freight Company paid?"),
    )
    assert found["category"].to_pylist() == ["deixis", "sound"]


def test_a_verdict_names_no_prompt_and_no_model_and_costs_nothing():
    found = judge(draft("t", "Who was the chief librarian of the Tallow Board?", kind="unanswerable"))
    assert found.schema == VERDICTS
    assert found.to_pylist() == [
        {
            "task_id": "t", "stage": "rules", "outcome": "pass", "category": "sound", "reason": "no gate objects",
            "prompt_id": "", "prompt_version": "", "model": "", "cost_usd": 0.0,
        }
    ]  # fmt: skip


def test_no_drafts_give_no_verdicts():
    assert judge().num_rows == 0
