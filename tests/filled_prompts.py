"""One prompt of each role, filled with invented text, and the request that a live model would get.

Belongs here: what tests of different models ask alike. Does not: any answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench_resources.llm_requests import Request
from scoring.llm import Prompt
from tests.reader_server import templates

PASSAGE = (
    "On 4 March 1961 Orla Quist was appointed director of the Harbour Board of Brindle. "
    "The board paid 12,500 dollars for the pier < the one that burned > in 1962."
)
RIVAL = {"doc_id": "B-2", "text": 'Tamsin Vole said: "nothing".\nShe left Brindle on 9 May 1963.'}
WHEN = "When was Orla Quist appointed director of the Harbour Board of Brindle?"
OTHERS = ("Tamsin Vole", "Corin Ash", "Edda Marl")
PREMISE = {
    "question": "On what date did Orla Quist meet with Tamsin Vole?",
    "false_element": "the meeting of Orla Quist with Tamsin Vole",
}
FILLED: dict[str, dict[str, Any]] = {
    "facts": {"passage": PASSAGE, "is_document_start": False, "names": ["Orla Quist"], "officials": []},
    "absent_questions": {"name": "Orla Quist", "kind": "person", "passages": [PASSAGE]},
    "events": {
        "passage": PASSAGE,
        "is_document_start": False,
        "figures": ["Orla Quist"],
        "officials": ["Tamsin Vole"],
    },
    "list_questions": {
        "name": "Orla Quist",
        "kind": "person",
        "statements": [f"May {day}, 1963: Orla Quist met {other}" for day, other in enumerate(OTHERS, 3)],
    },
    "false_premises": {
        "name": "Orla Quist",
        "other": "Tamsin Vole",
        "interaction": "meeting",
        "about_name": [PASSAGE],
        "about_other": [RIVAL["text"]],
    },
    "premise_support": {**PREMISE, "passages": [{"doc_id": "A-1", "text": PASSAGE}, RIVAL]},
    "premise_quality": PREMISE,
    "adjudicate_items": {
        "question": "What do the documents record of Orla Quist in 1961, event by event, with the date of each?",
        "items": [
            {"item": "March 4, 1961: Orla Quist was appointed director of the Harbour Board", "quotes": [PASSAGE[:80]]}
        ],
        "rivals": [RIVAL],
    },
    "standalone": {"question": WHEN},
    "adjudicate": {
        "question": WHEN,
        "answer": "4 March 1961",
        "quote": PASSAGE[:80],
        "passage": PASSAGE,
        "rivals": [RIVAL],
    },
    "answer": {"question": WHEN, "passages": [{"doc_id": "A-1", "text": PASSAGE}, RIVAL]},
    "pool_label": {"question": WHEN, "answer": "4 March 1961", "windows": [PASSAGE]},
    "notability": {"name": "Orla Quist", "contexts": [PASSAGE], "n_documents": 3},
    "judge_answer": {"question": WHEN, "reference": "4 March 1961", "answer": "It was March 4, 1961."},
    "judge_rejection": {
        "question": "Why did Orla Quist resign?",
        "false_element": "Orla Quist resigned",
        "answer": "She never resigned.",
    },
    "judge_items": {"question": "Who sat on it?", "items": ["Orla Quist", "Tamsin Vole"], "answer": "Orla Quist"},
}


def filled(role: str, **changed: Any) -> Prompt:
    """The role's prompt, with other values for some of its variables."""
    return templates()[role].fill(**{**FILLED[role], **changed})


def request_of(prompt: Prompt, model: str, turns: Sequence[Mapping[str, str]] = (), **sampling: Any) -> Request:
    """The request for a prompt, with further turns after it, as for a repair."""
    schema = prompt.template.response.model_json_schema()
    return Request(model, [*prompt.messages(), *turns], sampling=sampling, schema=schema)
