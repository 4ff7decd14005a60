"""The consequences of an action: the table after it, and what happened, in order.

Whether the action is legal is for `checker.turns` alone; here stands only what comes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from checker.actions import BidAction, ElementAction
from checker.cards import Card, Side, Symbol
from checker.facts import facts_of
from checker.hands import spun, white_side_up, with_cards, with_spun, without_cards
from checker.judgements import Judgement
from checker.positions import BidEntry, Entry, Hand, PassEntry, Player, Position
from checker.questions import Rules, TurnQuestion
from checker.readings import Claim, Kind, Reading
from checker.rulebook import Rulings
from checker.tricks import bids, history, passed
from checker.turns import judge_turn
from checker.wording import joined, reading_text

CARDS_DRAWN = 2
"""How many cards an Element card draws."""
MOST_FOR_SHOWING_OUT = 7
"""The most points for showing out."""
POINTS_TO_WIN = 15
"""With so many points after a round the game is over."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, in the order of happening, and the clause that says so.

    ``name`` is one of: discard-elements, bid, spin, fire, panda, bamboo, element, draw, pass,
    spun-back, discard, trick-won, out, lead, round-end, next-starter, game-end. ``other`` is the
    player that points come from. ``cards`` are the cards it is about, ``unknown`` how many more
    there are that nobody knows, ``points`` the points, ``reading`` how a bid is taken. Spun hand
    cards are named as they were, cards that come back as they are then.
    """

    name: str
    clause: str
    player: str | None = None
    other: str | None = None
    cards: tuple[Card, ...] = ()
    points: int = 0
    unknown: int = 0
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class Stepped:
    """What came of an action.

    An illegal or undetermined one changes nothing: ``position`` is the one before, ``events`` are
    empty, and ``judgement`` says why. When the round is over ``position.turn`` is ``None`` and
    ``next_starter`` or ``winner`` is named.
    """

    judgement: Judgement
    position: Position
    events: tuple[Event, ...] = ()
    next_starter: str | None = None
    winner: str | None = None


class Undeclared(ValueError):
    """A legal bid that can be taken in several ways; ``readings`` are those to choose from."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.readings = tuple(readings)
        ways = joined([reading_text(reading) for reading in readings], "or")
        super().__init__(f"declare how the bid is taken (as): {ways}")


class NotKnown(ValueError):
    """Something the position does not tell, on which the table after the action depends.

    ``part`` of ``player`` is what has to be told: the hand, the points, or how a bid was declared.
    """

    def __init__(self, what: str, player: str, part: Literal["hand", "points", "as"]) -> None:
        self.what, self.player, self.part = what, player, part
        super().__init__(f"what comes of this depends on {what}, which the position does not tell")


def step(question: TurnQuestion) -> Stepped:
    """Acts out an action; never touches its input.

    Raises :class:`Undeclared` for a legal bid with several readings, :class:`NotKnown` where the
    position does not tell what the consequences depend on, and what ``judge_turn`` raises.
    """
    judgement = judge_turn(question)
    if judgement.verdict != "legal":
        return Stepped(judgement, question.position)
    course = _Course(Table(question.position, question.rules, judgement.rulings), question)
    course.run(judgement)
    ended = {event.name: event.player for event in course.events}
    return Stepped(
        judgement,
        course.table.position,
        tuple(course.events),
        next_starter=ended.get("next-starter"),
        winner=ended.get("game-end"),
    )


# What can be done to a table; each of these returns another table.


