"""Questions about a table: what the engine says of them, and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias, TypeVar

from checker import disputes, perft, refereeing, turn_plays, turns
from checker.actions import BidAction
from checker.cards import Card
from checker.judgements import ActionList, Judgement
from checker.model.compiled import TooLarge
from checker.positions import BidEntry, Position
from checker.questions import ActionsQuestion, TooManyReadings, TurnQuestion
from checker.refereeing import NotKnown, Stepped, Undeclared
from checker.rulebook import Edition
from checker.status import PositionFault, faults
from checker.trick_status import entry_faults
from checker.tricks import ImpossibleTrick, history
from checker.turn_plays import HandNotKnown
from checker.wire import naming
from checker.wire.bodies import TurnBody
from checker.wire.positions import is_unknown
from checker.wire.problems import Fault, Invalid, pointer, shorten
from checker.wire.validating import Steps, read_body
from checker.wire.writing import citing
from checker.wording import joined, reading_text

AnyQuestion: TypeAlias = TurnQuestion | ActionsQuestion
Question = TypeVar("Question", TurnQuestion, ActionsQuestion)
Told = TypeVar("Told")

RULES = ("preset", "edition", "expansion", "rulings", "deck")
"""The keys that say by which rules a body is judged."""
_KNOWN = {
    "hand": "a list of cards, or their number",
    "points": "the points of this player",
    "draw_pile": "a list of cards",
    "as": "a trick whose bids are declared (as)",
}
"""What would be accepted where something is not known."""


def judge_turn(question: TurnQuestion, body: Any) -> Judgement:
    """The verdict on an action; what cannot be, and what is refused, becomes faults of the body."""
    return _ask(turns.judge_turn, question, body)


def dispute(question: TurnQuestion, body: Any) -> disputes.Dispute:
    """The verdicts side by side; raises ``Invalid`` where no text allows the table."""
    if strangers := list(_strangers(question, body)):
        raise Invalid([*_position_faults(question, body), *strangers])
    told = _engine(disputes.dispute, question, body)
    if told.compared is None:
        judge_turn(question, body)
    return told


def step(question: TurnQuestion, body: Any) -> Stepped:
    """What comes of an action; raises ``Invalid`` as :func:`judge_turn` does."""
    return _ask(refereeing.step, question, body)


def list_actions(question: ActionsQuestion, body: Any) -> ActionList:
    """What may be done; raises ``Invalid`` as :func:`judge_turn` does, and where nobody acts."""
    return _ask(_actions, question, body)


def count(
    question: ActionsQuestion, body: Any, depth: int, tally: perft.Tally | None = None
) -> list[perft.Divided]:
    """The plays of the turn, each with the ways to go on; raises as :func:`list_actions` does.

    The last bid of the trick has to be declared. Raises ``TooManyWays``, too.
    """
    return _ask(partial(_count, depth=depth, tally=tally), question, body)


def status(question: ActionsQuestion, body: Any) -> list[Fault]:
    """All that cannot be about the position, the first bid of its trick included that cannot be."""
    wrong = _position_faults(question, body)
    try:
        history(question.position, question.rules)
    except ImpossibleTrick as error:
        fault = _of_trick(error, question.rules.edition, body)
        # One card of the bid may be named already, for the same reason.
        if not any(w.clause == fault.clause and _inside(w, fault) for w in wrong):
            wrong.append(fault)
    except TooLarge as error:
        raise Invalid([*wrong, _too_large(error, question, body)]) from None
    return wrong


class _NobodyActs(ValueError):
    """The position is one in which it is nobody's turn."""


def _actions(question: ActionsQuestion) -> ActionList:
    if question.position.turn is None:
        raise _NobodyActs
    return turn_plays.list_actions(question)


def _count(
    question: ActionsQuestion, *, depth: int, tally: perft.Tally | None
) -> list[perft.Divided]:
    position, rules = question.position, question.rules
    if position.turn is None:
        return []
    past = history(position, rules)
    overs = past.overs(past.used)
    if len(overs) > 1:
        raise TooManyReadings(len(overs), 1)
    return list(perft.divide(position, rules, depth, tally))


def _ask(engine: Callable[[Question], Told], question: Question, body: Any) -> Told:
    """What the engine says; what cannot be, and what it refuses, becomes faults of the body."""
    if wrong := turn_faults(question, body):
        raise Invalid(wrong)
    return _engine(engine, question, body)


def _engine(engine: Callable[[Question], Told], question: Question, body: Any) -> Told:
    """What the engine says; what it refuses becomes faults of the body."""
    try:
        return engine(question)
    except ImpossibleTrick as error:
        raise Invalid([_of_trick(error, question.rules.edition, body)]) from None
    except HandNotKnown as error:
        hand = _of_player(question.position, error.player, "hand")
        accepted = "a list of cards, all of them known"
        raise Invalid([_at(hand, body, accepted, str(error))]) from None
    except NotKnown as error:
        steps: Steps = ("position", "trick")
        if error.player is None:
            steps = ("position", error.part)
        elif error.part != "as":
            steps = _of_player(question.position, error.player, error.part)
        raise Invalid([_at(steps, body, _KNOWN[error.part], str(error))]) from None
    except Undeclared as error:
        ways = [reading_text(reading) for reading in error.readings]
        raise Invalid([_at(("action", "as"), body, joined(ways, "or"), str(error))]) from None
    except _NobodyActs:
        accepted = "the name of the player who is to act"
        raise Invalid([Fault("/position/turn", None, accepted, "it is nobody's turn")]) from None
    except TooManyReadings as error:
        accepted = f"a bid with at most {error.most} readings, or one declared with as"
        raise Invalid([_at(_last_bid(question), body, accepted, str(error))]) from None
    except TooLarge as error:
        raise Invalid([_too_large(error, question, body)]) from None


