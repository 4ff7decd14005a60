"""Proposing examples: cards and a bid to beat of which a goal holds, the smallest ones first.

The cards are numbers of faces, so no two proposals differ in the order of cards alone. What a goal
says of rules is put together from :meth:`Proposer.legal`, what it says of cards from the numbers;
the smallest example is found by asking for less, one number after the other, so that it is the only
one and does not depend on how the solver got there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any, TypeAlias

import z3

from checker.facts import over_measures
from checker.model.bits import bits_of
from checker.model.compiled import ClauseIds, Compiled
from checker.model.logic import Prop, every, no, settled, some
from checker.model.solving import asts
from checker.model.tying import Copies, Tying, Weighted
from checker.readings import Reading

Wilds = Sequence[int]
"""How many wild symbols are on a card of each group."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The place of the bid to beat, and how many cards of each group there are."""

    over: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Beaten:
    """What may be to beat: a reading, on so many cards; or nothing, on none."""

    reading: Reading | None
    cards: int


Said: TypeAlias = tuple[ClauseIds, tuple[int, ...]]
"""Clauses in force, and how many symbols are wild on a card of each group."""
MOST_KEPT = 12
"""How many proposers a model remembers; then it forgets the one that was made first."""
Accepts: TypeAlias = Callable[[Proposal], bool]
"""Whether a proposal is one, as far as the model cannot say it."""