@dataclass(frozen=True, slots=True)
class Table:
    """A position while an action is acted out, and the rules by which it is."""

    position: Position
    rules: Rules
    rulings: Rulings

    def hand(self, name: str) -> Hand:
        """The hand of a player."""
        return self.position.player(name).hand

    def played(self, name: str) -> tuple[Card, ...]:
        """All that a player has played to the trick."""
        entries = bids(self.position)
        return tuple(card for entry in entries if entry.player == name for card in entry.cards)

    def still_in(self) -> list[str]:
        """Those who are neither out of the round nor out of the trick, clockwise."""
        gone = {*passed(self.position), *self.position.out}
        return [player.name for player in self.position.players if player.name not in gone]

    def size(self, name: str) -> int:
        """How many cards a player holds; raises :class:`NotKnown`."""
        if name in self.position.out:
            return 0
        size = self.hand(name).size
        if size is None:
            raise NotKnown(f"the number of cards of {name}", name, "hand")
        return size

    def points(self, name: str) -> int:
        """The points of a player; raises :class:`NotKnown`."""
        points = self.position.player(name).points
        if points is None:
            raise NotKnown(f"the points of {name}", name, "points")
        return points

    def with_hand(self, name: str, change: Callable[[Hand], Hand]) -> Table:
        """The table with this player's hand changed."""
        return self._with_player(name, lambda player: replace(player, hand=change(player.hand)))

    def with_points(self, name: str, more: int) -> Table:
        """The table with so many points more for this player, where they are known."""
        return self._with_player(
            name,
            lambda player: replace(
                player, points=None if player.points is None else player.points + more
            ),
        )

    def discarding(self, cards: Iterable[Card]) -> Table:
        """The table with these cards on the discard pile, where it is known."""
        pile = self.position.discard
        return self.having(discard=None if pile is None else (*pile, *cards))

    def laying(self, entry: Entry) -> Table:
        """The table with one more entry in the trick."""
        return replace(self, position=replace(self.position, trick=(*self.position.trick, entry)))

    def having(
        self,
        *,
        discard: tuple[Card, ...] | None = None,
        draw_pile: tuple[Card, ...] | int | None = None,
    ) -> Table:
        """The table with another pile; one that is ``None`` stays as it is."""
        position = self.position
        if discard is not None:
            position = replace(position, discard=discard)
        if draw_pile is not None:
            position = replace(position, draw_pile=draw_pile)
        return replace(self, position=position)

    def turned_to(self, name: str | None) -> Table:
        """The table with the turn at this player, ``None`` when the round is over."""
        return replace(self, position=replace(self.position, turn=name))

    def cleared(self, out: Iterable[str]) -> Table:
        """The table after a trick, these players having shown out in it."""
        position = replace(self.position, trick=(), out=(*self.position.out, *out))
        return replace(self, position=position)

    def drawing(self, number: int) -> tuple[Table, tuple[Card | None, ...]]:
        """The table after cards have left the draw pile, and these, ``None`` for an unknown one."""
        pile = self.position.draw_pile
        if pile is None:
            return self, (None,) * number
        if isinstance(pile, int):
            there = min(number, pile)
            return self.having(draw_pile=pile - there), (None,) * there
        drawn = tuple(white_side_up(card, self.rules.deck) for card in pile[:number])
        return self.having(draw_pile=pile[number:]), drawn

    def _with_player(self, name: str, change: Callable[[Player], Player]) -> Table:
        players = tuple(
            change(player) if player.name == name else player for player in self.position.players
        )
        return replace(self, position=replace(self.position, players=players))


def beaten_bomb(table: Table, name: str) -> bool:
    """Whether this player has played a Bomb to the trick; raises :class:`NotKnown`."""
    entries = bids(table.position)
    own = [number for number, entry in enumerate(entries) if entry.player == name]
    kinds = [{entries[number].claim.kind} for number in own]
    if {None} in kinds:
        chain = history(table.position, table.rules).under(table.rulings)
        kinds = [{reading.kind for reading in chain[number]} for number in own]
    if {Kind.BOMB} in kinds:
        return True
    if any(Kind.BOMB in each for each in kinds):
        raise NotKnown(f"how the bid of {name} was declared (as)", name, "as")
    return False


def last_played(trick: Sequence[Entry], name: str) -> tuple[int, int]:
    """The place in the trick of a player's last bid, -1 for none, and that of the pass."""
    own = [number for number, entry in enumerate(trick) if entry.player == name]
    laid = [number for number in own if isinstance(trick[number], BidEntry)]
    left = [number for number in own if isinstance(trick[number], PassEntry)]
    return max(laid, default=-1), max(left, default=-1)


def largest_hand_after(table: Table, winner: str) -> str:
    """The player with the most cards, of several the first one clockwise from the winner."""
    names = [player.name for player in table.position.after(winner)]
    return max(names, key=table.size)


