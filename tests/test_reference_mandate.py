"""Tests of the plain reference: the twelve mandates, each of their rulings with both options."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests import reference
from tests import reference_game as game
from tests.reference_mandate import ANIMALS, pending_faults
from tests.reference_positions import PASS, Position, bid, by, element, hand, passed, points, table
from tests.reference_table import animal_of, is_bid, laid_in

SET = {"kind": "set"}
RUN = {"kind": "run"}
BOMB = {"kind": "bomb"}


def named(rulings: dict[str, str]) -> dict[str, str]:
    """Rulings by the names they have."""
    return {ruling.replace("_", "-"): option for ruling, option in rulings.items()}


def verdict(position: Position, action: dict[str, Any], **rulings: str) -> str:
    """The verdict with the expansion; rulings are written with underscores."""
    return game.verdict(position, action, named(rulings), expansion="mandate-of-heaven")[0]


def legal(position: Position, action: dict[str, Any], **rulings: str) -> bool:
    """Whether an action is legal with the expansion."""
    return verdict(position, action, **rulings) == reference.LEGAL


def step(
    position: Position, action: dict[str, Any], **rulings: str
) -> tuple[Position, list[game.Event]]:
    """Act out an action with the expansion."""
    return game.step(position, action, named(rulings), expansion="mandate-of-heaven")


def listed(position: Position, **rulings: str) -> list[dict[str, Any]]:
    """All legal actions with the expansion."""
    return game.actions(position, named(rulings), expansion="mandate-of-heaven")


def by_bid(animal: str, **needed: Any) -> dict[str, Any]:
    """A mandate activated by a card of the bid."""
    return {"mandate": {"animal": animal, "by": "bid", **needed}}


def by_discard(animal: str, card: str, **needed: Any) -> dict[str, Any]:
    """A mandate activated by drawing and discarding."""
    return {"mandate": {"animal": animal, "by": "discard", "card": card, **needed}}


# --- Activating ----------------------------------------------------------------------------------


def test_every_animal_has_a_value_and_the_jack_has_none() -> None:
    """Twelve animals, twelve values."""
    assert sorted(ANIMALS.values()) == sorted(set(reference.VALUES) - {"J"})


@pytest.mark.parametrize(
    ("mandate", "expected"),
    [
        ({"mandate": "dog"}, reference.LEGAL),
        ({"mandate": "pig"}, reference.ILLEGAL),
        ({"mandate": None}, reference.ILLEGAL),
        ({}, reference.UNDETERMINED),
    ],
)
def test_mandate_in_play(mandate: dict[str, Any], expected: str) -> None:
    """Only the revealed mandate is activated; it must be known which that is."""
    position = table({"A": "8 9", "B": "4"}, **mandate)
    assert verdict(position, bid("8", **by_bid("dog"))) == expected


def test_mandates_need_the_expansion() -> None:
    """Without the expansion there is none; it does not go with the early edition."""
    position = table({"A": "8 9", "B": "4"}, mandate="dog")
    assert not game.legal(position, bid("8", **by_bid("dog")))
    with pytest.raises(ValueError, match="rulebook only"):
        game.legal(position, bid("8"), edition="early", expansion="mandate-of-heaven")
    with pytest.raises(ValueError, match="not a mandate"):
        legal(position, bid("8", **by_bid("panda")))


def test_bid_shows_the_animal_white_side_up() -> None:
    """A white 8 is a Dog, also by its name; a blue card features nothing."""
    position = table({"A": "8 8:blue 8+water fire-8 9", "B": "4"}, mandate="dog")
    assert legal(position, bid("8", **by_bid("dog")))
    assert legal(position, bid("fire-8", **by_bid("dog")))
    assert legal(position, bid("8 8:blue", **by_bid("dog")))
    for cards in ("8:blue", "8+water", "9"):
        assert not legal(position, bid(cards, **by_bid("dog"), **{"as": {"width": 1}}))


def test_no_mandate_with_a_bomb() -> None:
    """Four Dogs as a Set activate, as a Bomb they do not."""
    position = table({"A": "8 8 8 8 9", "B": "4"}, mandate="dog")
    four = bid("8 8 8 8", **by_bid("dog"))
    assert legal(position, four)
    assert legal(position, {**four, "as": SET})
    assert not legal(position, {**four, "as": BOMB})
    assert not legal(position, four, natural_four="bomb-only")


def test_discard_activates() -> None:
    """A Dog from the hand is discarded after a card was drawn."""
    position = table({"A": "9 8 3", "B": "4"}, mandate="dog", pile="fire-7:blue fire-6")
    action = bid("9", **by_discard("dog", "8"))
    assert legal(position, action)
    assert not legal(position, bid("9", **by_discard("dog", "3")))
    assert not legal(position, bid("8", **by_discard("dog", "8")))
    assert not legal(position, bid("9", mandate={"animal": "dog", "by": "discard"}))
    after, events = step(position, action)
    assert hand(after, "A") == ["3", "fire-7"]
    assert after["discard"] == ["8"]
    assert after["draw_pile"] == ["fire-6"]
    assert [event[0] for event in events] == ["bid", "mandate", "draw", "discard", "score", "score"]


def test_discard_after_the_symbols() -> None:
    """What Fire has burnt cannot be discarded to activate."""
    position = table({"A": "A+fire 8 3 5", "B": "4"}, mandate="dog", pile=5)
    burn = bid("A+fire", fire=["8"], **by_discard("dog", "8", drawn="4"))
    assert not legal(position, burn)
    assert legal(position, {**burn, "fire": ["3"]})


def test_discard_drawn() -> None:
    """The card just drawn may be the one discarded, or not."""
    position = table({"A": "9 3", "B": "4"}, mandate="dog", pile="fire-8 fire-6")
    action = bid("9", **by_discard("dog", "fire-8"))
    assert legal(position, action)
    assert not legal(position, action, discard_drawn="no")
    assert not legal(position, bid("9", **by_discard("dog", "fire-8", drawn="fire-6")))
    hidden = {**position, "draw_pile": 2}
    assert legal(hidden, bid("9", **by_discard("dog", "fire-8", drawn="fire-8")))
    assert verdict(hidden, action) == reference.UNDETERMINED
    assert verdict(hidden, action, discard_drawn="no") == reference.ILLEGAL


def test_draw_empty() -> None:
    """With an empty pile nothing is drawn before the discard, or the way is closed."""
    position = table({"A": "9 8 3", "B": "4"}, mandate="dog", pile="")
    action = bid("9", **by_discard("dog", "8"))
    assert legal(position, action)
    assert not legal(position, action, draw_empty="forbidden")
    after, _ = step(position, action)
    assert hand(after, "A") == ["3"]
    unknown = {key: value for key, value in position.items() if key != "draw_pile"}
    assert verdict(unknown, action, draw_empty="forbidden") == reference.UNDETERMINED


def test_mandates_may_be_ignored() -> None:
    """A bid of the animal is also a bid without the mandate."""
    position = table({"A": "8 9", "B": "4"}, mandate="dog")
    after, _ = step(position, bid("8"))
    assert points(after)["A"] == 3


@pytest.mark.parametrize("animal", ["monkey", "goat", "tiger", "horse", "ox", "dragon"])
def test_only_answering(animal: str) -> None:
    """Six animals only work with a bid that answers."""
    card = ANIMALS[animal]
    position = table({"A": f"{card} 3", "B": "4"}, mandate=animal, pile=5)
    assert not legal(position, bid(card, **by_bid(animal, take="4")))
    assert legal(position, bid(card))


# --- Rat, Snake, Rabbit --------------------------------------------------------------------------


def test_rat() -> None:
    """The top card goes back, or is swapped for a card of the hand."""
    position = table({"A": "3 9:blue fire-5:blue", "B": "4"}, mandate="rat", pile="wood-2 wood-4")
    back, _ = step(position, bid("3", **by_bid("rat")))
    assert hand(back, "A") == ["9:blue", "fire-5:blue"]
    assert back["draw_pile"] == ["wood-2", "wood-4"]
    swapped, events = step(position, bid("3", **by_bid("rat", put="fire-5:blue")))
    assert hand(swapped, "A") == ["9:blue", "wood-2"]
    assert swapped["draw_pile"] == ["fire-5", "wood-4"]
    assert ("swap", "A", "wood-2", "fire-5:blue") in events
    assert not legal(position, bid("3", **by_bid("rat", put="wood-4")))
    assert not legal(position, bid("3", **by_bid("rat", top="wood-4")))
    hidden = {**position, "draw_pile": 2}
    assert verdict(hidden, bid("3", **by_bid("rat", put="wood-4"))) == reference.UNDETERMINED
    assert legal(hidden, bid("3", **by_bid("rat", put="wood-4", top="wood-4")))
    empty = {**position, "draw_pile": []}
    assert legal(empty, bid("3", **by_bid("rat")))
    assert not legal(empty, bid("3", **by_bid("rat", put="9:blue")))


def test_rat_what() -> None:
    """An Element card may be swapped, or Animal cards only; a drawn one always goes back."""
    position = table({"A": "3 element-wood", "B": "4"}, mandate="rat", pile="element-fire")
    action = bid("3", **by_bid("rat", put="element-wood"))
    assert legal(position, action)
    assert not legal(position, action, rat_what="animal-only")
    back = bid("3", **by_bid("rat", put="element-fire"))
    assert legal(position, back, rat_what="animal-only")


def test_rat_by_discard_draws_twice() -> None:
    """The first card enters the hand, the second is the one to swap."""
    position = table({"A": "9 3", "B": "4"}, mandate="rat", pile="wood-2 wood-4 wood-5")
    after, _ = step(position, bid("9", **by_discard("rat", "3", put="wood-2")))
    assert hand(after, "A") == ["wood-4"]
    assert after["draw_pile"] == ["wood-2", "wood-5"]


def test_snake() -> None:
    """A drawn card is kept as it is, or flipped at once."""
    position = table({"A": "4 9", "B": "4"}, mandate="snake", pile="wood-2 wood-4")
    assert hand(step(position, bid("4", **by_bid("snake", flip=False)))[0], "A") == ["9", "wood-2"]
    flipped, _ = step(position, bid("4", **by_bid("snake", flip=True)))
    assert hand(flipped, "A") == ["9", "wood-2:blue"]
    for pile in ("element-fire", ""):
        position = table({"A": "4 9", "B": "4"}, mandate="snake", pile=pile)
        assert legal(position, bid("4", **by_bid("snake")))
        assert not legal(position, bid("4", **by_bid("snake", flip=True)))


def test_rabbit() -> None:
    """The leader discards up to three cards; an answer cannot."""
    position = table({"A": "6 3 4 5 9", "B": "4"}, mandate="rabbit")
    for cards, expected in (([], True), (["3", "4", "5"], True), (["3", "4", "5", "9"], False)):
        assert legal(position, bid("6", **by_bid("rabbit", discard=cards))) is expected
    assert not legal(position, bid("6", **by_bid("rabbit", discard=["8"])))
    after, _ = step(position, bid("6", **by_bid("rabbit", discard=["3", "9"])))
    assert hand(after, "A") == ["4", "5"]
    answer = {**position, "trick": [by("B", "5")]}
    assert not legal(answer, bid("6", **by_bid("rabbit", discard=["3"])))


def test_rabbit_what() -> None:
    """Any card, or Animal cards only."""
    position = table({"A": "6 element-wood", "B": "4"}, mandate="rabbit")
    action = bid("6", **by_bid("rabbit", discard=["element-wood"]))
    assert legal(position, action)
    assert not legal(position, action, rabbit_what="animal-only")


# --- Rooster -------------------------------------------------------------------------------------


def test_rooster_outbids_itself() -> None:
    """The same player bids again, and has to beat the own bid."""
    position = table({"A": "5 6 4", "B": "4 7"}, mandate="rooster")
    middle, _ = step(position, bid("5", **by_bid("rooster")))
    assert (middle["turn"], middle["mandate_used"]) == ("A", True)
    assert pending_faults(middle) == []
    assert legal(middle, bid("6"))
    assert not legal(middle, bid("4"))
    after, _ = step(middle, bid("6"))
    assert (after["turn"], after["mandate_used"]) == ("B", False)
    assert [entry["player"] for entry in after["trick"]] == ["A", "A"]
    ended, events = step(middle, PASS)
    assert (ended["turn"], ended["mandate_used"]) == ("B", False)
    assert len(ended["trick"]) == 1
    assert events == [("end turn", "A")]


def test_rooster_does_not_chain() -> None:
    """The second bid activates nothing, or by ruling once more in the other way."""
    trick = [by("B", "4"), by("A", "5", **by_bid("rooster"))]
    middle = table({"A": "fire-5 5 6 9", "B": "4 7"}, trick, pile=6)
    middle |= {"mandate": "rooster", "mandate_used": True}
    again = bid("6", **by_discard("rooster", "fire-5", drawn="4"))
    assert not legal(middle, again)
    assert legal(middle, again, mandate_count="once-per-method")
    third, _ = step(middle, again, mandate_count="once-per-method")
    assert (third["turn"], third["mandate_used"]) == ("A", True)
    once_more = bid("9", **by_discard("rooster", "5"))
    assert not legal(third, once_more, mandate_count="once-per-method")

    middle |= {"trick": [by("A", "4", **by_discard("rooster", "5"))]}
    assert legal(middle, bid("5", **by_bid("rooster")), mandate_count="once-per-method")
    assert not legal(middle, again, mandate_count="once-per-method")


def test_rooster_second() -> None:
    """The second bid may be anything that beats the own, or neither Bomb nor Element card."""
    trick = [by("B", "4"), by("A", "5", **by_bid("rooster"))]
    position = table({"A": "7 7 7 7 9 element-fire", "B": "4"}, trick)
    position |= {"mandate": "rooster", "mandate_used": True}
    for action in (bid("7 7 7 7"), element("fire")):
        assert legal(position, action)
        assert not legal(position, action, rooster_second="no-bomb-no-element")
    assert legal(position, bid("9"), rooster_second="no-bomb-no-element")
    kinds = {
        action["type"] + str(action.get("as", {}).get("kind", ""))
        for action in listed(position, rooster_second="no-bomb-no-element")
    }
    assert kinds == {"bidsingle", "pass"}


def test_rooster_panda() -> None:
    """A Panda of the second bid takes nothing, or from the last other bidder."""
    trick = [by("B", "4"), by("A", "5", **by_bid("rooster"))]
    position = table({"A": "9+panda 9", "B": "4"}, trick, mandate="rooster", mandate_used=True)
    action = bid("9+panda", panda=1)
    assert not legal(position, action)
    assert legal(position, action, rooster_panda="last-other")
    after, _ = step(position, action, rooster_panda="last-other")
    assert points(after) == {"A": 4, "B": 2}
    led = {**position, "trick": trick[1:]}
    assert not legal(led, action, rooster_panda="last-other")


def test_pending_faults() -> None:
    """The middle of a Rooster's turn asks for a Rooster bid of whose turn it is."""
    good = table({"A": "9", "B": "4"}, [by("A", "5", **by_bid("rooster"))], mandate_used=True)
    assert pending_faults({**good, "mandate": "rooster"}) == []
    assert pending_faults({**good, "mandate_used": False, "mandate": "dog"}) == []
    assert len(pending_faults({**good, "mandate": "dog"})) == 1
    assert len(pending_faults({**good, "mandate": "rooster", "turn": "B"})) == 1
    assert len(pending_faults({**good, "mandate": "rooster", "trick": [by("A", "5")]})) == 1


