"""One question, answered side by side by every text and every option that matters.

Nothing is decided here: each row is a judgement with all its options pinned. Which options matter
is found by asking the model for the answer under every choice of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from checker import overs, tricks
from checker.actions import BidAction
from checker.judgements import Judgement, Reason, Verdict
from checker.judging import answers_by_choice, judge
from checker.overs import check_places, over_readings
from checker.questions import Bid, ImpossibleOver, JudgeQuestion, Rules, TurnQuestion
from checker.readings import Claim, Reading
from checker.rulebook import SELECTORS, Clause, Edition, Rulings, rulebook, without_selectors
from checker.status import faults
from checker.tricks import ImpossibleTrick, history, played, standing_bid
from checker.turn_verdicts import TurnVerdicts
from checker.turns import judge_turn

Side: TypeAlias = Literal["here", "there"]
Question: TypeAlias = JudgeQuestion | TurnQuestion
Answer: TypeAlias = tuple[Verdict | None, tuple[Reading, ...]]
"""What two choices of options have to agree on to be the same; no verdict is no such question."""

NOTHING: Rulings = MappingProxyType({})
SIDES: tuple[Side, Side] = ("here", "there")


@dataclass(frozen=True, slots=True)
class Because:
    """A clause that refuses on one side only of two rows that are compared.

    ``side`` is where, ``edition`` the text there; ``rulings`` are what it hangs on, none where the
    texts themselves part. ``lost`` are the readings that it refuses to a bid not refused there as
    such, ``over`` those that it refuses to the bid to beat.
    """

    reason: Reason
    side: Side
    edition: Edition
    rulings: tuple[str, ...]
    lost: tuple[Reading, ...] = ()
    over: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """The answer by one text; ``rules`` pin every ruling, ``options`` are those not its own.

    There is no ``judgement`` where the question cannot be asked by these rules; ``detail`` says
    why. ``because`` compares with the first row that has one.
    """

    rules: Rules
    options: Rulings
    judgement: Judgement | None
    detail: str = ""
    because: tuple[Because, ...] = ()

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, where there is one."""
        return self.judgement.verdict if self.judgement else None

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings under which it is legal."""
        return tuple(taken.reading for taken in self.judgement.readings) if self.judgement else ()


@dataclass(frozen=True, slots=True)
class Dispute:
    """The rows, of the text that was asked for first; ``compared`` is the one they part from.

    Each text has a row for its own options, and one for each smallest change of open rulings that
    gives another answer, so that every answer that any choice gives stands in some row.
    """

    rows: tuple[Row, ...]

    @property
    def compared(self) -> Row | None:
        """The first row with a verdict."""
        return next((row for row in self.rows if row.judgement), None)

    @property
    def verdict(self) -> Verdict:
        """Legal or illegal where every row says so, undetermined where they part."""
        verdicts = {row.verdict for row in self.rows}
        (only, *others) = verdicts
        return "undetermined" if others or only is None else only


def dispute(question: Question) -> Dispute:
    """The question by every edition and every option of what is not pinned, as far as they part.

    Cards stay those of the deck in use; each edition has its own wild symbol. Raises
    ``CardsTwice``, ``TooLarge`` and ``SolverLimit`` as the judging does.
    """
    if isinstance(question, JudgeQuestion):
        check_places(question.over, question.hand)
        question = replace(question, hand=None)
    question = replace(question, explain="reasons", certificate=False)
    rows = [row for rules in _texts(question) for row in _rows(_by(question, rules))]
    first = Dispute(tuple(rows)).compared
    if first is None:
        return Dispute(tuple(rows))
    return Dispute(tuple(replace(row, because=because(question, row, first)) for row in rows))


def _texts(question: Question) -> Iterator[Rules]:
    """The rules of each text, the one that was asked for first; all with the same deck."""
    asked, expansion = question.rules, SELECTORS["expansion"][1]
    others = [e for e in rulebook().editions.values() if e.id != asked.edition.id]
    for edition in (asked.edition, *others):
        tried = [asked.expansion] if edition is asked.edition else []
        # The expansion goes with the printed rulebook; it stands there with and without it.
        if edition.root == SELECTORS["edition"][0] and _speaks_of_expansion(question):
            tried.append(expansion)
        for name in dict.fromkeys([*tried, None]):
            yield replace(asked, edition=edition, expansion=name, named_deck=asked.deck)


def _speaks_of_expansion(question: Question) -> bool:
    """Whether the expansion is asked for, or something that only the expansion knows."""
    if question.rules.expansion or isinstance(question, JudgeQuestion):
        return question.rules.expansion is not None
    position = question.position
    return bool(position.mandate or position.variant or played(position, question.action))


def _by(question: Question, rules: Rules) -> Question:
    return replace(question, rules=rules)


def _rows(question: Question) -> Iterator[Row]:
    """The rows of one text: its own options, then each smallest change with another answer."""
    found: list[tuple[Rulings, Answer]] = []
    for options, answer in sorted(_answers(question), key=lambda each: len(each[0])):
        if not any(o.items() <= options.items() and a == answer for o, a in found):
            found.append((options, answer))
            pinned = {**without_selectors(question.rules.used), **options}
            yield row_of(_by(question, replace(question.rules, pinned=pinned)), options)


def row_of(question: Question, options: Rulings = NOTHING) -> Row:
    """The judgement as a row; without one where the question cannot be asked by its rules."""
    rules = question.rules
    if wrong := _faults(question):
        return Row(rules, options, None, wrong)
    try:
        return Row(rules, options, _judged(question))
    except (ImpossibleOver, ImpossibleTrick) as error:
        return Row(rules, options, None, error.why)


def _judged(question: Question) -> Judgement:
    return judge(question) if isinstance(question, JudgeQuestion) else judge_turn(question)


def _faults(question: Question) -> str:
    """What cannot be about the table by these rules."""
    if isinstance(question, JudgeQuestion):
        return ""
    return "; ".join(fault.detail for fault in faults(question.position, question.rules))


def _answers(question: Question) -> Iterator[tuple[Rulings, Answer]]:
    """The answer under every choice of the open rulings, by what differs from the text's own."""
    own = question.rules.used
    told: list[tuple[Rulings, Answer]] = []
    if not _faults(question):
        # Where no choice allows the question, each of them is told of below.
        with suppress(ImpossibleOver, ImpossibleTrick):
            told = list(_told(question))
    choices = _choices(question)
    free = sorted({ruling for change in choices for ruling in change})
    possible = {tuple(options[r] for r in free) for options, _ in told}
    for change in choices:
        if tuple({**own, **change}[r] for r in free) not in possible:
            yield change, (None, ())
    for options, answer in told:
        yield {r: o for r, o in options.items() if o != own[r]}, answer


