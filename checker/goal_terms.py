"""What a goal about a bid says, as a proposition over the cards and the bid to beat.

Which faces the cards may have, and what there may be to beat, follows from the goal and from the
texts that it names; what the rules say is asked of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from operator import le
from typing import TypeAlias, TypeVar

from checker.cards import VALUES, Card, Face, Symbol, Value
from checker.conditions import (
    AllOf,
    AnyOf,
    By,
    Cards,
    Condition,
    DecidedBy,
    Differ,
    EveryPlay,
    Most,
    Not,
    Over,
    Plays,
    Readings,
    Says,
    Settled,
    Shape,
    SomePlay,
    SomeReading,
    Span,
    Violates,
    With,
    is_of,
)
from checker.decks import shape as shape_of
from checker.facts import facts_of
from checker.model.compiled import ClauseIds, Compiled
from checker.model.logic import Prop, every, no, some
from checker.model.proposing import Proposer
from checker.model.table import Row, table
from checker.model.tying import Copies
from checker.notation import bare_card, read_card, write_card
from checker.questions import Bid, Rules
from checker.readings import NO_CLAIM, Claim, Reading
from checker.reasons import clause_ids
from checker.rulebook import rulebook

Thing = TypeVar("Thing")
ELEMENT = "element"
"""The shape of an Element card."""


def parts(condition: Condition) -> Iterator[Condition]:
    """The condition and all conditions in it."""
    yield condition
    match condition:
        case Not(that) | SomePlay(that) | EveryPlay(that) | By(_, that) | With(_, _, that):
            yield from parts(that)
        case AllOf(those) | AnyOf(those):
            for each in those:
                yield from parts(each)


def conjuncts(condition: Condition, rules: Rules) -> Iterator[tuple[Condition, Rules]]:
    """The conditions that all have to hold for this one, each with the rules it is asked by.

    That not some bid is so says that every one is not, and the other way round.
    """
    match condition:
        case AllOf(those):
            for each in those:
                yield from conjuncts(each, rules)
        case By(options, that):
            yield from conjuncts(that, options.over(rules))
        case Not(Not(that)):
            yield from conjuncts(that, rules)
        case Not(AnyOf(those)):
            for each in those:
                yield from conjuncts(Not(each), rules)
        case Not(By(options, that)):
            yield from conjuncts(Not(that), options.over(rules))
        case Not(SomePlay(that)):
            yield EveryPlay(Not(that)), rules
        case Not(EveryPlay(that)):
            yield SomePlay(Not(that)), rules
        case Not(Plays(Span(0, int(most)))):
            yield from conjuncts(Plays(Span(most + 1)), rules)
        case Plays(number) if number.least:
            yield SomePlay(AllOf(())), rules
            yield condition, rules
        case _:
            yield condition, rules


def texts(condition: Condition, rules: Rules) -> Iterator[Rules]:
    """Every set of rules that the condition asks, with options that are not pinned changed."""
    yield rules
    match condition:
        case By(options, that):
            yield from texts(that, options.over(rules))
        case Not(that) | SomePlay(that) | EveryPlay(that):
            yield from texts(that, rules)
        case AllOf(those) | AnyOf(those):
            for each in those:
                yield from texts(each, rules)
        case Differ(one, other):
            yield from (one.over(rules), other.over(rules))
        case DecidedBy(ruling):
            yield from changed(rules, [ruling])
        case Settled():
            yield from changed(rules, rulebook().bid_rulings)


def changed(rules: Rules, rulings: Iterable[str]) -> list[Rules]:
    """These rules with every other choice of those of these rulings that are open."""
    free = rulebook().bid_rulings.intersection(rulings) - rules.closed
    changes = rulebook().changes(rules.used, free)
    return [replace(rules, pinned={**rules.pinned, **change}) for change in changes]


# What there is to choose from.


def vocabulary(condition: Condition, asked: Sequence[Rules], seed: int) -> tuple[Card, ...]:
    """A card of every face that examples are made of, the lowest first.

    Those are white values, doubles and triples, values with a symbol that is wild in one of the
    texts, and whatever faces the condition counts. Another ``seed`` is another order.
    """
    wilds = {rules.edition.wild for rules in asked}
    structure = {s for rules in asked for each in rules.deck.structure.values() for s in each}
    shapes = {"v", *(s for s in structure if wilds.issuperset(_symbols(s)))}
    shapes |= {s for part in parts(condition) if isinstance(part, Cards) for s, _ in part.faces}
    found = [
        bare_card(Face(value, s.count("v+") + s.endswith("v"), _symbols(s)))
        for value in VALUES
        for s in shapes - {ELEMENT}
    ]
    found.sort(key=_rank)
    if ELEMENT in shapes:
        found.append(read_card("element-fire", asked[0].deck))
    return tuple(in_order(found, seed, write_card))


def _symbols(shape: str) -> tuple[Symbol, ...]:
    return tuple(Symbol(part) for part in shape.split("+") if part != "v")


def _rank(card: Card) -> tuple[Value, int, int, str]:
    assert card.up is not None
    face = card.up
    return (face.value, face.count + len(face.symbols), face.count, write_card(card))


def in_order(things: Sequence[Thing], seed: int, name: Callable[[Thing], str]) -> list[Thing]:
    """The things in their order; by another ``seed`` than 0 in another one, always the same."""
    if not seed:
        return list(things)
    return sorted(things, key=lambda each: sha256(f"{seed} {name(each)}".encode()).digest())


def shape(card: Card) -> str:
    """What the card shows besides which value; ``element`` of an Element card."""
    return shape_of(card.up) if card.up else ELEMENT


def copies(cards: Sequence[Card], wild: Symbol, model: Compiled, most: Most) -> list[Copies]:
    """The vocabulary as groups of as many cards as the bounds allow."""
    return [_group(card, wild, model, most) for card in cards]


def _group(card: Card, wild: Symbol, model: Compiled, most: Most) -> Copies:
    if card.up is None:
        return Copies(None, 0, 0, most.cards)
    wilds = card.up.symbols.count(wild)
    number = min(
        most.cards,
        model.bounds.naturals // card.up.count,
        model.bounds.values // (card.up.count + wilds),
    )
    return Copies(int(card.up.value), card.up.count, wilds, number)


def wilds_on(cards: Sequence[Card], rules: Rules) -> tuple[int, ...]:
    """How many wild symbols of these rules are on each card."""
    wild = rules.edition.wild
    return tuple(card.up.symbols.count(wild) if card.up else 0 for card in cards)


def beaten(
    model: Compiled, asked: Sequence[Rules], most: int, seed: int
) -> list[tuple[Reading | None, Bid | None]]:
    """What there may be to beat by all these rules, on up to ``most`` cards.

    Nothing comes first, then readings in their order, each with cards; another ``seed`` is another
    order.
    """
    texts = tuple(dict.fromkeys((each.edition.wild, _definitions(each)) for each in asked))
    key = ("beaten", texts, most)
    if key not in model.derived:
        model.derived[key] = list(_beaten(model, texts, most))
    return in_order(model.derived[key], seed, lambda entry: str(entry[0]))


def _beaten(
    model: Compiled, texts: Sequence[tuple[Symbol, ClauseIds]], most: int
) -> Iterator[tuple[Reading | None, Bid | None]]:
    yield None, None
    for _, reading in model.possible(texts[0][1]):
        bid = laid_out(model, reading, texts) if reading.count <= most else None
        if bid is not None:
            yield reading, bid


def laid_out(
    model: Compiled, reading: Reading, texts: Sequence[tuple[Symbol, ClauseIds]]
) -> Bid | None:
    """The reading in single values, with a wild where it needs one, declared where it has to be.

    ``None`` where it cannot lie there by one of these texts: what is wild, and the definitions.
    """
    wild = texts[0][0]
    plain = tuple(map(Face, reading.values))
    choices = [plain]
    if reading.count > 1:
        choices.append((*plain[:-2], Face(reading.top, 1, (wild,))))
    for faces in choices:
        ways = [_definable(model, faces, *text) for text in texts]
        if all(reading in each for each in ways):
            alone = all(len(each) == 1 for each in ways)
            claim = Claim(reading.kind, reading.width, reading.length, reading.top)
            return Bid(tuple(map(bare_card, faces)), NO_CLAIM if alone else claim)
    return None


def _definitions(rules: Rules) -> ClauseIds:
    return clause_ids(rulebook().in_force(rules.used), ("bid", "definition"))


def _definable(
    model: Compiled, faces: tuple[Face, ...], wild: Symbol, ids: ClauseIds
) -> list[Reading]:
    """What cards of these faces can be taken as by these definitions."""
    facts = facts_of([bare_card(face) for face in faces], wild)
    key = ("admitting", ids, facts.values, facts.values + facts.wilds, facts.cards)
    if key not in model.derived:
        model.derived[key] = [row for row in table(model, ids) if row.admits(*key[2:])]
    rows: Sequence[Row] = model.derived[key]
    return [row.reading for row in rows if all(map(le, facts.naturals, row.most))]


# What is said.


Ways: TypeAlias = Sequence[tuple[Reading, Prop]]
"""Readings, and when each of them is legal."""


@dataclass(frozen=True)
class Terms:
    """What conditions say of the proposals of ``proposer``, whose groups are these cards.

    Of a hand they say what has to be so at least; see :meth:`of_hand`. A bid that is declared can
    be taken as the reading ``declared`` alone.
    """

    proposer: Proposer
    cards: Sequence[Card]
    declared: Reading | None = None
    _shown: dict[int, Prop] = field(default_factory=dict)

    def of(self, condition: Condition, rules: Rules) -> Prop:
        """The condition by these rules, for a bid."""
        match condition:
            case Cards():
                return self.shown(condition, rules.edition.wild)
            case Over(shape):
                return self.over(shape)
            case Says(verdict):
                legal = some(*(prop for _, prop in self._legal(rules)))
                return {"legal": legal, "illegal": no(legal), "undetermined": False}[verdict]
            case Readings(number):
                return self._number([prop for _, prop in self._legal(rules)], number)
            case SomeReading(shape):
                return self._some_reading(shape, rules)
            case Violates(clauses):
                return self._violates(clauses, rules)
            case DecidedBy(ruling):
                return some(*(self._parts(rules, other) for other in changed(rules, [ruling])))
            case Settled(settled):
                others = changed(rules, rulebook().bid_rulings)
                unsettled = some(*(self._parts(rules, other) for other in others))
                return no(unsettled) if settled else unsettled
            case Differ(one, other):
                ways = zip(
                    self._legal(one.over(rules)), self._legal(other.over(rules)), strict=True
                )
                return some(*(_unlike(here, there) for (_, here), (_, there) in ways))
            case By(options, that):
                return self.of(that, options.over(rules))
            case Not(that):
                return no(self.of(that, rules))
            case AllOf(those):
                return every(*(self.of(each, rules) for each in those))
            case AnyOf(those):
                return some(*(self.of(each, rules) for each in those))
        raise AssertionError(f"no condition of a bid: {condition}")

    def of_hand(self, conditions: Iterable[tuple[Condition, Rules]]) -> Prop:
        """What has to be so at least where all of these conditions of a hand are to hold.

        What only a list of all legal bids can tell is left out, and so is every bid but one.
        """
        needed: list[Prop] = []
        played = False
        for condition, rules in conditions:
            match condition:
                case SomePlay(that) if not played:
                    needed.append(self._some_play(that, rules))
                    played = True
                case Cards() | Over():
                    needed.append(self.of(condition, rules))
                case Not(Cards() | Over() as that):
                    needed.append(no(self.of(that, rules)))
        return every(*needed)

    def _some_play(self, that: Condition, rules: Rules) -> Prop:
        return some(
            *(
                every(legal, replace(self, declared=reading).of(that, rules))
                for reading, legal in self._legal(rules)
                if legal is not False
            )
        )

    def shown(self, cards: Cards, wild: Symbol) -> Prop:
        """What the cards of the bid, or of the hand, show."""
        if id(cards) not in self._shown:
            self._shown[id(cards)] = self._shows(cards, wild)
        return self._shown[id(cards)]

    def _shows(self, cards: Cards, wild: Symbol) -> Prop:
        played = self.proposer.bid if cards.of == "bid" else self.proposer.hand

        def within(span: Span, reaches: Callable[[int], Prop]) -> Prop:
            return every(
                reaches(span.least), True if span.most is None else no(reaches(span.most + 1))
            )

        def add_up(span: Span, weights: Sequence[int]) -> Prop:
            return within(span, partial(self.proposer.among, played, weights.__getitem__))

        faces = [card.up for card in self.cards]
        proposed = played is self.proposer.proposed
        return every(
            within(cards.cards, self.proposer.size)
            if proposed
            else add_up(cards.cards, [1] * len(faces)),
            add_up(cards.values, [face.count if face else 0 for face in faces]),
            add_up(cards.wilds, [face.symbols.count(wild) if face else 0 for face in faces]),
            *(
                add_up(span, [f.count if f and f.value is value else 0 for f in faces])
                for value, span in cards.shows
            ),
            *(
                add_up(span, [int(shape(card) == name) for card in self.cards])
                for name, span in cards.faces
            ),
        )

    def over(self, wanted: Shape | None) -> Prop:
        """The bid to beat is of this shape."""
        return self.proposer.over_in(
            {place for place, over in enumerate(self.proposer.overs) if is_of(over.reading, wanted)}
        )

    def _some_reading(self, wanted: Shape, rules: Rules) -> Prop:
        return some(
            *(
                every(legal, self._shaped(reading, wanted))
                for reading, legal in self._legal(rules)
                if legal is not False and wanted.may_be(reading)
            )
        )

    def _shaped(self, reading: Reading, wanted: Shape) -> Prop:
        """A reading that may be of this shape is so, beside the bid to beat and the wilds used."""
        facts = self.proposer.model.facts
        span = wanted.wilds
        fewest = 0 if span.most is None else reading.count - span.most
        return every(
            self._against(reading, wanted),
            facts.values(fewest),
            True if not span.least else no(facts.values(reading.count - span.least + 1)),
        )

    def _against(self, reading: Reading, wanted: Shape) -> Prop:
        if not wanted.is_relative:
            return True
        overs = enumerate(self.proposer.overs)
        return self.proposer.over_in(
            {place for place, over in overs if wanted.is_against(reading, over.reading)}
        )

    def _violates(self, clauses: Sequence[str], rules: Rules) -> Prop:
        ids = clause_ids(rulebook().in_force(rules.used))
        rest = tuple(c for c in ids if c not in clauses)
        if len(rest) + len(clauses) > len(ids):
            return False
        fewer = [tuple(c for c in ids if c in (*rest, kept)) for kept in clauses]
        return every(self._any(rest, rules), *(no(self._any(each, rules)) for each in fewer))

    def _any(self, ids: ClauseIds, rules: Rules) -> Prop:
        return some(*(prop for _, prop in self._by(ids, rules)))

    def _parts(self, here: Rules, there: Rules) -> Prop:
        """The verdicts by these rules part."""
        return _unlike(*(some(*(prop for _, prop in self._legal(each))) for each in (here, there)))

    def _number(self, props: Sequence[Prop], span: Span) -> Prop:
        possible = [prop for prop in props if prop is not False]
        least = self.proposer.number(possible, span.least)
        if span.most is None:
            return least
        return every(least, no(self.proposer.number(possible, span.most + 1)))

    def _legal(self, rules: Rules) -> Ways:
        return self._by(clause_ids(rulebook().in_force(rules.used)), rules)

    def _by(self, ids: ClauseIds, rules: Rules) -> Ways:
        legal = self.proposer.legal(ids, wilds_on(self.cards, rules))
        model = self.proposer.model
        if self.declared:
            return [(self.declared, legal[model.place[self.declared]])]
        return list(zip(model.readings, legal, strict=True))


def _unlike(one: Prop, other: Prop) -> Prop:
    return some(every(one, no(other)), every(no(one), other))
