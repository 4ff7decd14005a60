"""Verdicts on bids: how a bid is taken, why, what is unsettled and what else to play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from api.rendering.layout import Lines, bullets, columns, indented, sections
from api.rendering.questions import STYLES, bid_of, decided_by, headline, no_bid, over_of
from api.rendering.words import (
    Body,
    bid_cards,
    cards,
    claim,
    is_element_card,
    number,
    pins,
    taken,
)

_HOLDS = {
    True: Text("holds"),
    False: Text("BROKEN", "bold red"),
    None: Text("not told", "bold yellow"),
}
"""What a clause says; ``None`` where the position does not tell."""
_PLAYED_OTHERWISE = Text(
    "An Element card is not bid but played. Whether it may be depends on the table: describe that "
    "in a file, as specs/position.md says, and ask panda-spin step FILE."
)
_MISSING = {"over.as": "how the bid to beat was declared, with --over-as"}


def judgement(question: Body, answer: Body, wild: str = "water") -> RenderableType:
    """The verdict, then how the bid is taken, why, what is unsettled and what else to play."""
    held = bid_cards(bid_of(question))
    depends = "by_over" in answer and len({_told(each) for each in answer["by_over"]}) > 1
    is_no_bid = any(each["clause"] == "animal-cards-only" for each in answer["reasons"])
    return sections(
        [no_bid(question)] if is_no_bid else [headline(question, answer["verdict"])],
        *((_by_over(question, answer, wild),) if depends else how_and_why(answer, held, wild)),
        [_PLAYED_OTHERWISE] if is_no_bid and any(map(is_element_card, held)) else [],
        _missing(answer.get("missing") or ()),
        changes(answer, held, wild),
        _alternatives(answer.get("alternatives") or (), wild),
        _clause_sets("Any of these sets of clauses forbids it:", answer.get("conflicts") or ()),
        _clause_sets("Without any of these sets it is allowed:", answer.get("repairs") or ()),
        _trace(answer.get("trace") or ()),
        decided_by(question, answer),
    )


def _told(under: Body) -> str:
    """What is said under one reading of the bid to beat, to see whether all say the same."""
    return json.dumps([under["readings"], under["reasons"]], sort_keys=True)


def how_and_why(answer: Body, held: Sequence[object], wild: str) -> Iterator[Lines]:
    """How a bid is taken, and the clauses that say so."""
    named = [taken(reading, held, wild) for reading in answer["readings"]]
    reasons = [bullets(map(reason, answer["reasons"]))] if answer["reasons"] else []
    if len(named) > 1:
        yield Text(f"It can be taken in {number(len(named))} ways:"), bullets(map(Text, named))
        yield [Text(f"As {named[0]}:"), *reasons] if reasons else []
    else:
        yield [Text(f"It is {name}.") for name in named]
        yield reasons


def reason(given: Body) -> Text:
    """The message of a clause, then its id and where the rule stands."""
    source = f"{given['source']}: " if given.get("fallback") else ""
    ruling = f"by the ruling {' and '.join(pins(given['ruling']))}; " if "ruling" in given else ""
    place = f"({given['clause']}; {ruling}{source}{given['section']})"
    return Text.assemble(given["message"], " ", (place, "dim"))


def _by_over(question: Body, answer: Body, wild: str) -> Lines:
    held, over = bid_cards(bid_of(question)), bid_cards(over_of(question))
    for each in answer.get("by_over") or ():
        verdict = each["verdict"]
        ways = " or ".join(taken(reading, held, wild) for reading in each["readings"])
        yield Text.assemble(
            f"If the bid to beat is {taken(each['over'], over, wild)}: ",
            (verdict, STYLES[verdict]),
            f", as {ways}" if ways else "",
        )
        if each["reasons"] and verdict in ("illegal", answer["verdict"]):
            yield bullets(map(reason, each["reasons"]))


def _missing(missing: Sequence[str]) -> Lines:
    if missing:
        yield Text("To decide it, say:")
        yield bullets(Text(_MISSING.get(name, name)) for name in missing)


def changes(answer: Body, held: Sequence[object], wild: str) -> Lines:
    """What would change the verdict under other options of the rulings left open."""
    found = answer.get("rulings") or ()
    for each in found:
        yield Text(_change(each, answer["verdict"], held, wild))
    names = {ruling: None for each in found for ruling in each["change"]}
    for ruling in names:
        yield Text(f"The question and its options: panda-spin rulings {ruling}", "dim")


def _change(each: Body, verdict: str, held: Sequence[object], wild: str) -> str:
    start = f"Not settled: under {' and '.join(pins(each['change']))} it would "
    if each["verdict_otherwise"] == "undetermined":
        return f"{start}be undetermined."
    if each["verdict_otherwise"] != verdict:
        return f"{start}be {each['verdict_otherwise']}."
    ways = [taken(reading, held, wild) for reading in each["readings_otherwise"]]
    return f"{start}still be {verdict}, as {' or '.join(ways) or 'nothing else'}."


def _alternatives(alternatives: Sequence[Body], wild: str) -> Lines:
    if not alternatives:
        return
    yield Text("You could play instead:")
    table = columns()
    for each in alternatives:
        moves = (("add", each["added"]), ("leave out", each["removed"]))
        steps = ", ".join(f"{verb} {cards(those)}" for verb, those in moves if those)
        words = "an Element card" if each["cards"] else ""
        if each["reading"]:
            words = taken(each["reading"], each["cards"], wild)
        elif each["discard_elements"]:
            steps = f"after discarding {cards(each['discard_elements'])} unused"
        elif not each["cards"]:
            steps = ""
        table.add_row(cards(each["cards"]) or "pass", _with_steps(words, steps))
    yield indented(table)


def _with_steps(words: str, steps: str) -> Text:
    return Text.assemble(words, (f" ({steps})" if steps else "", "dim"))


def _clause_sets(title: str, sets: Sequence[Sequence[str]]) -> Lines:
    if sets:
        yield Text(title)
        yield bullets(Text(", ".join(names)) for names in sets)


def _trace(steps: Sequence[Body]) -> Lines:
    said = [step for step in steps if step["applies"] is not False]
    if not said:
        return
    yield Text("What each clause says that applies:")
    table = columns()
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_column()
    for step in said:
        reading = claim(step["reading"]) if step["reading"] else ""
        table.add_row(step["clause"], reading, _HOLDS[step["holds"]])
    yield indented(table)