def _choices(question: Question) -> list[dict[str, str]]:
    """The choices of options by which the question may be possible or not."""
    if isinstance(question, JudgeQuestion):
        return overs.choices(question.rules)
    return tricks.choices(question.position, question.rules, question.action)


def _told(question: Question) -> Iterator[tuple[Rulings, Answer]]:
    """The answer under every choice that can be asked about, by all its options."""
    if isinstance(question, JudgeQuestion):
        for options, verdict, readings in answers_by_choice(question):
            yield options, (verdict, readings)
        return
    asked = TurnVerdicts(question.position, question.action, question.rules)
    for change in ({}, *asked.choices()):
        options = {**asked.used, **change}
        told = asked.told(options)
        yield options, (told.verdict, told.readings)


# What makes the difference.


def because(question: Question, here: Row, there: Row) -> tuple[Because, ...]:
    """The clauses that refuse in one of the rows and not in the other, and what they hang on."""
    if here is there:
        return ()
    sides = (_by(question, here.rules), here, there), (_by(question, there.rules), there, here)
    refusals = [_refusals(*side) for side in sides]
    parted = (here.verdict, here.readings) != (there.verdict, there.readings)
    if parted and not any(refusals) and _same_text(here, there):
        # Nothing is refused: what holds here alone is told, or else what does not hold any more.
        added = _in_force_alone(here, there)
        refusals = [added, [] if added else _in_force_alone(there, here)]
    clauses = [{each.reason.clause for each in found} for found in refusals]
    found = tuple(
        Because(
            reason=each.reason,
            side=SIDES[side],
            edition=row.rules.edition,
            rulings=_hangs_on(each.reason, here, there),
            lost=each.lost,
            over=each.over,
        )
        for side, (_, row, _) in enumerate(sides)
        for each in refusals[side]
        if each.reason.clause not in clauses[1 - side]
    )
    if here.judgement is None:
        return tuple(each for each in found if each.side == "here")
    # Within one text only options differ, so what depends on them comes before what follows of it.
    names_options = tuple(each for each in found if here.options.keys() & each.reason.clause.when)
    return names_options if names_options and _same_text(here, there) else found


