"""Wire bodies in words: pure functions from a body to what rich prints.

Colour only repeats what the words say. Nothing depends on the clock, the terminal or the order
in which a mapping was filled, so the same body always reads the same.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

Body: TypeAlias = Mapping[str, Any]
Lines: TypeAlias = Iterable[RenderableType]

WIDTH = 80
"""How wide the text is where no terminal says otherwise."""
FEW = 10
"""Up to so many entries are shown in full, more as a list."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_STYLES = {"legal": "bold green", "illegal": "bold red", "undetermined": "bold yellow"}
_MISSING = {"over.as": "how the bid to beat was declared, with --over-as"}
_WORDS = {"legal": "LEGAL", "illegal": "ILLEGAL", "undetermined": "IT DEPENDS"}


def printed(shown: RenderableType, console: Console) -> str:
    """What the console would print, without spaces at the ends of lines."""
    with console.capture() as capture:
        console.print(shown)
    return re.sub(r" +((?:\x1b\[[0-9;]*m)*)$", r"\1", capture.get(), flags=re.MULTILINE)


def plain(shown: RenderableType, width: int = WIDTH) -> str:
    """The text alone, without any colour."""
    return printed(shown, Console(width=width, color_system=None, force_terminal=False))


# Words


def number(count: int) -> str:
    """The number as a word up to ten, in digits beyond."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """The number and its noun: ``1 play``, ``14 plays``."""
    return f"{count:,} {noun if count == 1 else noun + 's'}"


def card(shown: object) -> str:
    """A card as it is written; one spelled out is shown by the face that is up.

    >>> card({"element": "water", "white": "K", "blue": "7+water", "side": "blue"})
    '7+water'
    """
    if isinstance(shown, Mapping):
        return str(shown.get(shown.get("side", "white"), shown.get("name", "a card")))
    return str(shown)


def cards(shown: Iterable[object]) -> str:
    """Cards side by side."""
    return " ".join(map(card, shown))


def bid_cards(bid: object) -> list[object]:
    """The cards of a bid, which may be a list or an object with a claim."""
    listed = bid.get("cards", []) if isinstance(bid, Mapping) else bid
    return list(listed) if isinstance(listed, Sequence) else []


def claim(claimed: Body) -> str:
    """A claim as the command line takes it.

    >>> claim({"kind": "formation", "width": 2, "length": 3, "top": "Q"})
    'formation 2x3 Q'
    """
    shape = f"{claimed.get('width', '')}x{claimed.get('length', '')}"
    parts = (claimed.get("kind"), shape if shape != "x" else None, claimed.get("top"))
    return " ".join(str(part) for part in parts if part is not None)


def bid(given: object) -> str:
    """A bid with what its player claims of it."""
    claimed = given.get("as") if isinstance(given, Mapping) else None
    named = cards(bid_cards(given)) or "an empty bid"
    return f"{named} (as {claim(claimed)})" if claimed else named


def combination(reading: Body) -> str:
    """A reading in words, without its wilds: ``a Set of two 6s``, ``a Run 6 7 8``."""
    kind, top = str(reading["kind"]).capitalize(), reading["top"]
    if reading["kind"] == "single":
        return f"a {kind} {top}"
    if reading["kind"] in ("set", "bomb"):
        return f"a {kind} of {number(reading['width'])} {top}s"
    return f"a {kind} {' '.join(reading['values'])}"


def wilds(reading: Body, held: Sequence[object], wild: str = "water") -> str:
    """What each wild that is used stands for: ``the Water of 7+water as the 8``."""
    used = Counter(
        f"the {wild.capitalize()} of {card(held[each['index']])} as the {each['as']}"
        for each in reading.get("wilds", ())
        if each["as"] is not None
    )
    return " and ".join(
        f"{number(n)} times {words}" if n > 1 else words for words, n in used.items()
    )


def taken(reading: Body, held: Sequence[object], wild: str = "water") -> str:
    """A reading in words: ``a Run 6 7 8, the Water of 7+water as the 8``."""
    return ", ".join(filter(None, (combination(reading), wilds(reading, held, wild))))


def pins(chosen: Mapping[str, str]) -> list[str]:
    """Options of rulings as they are pinned: ``formation-shape=same-shape``."""
    return [f"{ruling}={option}" for ruling, option in chosen.items()]


# Judgements


def judgement(question: Body, answer: Body, wild: str = "water") -> RenderableType:
    """The verdict, then how the bid is taken, why, what is unsettled and what else to play."""
    held = bid_cards(_bid_of(question))
    depends = "by_over" in answer and len({_told(each) for each in answer["by_over"]}) > 1
    no_bid = any(each["clause"] == "animal-cards-only" for each in answer["reasons"])
    return _sections(
        [_no_bid(question)] if no_bid else [headline(question, answer["verdict"])],
        *((_by_over(question, answer, wild),) if depends else _how_and_why(answer, held, wild)),
        _missing(answer.get("missing") or ()),
        _changes(answer, held, wild),
        _alternatives(answer.get("alternatives") or (), wild),
        _clause_sets("Any of these sets of clauses forbids it:", answer.get("conflicts") or ()),
        _clause_sets("Without any of these sets it is allowed:", answer.get("repairs") or ()),
        _trace(answer.get("trace") or ()),
        _rules(question, answer),
    )


def _no_bid(question: Body) -> Text:
    return Text(f"ILLEGAL: {bid(question['bid'])} is no bid", _STYLES["illegal"])


def _told(under: Body) -> str:
    """What is said under one reading of the bid to beat, to see whether all say the same."""
    return json.dumps([under["readings"], under["reasons"]], sort_keys=True)


def headline(question: Body, verdict: str) -> Text:
    """The verdict, large and plain: ``LEGAL: 6+6 beats 5 5``."""
    return Text(f"{_WORDS[verdict]}: {_claimed(question, verdict)}", _STYLES[verdict])


def _claimed(question: Body, verdict: str) -> str:
    if "bid" not in question and "type" not in (question.get("action") or {}):
        return {
            "legal": "the action may be taken",
            "illegal": "the action may not be taken",
            "undetermined": "whether the action may be taken",
        }[verdict]
    if "action" in question:
        actor, done = _actor(question), _done(question)
        return {
            "legal": f"{actor} may {done}",
            "illegal": f"{actor} may not {done}",
            "undetermined": f"whether {actor} may {done}",
        }[verdict]
    played, over = bid(question["bid"]), question.get("over")
    if over is None:
        return {
            "legal": f"{played} may start a trick",
            "illegal": f"{played} may not start a trick",
            "undetermined": f"whether {played} may start a trick",
        }[verdict]
    beaten = bid(over)
    return {
        "legal": f"{played} beats {beaten}",
        "illegal": f"{played} does not beat {beaten}",
        "undetermined": f"whether {played} beats {beaten}",
    }[verdict]


def _actor(question: Body) -> str:
    return str(question["action"].get("player") or question["position"].get("turn") or "nobody")


def _done(question: Body) -> str:
    """What an action does, in words: ``pass``, ``bid 6+6 over 5 5 and take 1 point``."""
    action, over = question["action"], _over_of(question)
    first = f"discard {cards(action['discard_elements'])}, then " if _first(action) else ""
    if action["type"] == "pass":
        return f"{first}pass"
    if action["type"] == "element":
        return f"{first}play {card(action['card'])}"
    beaten = f" over {bid(over)}" if over is not None else " to start a trick"
    burnt, spun = action.get("fire") or (), action.get("spin") or ()
    taken_from = action.get("from") or ()
    points = action.get("panda") or len(taken_from)
    victims = f" from {' and '.join(map(str, taken_from))}" if taken_from else ""
    claims = (
        f"discard {cards(burnt)}" if burnt else "",
        f"spin {cards(spun)}" if spun else "",
        f"take {counted(points, 'point')}{victims}" if points else "",
        f"take {counted(action['bamboo'], 'point')} for Bamboo" if action.get("bamboo") else "",
    )
    return first + " and ".join((f"bid {bid(action)}{beaten}", *filter(None, claims)))


def _first(action: Body) -> bool:
    return bool(action.get("discard_elements"))


def _bid_of(question: Body) -> object:
    """The bid that is asked about: by itself, or as an action at a table."""
    return question.get("bid", question.get("action"))


def _over_of(question: Body) -> object:
    """The bid to beat: by itself, or the last one of a trick; ``None`` where there is none."""
    if "position" not in question:
        return question.get("over")
    entries = question["position"].get("trick") or ()
    return next((entry for entry in reversed(entries) if "cards" in entry), None)


def _how_and_why(answer: Body, held: Sequence[object], wild: str) -> Iterator[Lines]:
    named = [taken(reading, held, wild) for reading in answer["readings"]]
    reasons = [_list(map(reason, answer["reasons"]))] if answer["reasons"] else []
    if len(named) > 1:
        yield Text(f"It can be taken in {number(len(named))} ways:"), _list(map(Text, named))
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
    held, over = bid_cards(_bid_of(question)), bid_cards(_over_of(question))
    for each in answer.get("by_over") or ():
        verdict = each["verdict"]
        ways = " or ".join(taken(reading, held, wild) for reading in each["readings"])
        yield Text.assemble(
            f"If the bid to beat is {taken(each['over'], over, wild)}: ",
            (verdict, _STYLES[verdict]),
            f", as {ways}" if ways else "",
        )
        if each["reasons"] and verdict in ("illegal", answer["verdict"]):
            yield _list(map(reason, each["reasons"]))


def _missing(missing: Sequence[str]) -> Lines:
    if missing:
        yield Text("To decide it, say:")
        yield _list(Text(_MISSING.get(name, name)) for name in missing)


def _changes(answer: Body, held: Sequence[object], wild: str) -> Lines:
    changes = answer.get("rulings") or ()
    for each in changes:
        yield Text(_change(each, answer["verdict"], held, wild))
    names = {ruling: None for each in changes for ruling in each["change"]}
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
    table = _columns()
    for each in alternatives:
        moves = (("add", each["added"]), ("leave out", each["removed"]))
        steps = ", ".join(f"{verb} {cards(those)}" for verb, those in moves if those)
        words = Text.assemble(
            taken(each["reading"], each["cards"], wild), (f" ({steps})" if steps else "", "dim")
        )
        table.add_row(cards(each["cards"]), words)
    yield _indented(table)


def _clause_sets(title: str, sets: Sequence[Sequence[str]]) -> Lines:
    if sets:
        yield Text(title)
        yield _list(Text(", ".join(names)) for names in sets)


def _trace(steps: Sequence[Body]) -> Lines:
    said = [step for step in steps if step["applies"]]
    if not said:
        return
    yield Text("What each clause says that applies:")
    table = _columns()
    for step in said:
        verdict = Text("holds") if step["holds"] else Text("BROKEN", "bold red")
        table.add_row(step["clause"], claim(step["reading"]), verdict)
    yield _indented(table)


def _rules(question: Body, answer: Body) -> Lines:
    decided, pinned = answer.get("decided_by") or {}, question.get("rulings") or {}
    if decided:
        chosen = f", with {' and '.join(pins(pinned))}" if pinned else ""
        yield Text(f"Decided by edition {decided['edition']}{chosen}.", "dim")
    if answer.get("stand_ins"):
        named = cards(answer["stand_ins"])
        yield Text(f"Stand-ins, whose real faces no source shows: {named}.", "dim")


# Plays


def play_list(question: Body, answer: Body, wild: str = "water") -> RenderableType:
    """The plays by kind, then how many there are and whether that is proved."""
    parts = answer.get("by_over") or ()
    over = bid_cards(_over_of(question))
    left_out = _left_out(question)
    if not parts:
        return _sections(_plays(question, answer, wild), left_out, _rules(question, answer))
    title = Text("IT DEPENDS: the bid to beat can be taken in several ways.", "bold yellow")
    under = [
        [Text(f"If it is {taken(part['over'], over, wild)}:"), *_plays(question, part, wild)]
        for part in parts
    ]
    others = [Text("Whichever it is:"), *_rest(answer, wild)] if "position" in question else []
    return _sections([title], *under, others, left_out, _rules(question, answer))


def _rest(answer: Body, wild: str) -> Lines:
    """What is no bid, where the bids stand under each reading of the bid to beat."""
    yield _play_table(answer["plays"], wild) if answer["plays"] else Text("Nothing more.")
    yield Text("To see the bids in one list, declare the last bid of the trick (as).")


def _left_out(question: Body) -> Lines:
    if any(card(each).lower().startswith("element-") for each in question.get("hand") or ()):
        yield Text("Only bids are listed, not the playing of an Element card.")


def _plays(question: Body, answer: Body, wild: str) -> Lines:
    if answer["plays"]:
        yield _play_table(answer["plays"], wild)
        yield Text("")
    yield from map(Text, conclusion(answer))
    if any("reading" not in play for play in answer["plays"]):
        yield Text("Z3 judged each Element card and pass by itself.")


def _play_table(plays: Sequence[Body], wild: str) -> Table:
    table = _columns()
    table.add_row("", Text("Cards", "dim"), Text("Taken as", "dim"))
    for kind, group in groupby(plays, key=_kind):
        for place, play in enumerate(group):
            name = Text(kind if place == 0 else "", "bold")
            shown = play.get("cards", [play["card"]] if "card" in play else [])
            table.add_row(name, cards(shown), _taken_as(play, wild))
    return table


def _taken_as(play: Body, wild: str) -> str:
    reading = play.get("reading") or {}
    times = play.get("multiplicity", 1)
    used = [each["as"] for each in reading.get("wilds", ()) if each["as"] is not None]
    parts = (
        " ".join(reading.get("values", ())),
        f"{wild.capitalize()} as {' '.join(used)}" if used else "",
        f"{times} ways" if times > 1 else "",
        *_granted(play.get("options") or {}),
        f"after discarding {cards(play['discard_elements'])}" if _first(play) else "",
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


# Tables


def stepped(question: Body, answer: Body, wild: str = "water") -> RenderableType:
    """The verdict; then, where the action is legal, what happened and the table after it."""
    if answer["verdict"] != "legal":
        return judgement(question, answer, wild)
    happened = (
        Text.assemble(each["text"], (f" ({each['clause']})", "dim")) for each in answer["events"]
    )
    return _sections(
        [headline(question, "legal")],
        [Text("What happens:"), _list(happened)],
        _table_after(answer),
        _rules(question, answer),
    )


def _table_after(answer: Body) -> Lines:
    position = answer["position"]
    yield Text("The table after it:")
    table = _columns()
    for player in position["players"]:
        points = answer["points"].get(player["name"])
        known = "points unknown" if points is None else counted(points, "point")
        table.add_row(Text(player["name"], "bold"), known, _hand(player.get("hand")))
    yield _indented(table)
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
    return _sections([title], [_list(Text(_fault(each)) for each in found)])


def continuations(answer: Body, *, divided: bool) -> RenderableType:
    """The number of ways to play on, and how they divide by the first play."""
    total = Text(f"{counted(answer['nodes'], 'way')} to play {counted(answer['depth'], 'turn')}.")
    if not divided or not answer["divide"]:
        return total
    table = _columns()
    table.add_column(justify="right")
    for each in answer["divide"]:
        action = each["action"]
        kind = str(action["type"]).capitalize()
        shown = bid(action) if "cards" in action else card(action.get("card", ""))
        after = f"after discarding {cards(action['discard_elements'])}" if _first(action) else ""
        table.add_row(f"{each['nodes']:,}", kind, " ".join(filter(None, (shown, after))))
    return _sections([table], [total])


# What the rulebook holds


def clause_list(found: Sequence[Body]) -> RenderableType:
    """The clauses: in full when they are few, else one line each under their sections."""
    if len(found) <= FEW:
        return _sections(*map(_clause, found))
    grouped = [list(_titles(section, group)) for section, group in groupby(found, key=_section)]
    return _sections(*grouped, [Text(f"{counted(len(found), 'clause')}.")])


def _clause(each: Body) -> Lines:
    yield Text(each["title"], "bold")
    yield _indented(Text(each["rule"]))
    if each.get("when"):
        yield _indented(Text(f"Only under {' and '.join(pins(each['when']))}."))
    yield _indented(Text(f"({'; '.join((each['id'], *_places(each)))})", "dim"))


def _titles(section: str, group: Iterable[Body]) -> Lines:
    yield Text(section, "bold")
    table = _columns()
    table.add_column(width=24)
    for each in group:
        table.add_row(each["id"], each["title"])
    yield _indented(table)


def _places(each: Body) -> list[str]:
    return [f"{source['source']}: {source['section']}" for source in each["sources"]]


def _section(each: Body) -> str:
    return _places(each)[0]


def ruling_list(found: Sequence[Body]) -> RenderableType:
    """The rulings: the question, its options with the default first, and why it is open."""
    return _sections(*map(_ruling, found))


def _ruling(each: Body) -> Lines:
    yield Text.assemble((each["question"], "bold"), (f" ({each['id']})", "dim"))
    yield _list(
        Text(f"{option}: {each['meaning'][option]}" + (" (default)" if place == 0 else ""))
        for place, option in enumerate(each["options"])
    )
    yield _indented(Text(each["why"], "dim"))


def edition_list(found: Sequence[Body]) -> RenderableType:
    """The editions: what each is called, what is wild, and what it settles for itself."""
    return _sections(*map(_edition, found))


def _edition(each: Body) -> Lines:
    yield Text.assemble((each["title"], "bold"), (f" ({each['id']})", "dim"))
    yield _indented(Text(f"Wild: {each['wild']}. Deck: {each['deck']}."))
    if each.get("based_on"):
        yield _indented(Text(f"What it does not say is taken from {each['based_on']}."))
    if each.get("rulings"):
        yield _indented(Text(f"Unless told otherwise: {', '.join(pins(each['rulings']))}."))


# Faults


def faults(found: Iterable[Body]) -> str:
    """Every fault of a question: its place, what stands there, what is accepted, what it breaks."""
    return "\n".join(f"Error: {_fault(each)}" for each in found)


def _fault(each: Body) -> str:
    place = _place(each.get("pointer") or "")
    lines = [f"{place}: {each.get('detail') or 'not accepted'}"]
    if each.get("got") is not None:
        # As JSON, so that no control character of the input reaches the terminal.
        lines.append(f"got {_got(each['got'])}")
    if each.get("accepted"):
        lines.append(f"accepted: {_accepted(each['accepted'])}")
    if each.get("clause"):
        lines.append(f"breaks: {each['clause']} ({each['source']}: {each['section']})")
    return "\n  ".join(lines)


def _place(pointer: str) -> str:
    """The place in words where it is one of the cards, else as it is.

    >>> _place("/over/cards/2"), _place("/edition"), _place("")
    ('card 3 of the bid to beat', '/edition', 'the body')
    """
    found = re.fullmatch(r"/(bid|over|hand)(?:/cards)?(/as)?(?:/([0-9]+))?", pointer)
    if not found:
        return pointer or "the body"
    group = {"bid": "the bid", "over": "the bid to beat", "hand": "the hand"}[found[1]]
    if found[2]:
        return f"what is said of {group}"
    return f"card {int(found[3]) + 1} of {group}" if found[3] else group


def _got(got: object) -> str:
    text = json.dumps(got, ensure_ascii=True)
    # Lists and objects are told as their JSON text, which needs no second pair of quotes.
    return text[1:-1].replace('\\"', '"') if text[:2] in ('"[', '"{') else text


def _accepted(accepted: object) -> str:
    return accepted if isinstance(accepted, str) else ", ".join(map(str, _iterable(accepted)))


def _iterable(accepted: object) -> Iterable[object]:
    return accepted if isinstance(accepted, Iterable) else (accepted,)


# Layout


def _sections(*parts: Lines) -> Group:
    """The parts that say anything, one empty line between them."""
    blocks = [block for part in parts if (block := list(part))]
    return Group(*[line for block in blocks for line in (Text(""), *block)][1:])


def _columns() -> Table:
    """A table without lines."""
    return Table.grid(padding=(0, 2, 0, 0))


def _list(items: Iterable[Text]) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=3, justify="right")
    table.add_column()
    for item in items:
        table.add_row("-", item)
    return table


def _indented(shown: RenderableType) -> Padding:
    return Padding(shown, (0, 0, 0, 2))
