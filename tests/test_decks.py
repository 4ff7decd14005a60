"""The decks of the specs, and decks that callers bring."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from api.app import make_app
from api.cli import main
from api.openapi import schemas
from checker.cards import VALUES, Card, Element, Face, Side, Symbol
from checker.decks import ANIMAL_KEYS, DECK_IDS, animal_name, animals, deck, shape, suits
from checker.hands import spun
from checker.notation import NotationError, read_card, write_face
from checker.questions import Rules
from checker.replaying import replay
from checker.rulebook import Unknown, rulebook
from checker.setting_up import cards_in_play
from checker.wire import answers, texts
from checker.wire.own_decks import read_deck
from checker.wire.problems import Invalid
from checker.wire.record_texts import read_text, write_text
from checker.wire.records import read_record, record_form

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
ELEMENTS = ["fire", "metal", "water", "earth", "wood"]
SHAPES = {
    "fire": ["{0}+{0}", "{0}+fire"],
    "metal": ["{0}+{0}", "{0}+{0}+{0}"],
    "water": ["{0}+water"],
    "earth": ["{0}+{0}", "{0}+panda"],
    "wood": ["{0}+bamboo"],
}
"""The printed structure of the suits, written down a second time."""
EARLY_SHAPES = SHAPES | {"fire": ["{0}+fire"], "water": ["{0}+{0}"]}

Json = dict[str, Any]


def blue(*elements: str, **faces: str) -> dict[str, str]:
    """Blue faces of these suits, each of its first shape with its own value, but for some."""
    usual = {f"{e}-{rank}": SHAPES[e][0].format(rank) for e in elements for rank in RANKS}
    return usual | {name.replace("_", "-"): face for name, face in faces.items()}


def faults(body: Json, ask: Any = answers.judge) -> dict[str, tuple[object, str]]:
    """What a body is refused for: what was got and what is said of it, by pointer."""
    with pytest.raises(Invalid) as caught:
        ask(body)
    assert all(fault.accepted and fault.detail for fault in caught.value.faults)
    return {fault.pointer: (fault.got, fault.detail) for fault in caught.value.faults}


# The decks of the specs


@pytest.mark.parametrize(("deck_id", "shapes"), [("rulebook", SHAPES), ("early", EARLY_SHAPES)])
def test_decks_keep_to_the_suits(deck_id: str, shapes: dict[str, list[str]]) -> None:
    """65 cards; every blue face, known or stand-in, is of its suit's structure."""
    known = deck(deck_id)
    assert tuple(known.blue) == ANIMAL_KEYS
    for (element, value), face in known.blue.items():
        assert write_face(face) in [s.format(face.value) for s in shapes[element]], value
        assert shape(face) in known.structure[element]
    for element, listed in known.structure.items():
        assert [s.replace("v", "{0}") for s in listed] == shapes[element]


KNOWN = {
    "rulebook": {
        "metal-8": "3+3+3",
        "fire-Q": "A+fire",
        "water-K": "7+water",
        "water-3": "10+water",
        "wood-9": "2+bamboo",
        "earth-J": "J+J",
    },
    "early": {
        "water-4": "Q+Q",
        "wood-6": "A+bamboo",
        "earth-8": "Q+panda",
        "fire-3": "10+fire",
    },
}


@pytest.mark.parametrize("deck_id", DECK_IDS)
def test_known_faces_name_their_source(deck_id: str) -> None:
    """What the texts show is known, each with its place; no more is claimed."""
    known = deck(deck_id)
    shown = {animal_name(*key): write_face(known.blue[key]) for key in known.sources}
    assert shown == KNOWN[deck_id]
    assert all(source.startswith(f"{deck_id}: ") for source in known.sources.values())
    for key in ANIMAL_KEYS:
        assert known.card(*key, Side.BLUE).stand_in == (key not in known.sources)
        assert not known.card(*key).stand_in


