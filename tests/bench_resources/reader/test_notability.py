"""Who is public by the words beside the name, and who must never be."""

from __future__ import annotations

import pytest

from bench_resources.reader.notability import judge_notability

NAME = "Marta Quill"


def judged(*contexts, n_documents=5, name=NAME):
    return judge_notability(name, contexts, n_documents)


def test_an_office_beside_the_name_in_two_papers_makes_a_public_figure():
    reply = judged(
        "a letter to Senator Marta Quill about ferries", "lunch with Marta Quill, Secretary of State, on Monday"
    )
    assert reply.is_notable
    assert "2 of 2 contexts" in reply.reason


@pytest.mark.parametrize(
    "context",
    [
        "Commissioner Marta Quill wrote on the matter of tolls",
        "TO: Quill, Marta B., Harbor Commissioner",
        "Marta Quill was appointed Ambassador in the spring",
        "MEMORANDUM FOR: Marta Quill\nDirector of Public Works\nSUBJECT: drains",
        "signed by Marta QUILL (Attorney General)",
    ],
)
def test_each_of_these_is_an_office_beside_the_name(context):
    assert judged(context, "some other words on Governor Quill and the budget").is_notable


@pytest.mark.parametrize(
    "contexts",
    [
        ("Mr. Quill called", "Marta Quill paid the bill", "a note from Marta Quill"),
        ("Marta Quill, president of Acme Tug Company, rang", "Marta Quill, director of sales, wrote"),
        ("Marta Quill, Senator Bo Tarn and others met", "lunch: Marta Quill, Governor Bo Tarn"),
        (
            "Senator Marta Quill spoke on the tolls of the port",
            "Senator Marta Quill spoke on the tolls of the port today",
        ),
        ("Senator Marta Quill spoke",),
        (),
    ],
)
def test_these_show_no_public_figure(contexts):
    # No office; offices of companies; a neighbour's office; one paper released twice; one paper; none.
    assert not judged(*contexts).is_notable


@pytest.mark.parametrize(
    "private", ["the victim, Marta Quill, said", "Marta Quill, a minor, was", "Marta Quill, age 12, was"]
)
def test_a_private_word_beside_the_name_forbids(private):
    reply = judged(private, "Marta Quill, a student", "Senator Marta Quill spoke of boats")
    assert not reply.is_notable
    assert reply.reason.startswith("private words beside the name")


@pytest.mark.parametrize("name", ["Jane Doe", "[REDACTED]", "Unknown Male", "J. ____", ""])
def test_a_placeholder_is_nobody(name):
    assert judged("Senator Jane Doe", "Governor Jane Doe of the coast", name=name).reason == "the name is a placeholder"


def test_one_document_is_too_few():
    assert judged("Senator Quill", "Governor Quill", n_documents=1).reason == "named in one document only"
