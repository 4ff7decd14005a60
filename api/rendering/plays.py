"""Lists of plays: by kind, then how many there are and whether that is proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from api.rendering.layout import Lines, columns, sections
from api.rendering.questions import decided_by, discards, over_of
from api.rendering.words import (
    Body,
    bid_cards,
    card,
    cards,
    claim,
    counted,
    is_element_card,
    taken,
)


def play_list(question: Body, answer: Body, wild: str = "water") -> RenderableType:
    """The plays by kind, then how many there are and whether that is proved."""
    parts = answer.get("by_over") or ()
    over = bid_cards(over_of(question))
    left_out = _left_out(question)
    if not parts:
        open_ones = _undetermined(answer)
        return sections(
            _plays(question, answer, wild), open_ones, left_out, decided_by(question, answer)
        )
    title = Text("IT DEPENDS: the bid to beat can be taken in several ways.", "bold yellow")
    under = [
        [Text(f"If it is {taken(part['over'], over, wild)}:"), *_plays(question, part, wild)]
        for part in parts
    ]
    others = [Text("Whichever it is:"), *_rest(answer, wild)] if "position" in question else []
    open_ones = _undetermined(answer)
    return sections([title], *under, others, open_ones, left_out, decided_by(question, answer))


def _undetermined(answer: Body) -> Lines:
    """Element cards and passes of which the position does not tell whether they are legal."""
    for play in answer.get("undetermined") or ():
        named = _named(play)
        after = f" after discarding {cards(play['discard_elements'])}" if discards(play) else ""
        missing = " and ".join(play["missing"])
        yield Text(f"It depends whether {named}{after} may be played: it takes {missing}.")


def _named(play: Body) -> str:
    if "card" in play:
        return card(play["card"])
    if "wind" in play:
        return f"the {play['wind']} wind"
    return f"any of {cards(play['cards'])} as symbols" if "cards" in play else "a pass"


def _rest(answer: Body, wild: str) -> Lines:
    """What is no bid, where the bids stand under each reading of the bid to beat."""
    yield _play_table(answer["plays"], wild) if answer["plays"] else Text("Nothing more.")
    yield Text("To see the bids in one list, declare the last bid of the trick (as).")


def _left_out(question: Body) -> Lines:
    if any(map(is_element_card, question.get("hand") or ())):
        yield Text("Only bids are listed, not the playing of an Element card.")


def _plays(question: Body, answer: Body, wild: str) -> Lines:
    if answer["plays"]:
        yield _play_table(answer["plays"], wild)
        yield Text("")
    yield from map(Text, conclusion(answer))
    if any("reading" not in play for play in answer["plays"]):
        yield Text("Z3 judged each Element card and pass by itself.")


def _play_table(plays: Sequence[Body], wild: str) -> Table:
    table = columns()
    table.add_row("", Text("Cards", "dim"), Text("Taken as", "dim"))
    for kind, group in groupby(plays, key=_kind):
        for place, play in enumerate(group):
            name = Text(kind if place == 0 else "", "bold")
            shown = play.get("cards", [play["card"]] if "card" in play else [])
            table.add_row(name, cards(shown) or str(play.get("wind", "")), _taken_as(play, wild))
    return table


def _taken_as(play: Body, wild: str) -> str:
    reading = play.get("reading") or {}
    times = play.get("multiplicity", 1)
    used = [each["as"] for each in reading.get("wilds", ()) if each["as"] is not None]
    parts = (
        " ".join(reading.get("values", ())),
        f"{wild.capitalize()} as {' '.join(used)}" if used else "",
        f"{times} ways" if times > 1 else "",
        f"only with the {play['requires'].capitalize()}" if "requires" in play else "",
        *_granted(play.get("options") or {}),
        *_waters(play.get("waters") or ()),
        f"after discarding {cards(play['discard_elements'])}" if discards(play) else "",
    )
    return ", ".join(filter(None, parts))


def _granted(options: Body) -> Iterator[str]:
    """What a bid may do with its symbols, in words."""
    if "fire" in options:
        yield f"may discard {_up_to(options['fire'], 'card')} (Fire)"
    if "spin" in options:
        yield f"may spin {_up_to(options['spin'], 'card')} (Panda)"
    if "panda" in options:
        victim = " and ".join(options.get("from", ())) or "another player"
        yield f"may take {_up_to(options['panda'], 'point')} from {victim} (Panda)"
    if "bamboo" in options:
        yield f"may take {_up_to(options['bamboo'], 'point')} (Bamboo)"
    if "missing" in options:
        yield f"perhaps more, depending on {' and '.join(options['missing'])}"
    if "mandate" in options:
        yield _activated(options["mandate"])


def _activated(option: Body) -> str:
    """How the Mandate may be activated, in words."""
    ways = {"bid": "by the bid", "discard": f"by discarding {cards(option.get('discard', ()))}"}
    parts = [
        f"may use the {option['animal'].capitalize()}",
        " or ".join(ways[way] for way in option["by"]),
        f"taking {cards(option['take'])}" if "take" in option else "",
        f"discarding {_up_to(option['most'], 'card')}" if "most" in option else "",
        f"depending on {' and '.join(option['missing'])}" if "missing" in option else "",
    ]
    return " ".join(filter(None, parts))


def _waters(waters: Sequence[Sequence[Body]]) -> Iterator[str]:
    """What the cards make when they are played as Water."""
    for number, readings in enumerate(waters, 1):
        if readings:
            made = ", ".join(claim(reading) for reading in readings)
            yield f"{counted(number, 'Water')} as {made}"
    if waters:
        yield "any as Bamboo, Fire or Panda"


def _up_to(most: int, noun: str) -> str:
    return counted(most, noun) if most == 1 else f"up to {counted(most, noun)}"


def _kind(play: Body) -> str:
    reading = play.get("reading")
    return str(reading["kind"] if reading else play.get("type", "other")).capitalize()


def conclusion(answer: Body) -> Iterator[str]:
    """How many plays there are, whether that is proved, and how to see the rest."""
    shown, count, proof = len(answer["plays"]), answer["count"], answer["proof"]
    proved = "Z3 proved that none is missing and none is wrong"
    if answer["complete"] and not count:
        yield "Nothing can be played; Z3 proved that no play is missing."
    elif answer["complete"] and count == 1:
        yield f"The only legal play; {proved}."
    elif answer["complete"]:
        named = "Both" if count == 2 else f"All {count:,}"
        yield f"{named} legal plays; {proved}."
    elif shown == count:
        yield f"{counted(count, 'legal play')}, which nothing proves to be all."
    elif answer.get("cursor"):
        yield f"{shown:,} of {counted(count, 'legal play')}; not all, so nothing is proved."
    else:
        yield f"The last {shown:,} of {counted(count, 'legal play')}."
    if not answer["complete"] and proof["proved"]:
        yield f"Asked for all of them, {proved}."
    if answer.get("cursor"):
        yield f"For the next page, add: --cursor {answer['cursor']}"