class Proposer(Tying):
    """The bids of up to ``most`` cards of these groups over one of these bids to beat.

    On them are up to ``values`` values and wilds together.

    Groups and bids to beat stand in the order in which they are tried, the smallest first. With
    ``held`` the bid is made from a hand of up to ``most`` cards, which is then what is proposed;
    without ``bids`` there is no bid at all. A ``selectable`` model can leave out clauses, which
    then may say anything.
    """

    def __init__(
        self,
        model: Compiled,
        groups: Sequence[Copies],
        overs: Sequence[Beaten],
        most: int,
        values: int,
        *,
        held: bool = False,
        bids: bool = True,
        selectable: bool = False,
    ) -> None:
        super().__init__(model)
        self.query.solver.set("phase", "always_false")
        self.groups, self.overs = groups, overs
        self.busy = False
        self.wilds = tuple(group.wilds for group in groups)
        self._selectable = selectable
        self._selectors: dict[str, z3.BoolRef] = {}
        self._legal: dict[Said, list[Prop]] = {}
        self._together: dict[tuple[int, ...], list[z3.BoolRef]] = {}
        self._over_in: dict[frozenset[int], Prop] = {}
        self._broken: dict[tuple[str, int, tuple[int, ...]], z3.BoolRef] = {}
        self.over = self._over()
        if bids:
            self.bid = self.played(groups, "bid")
            self.tie(groups, self.bid)
            self._bound(self.bid, most, values)
            self.require(model.facts.plays_a_card)
        if held:
            self.hand = self.played(groups, "hand")
            self._bound(self.hand, most, values)
            self.require(some(*(row[0] for row in self.hand if row)))
        if held and bids:
            self._hold()
        self.proposed = self.hand if held else self.bid
        self._size = self._sized(most)
        self._total = self._totals(most)

    # What there is.

    def _over(self) -> list[z3.BoolRef]:
        """For each bid to beat, that it is this one; exactly one is."""
        beyond = self.counted("over", len(self.overs) - 1)
        self._beyond = beyond
        chosen: list[z3.BoolRef] = []
        for place in range(len(self.overs)):
            parts = [*beyond[max(place - 1, 0) : place], *(z3.Not(b) for b in beyond[place:][:1])]
            chosen.append(self.junction(z3.Z3_mk_and, parts))
        true_in: dict[tuple[str, int], list[z3.BoolRef]] = {}
        for over, literal in zip(self.overs, chosen, strict=True):
            for name, number in over_measures(over.reading).items():
                for c in range(1, number + 1):
                    true_in.setdefault((name, c), []).append(literal)
        for name in over_measures(None):
            for c, number_literal in enumerate(self.model.facts.literals[name], 1):
                where = self.junction(z3.Z3_mk_or, true_in.get((name, c), []))
                self._same(number_literal, where)
        for literal in self.model.pinned({"repeated-cards": 0}):
            self.add(literal)
        return chosen

    def _bound(self, played: Sequence[Sequence[z3.BoolRef]], most: int, values: int) -> None:
        """No more cards and values, nor more than the model was made for."""
        self.require(no(self.among(played, lambda _: 1, most + 1)))
        for value in {group.value for group in self.groups} - {None}:
            shown = [g.count if g.value == value else 0 for g in self.groups]
            self.require(no(self.among(played, shown.__getitem__, self.model.bounds.naturals + 1)))
        together = [g.count + g.wilds for g in self.groups]
        self.require(no(self.among(played, together.__getitem__, values + 1)))

    def _hold(self) -> None:
        """The bid is made of cards of the hand."""
        for played, held in zip(self.bid, self.hand, strict=True):
            for one, other in zip(played, held, strict=True):
                self.add(z3.Implies(one, other))

    def _sized(self, most: int) -> list[z3.BoolRef]:
        """The literals "so many cards, or more, in what is proposed"."""
        size = self.counted("size", most)
        weighted = [(literal, 1) for row in self.proposed for literal in row]
        self.sum(size, [z3.Not(literal) for literal in size], weighted)
        return size

    def _totals(self, most: int) -> list[z3.BoolRef]:
        """The literals "so many cards, or more, in what is proposed and in the bid to beat"."""
        weighted = [(literal, 1) for literal in self._size]
        weighted += [
            (o, over.cards) for o, over in zip(self.over, self.overs, strict=True) if over.cards
        ]
        highest = most + max(over.cards for over in self.overs)
        total = self.counted("total", highest)
        self.sum(total, [z3.Not(literal) for literal in total], weighted)
        return total

    @contextmanager
    def asking(self) -> Iterator[Proposer]:
        """What is required from here on is forgotten at the end."""
        legal, together, broken = self._legal, self._together, self._broken
        self._legal, self._together, self._broken = {**legal}, {**together}, {**broken}
        self.busy = True
        self.query.solver.push()
        try:
            yield self
        finally:
            self.query.solver.pop()
            self.busy = False
            self._legal, self._together, self._broken = legal, together, broken

    # What can be said.

    def among(
        self, played: Sequence[Sequence[z3.BoolRef]], weight: Callable[[int], int], least: int
    ) -> Prop:
        """The cards played add up to at least so much, each with the weight of its group."""
        weighted = [
            (literal, weight(place))
            for place, row in enumerate(played)
            for literal in row
            if weight(place)
        ]
        return self.at_least(weighted, least)

    def at_least(self, weighted: Weighted, least: int) -> Prop:
        """The literals that hold add up to at least so much."""
        if least <= 0:
            return True
        if sum(weight for _, weight in weighted) < least:
            return False
        return self.reaches(weighted, least)

    def number(self, props: Sequence[Prop], least: int) -> Prop:
        """At least so many of these propositions hold."""
        known = sum(prop is True for prop in props)
        open_ones = [(prop, 1) for prop in map(settled, props) if not isinstance(prop, bool)]
        return self.at_least(open_ones, least - known)

    def over_in(self, places: Collection[int]) -> Prop:
        """The bid to beat is one of those at these places."""
        key = frozenset(places)
        if key not in self._over_in:
            self._over_in[key] = some(*(self.over[place] for place in sorted(places)))
        return self._over_in[key]

    def size(self, least: int) -> Prop:
        """At least so many cards in what is proposed."""
        if least <= 0:
            return True
        return self._size[least - 1] if least <= len(self._size) else False

    def total(self, least: int) -> Prop:
        """At least so many cards in all, in what is proposed and in the bid to beat."""
        return self._total[least - 1] if least <= len(self._total) else False

    def legal(self, clause_ids: ClauseIds, wilds: Wilds) -> Sequence[Prop]:
        """For each reading of the model, that these clauses allow it."""
        key = (clause_ids, tuple(wilds))
        if key not in self._legal:
            self._legal[key] = [self._allowed(*key, n) for n in range(len(self.model.readings))]
        return self._legal[key]

    def _allowed(self, clause_ids: ClauseIds, wilds: tuple[int, ...], place: int) -> Prop:
        if not self._selectable and self.model.masks(clause_ids)[place] & self.model.bits.always:
            return False
        broken = [
            self._broken_bit(clause_id, bit, wilds)
            for clause_id, mask in self.model.broken(place, clause_ids)
            for bit in bits_of(mask)
        ]
        if not broken:
            return True
        name = z3.Bool(f"legal-{len(self._legal)}-{place}", self.ctx)
        self._same(name, z3.Not(self.junction(z3.Z3_mk_or, broken)))
        return name

    def _same(self, one: z3.BoolRef, other: z3.BoolRef) -> None:
        same = z3.Z3_mk_iff(self.ref, one.ast, other.ast)
        self.add(z3.BoolRef(same, self.ctx))

    def _broken_bit(self, clause_id: str, bit: int, wilds: tuple[int, ...]) -> z3.BoolRef:
        """The clause is in force, and this bit of the model says that it is violated."""
        key = (clause_id if self._selectable else "", bit, wilds)
        if key not in self._broken:
            prop = self._counting(self.model.bits.props[bit], wilds)
            self._broken[key] = self._said(clause_id, prop) if self._selectable else prop
        return self._broken[key]

    def _counting(self, prop: z3.BoolRef, wilds: tuple[int, ...]) -> z3.BoolRef:
        """The proposition where so many symbols are wild on a card of each group."""
        if wilds == self.wilds:
            return prop
        if wilds not in self._together:
            groups = zip(self.bid, self.groups, wilds, strict=True)
            weighted = [(lit, g.count + w) for row, g, w in groups for lit in row if g.count + w]
            literals = self.counted(f"together-{len(self._together)}", self.model.bounds.values)
            self.sum(literals, [z3.Not(literal) for literal in literals], weighted)
            self._together[wilds] = literals
        named = self.model.facts.literals["values-and-wilds"]
        return z3.substitute(prop, *zip(named, self._together[wilds], strict=True))

    def _said(self, clause_id: str, prop: z3.BoolRef) -> z3.BoolRef:
        """What the clause says where it is in force; where it is left out it may say anything."""
        said = z3.Bool(f"said-{len(self._broken)}", self.ctx)
        self.add(z3.Implies(self.selector(clause_id), said == prop))
        return said

    def selector(self, clause_id: str) -> z3.BoolRef:
        """The literal that puts a clause in force, in a selectable model."""
        if clause_id not in self._selectors:
            self._selectors[clause_id] = z3.Bool(f"clause-{clause_id}", self.ctx)
        return self._selectors[clause_id]

    # Asking.

    def require(self, prop: Prop) -> None:
        """From now on the proposition has to hold."""
        self.add(self._ref(prop))

    def _ref(self, prop: Prop) -> z3.BoolRef:
        known = settled(prop)
        return z3.BoolVal(known, self.ctx) if isinstance(known, bool) else known

    def smallest(self, accepts: Accepts = lambda _: True) -> Iterator[Proposal]:
        """What satisfies all that was added and is accepted, the smallest first, none twice.

        The fewest cards in all come first, then the first bid to beat, then as few cards as can be
        of the last group, of the one before it, and so on. ``accepts`` may be asked of any proposal
        on the way; whatever it does not accept it has to rule out by :meth:`require`. Raises
        ``SolverLimit``.
        """
        while True:
            found = self._least(accepts)
            if found is None:
                return
            yield found
            self.rule_out(found)

    def _least(self, accepts: Accepts) -> Proposal | None:
        found = self._any([], accepts)
        if found is None:
            return None
        fixed: list[z3.BoolRef] = []

        def lower(literals: Sequence[z3.BoolRef], number: Callable[[Proposal], int]) -> None:
            """Fixes the least number of these literals beside what is fixed already."""
            nonlocal found
            assert found is not None
            while least := number(found):
                less = self._any([*fixed, z3.Not(literals[least - 1])], accepts)
                if less is None:
                    break
                found = less
            if least < len(literals):
                fixed.append(z3.Not(literals[least]))

        lower(self._total, lambda each: sum(each.cards) + self.overs[each.over].cards)
        lower(self._beyond, lambda each: each.over)
        left = sum(found.cards)
        for place in reversed(range(len(self.groups))):
            if left:
                lower(self.proposed[place], partial(_of_group, place))
                left -= found.cards[place]
        return found

    def _any(self, assumed: Sequence[z3.BoolRef], accepts: Accepts) -> Proposal | None:
        """A proposal that is accepted, if there is one where all this holds."""
        while self.query.holds(asts(assumed)):
            model = self.query.solver.model()
            cards = tuple(_number(model, row) for row in self.proposed)
            proposal = Proposal(_number(model, self._beyond), cards)
            if accepts(proposal):
                return proposal
        return None

    def rule_out(self, proposal: Proposal) -> None:
        """Never this one."""
        self.require(some(no(self.over[proposal.over]), self.unlike(proposal.cards)))

    def unlike(self, cards: Sequence[int]) -> Prop:
        """What is proposed has another number of some card."""
        return no(every(self.holding(cards), self.within(cards)))

    def holding(self, cards: Sequence[int]) -> Prop:
        """What is proposed has these cards, and perhaps more."""
        rows = zip(self.proposed, cards, strict=True)
        return every(*(row[number - 1] for row, number in rows if number))

    def within(self, cards: Sequence[int]) -> Prop:
        """What is proposed has no card beyond these."""
        rows = zip(self.proposed, cards, strict=True)
        return every(*(no(row[number]) for row, number in rows if number < len(row)))

    def needed(self, clause_ids: ClauseIds) -> ClauseIds | None:
        """A minimal set of these clauses because of which what was added cannot be.

        ``None`` where it can be with all of them; clauses are left out in the order given. Raises
        ``SolverLimit``.
        """
        if self.can_be(clause_ids):
            return None
        kept = clause_ids
        for clause_id in clause_ids:
            fewer = tuple(c for c in kept if c != clause_id)
            if not self.can_be(fewer):
                kept = fewer
        return kept

    def can_be(self, clause_ids: ClauseIds) -> bool:
        """Whether what was added can be where these clauses are in force, and no others.

        Of a selectable model. Raises ``SolverLimit``.
        """
        return self.query.holds(asts([self.selector(c) for c in clause_ids]))


