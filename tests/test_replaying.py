"""Recorded games: replayed move by move, read in two forms, and refused where they are wrong."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from api.cli import main
from api.commands.turns import MANY_MOVES, progress
from api.openapi import schemas
from checker.actions import BidAction
from checker.decks import deck as known_deck
from checker.notation import read_card, write_face
from checker.questions import TurnQuestion
from checker.refereeing import Event, step
from checker.replaying import Replayed, replay
from checker.setting_up import deal
from checker.wire import replays
from checker.wire.problems import Fault, Invalid
from checker.wire.record_texts import read_text, write_move, write_text
from checker.wire.records import read_record, record_form
from checker.wire.tables import position_form
from tests import record_games, reference, reference_early, reference_game
from tests.record_choices import EXPANSION
from tests.record_games import FOLDER, RECIPES, Recipe
from tests.reference_mandate import ANIMALS
from tests.rounds import shown_event

Json = dict[str, Any]

GAMES = {recipe.name: FOLDER / f"{recipe.name}.json" for recipe in RECIPES}
PRINTED = [recipe for recipe in RECIPES if recipe.edition == "rulebook" and not recipe.expansion]
EARLY, EXPANDED = GAMES["early"], GAMES[EXPANSION]
TWO = GAMES["two-players"]


def game(path: Path = TWO) -> Json:
    """A recorded game, to be changed at will."""
    read: Json = json.loads(path.read_text("utf-8"))
    return read


def replayed(body: Json) -> Replayed:
    """What comes of a record."""
    return replay(read_record(body))


def faults(body: object) -> dict[str, str]:
    """The faults of a record by their place."""
    with pytest.raises(Invalid) as raised:
        read_record(body)
    return {fault.pointer: fault.detail for fault in raised.value.faults}


# The recorded games


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_recorded_game_is_made_again_byte_by_byte(recipe: Recipe) -> None:
    made = record_games.text_of(record_games.record(recipe))
    assert GAMES[recipe.name].read_text("utf-8") == made, "run python -m tests.record_games"


@pytest.mark.parametrize("recipe", PRINTED, ids=lambda recipe: recipe.name)
def test_a_recorded_game_replays_as_the_reference_played_it(recipe: Recipe) -> None:
    written, events = record_games.play(recipe)
    told = replayed(written)
    assert told.wrong is None
    assert told.is_clean
    assert [shown_event(event) for event in told.events] == events
    assert events[-1] == ("game end", told.winner)
    last = written["rounds"][-1]["actions"][-1]
    assert told.points == last["expect"]["points"]
    assert len(told.played) == sum(len(each["actions"]) for each in written["rounds"])


def test_the_recorded_games_use_every_element_card_and_every_symbol() -> None:
    used: Counter[str] = Counter()
    for recipe in PRINTED:
        told = replayed(game(GAMES[recipe.name]))
        for event in told.events:
            used.update(card.name for card in event.cards if event.name == "element")
            used[event.name] += 1
            if event.name == "bid" and event.reading:
                printed = sum(card.up.count for card in event.cards if card.up)
                used["water"] += event.reading.count - printed
    elements = {f"element-{suit}" for suit in ("fire", "metal", "water", "earth", "wood")}
    assert elements | {"fire", "water", "panda", "spin", "bamboo"} <= {n for n in used if used[n]}


@cache
def replayed_to_the_end(name: str) -> Replayed:
    """What comes of a game of the early edition or the expansion, as the reference has it."""
    recipe = next(recipe for recipe in RECIPES if recipe.name == name)
    written, events, position = record_games.play_to_the_end(recipe)
    told = replayed(written)
    assert told.wrong is None
    assert told.position is not None
    assert events[-1] == ("game end", told.winner)
    assert told.points == {player["name"]: player["points"] for player in position["players"]}
    form = position_form(told.position)
    assert {key: position[key] for key in form} == form
    return told


def test_the_early_game_has_every_wind_a_wild_fire_a_panda_and_a_bomb() -> None:
    told, used = replayed_to_the_end("early"), Counter[str]()
    for event in told.events:
        used[event.word if event.name == "wind" else event.name] += 1
        if event.name == "bid" and event.reading:
            used[event.reading.kind] += 1
            used["wild"] += event.reading.count - sum(c.up.count for c in event.cards if c.up)
    wanted = {*reference_early.WINDS, "bomb", "wild", "panda", "bamboo"}
    assert wanted <= {name for name in used if used[name]}
    assert told.winner is not None
    assert told.points[told.winner] >= 20
    assert [event.name for event in told.events][-2:] == ["out", "game-end"]


def test_the_game_with_the_expansion_uses_every_mandate_in_both_ways_and_the_variant() -> None:
    told = replayed_to_the_end(EXPANSION)
    actions = [each.action for each in told.played if isinstance(each.action, BidAction)]
    activated = [action.mandate for action in actions if action.mandate]
    assert {mandate.animal for mandate in activated} == set(ANIMALS)
    assert {mandate.by for mandate in activated} == {"bid", "discard"}
    assert {action.is_bid for action in actions if action.symbols} == {True, False}


def test_a_replay_is_its_steps() -> None:
    record = read_record(game())
    told, events = replay(record), list[Event]()
    points = dict(record.points)
    for each in record.rounds:
        cards = [*(card for hand in each.deal.values() for card in hand), *each.draw_pile]
        position = deal(points, cards, each.starter, record.mood)
        for move in each.moves:
            stepped = step(TurnQuestion(position, move.action, record.rules, "none"))
            position = stepped.position
            events.extend(stepped.events)
        points = {player.name: player.points or 0 for player in position.players}
    assert told.events == tuple(events)
    assert told.position == position


@settings(max_examples=5)
@given(st.integers(0, 10_000), st.integers(2, 5), st.sampled_from(("hungry", "spin")))
def test_any_game_of_the_reference_replays(seed: int, players: int, mood: str) -> None:
    suits = reference.ELEMENTS[: reference_game.suits_in_play(players)]
    written, events = record_games.play(Recipe("any", seed, players, mood, tuple(suits)))
    told = replayed(written)
    assert told.wrong is None
    assert [shown_event(event) for event in told.events] == events


@settings(max_examples=4)
@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from(("hungry", "spin", None)))
def test_the_start_of_any_early_or_expanded_game_replays(
    seed: int, players: int, mood: str | None
) -> None:
    suits = tuple(reference.ELEMENTS[: reference_game.suits_in_play(players)])
    edition, expansion = ("rulebook", EXPANSION) if mood else ("early", None)
    recipe = Recipe("any", seed, players, mood, suits, edition, expansion)
    written = record_games.record(recipe)
    written["rounds"] = written["rounds"][:2]
    found = replayed(written).wrong
    assert found is None or (found.fault, found.round) == ("missing", 3), found


# Records that are wrong


def wrong(body: Json) -> tuple[str, int, int]:
    """The first fault of a record: what, in which round, at which move."""
    found = replayed(body).wrong
    assert found is not None
    assert found.reasons
    return found.fault, found.round, found.move


def test_an_illegal_move_is_told_with_its_reasons_and_the_table_before_it() -> None:
    body = game()
    body["rounds"][1]["actions"][0] = {"type": "pass", "player": "Ann"}
    told = replayed(body)
    assert told.wrong is not None
    assert (told.wrong.fault, told.wrong.round, told.wrong.move) == ("illegal", 2, 1)
    assert told.wrong.judgement is not None
    assert [reason.clause.id for reason in told.wrong.judgement.reasons] == [
        "leader-with-animals-plays"
    ]
    assert told.position is not None
    assert not told.position.trick
    assert [each.round for each in told.played] == [1] * len(body["rounds"][0]["actions"])


def test_only_the_first_wrong_move_is_told() -> None:
    body = game()
    actions = body["rounds"][0]["actions"]
    actions[3]["player"] = actions[5]["player"] = "Ann" if actions[3]["player"] == "Bo" else "Bo"
    assert wrong(body) == ("illegal", 1, 4)


def test_declared_points_that_differ() -> None:
    body = game()
    place = next(n for n, a in enumerate(body["rounds"][0]["actions"]) if "expect" in a)
    body["rounds"][0]["actions"][place]["expect"]["points"] = {"Bo": 7}
    told = replayed(body)
    assert wrong(body) == ("declared", 1, place + 1)
    assert told.wrong is not None
    assert told.wrong.reasons == ("The points of Bo are 1, not 7 as declared.",)


def test_a_declared_leader_that_differs() -> None:
    body = game()
    actions = body["rounds"][0]["actions"]
    place = next(n for n, a in enumerate(actions) if "leads" in a.get("expect", {}))
    other = {"Ann": "Bo", "Bo": "Ann"}[actions[place]["expect"]["leads"]]
    actions[place]["expect"]["leads"] = other
    assert wrong(body) == ("declared", 1, place + 1)


def test_nobody_leads_in_the_middle_of_a_trick() -> None:
    body = game()
    body["rounds"][0]["actions"][0]["expect"] = {"leads": "Ann"}
    assert wrong(body) == ("declared", 1, 1)


def test_a_wrong_starter() -> None:
    body = game()
    other = {"Ann": "Bo", "Bo": "Ann"}[body["rounds"][1]["starter"]]
    body["rounds"][1]["starter"] = other
    assert wrong(body) == ("starter", 2, 0)


def test_actions_that_are_missing_or_left_over() -> None:
    short, long = game(), game()
    count = len(short["rounds"][0]["actions"])
    short["rounds"][0]["actions"].pop()
    assert wrong(short) == ("missing", 1, count)
    long["rounds"][0]["actions"].append({"type": "pass"})
    assert wrong(long) == ("left-over", 1, count + 1)


def test_rounds_that_are_missing_or_left_over() -> None:
    short, long = game(), game()
    count = len(short["rounds"])
    short["rounds"].pop()
    assert wrong(short) == ("missing", count, 0)
    long["rounds"].append(long["rounds"][0])
    assert wrong(long) == ("left-over", count + 1, 0)


def test_deals_that_are_none() -> None:
    fewer, twice, strange, other, blue = (game() for _ in range(5))
    first = fewer["rounds"][0]
    first["draw_pile"].append(first["deal"]["Ann"].pop())
    twice["rounds"][0]["deal"]["Ann"][0] = twice["rounds"][0]["deal"]["Ann"][1]
    strange["rounds"][0]["deal"]["Ann"][0] = "metal-3"
    other["suits"] = ["fire", "earth", "wood"]
    blue["rounds"][0]["deal"]["Ann"][0] += ":blue"
    without = game()
    without["elements"] = False
    for body in (fewer, twice, strange, other, blue, without):
        assert wrong(body) == ("deal", 1, 0)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"deal": "twelve"}, "Ann is dealt 12 cards, not 11."),
        ({"winds": {"Ann": "east"}}, "1 winds are dealt; accepted: 4"),
        (
            {"winds": dict.fromkeys(("Ann", "Bo", "Cleo", "Dan"), "east")},
            "The east wind is dealt twice.",
        ),
        ({"elements": True}, "No Element cards are dealt, though they are in play."),
    ],
)
def test_early_deals_that_are_none(change: Json, told: str) -> None:
    body = game(EARLY)
    first = body["rounds"][0]
    if "deal" in change:
        first["deal"]["Ann"].append(first["draw_pile"].pop())
    elif "elements" in change:
        body |= change
    else:
        first |= change
    assert wrong(body) == ("deal", 1, 0)
    found = replayed(body).wrong
    assert found is not None
    assert found.reasons[0].startswith(told)


def test_element_cards_are_not_dealt_early() -> None:
    body = game(EARLY)
    body["elements"] = True
    body["rounds"][0]["draw_pile"] += [f"element-{suit}" for suit in body["suits"]]
    found = replayed(body).wrong
    assert found is not None
    assert found.reasons == ("The early text deals no Element cards.",)


def test_early_moves_that_are_wrong() -> None:
    played, late = game(EARLY), game(EARLY)
    actions = played["rounds"][0]["actions"]
    place = next(n for n, a in enumerate(actions) if a["type"] == "wind" and a["wind"] != "south")
    del actions[place]["condition_met"]
    assert wrong(played) == ("undetermined", 1, place + 1)
    actions[place]["wind"] = "south"
    assert wrong(played) == ("illegal", 1, place + 1)
    late["rounds"].append(late["rounds"][0])
    assert wrong(late) == ("left-over", len(late["rounds"]), 0)


def test_without_its_winds_a_round_leaves_them_open() -> None:
    body = game(EARLY)
    del body["rounds"][0]["winds"]
    place = [a["type"] for a in body["rounds"][0]["actions"]].index("wind")
    assert wrong(body) == ("undetermined", 1, place + 1)


def test_mandates_and_winds_go_with_what_they_belong_to() -> None:
    wind, mandate, variant, again = game(), game(), game(), game(EXPANDED)
    wind["rounds"][0]["winds"] = {"Ann": "east", "Bo": "west"}
    mandate["rounds"][0]["mandate"] = "goat"
    variant["variant"] = True
    again["rounds"][0]["mandate"] = again["rounds"][1]["mandate"]
    for body, number in ((wind, 1), (mandate, 1), (variant, 1)):
        assert wrong(body) == ("deal", number, 0)
    for each in again["rounds"][:2]:
        each["actions"] = [each["actions"][0]]
    again["rounds"][0]["mandate"] = "panda"
    again["rounds"][1]["winds"] = {"Zoe": "up"}
    again["rounds"][0]["actions"][0]["mandate"] = {"by": "luck", "card": "17", "shout": True}
    at = faults(again)
    where = "/rounds/0/actions/0/mandate"
    assert {
        "/rounds/0/mandate",
        "/rounds/1/winds/Zoe",
        f"{where}/animal",
        f"{where}/by",
        f"{where}/card",
        f"{where}/shout",
    } == set(at)


def test_no_mandate_is_revealed_twice_while_others_are_left() -> None:
    body = game(EXPANDED)
    first = body["rounds"][0]["mandate"]
    body["rounds"][1]["mandate"] = first
    assert wrong(body) == ("deal", 2, 0)


def test_a_mandate_that_is_not_recorded_leaves_its_use_open() -> None:
    body = game(EXPANDED)
    first = body["rounds"][0]
    del first["mandate"]
    place = next(
        n for n, a in enumerate(first["actions"]) if "mandate" in a or a["type"] == "symbols"
    )
    assert wrong(body) == ("undetermined", 1, place + 1)


def test_a_mandate_is_revealed_as_long_as_there_are_any() -> None:
    body = game(EXPANDED)
    body["rounds"][0]["mandate"] = None
    found = replayed(body).wrong
    assert found is not None
    assert (found.fault, found.round) == ("deal", 1)
    assert [reason.clause.id for reason in found.cited] == ["mandate-revealed"]


def test_the_panda_tile_may_be_missing_only_early() -> None:
    body = game()
    del body["mood"]
    assert faults(body) == {"/mood": "this key is required"}
    early = game(EARLY) | {"mood": "hungry"}
    del early["rounds"][1:]
    assert wrong(early) == ("missing", 2, 0)


def undeclared() -> Json:
    """A record that does not say how a wild card was led: alone it has several readings."""
    body = game()
    led = body["rounds"][0]["actions"][16]
    assert led["cards"] == ["water-10:blue"]
    del led["as"]
    return body


def test_a_bid_that_can_be_taken_in_two_ways_has_to_be_declared() -> None:
    assert wrong(undeclared()) == ("undetermined", 1, 17)


# Reading


def test_all_faults_of_a_record_are_told_at_once() -> None:
    body = game()
    body |= {"format": "panda-spin-game/9", "mood": "angry", "extra": 1}
    del body["suits"]
    body["players"] = ["Ann", "Bo", "Bo"]
    body["rounds"][0]["starter"] = "Zoe"
    body["rounds"][0]["deal"]["Ann"][0] = "plastic-9"
    actions = body["rounds"][0]["actions"]
    actions[0]["cards"][0] = "17"
    actions[1]["type"] = "sing"
    actions[2]["cards"] = []
    actions[3]["expect"] = {"points": {"Zoe": -1}, "wins": "Ann"}
    actions[4] = 7
    found = faults(body)
    assert {
        "/format",
        "/mood",
        "/extra",
        "/suits",
        "/players/2",
        "/rounds/0/starter",
        "/rounds/0/deal/Ann/0",
        "/rounds/0/actions/0/cards/0",
        "/rounds/0/actions/1/type",
        "/rounds/0/actions/2/cards",
        "/rounds/0/actions/3/expect/points/Zoe",
        "/rounds/0/actions/3/expect/wins",
        "/rounds/0/actions/4",
    } <= set(found)


@pytest.mark.parametrize("body", [None, 3, "x", [], {}, {"rounds": [3]}, {"players": [1]}])
def test_what_is_no_record_has_faults(body: object) -> None:
    assert faults(body)


@pytest.mark.parametrize("path", GAMES.values(), ids=GAMES)
def test_both_forms_say_the_same(path: Path) -> None:
    body = game(path)
    record = read_record(body)
    form = record_form(record)
    assert form == body
    text = write_text(form)
    assert read_text(text).record == form
    assert replays.read(text.encode()) == replays.read(path.read_bytes()) == record


@pytest.mark.parametrize("path", GAMES.values(), ids=GAMES)
def test_the_recorded_games_are_valid_by_the_published_schema(path: Path) -> None:
    Draft202012Validator(schemas()["record"]).validate(game(path))


CARDS = st.sampled_from(
    ("7", "6+6", "7+water", "metal-8", "metal-8:blue", "element-fire", "3:blue")
) | st.just({"element": "water", "white": "K", "blue": "7+water", "side": "blue"})
CARD_LISTS = st.lists(CARDS, max_size=4)
SOME_CARDS = st.lists(CARDS, min_size=1, max_size=3)
ODD = st.sampled_from(
    (
        "-",
        "deal",
        "Round",
        "winds",
        "mandate",
        "wind",
        "symbols",
        ":",
        ";",
        "a=b",
        "#1",
        'x"y',
        "A B",
        "as",
        "from",
        "forced",
        "pass",
        "\u2028",
        "二",
    )
)
NAMES = ODD | st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
CLAIMS = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(("single", "set", "run", "formation", "bomb")),
        "width": st.integers(1, 9),
        "length": st.integers(1, 5),
        "top": st.sampled_from(("3", "10", "A", "2")),
    },
).filter(bool)


WINDS = st.sampled_from(reference_early.WINDS)
USES = st.fixed_dictionaries({"card": CARDS, "as": st.sampled_from(reference.SYMBOLS)})
MANDATES = st.fixed_dictionaries(
    {"animal": st.sampled_from(sorted(ANIMALS)), "by": st.sampled_from(("bid", "discard"))},
    optional={
        **dict.fromkeys(("card", "drawn", "top", "put", "take"), CARDS),
        **dict.fromkeys(("flip", "keep"), st.just(True)),
        "discard": SOME_CARDS,
    },
)


@st.composite
def records(draw: st.DrawFn) -> Json:
    """Canonical JSON forms of any records, sense or none."""
    names = draw(st.lists(NAMES, min_size=2, max_size=5, unique=True))
    name = st.sampled_from(names)
    points = st.dictionaries(name, st.integers(0, 99), min_size=1)
    expect = st.fixed_dictionaries({}, optional={"points": points, "leads": name}).filter(bool)
    own = {"player": name, "discard_elements": SOME_CARDS, "expect": expect}
    effects = {
        "as": CLAIMS,
        "fire": SOME_CARDS,
        "spin": SOME_CARDS,
        "panda": st.integers(1, 9),
        "from": st.lists(name, min_size=1, max_size=2),
        "bamboo": st.integers(1, 9),
        "mandate": MANDATES,
    }
    bids = st.fixed_dictionaries(
        {"type": st.just("bid"), "cards": CARD_LISTS}, optional={**own, **effects}
    )
    symbols = st.fixed_dictionaries(
        {"type": st.just("symbols"), "use": st.lists(USES, min_size=1, max_size=3)},
        optional={**own, **effects},
    )
    winds = st.fixed_dictionaries(
        {"type": st.just("wind"), "wind": WINDS}, optional={**own, "condition_met": st.booleans()}
    )
    forced = {"forced_discards": st.dictionaries(name, SOME_CARDS, min_size=1)}
    element = st.fixed_dictionaries(
        {"type": st.just("element"), "card": CARDS}, optional={**own, **forced}
    )
    passes = st.fixed_dictionaries({"type": st.just("pass")}, optional=own)
    rounds = st.fixed_dictionaries(
        {
            "starter": name,
            "deal": st.fixed_dictionaries(dict.fromkeys(names, CARD_LISTS)),
            "draw_pile": CARD_LISTS,
            "actions": st.lists(bids | element | passes | winds | symbols, max_size=4),
        },
        optional={
            "mandate": st.none() | st.sampled_from(sorted(ANIMALS)),
            "winds": st.dictionaries(name, WINDS),
        },
    )
    edition = draw(st.sampled_from(("rulebook", "early")))
    expanded = edition == "rulebook" and draw(st.booleans())
    mood = st.sampled_from(("hungry", "spin") if edition == "rulebook" else ("hungry", None))
    told: Json = {"mood": draw(mood), "variant": draw(st.booleans())}
    told |= {"expansion": EXPANSION} if expanded else {}
    return {
        "format": "panda-spin-game/1",
        "edition": edition,
        "rulings": draw(st.sampled_from(({}, {"natural-four": "either"}))),
        "deck": "rulebook",
        "players": names,
        "points": {each: draw(st.integers(0, 99)) for each in names},
        **{key: value for key, value in told.items() if value},
        "suits": ["fire", "metal"],
        "elements": draw(st.booleans()),
        "rounds": draw(st.lists(rounds, min_size=1, max_size=2)),
    }


@given(records())
def test_any_record_comes_back_from_its_text(form: Json) -> None:
    assert record_form(read_record(form)) == form
    assert read_text(write_text(form)).record == form


@given(st.text(max_size=200) | st.text(st.sampled_from('ab7 :;,="#-\n'), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for start in ("", "round: 1\n"):
        found: tuple[Fault, ...] = ()
        try:
            read_text(start + text)
        except Invalid as error:
            found = error.faults
        assert all(fault.pointer.startswith("line ") for fault in found)


def test_a_panda_that_takes_nothing_stays_so() -> None:
    body = game(GAMES["three-players"])
    actions = [action for each in body["rounds"] for action in each["actions"]]
    taking = next(action for action in actions if action.get("from"))
    taking["panda"] = 0
    assert record_form(read_record(body)) == body
    assert read_text(write_text(body)).record == body
    found = replayed(body).wrong
    assert found is not None
    assert found.fault == "declared"


def test_a_text_is_read_generously() -> None:
    text = """
        # a game
        Format: panda-spin-game/1
        players: A B   # two of them
        round: 1
        starter: A
        A: 6 6 7 7 AS formation 2x2 7; fire 9, panda 1 from B
        B: element-fire, discards element-wood
        -: pass
    """
    actions = read_text(text).record["rounds"][0]["actions"]
    assert actions == [
        {
            "player": "A",
            "type": "bid",
            "cards": ["6", "6", "7", "7"],
            "as": {"kind": "formation", "width": 2, "length": 2, "top": "7"},
            "fire": ["9"],
            "panda": 1,
            "from": ["B"],
        },
        {
            "player": "B",
            "type": "element",
            "card": "element-fire",
            "discard_elements": ["element-wood"],
        },
        {"type": "pass"},
    ]


def test_forced_discards_in_a_text() -> None:
    text = """
        players: Ann Bo forced
        round: 1
        Ann: element-fire; forced Bo element-wood element-earth; Forced "forced" element-metal
    """
    forced = {"Bo": ["element-wood", "element-earth"], "forced": ["element-metal"]}
    (action,) = read_text(text).record["rounds"][0]["actions"]
    assert action == {
        "player": "Ann",
        "type": "element",
        "card": "element-fire",
        "forced_discards": forced,
    }
    written = write_move(action)
    assert written == (
        "Ann: element-fire; forced Bo element-wood element-earth; forced forced element-metal"
    )
    assert read_text(text.replace("Forced", "forced")).record["rounds"][0]["actions"] == [action]


@pytest.mark.parametrize("part", ["forced", "forced Bo element-wood; forced Bo element-earth"])
def test_forced_discards_that_cannot_be_read(part: str) -> None:
    """Somebody has to be named, and once."""
    with pytest.raises(Invalid):
        read_text(f"players: Ann Bo\nround: 1\nAnn: element-fire; {part}")


def test_winds_mandates_and_symbols_in_a_text() -> None:
    text = """
        players: Ann mandate
        variant: yes
        round: 1
        mandate: none
        winds: Ann=East mandate=south
        Ann: wind East MET
        mandate: wind south
        Ann: 4 5 6 as run; mandate goat by discard fire-10; drawn water-3
        Ann: 7; mandate Rabbit; drops fire-3 fire-4; leads Ann
        Ann: 7; mandate Snake, flip, top 9
        Ann: symbols fire-8=water Metal(8/3+3+3)=Panda as set 2x1 K; panda 1 from mandate
    """
    read = read_text(text).record["rounds"][0]
    assert (read["mandate"], read["winds"]) == (None, {"Ann": "east", "mandate": "south"})
    goat = {"animal": "goat", "by": "discard", "card": "fire-10", "drawn": "water-3"}
    rabbit = {"animal": "rabbit", "by": "bid", "discard": ["fire-3", "fire-4"]}
    metal = {"element": "Metal", "white": "8", "blue": "3+3+3"}
    assert [{k: v for k, v in a.items() if k != "player"} for a in read["actions"]] == [
        {"type": "wind", "wind": "east", "condition_met": True},
        {"type": "wind", "wind": "south"},
        {"type": "bid", "cards": ["4", "5", "6"], "as": {"kind": "run"}, "mandate": goat},
        {"type": "bid", "cards": ["7"], "mandate": rabbit, "expect": {"leads": "Ann"}},
        {
            "type": "bid",
            "cards": ["7"],
            "mandate": {"animal": "snake", "by": "bid", "flip": True, "top": "9"},
        },
        {
            "type": "symbols",
            "use": [{"card": "fire-8", "as": "water"}, {"card": metal, "as": "panda"}],
            "as": {"kind": "set", "width": 2, "length": 1, "top": "K"},
            "panda": 1,
            "from": ["mandate"],
        },
    ]
    named = read_text("players: variant B\nvariant: yes\nround: 1\nvariant: pass").record
    assert named["variant"] is True
    assert named["rounds"][0]["actions"] == [{"player": "variant", "type": "pass"}]
    wrong = ("wind", "wind east no", "symbols 7", "7; mandate", "7; mandate goat by", "7; flip")
    for line in (*wrong, "7; mandate goat; flip 7", "7; mandate goat; put"):
        with pytest.raises(Invalid):
            read_text(f"round: 1\nAnn: {line}")


def test_the_faults_of_a_text_name_their_lines() -> None:
    with pytest.raises(Invalid) as raised:
        replays.read(b"mood: hungry\nmood: spin\nAnn: pass\nround: 2\nwhat\nelements: maybe\n")
    assert [f.pointer for f in raised.value.faults] == [f"line {n}" for n in (2, 3, 4, 5, 6)]
    with pytest.raises(Invalid) as raised:
        replays.read(b"mood: angry\nplayers: A B\nround: 1\nstarter: C\ndeal A: 99\nA: 17\n")
    at = {fault.pointer for fault in raised.value.faults}
    assert {"line 1", "line 4", "line 5", "line 6", "the text"} <= at


def test_a_line_that_cannot_be_read_hides_no_fault_of_the_others() -> None:
    """All faults of all lines, and nothing about what the bad lines left out."""
    with pytest.raises(Invalid) as raised:
        replays.read(
            b"format: panda-spin-game/1\nplayers: A B\nmood: angry\nsuits: fire; wood\n"
            b"round: 2\nstarter: C\ndeal A: 99\ndeal B ; 3\ndraw:\nA: 17\nB: 9; what\n"
        )
    told = {fault.pointer for fault in raised.value.faults}
    assert told == {f"line {number}" for number in (3, 4, 5, 6, 7, 8, 10, 11)}


def test_points_over_the_supply_are_a_fault_of_the_deal() -> None:
    """All together start with at most 105 points."""
    body = game()
    names = body["players"]
    body["points"] = dict(zip(names, (100, 6), strict=True))
    wrong = replays.replay(read_record(body))["wrong"]
    assert wrong is not None
    assert wrong["fault"] == "deal"
    assert [reason["clause"] for reason in wrong["clauses"]] == ["point-supply"]
    body["points"] = dict(zip(names, (100, 5), strict=True))
    wrong = replays.replay(read_record(body))["wrong"]
    assert wrong is None or wrong["fault"] != "deal"


def opening(path: Path = TWO, **more: Any) -> tuple[str, list[str]]:
    """What is wrong with the start of a game that tells which Element cards were drawn."""
    body = game(path)
    earth_first = sorted(body["suits"], key=["earth", "fire", "water", "wood", "metal"].index)
    others = [name for name in body["players"] if name != body["rounds"][0]["starter"]]
    names = [body["rounds"][0]["starter"], *others]
    body["drawn"] = dict(zip(names, earth_first, strict=False))
    for key, told in more.items():
        body[key] = {**body[key], **told}
    wrong = replays.replay(read_record(body))["wrong"]
    if wrong is None:
        return "", []
    assert len(wrong["reasons"]) == len(wrong["clauses"])
    return wrong["fault"], [reason["clause"] for reason in wrong["clauses"]]


def test_who_drew_the_highest_element_starts_with_a_point_like_all() -> None:
    """A record may begin with the cards drawn; without them anybody may start, with any points."""
    assert opening() == ("", [])
    first, *_, last = game()["players"]
    assert opening(points={last: 2}) == ("deal", ["one-point-each"])
    assert opening(points={last: 0, first: 3}) == ("deal", ["one-point-each", "one-point-each"])
    unused = next(e for e in ("wood", "water", "fire") if e not in game()["suits"])
    assert opening(drawn={last: unused})[1] == ["suits-in-play"]
    assert opening(drawn=dict.fromkeys((first, last), "earth"))[1] == ["one-element-card-each"]
    assert opening(EARLY)[1] == ["no-element-cards"]
    body = game()
    body["drawn"] = {first: body["suits"][0]}
    told = replays.replay(read_record(body))["wrong"]
    assert told is not None
    assert told["reasons"] == [f"{last} draws no Element card."]
    starter = body["rounds"][0]["starter"]
    other = next(name for name in body["players"] if name != starter)
    body["drawn"] = {starter: "wood", other: "earth"}
    told = replays.replay(read_record(body))["wrong"]
    assert told is not None
    assert (told["fault"], told["player"]) == ("starter", starter)
    assert [reason["clause"] for reason in told["clauses"]] == ["starter-by-number"]


def test_the_elements_drawn_stand_in_both_forms() -> None:
    """Also for a player who is called like the header; a name of nobody is a fault."""
    body = game()
    names = body["players"]
    body["drawn"] = dict(zip(names, body["suits"], strict=False))
    form = record_form(read_record(body))
    assert form["drawn"] == body["drawn"]
    assert read_text(write_text(form)).record == form
    body["drawn"] = {"Zoe": "earth", names[0]: "plastic"}
    assert {"/drawn/Zoe", f"/drawn/{names[0]}"} == set(faults(body))
    named = read_text("players: drawn B\nround: 1\ndrawn: pass").record
    assert named["rounds"][0]["actions"] == [{"player": "drawn", "type": "pass"}]


def test_what_breaks_the_set_up_in_a_body_cites_it() -> None:
    """Too many players, a Mandate that there is not, and no word of the mood."""
    body = game(EXPANDED)
    body["players"] = [*"ABCDEF"]
    body["rounds"] = body["rounds"][:1]
    body["rounds"][0]["mandate"] = "cat"
    with pytest.raises(Invalid) as raised:
        read_record(body)
    cited = {fault.pointer: fault.clause for fault in raised.value.faults}
    assert cited["/players"] == "players-two-to-five"
    assert cited["/rounds/0/mandate"] == "mandate-animals"
    text = write_text(record_form(read_record(game()))).replace("mood: ", "# ")
    with pytest.raises(Invalid) as untold:
        replays.read(text.encode())
    assert [(f.clause, f.section) for f in untold.value.faults] == [("mood-chosen", "Setup")]


def spelled(value: Any) -> Any:
    """The value with every named Animal card spelled out as an object."""
    if isinstance(value, dict):
        return {key: spelled(each) for key, each in value.items()}
    if isinstance(value, list):
        return [spelled(each) for each in value]
    name, _, side = str(value).partition(":")
    if "-" not in name or name.startswith("element-"):
        return value
    card = read_card(name, known_deck("rulebook"))
    assert card.up
    assert card.under
    faces = {"white": write_face(card.up), "blue": write_face(card.under)}
    return {"element": str(card.element), **faces, "side": side or "white"}


def test_cards_spelled_out_are_dealt_as_those_that_they_are() -> None:
    """An app with its own card data names no cards; a game is the same one by what they show."""
    body = game()
    told = replayed({**body, "rounds": spelled(body["rounds"])})
    assert told.is_clean
    assert told.points == replayed(body).points
    twice = game()
    twice["rounds"][0]["draw_pile"].append(spelled(twice["rounds"][0]["deal"]["Ann"][0]))
    assert "In the deck twice: " in str(replayed(twice).wrong)


def test_what_is_wrong_with_a_deal_names_the_cards() -> None:
    """Where they are too many to name, it is what the record says that differs."""
    blue, stray, bare, suits, elements = (game() for _ in range(5))
    first = blue["rounds"][0]["deal"]["Ann"]
    first[0] += ":blue"
    stray["rounds"][0]["draw_pile"].append("metal-3")
    bare["rounds"][0]["draw_pile"].append("7")
    suits["suits"] = ["water", "earth", "wood", "earth"]
    elements["elements"] = False
    told = [replayed(body).wrong for body in (blue, stray, bare, elements)]
    assert [wrong.reasons for wrong in told if wrong] == [
        (f"Cards are dealt with their White sides up, not {first[0].removesuffix(':blue')}.",),
        ("Of suits that are not in play: metal-3.",),
        ("Bare faces are dealt, and no cards: 7.",),
        ("Element cards are dealt, though they are left out.",),
    ]
    assert faults(suits) == {"/suits/3": "earth stands there twice"}


def test_no_points_to_take_are_kept_with_from() -> None:
    """A panda of 0 says something beside from, and stands in both forms."""
    body = game()
    move = {"type": "bid", "cards": ["9"], "panda": 0, "from": [body["players"][0]]}
    body["rounds"][0]["actions"] = [move]
    form = record_form(read_record(body))
    assert form["rounds"][0]["actions"] == [move]
    assert read_text(write_text(form)).record == form


def test_who_discards_before_a_forced_pass_has_to_play() -> None:
    """A name of nobody is told at its place, though no card stands there."""
    body = game()
    move = {"type": "element", "card": "element-fire", "forced_discards": {"Zoe": [], "Bo": ["x"]}}
    body["rounds"][0]["actions"] = [move]
    with pytest.raises(Invalid) as caught:
        read_record(body)
    at = "/rounds/0/actions/0/forced_discards"
    assert [(f.pointer, f.got) for f in caught.value.faults] == [
        (f"{at}/Bo/0", "x"),
        (f"{at}/Zoe", "Zoe"),
    ]


# The command line


def run(*args: str, **more: Any) -> Result:
    """One command, as if it were typed."""
    return CliRunner().invoke(main, ["replay", *args], **more)


def test_replay_shows_a_transcript_and_a_clean_bill() -> None:
    result = run(str(TWO))
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.startswith("Round 1: ")
    assert result.stdout.splitlines()[-1] == "CLEAN: 7 rounds, 218 moves; Bo wins with 15 points."
    for recipe in PRINTED:
        assert run(str(GAMES[recipe.name])).exit_code == 0


def test_a_transcript_tells_winds_mandates_and_symbols() -> None:
    told = [run(str(path)) for path in (EARLY, EXPANDED)]
    assert [each.exit_code for each in told] == [0, 0]
    early, expanded = (each.stdout for each in told)
    assert early.startswith("Round 1: Bo starts\nWinds: Ann west, Bo north, Cleo south, Dan east.")
    assert " plays the west wind. " in early
    assert re.match(r"Round 1: \w+ starts, hungry Panda, Mandate of the \w+\n", expanded)
    assert re.search(r"plays \w+-\w+ as (Bamboo|Panda|Fire|Water)", expanded)
    for each in told:
        assert each.stdout.splitlines()[-1].startswith("CLEAN: ")


def test_replay_reads_the_text_form_from_standard_input() -> None:
    text = write_text(record_form(read_record(game())))
    assert run("-", input=text).stdout == run(str(TWO)).stdout


def test_replay_tells_the_first_wrong_move() -> None:
    body = game()
    body["rounds"][1]["actions"][0] = {"type": "pass", "player": "Ann"}
    result = run("-", input=json.dumps(body))
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1].startswith("WRONG at round 2, move 1: ")
    assert "The table before it" in result.stdout


def test_replay_prints_its_body() -> None:
    body = game()
    body["rounds"][0]["actions"].append({"type": "pass"})
    result = run("--json", "-", input=json.dumps(body))
    told = json.loads(result.stdout)
    Draft202012Validator(schemas()["replay-answer"]).validate(told)
    assert result.exit_code == 2
    assert (told["verdict"], told["wrong"]["fault"]) == ("wrong", "left-over")
    assert json.loads(run("--json", str(TWO)).stdout)["winner"] == "Bo"


def test_replay_of_what_cannot_be_read() -> None:
    for unreadable in ("{", "nonsense", "{}", ""):
        result = run("-", input=unreadable)
        assert result.exit_code == 3
        assert result.stderr.startswith("Error: ")
        assert result.stdout == ""


def test_replay_that_stays_open_exits_with_4() -> None:
    result = run("-", input=json.dumps(undeclared()))
    assert result.exit_code == 4
    assert result.stdout.splitlines()[-1].startswith("UNDETERMINED at round ")


class Terminal(io.StringIO):
    """A standard error that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_only_a_long_run_on_a_terminal_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = Terminal()
    monkeypatch.setattr("sys.stderr", stderr)
    with progress(MANY_MOVES - 1):
        pass
    assert stderr.getvalue() == ""
    with progress(MANY_MOVES) as on_move:
        on_move()
    assert "Replaying" in stderr.getvalue()
