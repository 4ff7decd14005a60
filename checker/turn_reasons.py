"""Why an action at a table is refused, or what carries it; and what might be done instead.

Clauses about the turn come first, since they forbid it whatever is played; then those about the
bid; then those about what is claimed for its symbols.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from checker.actions import Action, BidAction, ElementAction
from checker.alternatives import MOST_ALTERNATIVES, nearest_plays
from checker.cards import Card
from checker.certificates import Case, certificate
from checker.facts import reading_numbers
from checker.fitting import take
from checker.judgements import Alternative, OtherPlay, Reason, Step, UnderOver
from checker.model.compiled import ClauseIds, TooLarge
from checker.model.turn_model import turn_model
from checker.other_plays import other_plays
from checker.readings import NO_CLAIM, Reading
from checker.reasons import Explainer, clause_ids, conflicts_and_repairs, made_text
from checker.rulebook import Clause, Part, rulebook
from checker.tricks import cards_in_trick, facts_of_bid
from checker.turn_facts import held_of, possible
from checker.turn_verdicts import UNDECLARED, Numbers, TurnTold, TurnVerdicts, taken_as
from checker.wording import joined

_WHATEVER_IS_BID: tuple[Part, ...] = ("turn", "variant")


def reasons_over(asked: TurnVerdicts, over: Reading | None, told: TurnTold) -> tuple[Reason, ...]:
    """What carries the action over one reading of the bid to beat, or forbids it: minimal."""
    cases = list(asked.cases(over, asked.used))
    if told.verdict == "undetermined":
        return open_reasons(asked, (over,))
    if told.verdict != "illegal":
        return _carried(asked, over, told, cases)
    parts = _WHATEVER_IS_BID if asked.is_bid else asked.parts
    first = [_violated(asked, case, parts) for case in cases]
    if not asked.is_bid or all(first):
        return _turn_reasons(asked, _minimal(first))
    readings = asked.readings(over, asked.used)
    if not readings:
        return explainer(asked, over).refusal()
    claimed = [_violated(asked, taken_as(c, r), asked.parts) for c in cases for r in readings]
    return _turn_reasons(asked, _minimal(claimed), readings)


def open_reasons(asked: TurnVerdicts, overs: Sequence[Reading | None]) -> tuple[Reason, ...]:
    """Each clause that hangs on what is missing, and on what, in rulebook order."""
    hangs: dict[str, dict[str, None]] = {}
    answers: dict[str, set[frozenset[bool]]] = {}
    ids = asked.turn_ids(asked.used)
    for over in overs:
        readings = asked.readings(over, asked.used) if asked.is_bid else [None]
        cases = [taken_as(c, r) for c in asked.cases(over, asked.used) for r in readings]
        for clause in ids:
            broken = frozenset(clause in asked.read(case) for case in cases)
            answers.setdefault(clause, set()).add(broken)
        for name in asked.unknown(over, asked.used):
            for case in cases:
                ends = [asked.read({**case, name: end}) & ids for end in possible(name)]
                for clause in ends[0] ^ ends[1]:
                    hangs.setdefault(clause, {})[asked.where(name)] = None
    for clause, different in answers.items():
        if len(different) > 1:
            hangs.setdefault(clause, {})[UNDECLARED] = None
    words = _words(asked)
    return tuple(
        Reason(c, f"It depends on {joined(list(hangs[c.id]), 'and')}: {c.rule.format_map(words)}")
        for c in asked.clauses(asked.used)
        if c.id in hangs
    )


def by_over(asked: TurnVerdicts, *, explained: bool) -> tuple[UnderOver, ...]:
    """The verdict under each reading of the bid to beat."""
    last = asked.history.over(asked.used)
    assert last is not None
    shown = facts_of_bid(last, asked.wild)
    answers: list[UnderOver] = []
    for over in asked.overs:
        assert over is not None
        told = asked.told_over(over, asked.used)
        reasons = reasons_over(asked, over, told) if explained else ()
        taken = take(over, last.cards, shown)
        answers.append(UnderOver(taken, told.verdict, asked.taken(told.readings), reasons))
    return tuple(answers)


def explainer(asked: TurnVerdicts, over: Reading | None) -> Explainer:
    """Explains the bid by itself."""
    assert isinstance(asked.action, BidAction)
    clauses = rulebook().in_force(asked.used)
    return Explainer(asked.situation(over), clauses, asked.action.claim, asked.wild)


def all_conflicts(asked: TurnVerdicts) -> tuple[tuple[ClauseIds, ...], tuple[ClauseIds, ...]]:
    """All minimal sets of clauses that forbid the action, and all that would free it."""
    return conflicts_and_repairs(set(_all_violated(asked)))


def trace(asked: TurnVerdicts) -> tuple[Step, ...]:
    """What every clause in force says over the first reading of the bid to beat, in their order."""
    over = asked.overs[0]
    cases, reading = list(asked.cases(over, asked.used)), None
    steps: list[Step] = []
    if asked.is_bid:
        explains = explainer(asked, over)
        legal = asked.told_over(over, asked.used).readings or asked.readings(over, asked.used)
        reading = legal[0] if legal else explains.nearest()
        steps += explains.trace(reading)
    told = [turn_model().read(taken_as(case, reading)) for case in cases]
    for clause in asked.clauses(asked.used):
        if clause.formalised:
            applies = {clause.id in applying for applying, _ in told}
            holds = {clause.id not in violated for _, violated in told}
            steps.append(Step(clause, reading, _same(applies), _same(holds)))
    return tuple(sorted(steps, key=lambda step: step.clause.order))


def certified(asked: TurnVerdicts) -> str:
    """The decision as SMT-LIB 2 text."""
    used = asked.used
    cases = [
        Case(
            over,
            asked.situation(over) if asked.is_bid else None,
            asked.told_over(over, used).verdict,
            _without(asked.numbers(over, used), reading_numbers(None)),
        )
        for over in asked.overs
    ]
    claim = asked.action.claim if isinstance(asked.action, BidAction) else NO_CLAIM
    turn_ids = clause_ids(asked.clauses(used))
    return certificate(cases, clause_ids(rulebook().in_force(used)), claim, turn_ids)


def nearest_actions(asked: TurnVerdicts) -> tuple[Alternative, ...]:
    """At most five legal actions, nearest first: of the same sort as the refused one, then others.

    None where the player may do nothing now. Raises ``SolverLimit``.
    """
    legal_bids = list(_legal_bids(asked))
    others = [
        _other(asked.action, play)
        for play in other_plays(asked.position, asked.actor, asked.rules, asked.history)
        if not play.missing
    ]
    if isinstance(asked.action, ElementAction):
        own = asked.action.card
        others.sort(key=lambda other: other.cards != (own,))
    nearest = [*legal_bids, *others] if asked.is_bid else [*others, *legal_bids]
    return tuple(nearest[:MOST_ALTERNATIVES])


def _legal_bids(asked: TurnVerdicts) -> Sequence[Alternative]:
    hand = asked.position.player(asked.actor).hand
    nothing_claimed = TurnVerdicts(
        asked.position, BidAction((), player=asked.actor), asked.rules, asked.history
    )
    numbers = {n: v or 0 for n, v in nothing_claimed.numbers(asked.overs[0], asked.used).items()}
    if nothing_claimed.read(numbers) & asked.turn_ids(asked.used):
        return ()
    table = cards_in_trick(asked.position)
    clauses = rulebook().in_force(asked.used)
    action = asked.action
    held = held_of(action.cards, hand) if isinstance(action, BidAction) else []
    try:
        return nearest_plays(held, hand.cards, asked.overs, clauses, asked.wild, table)
    except TooLarge:
        # The action is decided all the same; only the hand is too large to search.
        return ()


def _other(refused: Action, play: OtherPlay) -> Alternative:
    cards = () if play.card is None else (play.card,)
    was: tuple[Card, ...] = ()
    if isinstance(refused, BidAction):
        was = refused.cards
    elif isinstance(refused, ElementAction):
        was = (refused.card,)
    added = tuple(card for card in cards if card not in was)
    removed = tuple(card for card in was if card not in cards)
    return Alternative(cards, None, added, removed, play.discards)


def _carried(
    asked: TurnVerdicts, over: Reading | None, told: TurnTold, cases: Sequence[Numbers]
) -> tuple[Reason, ...]:
    """What carries the action; a clause that what is missing may break does not."""
    carried: tuple[Reason, ...] = ()
    if told.readings:
        carried = explainer(asked, over).carried_by(told.readings[0])
        cases = [taken_as(numbers, told.readings[0]) for numbers in cases]
    applies = turn_model().read(cases[0])[0]
    doubtful = frozenset[str]().union(*map(asked.read, cases))
    kept = [c for c in asked.clauses(asked.used) if c.id in applies - doubtful and c.kept]
    words = _words(asked)
    return (*carried, *(Reason(c, c.kept.format_map(words)) for c in kept))


def _turn_reasons(
    asked: TurnVerdicts, clauses: Iterable[Clause], readings: Sequence[Reading] = ()
) -> tuple[Reason, ...]:
    words = {**_words(asked), "made": made_text(readings)}
    return tuple(Reason(c, c.broken.format_map(words)) for c in clauses)


def _words(asked: TurnVerdicts) -> dict[str, str]:
    return {"wild": asked.wild.capitalize(), **asked.view.words}


def _violated(asked: TurnVerdicts, numbers: Numbers, parts: tuple[Part, ...]) -> list[Clause]:
    violated = asked.read(numbers)
    return [c for c in asked.clauses(asked.used) if c.id in violated and c.part in parts]


def _all_violated(asked: TurnVerdicts) -> Iterator[frozenset[str]]:
    """What is violated in each way to take the action, over each reading of the bid to beat."""
    ids = asked.turn_ids(asked.used)
    for over in asked.overs:
        cases = list(asked.cases(over, asked.used))
        if not asked.is_bid:
            yield from (asked.read(case) & ids for case in cases)
            continue
        for reading, violated in explainer(asked, over).violations():
            yield from (violated | asked.read(taken_as(case, reading)) & ids for case in cases)


def _same(answers: set[bool]) -> bool | None:
    return answers.pop() if len(answers) == 1 else None


def _without(numbers: Mapping[str, int | None], names: Collection[str]) -> dict[str, int | None]:
    return {key: number for key, number in numbers.items() if key not in names}


def _minimal(violated: Sequence[Sequence[Clause]]) -> list[Clause]:
    """The clauses that are left when the least preferred ones go, while each case keeps one."""
    kept = sorted({c for each in violated for c in each}, key=lambda clause: clause.order)
    for clause in reversed(list(kept)):
        without = [other for other in kept if other is not clause]
        if all(any(c in without for c in each) for each in violated):
            kept = without
    return kept