def test_the_animals_and_the_colours() -> None:
    """Every value has an animal of its own, two of them inferred; every suit has a colour."""
    found = {str(value): animal.animal for value, animal in animals().items()}
    low = ["rat", "snake", "rooster", "rabbit", "monkey", "dog", "pig", "goat"]
    listed = [*low, "panda", "tiger", "horse", "ox", "dragon"]
    assert found == dict(zip(RANKS, listed, strict=True))
    assert {str(v) for v, animal in animals().items() if animal.inferred} == {"J", "2"}
    colours = {suit: told.colour for suit, told in suits().items()}
    named = zip(ELEMENTS, ("red", "grey", "black", "yellow", "turquoise"), strict=True)
    assert colours == dict(named)


def test_a_deck_in_wire_form() -> None:
    """Both faces of a card, how it lies with either side up, and where its blue face is from."""
    told = texts.deck("rulebook")
    assert (told["id"], told["editions"], len(told["cards"])) == ("rulebook", ["rulebook"], 65)
    cards = {card["name"]: card for card in told["cards"]}
    nine = cards["wood-9"]
    assert (nine["colour"], nine["animal"]["animal"], nine["known"]) == ("turquoise", "pig", True)
    assert nine["source"] == "rulebook: Elements / Colors, Wood"
    assert nine["blue"] == {
        "face": "2+bamboo",
        "values": ["2"],
        "printed": "二",
        "rank": 13,
        "symbols": ["bamboo"],
    }
    assert nine["sides"] == {
        "white": {"card": "wood-9", "upper": "9", "lower": "2+bamboo"},
        "blue": {"card": "wood-9:blue", "upper": "2+bamboo", "lower": "9"},
    }
    assert (cards["fire-3"]["known"], cards["fire-3"]["source"]) == (False, None)
    for card in told["cards"]:
        for lies in (card["sides"]["white"], card["sides"]["blue"]):
            read = read_card(lies["card"], deck("rulebook"))
            assert read.up is not None
            assert write_face(read.up) == lies["upper"]


def test_element_cards_in_wire_form() -> None:
    """Each has its number, and its condition is a clause, one for each option of a ruling."""
    cards = {card["element"]: card for card in texts.deck("rulebook")["element_cards"]}
    numbers = {element: card["number"] for element, card in cards.items()}
    assert numbers == {"metal": 1, "wood": 2, "water": 3, "fire": 4, "earth": 5}
    for element, card in cards.items():
        for condition in card["conditions"]:
            assert condition["rule"] == rulebook().clause(condition["clause"]).rule
            assert condition["clause"].startswith(f"element-{element}")
        options = [condition["when"] for condition in card["conditions"]]
        default = Rules().used
        assert sum(all(default[r] == o for r, o in when.items()) for when in options) == 1


def test_the_routes() -> None:
    """All decks, one of them, and a problem for one that is none."""
    client = make_app().test_client()
    every = client.get("/v1/decks").get_json()["decks"]
    assert [each["id"] for each in every] == list(DECK_IDS)
    assert client.get("/v1/decks/early").get_json() == every[0]
    missing = client.get("/v1/decks/mine")
    assert (missing.status_code, missing.mimetype) == (404, "application/problem+json")
    assert "early, rulebook" in missing.get_json()["detail"]


# Own decks


def test_an_own_deck_names_the_cards() -> None:
    """Cards are read with the faces that the body brings, none of them a stand-in."""
    own = {"id": "house", "title": "House deck", "blue": blue("metal", metal_8="4+4+4")}
    told = answers.judge({"bid": ["metal-8:blue"], "over": ["3", "3", "3"], "deck": own})
    assert told["verdict"] == "legal"
    assert [(r["width"], r["top"]) for r in told["readings"]] == [(3, "4")]
    assert (told["decided_by"]["deck"], told["stand_ins"]) == ("house", [])
    nameless = {"blue": own["blue"]}
    told = answers.judge({"deck": nameless, "bid": ["metal-9:blue"]})
    assert (told["decided_by"]["deck"], told["stand_ins"]) == ("own", [])
    assert answers.judge({"bid": ["metal-9:blue"]})["stand_ins"] == ["metal-9"]


