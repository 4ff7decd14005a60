"""What a camera would see: how many of each value and symbol lie there, and the bid to beat.

Every fact is a whole number under a name; no clause is known here. ``measures`` turns the cards
of a bid and the reading to beat into the numbers that the model is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from checker.cards import VALUES, Card, Symbol, Value
from checker.readings import KINDS, Kind, Reading


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of some cards: naturals by value, wild symbols, cards, and two oddities.

    ``repeated`` counts named cards that stand twice, ``element_cards`` Element cards; ``wild`` is
    the symbol that was counted.
    """

    naturals: tuple[int, ...]
    wilds: int
    cards: int
    element_cards: int = 0
    repeated: int = 0
    wild: Symbol = Symbol.WATER

    @property
    def values(self) -> int:
        """The number of values shown."""
        return sum(self.naturals)


def facts_of(cards: Sequence[Card], wild: Symbol, elsewhere: Iterable[Card] = ()) -> Facts:
    """The facts of these cards, ``wild`` being the wild symbol.

    ``elsewhere`` are cards in another place, in which a named card would stand a second time.
    """
    naturals = [0] * len(VALUES)
    wilds = 0
    for card in cards:
        if card.up is not None:
            naturals[card.up.value] += card.up.count
            wilds += card.up.symbols.count(wild)
    return Facts(
        naturals=tuple(naturals),
        wilds=wilds,
        cards=len(cards),
        element_cards=sum(card.is_element_card for card in cards),
        repeated=len(cards_standing_twice([*cards, *elsewhere])),
        wild=wild,
    )


def waters_alone(cards: Sequence[Card], wild: Symbol) -> Facts:
    """The facts of cards that are played as nothing but wild symbols."""
    shown = facts_of(cards, wild)
    return replace(shown, naturals=(0,) * len(VALUES), wilds=len(cards))


def cards_standing_twice(cards: Iterable[Card]) -> list[str]:
    """The names of the cards that stand there more than once; bare faces have no name."""
    names = Counter(card.name for card in cards if card.name)
    return sorted(name for name, times in names.items() if times > 1)


def natural(value: Value) -> str:
    """The name of the measure that counts one value."""
    return f"natural-{value}"


NATURAL = tuple(natural(value) for value in VALUES)


SHAPING = ("goat", "ox")
"""The animals whose Mandate shapes the bid that activates it."""


def measures(facts: Facts, over: Reading | None, shaped_by: str = "") -> dict[str, int]:
    """The facts as numbers by name; ``over`` and ``shaped_by`` as for :func:`over_measures`."""
    return bid_measures(facts) | over_measures(over, shaped_by)


def bid_measures(facts: Facts) -> dict[str, int]:
    """The numbers of the bid itself."""
    numbers = dict(zip(NATURAL, facts.naturals, strict=True))
    numbers["values"] = facts.values
    numbers["values-and-wilds"] = facts.values + facts.wilds
    numbers["cards"] = facts.cards
    numbers["card-count"] = facts.cards
    numbers["element-cards"] = facts.element_cards
    numbers["repeated-cards"] = facts.repeated
    return numbers


def over_measures(over: Reading | None, shaped_by: str = "") -> dict[str, int]:
    """The numbers of the bid to beat, ``None`` for a lead.

    ``shaped_by`` is the animal whose Mandate says how the bid has to answer, if one does.
    """
    numbers = {"answering": int(over is not None)}
    for animal in SHAPING:
        numbers[f"by-{animal}"] = int(animal == shaped_by)
    for kind in KINDS:
        numbers[f"over-{kind}"] = int(over is not None and over.kind is kind)
    numbers["over-count"] = over.count if over else 0
    numbers["over-width"] = over.width if over else 0
    numbers["over-length"] = over.length if over else 0
    numbers["over-top"] = int(over.top) if over else 0
    return numbers


def reading_numbers(reading: Reading | None) -> dict[str, int]:
    """What the reading of a bid decides; without one it is neither this nor that."""
    return {
        "is-bomb": int(reading is not None and reading.kind is Kind.BOMB),
        "is-single": int(reading is not None and reading.kind is Kind.SINGLE),
        "is-one-value": int(reading is not None and reading.length == 1),
    }


NOTHING = Facts((0,) * len(VALUES), wilds=0, cards=1)
"""A card that shows nothing: the facts of a bid where only the bid to beat matters."""