def _of_trick(error: ImpossibleTrick, edition: Edition, body: Any) -> Fault:
    detail = f"this cannot lie in the trick: {error.why}"
    accepted = "a bid that starts the trick or beats the one before, as it is declared"
    fault = _at(_entry(error.entry), body, accepted, detail)
    return citing(fault, error.reasons[0].clause.id if error.reasons else None, edition)


def _inside(fault: Fault, whole: Fault) -> bool:
    return fault.pointer.startswith(f"{whole.pointer}/")


def _too_large(error: TooLarge, question: AnyQuestion, body: Any) -> Fault:
    return _at(_largest(question), body, f"at most {error.most} {error.what}", str(error))


def _of_player(position: Position, name: str, key: str) -> Steps:
    seats = [player.name for player in position.players]
    return ("position", "players", seats.index(name), key)


def turn_faults_beside(unread: set[str], body: dict[str, Any]) -> list[Fault]:
    """The faults of a table that can be read, though other keys of the body cannot.

    Names of nobody are told as long as it can be read who plays.
    """
    names, named = naming.seats(body), list(naming.of_action(body))
    if "position" in unread:
        named += naming.of_position(body)
        return list(naming.strangers(named, names)) if names else []
    kept: dict[str, Any] = {k: body[k] for k in ("position", "action") if k in body.keys() - unread}
    rest = {"action": {"type": "pass"}, **kept}
    rest |= {key: body[key] for key in RULES if key in body and key not in unread}
    found = turn_faults(read_body(TurnBody, rest).question(), rest)
    found = [fault for fault in found if _root(fault) in kept]
    if names and "action" in unread:
        found += naming.strangers(named, names)
    return found


def _root(fault: Fault) -> str:
    return fault.pointer.split("/")[1]


def turn_faults(question: AnyQuestion, body: Any) -> list[Fault]:
    """All that cannot be about the table, and names in the action of nobody who sits there."""
    wrong = _position_faults(question, body)
    if isinstance(question, TurnQuestion):
        wrong += _strangers(question, body)
    return wrong


def _position_faults(question: AnyQuestion, body: Any) -> list[Fault]:
    found, edition = faults(question.position, question.rules), question.rules.edition
    found = found or list(entry_faults(question.position, question.rules))
    return [citing(_of_position(fault, body), fault.clause, edition) for fault in found]


def _of_position(fault: PositionFault, body: Any) -> Fault:
    steps = _in_body(fault.steps, body)
    return Fault(pointer(steps), shorten(fault.got), fault.accepted, fault.detail)


def _in_body(steps: Steps, body: Any) -> Steps:
    """The steps into the body: in a hand, the cards that are not known count there as well."""
    match steps:
        case ("players", int(seat), "hand", int(place)):
            hand = body["position"]["players"][seat]["hand"]
            known = [n for n, card in enumerate(hand) if not is_unknown(card)]
            return ("position", "players", seat, "hand", known[place])
    return ("position", *steps)


def _strangers(question: TurnQuestion, body: Any) -> Iterator[Fault]:
    names = [player.name for player in question.position.players]
    yield from naming.strangers(naming.of_action(body), names)
    if question.position.turn is None and question.action.player is None:
        accepted = f"the name of a player: {', '.join(dict.fromkeys(names))}"
        yield Fault("/action/player", None, accepted, "nobody acts: it is nobody's turn")


def _entry(place: int) -> Steps:
    return ("position", "trick", place)


def _last_bid(question: AnyQuestion) -> Steps:
    """The bid to beat; the whole trick where there is none."""
    bids = [n for n, entry in enumerate(question.position.trick) if isinstance(entry, BidEntry)]
    return _entry(bids[-1]) if bids else ("position", "trick")


def _largest(question: AnyQuestion) -> Steps:
    """Where the most values and symbols lie: in what is to be played, or in a bid of the trick."""
    groups: list[tuple[Steps, tuple[Card, ...]]] = [
        ((*_entry(n), "cards"), entry.cards)
        for n, entry in enumerate(question.position.trick)
        if isinstance(entry, BidEntry)
    ]
    if isinstance(question, ActionsQuestion):
        players = enumerate(question.position.players)
        hands = [
            (("position", "players", seat, "hand"), player.hand.cards)
            for seat, player in players
            if player.name == question.position.turn
        ]
        groups = [*hands, *groups]
    elif isinstance(question.action, BidAction):
        groups.insert(0, (("action", "cards"), question.action.cards))
    steps, _ = max(groups, key=lambda group: _size(group[1]), default=(("position",), ()))
    return steps


def _size(cards: tuple[Card, ...]) -> int:
    return sum(card.up.count + len(card.up.symbols) for card in cards if card.up)


def _at(steps: Steps, body: Any, accepted: str, detail: str) -> Fault:
    """A fault of what stands there in the body."""
    here = body
    for step in steps:
        if here is not None:
            here = here.get(step) if isinstance(here, dict) else here[step]
    return Fault(pointer(steps), shorten(here), accepted, detail)