def test_names_are_those_of_the_notation() -> None:
    """Any letter case, T for 10 and the Chinese two, as everywhere."""
    faces = blue("wood")
    faces |= {"Wood-t": faces.pop("wood-10").upper(), "WOOD-二": faces.pop("wood-2")}
    told = answers.judge({"bid": ["wood-10:blue"], "deck": {"blue": faces}})
    assert (
        told["decision_id"]
        == answers.judge({"bid": ["wood-10:blue"], "deck": {"blue": blue("wood")}})["decision_id"]
    )


def test_a_blue_side_may_be_lower() -> None:
    """A known 8 becomes three 3s and a known K a 7, so no value is too low for a blue side."""
    for element in ELEMENTS:
        for each in SHAPES[element]:
            faces = {f"{element}-{rank}": each.format("3") for rank in RANKS}
            told = answers.judge({"bid": [f"{element}-2:blue"], "deck": {"blue": faces}})
            assert told["verdict"] == "legal"


FACES = blue("fire", "metal")
BID = {"bid": ["6"]}
OWN_FAULTS: list[tuple[str, Json, dict[str, object]]] = [
    ("no deck", {"deck": "mine"}, {"/deck": "mine"}),
    ("no object", {"deck": ["fire-3"]}, {"/deck": '["fire-3"]'}),
    ("a number", {"deck": 1}, {"/deck": 1}),
    ("no faces", {"deck": {}}, {"/deck/blue": None}),
    ("no card", {"deck": {"blue": {}}}, {"/deck/blue": "{}"}),
    ("faces in a list", {"deck": {"blue": []}}, {"/deck/blue": "[]"}),
    (
        "unknown key and known name",
        {"deck": {"blue": FACES, "colour": 1, "id": "early"}},
        {"/deck/colour": 1, "/deck/id": "early"},
    ),
    (
        "empty name and long title",
        {"deck": {"blue": FACES, "id": "", "title": 7}},
        {"/deck/id": "", "/deck/title": 7},
    ),
    (
        "missing cards",
        {"deck": {"blue": {k: FACES[k] for k in FACES if k not in ("fire-3", "metal-2")}}},
        {"/deck/blue/fire-3": None, "/deck/blue/metal-2": None},
    ),
    (
        "unknown cards",
        {"deck": {"blue": FACES | {"fire-1": "2+2", "element-fire": "2", "tin-3": "3", "7": "7"}}},
        {
            "/deck/blue/7": "7",
            "/deck/blue/element-fire": "element-fire",
            "/deck/blue/fire-1": "fire-1",
            "/deck/blue/tin-3": "tin-3",
        },
    ),
    (
        "a side in a name",
        {"deck": {"blue": FACES | {"fire-3:blue": "3+3"}}},
        {"/deck/blue/fire-3:blue": "fire-3:blue"},
    ),
    (
        "twice",
        {"deck": {"blue": FACES | {"Fire-T": "3+3", "FIRE-10": "4+4"}}},
        {"/deck/blue/FIRE-10": "FIRE-10", "/deck/blue/Fire-T": "Fire-T"},
    ),
    (
        "no faces of the suit",
        {"deck": {"blue": FACES | {"fire-3": "9", "fire-4": "9+9+9", "metal-3": "9+water"}}},
        {
            "/deck/blue/fire-3": "9",
            "/deck/blue/fire-4": "9+9+9",
            "/deck/blue/metal-3": "9+water",
        },
    ),
    (
        "no faces at all",
        {"deck": {"blue": FACES | {"fire-3": 7, "fire-4": "7+8", "fire-5": "", "fire-6": None}}},
        {
            "/deck/blue/fire-3": 7,
            "/deck/blue/fire-4": "7+8",
            "/deck/blue/fire-5": "",
            "/deck/blue/fire-6": None,
        },
    ),
    (
        "everything at once, in the deck and beside it",
        {
            "deck": {"blue": blue("water", water_9="9+9") | {"joker": "2"}, "x": 1},
            "bid": ["water-3:blue", "joker"],
            "edition": "late",
        },
        {
            "/bid/1": "joker",
            "/deck/blue/joker": "joker",
            "/deck/blue/water-9": "9+9",
            "/deck/x": 1,
            "/edition": "late",
        },
    ),
    (
        "a card of a suit that the deck does not have",
        {"deck": {"blue": FACES}, "bid": ["wood-3"], "over": ["fire-3"]},
        {"/bid/0": "wood-3"},
    ),
]


