"""What the papers say is what the truth says: statements, names, error rates, privacy, absences."""

from __future__ import annotations

from collections import defaultdict

import pytest
from rapidfuzz.distance import Levenshtein

from bench_resources.planted import truth
from bench_resources.planted.cast import PRIVATE_SURNAMES, SURNAMES, make_collection, town_name
from bench_resources.planted.corpus import write_corpus
from bench_resources.planted.draws import draws_for
from bench_resources.planted.papers import LAYOUTS, class_of, papers
from bench_resources.planted.topics import KINDS, STRIDE


@pytest.fixture(scope="module")
def written():
    return list(papers(0, 400))


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("planted") / "corpus"
    write_corpus(folder)
    return {name: truth.read_truth(folder, name).to_pylist() for name in truth.TABLES}


def test_every_statement_stands_in_the_clean_text_and_holds_its_answer(written):
    for paper in written:
        flat = truth.flatten(paper.clean)
        for said in paper.page.statements:
            assert said.statement in flat
            if said.is_standalone or said.form == "header":
                assert said.written_answer in said.statement


def test_an_unnoised_document_is_its_clean_text(written):
    unnoised = [paper for paper in written if paper.n_edits == 0]
    assert len(unnoised) > 200
    assert all(paper.text == paper.clean for paper in unnoised)


def test_the_planted_error_rate_is_the_edit_distance(written):
    # Every edit is one substitution, deletion or insertion at a place of its own. At low rates the distance is their
    # number; a deletion beside an insertion can be read as one substitution, so that it falls short as edits crowd.
    for paper in [paper for paper in written if paper.n_edits][:90]:
        measured = Levenshtein.distance(paper.clean, paper.text) / len(paper.clean)
        shortfall = paper.character_error_rate - measured
        assert -1e-12 <= shortfall <= 0.01 + 0.1 * paper.character_error_rate


@pytest.mark.parametrize(
    ("rate", "name"),
    [(0.0, "clean"), (0.02, "clean"), (0.021, "degraded"), (0.149, "degraded"), (0.15, "garbage"), (0.25, "garbage")],
)
def test_the_classes_of_error_rates(rate, name):
    assert class_of(rate) == name


def test_most_documents_are_clean_some_degraded_a_few_garbage(tables):
    classes = [row["quality"] for row in tables["documents"]]
    assert 0.70 < classes.count("clean") / 400 < 0.90
    assert 0.08 < classes.count("degraded") / 400 < 0.22
    assert 0.03 < classes.count("garbage") / 400 < 0.13


def test_the_default_corpus_holds_enough_facts_that_can_be_asked(tables):
    public = {fact["fact_id"] for fact in tables["facts"] if fact["is_public"]}
    quality = {row["doc_id"]: row["quality"] for row in tables["documents"]}
    askable = {
        said["fact_id"]
        for said in tables["statements"]
        if said["form"] == "sentence"
        and said["is_standalone"]
        and said["is_legible"]
        and quality[said["doc_id"]] == "clean"
    }
    types = defaultdict(int)
    for fact in tables["facts"]:
        types[fact["answer_type"]] += fact["fact_id"] in askable & public
    assert len(askable & public) >= 300
    assert all(types[kind] >= 10 for kind in ("date", "money", "place", "person", "title", "number", "organisation"))


def test_a_question_has_one_answer(tables):
    answers = defaultdict(set)
    for fact in tables["facts"]:
        answers[fact["question"]].add(fact["answer"])
    assert [question for question, known in answers.items() if len(known) > 1] == []


