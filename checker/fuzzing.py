"""Random questions about bids until another implementation disagrees, and the smallest like it.

The questions are blind: which of them have an answer, and which, is for the model to say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from random import Random
from typing import Any, TypeAlias

from checker.cards import MOST_SYMBOLS, MOST_VALUES, VALUE_NAMES
from checker.cases import Body, Case, case_form
from checker.conformance import Answer, Outcome, check, failure_form
from checker.readings import KINDS, Kind, Reading, reading_space
from checker.rulebook import rulebook
from checker.vectors.asking import answered
from checker.vectors.variations import parts, without
from checker.wire import answers

Ask: TypeAlias = Callable[[str, str, object], Answer]

MOST_VALUES_ASKED = 10
"""A bid has about so many values at most."""
OTHER_SYMBOLS = ("panda", "bamboo")
"""Symbols that mean nothing to a bid, whichever the wild one is."""


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What came of asking: how many questions, how many left out, and the first that failed."""

    asked: int
    left_out: int
    failed: Outcome | None


def random_cases(seed: int, rules: Body) -> Iterator[Case]:
    """Questions about bids under these rules, the same ones for the same seed, without an end.

    As many of each kind of Combination, well formed as a rule; leads and answers, of the same
    kind more often than not; with and without wild symbols and claims. ``rules`` are the keys of a
    request that say by what it is judged. Raises ``Invalid`` where they cannot be read.
    """
    told = answers.judge({**rules, "bid": [VALUE_NAMES[0]]})["decided_by"]
    wild = rulebook().edition(told["edition"]).wild.value
    random = Random(seed)
    number = 1
    while True:
        request = {**rules, **_Drawn(random, wild).question()}
        if case := case_of(request, f"random question {number} of seed {seed}"):
            yield case
            number += 1


def case_of(request: Body, title: str) -> Case | None:
    """The case that asks this and expects what the model answers; nothing without an answer."""
    asked = answered("judge", dict(request))
    if asked.verdict == "fault":
        return None
    return Case(
        id=asked.id,
        endpoint="judge",
        request=request,
        title=title,
        clauses=asked.reasons,
        pivot=asked.reasons,
        flags=tuple(_flags(request, asked.expect)),
        expect=asked.expect,
    )


def first_failure(outcomes: Iterable[Outcome]) -> Fuzzed:
    """What came of these outcomes, up to the first that failed."""
    asked = left_out = 0
    for outcome in outcomes:
        asked += 1
        left_out += outcome.result == "left out"
        if outcome.result == "failed":
            return Fuzzed(asked, left_out, outcome)
    return Fuzzed(asked, left_out, None)


def shrunk(outcome: Outcome, ask: Ask) -> Outcome:
    """The same failure of a question from which nothing can be taken any more.

    Of all that is :func:`smaller` the first is taken that still fails, with the same trouble or
    with no clause at fault that was not before, and so on until none does: the result is a
    smallest one among its neighbours, not among all questions. Where no answer came in time it
    stays as it is, as every try would last as long. Raises ``SolverLimit``.
    """
    if outcome.trouble and outcome.trouble.sort == "hang":
        return outcome
    while found := _first_like(outcome, ask):
        outcome = found
    return outcome


def _first_like(outcome: Outcome, ask: Ask) -> Outcome | None:
    case = outcome.case
    assert isinstance(case.request, Mapping)
    for request in smaller(case.request):
        if less := case_of(request, case.title):
            found = check(less, ask(less.id, less.endpoint, less.request))
            if found.result == "failed" and _alike(found, outcome):
                return found
    return None


def _alike(found: Outcome, before: Outcome) -> bool:
    if found.trouble or before.trouble:
        sorts = [each.trouble and each.trouble.sort for each in (found, before)]
        return sorts[0] == sorts[1]
    return {*found.at_fault} <= {*before.at_fault}


# Smaller questions.


def smaller(request: Body) -> Iterator[Body]:
    """What is a little less than this request, in a fixed order.

    It lacks one key, card or part of a claim; or the cards of the lowest or highest value, of one
    side or both; or any two cards; or a card lacks one of its values or symbols; or values are one
    lower: all of them, those of one side, those alike on one side, one card alone. So no chain of
    them goes on for ever.
    """
    yield from (less for less in _neighbours(request) if less != request)