@pytest.mark.parametrize(
    ("body", "found"), [f[1:] for f in OWN_FAULTS], ids=[f[0] for f in OWN_FAULTS]
)
def test_faults_of_an_own_deck(body: Json, found: dict[str, object]) -> None:
    """Every fault has its place and what stands there, all at once."""
    told = faults(BID | body)
    assert {pointer: got for pointer, (got, _) in told.items()} == found


def test_a_fault_says_what_would_do() -> None:
    with pytest.raises(Invalid) as caught:
        answers.judge(BID | {"deck": {"blue": FACES | {"fire-3": "9+water"}}})
    (fault,) = caught.value.faults
    assert fault.accepted.startswith("a face v+v or v+fire, v being a value: 3, 4, 5")
    assert fault.detail == "the blue side of a card of fire does not look like this"


def test_the_structure_is_that_of_the_edition() -> None:
    """In the early text Water has doubles, and Fire always its symbol."""
    early = {
        f"{e}-{rank}": EARLY_SHAPES[e][0].format(rank) for e in ("fire", "water") for rank in RANKS
    }
    body: Json = BID | {"deck": {"blue": early}}
    assert answers.judge(body | {"edition": "early"})["verdict"] == "legal"
    assert set(faults(body)) == {f"/deck/blue/water-{rank}" for rank in RANKS}
    body = BID | {"deck": {"blue": blue("fire")}, "edition": "early"}
    assert set(faults(body)) == {f"/deck/blue/fire-{rank}" for rank in RANKS}


def test_a_suit_in_play_is_in_the_deck() -> None:
    position = {
        "players": [{"name": "A"}, {"name": "B"}],
        "turn": "A",
        "suits": ["fire", "wood", "earth"],
    }
    told = faults({"position": position, "deck": {"blue": FACES}}, answers.status)
    assert told["/deck/blue"][1] == "in play, but not in this deck: earth, wood"


def test_equal_decks_give_equal_decision_ids() -> None:
    """In any order of the keys and under any name; another face is another deck."""
    named = list(FACES.items())
    ids = set()
    for seed in range(5):
        random.Random(seed).shuffle(named)
        own = {"blue": dict(named), "id": f"deck {seed}"}
        ids.add(answers.judge({"bid": ["metal-3:blue"], "deck": own})["decision_id"])
    assert len(ids) == 1
    other = {"blue": FACES | {"fire-3": "3+fire"}}
    for deck_of_body in (other, "rulebook"):
        ids.add(answers.judge({"bid": ["metal-3:blue"], "deck": deck_of_body})["decision_id"])
    assert len(ids) == 3


def test_the_pages_of_a_list_are_those_of_its_deck() -> None:
    body: Json = {"hand": ["metal-3:blue", "metal-4:blue"], "limit": 1, "deck": {"blue": FACES}}
    cursor = answers.plays(body)["cursor"]
    assert len(answers.plays(body | {"cursor": cursor})["plays"]) == 1
    assert "/cursor" in faults(body | {"cursor": cursor, "deck": "rulebook"}, answers.plays)