def ranked(table: Table, sign: int) -> list[str]:
    """The players by points, the fewest first with sign 1 and the most with -1.

    Ties go to who played the last cards earlier; those who still hold cards come last.
    """
    out = table.position.out
    names = [player.name for player in table.position.players]

    def key(name: str) -> tuple[int, int]:
        return sign * table.points(name), out.index(name) if name in out else len(out)

    return sorted(names, key=key)


def entry_of(actor: str, action: BidAction, reading: Reading, wild: Symbol) -> BidEntry:
    """The bid as it lies in the trick, declared in full, with the symbols it used."""
    used = Counter(
        {
            Symbol.FIRE: len(action.fire),
            Symbol.PANDA: action.points_taken + len(action.spin),
            Symbol.BAMBOO: action.bamboo,
        }
    )
    used[wild] += reading.count - facts_of(action.cards, wild).values
    claim = Claim(reading.kind, reading.width, reading.length, reading.top)
    counts = tuple((symbol, used[symbol]) for symbol in Symbol if used[symbol])
    return BidEntry(actor, action.cards, claim, counts)


# The course of one action.


@dataclass
class _Course:
    """One action being acted out: the table as it is by now, and what has happened."""

    table: Table
    question: TurnQuestion
    events: list[Event] = field(default_factory=list)

    @property
    def actor(self) -> str:
        return self.question.action.player or self.question.position.turn or ""

    def run(self, judgement: Judgement) -> None:
        action = self.question.action
        self.discard_elements(action.discard_elements)
        if isinstance(action, BidAction):
            readings = [taken.reading for taken in judgement.readings]
            if len(readings) != 1:
                raise Undeclared(readings)
            self.bid(action, readings[0])
        elif isinstance(action, ElementAction):
            self.element(action.card)
        else:
            self.leave(self.actor, "pass-leaves-trick")
            self.move_on()

    def discard_elements(self, cards: tuple[Card, ...]) -> None:
        if cards:
            self.drop(self.actor, cards)
            self.say("discard-elements", "unused-elements-go", self.actor, cards=cards)

    def bid(self, action: BidAction, reading: Reading) -> None:
        """Lays the bid down, then lets its symbols work."""
        actor, before = self.actor, bids(self.table.position)
        self.table = self.table.with_hand(actor, lambda hand: without_cards(hand, action.cards))
        self.say("bid", "bid-lies-in-trick", actor, cards=action.cards, reading=reading)
        self.spin(action.spin)
        if action.fire:
            self.drop(actor, action.fire)
            self.say("fire", "fire-burns-card", actor, cards=action.fire)
        taken = action.points_taken
        if taken:
            victim = before[-1].player
            self.table = self.table.with_points(victim, -taken).with_points(actor, taken)
            self.say("panda", "panda-moves-points", actor, other=victim, points=taken)
        if action.bamboo:
            self.table = self.table.with_points(actor, action.bamboo)
            self.say("bamboo", "bamboo-brings-points", actor, points=action.bamboo)
        wild = self.question.rules.edition.wild
        self.table = self.table.laying(entry_of(actor, action, reading, wild))
        self.move_on()

    def spin(self, cards: tuple[Card, ...]) -> None:
        if cards:
            known = self.table.rules.deck
            self.table = self.table.with_hand(
                self.actor, lambda hand: with_spun(hand, cards, known)
            )
            self.say("spin", "panda-turns-card", self.actor, cards=cards)

    def element(self, card: Card) -> None:
        """Plays the Element card, draws, lets the others pass and wins the trick."""
        actor = self.actor
        self.table = self.table.with_hand(actor, lambda hand: without_cards(hand, (card,)))
        self.say("element", "element-played", actor, cards=(card,))
        self.table, drawn = self.table.drawing(CARDS_DRAWN)
        self.take(actor, drawn)
        self.say_cards("draw", "element-draws-two", actor, drawn)
        left = self.table.still_in()
        for other in self.table.position.after(actor):
            if other.name in left:
                self.leave(other.name, "element-makes-pass")
        self.end_trick(actor, card)

    def leave(self, name: str, clause: str) -> None:
        """Passes: the cards played come back spun, or are discarded."""
        cards = self.table.played(name)
        self.say("pass", clause, name)
        if any(card.side is Side.BLUE for card in cards):
            self.discard(name, cards, "blue-cards-go")
        elif beaten_bomb(self.table, name):
            self.discard(name, cards, "beaten-bomb-goes")
        elif cards:
            turned = [spun(card, self.table.rules.deck) for card in cards]
            self.take(name, turned)
            self.say_cards("spun-back", "white-cards-return", name, turned)
        self.table = self.table.laying(PassEntry(name))

    def move_on(self) -> None:
        """The turn goes to the next player in the trick, unless one alone is left in it."""
        left = self.table.still_in()
        if len(left) == 1:
            self.end_trick(left[0])
            return
        after = self.table.position.after(self.actor)
        self.table = self.table.turned_to(next(p.name for p in after if p.name in left))

    def end_trick(self, winner: str, element: Card | None = None) -> None:
        """The trick is won: cards go, players show out, somebody leads or the round is over."""
        clause = "element-wins-trick" if element else "last-in-trick-wins"
        self.say("trick-won", clause, winner)
        cards = self.table.played(winner) + ((element,) if element else ())
        if cards:
            self.discard(winner, cards, "winner-discards")
        self.show_out(winner if element else None)
        with_cards_left = [p.name for p in self.table.position.players if self.table.size(p.name)]
        if len(with_cards_left) < 2:
            self.end_round()
            return
        led_by_winner = winner in with_cards_left
        leader = winner if led_by_winner else largest_hand_after(self.table, winner)
        self.table = self.table.turned_to(leader)
        self.say("lead", "winner-leads" if led_by_winner else "largest-hand-leads", leader)

    def show_out(self, by_element: str | None) -> None:
        """Everybody without cards is out, in the order in which they played their last ones."""
        trick, names = self.table.position.trick, [p.name for p in self.table.position.players]
        largest = max(self.table.size(name) for name in names)
        points = min(largest, MOST_FOR_SHOWING_OUT)
        new = [n for n in names if n not in self.table.position.out and not self.table.size(n)]
        last = {name: last_played(trick, name) for name in new}
        if by_element in last:
            last[by_element] = (len(trick), -1)
        new.sort(key=last.__getitem__)
        for name in new:
            self.table = self.table.with_points(name, points)
            clause = "show-out-points" if points else "show-out-without-hands"
            self.say("out", clause, name, points=points)
        self.table = self.table.cleared(new)

    def end_round(self) -> None:
        """The round is over: the game has a winner, or the next round a starter."""
        self.table = self.table.turned_to(None)
        self.say("round-end", "round-ends")
        best = ranked(self.table, -1)[0]
        if self.table.points(best) >= POINTS_TO_WIN:
            self.say("game-end", "most-points-win", best, points=self.table.points(best))
            return
        starter = ranked(self.table, 1)[0]
        points = self.table.points(starter)
        self.say("next-starter", "fewest-points-start", starter, points=points)

    def drop(self, name: str, cards: tuple[Card, ...]) -> None:
        """Cards go from a hand to the discard pile."""
        self.table = self.table.with_hand(name, lambda hand: without_cards(hand, cards))
        self.table = self.table.discarding(cards)

    def discard(self, name: str, cards: tuple[Card, ...], clause: str) -> None:
        """Cards that were played go to the discard pile."""
        self.table = self.table.discarding(cards)
        self.say("discard", clause, name, cards=cards)

    def take(self, name: str, cards: Sequence[Card | None]) -> None:
        """Cards come into a hand."""
        self.table = self.table.with_hand(name, lambda hand: with_cards(hand, cards))

    def say(
        self,
        name: str,
        clause: str,
        player: str | None = None,
        *,
        other: str | None = None,
        cards: tuple[Card, ...] = (),
        points: int = 0,
        unknown: int = 0,
        reading: Reading | None = None,
    ) -> None:
        self.events.append(Event(name, clause, player, other, cards, points, unknown, reading))

    def say_cards(self, name: str, clause: str, player: str, cards: Sequence[Card | None]) -> None:
        known = tuple(card for card in cards if card is not None)
        self.say(name, clause, player, cards=known, unknown=len(cards) - len(known))