# --- Monkey, Dog, Pig ----------------------------------------------------------------------------


def test_monkey() -> None:
    """A card of who bid before is kept, side as it is, or given back."""
    position = table({"A": "7 9", "B": "4 6+6"}, [by("B", "5")], mandate="monkey")
    kept, _ = step(position, bid("7", **by_bid("monkey", keep=True, top="6+6")))
    assert hand(kept, "A") == ["9", "6+6"]
    assert hand(kept, "B") == ["4"]
    back, _ = step(position, bid("7", **by_bid("monkey", keep=False, top="4")))
    assert hand(back, "B") == ["4", "6+6"]
    assert not legal(position, bid("7", **by_bid("monkey", keep=True, top="9")))
    counted = table({"A": "7 9", "B": 3}, [by("B", "5")], mandate="monkey")
    kept, _ = step(counted, bid("7", **by_bid("monkey", keep=True)))
    assert hand(kept, "A") == ["9", "unknown"]
    assert kept["players"][1]["hand"] == {"count": 2}
    none = table({"A": "7 9", "B": "", "C": "3"}, [by("B", "5")], mandate="monkey")
    assert not legal(none, bid("7", **by_bid("monkey", keep=True)))


def test_monkey_victim() -> None:
    """C sits before A, B bid before."""
    position = table(
        {"A": "7 9", "B": "4 4", "C": "3 3"}, [by("B", "5"), passed("C")], mandate="monkey"
    )
    for option, victim, card in (("previous-bidder", "B", "4"), ("seat-before", "C", "3")):
        action = bid("7", **by_bid("monkey", keep=True, top=card))
        other = bid("7", **by_bid("monkey", keep=True, top="3" if card == "4" else "4"))
        assert legal(position, action, monkey_victim=option)
        assert not legal(position, other, monkey_victim=option)
        after, _ = step(position, action, monkey_victim=option)
        assert hand(after, victim) == [card]


