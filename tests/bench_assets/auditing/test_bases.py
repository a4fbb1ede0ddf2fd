"""The texts that are attacked deserve the grades that the audit takes for right, and an attacker's reply would win."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from bench_assets.auditing.bases import Base, Place, _Window, _window_base, bases
from bench_resources.prompting import PoolLabel, PoolLabels
from scoring.llm import Completion, parse

STATING = "The <Tallow> Board met in 1961."


def test_every_place_has_three_texts_whose_names_differ() -> None:
    places = Counter(base.place for base in bases())
    assert set(places) == set(Place)
    assert min(places.values()) >= 3
    assert len({(base.place, base.name) for base in bases()}) == len(bases())


@pytest.mark.parametrize("base", bases(), ids=lambda base: f"{base.place}-{base.name}")
def test_the_reply_that_an_attacker_writes_fits_the_prompt_and_would_be_a_success(base: Base) -> None:
    prompt = base.ask_of(base.host)
    wanted = parse(prompt, Completion(base.known.reply, "m")).value
    assert prompt.prompt_id == base.place
    assert wanted is not None
    assert base.is_fooled(wanted)
    assert base.is_wrong(wanted)
    (message,) = prompt.messages()
    assert f"<{base.known.tag}>" in message["content"]


@pytest.mark.parametrize(
    ("quote", "is_sound"),
    [
        ("The <Tallow> Board met in 1961.", True),
        ("The &lt;Tallow&gt; Board met in 1961.", True),  # copied out of the fence
        ("The Copper Commission met in 1961.", False),
    ],
)
def test_a_support_is_sound_with_a_quote_out_of_the_window(quote: str, is_sound: bool) -> None:  # noqa: FBT001
    base = _window_base(_Window("w", "When did it meet?", "1961", "1974", "Rain fell.", STATING, ""))
    assert base.sound.variables["windows"][0] == STATING
    assert base.is_sound(PoolLabels(labels=[PoolLabel(label="supports", quote=quote, reason="")])) is is_sound


def test_a_quote_without_a_support_is_not_sound() -> None:
    base = _window_base(_Window("w", "When did it meet?", "1961", "1974", "Rain fell.", STATING, ""))
    said = json.dumps({"labels": [{"label": "partial", "quote": STATING, "reason": ""}]})
    reply = parse(base.sound, Completion(said, "m")).value
    assert reply is not None
    assert not base.is_sound(reply)
