"""The HTTP API: routes, problems, and nothing but JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version
from importlib.resources import files
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from api import create_app
from api.openapi import RECORD_EXAMPLE, document, published, schemas
from checker import judging, plays
from checker.model.solving import LIMITS, SolverLimit
from checker.wire import answers
from checker.wire.strict import MOST_BYTES
from tests import fake_engine

JSON = "application/json"
PROBLEM = "application/problem+json"
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in schemas().items()}


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "judge", fake_engine.judge)
        patch.setattr(plays, "list_plays", fake_engine.list_plays)
        yield create_app().test_client()


def check_problem(response: Any, status: int) -> dict[str, Any]:
    assert (response.status_code, response.content_type) == (status, PROBLEM)
    body: dict[str, Any] = json.loads(response.data)
    VALIDATORS["problem"].validate(body)
    assert (body["type"], body["status"]) == ("about:blank", status)
    assert body["title"]
    assert ("errors" in body) == (status == 422)
    return body


def test_a_judgement_is_compact_json_in_contract_order(client: FlaskClient) -> None:
    response = client.post("/v1/judge", json={"bid": ["6+6"], "over": ["5", "5"]})
    assert (response.status_code, response.content_type) == (200, JSON)
    assert response.data.startswith(b'{"verdict":"undetermined","settled":false,"readings":[')
    assert (
        response.data
        == client.post(
            "/v1/judge/",
            data=b'{ "over":["5","5"], "bid":["6+6"]}',
            content_type=f"{JSON}; charset=utf-8",
        ).data
    )


def test_plays_are_listed(client: FlaskClient) -> None:
    response = client.post("/v1/plays", json={"hand": ["7", "二"]})
    assert response.get_json()["count"] == 2


@pytest.mark.parametrize("one", ["clause", "ruling", "edition"])
def test_texts_are_listed_and_found(client: FlaskClient, one: str) -> None:
    listed = client.get(f"/v1/{one}s").get_json()[f"{one}s"]
    for entry in listed:
        assert client.get(f"/v1/{one}s/{entry['id']}").get_json() == entry
    assert "accepted: " in check_problem(client.get(f"/v1/{one}s/nonsense"), 404)["detail"]


def test_the_service_tells_that_it_is_there(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}


def test_the_documentation_asks_no_other_host(client: FlaskClient) -> None:
    for path in ("/docs", "/docs/"):
        page = client.get(path)
        assert (page.status_code, page.mimetype) == (200, "text/html")
        assert b"://" not in page.data
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    with client.get("/docs/swagger-ui-bundle.js") as script:
        assert script.status_code == 200
    check_problem(client.get("/docs/nothing.js"), 404)


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/judges", "//v1//judge", "/v1/clauses/a/b", "/二"]
)
def test_404(client: FlaskClient, path: str) -> None:
    check_problem(client.get(path), 404)


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/v1/judge", "OPTIONS, POST"),
        ("PUT", "/v1/plays", "OPTIONS, POST"),
        ("POST", "/v1/clauses", "GET, HEAD, OPTIONS"),
        ("POST", "/docs/", "GET, HEAD, OPTIONS"),
        ("TRACE", "/openapi.json", "GET, HEAD, OPTIONS"),
    ],
)
def test_405_says_what_is_allowed(client: FlaskClient, method: str, path: str, allow: str) -> None:
    response = client.open(path, method=method)
    check_problem(response, 405)
    assert response.headers["Allow"] == allow


def test_a_page_from_anywhere_may_ask(client: FlaskClient) -> None:
    response = client.options("/v1/judge")
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Allow"] == "OPTIONS, POST"
    assert response.headers["Access-Control-Allow-Methods"] == "OPTIONS, POST"
    assert response.headers["Access-Control-Allow-Headers"] == "Content-Type"
    told = (response, client.post("/v1/judge", json={}), client.get("/v1/rulings"))
    assert {each.headers["Access-Control-Allow-Origin"] for each in told} == {"*"}
    check_problem(client.options("/v1/nothing"), 404)


@pytest.mark.parametrize("body", [b"", b"{", b'{"bid":["7"],"bid":["7"]}', b"\xff", b"[" * 99_999])
def test_400(client: FlaskClient, body: bytes) -> None:
    check_problem(client.post("/v1/judge", data=body, content_type=JSON), 400)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "*/*"])
def test_415(client: FlaskClient, kind: str) -> None:
    check_problem(client.post("/v1/judge", data=b'{"bid":["7"]}', content_type=kind), 415)


def test_413_by_length_and_by_what_arrives(client: FlaskClient) -> None:
    body = b" " * (MOST_BYTES + 1)
    check_problem(client.post("/v1/judge", data=body, content_type=JSON), 413)
    check_problem(client.post("/v1/judge", data=body + b" ", content_type=JSON), 413)
    chunked = {"wsgi.input": BytesIO(body), "wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
    response = client.post("/v1/judge", content_type=JSON, environ_overrides=chunked)
    check_problem(response, 413)


def test_a_body_shorter_than_it_claims_is_refused(client: FlaskClient) -> None:
    lying = {"wsgi.input": BytesIO(b'{"bid"'), "CONTENT_LENGTH": "500"}
    response = client.post("/v1/judge", content_type=JSON, environ_overrides=lying)
    check_problem(response, 400)


def test_422_lists_every_fault(client: FlaskClient) -> None:
    response = client.post("/v1/judge", json={"bid": ["x"], "rulings": {"y": "z"}, "w": 1})
    body = check_problem(response, 422)
    assert body["detail"] == "the body has 3 faults"
    assert [fault["pointer"] for fault in body["errors"]] == ["/bid/0", "/rulings/y", "/w"]
    assert list(body["errors"][0]) == ["pointer", "got", "accepted", "detail"]


def test_500_tells_nothing_and_503_gives_no_verdict(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_question: object) -> None:
        raise ZeroDivisionError("a secret")

    def limit(_question: object) -> None:
        raise SolverLimit(LIMITS)

    monkeypatch.setattr(judging, "judge", fail)
    response = client.post("/v1/judge", json={"bid": ["7"]})
    check_problem(response, 500)
    assert b"secret" not in response.data
    assert "a secret" in caplog.text
    monkeypatch.setattr(judging, "judge", limit)
    body = check_problem(client.post("/v1/judge", json={"bid": ["7"]}), 503)
    assert "this is no verdict" in body["detail"]


def test_the_published_files_are_those_of_this_code(client: FlaskClient) -> None:
    for name, text in published().items():
        assert files("specs").joinpath(name).read_text("utf-8") == text, "run python -m api.openapi"
    assert client.get("/openapi.json").get_json() == document()


def test_the_document_describes_every_route(client: FlaskClient) -> None:
    rules = client.application.url_map.iter_rules()
    served = {rule.rule.replace("<name>", "{id}") for rule in rules}
    described = document()["paths"]
    assert set(described) == {path for path in served if not path.startswith("/docs")} - {
        "/openapi.json"
    }


def test_the_document_is_of_this_version_and_its_record_is_a_clean_game() -> None:
    assert document()["info"]["version"] == version("panda-spin")
    answer = answers.replay(RECORD_EXAMPLE)
    assert (answer["verdict"], answer["points"], answer["moves"]) == ("clean", {"A": 15, "B": 1}, 2)


def test_every_event_has_a_name_that_the_schemas_know() -> None:
    """Those of the answers, those of the fixtures, and what the fixtures see happen."""
    named = schemas()["step-answer"]["$defs"]["EventForm"]["properties"]["event"]["enum"]
    folder = files("fixtures")
    schema = json.loads(folder.joinpath("schema.json").read_text("utf-8"))
    assert named == schema["$defs"]["event"]["properties"]["event"]["enum"]
    cases = json.loads(folder.joinpath("steps.json").read_text("utf-8"))["cases"]
    happened = [event for case in cases for event in case["expect"].get("events", ())]
    assert {event["event"] for event in happened} == set(named)


def test_every_schema_is_a_schema_and_every_reference_leads_somewhere() -> None:
    for schema in schemas().values():
        Draft202012Validator.check_schema(schema)
    text = json.dumps(document())
    for name in document()["components"]["schemas"]:
        text = text.replace(f'"#/components/schemas/{name}"', "")
    assert "#/components" not in text


cards = st.sampled_from(
    ["7", "T", "6+6", "7+water", "二", "metal-8", "metal-8:blue", "element-fire", "A:BLUE"]
) | st.fixed_dictionaries(
    {"element": st.just("fire"), "white": st.just("7"), "blue": st.just("8+8")},
    optional={"side": st.sampled_from(["white", "blue", "orange"])},
)
claims = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["single", "set", "run", "formation", "bomb", None]),
        "width": st.integers(1, 160),
        "length": st.integers(1, 13),
        "top": st.sampled_from(["3", "t", "A", "2"]),
    },
)
lists = st.lists(cards, max_size=6)
bids = lists | st.fixed_dictionaries({"cards": lists}, optional={"as": claims})
rules = {
    "edition": st.sampled_from(["rulebook", "early"]),
    "expansion": st.none(),
    "rulings": st.fixed_dictionaries(
        {}, optional={"bomb-lead": st.sampled_from(["allowed", "forbidden"])}
    ),
    "deck": st.sampled_from(["rulebook", "early"]),
    "over": st.none() | bids,
}
judge_bodies = st.fixed_dictionaries(
    {"bid": bids},
    optional=rules
    | {
        "hand": lists,
        "explain": st.sampled_from(["none", "reasons", "all", "trace"]),
        "certificate": st.booleans(),
    },
)
plays_bodies = st.fixed_dictionaries(
    {"hand": lists},
    optional=rules | {"limit": st.integers(1, 10_000), "by": st.sampled_from(["cards", "faces"])},
)
names = st.sampled_from(["A", "B"])
table_cards = cards | st.sampled_from(["element-fire", "element-wood", "fire-7", "9+fire+panda"])
hands = st.lists(table_cards, max_size=5)
counts = st.integers(0, 30)
positions = st.fixed_dictionaries(
    {
        "players": st.tuples(
            *(
                st.fixed_dictionaries(
                    {"name": st.just(name)},
                    optional={
                        "hand": hands
                        | st.lists(table_cards | st.just("unknown"), max_size=5)
                        | st.fixed_dictionaries({"count": counts}),
                        "points": counts,
                    },
                )
                for name in ("A", "B")
            )
        ).map(list),
        "turn": names | st.none(),
    },
    optional={
        "trick": st.lists(
            st.fixed_dictionaries(
                {"player": names, "cards": st.lists(cards, min_size=1, max_size=2)},
                optional={"as": claims},
            )
            | st.fixed_dictionaries({"player": names, "pass": st.just(True)}),
            max_size=2,
        ),
        "draw_pile": counts | hands,
        "discard": hands,
        "mood": st.sampled_from(["hungry", "spin"]),
        "out": st.lists(names, max_size=1),
    },
)
discards = {"discard_elements": st.lists(table_cards, max_size=1), "player": names}
actions = (
    st.fixed_dictionaries({"type": st.just("pass")}, optional=discards)
    | st.fixed_dictionaries(
        {"type": st.just("element"), "card": table_cards},
        optional=discards
        | {"forced_discards": st.dictionaries(names, st.lists(table_cards, max_size=1))},
    )
    | st.fixed_dictionaries(
        {"type": st.just("bid"), "cards": st.lists(table_cards, max_size=3)},
        optional=discards
        | {
            "as": claims,
            "fire": st.lists(table_cards, max_size=1),
            "spin": st.lists(table_cards, max_size=1),
            "panda": st.integers(0, 2),
            "from": st.lists(names, max_size=1),
            "bamboo": st.integers(0, 2),
        },
    )
)
tables = {"position": positions}
table_rules = {key: rules[key] for key in ("edition", "rulings", "deck")}
turns = st.fixed_dictionaries(tables | {"action": actions}, optional=table_rules)
questions = (
    st.tuples(st.sampled_from(["judge", "step"]), turns)
    | st.tuples(st.just("status"), st.fixed_dictionaries(tables, optional=table_rules))
    | st.tuples(
        st.just("plays"),
        st.fixed_dictionaries(
            tables,
            optional=table_rules
            | {"limit": st.integers(1, 9), "by": st.sampled_from(["cards", "faces"])},
        ),
    )
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | cards,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["bid", "cards", "as", "hand", "over", "kind", "element", "rulings", "~/"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)
keys = [
    "position",
    "action",
    "bid",
    "over",
    "hand",
    "edition",
    "expansion",
    "rulings",
    "deck",
    "explain",
    "cursor",
    "by",
]
near_bodies = st.dictionaries(st.sampled_from(keys) | st.text(max_size=3), junk | bids, max_size=6)


@given(st.data())
def test_answers_and_bodies_match_their_schemas(client: FlaskClient, data: st.DataObject) -> None:
    for name, bodies in (("judge", judge_bodies), ("plays", plays_bodies)):
        body = data.draw(bodies)
        VALIDATORS[f"{name}-request"].validate(body)
        response = client.post(f"/v1/{name}", json=body)
        assert response.status_code == 200
        VALIDATORS[f"{name}-answer"].validate(response.get_json())


@settings(deadline=None)
@given(questions)
def test_questions_about_tables_are_answered_or_refused(
    client: FlaskClient, asked: tuple[str, dict[str, object]]
) -> None:
    name, body = asked
    VALIDATORS[f"{name}-request"].validate(body)
    response = client.post(f"/v1/{name}", json=body)
    if response.status_code == 200:
        VALIDATORS[f"{name}-answer"].validate(response.get_json())
    else:
        check_problem(response, 422)


PATHS = ["/v1/judge", "/v1/plays", "/v1/step", "/v1/status"]


@given(st.sampled_from(PATHS), junk | near_bodies)
def test_no_body_is_answered_with_html_or_a_failure(
    client: FlaskClient, path: str, body: object
) -> None:
    response = client.post(path, data=json.dumps(body), content_type=JSON)
    if response.status_code != 200:
        found = check_problem(response, response.status_code)
        assert response.status_code in (400, 422)
        pointers = [fault["pointer"] for fault in found.get("errors", ())]
        assert len(set(pointers)) == len(pointers)
    # What the schema refuses, the service refuses.
    if response.status_code == 200:
        assert VALIDATORS[f"{path[4:]}-request"].is_valid(body)


@given(st.sampled_from(PATHS), st.binary(max_size=100))
def test_no_bytes_are_answered_with_html_or_a_failure(
    client: FlaskClient, path: str, body: bytes
) -> None:
    response = client.post(path, data=body, content_type=JSON)
    check_problem(response, response.status_code)
    assert response.status_code in (400, 422)


@given(
    st.sampled_from(["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"]),
    st.text(max_size=20),
)
def test_no_address_is_answered_with_html_or_a_failure(
    client: FlaskClient, method: str, path: str
) -> None:
    response = client.open("/v1/" + path.replace("?", "").replace("#", ""), method=method)
    assert response.status_code in (200, 204, 400, 404, 405, 415)
    assert response.mimetype in (JSON, PROBLEM)
