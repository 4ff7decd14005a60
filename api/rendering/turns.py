"""What comes of a step, whether a position can be, and in how many ways to play on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from api.rendering.faults import fault
from api.rendering.judgements import judgement
from api.rendering.layout import Lines, bullets, columns, indented, sections
from api.rendering.questions import decided_by, discards, headline
from api.rendering.words import Body, bid, card, cards, counted


def stepped(question: Body, answer: Body, wild: str = "water") -> RenderableType:
    """The verdict; then, where the action is legal, what happened and the table after it."""
    if answer["verdict"] != "legal":
        return judgement(question, answer, wild)
    happened = (
        Text.assemble(each["text"], (f" ({each['clause']})", "dim")) for each in answer["events"]
    )
    return sections(
        [headline(question, "legal")],
        [Text("What happens:"), bullets(happened)],
        _table_after(answer),
        decided_by(question, answer),
    )


def _table_after(answer: Body) -> Lines:
    position = answer["position"]
    yield Text("The table after it:")
    table = columns()
    for player in position["players"]:
        points = answer["points"].get(player["name"])
        known = "points unknown" if points is None else counted(points, "point")
        table.add_row(Text(player["name"], "bold"), known, _hand(player.get("hand")))
    yield indented(table)
    if "winner" in answer:
        yield Text(f"The game is over: {answer['winner']} wins.")
    elif "next_starter" in answer:
        yield Text(f"The round is over: {answer['next_starter']} starts the next one.")
    elif position["turn"] is not None:
        lead = ", who starts a trick" if not position["trick"] else ""
        yield Text(f"It is the turn of {position['turn']}{lead}.")


def _hand(hand: object) -> str:
    """A hand in words: its cards, or how many there are."""
    if isinstance(hand, Mapping):
        return counted(hand["count"], "card")
    if hand is None:
        return "hand unknown"
    return cards(hand) or "no cards" if isinstance(hand, Sequence) else ""


def position_status(answer: Body) -> RenderableType:
    """Whether the position can be, and else all that is wrong with it."""
    if answer["ok"]:
        return Text("OK: nothing in the position is impossible", "bold green")
    found = answer["faults"]
    title = Text(f"IMPOSSIBLE: the position has {counted(len(found), 'fault')}", "bold red")
    return sections([title], [bullets(Text(fault(each)) for each in found)])


def continuations(answer: Body, *, divided: bool) -> RenderableType:
    """The number of ways to play on, and how they divide by the first play."""
    total = Text(f"{counted(answer['nodes'], 'way')} to play {counted(answer['depth'], 'turn')}.")
    if not divided or not answer["divide"]:
        return total
    table = columns()
    table.add_column(justify="right")
    for each in answer["divide"]:
        action = each["action"]
        kind = str(action["type"]).capitalize()
        shown = bid(action) if "cards" in action else card(action.get("card", ""))
        after = f"after discarding {cards(action['discard_elements'])}" if discards(action) else ""
        table.add_row(f"{each['nodes']:,}", kind, " ".join(filter(None, (shown, after))))
    return sections([table], [total])
