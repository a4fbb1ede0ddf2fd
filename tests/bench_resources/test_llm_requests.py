"""The key of a request follows everything that a reply depends on, and nothing else."""

from __future__ import annotations

import copy
import hashlib
import random
from dataclasses import fields, replace
from typing import Any

import pytest

from bench_resources.llm_requests import REQUEST_FIELDS, Request, canonical, canonical_json, request_from_json

WORDS = ["role", "user", "content", "tool", "é", "日本", "", "a b", '"', "\\", "\n", "0", "true", "\u2028"]


def random_json(rng: random.Random, depth: int) -> Any:
    kind = rng.randrange(8 if depth else 6)
    if kind == 6:
        return [random_json(rng, depth - 1) for _ in range(rng.randrange(1, 4))]
    if kind == 7:
        return random_object(rng, depth - 1)
    return [None, True, False, rng.randrange(-3, 4), rng.random(), rng.choice(WORDS)][kind]


def random_object(rng: random.Random, depth: int) -> dict[str, Any]:
    return {name: random_json(rng, depth) for name in rng.sample(WORDS, rng.randrange(1, 5))}


def random_fields(rng: random.Random) -> dict[str, Any]:
    return {
        "model": f"example/model-{rng.randrange(9)}",
        "messages": [random_object(rng, 3) for _ in range(rng.randrange(1, 4))],
        "tools": [random_object(rng, 3) for _ in range(rng.randrange(3))],
        "sampling": random_object(rng, 2),
        "schema": rng.choice([None, random_object(rng, 3)]),
        "sample_index": rng.randrange(4),
    }


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything in a JSON value, containers included."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, item in inside for place in places(item, (*path, name)))]


def changed(given: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """A copy in which the one value at a path is another one, of a type that its field allows."""
    other = copy.deepcopy(given)
    holder: Any = other
    for step in path[:-1]:
        holder = holder[step]
    value = holder[path[-1]]
    if isinstance(value, dict):
        value["added"] = None
    elif isinstance(value, list):
        value.append({} if len(path) == 1 else None)
    elif path == ("schema",):
        holder["schema"] = {}
    elif isinstance(value, bool) or value is None:
        holder[path[-1]] = "changed" if value is None else not value
    else:
        holder[path[-1]] = value + ("x" if isinstance(value, str) else 1)
    return other


def reordered(rng: random.Random, value: Any) -> Any:
    if isinstance(value, dict):
        return {name: reordered(rng, value[name]) for name in rng.sample(list(value), len(value))}
    return [reordered(rng, item) for item in value] if isinstance(value, list) else value


def test_a_change_of_any_one_value_at_any_depth_is_another_key_and_no_two_changes_are_one():
    rng = random.Random(7)
    n_changes = 0
    for _ in range(60):
        given = random_fields(rng)
        paths = [path for path in places(given) if path]
        keys = {Request(**changed(given, path)).key for path in paths}
        assert Request(**given).key not in keys
        assert len(keys) == len(paths)
        n_changes += len(paths)
    assert n_changes > 1_000


def test_a_removed_or_renamed_field_at_any_depth_is_another_key():
    rng = random.Random(8)
    for _ in range(60):
        given = random_fields(rng)
        for path in places(given):
            holder: Any = copy.deepcopy(given)
            other = holder
            for step in path[:-1]:
                holder = holder[step]
            if len(path) < 2 or not isinstance(holder, dict):
                continue
            value = holder.pop(path[-1])
            removed = Request(**other).key
            holder[f"{path[-1]}_"] = value
            assert len({Request(**given).key, removed, Request(**other).key}) == 3


def test_the_same_content_in_another_order_of_keys_is_the_same_key():
    rng = random.Random(9)
    for _ in range(60):
        given = random_fields(rng)
        assert Request(**reordered(rng, given)) == Request(**given)


def test_the_order_of_messages_and_of_tools_counts():
    one, two = {"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}
    assert Request("m", [one, two]).key != Request("m", [two, one]).key
    assert Request("m", [one], tools=[one, two]).key != Request("m", [one], tools=[two, one]).key


def test_the_canonical_json_and_its_hash_by_hand():
    request = Request("m", [{"role": "user", "content": "é\n"}], sampling={"top_p": 0.5, "temperature": 0.0})
    spelled = (
        '{"messages":[{"content":"é\\n","role":"user"}],"model":"m","sample_index":0,'
        '"sampling":{"temperature":0,"top_p":0.5},"schema":null,"tools":[]}'
    )
    assert canonical_json(request) == spelled.encode("utf-8")
    assert request.key == hashlib.sha256(spelled.encode("utf-8")).hexdigest()


def test_there_is_no_place_for_timeouts_credentials_or_prices():
    assert [field.name for field in fields(Request)] == list(REQUEST_FIELDS)
    assert REQUEST_FIELDS == ("model", "messages", "tools", "sampling", "schema", "sample_index")


@pytest.mark.parametrize(
    ("one", "other"), [(0, 0.0), (1, 1.0), (0, -0.0), (512, 512.0), (10**22, 1e22), ((1, 2), [1, 2])]
)
def test_whole_floats_are_integers_and_tuples_are_lists(one: Any, other: Any):
    assert Request("m", [], sampling={"x": one}) == Request("m", [], sampling={"x": other})
    assert hash(Request("m", [], sampling={"x": one})) == hash(Request("m", [], sampling={"x": other}))


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (0, False), (0, None), (0, "0"), (0.1, 0.10000000000000002), ({}, [])]
)
def test_what_python_or_people_take_for_equal_may_be_two_keys(one: Any, other: Any):
    assert Request("m", [], sampling={"x": one}).key != Request("m", [], sampling={"x": other}).key


