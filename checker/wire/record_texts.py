"""The compact text form of a recorded game: one line a move. ``specs/record.md`` describes it.

Here is only the way between text and JSON; what the record says is for ``checker.wire.records``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from checker.decks import mandates
from checker.wire.problems import Fault, Invalid, shorten

Json = dict[str, Any]
Steps = tuple[str | int, ...]

NOBODY = "-"
"""Stands for the player of a move whose record does not name one."""
HEADERS = (
    *("format", "edition", "expansion", "deck", "rulings", "players", "points", "mood", "suits"),
    *("elements", "variant", "drawn"),
)
"""The headers of a record, in the order in which they are written."""
ROUND_HEADERS = ("round", "starter", "mandate", "winds", "deal", "draw")
RESERVED = (NOBODY, *HEADERS, *ROUND_HEADERS)
"""Names that have to stand in quotes."""
NONE = "none"
"""Stands for no Mandate, and no expansion."""

_BARE = re.compile(r'[^\s"#:;,=]+')
_TOKEN = re.compile(r'\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<mark>[:;,=])|(?P<word>[^\s";,=#]+))')
_COMMENT = re.compile(r'^((?:[^"#]|"(?:[^"\\]|\\.)*")*?)(?:^|(?<=\s))#.*$')
_SPELLED = re.compile(
    r"(?P<element>\w+)\((?P<white>[^/()]*)/(?P<blue>[^/()]*)\)(?::(?P<side>\w+))?"
)
_NUMBER = re.compile(r"[0-9]{1,9}")
_SHAPE = re.compile(r"([0-9]{0,3})x([0-9]{0,3})")
_KINDS = ("single", "set", "run", "formation", "bomb")
_PARTS = {"discards": "discard_elements", "fire": "fire", "spin": "spin"}
_CHOICES = ("flip", "keep")
_CARDS_OF_MANDATE = ("drawn", "top", "put", "take")
_FORCED = "forced"
"""The word before a player who discards unused Element cards before a forced pass."""
_DROPS = "drops"
"""The word for the cards that the Rabbit discards; ``discards`` are Element cards."""
_OF_MANDATE = (*_CHOICES, *_CARDS_OF_MANDATE, "discard")
_MET = {"met": True, "unmet": False}


@dataclass(frozen=True, slots=True)
class Read:
    """The JSON form of a text, and the line from which each value of it comes.

    ``faults`` are the lines that cannot be read.
    """

    record: Json
    lines: dict[Steps, int]
    faults: tuple[Fault, ...] = ()

    def placed(self, invalid: Invalid) -> Invalid:
        """The same faults, each with its line instead of its place in the JSON form."""
        return Invalid(
            replace(f, pointer=self._line(f.pointer), detail=f"{f.detail} ({f.pointer})")
            for f in invalid.faults
        )

    def _line(self, at: str) -> str:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in at.split("/")[1:]]
        named: list[str | int] = [int(s) if s.isdecimal() else s for s in steps]
        for end in range(len(named), 0, -1):
            if line := self.lines.get(tuple(named[:end])):
                return f"line {line}"
        return "the text"


# Writing


def write_text(form: Json) -> str:
    """The text of a record in its canonical JSON form; :func:`read_text` reads it back."""
    lines = [f"{key}: {_header(key, form[key])}".rstrip() for key in HEADERS if key in form]
    for number, each in enumerate(form["rounds"], 1):
        lines += ["", f"round: {number}", f"starter: {_name(each['starter'])}"]
        lines += [f"mandate: {each['mandate'] or NONE}"] if "mandate" in each else []
        lines += [f"winds: {_points(each['winds'])}".rstrip()] if "winds" in each else []
        lines += [f"deal {_name(n)}: {_cards(c)}".rstrip() for n, c in each["deal"].items()]
        lines += [f"draw: {_cards(each['draw_pile'])}".rstrip()]
        lines += [write_move(move) for move in each["actions"]]
    return "\n".join([*lines, ""])


def _header(key: str, value: Any) -> str:
    if key == "players":
        return " ".join(map(_name, value))
    if key in ("points", "drawn"):
        return _points(value)
    if key == "rulings":
        return " ".join(f"{ruling}={option}" for ruling, option in value.items())
    if key == "suits":
        return " ".join(value)
    if key in ("elements", "variant"):
        return "yes" if value else "no"
    if isinstance(value, dict):
        parts = {k: v for k, v in value.items() if k != "blue"} | value["blue"]
        return " ".join(f"{part}={_name(text)}" for part, text in parts.items())
    return str(value)


def _name(name: str) -> str:
    plain = _BARE.fullmatch(name) and name.lower() not in RESERVED
    return name if plain else json.dumps(name, ensure_ascii=False)


def _points(points: Json) -> str:
    """Something of each player, by name: points, winds, or Element cards drawn."""
    return " ".join(f"{_name(name)}={number}" for name, number in points.items())


def _cards(cards: Sequence[Any]) -> str:
    return " ".join(map(_card, cards))


def _card(card: Any) -> str:
    if isinstance(card, str):
        return card
    return f"{card['element']}({card['white']}/{card['blue']}):{card['side']}"


def write_move(move: Json) -> str:
    """The line of a move."""
    player = _name(move["player"]) if "player" in move else NOBODY
    parts = [_head(move)]
    parts += [f"{word} {_cards(move[key])}" for word, key in _PARTS.items() if key in move]
    forced = move.get("forced_discards", {})
    parts += [f"{_FORCED} {_name(name)} {_cards(cards)}" for name, cards in forced.items()]
    taken = [f"panda {move['panda']}"] if "panda" in move else []
    taken += ["from " + " ".join(map(_name, move["from"]))] if "from" in move else []
    parts += [" ".join(taken)] if taken else []
    parts += [f"bamboo {move['bamboo']}"] if "bamboo" in move else []
    parts += _mandate(move["mandate"]) if "mandate" in move else []
    expect = move.get("expect", {})
    parts += [f"points {_points(expect['points'])}"] if "points" in expect else []
    parts += [f"leads {_name(expect['leads'])}"] if "leads" in expect else []
    return f"{player}: {'; '.join(parts)}"


def _mandate(mandate: Json) -> list[str]:
    """The parts that tell a Mandate."""
    card, discarded = mandate.get("card"), mandate["by"] == "discard"
    way = f" by {mandate['by']}" if discarded or card else ""
    parts = [f"mandate {mandate['animal']}{way}" + (f" {_card(card)}" if card else "")]
    parts += [f"{key} {_card(mandate[key])}" for key in _CARDS_OF_MANDATE if key in mandate]
    parts += [f"{_DROPS} {_cards(mandate['discard'])}"] if "discard" in mandate else []
    return parts + [key for key in _CHOICES if key in mandate]


def _head(move: Json) -> str:
    if move["type"] == "pass":
        return "pass"
    if move["type"] == "wind":
        met = ["met" if move["condition_met"] else "unmet"] if "condition_met" in move else []
        return " ".join(["wind", move["wind"], *met])
    if move["type"] == "symbols":
        used = " ".join(f"{_card(each['card'])}={each['as']}" for each in move["use"])
        return f"symbols {used}" + (f" as {_claim(move['as'])}" if "as" in move else "")
    if move["type"] == "element":
        card = _card(move["card"])
        return card if card.startswith("element-") else f"element {card}"
    cards = _cards(move["cards"])
    alone = len(move["cards"]) == 1 and cards.startswith("element-")
    cards = f"bid {cards}".rstrip() if alone or not cards else cards
    return f"{cards} as {_claim(move['as'])}" if "as" in move else cards


def _claim(claim: Json) -> str:
    shape = f"{claim.get('width', '')}x{claim.get('length', '')}"
    words = (claim.get("kind", ""), "" if shape == "x" else shape, claim.get("top", ""))
    return " ".join(word for word in words if word)


# Reading


class _Line(ValueError):
    """What is wrong with a line: what stands there, and what is accepted."""

    def __init__(self, got: object, accepted: str, detail: str = "cannot be read here") -> None:
        self.got, self.accepted, self.detail = shorten(got), accepted, detail
        super().__init__(detail)


class _Quoted(str):
    """A word that stands in quotes, and so is a name and no keyword."""

    __slots__ = ()


def read_text(text: str) -> Read:
    """The JSON form of a text; raises ``Invalid`` with every line that cannot be read."""
    read = read_lines(text)
    if read.faults:
        raise Invalid(read.faults)
    return read


def read_lines(text: str) -> Read:
    """The JSON form of those lines of a text that can be read, and the faults of the others."""
    reading = _Reading()
    for number, line in enumerate(text.split("\n"), 1):
        reading.line(number, line)
    return Read(reading.record, reading.lines, tuple(reading.faults))


class _Reading:
    def __init__(self) -> None:
        self.record: Json = {"rounds": []}
        self.lines: dict[Steps, int] = {}
        self.faults: list[Fault] = []

    def line(self, number: int, line: str) -> None:
        try:
            words = _words(_uncommented(line))
            if words:
                steps = self._read(words)
                if steps in self.lines:
                    raise _Line(line.strip(), "each of these once", "this stands here already")
                self.lines[steps] = number
                self.lines.setdefault(steps[:2], number)
        except _Line as error:
            fault = Fault(f"line {number}", error.got, error.accepted, error.detail)
            self.faults.append(fault)

    def _read(self, words: list[str]) -> Steps:
        """What the line says, put into the record; the steps to it."""
        marks = [place for place, word in enumerate(words[:3]) if _is_mark(word, ":")]
        if not marks:
            accepted = "a header, key: value, or a move, such as Ann: 6+6 as set"
            raise _Line(" ".join(words), accepted, "this line has no colon after its first word")
        key, rest = words[: marks[0]], words[marks[0] + 1 :]
        if not key:
            raise _Line(":", "the name of a player, or a header, before the colon")
        word = "" if isinstance(key[0], _Quoted) else key[0].lower()
        rounds: list[Json] = self.record["rounds"]
        late = word in ("variant", "drawn", "mandate", "winds") and rounds
        plays = late and key[0] in self.record.get("players", ())
        if plays and not _told_by_header(word, rest):
            word = ""
        if len(key) == 1 and word in HEADERS:
            if rounds:
                raise _Line(key[0], "a move, or a header of a round", "this goes before any round")
            if word in self.record:
                raise _Line(key[0], "each header once", "this header stands twice")
            self.record[word] = _value(word, rest)
            return (word,)
        if len(key) == 1 and word == "round":
            rounds.append({"deal": {}, "actions": []})
            if rest != [str(len(rounds))]:
                raise _Line(" ".join(rest), str(len(rounds)), "rounds are counted from 1")
            return ("rounds", len(rounds) - 1)
        if not rounds:
            accepted = f"one of the headers {', '.join(HEADERS)}, or round: 1"
            raise _Line(" ".join(key), accepted, "no round has begun")
        return "rounds", len(rounds) - 1, *_in_round(rounds[-1], key, word, rest)


def _in_round(each: Json, key: list[str], word: str, rest: list[str]) -> Steps:
    if len(key) == 1 and word == "starter":
        _once(each, "starter")
        each["starter"] = _single(rest, "the name of a player")
        return ("starter",)
    if len(key) == 1 and word == "mandate":
        _once(each, "mandate")
        animal = _single(rest, "an animal, or none").lower()
        each["mandate"] = None if animal == NONE else animal
        return ("mandate",)
    if len(key) == 1 and word == "winds":
        _once(each, "winds")
        each["winds"] = dict(_pairs(rest, "NAME=WIND", str.lower))
        return ("winds",)
    if len(key) == 1 and word == "draw":
        _once(each, "draw_pile")
        each["draw_pile"] = _card_list(rest)
        return ("draw_pile",)
    if len(key) == 2 and word == "deal":
        _once(each["deal"], key[1])
        each["deal"][str(key[1])] = _card_list(rest)
        return "deal", str(key[1])
    if len(key) != 1 or word in RESERVED and word != NOBODY:
        raise _Line(" ".join(key), "the name of a player, and a colon; odd names in quotes")
    move: Json = {} if word == NOBODY else {"player": str(key[0])}
    each["actions"].append(_read_move(move, rest))
    return "actions", len(each["actions"]) - 1


def _told_by_header(word: str, rest: list[str]) -> bool:
    """Whether this can be no move of somebody who is called like the header."""
    if word == "winds":
        return not rest or (len(rest) > 1 and _is_mark(rest[1], "="))
    return word == "mandate" and len(rest) == 1 and rest[0].lower() in (NONE, *mandates())


def _once(form: Json, key: str) -> None:
    if key in form:
        raise _Line(key, "each of these once in a round", "this stands twice")


def _uncommented(line: str) -> str:
    found = _COMMENT.match(line)
    return found[1] if found else line


def _words(line: str) -> list[str]:
    """The words and marks of a line; a colon is a mark only where it ends a word."""
    words: list[str] = []
    place, line = 0, line.rstrip()
    while place < len(line):
        found = _TOKEN.match(line, place)
        if not found:
            raise _Line(line[place:].strip(), 'words, names in "quotes", and the marks : ; , =')
        place = found.end()
        if found["quoted"]:
            try:
                words.append(_Quoted(json.loads(found["quoted"])))
            except ValueError:
                raise _Line(found["quoted"], "a name quoted as in JSON") from None
        elif found["word"] and found["word"].endswith(":") and len(found["word"]) > 1:
            words += [found["word"][:-1], ":"]
        else:
            words.append(found["word"] or found["mark"])
    return words


def _is_mark(word: str, marks: str) -> bool:
    return not isinstance(word, _Quoted) and len(word) == 1 and word in marks


def _value(key: str, words: list[str]) -> Any:
    if key == "players":
        return [_plain(word, "a name") for word in words]
    if key == "suits":
        return [_plain(word, "an element").lower() for word in words]
    if key == "points":
        return _read_points(words)
    if key == "drawn":
        return dict(_pairs(words, "NAME=ELEMENT", str.lower))
    if key == "rulings":
        return dict(_pairs(words, "ID=OPTION", str))
    if key == "deck" and len(words) > 1:
        parts = dict(_pairs(words, "CARD=FACE", str))
        return {k: parts.pop(k) for k in ("id", "title") if k in parts} | {"blue": parts}
    value = _single(words, "one word")
    if key in ("elements", "variant"):
        if value.lower() not in ("yes", "no"):
            raise _Line(value, "yes, no")
        return value.lower() == "yes"
    if key == "expansion" and value.lower() == NONE:
        return None
    return value


def _read_points(words: list[str]) -> Json:
    return dict(_pairs(words, "NAME=POINTS", _number))


def _pairs(words: list[str], form: str, read: Callable[[str], Any]) -> Iterator[tuple[str, Any]]:
    seen: set[str] = set()
    for key, value in _listed(words, form):
        if key in seen:
            raise _Line(key, f"pairs {form}", "this stands twice")
        seen.add(key)
        yield key, read(value)


def _listed(words: list[str], form: str) -> Iterator[tuple[str, str]]:
    """Pairs with an equals sign between them."""
    for start in range(0, len(words), 3):
        three = words[start : start + 3]
        if len(three) < 3 or not _is_mark(three[1], "="):
            raise _Line(" ".join(words), f"pairs {form}")
        yield _plain(three[0], form), _plain(three[2], form)


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise _Line(word, "a whole number")
    return int(word)


def _plain(word: str, accepted: str) -> str:
    if _is_mark(word, ":;,="):
        raise _Line(word, accepted)
    return str(word)


def _single(words: list[str], accepted: str) -> str:
    if len(words) != 1:
        raise _Line(" ".join(words), accepted)
    return _plain(words[0], accepted)


def _card_list(words: list[str]) -> list[Any]:
    return [_read_card(_plain(word, "a card")) for word in words]


def _read_card(word: str) -> Any:
    """A card as JSON has it; whether there is such a card is not asked here."""
    found = _SPELLED.fullmatch(word)
    if not found:
        return word
    return {key: text for key, text in found.groupdict().items() if text is not None}


def _read_move(move: Json, words: list[str]) -> Json:
    """The action that the words after a player's name tell."""
    head, *parts = _split(words)
    move |= _read_head(head)
    for part in parts:
        key, value = _read_part(part)
        into = move
        if key in ("points", "leads"):
            into = move.setdefault("expect", {})
        elif key == "forced_discards":
            into = move.setdefault(key, {})
            ((key, value),) = value.items()
        elif key in _OF_MANDATE:
            if "mandate" not in move:
                raise _Line(part[0], "mandate ANIMAL before it", "no Mandate is told")
            into = move["mandate"]
        if key in into:
            raise _Line(part[0], "each of these once in a move", "this stands twice")
        into[key] = value
    return move