def test_monkey_empties_a_hand() -> None:
    """By ruling the hand counts as emptied when the Monkey took its last card."""
    trick = [by("C", "3+fire"), by("B", "5+fire")]
    position = table({"A": "7 9", "B": "4", "C": "element-wood"}, trick, mandate="monkey")
    rulings = {"last_cards_tie": "hand-emptied"}
    middle, _ = step(position, bid("7", **by_bid("monkey", keep=True, top="4")), **rulings)
    middle, _ = step(middle, PASS, **rulings)
    give_up = {**PASS, "discard_elements": ["element-wood"]}
    assert step(middle, give_up, **rulings)[0]["out"] == ["B", "C"]


def test_dog() -> None:
    """Two points, one for each other player still in the trick."""
    position = table(
        {"A": "8 9", "B": "4", "C": "3", "D": ""},
        [by("B", "5"), passed("C")],
        mandate="dog",
        out=["D"],
    )
    after, _ = step(position, bid("8", **by_bid("dog")))
    assert points(after) == {"A": 5, "B": 4, "C": 3, "D": 3}


def test_pig_who() -> None:
    """All who have not shown out draw, or only those still in the trick; the pile may run out."""
    position = table(
        {"A": "9 J", "B": "4", "C": "3", "D": 0},
        [by("B", "5"), passed("C")],
        mandate="pig",
        out=["D"],
        pile="fire-3 fire-4",
    )
    action = bid("9", **by_bid("pig"))
    all_others, _ = step(position, action)
    assert [hand(all_others, name) for name in "BC"] == [["4", "fire-3"], ["3", "fire-4"]]
    still, _ = step(position, action, pig_who="still-in-trick")
    assert [hand(still, name) for name in "BC"] == [["4", "fire-3"], ["3"]]
    short, _ = step({**position, "draw_pile": ["fire-3"]}, action)
    assert [hand(short, name) for name in "BC"] == [["4", "fire-3"], ["3"]]