def _neighbours(request: Body) -> Iterator[Body]:
    """The same, and at the lowest value the request itself."""
    yield from (without(dict(request), part) for part in parts(dict(request)))
    sides = [side for side in ("bid", "over") if request.get(side)]
    for side in sides:
        yield {**request, side: _unclaimed(request[side])}
    for some in (sides, *([side] for side in sides)):
        for extreme in (min, max):
            yield _without(request, [at for side in some for at in _places(request, side, extreme)])
    every = [(side, place) for side in sides for place in range(len(_cards(request[side])))]
    yield from (_without(request, two) for two in combinations(every, 2))
    for side in sides:
        yield from _with_cards(request, side, _plainer)
    lowered = {side: _lowered(request[side], VALUE_NAMES) for side in sides}
    yield {**request, **lowered}
    yield from ({**request, side: lowered[side]} for side in sides)
    for side in sides:
        for value in VALUE_NAMES:
            yield {**request, side: _lowered(request[side], (value,))}
        yield from _with_cards(request, side, lambda card: [_lower(card)])


def _places(
    request: Body, side: str, extreme: Callable[[Iterable[int]], int]
) -> list[tuple[str, int]]:
    """Where the cards of the lowest or highest value of that side are."""
    values = [VALUE_NAMES.index(_read(card)[0][0]) for card in _cards(request[side])]
    return [(side, place) for place, value in enumerate(values) if value == extreme(values)]


def _without(request: Body, places: Collection[tuple[str, int]]) -> Body:
    """The request without the cards in these places."""
    less = dict(request)
    for side in {side for side, _ in places}:
        cards = enumerate(_cards(request[side]))
        kept = [card for place, card in cards if (side, place) not in places]
        less[side] = _with(request[side], kept)
    return less


def _with_cards(
    request: Body, side: str, changes: Callable[[str], Iterable[str]]
) -> Iterator[Body]:
    """The request with a change of one card of that side."""
    bid = request[side]
    cards = _cards(bid)
    for place, card in enumerate(cards):
        for other in changes(card):
            changed = [*cards[:place], other, *cards[place + 1 :]]
            yield {**request, side: _with(bid, changed)}


def _plainer(card: str) -> Iterator[str]:
    """The card without one of its symbols, or without one of its values."""
    values, symbols = _read(card)
    for place in range(len(symbols)):
        yield "+".join([*values, *symbols[:place], *symbols[place + 1 :]])
    if len(values) > 1:
        yield "+".join([*values[1:], *symbols])


def _lowered(bid: Any, among: Iterable[str]) -> Any:
    """The bid with these values one lower, the highest value of its claim among them."""
    cards = [_lower(card) if _read(card)[0][0] in among else card for card in _cards(bid)]
    if isinstance(bid, Mapping) and bid.get("as", {}).get("top") in among:
        return {"cards": cards, "as": {**bid["as"], "top": _lower(bid["as"]["top"])}}
    return _with(bid, cards)


def _lower(card: str) -> str:
    """The card with the next lower value; the lowest stays as it is."""
    values, symbols = _read(card)
    lower = VALUE_NAMES[max(0, VALUE_NAMES.index(values[0]) - 1)]
    return "+".join([*[lower] * len(values), *symbols])


def _unclaimed(bid: Any) -> Any:
    """The bid without the place for a claim, where nothing stands in it."""
    return bid if isinstance(bid, Mapping) and bid.get("as") else _cards(bid)


def _read(card: str) -> tuple[list[str], list[str]]:
    words = card.split("+")
    return [w for w in words if w in VALUE_NAMES], [w for w in words if w not in VALUE_NAMES]


def _cards(bid: Any) -> list[str]:
    return list(bid["cards"] if isinstance(bid, Mapping) else bid)


def _with(bid: Any, cards: list[str]) -> Any:
    return {**bid, "cards": cards} if isinstance(bid, Mapping) else cards