def _split(words: list[str]) -> list[list[str]]:
    """The parts between semicolons or commas; ``panda 1 from Bo`` is two of them."""
    parts: list[list[str]] = [[]]
    for word in words:
        if _is_mark(word, ";,"):
            parts.append([])
        elif len(parts[-1]) == 2 and parts[-1][0].lower() == "panda" and word.lower() == "from":
            parts.append([word])
        else:
            parts[-1].append(word)
    return parts


def _read_head(words: list[str]) -> Json:
    lower = [word.lower() for word in words]
    if lower == ["pass"]:
        return {"type": "pass"}
    if lower[:1] == ["wind"]:
        return _read_wind(words[1:])
    if lower[:1] == ["symbols"]:
        place = lower.index("as") if "as" in lower else len(words)
        pairs = _listed(words[1:place], "CARD=SYMBOL")
        use = [{"card": _read_card(card), "as": symbol.lower()} for card, symbol in pairs]
        claim = {"as": _read_claim(words[place + 1 :])} if place < len(words) else {}
        return {"type": "symbols", "use": use, **claim}
    if lower[:1] == ["element"]:
        return {"type": "element", "card": _read_card(_single(words[1:], "one card"))}
    if not words:
        raise _Line("", "cards, pass, or an Element card", "nothing is played here")
    if len(words) == 1 and lower[0].startswith("element-"):
        return {"type": "element", "card": words[0]}
    words, lower = (words[1:], lower[1:]) if lower[0] == "bid" else (words, lower)
    if "as" not in lower:
        return {"type": "bid", "cards": _card_list(words)}
    place = lower.index("as")
    claim = _read_claim(words[place + 1 :])
    return {"type": "bid", "cards": _card_list(words[:place]), "as": claim}