# --- Goat and Ox ---------------------------------------------------------------------------------


def test_goat_examples() -> None:
    """6-7 is beaten by 4-5-6, a 10 by 9-9 or Q-K; the Goat card is discarded or in the bid."""
    run = table({"A": "4 5 6 10", "B": "4"}, [by("B", "6 7")], mandate="goat", pile=4)
    assert legal(run, bid("4 5 6", **by_discard("goat", "10")))
    assert not legal(run, bid("4 5 6"))
    single = table({"A": "9 9 Q K 10", "B": "4"}, [by("B", "10")], mandate="goat", pile=4)
    assert legal(single, bid("9 9", **by_discard("goat", "10")))
    assert legal(single, bid("Q K", **by_discard("goat", "10")))
    assert legal(single, bid("9 10", **by_bid("goat")))
    assert not legal(single, bid("Q", **by_discard("goat", "10")))
    after, _ = step(single, bid("9 10", **by_bid("goat")))
    assert after["trick"][-1]["as"]["kind"] == "run"
    assert game.legal(after, PASS, expansion="mandate-of-heaven")


def test_goat_history_counts() -> None:
    """A trick with a Goat bid goes on from that bid."""
    trick = [by("B", "10"), by("A", "9 9", **by_discard("goat", "10"))]
    position = table({"A": "4", "B": "10 10 J"}, trick, turn="B", mandate="goat")
    assert legal(position, bid("10 10"))
    assert not legal(position, bid("J"))


