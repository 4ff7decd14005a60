"""Random questions for differential tests: bids that are nearly combinations, and hands.

Everything is drawn from one ``random.Random``, so that a seed tells the whole question.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from checker.cards import VALUE_NAMES, Card
from checker.decks import deck
from checker.notation import read_card, read_value
from checker.questions import Bid, JudgeQuestion, PlaysQuestion, Rules
from checker.readings import KINDS, Claim, Kind, Reading
from checker.rulebook import rulebook
from tests import reference

FACES: tuple[str, ...] = (
    ("{v}",) * 11 + ("{v}+{v}",) * 3 + ("{v}+{v}+{v}", "{v}+{v}+{v}", "{v}+{w}", "{v}+{w}")
)
FACES += ("{v}+{w}", "{v}+bamboo", "{v}+panda", "{v}+{w}+{w}")


EARLY_BOMBS = {"early-bomb-size": "values", "early-bomb-answer": "higher"}
"""Bombs as the printed rulebook has them, by which the reference for bids compares all editions."""


@dataclass(frozen=True)
class Asked:
    """A question as plain texts, which the reference and the checker read each in its own way."""

    bid: list[str]
    over: list[str] | None
    claim: dict[str, str | int]
    over_claim: dict[str, str | int]
    edition: str
    pinned: dict[str, str]

    def judge_question(self) -> JudgeQuestion:
        """The question for ``checker.judging.judge``."""
        over = None if self.over is None else Bid(cards(self.over), claim_of(self.over_claim))
        bid = Bid(cards(self.bid), claim_of(self.claim))
        return JudgeQuestion(bid=bid, over=over, rules=self.rules())

    def plays_question(self) -> PlaysQuestion:
        """The question for ``checker.plays.list_plays``, the bid being the hand."""
        over = None if self.over is None else Bid(cards(self.over), claim_of(self.over_claim))
        return PlaysQuestion(hand=cards(self.bid), over=over, rules=self.rules())

    def rules(self) -> Rules:
        """The edition and the pinned rulings."""
        return Rules(rulebook().edition(self.edition), self.pinned)


def cards(texts: list[str]) -> tuple[Card, ...]:
    """The cards that these texts are."""
    return tuple(read_card(text, deck("rulebook")) for text in texts)


def claim_of(claim: dict[str, str | int]) -> Claim:
    """The claim that this dictionary makes."""
    return Claim(
        kind=Kind(str(claim["kind"])) if "kind" in claim else None,
        width=int(claim["width"]) if "width" in claim else None,
        length=int(claim["length"]) if "length" in claim else None,
        top=read_value(str(claim["top"])) if "top" in claim else None,
    )


def plain(reading: Reading) -> reference.Reading:
    """The reading as the reference writes it."""
    return (reading.kind.value, reading.width, reading.length, str(reading.top))


def some_cards(random: Random, number: int, wild: str, most_wilds: int = 6) -> list[str]:
    """So many faces, from few neighbouring values or from all, with at most so many wilds."""
    lowest, spread = random.randrange(13), random.choice((1, 2, 3, 5, 13))
    faces: list[str] = []
    wilds = 0
    for _ in range(number):
        value = VALUE_NAMES[(lowest + random.randrange(spread)) % 13]
        face = random.choice(FACES).format(v=value, w=wild)
        wilds += face.count(wild)
        faces.append(face if wilds <= most_wilds else value)
    return faces


def a_claim(random: Random) -> dict[str, str | int]:
    """A claim that names any of kind, width, length and top."""
    claim: dict[str, str | int] = {}
    if random.random() < 0.6:
        claim["kind"] = random.choice(KINDS).value
    if random.random() < 0.3:
        claim["width"] = random.randrange(1, 6)
    if random.random() < 0.3:
        claim["length"] = random.randrange(1, 7)
    if random.random() < 0.3:
        claim["top"] = random.choice(VALUE_NAMES)
    return claim


def a_question(random: Random, sizes: tuple[int, ...]) -> Asked:
    """A bid of one of these sizes, over nothing or over some cards, under some rules."""
    edition = random.choice(("rulebook", "rulebook", "early"))
    wild = rulebook().edition(edition).wild.value
    over = (
        None
        if random.random() < 0.35
        else some_cards(random, random.choice((1, 1, 2, 2, 3, 4, 6)), wild)
    )
    pinned = {
        ruling.id: random.choice(ruling.options)
        for ruling in rulebook().rulings.values()
        if ruling.id in reference.OPTIONS and random.random() < 0.3
    }
    if edition == "early":
        pinned |= EARLY_BOMBS
    return Asked(
        bid=some_cards(random, random.choice(sizes), wild),
        over=over,
        claim=a_claim(random) if random.random() < 0.25 else {},
        over_claim=a_claim(random) if over and random.random() < 0.3 else {},
        edition=edition,
        pinned=pinned,
    )
