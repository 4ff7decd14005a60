"""Theorems about who beats whom, among all combinations that the cards of the deck can make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.model.logic import Prop, no
from checker.model.theorems.beating import Beaten, Pairs
from checker.proofs.bodies import by_rules, combination, shown
from checker.proofs.registry import Against, Asked, Finding, Shown, exceptions, theorem
from checker.rulebook import Rulings
from checker.wording import reading_text


@theorem("beats-irreflexive")
def beats_irreflexive(asked: Asked) -> Finding:
    """Is there a bid that beats an equal one?"""
    beating = asked.beating
    return _none(asked, [beating.same("xy"), beating.beats("xy")], ["xy"])


@theorem("beats-asymmetric")
def beats_asymmetric(asked: Asked) -> Finding:
    """Are there two bids that beat each other?"""
    beating = asked.beating
    return _none(asked, [beating.beats("xy"), beating.beats("yx")], ["xy", "yx"])


@theorem("beats-transitive")
def beats_transitive(asked: Asked) -> Finding:
    """Are there three bids, each of which beats the next, while the first does not beat the last?

    Irreflexive and transitive relations have no cycle of any length.
    """
    beating = asked.beating
    chain = [beating.beats("xy"), beating.beats("yz"), no(beating.beats("xz"))]
    return _none(asked, chain, ["xy", "yz", "xz"])


@theorem("bombs-totally-ordered")
def bombs_totally_ordered(asked: Asked) -> Finding:
    """Are there two different Bombs of which neither or each beats the other?"""
    beating = asked.beating
    one, other = beating.beats("xy"), beating.beats("yx")
    both = [beating.is_bomb("x"), beating.is_bomb("y"), no(beating.same("xy")), one == other]
    return _none(asked, both, ["xy", "yx"])


@theorem("only-bombs-beat-bombs")
def only_bombs_beat_bombs(asked: Asked) -> Finding:
    """Is there anything else that beats a Bomb?"""
    beating = asked.beating
    other = [no(beating.is_bomb("x")), beating.is_bomb("y"), beating.beats("xy")]
    return _none(asked, other, ["xy"])


@theorem("bombs-beat-the-rest")
def bombs_beat_the_rest(asked: Asked) -> Finding:
    """Is there a Bomb that does not beat some other type?"""
    beating = asked.beating
    beaten = [beating.is_bomb("x"), no(beating.is_bomb("y")), no(beating.beats("xy"))]
    return _none(asked, beaten, ["xy"])


def _none(asked: Asked, scene: Sequence[Prop], pairs: Sequence[str]) -> Finding:
    """That there are no such bids, or those that there are."""

    def ask(but: Sequence[Rulings]) -> Pairs | None:
        return asked.beating.against(scene, pairs, but)

    most = max(reading.count for reading in asked.combinations)
    return Finding(
        f"the {len(asked.combinations):,} combinations that the whole deck can make, of up to "
        f"{most} values, answered without a Mandate",
        tuple(
            Against(found.rulings, says, tuple(_shown(asked, found)))
            for found in exceptions(ask)
            for says in ["; ".join(dict.fromkeys(map(_told, found.pairs)))]
        ),
    )


def _shown(asked: Asked, found: Pairs) -> Iterator[Shown]:
    wild = asked.edition.wild
    for pair in dict.fromkeys(found.pairs):
        sides = {"bid": combination(pair.bid, wild), "over": combination(pair.over, wild)}
        verdict = "legal" if pair.beats else "illegal"
        yield shown(_told(pair), sides | by_rules(asked, found.rulings), verdict)


def _told(pair: Beaten) -> str:
    beats = "beats" if pair.beats else "does not beat"
    return f"{reading_text(pair.bid)} {beats} {reading_text(pair.over)}"
