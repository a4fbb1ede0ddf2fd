"""The page: what it is given, that hostile text cannot leave its place, and that nothing else may run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

from bench_assets.reviewing.marks import Release, task_hash
from bench_assets.reviewing.page import MAX_LISTED, Sample, review_page, shortened, shown_task, wanted_documents

HOSTILE = "</script><img src=x onerror=alert(1)><!-- <script> & \u2028 @@DATA@@ '\""
MANIFEST = "ab" * 32


def task(task_id: str = "sh-1", kind: str = "single_hop", **changed: Any) -> dict[str, Any]:
    held = {
        "task_id": task_id,
        "type": kind,
        "question": "Who signed the lease?",
        "answer": "Ada Quill",
        "items": [],
        "evidence": [{"doc_id": "d1", "start": 0, "end": 9, "quote": "Ada Quill"}],
        "false_element": None,
        "provenance": {"certificate": None, "verdicts": {"standalone": "pass"}},
    }
    return held | changed


def premise(**changed: Any) -> dict[str, Any]:
    certificate = {
        "figures": [
            {"aliases": ["Ada Quill"], "documents_read": ["d1"]},
            {"aliases": ["Bram Tarn"], "documents_read": ["d2"]},
        ]
    }
    held = {
        "question": "When did Ada Quill meet Bram Tarn?",
        "answer": "",
        "evidence": [],
        "false_element": "the meeting of Ada Quill and Bram Tarn",
        "provenance": {"certificate": certificate, "verdicts": {"adjudication": "pass"}},
    }
    return task("fp-1", "false_premise", **(held | changed))


def page(*tasks: dict[str, Any], texts: dict[str, str] | None = None) -> str:
    release = Release("v1", MANIFEST, tasks)
    return review_page(release, Sample(tasks, 7, 0.1), texts or {"d1": "Ada Quill signed."}).decode("utf-8")


class Elements(HTMLParser):
    """Every start tag with its attributes, and what stands in scripts and styles."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in self.inside:
            self.inside[tag].append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] in self.inside:
            self.inside[self.tags[-1][0]][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", {}))


def parsed(text: str) -> Elements:
    elements = Elements()
    elements.feed(text)
    elements.close()
    return elements


def given(text: str) -> dict[str, Any]:
    held: dict[str, Any] = json.loads(parsed(text).inside["script"][0])
    return held


def test_hostile_text_stays_text() -> None:
    hostile = task(
        question=HOSTILE,
        answer=HOSTILE,
        evidence=[{"doc_id": HOSTILE, "start": 0, "end": 3, "quote": HOSTILE}],
        items=[{"item": HOSTILE, "doc_ids": [HOSTILE]}],
        provenance={"certificate": {HOSTILE: [HOSTILE]}, "verdicts": {HOSTILE: HOSTILE}},
    )
    plain, found = page(task()), page(hostile, texts={HOSTILE: f"before {HOSTILE} after"})
    assert [tag for tag, _ in parsed(found).tags] == [tag for tag, _ in parsed(plain).tags]
    assert "onerror=alert(1)>" not in found
    assert given(found)["tasks"][0]["question"] == HOSTILE
    assert "".join(text for text, _ in given(found)["tasks"][0]["evidence"][0]["segments"]) == f"before {HOSTILE} after"


def test_the_policy_lets_the_pages_own_script_and_style_run_and_nothing_else() -> None:
    elements = parsed(page(task(question=HOSTILE)))
    policies = [
        attrs["content"] for tag, attrs in elements.tags if attrs.get("http-equiv") == "Content-Security-Policy"
    ]

    def hashed(content: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"

    (script, style) = (elements.inside["script"][1], elements.inside["style"][0])
    assert policies == [
        f"default-src 'none'; script-src {hashed(script)}; style-src {hashed(style)}; base-uri 'none'; form-action 'none'"
    ]


def test_nothing_of_the_page_is_loaded_or_runs_by_attribute() -> None:
    text = page(task(), premise())
    for _, attrs in parsed(text).tags:
        assert not {"src", "href", "style", "action", "srcset"} & set(attrs)
        assert not any(name.startswith("on") for name in attrs)
    script, style = parsed(text).inside["script"][1], parsed(text).inside["style"][0]
    assert not re.search(r"https?:|//[a-z]|@import|url\(", script.replace("URL.", "") + style)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|\.style\b|fetch\(|XMLHttp", script)


def test_the_same_release_and_seed_give_the_same_bytes() -> None:
    assert page(task(), premise()) == page(task(), premise())


def test_a_page_is_small_whatever_the_documents_weigh() -> None:
    tasks = [task(f"sh-{n}") for n in range(100)]
    text = page(*tasks, texts={"d1": "Ada Quill" + " signed it again." * 200_000})
    # 100 tasks of 1,200 characters around the quote at most, some 600 of its own each, and 30,000 of the page itself
    assert len(text) < 30_000 + 100 * 1_800


def test_marks_will_name_the_release_its_build_and_each_tasks_wording() -> None:
    held = given(page(task()))
    assert (held["release"], held["manifest_sha256"], held["seed"], held["share"]) == ("v1", MANIFEST, 7, 0.1)
    assert held["tasks"][0]["task_sha256"] == task_hash(task())
    assert task_hash(task()) != task_hash(task(answer="Bram Tarn"))
    assert task_hash(task()) == task_hash(task(evidence=[]))


def test_a_rejection_shows_its_certificate_and_the_nearest_passages() -> None:
    shown = shown_task(premise(), {"d1": "Ada Quill was away.", "d2": "Bram Tarn stayed."})
    assert shown["is_rejection"]
    assert shown["false_element"] == "the meeting of Ada Quill and Bram Tarn"
    assert [passage["doc_id"] for passage in shown["passages"]] == ["d1", "d2"]
    assert shown["certificate"] == premise()["provenance"]["certificate"]
    assert shown["verdicts"] == {"adjudication": "pass"}


def test_a_task_of_a_table_keeps_its_provenance_as_text() -> None:
    row = premise()
    assert shown_task(row | {"provenance": json.dumps(row["provenance"])}, {}) == shown_task(row, {})


def test_a_task_with_little_known_of_it_is_shown_all_the_same() -> None:
    bare = {"task_id": "un-1", "type": "unanswerable", "question": "Who?", "answer": None, "evidence": None}
    shown = shown_task(bare, {})
    assert (shown["answer"], shown["evidence"], shown["certificate"], shown["passages"]) == ("", [], None, [])


def test_the_documents_wanted_are_those_of_evidence_and_of_absences() -> None:
    listed = task("ag-1", "aggregation", provenance={"certificate": {"documents_read": ["d9"]}})
    assert wanted_documents([listed, premise()]) == {"d1", "d2"}  # a list shows its evidence alone


def test_a_long_list_of_a_certificate_says_how_much_of_it_is_shown() -> None:
    long = {"documents_read": [f"d{n}" for n in range(MAX_LISTED + 1_200)]}
    assert shortened(long) == {"documents_read": [f"d{n}" for n in range(MAX_LISTED)] + ["and 1,200 more"]}
    assert shortened({"short": [1, None, {"a": []}]}) == {"short": [1, None, {"a": []}]}