def _of_group(place: int, proposal: Proposal) -> int:
    return proposal.cards[place]


def _number(model: z3.ModelRef, literals: Sequence[z3.BoolRef]) -> int:
    """How many of the literals "at least 1, 2, ..." hold."""
    return sum(1 for _ in takewhile(lambda e: z3.is_true(model.eval(e, True)), literals))


def proposer(
    model: Compiled,
    groups: Sequence[Copies],
    overs: Sequence[Beaten],
    most: int,
    values: int,
    *,
    held: bool,
    bids: bool,
    selectable: bool,
    sets: Sequence[Said],
) -> Proposer:
    """A proposer as :class:`Proposer` takes it that has looked at these sets of clauses already.

    What was made before is used again, unless it is being asked: to ask for the numbers alone costs
    more than a goal.
    """
    made: dict[object, Proposer] = model.derived.setdefault("proposers", {})
    key = (tuple(groups), tuple(overs), most, values, held, bids, selectable, tuple(sets))
    if key not in made or made[key].busy:
        if len(made) == MOST_KEPT:
            del made[next(iter(made))]
        how: Any = {"held": held, "bids": bids, "selectable": selectable}
        one = Proposer(model, groups, overs, most, values, **how)
        for ids, wilds in sets:
            one.legal(ids, wilds)
        one.query.holds(asts([]))
        made[key] = one
    return made[key]
