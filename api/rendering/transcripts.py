"""A replayed game in words: every move with what came of it, and the verdict in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.rendering.words import Body, cards, counted

_ENDINGS = ("trick-won", "round-end")


def transcript(answer: Body) -> RenderableType:
    """Every move in sentences, the points after each trick, and what is wrong, if anything."""
    parts: list[RenderableType] = []
    for number, played in groupby(answer["played"], key=lambda each: each["round"]):
        parts += [*([Text("")] if parts else []), *_round(number, list(played), answer)]
    wrong = list(_wrong(answer)) if answer["wrong"] else []
    if wrong:
        parts += [*([Text("")] if parts else []), *wrong]
    return Group(*parts)


def conclusion(answer: Body) -> str:
    """The last line: a clean bill, or where the record is wrong first and why."""
    wrong = answer["wrong"]
    if not wrong:
        winner, rounds = answer["winner"], counted(answer["rounds"], "round")
        points = counted(answer["points"][winner], "point")
        moves = counted(answer["moves"], "move")
        return f"CLEAN: {rounds}, {moves}; {winner} wins with {points}."
    word = "UNDETERMINED" if answer["verdict"] == "undetermined" else "WRONG"
    place = f"move {wrong['move']}" if wrong["move"] else _start(wrong)
    told = " ".join(wrong["reasons"]) or "no reason is known."
    return f"{word} at round {wrong['round']}, {place}: {told}"


def _start(wrong: Body) -> str:
    return "the deal" if wrong["fault"] == "deal" else "the start"


def _round(number: int, played: Sequence[Body], answer: Body) -> Iterator[RenderableType]:
    start, told = answer["starts"][number - 1], [f"{played[0]['player']} starts"]
    told += [f"{answer['mood']} Panda"] if answer["mood"] else []
    if "mandate" in start:
        animal = start["mandate"]
        told.append(f"Mandate of the {animal.capitalize()}" if animal else "no Mandate")
    yield Text(f"Round {number}: {', '.join(told)}", "bold")
    if "winds" in start:
        yield Text(f"Winds: {', '.join(f'{n} {wind}' for n, wind in start['winds'].items())}.")
    yield _moves(played)


def _moves(played: Sequence[Body]) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=5, justify="right")
    table.add_column()
    for each in played:
        told = " ".join([*_played_as(each), *(event["text"] for event in each["events"])])
        table.add_row(Text(f"{each['move']}.", "dim"), Text(told))
        if any(event["event"] in _ENDINGS for event in each["events"]):
            table.add_row("", Text(f"Points: {_points(each['points'])}.", "bold"))
    return table


def _played_as(played: Body) -> Iterator[str]:
    """What each card stands for that is played as a symbol; no event tells it."""
    used = played["action"].get("use", ())
    if used:
        listed = ", ".join(f"{cards([each['card']])} as {each['as'].capitalize()}" for each in used)
        yield f"{played['player']} plays {listed}."


def _points(points: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in points.items())


def _wrong(answer: Body) -> Iterator[RenderableType]:
    wrong, position = answer["wrong"], answer["position"]
    if position and wrong["fault"] in ("illegal", "undetermined"):
        yield Text("The table before it", "bold")
        table = Table.grid(padding=(0, 2, 0, 0))
        for each in position["players"]:
            points = counted(each["points"], "point")
            held = [f"{each['wind']} wind"] if each.get("wind") else []
            hand = cards(each["hand"]) or "no cards"
            table.add_row(f"  {each['name']}", points, "; ".join([*held, hand]))
        yield table
        bids = [(entry["player"], _bid(entry)) for entry in position["trick"] if _bid(entry)]
        if bids:
            yield Text(f"  To beat: {cards(bids[-1][1])}, bid by {bids[-1][0]}.")
    if wrong["action"]:
        yield Text(f"The move: {move_text(wrong['action'], wrong['player'])}", "bold")
    for reason in wrong["clauses"]:
        yield Text.assemble("  - ", reason["message"], (f" ({reason['clause']})", "dim"))


def _bid(entry: Body) -> Sequence[Any]:
    """The cards that are bid with an entry of a trick, those played as Water among them."""
    waters = [each["card"] for each in entry.get("symbols", ()) if each["as"] == "water"]
    return entry.get("cards") or waters


def move_text(action: Body, player: str | None) -> str:
    """An action as the text form of a record has it."""
    from checker.wire.record_texts import write_move

    return write_move({"player": player, **action} if player else dict(action))