# Random questions.


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Draws questions; ``wild`` is the wild symbol."""

    random: Random
    wild: str

    def question(self) -> dict[str, Any]:
        """A bid, over nothing or over another one."""
        reading = self.reading(self.random.choice(KINDS))
        question = {"bid": self.bid(reading, claimed=0.2)}
        if self.random.random() < 0.7:
            question["over"] = self.bid(self.other(reading), claimed=0.4)
        return question

    def reading(self, kind: Kind) -> Reading:
        """Any reading of that kind, now and then a malformed one."""
        return self.one_of(_OF_KIND[kind])

    def other(self, reading: Reading) -> Reading:
        """A reading of as many values as a rule, of the same shape more often than not; or any."""
        if self.random.random() < 0.2:
            return self.reading(self.random.choice(KINDS))
        alike = [r for r in _OF_KIND[reading.kind] if r.count == reading.count]
        if self.random.random() < 0.7:
            alike = [r for r in alike if r.width == reading.width]
        return self.random.choice(alike)

    def one_of(self, readings: Sequence[Reading]) -> Reading:
        """One of these, of every number of values alike."""
        size = self.random.choice(sorted({reading.count for reading in readings}))
        found = self.random.choice([r for r in readings if r.count == size])
        sound = self.random.random() < 0.1 or _is_sound(found)
        return found if sound else self.one_of(readings)

    def bid(self, reading: Reading, claimed: float) -> Any:
        """Cards that make this reading, or nearly, with a claim now and then."""
        values = [str(value) for value in reading.values]
        wilds = min(len(values) - 1, self.random.choice((0, 0, 0, 1, 1, 2)))
        for _ in range(wilds):
            values.pop(self.random.randrange(len(values)))
        if self.random.random() < 0.15:
            values[self.random.randrange(len(values))] = self.random.choice(VALUE_NAMES)
        cards = self.faces(values, wilds)
        if self.random.random() >= claimed:
            return cards
        return {"cards": cards, "as": self.claim(reading)}

    def faces(self, values: list[str], wilds: int) -> list[str]:
        """Faces that show these values, doubles and triples among them, and so many wilds."""
        faces: list[list[str]] = []
        for value, alike in groupby(sorted(values, key=VALUE_NAMES.index)):
            left = len(list(alike))
            while left:
                shows = min(left, self.random.choice((1, 1, 1, 2, MOST_VALUES)))
                faces.append([value] * shows)
                left -= shows
        symbols: list[list[str]] = [[] for _ in faces]
        noise = self.random.choice((0, 0, 0, 1))
        for symbol in [self.wild] * wilds + [self.random.choice(OTHER_SYMBOLS)] * noise:
            free = [each for each in symbols if len(each) < MOST_SYMBOLS]
            if free:
                self.random.choice(free).append(symbol)
        return ["+".join([*face, *more]) for face, more in zip(faces, symbols, strict=True)]

    def claim(self, reading: Reading) -> dict[str, Any]:
        """What is said of the bid: the reading or a part of it."""
        whole: dict[str, Any] = {
            "kind": reading.kind.value,
            "width": reading.width,
            "length": reading.length,
            "top": str(reading.top),
        }
        if self.random.random() < 0.5:
            return whole
        return {key: told for key, told in whole.items() if self.random.random() < 0.5} or whole


def _is_sound(reading: Reading) -> bool:
    """Whether the printed rulebook lets such a Combination lie there to be beaten."""
    cards = [str(value) for value in reading.values]
    over = {"cards": cards, "as": {"kind": reading.kind.value, "width": reading.width}}
    return answered("judge", {"bid": VALUE_NAMES[:1], "over": over}).verdict != "fault"


_OF_KIND = {
    kind: [reading for reading in reading_space(MOST_VALUES_ASKED) if reading.kind == kind]
    for kind in KINDS
}


def _flags(request: Body, expect: Mapping[str, Any]) -> Iterator[str]:
    """The flags of the case, as fixtures/README.md lists them."""
    sides = [request["bid"], request.get("over") or []]
    edition = rulebook().edition(request.get("edition", "rulebook"))
    if any(edition.wild in card.split("+") for side in sides for card in _cards(side)):
        yield "wild"
    if "over" not in request:
        yield "lead"
    if any(isinstance(side, Mapping) and side.get("as") for side in sides):
        yield "claim"
    if edition.id != "rulebook":
        yield "edition"
    if request.get("rulings"):
        yield "ruling-pinned"
    if not expect["settled"]:
        yield "ruling-decides"


# Writing.


def fuzzed_form(told: Fuzzed, smallest: Outcome | None) -> dict[str, Any]:
    """What came of it as JSON: how much was asked, the case to keep, and how it failed."""
    return {
        "asked": told.asked,
        "left_out": told.left_out,
        "case": smallest and case_form(kept(smallest)),
        "failure": smallest and failure_form(smallest),
        "first": told.failed and told.failed.case.request,
    }


def kept(outcome: Outcome) -> Case:
    """The case to keep: it is about the clauses at fault, where they are known."""
    return replace(outcome.case, clauses=outcome.at_fault or outcome.case.clauses)
