"""Question 2: which bids can be made from a hand, all of them, with a proof that these are all.

The order is: by reading (kind in rulebook order, number of values, width, top); within a reading
by the numbers of each face played, faces in canonical order, fewer of the first face first; within
those by place in the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from operator import or_

from checker.cards import Card
from checker.facts import facts_of, over_measures
from checker.fitting import take
from checker.judgements import Play, PlayList, Proof, Taken
from checker.model.compiled import ClauseIds, Compiled, compiled, fitting
from checker.model.listing import prover
from checker.model.table import Row, table
from checker.model.tying import Copies
from checker.overs import check_places, over_readings
from checker.questions import MOST_OVERS, MOST_PLAYS, PlaysQuestion, TooManyReadings
from checker.readings import Kind, Reading
from checker.reasons import clause_ids
from checker.rulebook import Clause, Rulings, rulebook
from checker.search import Choice, Hand
from checker.wording import reading_text

MOST_PROVED = 2_000
"""The most choices of faces that one answer puts to the proof."""


def list_plays(question: PlaysQuestion) -> PlayList:
    """The legal bids of a hand, or one page of them, proved complete and sound when all are there.

    Raises ``ImpossibleOver``, ``CardsTwice``, ``TooManyReadings``, ``TooLarge`` and
    ``SolverLimit``.
    """
    check_places(question.over, question.hand)
    overs = over_readings(question.over, question.rules)
    over_cards = question.over.cards if question.over else ()
    return plays_over(question, overs.under(overs.used), over_cards, overs.used)


def plays_over(
    question: PlaysQuestion,
    readings: Sequence[Reading | None],
    over_cards: Sequence[Card],
    used: Rulings,
    shaped_by: str = "",
    but: Collection[Kind] = (),
) -> PlayList:
    """The legal bids over cards that have these readings; what the question says of them is not
    looked at.

    ``shaped_by`` is the animal whose Mandate says how they answer, if one does; kinds in ``but``
    are left out. Raises ``TooManyReadings``, ``TooLarge`` and ``SolverLimit``.
    """
    how = (shaped_by, frozenset(but))
    if len(readings) == 1:
        return _Listing(question, readings[0], used, *how).page()
    if len(readings) > MOST_OVERS:
        raise TooManyReadings(len(readings), MOST_OVERS)
    facts = facts_of(over_cards, question.rules.edition.wild)
    room = min(question.limit or MOST_PLAYS, MOST_PLAYS)
    provable = MOST_PROVED
    by_over: list[tuple[Taken, PlayList]] = []
    for over in readings:
        assert over is not None
        asked = replace(question, limit=room, start=0)
        listing = _Listing(asked, over, used, *how, provable=provable)
        page = listing.page()
        by_over.append((take(over, over_cards, facts), page))
        room -= len(page.plays)
        provable -= listing.choices(page) if page.proof.proved else 0
    nothing = "nothing: the bid to beat has several readings, see each of them"
    proof = Proof(False, nothing, "not asked")
    return PlayList((), 0, False, proof, None, used, tuple(by_over))


def rows_over(
    model: Compiled,
    clauses: tuple[Clause, ...],
    overs: Sequence[Reading | None],
    shaped_by: str = "",
) -> list[Row]:
    """The rows of the table whose readings may be bid over every one of these, in their order."""
    definitions = clause_ids(clauses, ("bid", "definition"))
    masks = model.masks(clause_ids(clauses, ("beating",)))
    forbidden = reduce(or_, (model.read_over(over, shaped_by) for over in overs))
    return [
        row for row in table(model, definitions) if not masks[model.place[row.reading]] & forbidden
    ]


class _Listing:
    """The plays over one reading of the bid to beat (``None``: leads)."""

    def __init__(
        self,
        question: PlaysQuestion,
        over: Reading | None,
        used: Rulings,
        shaped_by: str = "",
        but: Collection[Kind] = (),
        *,
        provable: int = MOST_PROVED,
    ) -> None:
        self.question, self.over, self.used = question, over, used
        self.shaped_by, self.but = shaped_by, but
        self.provable = provable
        wild = question.rules.edition.wild
        self.hand = Hand(question.hand, wild)
        self.faces = question.by == "faces"
        self.model = compiled(fitting([facts_of(question.hand, wild)], over))
        self.clauses = rulebook().in_force(used)

    def page(self) -> PlayList:
        question = self.question
        rows = rows_over(self.model, self.clauses, [self.over], self.shaped_by)
        rows = [row for row in rows if row.reading.kind not in self.but]
        rows = [row for row in rows if self.hand.fillable(row)]
        counts = [self.hand.count(row, faces=self.faces) for row in rows]
        total = sum(counts)
        limit = MOST_PLAYS if question.limit is None else question.limit
        size = min(limit, MOST_PLAYS)
        plays = list(islice(self._plays(rows, counts), size))
        end = question.start + len(plays)
        whole = len(plays) == total
        proof = self._proof(plays) if whole else _not_asked("this is one page of the list")
        return PlayList(
            plays=tuple(plays),
            count=total,
            complete=whole and proof.proved,
            proof=proof,
            next_start=end if end < total else None,
            rulings=self.used,
        )

    def _plays(self, rows: Sequence[Row], counts: Sequence[int]) -> Iterator[Play]:
        skip = self.question.start
        for row, count in zip(rows, counts, strict=True):
            if skip >= count:
                skip -= count
                continue
            yield from self._of(row, skip)
            skip = 0

    def _of(self, row: Row, skip: int) -> Iterator[Play]:
        """The plays of one reading from a number on; whole choices are skipped unlisted."""
        for choice in self.hand.choices(row):
            ways = self.hand.ways(choice)
            number = 1 if self.faces else ways
            if skip >= number:
                skip -= number
                continue
            if self.faces:
                places = self.hand.first_play(choice)
                yield Play(places, self._taken(row.reading, choice, places), ways)
                continue
            for places in islice(self.hand.plays(choice), skip, None):
                yield Play(places, self._taken(row.reading, choice, places))
            skip = 0

    def _taken(self, reading: Reading, choice: Choice, places: tuple[int, ...]) -> Taken:
        if not any(n and g.wilds for n, g in zip(choice, self.hand.groups, strict=True)):
            return Taken(reading, ())
        cards = [self.question.hand[place] for place in places]
        return take(reading, cards, facts_of(cards, self.hand.wild), places)

    def choices(self, page: PlayList) -> int:
        """How many choices of faces, each with its reading, the page holds."""
        return len({(p.taken.reading, self.hand.choice_of(p.indexes)) for p in page.plays})

    def _proof(self, plays: Sequence[Play]) -> Proof:
        ids = clause_ids(self.clauses)
        over = Beaten(self.over, self.shaped_by, frozenset(self.but))
        return prove_list(self.model, ids, self.hand, over, plays, self.provable)


@dataclass(frozen=True, slots=True)
class Beaten:
    """What a list of plays answers: the bid to beat, how it is answered, and by which kinds not."""

    reading: Reading | None
    shaped_by: str = ""
    but: frozenset[Kind] = frozenset()


def prove_list(
    model: Compiled,
    ids: ClauseIds,
    hand: Hand,
    beaten: Beaten,
    plays: Sequence[Play],
    most: int = MOST_PROVED,
) -> Proof:
    """Asks the model whether any choice of cards and reading is legal and not listed, or listed
    and not legal; of readings of kinds that are left out nothing is asked.

    Plays of interchangeable cards are put to Z3 as one choice of faces, which counts as listed when
    every way to take it is. Raises ``SolverLimit``.
    """
    listed, amiss = _listed(hand, plays)
    if sum(len(choices) for choices in listed.values()) > most:
        return _not_asked(f"an answer proves lists of up to {MOST_PROVED} choices of faces")
    groups = [Copies(g.value, g.count, g.wilds, g.copies) for g in hand.groups]
    over, numbers = beaten.reading, over_measures(beaten.reading, beaten.shaped_by)
    proved = not amiss and prover(model, ids).agrees(groups, numbers, listed, beaten.but)
    bid = f"a bid over {reading_text(over)}" if over else "a first bid"
    if beaten.shaped_by:
        bid += f" by the {beaten.shaped_by.capitalize()}"
    if beaten.but:
        bid += f" (but for a {' or a '.join(kind.capitalize() for kind in sorted(beaten.but))})"
    asked = (
        f"Is there a choice among these {len(hand.cards)} cards and a reading of it that is legal "
        f"as {bid} and not listed, or listed and not legal?"
    )
    return Proof(proved, asked, "unsat" if proved else "sat")


def _listed(hand: Hand, plays: Sequence[Play]) -> tuple[Mapping[Reading, list[Choice]], bool]:
    """The choices listed for each reading, and whether a way to take one is missing or repeated."""
    distinct = {(play.taken.reading, play.indexes): play.multiplicity for play in plays}
    ways: dict[tuple[Reading, Choice], int] = {}
    for (reading, indexes), multiplicity in distinct.items():
        key = (reading, hand.choice_of(indexes))
        ways[key] = ways.get(key, 0) + multiplicity
    listed: dict[Reading, list[Choice]] = {}
    for reading, choice in ways:
        listed.setdefault(reading, []).append(choice)
    amiss = any(found != hand.ways(choice) for (_, choice), found in ways.items())
    return listed, amiss or len(distinct) < len(plays)


def _not_asked(why: str) -> Proof:
    return Proof(False, f"nothing: {why}", "not asked")