@pytest.mark.parametrize(
    ("over", "mine", "legal_under"),
    [
        ("7 7", "3 3 3", "012"),
        ("6 7", "3 4 5", "012"),
        ("7 7", "3 4 5", "12"),
        ("6 7", "3 3 3", "12"),
        ("7 7 7", "3 3 4 4", "2"),
        ("6 7 8", "3 3 4 4", "2"),
        ("J J J K K K Q Q", "3 3 3 4 4 4 5 5 5", ""),
        ("J J J J Q Q Q Q", "3 3 3 4 4 4 5 5 5", "2"),
        ("7 7 8 8", "3 4 5 6 7", ""),
        ("7 7", "3 3", ""),
    ],
)
def test_goat_kinds(over: str, mine: str, legal_under: str) -> None:
    """What grows into what, under each option."""
    for place, option in enumerate(game.MANDATE_OPTIONS["goat-kinds"]):
        over_readings = reference.readings(over.split())
        grown = any(
            reference.grows(reading, over_reading, goat_kinds=option)
            for reading in reference.readings(mine.split())
            for over_reading in over_readings
            if reading[0] != "bomb"
        )
        assert grown is (str(place) in legal_under)


def test_goat_and_ox_never_meet_a_bomb() -> None:
    """Neither over a Bomb nor as one."""
    bomb = by("B", "7 7 7 7", **{"as": BOMB})
    for animal in ("goat", "ox"):
        position = table({"A": "7 7 7 7 7 10 A", "B": "4"}, [bomb], mandate=animal, pile=4)
        discards = by_discard(animal, ANIMALS[animal])
        assert not legal(position, bid("7 7 7 7 7", **discards))
        assert not legal(position, bid("7 7 7 7", **discards))
        three = {**position, "trick": [by("B", "7 7 7")]}
        assert not legal(three, bid("7 7 7 7", **discards, **{"as": BOMB}))


