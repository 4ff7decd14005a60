"""How a trick goes on and ends: passing, drawing, winning, showing out, the end of the round.

Part of the plain reference for a whole game (`tests.reference_game` describes all of it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference_table import (
    UNKNOWN,
    Event,
    Table,
    is_bid,
    is_pass,
    laid_in,
    spun,
    turned_white,
    without,
)

MOST_POINTS_FOR_OUT = 7
POINTS_THAT_END_THE_GAME = 15
POINTS_THAT_WIN_EARLY = 20


# --- Cards on the move ---------------------------------------------------------------------------


def discard(table: Table, name: str, cards: Sequence[str], events: list[Event]) -> None:
    """Put cards that a player has played onto the discard pile."""
    if cards:
        table.position["discard"].extend(cards)
        events.append(("discard", name, tuple(cards)))


def discard_unused(table: Table, name: str, cards: Sequence[str], events: list[Event]) -> None:
    """A player puts Element cards of the hand onto the discard pile, unused."""
    player = table.player(name)
    player["hand"] = without(player["hand"], cards)
    table.position["discard"].extend(cards)
    events.append(("discard elements", name, tuple(cards)))


def take_in(table: Table, name: str, cards: Sequence[str]) -> None:
    """Put cards into a hand, of which perhaps only the size is known."""
    player = table.player(name)
    if isinstance(player["hand"], list):
        player["hand"].extend(cards)
    else:
        player["hand"] = {"count": player["hand"]["count"] + len(cards)}


def pile_size(table: Table) -> int:
    """How many cards the draw pile has; ValueError where that is not known."""
    pile = table.position.get("draw_pile")
    if pile is None:
        raise ValueError("how many cards the draw pile has is not known")
    return len(pile) if isinstance(pile, list) else int(pile)


def top_of_pile(table: Table) -> str | None:
    """The top card of the pile, white side up; None where the pile is empty."""
    pile = table.position.get("draw_pile")
    if pile_size(table) == 0:
        return None
    return turned_white(pile[0]) if isinstance(pile, list) else UNKNOWN


def _from_pile(table: Table, due: int) -> list[str]:
    """Take cards from the pile, as many as are due and there."""
    pile = table.position.get("draw_pile")
    there = min(due, pile_size(table))
    if isinstance(pile, list):
        table.position["draw_pile"] = pile[there:]
        return [turned_white(card) for card in pile[:there]]
    table.position["draw_pile"] = pile_size(table) - there
    return [UNKNOWN] * there


def take_from_pile(table: Table, due: int) -> list[str]:
    """Take the cards that are due from the pile; by ruling the discard pile makes a new one.

    The expansion says what happens at an empty pile (nothing is drawn), so there is no ruling then.
    """
    drawn = _from_pile(table, due)
    reshuffled = table.rulings["short-pile"] == "reshuffle-discards" and not table.expansion
    if len(drawn) < due and reshuffled and table.position["discard"]:
        table.position["draw_pile"] = len(table.position["discard"])
        table.position["discard"] = []
        drawn += _from_pile(table, due - len(drawn))
    return drawn


def draw(table: Table, name: str, due: int, events: list[Event]) -> list[str]:
    """A player draws cards into the hand, white sides up."""
    drawn = take_from_pile(table, due)
    take_in(table, name, drawn)
    events.append(("draw", name, tuple(drawn)))
    return drawn


# --- Leaving the trick ---------------------------------------------------------------------------


def lying(table: Table, name: str) -> list[tuple[str, str]]:
    """The cards of a player that lie in the trick now, each with the side it counts as.

    A wind has discarded what its player laid before, and the Horse takes a card away.
    """
    lies: list[tuple[str, str]] = []
    previous = None
    for entry in table.position["trick"]:
        if "wind" in entry and entry["player"] == name:
            lies = []
        if not is_bid(entry):
            continue
        taken = (entry.get("mandate") or {}).get("take")
        if taken is not None and previous == name:
            del lies[max(place for place, (card, _) in enumerate(lies) if card == taken)]
        if entry["player"] == name:
            lies.extend(zip(laid_in(entry), table.sides_of(entry), strict=True))
        previous = entry["player"]
    return lies


def leave_trick(table: Table, name: str, events: list[Event]) -> None:
    """A player passes: the cards played to the trick come back blue, or are discarded.

    They are discarded if one counts as blue, after an own Bomb (early by ruling), and early after
    an own wind.
    """
    events.append(("pass", name))
    cards = [card for card, _ in lying(table, name)]
    if not cards:
        return
    bombed = any(
        bid["player"] == name and reading[0] == "bomb"
        for bid, reading in zip(table.bids(), table.readings, strict=True)
    )
    if table.edition == "early" and table.rulings["early-bomb-pass"] == "flips":
        bombed = False
    wind = any("wind" in entry and entry["player"] == name for entry in table.position["trick"])
    if bombed or wind or any(side == "blue" for _, side in lying(table, name)):
        discard(table, name, cards, events)
        return
    back = [spun(card) for card in cards]
    take_in(table, name, back)
    events.append(("spun back", name, tuple(back)))


# --- The end of a trick --------------------------------------------------------------------------


def monkey_victim(table: Table, name: str, bidder: str | None) -> str | None:
    """From whom the Monkey of `name` takes: who bid before, or by ruling who sits before."""
    if table.rulings["monkey-victim"] == "seat-before":
        return table.clockwise_after(name)[-1]
    return bidder


def _place_of_last_cards(table: Table, name: str) -> tuple[int, int]:
    """When a player last played cards in this trick (-1 for never), and when they passed."""
    trick = table.position["trick"]
    played = [
        place
        for place, entry in enumerate(trick)
        if entry["player"] == name and (is_bid(entry) or "element" in entry)
    ]
    passed = [
        place for place, entry in enumerate(trick) if entry["player"] == name and is_pass(entry)
    ]
    return max(played, default=-1), max(passed, default=-1)


def _place_where_emptied(table: Table, name: str) -> tuple[int, int]:
    """When the hand of a player, empty now, lost its last card in this trick.

    A pass empties it by the Element cards discarded with it, which its entry then names.
    """
    places, passed = [-1], -1
    bidder: str | None = None
    for place, entry in enumerate(table.position["trick"]):
        mandate = entry.get("mandate") or {}
        own = entry["player"] == name
        if own and (is_bid(entry) or "element" in entry or "symbols" in entry):
            places.append(place)
        if own and is_pass(entry):
            passed = place
            if entry.get("discard_elements"):
                places.append(place)
        robbed = monkey_victim(table, entry["player"], bidder) == name
        if mandate.get("animal") == "monkey" and mandate.get("keep") and robbed:
            places.append(place)
        if is_bid(entry):
            bidder = entry["player"]
    return (passed if places == [-1] else max(places)), passed


def _order_out(table: Table, names: Sequence[str]) -> list[str]:
    """Players who show out in the same trick, whoever played the last cards earlier first."""
    if table.rulings["last-cards-tie"] == "hand-emptied":
        return sorted(names, key=lambda name: _place_where_emptied(table, name))
    return sorted(names, key=lambda name: _place_of_last_cards(table, name))


def _leader_of_trick(table: Table, winner: str) -> str:
    """Who made the first bid of the trick; without a bid who acted first, else the winner."""
    entries: list[dict[str, Any]] = table.bids() or table.position["trick"]
    return str(entries[0]["player"]) if entries else winner


def _next_leader(table: Table, winner: str, tie_from: str) -> str:
    """Who starts the next trick: the winner, or who has the most cards, clockwise on ties.

    The count starts behind `tie_from`, who comes last.
    """
    if table.hand_size(winner) > 0:
        return winner
    others = [*table.clockwise_after(tie_from), tie_from]
    most = max(table.hand_size(name) for name in others)
    return next(name for name in others if table.hand_size(name) == most)


def _ranked(table: Table, best_first: bool) -> list[str]:
    """All players by points, on ties whoever played the last cards earlier first."""
    out: list[str] = table.position["out"]
    points = {player["name"]: player["points"] for player in table.position["players"]}

    def last_cards(name: str) -> int:
        return out.index(name) if name in out else len(out)

    return sorted(
        points, key=lambda name: (-points[name] if best_first else points[name], last_cards(name))
    )


def _end_round(table: Table, events: list[Event]) -> None:
    """Close the round: the game has a winner, or the next round has a starter.

    Early the game ends at a showing out and nowhere else.
    """
    table.position["turn"] = None
    events.append(("round end",))
    most = max(player["points"] for player in table.position["players"])
    if table.edition == "rulebook" and most >= POINTS_THAT_END_THE_GAME:
        events.append(("game end", _ranked(table, best_first=True)[0]))
    else:
        events.append(("next starter", _ranked(table, best_first=False)[0]))


def _show_out(table: Table, events: list[Event]) -> list[str]:
    """Whoever has no cards left shows out and scores the size of the largest hand."""
    out = table.position["out"]
    shown_out = _order_out(
        table, [name for name in table.names() if name not in out and table.hand_size(name) == 0]
    )
    points = max(table.hand_size(name) for name in table.names())
    if table.edition == "rulebook":
        points = min(points, MOST_POINTS_FOR_OUT)
    for name in shown_out:
        table.player(name)["points"] += points
        events.append(("out", name, points))
    out.extend(shown_out)
    return shown_out


def end_trick(
    table: Table,
    winner: str,
    last_to_act: str,
    events: list[Event],
    *,
    skipped: Sequence[str] = (),
    element: str | None = None,
    draw_after: int = 0,
) -> None:
    """Close the trick: discard the winner's cards, show out, say who leads or end the round.

    `skipped` are those whose turn was jumped over; their cards are discarded too. `draw_after` is
    what the winner draws after showing out, if still holding cards.
    """
    events.append(("trick won", winner))
    own = [card for card, _ in lying(table, winner)]
    discard(table, winner, own if element is None else [*own, element], events)
    for name in table.clockwise_after(winner):
        if name in skipped:
            discard(table, name, [card for card, _ in lying(table, name)], events)
    tie_from = {
        "from-trick-winner": winner,
        "from-last-leader": _leader_of_trick(table, winner),
        "from-last-to-act": last_to_act,
    }[table.rulings["most-cards-tie"]]
    shown_out = _show_out(table, events)
    table.position["trick"] = []
    table.readings.clear()
    if table.position.get("mandate_used"):
        table.position["mandate_used"] = False
    if table.edition == "early" and any(
        table.player(name)["points"] >= POINTS_THAT_WIN_EARLY for name in shown_out
    ):
        table.position["turn"] = None
        events.append(("game end", _ranked(table, best_first=True)[0]))
        return
    if draw_after and table.hand_size(winner) > 0:
        draw(table, winner, draw_after, events)
    if sum(table.hand_size(name) > 0 for name in table.names()) < 2:
        _end_round(table, events)
        return
    leader = _next_leader(table, winner, tie_from)
    table.position["turn"] = leader
    events.append(("lead", leader))


def move_on(table: Table, name: str, events: list[Event]) -> None:
    """After the turn of `name`: the trick ends when one player is left in it, else the turn moves.

    By ruling the turn jumps over players without cards, who then count as passed.
    """
    left, skipped = table.in_the_trick(), table.skipped()
    if table.position.get("mandate_used"):
        table.position["mandate_used"] = False
    for other in table.clockwise_after(name):
        if len(left) == 1:
            break
        if other not in left:
            continue
        at_once = table.rulings["empty-hand-turn"] == "out-at-once"
        if not at_once or table.hand_size(other) > 0:
            table.position["turn"] = other
            return
        left.remove(other)
        skipped.append(other)
        events.append(("skip", other))
    end_trick(table, left[0], name, events, skipped=skipped)


def win_at_once(
    table: Table,
    name: str,
    events: list[Event],
    *,
    element: str | None = None,
    draw_after: int = 0,
    unused: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """All others pass, and `name` wins the trick (an Element card, or the Tiger).

    `unused` are the Element cards that some of them discard, each right before passing.
    """
    left, skipped = table.in_the_trick(), table.skipped()
    if element is not None:
        table.position["trick"].append({"player": name, "element": element})
    for other in table.clockwise_after(name):
        if other not in left:
            continue
        entry: dict[str, Any] = {"player": other, "pass": True}
        if unused and unused.get(other):
            discard_unused(table, other, unused[other], events)
            entry["discard_elements"] = list(unused[other])
        leave_trick(table, other, events)
        table.position["trick"].append(entry)
    end_trick(table, name, name, events, skipped=skipped, element=element, draw_after=draw_after)