def test_a_known_deck_is_that_of_the_rules() -> None:
    """By default the edition's; engine and answer take the one that is named."""
    early = rulebook().edition("early")
    assert Rules().deck == deck("rulebook")
    assert Rules(early).deck == deck("early")
    assert Rules(early, {}, deck("rulebook")).deck == deck("rulebook")
    card = deck("early").card(Element.WOOD, VALUES[3])
    assert (turned := spun(card, deck("early"))) is not None
    assert not turned.stand_in
    assert deck("rulebook").card(Element.WOOD, VALUES[3], Side.BLUE).stand_in


def position_of(deck_of_body: object, spin: str) -> Json:
    """A step in which a Panda spins that card of the hand."""
    return {
        "deck": deck_of_body,
        "position": {
            "players": [
                {"name": "A", "hand": ["earth-3:blue", spin, "8"], "points": 1},
                {"name": "B", "hand": {"count": 5}, "points": 1},
            ],
            "turn": "A",
            "trick": [{"player": "B", "cards": ["3"]}],
            "mood": "spin",
        },
        "action": {"type": "bid", "cards": ["earth-3:blue"], "spin": [spin]},
    }


def test_a_card_that_is_spun_shows_the_face_of_an_own_deck() -> None:
    """With another face in the deck, another bid can be made with the card afterwards."""
    own = {"blue": blue("earth", "metal", earth_3="7+panda", metal_5="6+6+6")}
    stepped = answers.step(position_of(own, "metal-5"))
    assert stepped["verdict"] == "legal"
    assert "metal-5:blue" in stepped["position"]["players"][0]["hand"]
    assert stepped["stand_ins"] == []
    after = {
        "position": stepped["position"] | {"turn": "A", "trick": []},
        "action": {"type": "bid", "cards": ["metal-5:blue"]},
    }
    tops = {
        name: [r["top"] for r in answers.judge(after | {"deck": used})["readings"]]
        for name, used in (("own", own), ("rulebook", "rulebook"))
    }
    assert tops == {"own": ["6"], "rulebook": ["5"]}


# Any own deck

names = st.sampled_from(["id", "blue", "fire-3", "Fire-3", "metal-T", "suits", "wood"])


@st.composite
def own_decks(draw: st.DrawFn) -> dict[str, str]:
    """The blue faces of some suits, any values in any of the shapes of the suit."""
    chosen = draw(st.lists(st.sampled_from(ELEMENTS), min_size=1, max_size=5, unique=True))
    seed = random.Random(draw(st.integers(0, 2**32)))
    return {
        f"{element}-{rank}": seed.choice(SHAPES[element]).format(seed.choice(RANKS))
        for element in chosen
        for rank in RANKS
    }


@given(own_decks())
def test_spun_cards_show_the_faces_of_their_deck(faces: dict[str, str]) -> None:
    """Whatever the deck: white sides show the value, spun ones the face that it gives."""
    record = read_record(game(faces))
    own = record.rules.deck
    assert own.own
    assert [s.value for s in own.suits] == [e for e in ELEMENTS if f"{e}-3" in faces]
    for card in cards_in_play(own, own.suits, elements=False):
        turned = spun(card, own)
        assert turned is not None
        assert turned.up is not None
        assert write_face(turned.up) == faces[card.name]
        assert not turned.stand_in
        assert spun(turned, own) == card


@given(own_decks())
def test_a_record_keeps_its_own_deck(faces: dict[str, str]) -> None:
    """Both forms of a record hold the whole deck and give it back."""
    form = record_form(read_record(game(faces)))
    assert form["deck"]["blue"] == faces
    assert record_form(read_record(form)) == form
    assert read_text(write_text(form)).record == form


