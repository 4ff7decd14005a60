"""What cannot be about a position, all at once: players, turn, order of the trick, cards, points.

Whether the bids of the trick beat each other is not looked at here. What is unknown is no fault,
and neither is a position that some option of an unpinned ruling allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from checker.cards import Card, Element, Side, Symbol
from checker.positions import (
    BidEntry,
    Entry,
    Mood,
    PassEntry,
    Position,
    WindEntry,
    animal_of,
    taken_away,
)
from checker.questions import Rules
from checker.readings import Kind
from checker.setting_up import MOST_POINTS, PLAYERS, cards_of_suits, suits_in_play

Steps: TypeAlias = tuple[str | int, ...]

ACCEPTED_PLACES = "every named card in one place; a bare face where the name does not matter"


@dataclass(frozen=True, slots=True)
class PositionFault:
    """One thing that cannot be: the steps to it in the position, and what would be accepted.

    A step into a hand counts the known cards only. ``clause`` is the id of the rule that it
    breaks, ``None`` where the position only contradicts itself.
    """

    steps: Steps
    got: str | int | None
    accepted: str
    detail: str
    clause: str | None = None


def faults(position: Position, rules: Rules | None = None) -> list[PositionFault]:
    """Everything in the position that cannot be, check by check in the order of ``_CHECKS``."""
    found = [fault for check in _CHECKS for fault in check(position)]
    return found + [f for check in _CHECKS_BY_RULES for f in check(position, rules or Rules())]


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


def _number_of_players(position: Position) -> Iterator[PositionFault]:
    number = len(position.players)
    if number not in PLAYERS:
        accepted = f"{PLAYERS[0]} to {PLAYERS[-1]} players"
        detail = f"{number} cannot play"
        yield PositionFault(("players",), number, accepted, detail, "players-two-to-five")


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


@dataclass(frozen=True, slots=True)
class _Order:
    """How turns go round: whether a wind leaves the trick, and who has no card is jumped over."""

    wind_leaves: bool = False
    skips: bool = False


def _orders(rules: Rules) -> list[_Order]:
    """The ways in which turns may go round, by the options that are pinned or left open."""
    early = rules.used["edition"] == "early"
    winds = _options(rules, "early-wind-stays", "stays-in", "is-out") if early else [False]
    skips = _options(rules, "empty-hand-turn", "must-pass", "out-at-once")
    return [_Order(leaves, skip) for leaves in winds for skip in skips]


def _options(rules: Rules, ruling: str, no: str, yes: str) -> list[bool]:
    return [option == yes for option in (no, yes) if rules.pinned.get(ruling, option) == option]


def _round_the_table(position: Position, rules: Rules) -> Iterator[PositionFault]:
    """What is wrong with the order of turns in every way in which they may go round."""
    ways = ([*_course(position, order), *_turn(position, order)] for order in _orders(rules))
    yield from min(ways, key=len)


def _passed_before(position: Position, place: int, order: _Order = _Order()) -> set[str]:
    """Who has left the trick before the entry at that place."""
    left = (PassEntry, WindEntry) if order.wind_leaves else (PassEntry,)
    return {entry.player for entry in position.trick[:place] if isinstance(entry, left)}


def _active(position: Position, place: int, order: _Order) -> list[str]:
    """Who can still act at that place of the trick, clockwise.

    Whoever has shown out did so with the last entry of theirs, if there is one in the trick.
    """
    passed = _passed_before(position, place, order)
    to_come = {entry.player for entry in position.trick[place:]}
    names = dict.fromkeys(_names(position))
    return [n for n in names if n not in passed and (n not in position.out or n in to_come)]


def _is_over(position: Position, place: int, order: _Order) -> bool:
    """Whether the trick is over before that place: nobody is left to answer, or to start it."""
    bidders = [e.player for e in position.trick[:place] if isinstance(e, BidEntry)]
    active = set(_active(position, place, order))
    if not bidders or bidders[-1] in _passed_before(position, place, order):
        return len(active) <= 1
    return active <= {bidders[-1]}


def _next(position: Position, place: int, order: _Order) -> list[str]:
    """Whose turn it can be at that place of the trick, the next one first; empty if not to tell.

    Whoever held no card may have been jumped over. After a Rooster it may be its player's again,
    which is looked at elsewhere.
    """
    before = position.trick[place - 1]
    names, last = list(dict.fromkeys(_names(position))), before.player
    if last not in names:
        return []
    if animal_of(before) == "dragon":
        return [last]
    seat, active = names.index(last), _active(position, place, order)
    clockwise = names[seat + 1 :] + names[:seat]
    due: list[str] = []
    for name in clockwise:
        if name in active:
            due.append(name)
            if not order.skips or not _held_nothing(position, name, place):
                break
    return due


def _held_nothing(position: Position, name: str, place: int) -> bool:
    """Whether this player may have had an empty hand at that place: by now a Pig may have come."""
    drew = any(animal_of(entry) == "pig" for entry in position.trick[place:])
    return drew or not position.player(name).hand.size


def _course(position: Position, order: _Order) -> Iterator[PositionFault]:
    """Entries of the trick that come after a pass, after its end, or out of turn."""
    known = set(_names(position))
    ended = next((n for n in range(1, len(position.trick)) if _is_over(position, n, order)), None)
    for place, entry in enumerate(position.trick):
        steps, name = ("trick", place, "player"), entry.player
        if name not in known:
            continue
        if name in _passed_before(position, place, order):
            accepted = "a player who has not passed in this trick"
            detail = f"{name} acts after passing"
            yield PositionFault(steps, name, accepted, detail, "pass-is-final")
        elif place and _plays_on(position.trick[place - 1], name):
            continue
        elif (
            place and ended is None and name not in (due := _next(position, place, order) or [name])
        ):
            yield PositionFault(
                steps,
                name,
                f"{due[0]}, clockwise the next one in the trick",
                f"{name} acts out of turn",
                "own-turn",
            )
    if ended is not None:
        accepted = f"no entry after the first {ended}"
        detail = "the trick goes on after everybody but one has passed"
        got = position.trick[ended].player
        yield PositionFault(("trick", ended), got, accepted, detail, "last-in-trick-wins")


def _plays_on(entry: Entry, name: str) -> bool:
    """Whether this player may go on after the entry: it is the own bid with a Rooster."""
    return entry.player == name and animal_of(entry) == "rooster"


def _turn(position: Position, order: _Order) -> Iterator[PositionFault]:
    """A turn of somebody who is out, has passed, or is not the next one, or after the round."""
    turn, end = position.turn, len(position.trick)
    if turn is None or turn not in _names(position):
        return
    if turn in position.out:
        accepted, clause = "a player who has not shown out", "out-without-cards"
        detail = f"{turn} has shown out"
    elif turn in _passed_before(position, end, order):
        accepted, clause = "a player who has not passed", "pass-is-final"
        detail = f"{turn} has passed in this trick"
    elif end and _is_over(position, end, order):
        accepted, clause = "null, or an empty trick: this one is over", "last-in-trick-wins"
        detail = "everybody but one has passed, so it is nobody's turn in this trick"
    elif end and animal_of(position.trick[-1]) == "dragon":
        name = position.trick[-1].player
        accepted, clause = f"a pass of {name} in the trick", "dragon-passes"
        detail = f"{name} has not passed after the Dragon"
    elif end and position.mandate_used and _plays_on(position.trick[-1], turn):
        return
    elif end and turn not in (due := _next(position, end, order) or [turn]):
        accepted, clause = f"{due[0]}, clockwise the next one in the trick", "own-turn"
        detail = f"it is not the turn of {turn}"
    elif set(_names(position)) <= {turn, *position.out} and position.out:
        accepted, clause = "null: the round is over", "round-ends"
        detail = f"everybody but {turn} has shown out, so it is nobody's turn"
    else:
        return
    yield PositionFault(("turn",), turn, accepted, detail, clause)


def _hands(position: Position) -> Iterator[PositionFault]:
    """Cards of somebody who is out, and none of somebody who is not and has yet to act."""
    acted = {entry.player for entry in position.trick}
    for seat, player in enumerate(position.players):
        name, size = player.name, player.hand.size
        steps: Steps = ("players", seat, "hand")
        if name in position.out and size:
            detail = f"{name} has shown out, but holds cards"
            yield PositionFault(steps, size, "no cards", detail, "out-without-cards")
        elif name not in position.out and name not in acted and size == 0:
            accepted = f"a card at least, or {name} among out"
            detail = f"{name} holds no card, but has neither shown out nor acted in this trick"
            yield PositionFault(steps, size, accepted, detail, "out-without-cards")


def _points(position: Position) -> Iterator[PositionFault]:
    """The points of the player with whom all together have more than there are."""
    total = 0
    for seat, player in enumerate(position.players):
        before, total = total, total + (player.points or 0)
        if before <= MOST_POINTS < total:
            accepted = f"at most {MOST_POINTS - before}: all together have at most {MOST_POINTS}"
            detail = f"the players up to {player.name} have {total} points together"
            steps = ("players", seat, "points")
            yield PositionFault(steps, player.points, accepted, detail, "point-supply")


def _placed(position: Position) -> Iterator[_Placed]:
    """Every known card of the position, and where it lies."""
    for seat, player in enumerate(position.players):
        yield from _listed(player.hand.cards, ("players", seat, "hand"))
    if isinstance(position.draw_pile, tuple):
        yield from _listed(position.draw_pile, ("draw_pile",))
    yield from _listed(position.discard or (), ("discard",))
    taken = taken_away(position)
    for place, entry in enumerate(position.trick):
        if isinstance(entry, BidEntry):
            # A pass and a wind take away what their player has played before.
            gone = {e.player for e in position.trick[place:] if not isinstance(e, BidEntry)}
            lies = entry.player not in gone
            for number, card in enumerate(entry.cards):
                is_there = lies and (place, number) not in taken
                yield _Placed(card, ("trick", place, *_within(entry, number)), is_there)


def _within(entry: BidEntry, number: int) -> Steps:
    """The steps from an entry to one of the cards that it bids."""
    if not entry.symbols:
        return ("cards", number)
    waters = [n for n, each in enumerate(entry.symbols) if each.symbol is Symbol.WATER]
    return ("symbols", waters[number])


def _listed(cards: Sequence[Card], steps: Steps) -> Iterator[_Placed]:
    return (_Placed(card, (*steps, place)) for place, card in enumerate(cards))


def _two_places(position: Position) -> Iterator[PositionFault]:
    seen: set[str] = set()
    for placed in _placed(position):
        name = placed.card.name
        if not name or not placed.is_there:
            continue
        if name in seen:
            detail = f"{name} stands in two places at once"
            clause = "deck-cards" if placed.card.is_element_card else "card-once"
            yield PositionFault(placed.steps, name, ACCEPTED_PLACES, detail, clause)
        seen.add(name)


def _of_passed(position: Position, rules: Rules) -> Iterator[PositionFault]:
    """Cards of who has passed that lie elsewhere than they went, and hands too small for them.

    Not looked at where Mandates may have moved them, nor under the early text, which differs.
    """
    if rules.expansion or rules.used["edition"] != "rulebook":
        return
    for name in sorted(_passed_before(position, len(position.trick)) & set(_names(position))):
        entries = [e for e in position.trick if isinstance(e, BidEntry) and e.player == name]
        cards = [card for entry in entries for card in entry.cards]
        seat = _names(position).index(name)
        kinds = {entry.claim.kind for entry in entries}
        gone = any(card.side is Side.BLUE for card in cards) or Kind.BOMB in kinds
        # An undeclared bid may have been a Bomb; then the cards may have gone either way.
        unsure = not gone and None in kinds
        back: Steps = () if gone else ("players", seat, "hand")
        allowed: list[Steps] = [back] if back else []
        allowed += [("discard",)] if gone or unsure else []
        names = {card.name for card in cards if card.name}
        told = f"in the hand of {name}" if back else "on the discard pile"
        accepted = f"this card {told}" + (", or on the discard pile" if unsure else "")
        for placed in _placed(position):
            own = placed.steps[0] == "trick" and not placed.is_there
            if placed.card.name in names and not own and placed.steps[:-1] not in allowed:
                detail = f"{placed.card.name} was played by {name}, who has passed"
                yield PositionFault(placed.steps, placed.card.name, accepted, detail, "card-once")
        size = position.players[seat].hand.size
        if back and not unsure and size is not None and size < len(cards):
            detail = f"{len(cards)} cards came back to {name}, who has passed"
            at = f"at least {len(cards)} cards"
            yield PositionFault(("players", seat, "hand"), size, at, detail, "card-once")


def _elements_in_trick(position: Position) -> Iterator[PositionFault]:
    for placed in _placed(position):
        if placed.card.is_element_card and placed.steps[0] == "trick":
            detail = f"{placed.card.name} stands in a bid of the trick"
            accepted, clause = "an Animal card", "animal-cards-only"
            yield PositionFault(placed.steps, placed.card.name, accepted, detail, clause)


def _not_in_play(position: Position) -> Iterator[PositionFault]:
    """Named cards of suits that are not in play, and Element cards where there are none."""
    suits, no_elements = position.suits, position.elements is False
    for placed in _placed(position):
        card = placed.card
        if suits is not None and card.name and card.element not in suits:
            accepted = f"cards of the suits in play: {', '.join(suits)}"
            detail = f"{card.name} is of a suit that is not in play"
            yield PositionFault(placed.steps, card.name, accepted, detail, "suits-in-play")
        elif no_elements and card.is_element_card and placed.steps[0] != "trick":
            detail = f"{card.name} stands there although no Element cards are in play"
            accepted, clause = "an Animal card", "elements-left-out"
            yield PositionFault(placed.steps, card.name, accepted, detail, clause)


def _too_many(position: Position) -> Iterator[PositionFault]:
    """More cards than there are, by the numbers that the position states."""
    piles = (position.draw_pile, position.discard)
    total = sum(player.hand.size or 0 for player in position.players)
    total += sum(pile if isinstance(pile, int) else len(pile or ()) for pile in piles)
    total += sum(placed.is_there for placed in _placed(position) if placed.steps[0] == "trick")
    suits = len(Element) if position.suits is None else len(set(position.suits))
    most = cards_of_suits(suits, elements=position.elements is not False)
    if total > most:
        clause = "deck-cards" if position.suits is None else "suits-in-play"
        of_what = "the deck has" if position.suits is None else "the suits in play have"
        detail = f"{total} cards, but {of_what} {most}"
        yield PositionFault((), total, f"at most {most} cards in all", detail, clause)


def _number_of_suits(position: Position, rules: Rules) -> Iterator[PositionFault]:
    """Suits in play of which there are not as many as the players use.

    Not looked at with a deck of one's own, which may be played with other suits.
    """
    players, suits = len(position.players), set(position.suits or ())
    if position.suits is None or players not in PLAYERS or rules.deck.own:
        return
    used = suits_in_play(players)
    if len(suits) != used:
        detail = f"{players} players use {used} suits, not {len(suits)}"
        accepted = f"{used} elements, as many as {players} players use"
        yield PositionFault(("suits",), len(suits), accepted, detail, "suits-in-play")


def _first_passes(position: Position, rules: Rules) -> Iterator[PositionFault]:
    """Passes of who starts the trick, where no hand of Element cards can have been discarded."""
    stuck = _LEAD in rules.closed and rules.used[_LEAD] == "stuck"
    clause = "leader-plays" if stuck else "leader-with-animals-plays"
    sizes = {player.name: player.hand.size for player in position.players}
    for place, entry in enumerate(position.trick):
        if isinstance(entry, BidEntry):
            return
        if stuck or position.elements is False or sizes.get(entry.player):
            detail = f"{entry.player} starts the trick with a pass"
            if not stuck:
                detail += ", which takes a hand of Element cards, all of them discarded"
            yield PositionFault(("trick", place), entry.player, "a bid", detail, clause)


_LEAD = "lead-without-animals"


def _winds(position: Position, rules: Rules) -> Iterator[PositionFault]:
    """Winds in a trick of a text that knows none, and winds that are there twice."""
    seen = {wind for player in position.players for wind in player.winds or ()}
    for place, entry in enumerate(position.trick):
        if not isinstance(entry, WindEntry):
            continue
        got, steps = entry.wind.value, ("trick", place)
        if rules.used["edition"] != "early":
            detail = f"{entry.player} plays a wind, which the printed rulebook does not know"
            yield PositionFault(steps, got, "a bid or a pass", detail, "no-wind-cards")
        elif entry.wind in seen:
            detail = f"the {got} wind is played or held twice"
            yield PositionFault(steps, got, "each wind once", detail, "wind-dealt")
        seen.add(entry.wind)


def _used(position: Position, rules: Rules) -> Iterator[PositionFault]:
    """Symbols used that the cards do not show, or that do nothing in such a bid."""
    wild, lead = rules.edition.wild, True
    printed = rules.used["edition"] == "rulebook"
    for place, entry in enumerate(position.trick):
        if not isinstance(entry, BidEntry):
            continue
        used = dict(entry.used or ())
        steps: Steps = ("trick", place, "used")
        if used and entry.claim.kind is Kind.BOMB:
            accepted, clause = "no symbol: they are ignored in a Bomb", "bomb-grants-nothing"
            detail = "symbols of a Bomb are said to be used"
            yield PositionFault(steps, sum(used.values()), accepted, detail, clause)
            used = {}
        shown = [symbol for card in entry.cards if card.up for symbol in card.up.symbols]
        if entry.symbols:
            shown = [each.symbol for each in entry.symbols]
        for symbol, number in used.items():
            most = shown.count(symbol)
            if number > most:
                detail = f"{symbol.capitalize()} is used more often than the cards show it"
                clause = _GRANTED_BY[symbol] if symbol is not wild else "wild-adds-value"
                if symbol is Symbol.PANDA and not printed:
                    clause = "panda-steals"
                elif symbol is Symbol.PANDA and position.mood is Mood.SPIN:
                    clause = "panda-spin"
                yield PositionFault(
                    (*steps, symbol.value), number, f"at most {most}", detail, clause
                )
        if lead and printed and Symbol.PANDA in used and position.mood is Mood.HUNGRY:
            detail = "a hungry Panda takes points from whoever bid before, and nobody did"
            got = used[Symbol.PANDA]
            at = (*steps, Symbol.PANDA.value)
            yield PositionFault(at, got, "0 in a bid that starts the trick", detail, "panda-victim")
        lead = False


_GRANTED_BY = {
    Symbol.WATER: "wild-adds-value",
    Symbol.FIRE: "fire-discards",
    Symbol.PANDA: "panda-hungry",
    Symbol.BAMBOO: "bamboo-points",
}
"""The clause by which each symbol grants one thing and not more."""


def _mandate_used(position: Position, rules: Rules) -> Iterator[PositionFault]:
    """A Mandate used in this turn already, where the turn does not go on after a Rooster."""
    if not position.mandate_used:
        return
    last = position.trick[-1] if position.trick else None
    clause, detail = "rooster-plays-again", ""
    if rules.expansion is None:
        clause, detail = "mandate-needs-expansion", "there are no Mandates without the expansion"
    elif position.mandate not in (None, "rooster"):
        detail = "only with the Rooster a turn goes on after its Mandate was used"
    elif animal_of(last) != "rooster":
        detail = "the last entry of the trick is no bid with the Rooster"
    elif last is not None and last.player != position.turn:
        detail = f"the turn that the Rooster prolongs is that of {last.player}"
    if detail:
        yield PositionFault(("mandate_used",), True, "false", detail, clause)


_CHECKS: tuple[Callable[[Position], Iterator[PositionFault]], ...] = (
    _number_of_players,
    _names_twice,
    _suits_twice,
    _strangers,
    _out_twice,
    _hands,
    _points,
    _two_places,
    _elements_in_trick,
    _not_in_play,
    _too_many,
)
_CHECKS_BY_RULES: tuple[Callable[[Position, Rules], Iterator[PositionFault]], ...] = (
    _number_of_suits,
    _round_the_table,
    _of_passed,
    _first_passes,
    _winds,
    _used,
    _mandate_used,
)
