"""Whom a task may name: targets, officials, and nobody else."""

from __future__ import annotations

import pytest

from bench_assets.drafting.strangers import PublicPeople, Told, names_stranger

PUBLIC = PublicPeople.of(["Harold J. Fenwick", "Tidewater Harbor Commission", "Carver"])
TEXT = "Mrs. Ketteridge and Ida Ketteridge wrote to Mayor Harold Fenwick. So did I. Pellimore, of Cutler Lane."


def is_stranger(*told, **more):
    return names_stranger([Told(*told, **more)], PUBLIC) == [True]


@pytest.mark.parametrize(
    "told",
    [
        Told("When did Ida Ketteridge come to Lisbon?"),
        Told("Who came to Lisbon?", "Ida Ketteridge"),
        Told("Who came to Lisbon?", "IDA KETTERIDGE"),
        Told("Who came to Lisbon?", "Ozymandra", is_person=True),
        Told("Who came with Mayor Harold Fenwick and Ida Ketteridge?"),
        Told("When did it end?", "3 May 1961", subject="Ida Ketteridge"),
        Told("What was found?", "the Ketteridge Estate", text=TEXT),
        Told("When did Ketteridge come to Lisbon?", text=TEXT),
        Told("When did the Pellimore family come to Lisbon?", text=TEXT),
    ],
)
def test_somebody_in_no_public_office_is_a_stranger(told):
    assert names_stranger([told], PUBLIC) == [True]


@pytest.mark.parametrize(
    "told",
    [
        Told("When did Harold Fenwick come to Lisbon?", "3 May 1961", text=TEXT),
        Told("Who came to Lisbon?", "Mr. Fenwick", is_person=True, text=TEXT),
        Told("Who came to Lisbon?", "Senator Osric Penhallow", is_person=True),
        Told("Who came to Lisbon?", "the Superintendent", is_person=True),
        Told("Who came to Lisbon?", "Arthur Carter", is_person=True, quote="Senator Arthur Carter came to Lisbon."),
        Told("On what date did the Tidewater Harbor Commission meet at Foundry Road?", text=TEXT),
        Told(""),
    ],
)
def test_a_target_an_official_and_a_title_are_none(told):
    assert names_stranger([told], PUBLIC) == [False]


def test_nobody_is_asked_about_nothing():
    assert names_stranger([], PUBLIC) == []