def test_ox_example() -> None:
    """A K Q is tied by A K Q with the Ox, and only with it; nothing higher is an Ox bid."""
    position = table({"A": "A K Q 3", "B": "4"}, [by("B", "A K Q")], mandate="ox")
    assert legal(position, bid("A K Q", **by_bid("ox")))
    assert not legal(position, bid("A K Q"))
    lower = {**position, "trick": [by("B", "Q J 10")]}
    assert legal(lower, bid("A K Q"))
    assert not legal(lower, bid("A K Q", **by_bid("ox")))
    for option in ("same-kind", "any-kind"):
        assert legal(position, bid("A K Q", **by_bid("ox")), ox_kind=option)


# --- Tiger, Horse, Dragon ------------------------------------------------------------------------


def test_tiger() -> None:
    """A Single that beats wins at once; a Set only by ruling, a Run never."""
    trick = [by("C", "fire-3"), by("B", "4")]
    position = table({"A": "Q 9", "B": "4", "C": "3"}, trick, mandate="tiger")
    won, events = step(position, bid("Q", **by_bid("tiger")))
    assert ("trick won", "A") in events
    assert hand(won, "C") == ["3", "fire-3:blue"]
    assert won["turn"] == "A"
    pair = table({"A": "Q Q 9", "B": "4"}, [by("B", "4 4")], mandate="tiger")
    assert not legal(pair, bid("Q Q", **by_bid("tiger")))
    assert legal(pair, bid("Q Q", **by_bid("tiger")), tiger_value="one-distinct-value")
    run = table({"A": "Q J 9", "B": "4"}, [by("B", "4 5")], mandate="tiger")
    assert not legal(run, bid("Q J", **by_bid("tiger")), tiger_value="one-distinct-value")


