"""What cannot be about a position, all at once: players, turn, order of the trick, cards.

Whether the bids of the trick beat each other is not looked at here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from checker.cards import VALUES, Card
from checker.positions import BidEntry, PassEntry, Position

Steps: TypeAlias = tuple[str | int, ...]

ACCEPTED_PLACES = "every named card in one place; a bare face where the name does not matter"


@dataclass(frozen=True, slots=True)
class PositionFault:
    """One thing that cannot be: the steps to it in the position, and what would be accepted.

    A step into a hand counts the known cards only.
    """

    steps: Steps
    got: str | int | None
    accepted: str
    detail: str


def faults(position: Position) -> list[PositionFault]:
    """Everything in the position that cannot be."""
    return [fault for check in _CHECKS for fault in check(position)]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A card, where it lies, and whether it is there now: bids of who passed may be gone."""

    card: Card
    steps: Steps
    is_there: bool = True


def _names(position: Position) -> list[str]:
    return [player.name for player in position.players]


def _seats(position: Position) -> str:
    return f"the name of a player: {', '.join(dict.fromkeys(_names(position)))}"


def _names_twice(position: Position) -> Iterator[PositionFault]:
    names = _names(position)
    for place, name in enumerate(names):
        if name in names[:place]:
            steps = ("players", place, "name")
            yield PositionFault(
                steps, name, "a name that no other player has", f"two players are called {name}"
            )


def _suits_twice(position: Position) -> Iterator[PositionFault]:
    suits = position.suits or ()
    for place, suit in enumerate(suits):
        if suit in suits[:place]:
            yield PositionFault(
                ("suits", place), suit.value, "every element once", f"{suit} stands there twice"
            )


def _strangers(position: Position) -> Iterator[PositionFault]:
    """Names, outside the list of players, of nobody at the table."""
    named: list[tuple[Steps, str]] = [(("out", n), name) for n, name in enumerate(position.out)]
    named += [(("trick", n, "player"), entry.player) for n, entry in enumerate(position.trick)]
    if position.turn is not None:
        named.append((("turn",), position.turn))
    known = set(_names(position))
    for steps, name in named:
        if name not in known:
            yield PositionFault(steps, name, _seats(position), f"no player is called {name}")


def _out_twice(position: Position) -> Iterator[PositionFault]:
    for place, name in enumerate(position.out):
        if name in position.out[:place]:
            yield PositionFault(
                ("out", place), name, "every name once", f"{name} has shown out already"
            )


def _passed_before(position: Position, place: int) -> set[str]:
    """Who has passed before the entry at that place."""
    return {entry.player for entry in position.trick[:place] if isinstance(entry, PassEntry)}


def _active(position: Position, place: int) -> list[str]:
    """Who can still act at that place of the trick, clockwise.

    Whoever has shown out did so with the last entry of theirs, if there is one in the trick.
    """
    passed = _passed_before(position, place)
    to_come = {entry.player for entry in position.trick[place:]}
    names = dict.fromkeys(_names(position))
    return [n for n in names if n not in passed and (n not in position.out or n in to_come)]


def _is_over(position: Position, place: int) -> bool:
    """Whether the trick is over before that place: nobody is left to answer, or to start it."""
    bidders = [e.player for e in position.trick[:place] if isinstance(e, BidEntry)]
    active = set(_active(position, place))
    return active <= {bidders[-1]} if bidders else len(active) <= 1


def _next(position: Position, place: int) -> str | None:
    """Whose turn it is at that place of the trick; ``None`` where it cannot be told."""
    names, last = list(dict.fromkeys(_names(position))), position.trick[place - 1].player
    if last not in names:
        return None
    seat, active = names.index(last), _active(position, place)
    clockwise = names[seat + 1 :] + names[: seat + 1]
    return next((name for name in clockwise if name in active), None)


def _course(position: Position) -> Iterator[PositionFault]:
    """Entries of the trick that come after a pass, after its end, or out of turn."""
    known = set(_names(position))
    ended = next((n for n in range(1, len(position.trick)) if _is_over(position, n)), None)
    for place, entry in enumerate(position.trick):
        steps, name = ("trick", place, "player"), entry.player
        if name not in known:
            continue
        if name in _passed_before(position, place):
            accepted = "a player who has not passed in this trick"
            yield PositionFault(steps, name, accepted, f"{name} acts after passing")
        elif place and ended is None and (due := _next(position, place)) not in (None, name):
            yield PositionFault(
                steps,
                name,
                f"{due}, clockwise the next one in the trick",
                f"{name} acts out of turn",
            )
    if ended is not None:
        accepted = f"no entry after the first {ended}"
        detail = "the trick goes on after everybody but one has passed"
        yield PositionFault(("trick", ended), position.trick[ended].player, accepted, detail)