def test_a_fact_of_a_matter_stands_in_few_documents(tables):
    documents = defaultdict(set)
    for said in tables["statements"]:
        if said["fact_id"].startswith("t"):
            documents[said["fact_id"]].add(said["doc_id"])
    counts = sorted(len(named) for named in documents.values())
    assert counts[0] == 1
    assert counts[len(counts) // 2] <= 2
    assert counts[int(len(counts) * 0.9)] <= 5


def test_no_document_states_an_absent_fact(tables):
    absent = {fact["fact_id"] for fact in tables["absent_facts"]}
    assert len(absent) > 100
    assert absent.isdisjoint(fact["fact_id"] for fact in tables["facts"])
    assert absent.isdisjoint(said["fact_id"] for said in tables["statements"])


def test_no_text_speaks_of_what_nobody_has(written):
    for paper in written:
        assert "salary" not in paper.clean
        assert "university" not in paper.clean.lower()


def test_private_people_are_never_public(tables):
    private = [entity for entity in tables["entities"] if not entity["is_public"]]
    assert {entity["privacy_reason"] for entity in private} >= {"complainant", "minor"}
    for fact in tables["facts"]:
        named = f"{fact['subject']} {fact['answer']}"
        is_about_private = any(surname in named for surname in PRIVATE_SURNAMES)
        assert fact["is_public"] is not is_about_private
        assert fact["is_public"] or fact["relation"] in {"birth_date", "home_address", "written_by"}


def test_birth_dates_and_addresses_are_private_facts(tables):
    personal = [fact for fact in tables["facts"] if fact["relation"] in {"birth_date", "home_address"}]
    assert personal
    assert not any(fact["is_public"] for fact in personal)


def test_redactions_minors_and_banners_occur(written):
    everything = "\n".join(paper.clean for paper in written)
    for mark in (
        "[REDACTED]",
        "Jane Doe, a minor",
        "CONFIDENTIAL",
        "-----Original Message-----",
        "Forwarded message",
        "\n> ",
        "\n>> ",
    ):
        assert mark in everything


def test_every_kind_of_document_occurs_and_lines_are_wrapped(written):
    assert {paper.kind for paper in written} == {kind for kind, _, _ in LAYOUTS}
    running = [
        line for paper in written if paper.kind in {"memo", "letter", "report"} for line in paper.clean.split("\n")
    ]
    assert max(len(line) for line in running) <= 76


def test_scans_of_one_record_share_their_statements_and_differ_in_errors(written):
    clusters = defaultdict(list)
    for paper in written:
        clusters[paper.cluster_id].append(paper)
    pairs = [pair for pair in clusters.values() if len(pair) == 2]
    assert len(pairs) >= 15
    for first, second in pairs:
        assert (first.is_rescan, second.is_rescan) == (False, True)
        assert first.doc_id != second.doc_id
        assert first.page.statements == second.page.statements


def test_ids_are_unique_and_groups_are_not_neighbours(written):
    ids = [paper.doc_id for paper in written]
    assert len(set(ids)) == 400
    assert sorted(ids) != ids


def test_every_appearance_is_a_known_alias_in_the_clean_text(written, tables):
    aliases = {(alias["entity_id"], alias["alias"]) for alias in tables["aliases"]}
    clean = {paper.doc_id: truth.flatten(paper.clean) for paper in written}
    assert all((row["entity_id"], row["surface"]) in aliases for row in tables["appearances"])
    assert all(row["surface"] in clean[row["doc_id"]] for row in tables["appearances"])


def test_public_people_are_in_several_documents_under_several_names(tables):
    documents, forms = defaultdict(set), defaultdict(set)
    for row in tables["appearances"]:
        documents[row["entity_id"]].add(row["doc_id"])
        forms[row["entity_id"]].add(row["form"])
    people = [
        entity["entity_id"] for entity in tables["entities"] if entity["is_public"] and entity["kind"] == "person"
    ]
    assert 25 <= sum(len(documents[person]) >= 3 for person in people) <= 50
    assert sum(len(forms[person]) >= 4 for person in people) >= 15


def test_legible_means_that_the_scan_kept_it(written, tables):
    text = {paper.doc_id: truth.flatten(paper.text) for paper in written}
    assert all((said["statement"] in text[said["doc_id"]]) is said["is_legible"] for said in tables["statements"])
    assert 0.5 < sum(said["is_legible"] for said in tables["statements"]) / len(tables["statements"]) < 0.95


def test_the_next_town_shares_no_person_and_no_place_with_the_first():
    first, second = make_collection(0, 0), make_collection(0, 1)
    assert {person.entity_id for person in first.entities}.isdisjoint(person.entity_id for person in second.entities)
    assert set(first.assets).isdisjoint(second.assets)
    assert len({town_name(number) for number in range(600)}) == 600


def test_every_matter_of_a_town_is_another_one():
    # Stepping by STRIDE visits each (kind, place) once exactly when it shares no factor with their number.
    for number in (0, 1):
        pairs = len(KINDS) * len(make_collection(0, number).assets)
        assert pairs > 640
        assert len({ordinal * STRIDE % pairs for ordinal in range(pairs)}) == pairs


def test_public_and_private_names_come_from_different_pools():
    assert set(SURNAMES).isdisjoint(PRIVATE_SURNAMES)
    for number in range(3):
        people = [entity.surname for entity in make_collection(0, number).entities if entity.kind == "person"]
        assert len(set(people)) == len(people)


def test_draws_repeat_and_stay_in_range():
    one, two = draws_for(7, 1), draws_for(7, 1)
    assert [one.between(1, 6) for _ in range(2000)] == [two.between(1, 6) for _ in range(2000)]
    assert {one.between(1, 6) for _ in range(500)} == {1, 2, 3, 4, 5, 6}
    assert sorted(one.sample("abc", 9)) == ["a", "b", "c"]