def test_horse() -> None:
    """A card of the bid before comes into the hand, white side up; the rest stays there."""
    trick = [by("B", "metal-8:blue fire-3", **{"as": {"width": 4, "kind": "set"}}), passed("C")]
    position = table({"A": "4 K K K K", "B": "4", "C": "4"}, trick, mandate="horse")
    action = bid("K K K K", **by_bid("horse", take="metal-8:blue"), **{"as": SET})
    assert legal(position, action)
    assert not legal(position, action, horse_side="white-only")
    assert legal(
        position,
        bid("K K K K", **by_bid("horse", take="fire-3"), **{"as": SET}),
        horse_side="white-only",
    )
    assert not legal(position, bid("K K K K", **by_bid("horse", take="fire-4"), **{"as": SET}))
    assert not legal(position, bid("K K K K", **by_bid("horse"), **{"as": SET}))
    after, _ = step(position, action)
    assert hand(after, "A") == ["4", "metal-8"]
    assert after["trick"][0]["cards"] == ["metal-8:blue", "fire-3"]
    done, events = step(after, PASS)
    assert ("spun back", "B", ("fire-3:blue",)) in events
    assert done["turn"] == "A"


def test_dragon() -> None:
    """Three points and a pass: white cards come back, and the bid stands or is withdrawn."""
    hands: dict[str, str | int] = {"A": "fire-2 9", "B": "A A", "C": "J J"}
    position = table(hands, [by("B", "10")], mandate="dragon")
    action = bid("fire-2", **by_bid("dragon"))
    after, _ = step(position, action)
    assert points(after)["A"] == 6
    assert hand(after, "A") == ["9", "fire-2:blue"]
    assert after["trick"][-1] == passed("A")
    assert after["turn"] == "B"
    assert not legal(after, bid("A"))
    assert legal(after, bid("A"), dragon_bid="withdrawn")
    outbid, _ = step(after, bid("A"), dragon_bid="withdrawn")
    assert not legal(outbid, bid("J"), dragon_bid="withdrawn")
    with pytest.raises(ValueError, match="do not follow"):
        legal(outbid, PASS)


def test_dragon_leaves_one_player() -> None:
    """Who is left alone wins the trick."""
    position = table({"A": "fire-2 9", "B": "A A"}, [by("B", "10")], mandate="dragon")
    after, events = step(position, bid("fire-2", **by_bid("dragon")))
    assert ("trick won", "B") in events
    assert after["turn"] == "B"


def test_passed_cards_wood_with_a_goat() -> None:
    """An A whose player has passed, beaten by a pair of 9s: the ruling decides the Wood card."""
    trick = [by("B", "A"), by("C", "9 9", **by_discard("goat", "10")), passed("B")]
    position = table({"A": "3 element-wood", "B": "3", "C": "3"}, trick, mandate="goat")
    assert legal(position, element("wood"))
    assert not legal(position, element("wood"), passed_cards="gone")


# --- Listing and playing on ----------------------------------------------------------------------


def test_listing_by_hand() -> None:
    """All actions of a small hand with the Snake: counted by hand."""
    position = table({"A": "4 9", "B": "4"}, mandate="snake", pile="wood-4 wood-3")
    found = listed(position)
    plain = [action for action in found if "mandate" not in action]
    assert [action["cards"] for action in plain] == [["4"], ["9"]]
    ways = sorted(
        (action["cards"], action["mandate"].get("card"), action["mandate"]["flip"])
        for action in found
        if "mandate" in action and action["mandate"]["by"] == "discard"
    )
    assert ways == [
        (["4"], "wood-4", False),
        (["4"], "wood-4", True),
        (["9"], "4", False),
        (["9"], "4", True),
        (["9"], "wood-4", False),
        (["9"], "wood-4", True),
    ]
    shown = [
        action["cards"]
        for action in found
        if "mandate" in action and action["mandate"]["by"] == "bid"
    ]
    assert shown == [["4"], ["4"]]
    assert len(found) == 10