def test_no_schema_is_not_an_empty_schema_and_accents_are_taken_as_they_are():
    assert Request("m", []).key != Request("m", [], schema={}).key
    assert Request("m", [{"c": "\u00e9"}]).key != Request("m", [{"c": "e\u0301"}]).key


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_json_has_not_are_refused_at_any_depth(value: float):
    with pytest.raises(ValueError, match="is no JSON number"):
        Request("m", [{"a": [{"b": value}]}])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"messages": [{1: "a"}]}, "the key 1 is a int"),
        ({"messages": [{"a": {1, 2}}]}, "a set is no JSON value"),
        ({"messages": [{"a": b"x"}]}, "a bytes is no JSON value"),
        ({"messages": "hello"}, "messages is a str"),
        ({"messages": {"role": "user"}}, "messages is a dict"),
        ({"messages": ["hello"]}, r"messages\[0\] is a str"),
        ({"sampling": None}, "sampling is a NoneType"),
        ({"schema": []}, "schema is a list"),
    ],
)
def test_what_is_no_plain_json_is_refused(given: dict[str, Any], message: str):
    with pytest.raises(TypeError, match=message):
        Request(**{"model": "m", "messages": [], **given})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"model": ""}, "model is ''"),
        ({"model": "a\0b"}, "model is"),
        ({"sample_index": -1}, "sample_index is -1"),
        ({"sample_index": True}, "sample_index is True"),
        ({"sample_index": 1.0}, "sample_index is 1.0"),
        ({"messages": [{"a": "\ud800"}]}, "surrogates not allowed"),
    ],
)
def test_fields_out_of_their_range_are_refused(given: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        Request(**{"model": "m", "messages": [], **given})


def test_what_nests_too_deep_is_refused_and_not_a_crash():
    value: dict[str, Any] = {}
    for _ in range(100_000):
        value = {"a": value}
    with pytest.raises(ValueError, match="nested too deep"):
        Request("m", [value])


def test_a_request_does_not_follow_later_changes_of_what_it_was_made_from():
    message = {"role": "user", "content": ["a"]}
    request = Request("m", [message])
    key = request.key
    message["content"].append("b")  # type: ignore[attr-defined]
    assert request.key == key
    assert replace(request, sample_index=1).key != key


def test_a_request_reads_back_from_its_canonical_json():
    rng = random.Random(10)
    for _ in range(60):
        request = Request(**random_fields(rng))
        assert request_from_json(canonical_json(request).decode("utf-8")) == request


SPELLED = canonical_json(Request("m", [{"a": 1}])).decode("utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SPELLED.replace("1", "1.0"), "not in its canonical spelling"),
        (SPELLED.replace(":", ": "), "not in its canonical spelling"),
        (SPELLED.replace('"a":1', '"a":1,"a":1'), "not in its canonical spelling"),
        (SPELLED.replace('"m"', '"\\u006d"'), "not in its canonical spelling"),
        (SPELLED.replace('"a":1', '"a":NaN'), "NaN is no JSON number"),
        (SPELLED.replace('"tools":[]', '"tool":[]'), "expected an object of model, messages"),
        ("[]", "expected an object of model, messages"),
        ("{", "Expecting property name"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_a_text_in_another_spelling_is_no_request(text: str, message: str):
    with pytest.raises(ValueError, match=message):
        request_from_json(text)


def test_any_value_has_one_spelling():
    assert canonical([{"b": 1.0, "a": None}]) == b'[{"a":null,"b":1}]'
