"""Questions about what no passage states."""

from __future__ import annotations

from bench_resources.reader.absence import absent_questions
from bench_resources.reader.absent_attributes import UNUSUAL_OF_PERSONS, USUAL_OF_PERSONS


def test_a_question_names_its_subject_and_no_more_than_six_are_asked() -> None:
    found = absent_questions("Adela Quenby", "person", ["Quenby opened the pier."])

    assert 0 < len(found) <= 6
    assert all("Adela Quenby" in question.question for question in found)


def test_a_key_word_in_any_passage_drops_the_question() -> None:
    told = ["Nothing here.", "Quenby was born in Harborview."]
    silent = {q.question for q in absent_questions("Adela Quenby", "person", ["Nothing here."] * 2)}
    asked = {q.question for q in absent_questions("Adela Quenby", "person", told)}

    assert not any("born" in question for question in asked)
    assert len(silent) == len(asked) == 6


def test_where_every_attribute_is_told_of_nothing_is_asked() -> None:
    attributes = (*USUAL_OF_PERSONS, *UNUSUAL_OF_PERSONS)
    everything = " ".join(attribute.stems.split()[0] for attribute in attributes)

    assert absent_questions("Adela Quenby", "person", ["Nothing here.", everything]) == []


def test_what_papers_often_state_is_asked_before_what_they_seldom_do() -> None:
    told = "born, graduated, salary, retired, appointed, oath, lectured"  # leaves two that are usual
    asked = [q.question for q in absent_questions("Adela Quenby", "person", [told])]

    assert set(asked[:2]) == {
        "In what year did Adela Quenby publish a first book?",
        "Which foreign language did Adela Quenby study?",
    }
    assert len(asked) == 6


def test_a_key_word_broken_over_a_line_is_still_seen() -> None:
    name = "Harbor Commission"
    asked = {q.question for q in absent_questions(name, "organisation", ["Nothing."])}
    passages = ["the archi-\ntect, the le-\nase, a se-\nal, a mu-\nseum, a trea-\nsurer, a hand-\nbook"]
    left = {q.question for q in absent_questions(name, "organisation", passages)}

    assert not any(
        word in question
        for question in left
        for word in ("architect", "lease", "seal", "museum", "treasurer", "handbook")
    )
    assert asked


def test_without_passages_nothing_is_proved() -> None:
    assert absent_questions("Adela Quenby", "person", []) == []
    assert absent_questions(" ", "person", ["text"]) == []


def test_an_article_is_not_doubled() -> None:
    assert not any(
        "the the" in q.question.lower() for q in absent_questions("The Harbor Commission", "organisation", ["x"])
    )