@pytest.mark.parametrize("animal", ["goat", "ox", "tiger", "dog", "dragon"])
@pytest.mark.parametrize("over", ["", "10", "7 8", "9 9"])
def test_listed_exactly_when_legal(animal: str, over: str) -> None:
    """Over all subsets, readings and ways: an activation is listed once if legal, else never."""
    mine = f"{ANIMALS[animal]} {ANIMALS[animal]} 9 9 8+water Q"
    trick = [by("B", over)] if over else []
    position = table({"A": mine, "B": "4"}, trick, mandate=animal, pile="wood-8 wood-3")
    found = [action for action in listed(position) if "mandate" in action]
    cards = mine.split()
    ways: list[dict[str, Any]] = [by_bid(animal)]
    ways += [by_discard(animal, card) for card in sorted({*cards, "wood-8", "wood-3"})]
    expected: list[dict[str, Any]] = []
    for size in range(1, len(cards) + 1):
        for indexes in combinations(range(len(cards)), size):
            chosen = [cards[index] for index in indexes]
            for kind, width, length, top in reference.readings(chosen):
                reading = {"kind": kind, "width": width, "length": length, "top": top}
                for way in ways:
                    action = {"type": "bid", "cards": chosen, "as": reading, **way}
                    if legal(position, action):
                        expected.append({**action, "indexes": list(indexes)})
    assert len(found) == len(expected)
    assert all(action in expected for action in found)
    if over in ("", "10"):
        assert bool(found) is (animal == "dog" if not over else animal != "ox")


@pytest.mark.parametrize("animal", ANIMALS)
@pytest.mark.parametrize("seed", range(3))
def test_random_rounds(animal: str, seed: int) -> None:
    """Listed actions are legal, different and playable, and no card is lost."""
    random = Random(f"{animal}-{seed}")
    deck = {
        (suit, value): f"{value}+{symbol}"
        for suit, symbol in zip(("fire", "water", "wood"), ("fire", "water", "bamboo"), strict=True)
        for value in reference.VALUES
    }
    rulings = {
        ruling: random.choice(options)
        for ruling, options in {**game.MANDATE_OPTIONS, **game.CONSEQUENCE_OPTIONS}.items()
        if ruling != "short-pile"
    }
    cards = game.whole_deck(["fire", "water", "wood"])
    random.shuffle(cards)
    chosen = [card for card in cards if card.endswith("-" + ANIMALS[animal])]
    rest = [card for card in cards if card not in chosen]
    hands = {"A": chosen[:2] + rest[:2], "B": chosen[2:] + rest[2:5], "C": rest[5:8]}
    position = table(
        {name: " ".join(held) for name, held in hands.items()},
        pile=" ".join(rest[8:12]),
        mood=random.choice(("hungry", "spin")),
        mandate=animal,
        variant=random.random() < 0.5,
    )
    everything = _all_cards(position)
    for _ in range(14):
        if position["turn"] is None:
            break
        found = game.actions(position, rulings, deck, expansion="mandate-of-heaven")
        assert found
        assert all(action not in found[:place] for place, action in enumerate(found))
        marked = [a for a in found if "mandate" in a or a["type"] == "symbols"] or found
        action = random.choice(marked if random.random() < 0.6 else found)
        said = {key: value for key, value in action.items() if key != "indexes"}
        position, _ = game.step(position, said, rulings, deck, expansion="mandate-of-heaven")
        assert _all_cards(position) == everything
        assert pending_faults(position) == []


def _all_cards(position: Position) -> list[str]:
    """All cards wherever they are, sides left out."""
    cards = [card for player in position["players"] for card in player["hand"]]
    cards += [*position["draw_pile"], *position["discard"]]
    away = set(position["out"])
    for place, entry in enumerate(position["trick"]):
        later = position["trick"][place + 1 :]
        gone = any(other["player"] == entry["player"] and other.get("pass") for other in later)
        answers = [other for other in later if is_bid(other)][:1]
        taken = [answer["mandate"]["take"] for answer in answers if animal_of(answer) == "horse"]
        if not gone and entry["player"] not in away:
            cards += [card for card in laid_in(entry) if card not in taken]
    return sorted(card.removesuffix(":blue") for card in cards)
