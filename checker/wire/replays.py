"""The whole way from a recorded game, in either form, to what came of it in wire form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NotRequired, cast

# Pydantic cannot read the TypedDict of the standard library before Python 3.12.
from typing_extensions import TypedDict

from checker.positions import Mood
from checker.replaying import Played, Record, Replayed, Wrong
from checker.replaying import replay as replay_record
from checker.wire import shapes, strict
from checker.wire.problems import Invalid
from checker.wire.record_texts import read_lines
from checker.wire.records import action_form, read_record, round_extras
from checker.wire.tables import event_form, position_form
from checker.wire.writing import reason_form

MOST_BYTES = 8 * 1024 * 1024
"""The largest recorded game."""

Json = dict[str, Any]
OfRecord = Literal["clean", "wrong", "undetermined"]
"""The verdict on a record."""
Fault = Literal["illegal", "undetermined", "declared", "starter", "deal", "missing", "left-over"]


class StartForm(TypedDict):
    """What a round begins with besides its deal: the Mandate, early the winds, where recorded."""

    mandate: NotRequired[str | None]
    winds: NotRequired[dict[str, str]]


class PlayedForm(TypedDict):
    """A move that is in order, what came of it, and the points after it."""

    round: int
    move: int
    player: str
    action: Json
    events: list[shapes.EventForm]
    points: dict[str, int]


class WrongForm(TypedDict):
    """The first thing that is wrong; ``move`` is 0 where it is the start of a round."""

    fault: Fault
    round: int
    move: int
    player: str | None
    action: Json | None
    reasons: list[str]
    clauses: list[shapes.ReasonForm]
    missing: list[str]


class ReplayAnswer(TypedDict):
    """What came of a recorded game; ``mood`` is null where there is no Panda tile.

    ``starts`` has an entry for each recorded round. ``points`` and ``position`` are those at the
    end, or before the move that is wrong; after it where only what is declared of it is wrong.
    """

    verdict: OfRecord
    players: list[str]
    mood: Mood | None
    rounds: int
    moves: int
    starts: list[StartForm]
    played: list[PlayedForm]
    points: dict[str, int]
    winner: str | None
    wrong: WrongForm | None
    position: shapes.PositionForm | None


def read(raw: bytes) -> Record:
    """The record that a file holds, in its JSON form or its text form.

    Raises ``NotJson``, ``BodyTooLarge``, and ``Invalid`` with every fault.
    """
    text = strict.decode(raw, MOST_BYTES)
    if text.lstrip().startswith("{"):
        return read_record(strict.parse(raw, MOST_BYTES))
    told = read_lines(text)
    try:
        record = read_record(told.record)
    except Invalid as error:
        found = told.placed(error).faults
        # What is missing may stand on a line that cannot be read.
        kept = [fault for fault in found if fault.got is not None or not told.faults]
        raise Invalid([*told.faults, *kept]) from None
    if told.faults:
        raise Invalid(told.faults)
    return record


def replay(record: Record, on_move: Callable[[], object] | None = None) -> ReplayAnswer:
    """What came of the record; ``on_move`` is called after each move that is in order."""
    return replay_answer(record, replay_record(record, on_move))


def replay_answer(record: Record, told: Replayed) -> ReplayAnswer:
    """The wire form of what came of a record."""
    wrong = told.wrong
    undetermined = wrong is not None and wrong.fault == "undetermined"
    return {
        "verdict": "clean" if wrong is None else "undetermined" if undetermined else "wrong",
        "players": list(record.points),
        "mood": record.mood,
        "rounds": len(record.rounds),
        "moves": record.moves,
        "starts": [cast(StartForm, round_extras(each)) for each in record.rounds],
        "played": [_played(each) for each in told.played],
        "points": dict(told.points),
        "winner": told.winner,
        "wrong": None if wrong is None else _wrong(wrong, record),
        "position": None if told.position is None else position_form(told.position),
    }


def _played(played: Played) -> PlayedForm:
    return {
        "round": played.round,
        "move": played.move,
        "player": played.player,
        "action": action_form(played.action),
        "events": [event_form(event) for event in played.events],
        "points": dict(played.points),
    }


def _wrong(wrong: Wrong, record: Record) -> WrongForm:
    judged = wrong.judgement
    cited = judged.reasons if judged else wrong.cited
    edition = record.rules.edition
    return {
        "fault": wrong.fault,
        "round": wrong.round,
        "move": wrong.move,
        "player": wrong.player,
        "action": None if wrong.action is None else action_form(wrong.action),
        "reasons": list(wrong.reasons),
        "clauses": [reason_form(reason, edition) for reason in cited],
        "missing": list(judged.missing) if judged else [],
    }
