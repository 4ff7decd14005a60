"""The order of bids: in words, and as a drawing that fits on a wall.

The drawing shows the fewest arrows from which all others follow. A row holds the bids of one shape
by their highest value; what they lead to outside their row is drawn from the answer as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import TypeAlias

from api.rendering.words import Body, combination, counted, pins
from checker.cards import VALUE_NAMES

Place: TypeAlias = tuple[float, float]

LEFT, STEP, MARGIN = 190, 86, 60
"""The width of the labels, of a column, and of the margin in which arrows lead up."""
WIDE, HIGH, ROW, GAP, TOP = 60, 24, 36, 44, 140
"""The size of a bid; the distance of rows and of types; where the first row stands."""
FILLS = {
    "bomb": ("Bombs", "#f6d9d5"),
    "single": ("Singles", "#e9e9e9"),
    "set": ("Sets", "#dbe7f5"),
    "run": ("Runs", "#ddeedd"),
    "formation": ("Formations", "#f7ecc8"),
}
"""The types from top to bottom: what they are called, and their colour."""
STYLE = """
text { font: 13px Helvetica, Arial, sans-serif; fill: #1a1a1a; }
.title { font-size: 26px; font-weight: bold; }
.heading { font-size: 16px; font-weight: bold; }
.middle { text-anchor: middle; }
.column { font-size: 14px; font-weight: bold; text-anchor: middle; }
rect { stroke: #6b6b6b; stroke-width: 1; }
.last { stroke: #111; stroke-width: 3; }
.best { fill: #111; stroke: #111; }
.white { fill: #fff; font-weight: bold; }
path { fill: none; stroke: #444; stroke-width: 1.3; }
.up { stroke: #a3281c; stroke-width: 1.8; }
.dot { fill: #444; }
.join { fill: #a3281c; }
"""
MARKERS = "".join(
    f'<marker id="{name}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" '
    f'style="fill:{colour};stroke:none"/></marker>'
    for name, colour in (("head", "#444"), ("red", "#a3281c"))
)


def in_words(answer: Body) -> str:
    """What is known of the order, one thing a line."""
    bids = answer["bids"]
    rules = ", ".join((answer["edition"], *pins(answer["rulings"])))
    lines = [
        f"{counted(len(bids), 'combination')} of up to {answer['most_values']} values by {rules}.",
        f"In {counted(answer['pairs'], 'pair')} one beats the other; "
        f"{counted(len(answer['least']), 'pair')} say it all.",
    ]
    if answer["acyclic"]:
        lines.append("No bid beats itself, whatever goes between: there is no cycle.")
    else:
        lines.append(f"This is no order: {_circle(answer)}.")
    transitive = "beats" if answer["transitive"] else "does not always beat"
    lines.append(f"What beats a bid {transitive} all that the bid beats.")
    if chain := answer["longest_chain"]:
        ends = f"from {_bid(bids[chain[0]])} to {_bid(bids[chain[-1]])}"
        lines.append(f"The longest trick has {counted(len(chain), 'bid')}, {ends}.")
    alone = ", ".join(_highest(bids[place] for place in answer["beaten_by_bombs_alone"]))
    lines.append(f"Only a Bomb beats {alone}.")
    best = ", ".join(_bid(bids[place]) for place in answer["unbeaten"])
    lines.append(f"Nothing beats {best}." if best else "There is nothing that nothing beats.")
    return "\n".join(lines)


def _circle(answer: Body) -> str:
    """How many bids beat each other in circles, and the first circle."""
    circle = [_bid(answer["bids"][place]) for place in answer["cycle"]]
    number = counted(len(answer["tangled"]), "bid")
    return f"{number} go round in circles, such as {' beats '.join([*circle, circle[0]])}"


def _highest(bids: Iterable[Body]) -> Iterator[str]:
    """The bids, those of one type and highest value together."""
    for (kind, top), alike in groupby(bids, key=lambda bid: (bid["kind"], bid["top"])):
        shapes = sum(1 for _ in alike)
        of = f" ({shapes} shapes)" if shapes > 1 else ""
        yield f"{kind.capitalize()}s with {top} on top{of}"


def _bid(bid: Body) -> str:
    if bid["length"] == 1:
        return combination(bid)
    shape = bid["length"] if bid["width"] == 1 else f"{bid['width']}x{bid['length']}"
    return f"a {bid['kind'].capitalize()} of {shape} up to {bid['top']}"


def drawing(answer: Body, text: str) -> str:
    """The order as an SVG document, titled with the name of the text it is by."""
    return _Drawing(answer, f"Who beats whom: {text}").svg()


class _Drawing:
    """The drawing of one answer."""

    def __init__(self, answer: Body, title: str) -> None:
        self.answer, self.title, self.values = answer, title, VALUE_NAMES
        self.bids: Sequence[Body] = answer["bids"]
        self.right = LEFT + len(self.values) * STEP
        self.parts: list[str] = []
        self.places: dict[int, Place] = {}
        self.foot: float = TOP

    def svg(self) -> str:
        """The drawing as an SVG document; the same answer is drawn by the same bytes."""
        self._place()
        self._bids()
        self._arrows()
        self._legend()
        width, height = self.right + MARGIN, self.foot + 20
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height:g}" '
            f'viewBox="0 0 {width} {height:g}" role="img">\n'
            f"<title>{escape(self.title)}</title>\n<style>{STYLE}</style>\n<defs>{MARKERS}</defs>\n"
            f'<path d="M0 0H{width}V{height:g}H0z" style="fill:#fff;stroke:none"/>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )

    # Bids.

    def _place(self) -> None:
        """Puts every bid into the row of its shape and the column of its highest value."""
        for kind, (heading, _) in FILLS.items():
            shapes: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
            for number, bid in enumerate(self.bids):
                if bid["kind"] == kind:
                    width, length = bid["width"], bid["length"]
                    shapes[width * length, width, length].append(number)
            if not shapes:
                continue
            self._text(12, self.foot + 6, heading, "heading")
            for shape in sorted(shapes, reverse=kind == "bomb"):
                self._text(12, self.foot + HIGH + 8, _shape(kind, *shape))
                for number in shapes[shape]:
                    column = self.values.index(self.bids[number]["top"])
                    self.places[number] = (LEFT + column * STEP, self.foot + HIGH + 4)
                self.foot += ROW
            self.foot += GAP

    def _bids(self) -> None:
        best, last = set(self.answer["unbeaten"]), set(self.answer["beaten_by_bombs_alone"])
        for number, (x, y) in self.places.items():
            bid = self.bids[number]
            style = ' class="best"' if number in best else ' class="last"' if number in last else ""
            fill = FILLS[bid["kind"]][1]
            self.parts.append(
                f'<rect x="{x:g}" y="{y - HIGH / 2:g}" width="{WIDE}" height="{HIGH}" rx="5" '
                f'fill="{fill}"{style}/>'
            )
            lowest = self.values[self.values.index(bid["top"]) - bid["length"] + 1]
            label = bid["top"] if bid["length"] == 1 else f"{lowest}\u2013{bid['top']}"
            white = " white" if number in best else ""
            self._text(x + WIDE / 2, y + 4.5, label, f"middle{white}")
        for column, value in enumerate(self.values):
            self._text(LEFT + column * STEP + WIDE / 2, TOP - 24, value, "column")
        self._text(12, TOP - 24, "highest value")

    # Arrows, each from a bid to what beats it.

    def _arrows(self) -> None:
        groups: defaultdict[tuple[object, ...], list[tuple[int, int]]] = defaultdict(list)
        lasts: list[tuple[int, int]] = []
        for winner, loser in self.answer["least"]:
            (x, y), (to_x, to_y) = self.places[loser], self.places[winner]
            alike = self.bids[loser]["kind"] == self.bids[winner]["kind"]
            if alike and to_x == x + STEP:
                key = (self.bids[loser]["kind"], _count(self.bids[loser]), x)
                groups[key].append((loser, winner))
            elif alike and x + STEP == self.right and to_x == LEFT and to_y == y - ROW:
                self._around(loser, winner)
            elif not alike and self.bids[winner]["kind"] == "bomb":
                lasts.append((loser, winner))
            else:
                self._line(f"M{x + WIDE / 2:g} {y:g}L{to_x + WIDE / 2:g} {to_y:g}", "head")
        for pairs in groups.values():
            self._to_the_right(pairs)
        for winner in dict.fromkeys(winner for _, winner in lasts):
            self._up([loser for loser, best in lasts if best == winner], winner)

    def _to_the_right(self, pairs: Sequence[tuple[int, int]]) -> None:
        """From one column to the next; where any leads to any, through one dot."""
        losers = list(dict.fromkeys(loser for loser, _ in pairs))
        winners = list(dict.fromkeys(winner for _, winner in pairs))
        if len(pairs) == 1 or len(pairs) < len(losers) * len(winners):
            for loser, winner in pairs:
                self._line(f"M{self._right_of(loser)}L{self._left_of(winner)}", "head")
            return
        x = self.places[losers[0]][0] + WIDE + (STEP - WIDE) * 0.4
        heights = [self.places[each][1] for each in (*losers, *winners)]
        y = (min(heights) + max(heights)) / 2
        dot = f"{x:g} {y:g}"
        for loser in losers:
            self._line(f"M{self._right_of(loser)}L{dot}")
        for winner in winners:
            self._line(f"M{dot}L{self._left_of(winner)}", "head")
        self._dot(x, y, "dot")

    def _around(self, loser: int, winner: int) -> None:
        """From the end of a row to the beginning of the row above it."""
        y, to_y = self.places[loser][1], self.places[winner][1]
        right, left, between = self.right - STEP + WIDE + 12, LEFT - 14, (y + to_y) / 2
        path = f"M{self._right_of(loser)}H{right}V{between:g}H{left}V{to_y:g}H{LEFT}"
        self._line(path, "head")

    def _up(self, losers: Sequence[int], winner: int) -> None:
        """From the ends of rows up the margin to the one bid that beats them all first."""
        x, y = self.places[winner]
        margin, below = self.right + 14, y + HIGH / 2 + 18
        lowest = max(self.places[loser][1] for loser in losers)
        for loser in losers:
            self._line(f"M{self._right_of(loser)}H{margin}", style="up")
            self._dot(margin, self.places[loser][1], "join")
        path = f"M{margin} {lowest:g}V{below:g}H{x + WIDE / 2:g}V{y + HIGH / 2:g}"
        self._line(path, "red", "up")

    def _right_of(self, bid: int) -> str:
        x, y = self.places[bid]
        return f"{x + WIDE:g} {y:g}"

    def _left_of(self, bid: int) -> str:
        x, y = self.places[bid]
        return f"{x:g} {y:g}"

    # What else is on the sheet.

    def _legend(self) -> None:
        answer = self.answer
        self._text(12, 38, self.title, "title")
        chain = answer["longest_chain"]
        told = [
            f"{counted(len(self.bids), 'combination')} of up to {answer['most_values']} values",
            f"the longest trick has {counted(len(chain), 'bid')}" if chain else "",
            *pins(answer["rulings"]),
        ]
        self._text(12, 62, "; ".join(filter(None, told)))
        x, y = 12.0, 86
        for style, says in (("last", "only a Bomb beats it"), ("best", "nothing beats it")):
            self.parts.append(
                f'<rect x="{x:g}" y="{y - 10}" width="30" height="18" rx="4" fill="#fff" '
                f'class="{style}"/>'
            )
            self._text(x + 38, y + 4, says)
            x += 190
        self._line(f"M{x:g} {y}h34", "head")
        self._text(x + 42, y + 4, "leads to the next bid that beats it")
        self._line(f"M{x + 290:g} {y}h34", "red", "up")
        self._text(x + 332, y + 4, "leads to the lowest Bomb; every Bomb beats all types below")
        if not answer["acyclic"]:
            self._text(LEFT, TOP + 6, f"This is no order: {_circle(answer)}.", "heading")

    def _text(self, x: float, y: float, text: str, style: str = "") -> None:
        marked = f' class="{style}"' if style else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}"{marked}>{escape(text)}</text>')

    def _line(self, path: str, head: str = "", style: str = "") -> None:
        ending = f' marker-end="url(#{head})"' if head else ""
        marked = f' class="{style}"' if style else ""
        self.parts.append(f'<path d="{path}"{marked}{ending}/>')

    def _dot(self, x: float, y: float, style: str) -> None:
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="3" class="{style}"/>')


def _count(bid: Body) -> int:
    return int(bid["width"] * bid["length"])


def _shape(kind: str, count: int, width: int, length: int) -> str:
    """The shape of a row in words."""
    if kind == "formation":
        return f"{count}: {width} each of {length} values"
    return f"{count} in a row" if kind == "run" else "one value" if count == 1 else f"{count} equal"
