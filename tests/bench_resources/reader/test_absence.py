"""Questions about what no passage states."""

from __future__ import annotations

from bench_resources.reader.absence import absent_questions


def test_a_question_names_its_subject_and_no_more_than_six_are_asked() -> None:
    found = absent_questions("Adela Quenby", "person", ["Quenby opened the pier."])

    assert 0 < len(found) <= 6
    assert all("Adela Quenby" in question.question for question in found)


def test_a_key_word_in_any_passage_drops_the_question() -> None:
    everything = "oath honorary memoir commencement portrait allowance museum biography farewell medal orchestra architect exhibition library desk map"

    assert absent_questions("Adela Quenby", "person", ["Nothing here.", everything]) == []


def test_a_key_word_broken_over_a_line_is_still_seen() -> None:
    name = "Harbor Commission"
    asked = {q.question for q in absent_questions(name, "organisation", ["Nothing."])}
    passages = ["the archi-\ntect, the le-\nase, a se-\nal, a mu-\nseum, an in-\ntern, a hand-\nbook"]
    left = {q.question for q in absent_questions(name, "organisation", passages)}

    assert not any(
        word in question
        for question in left
        for word in ("architect", "lease", "seal", "museum", "interns", "handbook")
    )
    assert asked


def test_without_passages_nothing_is_proved() -> None:
    assert absent_questions("Adela Quenby", "person", []) == []
    assert absent_questions(" ", "person", ["text"]) == []


def test_an_article_is_not_doubled() -> None:
    assert not any(
        "the the" in q.question.lower() for q in absent_questions("The Harbor Commission", "organisation", ["x"])
    )
