"""The HTTP API with the engine behind it: what the contract promises of every answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from api import create_app
from api.openapi import JUDGE_EXAMPLE, PLAYS_EXAMPLE, schemas

FACES = ["7", "T", "6+6", "7+water", "3+3+3", "Q+panda", "二", "A:BLUE", "9+fire"]
NAMES = ["metal-8", "metal-8:blue", "element-fire", "wood-3:blue", "water-4:blue"]

bare = st.lists(st.sampled_from(FACES), max_size=5)
named = st.lists(st.sampled_from(NAMES), max_size=2, unique_by=lambda name: name[:7])
groups = st.builds(lambda faces, names: faces + names, bare, named)
bodies = st.fixed_dictionaries(
    {"bid": groups},
    optional={
        "over": st.none() | groups,
        "hand": groups,
        "edition": st.sampled_from(["rulebook", "early"]),
        "rulings": st.fixed_dictionaries(
            {}, optional={"natural-four": st.sampled_from(["either", "bomb-only"])}
        ),
        "explain": st.sampled_from(["none", "reasons", "all", "trace"]),
    },
)
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in schemas().items()}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def ask(client: FlaskClient, name: str, body: dict[str, Any]) -> Any:
    """The answer, which is one or a list of faults, as its schema has it."""
    response = client.post(f"/v1/{name}", json=body)
    answer = json.loads(response.data)
    assert response.status_code in (200, 422), answer
    shape = f"{name}-answer" if response.status_code == 200 else "problem"
    VALIDATORS[shape].validate(answer)
    return answer


def without_places(value: Any) -> Any:
    """The value without the places of cards in the request."""
    if isinstance(value, dict):
        places = ("index", "indexes", "pointer", "got")
        return {key: without_places(item) for key, item in value.items() if key not in places}
    return [without_places(item) for item in value] if isinstance(value, list) else value


def in_reverse(body: dict[str, Any]) -> dict[str, Any]:
    groups = ("bid", "over", "hand")
    return {key: item[::-1] if key in groups and item else item for key, item in body.items()}


def test_the_examples_are_answered(client: FlaskClient) -> None:
    assert ask(client, "judge", JUDGE_EXAMPLE)["verdict"] == "legal"
    plays = ask(client, "plays", PLAYS_EXAMPLE)
    assert plays["complete"]
    assert plays["proof"]["answer"] == "unsat"


def test_a_refusal_cites_its_clause(client: FlaskClient) -> None:
    answer = ask(client, "judge", {"bid": ["4", "4"], "over": ["5", "5"]})
    assert answer["verdict"] == "illegal"
    assert [reason["clause"] for reason in answer["reasons"]] == ["beat-higher"]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"over": []}, ["/over"]),
        ({"over": ["5", "9"]}, ["/over"]),
        ({"over": {"cards": ["5"], "as": {"kind": "bomb"}}}, ["/over/as"]),
        ({"over": ["metal-8", "metal-8"]}, ["/over/1"]),
        ({"over": ["metal-8"], "hand": ["7", "metal-8:blue"]}, ["/hand/1"]),
        ({"bid": ["7+7+7+water+water+water"] * 40}, ["/bid"]),
        ({"over": ["7+7+7+water+water+water"] * 40}, ["/over"]),
    ],
)
def test_what_cannot_be_asked_is_a_fault(
    client: FlaskClient, body: dict[str, Any], pointers: list[str]
) -> None:
    answer = ask(client, "judge", {"bid": ["7"], **body})
    assert [fault["pointer"] for fault in answer["errors"]] == pointers


@settings(deadline=None)
@given(bodies)
def test_an_answer_does_not_depend_on_the_order_of_cards(
    client: FlaskClient, body: dict[str, Any]
) -> None:
    answer, reverse = (ask(client, "judge", asked) for asked in (body, in_reverse(body)))
    if "errors" in answer:
        assert "errors" in reverse
        return
    assert json.dumps(without_places(answer)) == json.dumps(without_places(reverse))


@settings(deadline=None, max_examples=30)
@given(groups, st.none() | groups, st.sampled_from(["cards", "faces"]), st.integers(1, 4))
def test_pages_put_together_are_the_list(
    client: FlaskClient, hand: list[str], over: list[str] | None, by: str, limit: int
) -> None:
    body = {"hand": hand, "over": over, "by": by}
    whole = ask(client, "plays", body)
    if "errors" in whole or "by_over" in whole:
        return
    plays: list[Any] = []
    cursor = None
    while len(plays) < whole["count"]:
        page = ask(client, "plays", {**body, "limit": limit, "cursor": cursor})
        plays += page["plays"]
        cursor = page["cursor"]
        assert (cursor is None) == (len(plays) == whole["count"])
    assert plays == whole["plays"]
