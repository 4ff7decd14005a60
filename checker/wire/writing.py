"""Answers in their wire form, with their keys in the order of the contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from checker.actions import Action, BidAction, unused_elements
from checker.cards import Card, canonical_key
from checker.disputes import Because, Dispute, Row
from checker.judgements import (
    Alternative,
    Change,
    Judgement,
    Play,
    PlayList,
    Proof,
    Reason,
    Step,
    Taken,
    UnderOver,
)
from checker.model.engine import engine
from checker.positions import BidEntry, Position
from checker.questions import JudgeQuestion, PlaysQuestion, Rules, TurnQuestion
from checker.readings import Reading
from checker.rulebook import Clause, Edition, Rulings, rulebook, without_selectors
from checker.wire import shapes
from checker.wire.cursors import write_cursor
from checker.wire.normal import (
    Form,
    card_form,
    cards_form,
    decision_id,
    dispute_form,
    judge_form,
    plays_form,
    turn_form,
)
from checker.wire.problems import Fault


def judge_answer(question: JudgeQuestion | TurnQuestion, told: Judgement) -> shapes.JudgeAnswer:
    """The wire form of a judgement; nothing is explained where the question wants it so."""
    edition, explained = question.rules.edition, question.explain != "none"
    answer: shapes.JudgeAnswer = {
        "verdict": told.verdict,
        "settled": told.settled,
        "readings": [taken_form(taken) for taken in told.readings],
        "reasons": [reason_form(r, edition) for r in told.reasons if explained],
        "rulings": [_change(change) for change in told.changes],
        "alternatives": [_alternative(near) for near in told.alternatives if explained],
        "decided_by": decided_by(question.rules, told.rulings),
        "decision_id": decision_id(_judged(question, told.rulings)),
        "stand_ins": stand_ins(_known_cards(question)),
    }
    if told.by_over:
        answer["by_over"] = [_under_over(under, edition, explained) for under in told.by_over]
    if told.verdict == "undetermined":
        answer["missing"] = list(told.missing)
    if told.conflicts is not None:
        answer["conflicts"] = [list(ids) for ids in told.conflicts]
    if told.repairs is not None:
        answer["repairs"] = [list(ids) for ids in told.repairs]
    if told.trace is not None:
        answer["trace"] = [_step(step) for step in told.trace]
    if told.certificate is not None:
        answer["certificate"] = told.certificate
    return answer


def dispute_answer(question: JudgeQuestion | TurnQuestion, told: Dispute) -> shapes.DisputeAnswer:
    """The wire form of a question answered side by side."""
    return {
        "verdict": told.verdict,
        "rows": [_row(row, told.compared) for row in told.rows],
        "decided_by": decided_by(question.rules, question.rules.used),
        "decision_id": decision_id(dispute_form(question)),
        "stand_ins": stand_ins(_known_cards(question)),
    }


def _row(row: Row, compared: Row | None) -> shapes.DisputeRow:
    reasons = row.judgement.reasons if row.judgement else ()
    form: shapes.DisputeRow = {
        "edition": row.rules.edition.id,
        "expansion": row.rules.expansion,
        "options": dict(row.options),
        "verdict": row.verdict,
        "readings": [taken_form(t) for t in row.judgement.readings] if row.judgement else [],
        "reasons": [reason_form(reason, row.rules.edition) for reason in reasons],
        "because": [because_form(each, row, compared) for each in row.because if compared],
    }
    return form if row.judgement else {**form, "detail": row.detail}


def because_form(because: Because, here: Row, there: Row) -> shapes.BecauseForm:
    """A clause that makes the difference between two rows, and what it hangs on."""
    rulings = [rulebook().ruling(name) for name in because.rulings]
    return {
        **reason_form(because.reason, because.edition),
        "refuses": because.side,
        "lost": [reading_form(reading) for reading in because.lost],
        "lost_over": [reading_form(reading) for reading in because.over],
        "hangs_on": [
            {
                "ruling": ruling.id,
                "here": here.rules.used[ruling.id],
                "there": there.rules.used[ruling.id],
                "question": ruling.question,
                "why": ruling.why,
            }
            for ruling in rulings
        ],
    }


def plays_answer(question: PlaysQuestion, told: PlayList) -> shapes.PlaysAnswer:
    """The wire form of a list of plays, with the cursor of the page that follows."""
    # A cursor is checked before the rulings are known that the bid to beat may ask for.
    asked = decision_id(plays_form(question, question.rules.used))
    hand = [card_form(card) for card in question.hand]
    by_faces = question.by == "faces"
    answer: shapes.PlaysAnswer = {
        "plays": [play_form(play, hand, by_faces) for play in told.plays],
        "count": told.count,
        "complete": told.complete,
        "proof": proof_form(told.proof),
        "cursor": _cursor(told, asked),
        "decided_by": decided_by(question.rules, told.rulings),
        "decision_id": decision_id(plays_form(question, told.rulings)),
        "stand_ins": stand_ins(_known_cards(question)),
    }
    if told.by_over:
        answer["by_over"] = [
            {
                "over": taken_form(over),
                "plays": [play_form(play, hand, by_faces) for play in under.plays],
                "count": under.count,
                "complete": under.complete,
                "proof": proof_form(under.proof),
                "cursor": None,
            }
            for over, under in told.by_over
        ]
        answer["missing"] = ["over.as"]
    return answer


def reading_form(reading: Reading) -> shapes.ReadingForm:
    """The four parts of a reading."""
    return {
        "kind": reading.kind.value,
        "width": reading.width,
        "length": reading.length,
        "top": str(reading.top),
    }


def taken_form(taken: Taken) -> shapes.TakenForm:
    """A reading with all its values and what each wild symbol stands for."""
    reading = taken.reading
    return {
        "kind": reading.kind.value,
        "width": reading.width,
        "length": reading.length,
        "top": str(reading.top),
        "values": [str(value) for value in reading.values],
        "wilds": [
            {
                "index": wild.index,
                "as": None if wild.stands_for is None else str(wild.stands_for),
            }
            for wild in taken.wilds
        ],
    }


def cited(clause: Clause, edition: Edition) -> tuple[str, str]:
    """Where it is said: in what is laid over a text and decides it, or in the nearest text."""
    for ruling, place in edition.sources.items():
        if clause.when.get(ruling) == edition.rulings[ruling]:
            return place
    texts = [text for text in edition.lineage if text in clause.sections]
    source = texts[0] if texts else next(iter(clause.sections))
    return source, clause.sections[source]


def citing(fault: Fault, clause: str | None, edition: Edition) -> Fault:
    """The fault with the clause that it breaks, and where that stands."""
    if clause is None:
        return fault
    source, section = cited(rulebook().clause(clause), edition)
    return replace(fault, clause=clause, source=source, section=section)


def reason_form(reason: Reason, edition: Edition) -> shapes.ReasonForm:
    """A reason, cited from where it is said; what the expansion says is no fallback."""
    source, section = cited(reason.clause, edition)
    form: shapes.ReasonForm = {
        "clause": reason.clause.id,
        "message": reason.message,
        "source": source,
        "section": section,
    }
    if source != edition.id and source in rulebook().editions:
        form["fallback"] = True
    if ruling := without_selectors(reason.clause.when):
        form["ruling"] = ruling
    return form


def _change(change: Change) -> shapes.ChangeForm:
    return {
        "change": dict(change.change),
        "verdict_otherwise": change.verdict,
        "readings_otherwise": [taken_form(taken) for taken in change.readings],
    }


def _alternative(near: Alternative) -> shapes.AlternativeForm:
    form: shapes.AlternativeForm = {
        "cards": [card_form(card) for card in near.cards],
        "reading": None if near.taken is None else taken_form(near.taken),
        "added": cards_form(near.added),
        "removed": cards_form(near.removed),
    }
    if near.taken is None:
        form["type"] = "element" if near.cards else "pass"
        form["discard_elements"] = cards_form(near.discards)
    return form


def _under_over(under: UnderOver, edition: Edition, explained: bool) -> shapes.UnderOverForm:
    return {
        "over": taken_form(under.over),
        "verdict": under.verdict,
        "readings": [taken_form(taken) for taken in under.readings],
        "reasons": [reason_form(r, edition) for r in under.reasons if explained],
    }


def _step(step: Step) -> shapes.StepForm:
    return {
        "clause": step.clause.id,
        "reading": None if step.reading is None else reading_form(step.reading),
        "applies": step.applies,
        "holds": step.holds,
    }


def play_form(play: Play, hand: list[shapes.CardForm], by_faces: bool) -> shapes.PlayForm:
    """A play of a hand whose cards have these forms."""
    form: shapes.PlayForm = {
        "cards": [hand[index] for index in play.indexes],
        "indexes": list(play.indexes),
        "reading": taken_form(play.taken),
    }
    return {**form, "multiplicity": play.multiplicity} if by_faces else form


def proof_form(proof: Proof) -> shapes.ProofForm:
    """What was asked of the model about a list."""
    return {"proved": proof.proved, "asked": proof.asked, "answer": proof.answer}


def _cursor(told: PlayList, asked: str) -> str | None:
    return None if told.next_start is None else write_cursor(told.next_start, asked)


def _judged(question: JudgeQuestion | TurnQuestion, used: Rulings) -> Form:
    """The normal form of the question."""
    if isinstance(question, TurnQuestion):
        return turn_form(question, used)
    return judge_form(question, used)


def _known_cards(question: JudgeQuestion | PlaysQuestion | TurnQuestion) -> Iterator[Card]:
    """Every card that the question names or shows."""
    match question:
        case TurnQuestion():
            yield from cards_on_table(question.position)
            yield from _cards_of_action(question.action)
            return
        case JudgeQuestion():
            yield from question.bid.cards
    yield from question.over.cards if question.over else ()
    yield from question.hand or ()


def cards_on_table(position: Position) -> Iterator[Card]:
    """Every card that the position shows."""
    for player in position.players:
        yield from player.hand.cards
    for entry in position.trick:
        yield from entry.cards if isinstance(entry, BidEntry) else ()
    yield from position.draw_pile if isinstance(position.draw_pile, tuple) else ()
    yield from position.discard or ()


def _cards_of_action(action: Action) -> Iterator[Card]:
    for _, unused in unused_elements(action, ""):
        yield from unused
    if isinstance(action, BidAction):
        yield from (*action.cards, *action.fire, *action.spin)


def stand_ins(cards: Iterable[Card]) -> list[str]:
    """The names of the cards whose upper face no source shows."""
    shown = sorted((card for card in cards if card.stand_in), key=canonical_key)
    return list(dict.fromkeys(card.name for card in shown))


def decided_by(rules: Rules, used: Rulings) -> shapes.DecidedBy:
    """Everything that the answer rests on besides the question."""
    decided: shapes.DecidedBy = {
        "edition": rules.edition.id,
        "expansion": rules.expansion,
        "rulings": without_selectors(used),
        "deck": rules.deck.id,
        "specs": rulebook().version,
        "engine": engine(),
    }
    return {**decided, "preset": rules.preset} if rules.preset else decided