def _turn(position: Position) -> Iterator[PositionFault]:
    """A turn of somebody who is out, has passed, or is not the next one."""
    turn, end = position.turn, len(position.trick)
    if turn is None or turn not in _names(position):
        return
    detail = None
    if turn in position.out:
        accepted, detail = "a player who has not shown out", f"{turn} has shown out"
    elif turn in _passed_before(position, end):
        accepted, detail = "a player who has not passed", f"{turn} has passed in this trick"
    elif end and _is_over(position, end):
        accepted = "null, or an empty trick: this one is over"
        detail = "everybody but one has passed, so it is nobody's turn in this trick"
    elif end and (due := _next(position, end)) not in (None, turn):
        accepted = f"{due}, clockwise the next one in the trick"
        detail = f"it is not the turn of {turn}"
    if detail:
        yield PositionFault(("turn",), turn, accepted, detail)


def _placed(position: Position) -> Iterator[_Placed]:
    """Every known card of the position, and where it lies."""
    for seat, player in enumerate(position.players):
        yield from _listed(player.hand.cards, ("players", seat, "hand"))
    if isinstance(position.draw_pile, tuple):
        yield from _listed(position.draw_pile, ("draw_pile",))
    yield from _listed(position.discard or (), ("discard",))
    passed = _passed_before(position, len(position.trick))
    for place, entry in enumerate(position.trick):
        if isinstance(entry, BidEntry):
            steps = ("trick", place, "cards")
            yield from _listed(entry.cards, steps, entry.player not in passed)


def _listed(cards: Sequence[Card], steps: Steps, is_there: bool = True) -> Iterator[_Placed]:
    return (_Placed(card, (*steps, place), is_there) for place, card in enumerate(cards))


def _two_places(position: Position) -> Iterator[PositionFault]:
    seen: set[str] = set()
    for placed in _placed(position):
        name = placed.card.name
        if not name or not placed.is_there:
            continue
        if name in seen:
            detail = f"{name} stands in two places at once"
            yield PositionFault(placed.steps, name, ACCEPTED_PLACES, detail)
        seen.add(name)


def _elements_in_trick(position: Position) -> Iterator[PositionFault]:
    for placed in _placed(position):
        if placed.card.is_element_card and placed.steps[0] == "trick":
            detail = f"{placed.card.name} stands in a bid of the trick"
            yield PositionFault(placed.steps, placed.card.name, "an Animal card", detail)


def _not_in_play(position: Position) -> Iterator[PositionFault]:
    """Named cards of suits that are not in play, and Element cards where there are none."""
    suits, no_elements = position.suits, position.elements is False
    for placed in _placed(position):
        card = placed.card
        if suits is not None and card.name and card.element not in suits:
            accepted = f"cards of the suits in play: {', '.join(suits)}"
            detail = f"{card.name} is of a suit that is not in play"
            yield PositionFault(placed.steps, card.name, accepted, detail)
        elif no_elements and card.is_element_card and placed.steps[0] != "trick":
            detail = f"{card.name} stands there although no Element cards are in play"
            yield PositionFault(placed.steps, card.name, "an Animal card", detail)


def _too_many(position: Position) -> Iterator[PositionFault]:
    """More cards than there are, where the position states all their numbers."""
    piles = (position.draw_pile, position.discard)
    sizes = [player.hand.size for player in position.players]
    if position.suits is None or None in sizes or None in piles:
        return
    lying = list(_placed(position))
    if not all(placed.card.name for placed in lying):
        return
    total = sum(size or 0 for size in sizes)
    total += sum(pile if isinstance(pile, int) else len(pile or ()) for pile in piles)
    total += sum(placed.is_there for placed in lying if placed.steps[0] == "trick")
    suits = len(set(position.suits))
    most = suits * (len(VALUES) + (position.elements is not False))
    if total > most:
        detail = f"{total} cards, but the suits in play have {most}"
        yield PositionFault((), total, f"at most {most} cards in all", detail)


_CHECKS: tuple[Callable[[Position], Iterator[PositionFault]], ...] = (
    _names_twice,
    _suits_twice,
    _strangers,
    _out_twice,
    _course,
    _turn,
    _two_places,
    _elements_in_trick,
    _not_in_play,
    _too_many,
)