def _same_text(one: Row, other: Row) -> bool:
    rules, others = one.rules, other.rules
    return (rules.edition, rules.expansion) == (others.edition, others.expansion)


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A clause that refuses, and the readings that it takes from the bid and the bid to beat."""

    reason: Reason
    lost: tuple[Reading, ...] = ()
    over: tuple[Reading, ...] = ()


def _refusals(question: Question, row: Row, other: Row) -> list[_Refusal]:
    """What refuses the bid, its readings that the other row allows, or the bid to beat, here.

    Each clause once, in rulebook order.
    """
    found: list[_Refusal] = []
    if row.judgement:
        # What is undetermined over one bid to beat alone is not refused: something is not told.
        if row.verdict == "illegal" or row.judgement.by_over and row.verdict != "legal":
            found += map(_Refusal, row.judgement.reasons)
        if row.verdict != "illegal":
            for reading in other.readings:
                if reading not in row.readings:
                    reasons = _refused(_claiming(question, reading))
                    found += [_Refusal(reason, lost=(reading,)) for reason in reasons]
    over, fitting = _over(question)
    for laid in _over(_by(question, other.rules))[1]:
        if over and laid and laid not in fitting:
            lying = JudgeQuestion(replace(over, claim=_claim(laid)), rules=question.rules)
            reasons = tuple(r for r in _refused(lying) if r.clause.part in ("bid", "definition"))
            found += [_Refusal(reason, over=(laid,)) for reason in reasons]
    once: dict[Clause, _Refusal] = {}
    for each in found:
        first = once.setdefault(each.reason.clause, _Refusal(each.reason))
        once[each.reason.clause] = replace(
            first, lost=(*first.lost, *each.lost), over=(*first.over, *each.over)
        )
    return sorted(once.values(), key=lambda each: each.reason.clause.order)


def _refused(question: Question) -> tuple[Reason, ...]:
    try:
        told = _judged(question)
    except (ImpossibleOver, ImpossibleTrick):
        return ()
    return told.reasons if told.verdict == "illegal" else ()


def _claiming(question: Question, reading: Reading) -> Question:
    """The same bid, declared as this."""
    claim = _claim(reading)
    if isinstance(question, JudgeQuestion):
        return replace(question, bid=replace(question.bid, claim=claim))
    assert isinstance(question.action, BidAction), "only bids have readings"
    return replace(question, action=replace(question.action, claim=claim))


def _claim(reading: Reading) -> Claim:
    return Claim(reading.kind, reading.width, reading.length, reading.top)


def _over(question: Question) -> tuple[Bid | None, tuple[Reading | None, ...]]:
    """The bid to beat and what it can be by these rules: nothing, where it cannot lie there."""
    over = _bid_to_beat(question)
    try:
        if isinstance(question, JudgeQuestion):
            told = over_readings(over, question.rules)
            return over, told.under(told.used)
        past = history(question.position, question.rules)
        return over, past.overs(past.used)
    except (ImpossibleOver, ImpossibleTrick):
        return over, ()


def _bid_to_beat(question: Question) -> Bid | None:
    if isinstance(question, JudgeQuestion):
        return question.over
    lying = standing_bid(question.position, question.rules.used)
    return Bid(lying.cards, lying.claim) if lying else None


def _in_force_alone(row: Row, other: Row) -> list[_Refusal]:
    """The clauses that hold in this row and not in the other by an option that differs."""
    used, others = row.rules.used, other.rules.used
    return [
        _Refusal(Reason(clause, clause.rule))
        for clause in rulebook().clauses.values()
        if clause.force == "constraint"
        and clause.holds_under(used)
        and not clause.holds_under(others)
        and any(used[ruling] != others[ruling] for ruling in without_selectors(clause.when))
    ]


def _hangs_on(reason: Reason, here: Row, there: Row) -> tuple[str, ...]:
    """The rulings by which the clause holds on one side; those changed where it names none."""
    used, others = here.rules.used, there.rules.used
    named = [r for r in without_selectors(reason.clause.when) if used[r] != others[r]]
    if named or not _same_text(here, there):
        return tuple(named)
    return tuple(r for r in without_selectors(used) if used[r] != others[r])