@given(own_decks())
def test_own_decks_meet_the_published_schema(faces: dict[str, str]) -> None:
    Draft202012Validator(schemas()["judge-request"]).validate(BID | {"deck": {"blue": faces}})


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.sampled_from(DECK_IDS),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=4),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["deck", "suits", "position", "edition"]), junk), junk)
def test_no_deck_makes_the_reader_fail(body: Json, faces: object) -> None:
    """Every body has a deck to read cards with, and what is wrong has a place of its own."""
    used, wrong = read_deck(body | {"deck": {"blue": faces}})
    assert used in map(deck, DECK_IDS)
    assert "/deck/blue" in {fault.pointer[:10] for fault in wrong}
    for whole in (body, body | {"deck": {"blue": faces}}):
        pointers = [fault.pointer for fault in read_deck(whole)[1]]
        assert len(pointers) == len(set(pointers))


def game(faces: dict[str, str]) -> Json:
    """A record with that deck, and nothing in it yet."""
    return {
        "format": "panda-spin-game/1",
        "deck": {"id": "house = deck", "title": 'The "house" deck', "blue": faces},
        "players": ["A", "B"],
        "mood": "hungry",
        "suits": [e for e in ELEMENTS if f"{e}-3" in faces],
        "rounds": [{"starter": "A", "deal": {"A": [], "B": []}, "draw_pile": [], "actions": []}],
    }


def test_a_replay_turns_cards_over_with_the_own_deck() -> None:
    """White cards that come back after a pass show the faces of the record's deck."""
    faces = blue("fire", "metal", "wood", fire_3="2+fire", metal_3="A+A+A")
    cards = [f"{e}-{rank}" for rank in RANKS for e in ("fire", "metal", "wood")]
    moves = [
        {"type": "bid", "player": "A", "cards": ["fire-3"]},
        {"type": "bid", "player": "B", "cards": ["fire-7"]},
        {"type": "pass", "player": "A"},
    ]
    hands = {"A": cards[:12], "B": cards[12:24]}
    whole = game(faces) | {
        "elements": False,
        "rounds": [{"starter": "A", "deal": hands, "draw_pile": cards[24:], "actions": moves}],
    }
    replayed = replay(read_record(whole))
    assert replayed.wrong is not None
    assert replayed.wrong.fault == "missing"
    (back,) = [event for event in replayed.events if event.name == "spun-back"]
    two = Face(VALUES[-1], 1, (Symbol.FIRE,))
    assert [card.up for card in back.cards] == [two]


def test_a_suit_that_is_not_in_a_deck() -> None:
    """Neither a name nor the engine finds a card of it."""
    own = read_record(game(blue("fire"))).rules.deck
    with pytest.raises(NotationError) as caught:
        read_card("wood-3", own)
    assert caught.value.accepted == "an element: fire, or element"
    with pytest.raises(Unknown):
        own.card(Element.WOOD, VALUES[0])
    foreign = deck("rulebook").card(Element.WOOD, VALUES[0])
    turned = spun(foreign, own)
    assert isinstance(turned, Card)
    assert turned.up == foreign.under


def test_decks_on_the_command_line(tmp_path: Path) -> None:
    """``decks`` lists them, with an id card by card; an own one comes from a file."""
    run = CliRunner().invoke
    every = run(main, ["decks"]).output
    assert all(f"({deck_id})" in every for deck_id in DECK_IDS)
    assert "metal-8   8   3+3+3" in run(main, ["decks", "rulebook"]).output
    assert json.loads(run(main, ["decks", "early", "--json"]).output) == texts.deck("early")
    assert run(main, ["decks", "tarot"]).exit_code == 3
    path = tmp_path / "house.json"
    path.write_text(json.dumps({"id": "house", "blue": blue("metal", metal_8="4+4+4")}), "utf-8")
    words = ["metal-8:blue", "--deck", str(path), "--json"]
    for command in ("judge", "plays", "dispute"):
        told = json.loads(run(main, [command, *words]).output)
        assert told["decided_by"]["deck"] == "house"
        assert told["stand_ins"] == []
    assert run(main, ["judge", "7", "--deck", "missing.json"]).exit_code == 3
    path.write_text("{", "utf-8")
    assert run(main, ["judge", "7", "--deck", str(path)]).exit_code == 3
