"""One action being acted out: the table as it is by now, and what has happened so far.

Here stand the things that happen in more than one way to play: cards that are drawn and discarded,
leaving a trick, the end of a trick and of a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.cards import Card, Side
from checker.events import Event, NotKnown
from checker.hands import spun, with_cards, without_cards
from checker.positions import BidEntry, PassEntry, Position, WindEntry
from checker.readings import Kind, Reading
from checker.tables import Table, known, places
from checker.tricks import bids, history

MOST_FOR_SHOWING_OUT = 7
"""The most points for showing out, in the printed rulebook."""
POINTS_TO_WIN = 15
"""With so many points after a round the game is over, in the printed rulebook."""
POINTS_TO_WIN_AT_ONCE = 20
"""Whoever shows out with so many wins at once, in the early edition."""


@dataclass
class Course:
    """The table by now, and the events in order. ``actor`` is the player who acts.

    ``element_at`` is the place in the trick at which the actor has played an Element card.
    """

    table: Table
    actor: str
    events: list[Event] = field(default_factory=list)
    element_at: int | None = None

    @property
    def position(self) -> Position:
        """The position by now."""
        return self.table.position

    def ruled(self, ruling: str) -> str:
        """The option of a ruling."""
        return self.table.rulings[ruling]

    # Telling.

    def say(
        self,
        name: str,
        clause: str,
        player: str | None = None,
        *,
        other: str | None = None,
        cards: Sequence[Card | None] = (),
        points: int = 0,
        reading: Reading | None = None,
        word: str = "",
    ) -> None:
        """Tells an event; a card that nobody knows is only counted."""
        seen = known(cards)
        unknown = len(cards) - len(seen)
        self.events.append(Event(name, clause, player, other, seen, points, unknown, reading, word))

    # Cards on the move.

    def drop(self, name: str, cards: Sequence[Card]) -> None:
        """Cards go from a hand to the discard pile."""
        self.table = self.table.with_hand(name, lambda hand: without_cards(hand, cards))
        self.table = self.table.discarding(cards)

    def give_up(self, name: str, cards: Sequence[Card]) -> None:
        """Element cards are discarded unused."""
        if cards:
            self.drop(name, cards)
            self.say("discard-elements", "unused-elements-go", name, cards=cards)

    def discard(self, name: str, cards: Sequence[Card], clause: str) -> None:
        """Cards that were played go to the discard pile."""
        if cards:
            self.table = self.table.discarding(cards)
            self.say("discard", clause, name, cards=cards)

    def take(self, name: str, cards: Sequence[Card | None]) -> None:
        """Cards come into a hand."""
        self.table = self.table.with_hand(name, lambda hand: with_cards(hand, cards))

    def draw(
        self,
        name: str,
        number: int,
        clause: str,
        *,
        told: Card | None = None,
        other: str | None = None,
        into_hand: bool = True,
        word: str = "",
    ) -> tuple[Card | None, ...]:
        """Cards are drawn; of a short pile as many as there are, or it is filled up first.

        ``told`` is the card that the table knows to be drawn, where the pile does not show it.
        """
        self.table, drawn = self.table.drawing(number)
        expansion = self.table.rules.expansion is not None
        if len(drawn) < number and not expansion and self._reshuffled():
            self.table, more = self.table.drawing(number - len(drawn))
            drawn = (*drawn, *more)
        if told is not None and drawn == (None,):
            drawn = (told,)
        if into_hand:
            self.take(name, drawn)
        if not drawn and expansion:
            clause = "mandate-empty-pile"
        self.say("draw", clause, name, other=other, cards=drawn, word=word)
        return drawn

    def _reshuffled(self) -> bool:
        """Whether the discard pile has become a new draw pile, in an order that nobody knows."""
        if self.ruled("short-pile") != "reshuffle-discards":
            return False
        pile = self.position.discard
        if pile is None:
            raise NotKnown("the discard pile", None, "draw_pile")
        if pile:
            self.table = self.table.having(draw_pile=len(pile), discard=())
            self.say("reshuffle", "short-pile-reshuffled")
        return bool(pile)

    def score(self, name: str, points: int, clause: str, other: str | None = None) -> None:
        """A player takes points from the supply."""
        self.table = self.table.with_points(name, points)
        self.say("score", clause, name, points=points, other=other)

    # Leaving a trick.

    def leave(self, name: str, clause: str) -> None:
        """Passes: the cards played come back spun, or are discarded."""
        lies = self.table.lying(name)
        cards = [each.card for each in lies]
        self.say("pass", clause, name)
        if not cards:
            return
        waters = any(e.player == name and e.symbols for e in bids(self.position))
        winds = (e for e in self.position.trick if isinstance(e, WindEntry))
        if any(e.player == name for e in winds):
            self.discard(name, cards, "wind-discards")
        elif any(each.side is Side.BLUE for each in lies):
            really = any(card.side is Side.BLUE for card in cards)
            blue = "variant-water-blue" if waters and not really else "blue-cards-go"
            self.discard(name, cards, blue)
        elif (bomb := self._beaten_bomb(name)) != "beaten-bomb-flips" and bomb:
            self.discard(name, cards, bomb)
        else:
            back = [spun(card, self.table.deck) for card in cards]
            self.take(name, back)
            white = "variant-water-white" if waters else bomb or "white-cards-return"
            self.say("spun-back", white, name, cards=back)

    def _beaten_bomb(self, name: str) -> str:
        """What becomes of this player's Bomb, "" without one; raises :class:`NotKnown`."""
        laid = bids(self.position)
        own = [place for place, entry in enumerate(laid) if entry.player == name]
        kinds = [{laid[place].claim.kind} for place in own]
        if {None} in kinds:
            chain = history(self.position, self.table.rules).under(self.table.rulings)
            kinds = [{reading.kind for reading in chain[place]} for place in own]
        if {Kind.BOMB} in kinds:
            return self.table.clause(
                "beaten-bomb-goes", "beaten-bomb-flips", "beaten-bomb-discarded"
            )
        if any(Kind.BOMB in each for each in kinds):
            raise NotKnown(f"how the bid of {name} was declared (as)", name, "as")
        return ""

    def pass_out(
        self,
        name: str,
        clause: str,
        *,
        discards: tuple[Card, ...] = (),
        entry: PassEntry | None = None,
    ) -> None:
        """Leaves the trick, after these Element cards were discarded, and lays the pass into it."""
        self.leave(name, clause)
        # Nothing else in the position tells when the hand was emptied.
        asked = self.ruled("last-cards-tie") == "hand-emptied"
        told = discards if asked and self.table.hand(name).size == 0 else ()
        self.table = self.table.laying(entry or PassEntry(name, discards=told))

    # The end of a turn and of a trick.

    def move_on(self) -> None:
        """The turn goes to the next player in the trick, unless one alone is left in it."""
        if self.position.mandate_used:
            self.table = self.table.having(mandate_used=False)
        left, skipped = self.table.still_in(), self.table.skipped()
        for player in self.position.after(self.actor):
            if len(left) == 1:
                break
            name = player.name
            if name not in left:
                continue
            if self.ruled("empty-hand-turn") == "must-pass" or self.table.size(name) > 0:
                self.table = self.table.having(turn=name)
                return
            left.remove(name)
            skipped.append(name)
            self.say("skip", "empty-hand-skipped", name)
        self.end_trick(left[0], "last-in-trick-wins", skipped=skipped)

    def win_at_once(
        self,
        forced: str,
        clause: str,
        *,
        element: Card | None = None,
        draw_after: int = 0,
        discards: Sequence[tuple[str, tuple[Card, ...]]] = (),
    ) -> None:
        """All others pass, each after their ``discards``, and the actor wins the trick."""
        unused = dict(discards)
        left, skipped = self.table.still_in(), self.table.skipped()
        self.element_at = len(self.position.trick) if element else None
        for player in self.position.after(self.actor):
            if player.name in left:
                own = unused.get(player.name, ())
                self.give_up(player.name, own)
                self.pass_out(player.name, forced, discards=own)
        self.end_trick(self.actor, clause, skipped=skipped, element=element, draw_after=draw_after)

    def end_trick(
        self,
        winner: str,
        clause: str,
        *,
        skipped: Sequence[str] = (),
        element: Card | None = None,
        draw_after: int = 0,
    ) -> None:
        """The trick is won: cards go, players show out, somebody leads or the round is over."""
        self.say("trick-won", clause, winner)
        own = [each.card for each in self.table.lying(winner)]
        self.discard(winner, [*own, element] if element else own, "winner-discards")
        for player in self.position.after(winner):
            if player.name in skipped:
                lies = [each.card for each in self.table.lying(player.name)]
                self.discard(player.name, lies, "empty-hand-skipped")
        counted_from = self._counted_from(winner)
        out = self._show_out()
        at_once = self.table.clause("twenty-wins", "most-points-win") == "twenty-wins"
        if at_once and any(self.table.points(n) >= POINTS_TO_WIN_AT_ONCE for n in out):
            self.table = self.table.having(turn=None)
            self._win("twenty-wins")
            return
        if draw_after and self.table.size(winner):
            self.draw(winner, draw_after, "element-draws-unless-out")
        holding = [p.name for p in self.position.players if self.table.size(p.name)]
        if len(holding) < 2:
            self._end_round(at_once=at_once)
        elif winner in holding:
            self._lead(winner, "winner-leads")
        else:
            others = [player.name for player in self.position.after(counted_from)]
            leader = max([*others, counted_from], key=self.table.size)
            self._lead(
                leader,
                self.table.clause(
                    "largest-hand-leads",
                    "largest-hand-leads-after-leader",
                    "largest-hand-leads-after-last",
                ),
            )

    def _counted_from(self, winner: str) -> str:
        """The player behind whom ties for the largest hand are counted."""
        match self.ruled("most-cards-tie"):
            case "from-last-leader":
                entries = bids(self.position) or self.position.trick[: self.element_at]
                return entries[0].player if entries else winner
            case "from-last-to-act":
                return self.actor
        return winner

    def _lead(self, name: str, clause: str) -> None:
        self.table = self.table.having(turn=name)
        self.say("lead", clause, name)

    def _show_out(self) -> list[str]:
        """Everybody without cards is out, in the order in which they played their last ones."""
        names = [player.name for player in self.position.players]
        largest = max(self.table.size(name) for name in names)
        clause = self.table.clause("show-out-uncapped", "show-out-points")
        capped = clause == "show-out-points"
        points = min(largest, MOST_FOR_SHOWING_OUT) if capped else largest
        new = [n for n in names if n not in self.position.out and not self.table.size(n)]
        new.sort(key=self._last_cards)
        for name in new:
            self.table = self.table.with_points(name, points)
            self.say("out", clause if points else "show-out-without-hands", name, points=points)
        out = (*self.position.out, *new)
        self.table = self.table.having(trick=(), out=out, mandate_used=False)
        return new

    def _last_cards(self, name: str) -> tuple[int, int]:
        """When in the trick a player played the last cards, and when they passed; -1 for never."""
        trick = self.position.trick
        own = list(places(trick, name))
        left = max((n for n, entry in own if isinstance(entry, PassEntry)), default=-1)
        if name == self.actor and self.element_at is not None:
            return self.element_at, -1
        if self.ruled("last-cards-tie") == "last-bid":
            return max((n for n, entry in own if isinstance(entry, BidEntry)), default=-1), left
        emptied = [n for n, entry in own if _lays_cards(entry)]
        emptied += self._robbed(name)
        return max(emptied, default=left), left

    def _robbed(self, name: str) -> list[int]:
        """The places of the bids by which a Monkey took a card of this player."""
        found: list[int] = []
        bidder: str | None = None
        for place, entry in enumerate(self.position.trick):
            if not isinstance(entry, BidEntry):
                continue
            mandate = entry.mandate
            if mandate and mandate.animal == "monkey" and mandate.keep:
                found += [place] if self.victim(entry.player, bidder) == name else []
            bidder = entry.player
        return found

    def victim(self, monkey: str, bidder: str | None) -> str | None:
        """From whom this player's Monkey takes a card, ``bidder`` having made the bid before."""
        if self.ruled("monkey-victim") == "seat-before":
            return self.position.after(monkey)[-1].name
        return bidder

    def _end_round(self, *, at_once: bool) -> None:
        """The round is over: the game has a winner, or the next round a starter."""
        self.table = self.table.having(turn=None)
        self.say("round-end", "round-ends")
        most = max(self.table.points(player.name) for player in self.position.players)
        if most >= POINTS_TO_WIN and not at_once:
            self._win("most-points-win")
            return
        starter = self._ranked(1)[0]
        points = self.table.points(starter)
        self.say("next-starter", "fewest-points-start", starter, points=points)

    def _win(self, clause: str) -> None:
        winner = self._ranked(-1)[0]
        self.say("game-end", clause, winner, points=self.table.points(winner))

    def _ranked(self, sign: int) -> list[str]:
        """The players by points, the fewest first with sign 1 and the most with -1.

        Ties go to who played the last cards earlier; those who still hold cards come last.
        """
        out = self.position.out
        names = [player.name for player in self.position.players]

        def key(name: str) -> tuple[int, int]:
            points = sign * self.table.points(name)
            return points, out.index(name) if name in out else len(out)

        return sorted(names, key=key)


def _lays_cards(entry: object) -> bool:
    """Whether cards left the hand with this entry."""
    if isinstance(entry, PassEntry):
        return bool(entry.symbols or entry.discards)
    return isinstance(entry, BidEntry)