def _read_wind(words: list[str]) -> Json:
    """A wind, and whether its condition is met where that is told."""
    told = words[1].lower() if len(words) == 2 else ""
    if len(words) not in (1, 2) or (told or "met") not in _MET:
        raise _Line(" ".join(words), "a wind, and met or unmet where its condition is told")
    wind = {"type": "wind", "wind": _plain(words[0], "a wind").lower()}
    return {**wind, "condition_met": _MET[told]} if told else wind


def _read_mandate(words: list[str]) -> Json:
    """The Mandate, by the bid unless it says that a card is discarded."""
    accepted = "an animal, and by discard with a card"
    by = words[1:2] and words[1].lower() == "by"
    if not words or len(words) > 4 or (len(words) > 1 and not (by and len(words) > 2)):
        raise _Line(" ".join(words), accepted)
    told = {"animal": _plain(words[0], accepted).lower()}
    told["by"] = _plain(words[2], accepted).lower() if by else "bid"
    card = {"card": _read_card(_plain(words[3], accepted))} if len(words) == 4 else {}
    return {**told, **card}


def _read_claim(words: list[str]) -> Json:
    claim: Json = {}
    for word in words:
        shape = _SHAPE.fullmatch(word.lower())
        part: Json = {"top": _plain(word, "a value")}
        if word.lower() in _KINDS:
            part = {"kind": word.lower()}
        elif shape and word.lower() != "x":
            named = zip(("width", "length"), shape.groups(), strict=True)
            part = {name: int(digits) for name, digits in named if digits}
        if claim.keys() & part.keys():
            raise _Line(" ".join(words), "KIND WIDTHxLENGTH TOP, each optional")
        claim |= part
    if not claim:
        raise _Line("as", "KIND WIDTHxLENGTH TOP after as, each optional", "nothing is claimed")
    return claim


def _read_part(words: list[str]) -> tuple[str, Any]:
    accepted = "discards, fire or spin with cards, forced with a name and cards, panda or bamboo "
    accepted += "with a number, from with names, points with NAME=POINTS, leads with a name; "
    accepted += "mandate with an animal, and after it drawn, top, put or take with a card, drops "
    accepted += "with cards, flip, keep"
    word, rest = (words[0].lower(), words[1:]) if words else ("", [])
    match word:
        case "discards" | "fire" | "spin":
            return _PARTS[word], _card_list(rest)
        case "forced" if rest:
            return "forced_discards", {_plain(rest[0], "a name"): _card_list(rest[1:])}
        case "panda" | "bamboo":
            return word, _number(_single(rest, "a whole number"))
        case "from":
            return word, [_plain(name, "a name") for name in rest]
        case "points":
            return word, _read_points(rest)
        case "mandate":
            return word, _read_mandate(rest)
        case "drops":
            return "discard", _card_list(rest)
        case "drawn" | "top" | "put" | "take":
            return word, _read_card(_single(rest, "one card"))
        case "flip" | "keep" if not rest:
            return word, True
        case "leads":
            return word, _single(rest, "a name")
    raise _Line(" ".join(words), accepted)
