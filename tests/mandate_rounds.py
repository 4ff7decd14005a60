"""Random rounds of the expansion, in the wire's shape, and what both sides say comes of an action.

Hands are small and hold many cards of the animal that is revealed, piles are often short: so that
Mandates, the Rooster's second bids and the variant come up again and again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from tests import reference
from tests import reference_game as game
from tests.reference_mandate import ANIMALS, features
from tests.reference_table import Table, face_of, laid_in, table_of, turned_white
from tests.reference_variant import symbol_plays
from tests.turns import DECK, NAMES, hand_of, with_effects

Body = dict[str, Any]
EXPANSION = "mandate-of-heaven"
MOST_TURNS = 24
"""So many turns of one round are played at most."""


def mandate_rulings(random: Random) -> dict[str, str]:
    """Some of the rulings of the expansion pinned, and now and then another one."""
    mine = {r: random.choice(o) for r, o in game.MANDATE_OPTIONS.items() if random.random() < 0.4}
    others = {**game.OPTIONS, **game.CONSEQUENCE_OPTIONS}
    # These two are seen in the order of the trick and in entries that no request holds.
    del others["empty-hand-turn"], others["last-cards-tie"]
    more = {r: random.choice(o) for r, o in others.items() if random.random() < 0.06}
    return {**more, **mine}


def a_deal(random: Random, animal: str) -> Body:
    """The first position of a round with this animal revealed."""
    names = NAMES[: random.choice((2, 3, 3, 4))]
    suits = random.sample(list(reference.ELEMENTS), game.suits_in_play(len(names)))
    cards = game.whole_deck(suits)
    random.shuffle(cards)
    cards = [
        f"{card}:blue" if not card.startswith("element") and random.random() < 0.2 else card
        for card in cards
    ]
    shown = [card for card in cards if card.endswith(f"-{ANIMALS[animal]}")]
    rest = [card for card in cards if card not in shown]
    players: list[Body] = []
    for name in names:
        size = random.randrange(3, 8)
        hand = [rest.pop() for _ in range(size)]
        hand += [shown.pop() for _ in range(min(len(shown), random.choice((0, 1, 2, 2))))]
        players.append({"name": name, "hand": hand, "points": random.randrange(5)})
    pile = [*shown, *rest][-random.choice((0, 1, 2, 5, 12, 12)) :]
    random.shuffle(pile)
    return {
        "players": players,
        "turn": random.choice(names),
        "trick": [],
        "draw_pile": pile if random.random() < 0.9 else [],
        "discard": [],
        "mood": random.choice(("hungry", "spin")),
        "out": [],
        "mandate": animal,
        "variant": random.random() < 0.5,
    }


def a_round(random: Random, animal: str, rulings: Mapping[str, str]) -> Iterator[tuple[Body, Body]]:
    """The positions of one random round, each with a random action, legal or not."""
    position = a_deal(random, animal)
    for _ in range(MOST_TURNS):
        tried = [an_action(random, position, rulings) for _ in range(4)]
        yield from ((position, action) for action in tried)
        legal = [action for action in tried if _can_be_acted_out(position, action, rulings)]
        weighed = [action for action in legal if "mandate" in action or action["type"] == "symbols"]
        action = random.choice(weighed or legal or [_any_action(random, position, rulings)])
        position = dict(acted_out(position, action, rulings)[0])
        if position["turn"] is None:
            return


def verdict(position: Body, action: Body, rulings: Mapping[str, str]) -> str:
    """What the reference says of an action."""
    return game.verdict(position, action, rulings, DECK, expansion=EXPANSION)[0]


def verdict_whatever_is_revealed(position: Body, action: Body, rulings: Mapping[str, str]) -> str:
    """The one verdict that holds with every animal and with none; without one it is open.

    The reference itself looks no further where it is not told which animal is revealed.
    """
    every = {verdict({**position, "mandate": a}, action, rulings) for a in [*ANIMALS, None]}
    return every.pop() if len(every) == 1 else reference.UNDETERMINED


def acted_out(
    position: Body, action: Body, rulings: Mapping[str, str]
) -> tuple[Body, list[game.Event]]:
    """What comes of an action by the reference."""
    return game.step(position, action, rulings, DECK, expansion=EXPANSION)


def _can_be_acted_out(position: Body, action: Body, rulings: Mapping[str, str]) -> bool:
    if verdict(position, action, rulings) != reference.LEGAL:
        return False
    try:
        acted_out(position, action, rulings)
    except ValueError as error:
        if "say how the bid is taken" in str(error):
            return False
        raise
    return True


def _any_action(random: Random, position: Body, rulings: Mapping[str, str]) -> Body:
    """Something that can be done: the shortest list is that without a Mandate."""
    plain = {**position, "mandate": None, "variant": False}
    listed = game.actions(plain, rulings, DECK, expansion=EXPANSION)
    chosen = random.choice(listed)
    return {key: value for key, value in chosen.items() if key != "indexes"}


def an_action(random: Random, position: Body, rulings: Mapping[str, str]) -> Body:
    """An action that is more or less possible, mostly one of the expansion."""
    table = table_of(position, rulings, DECK, "rulebook", EXPANSION)
    hand = hand_of(position)
    kind = random.random()
    elements = [card for card in hand if card.startswith("element")]
    if kind < 0.1:
        return {"type": "pass"}
    if kind < 0.17 and elements:
        return {"type": "element", "card": random.choice(elements)}
    if kind < 0.4 and (position.get("variant") or random.random() < 0.2):
        return _symbols(random, table, position)
    claimed = random.random() < 0.75
    action = _a_bid(random, table, position, claimed)
    if random.random() < 0.5:
        action = with_effects(random, position, action)
    if claimed:
        rest = [card for card in hand if card not in action["cards"]]
        action["mandate"] = _a_mandate(random, table, position, action["cards"], rest)
    return action


def _a_bid(random: Random, table: Table, position: Body, claimed: bool) -> Body:
    """A bid, mostly one that is legal in itself; if a Mandate goes with it, maybe by that alone."""
    hand = hand_of(position)
    animal = str(position.get("mandate"))
    way = animal if claimed and animal in ("goat", "ox") and random.random() < 0.8 else "beat"
    found = sorted(
        reference.plays_over(
            [face_of(card, DECK) for card in hand],
            table.reading_to_beat(),
            rulings=table.bid_rulings(),
            way=way,
        )
    )
    if not found or random.random() < 0.08:
        cards = random.sample(hand, min(len(hand), random.choice((1, 1, 2, 2, 3))))
        return {"type": "bid", "cards": cards}
    with_it = [
        (places, reading)
        for places, reading in found
        if any(features(hand[place], animal, table) for place in places)
    ]
    places, reading = random.choice(with_it if with_it and random.random() < 0.75 else found)
    kind, width, length, top = reading
    action: Body = {"type": "bid", "cards": [hand[place] for place in places]}
    if random.random() < 0.95:
        action["as"] = {"kind": kind, "width": width, "length": length, "top": top}
    return action


def _a_mandate(
    random: Random, table: Table, position: Body, laid: Sequence[str], rest: Sequence[str]
) -> Body:
    """A claimed Mandate: mostly the one revealed, with cards that are mostly there."""
    animal = str(position["mandate"])
    if random.random() < 0.04:
        animal = random.choice(sorted(ANIMALS))
    pile = [turned_white(card) for card in position["draw_pile"]]
    ways = ["bid"] if any(features(card, animal, table) for card in laid) else []
    ways += ["discard"] if any(features(card, animal, table) for card in [*rest, *pile[:1]]) else []
    if not ways or random.random() < 0.1:
        ways = ["bid", "discard"]
    claim: Body = {"animal": animal, "by": random.choice(ways)}
    hand = list(rest)
    if claim["by"] == "discard":
        drawn, pile = pile[:1], pile[1:]
        shown = [card for card in [*rest, *drawn] if features(card, animal, table)]
        some = shown if shown and random.random() < 0.9 else [*rest, *drawn]
        claim["card"] = random.choice(some or ["7"])
        claim |= _told(random, "drawn", drawn, position)
        hand = [card for card in [*rest, *drawn] if card != claim["card"]]
    elif random.random() < 0.03:
        claim |= random.choice(({"card": "7"}, {"drawn": "7"}))
    return claim | _needed(random, table, position, animal, hand, pile)


def _told(random: Random, key: str, there: Sequence[str], position: Body) -> Body:
    """What is said of a card that is drawn: nothing, what is so, or now and then something else."""
    if random.random() < 0.06:
        return {key: random.choice(hand_of(position) or ["7"])}
    return {key: there[0]} if there and random.random() < 0.4 else {}


def _needed(
    random: Random,
    table: Table,
    position: Body,
    animal: str,
    hand: Sequence[str],
    pile: Sequence[str],
) -> Body:
    """What the animal asks for."""
    over = table.to_beat()
    match animal:
        case "rat":
            put = random.choice([*hand, *pile[:1], *pile[:1]] or ["7"])
            put_back = {"put": put} if random.random() < 0.8 else {}
            return put_back | _told(random, "top", pile[:1], position)
        case "snake":
            return {"flip": random.random() < 0.6} | _told(random, "top", pile[:1], position)
        case "rabbit":
            number = min(len(hand), random.choice((0, 1, 1, 2, 3, 3, 4)))
            chosen = random.sample(list(hand), number)
            return {"discard": [*chosen, "7"] if random.random() < 0.05 else chosen}
        case "monkey":
            names = [p["name"] for p in position["players"] if p["name"] != position["turn"]]
            before = names[-1]
            seat = (names.index(before) + 1) % len(names)
            if over is not None and table.rulings["monkey-victim"] == "previous-bidder":
                before = over["player"]
            elif table.rulings["monkey-victim"] == "seat-before":
                before = table.clockwise_after(position["turn"])[-1]
            held = table.player(before)["hand"]
            if not held or random.random() < 0.08:
                held = table.player(names[seat])["hand"] or ["7"]
            top = {"top": random.choice(held)}
            keep = random.random() < 0.6
            return {"keep": keep} | (top if keep or random.random() < 0.5 else {})
        case "horse":
            lying = laid_in(over) if over is not None else []
            taken = random.choice(lying if lying and random.random() < 0.9 else [*hand, "7"])
            return {"take": taken} if random.random() < 0.96 else {}
    return {}


def _symbols(random: Random, table: Table, position: Body) -> Body:
    """Cards played as symbols: as the reference lists it, or at random, with something claimed."""
    hand = hand_of(position)
    listed = list(symbol_plays(table, str(position["turn"])))
    if listed and random.random() < 0.85:
        chosen = random.choice(listed)
        action = {key: value for key, value in chosen.items() if key != "indexes"}
    else:
        cards = random.sample(hand, min(len(hand), random.choice((1, 1, 2))))
        symbols = [random.choice(("water", "water", "fire", "panda", "bamboo")) for _ in cards]
        use = [{"card": c, "as": s} for c, s in zip(cards, symbols, strict=True)]
        action = {"type": "symbols", "use": use or [{"card": "7", "as": "water"}]}
    played = [each["card"] for each in action["use"]]
    granted = [each["as"] for each in action["use"]]
    left = [card for card in hand if card not in played]
    if "bamboo" in granted and random.random() < 0.8:
        action["bamboo"] = random.choice((1, 1, 1, 2))
    if "fire" in granted and left and random.random() < 0.8:
        action["fire"] = random.sample(left, 1)
    if "panda" in granted and random.random() < 0.8:
        claims: list[Body] = [{"panda": 1}]
        claims += [{"spin": random.sample(left, 1)}] if left else []
        action |= claims[-1 if position["mood"] == "spin" else 0]
    if "mandate" not in action and random.random() < 0.15:
        action["mandate"] = _a_mandate(random, table, position, played, left)
    return action


# What is not known of a table, and the two sides' answers in one shape.


def hidden(random: Random, position: Body) -> Body:
    """The same table with less to see: of the pile, of what others hold, of what is revealed."""
    shown = dict(position)
    kind = random.random()
    if kind < 0.6:
        shown["draw_pile"] = len(position["draw_pile"])
    elif kind < 0.8:
        del shown["draw_pile"]
    elif kind < 0.9:
        del shown["mandate"]
    if random.random() < 0.4:
        shown["players"] = [
            p if p["name"] == position["turn"] else {**p, "hand": {"count": len(p["hand"])}}
            for p in position["players"]
        ]
    return shown


def shape(position: Mapping[str, Any], before: Mapping[str, Any]) -> Body:
    """A position in the shape in which both sides are compared.

    Of hands that were only counted ``before``, the reference goes on counting the cards.
    """
    counted = {p["name"] for p in before["players"] if isinstance(p["hand"], dict)}
    hands = {p["name"]: _hand(p["hand"]) for p in position["players"]}
    return {
        "hands": {n: len(hand) if n in counted else hand for n, hand in hands.items()},
        "points": {p["name"]: p["points"] for p in position["players"]},
        "mandate_used": bool(position.get("mandate_used")),
        "trick": [_entry(entry) for entry in position["trick"]],
        "draw_pile": position.get("draw_pile"),
        **{key: position[key] for key in ("turn", "discard", "out")},
    }


def _hand(hand: Any) -> list[str]:
    """A hand of which no card is known is only counted; what is not known has no side."""
    cards = hand if isinstance(hand, list) else ["unknown"] * hand["count"]
    return sorted(card.removesuffix(":blue") if "unknown" in card else card for card in cards)


def _entry(entry: Mapping[str, Any]) -> Body:
    shown = {key: value for key, value in entry.items() if key != "mandate"}
    if "symbols" in entry:
        shown.pop("used", None)
    if "mandate" in entry:
        shown["mandate"] = {key: value for key, value in entry["mandate"].items() if value}
    return shown


def events_of(told: Sequence[Mapping[str, Any]], animal: str | None) -> list[tuple[Any, ...]]:
    """The events of an answer in the reference's shape.

    A Rat tells what it draws, which the reference tells with the swap; a Monkey tells that a card
    is seen, also where it is kept.
    """
    found: list[tuple[Any, ...]] = []
    swapped = any(event["event"] == "swap" for event in told)
    for event in told:
        found += _event(event, found)
    if animal == "rat" and not swapped:
        # Its own draw is the last one, and brought nothing.
        last = max(n for n, event in enumerate(found) if event[0] == "draw")
        assert found[last][2] == ()
        del found[last]
    return found


def _event(event: Mapping[str, Any], before: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    name, player = event["event"], event.get("player")
    cards = tuple(event.get("cards", ()))
    match name:
        case "bid":
            reading = tuple(event["as"][key] for key in ("kind", "width", "length", "top"))
            return [(name, player, cards, reading)]
        case "sees":
            return []
        case "monkey":
            kept = cards[0] if event["clause"] == "monkey-keeps" else None
            return [(name, player, event["from"], kept)]
        case "swap":
            _, _, drawn = before.pop()
            return [(name, player, drawn[0], cards[0])]
        case "take":
            return [(name, player, event["from"], cards[0])]
        case "mandate":
            return [(name, player, event["animal"])]
        case "panda":
            return [(name, player, event["from"], event["points"])]
        case "bamboo" | "out" | "score":
            return [(name, player, event["points"])]
        case "element":
            return [(name, player, *cards)]
        case "round-end":
            return [("round end",)]
        case "discard-elements" | "spin" | "fire" | "draw" | "spun-back" | "discard":
            return [(name.replace("-", " "), player, cards)]
    return [(name.replace("-", " "), player)]


def plain_events(told: Sequence[game.Event]) -> list[tuple[Any, ...]]:
    """The events of the reference as far as the answer tells them: no cards played as symbols."""
    found: list[tuple[Any, ...]] = []
    for event in told:
        if event[0] == "symbols":
            _, name, uses, reading = event
            waters = tuple(card for card, symbol in uses if symbol == "water")
            found += [("bid", name, waters, reading)] if reading else []
        elif event[0] == "mandate":
            found.append(event[:3])
        elif event[0] == "spun back":
            found.append((event[0], event[1], tuple(_sideless(card) for card in event[2])))
        else:
            found.append(event)
    return found


def _sideless(card: str) -> str:
    return card.removesuffix(":blue") if "unknown" in card else card
