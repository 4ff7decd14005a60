"""What comes of a step, whether a position can be, and in how many ways to play on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.rendering.faults import fault_lines
from api.rendering.judgements import changes, how_and_why, judgement
from api.rendering.layout import Lines, bullets, columns, indented, sections
from api.rendering.questions import decided_by, discards, headline
from api.rendering.words import Body, bid, bid_cards, card, cards, counted
from checker.rulebook import rulebook
from checker.wire.writing import cited


def stepped(question: Body, answer: Body, wild: str = "water") -> RenderableType:
    """The verdict; then, where the action is legal, what happened and the table after it."""
    if answer["verdict"] != "legal":
        return judgement(question, answer, wild)
    happened = (_happened(each, answer["decided_by"]["edition"]) for each in answer["events"])
    return sections(
        [headline(question, "legal")],
        *how_and_why(answer, bid_cards(question["action"]), wild),
        changes(answer, bid_cards(question["action"]), wild),
        [Text("What happens:"), bullets(happened)],
        _table_after(answer),
        decided_by(question, answer),
    )


def _happened(event: Body, edition: str) -> Text:
    """What happened, then its clause and where that stands."""
    clause = rulebook().clause(event["clause"])
    source, section = cited(clause, rulebook().edition(edition))
    named = "" if source == edition else f"{source}: "
    return Text.assemble(event["text"], " ", (f"({clause.id}; {named}{section})", "dim"))


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
    return sections([title], [bullets(_fault(each) for each in found)])


def _fault(each: Body) -> RenderableType:
    """One fault in lines, each of which is indented where it goes on."""
    head, *rest = fault_lines(each)
    return Group(Text(head), *(indented(_hanging(*line.split(" ", 1))) for line in rest))


def _hanging(label: str, told: str) -> RenderableType:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(Text(label), Text(told))
    return table


def comparison(cases: Sequence[Body]) -> RenderableType:
    """The ways counted of each case, turn by turn, and where another number was expected."""
    table = columns()
    for each in cases:
        wanted = "" if each["ok"] else f"DIFFERS from {_numbers(each['expected'])}"
        table.add_row(Text(each["id"], "bold"), _numbers(each["nodes"]), Text(wanted, "bold red"))
    wrong = sum(not each["ok"] for each in cases)
    found = f"{counted(wrong, 'case')} of {len(cases)} differ" if wrong else "as expected"
    return sections([table], [Text(f"{counted(len(cases), 'case')} counted: {found}.")])


def _numbers(nodes: Sequence[int]) -> str:
    return ", ".join(f"{number:,}" for number in nodes)


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
