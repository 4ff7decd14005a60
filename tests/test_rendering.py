"""Wire bodies in words, on small bodies written out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from api.rendering import plays, words
from api.rendering.faults import faults
from api.rendering.judgements import judgement
from api.rendering.layout import plain

Body = dict[str, Any]


def reading(
    kind: str, width: int, length: int, top: str, values: str, *wilds: tuple[int, str | None]
) -> Body:
    """A reading as the wire has it."""
    return {
        "kind": kind,
        "width": width,
        "length": length,
        "top": top,
        "values": values.split(),
        "wilds": [{"index": index, "as": value} for index, value in wilds],
    }


def reason(clause: str, message: str, section: str = "Beat", **more: Any) -> Body:
    """A reason as the wire has it."""
    return {
        "clause": clause,
        "message": message,
        "source": "rulebook",
        "section": section,
        **more,
    }


def answer(verdict: str, **fields: Any) -> Body:
    """A judgement as the wire has it, empty where nothing is said."""
    empty: Body = {"settled": True, "readings": [], "reasons": [], "rulings": []}
    return {"verdict": verdict, **empty, "alternatives": [], **fields}


PAIR = reading("set", 2, 1, "6", "6 6")
RUN = reading("run", 1, 3, "8", "6 7 8", (0, "8"))


@pytest.mark.parametrize(
    ("taken", "cards", "told"),
    [
        (reading("single", 1, 1, "7", "7"), ["7"], "a Single 7"),
        (PAIR, ["6+6"], "a Set of two 6s"),
        (RUN, ["7+water", "6"], "a Run 6 7 8, the Water of 7+water as the 8"),
        (
            reading("run", 1, 2, "9", "8 9", (0, None), (1, "8")),
            ["9+water", "9+water"],
            "a Run 8 9, the Water of 9+water as the 8",
        ),
        (
            reading("formation", 2, 3, "Q", "10 10 J J Q Q"),
            ["10+10", "J+J", "Q+Q"],
            "a Formation 10 10 J J Q Q",
        ),
        (reading("bomb", 4, 1, "3", "3 3 3 3"), ["3+3+3", "3"], "a Bomb of four 3s"),
        (reading("bomb", 12, 1, "3", "3"), [], "a Bomb of 12 3s"),
    ],
)
def test_a_reading_is_told_in_words(taken: Body, cards: list[str], told: str) -> None:
    assert words.taken(taken, cards) == told


def test_the_wild_goes_by_its_name_in_the_edition() -> None:
    taken = reading("run", 1, 2, "8", "7 8", (0, "8"))
    assert words.taken(taken, ["7+fire"], "fire") == "a Run 7 8, the Fire of 7+fire as the 8"


@pytest.mark.parametrize(
    ("question", "verdict", "line"),
    [
        ({"bid": ["6+6"], "over": ["5", "5"]}, "legal", "LEGAL: 6+6 beats 5 5"),
        ({"bid": ["6+6"], "over": ["7", "7"]}, "illegal", "ILLEGAL: 6+6 does not beat 7 7"),
        (
            {"bid": ["6"], "over": ["5+water"]},
            "undetermined",
            "IT DEPENDS: whether 6 beats 5+water",
        ),
        ({"bid": ["6"]}, "legal", "LEGAL: 6 may start a trick"),
        ({"bid": ["6", "8"], "over": None}, "illegal", "ILLEGAL: 6 8 may not start a trick"),
        ({"bid": [], "over": ["5"]}, "illegal", "ILLEGAL: an empty bid does not beat 5"),
        (
            {"bid": {"cards": ["6+6"], "as": {"kind": "set"}}},
            "legal",
            "LEGAL: 6+6 (as set) may start a trick",
        ),
    ],
)
def test_the_verdict_comes_first(question: Body, verdict: str, line: str) -> None:
    assert plain(judgement(question, answer(verdict))).splitlines()[0] == line


def test_a_card_spelled_out_is_shown_by_its_upper_face() -> None:
    spelled = {"element": "water", "white": "K", "blue": "7+water"}
    assert words.cards([spelled, {**spelled, "side": "blue"}, "6+6"]) == "K 7+water 6+6"


def test_a_legal_bid_says_how_it_is_taken_and_why() -> None:
    given = answer("legal", readings=[PAIR], reasons=[reason("beat-higher", "6 is above 5.")])
    assert plain(judgement({"bid": ["6+6"], "over": ["5", "5"]}, given)) == (
        "LEGAL: 6+6 beats 5 5\n\nIt is a Set of two 6s.\n\n  - 6 is above 5. (beat-higher; Beat)\n"
    )


def test_several_readings_are_listed() -> None:
    given = answer(
        "legal",
        readings=[reading("single", 1, 1, "7", "7", (0, None)), RUN],
        reasons=[reason("single-one-value", "One value.", "Single")],
    )
    text = plain(judgement({"bid": ["7+water"]}, given))
    assert "It can be taken in two ways:\n  - a Single 7\n  - a Run 6 7 8" in text
    assert "As a Single 7:\n  - One value. (single-one-value; Single)" in text


def test_a_rule_taken_from_the_other_text_names_it() -> None:
    given = answer("illegal", reasons=[reason("run-length", "Too long.", "Run", fallback=True)])
    text = plain(judgement({"bid": ["3"]}, given))
    assert "Too long. (run-length; rulebook: Run)" in text


def test_a_refusal_offers_other_plays() -> None:
    other = {"cards": ["8+water", "7"], "reading": RUN, "added": ["8+water"], "removed": ["6", "9"]}
    text = plain(judgement({"bid": ["6"]}, answer("illegal", alternatives=[other])))
    assert "You could play instead:" in text
    assert "a Run 6 7 8, the Water of 8+water as the 8 (add 8+water, leave" in text


@pytest.mark.parametrize(
    ("otherwise", "readings", "sentence"),
    [
        ("illegal", [], "Not settled: under natural-four=either it would be illegal."),
        ("legal", [PAIR], "under natural-four=either it would still be legal, as a Set of two 6s."),
        ("undetermined", [], "under natural-four=either it would be undetermined."),
    ],
)
def test_an_open_question_of_the_rules_is_told(
    otherwise: str, readings: list[Body], sentence: str
) -> None:
    change = {
        "change": {"natural-four": "either"},
        "verdict_otherwise": otherwise,
        "readings_otherwise": readings,
    }
    text = plain(judgement({"bid": ["6+6"]}, answer("legal", rulings=[change])), 200)
    assert sentence in text
    assert "panda-spin rulings natural-four" in text


def test_a_bid_to_beat_with_several_readings_is_judged_under_each() -> None:
    single = {"over": reading("single", 1, 1, "7", "7", (0, None)), "verdict": "illegal"}
    pair = {"over": reading("set", 2, 1, "7", "7 7", (0, "7")), "verdict": "legal"}
    given = answer(
        "undetermined",
        by_over=[
            {**single, "readings": [], "reasons": [reason("beat-same-kind", "No Single.")]},
            {**pair, "readings": [reading("set", 2, 1, "8", "8 8")], "reasons": []},
        ],
        missing=["over.as"],
    )
    text = plain(judgement({"bid": ["8+8"], "over": ["7+water"]}, given))
    assert text == (
        "IT DEPENDS: whether 8+8 beats 7+water\n\n"
        "If the bid to beat is a Single 7: illegal\n"
        "  - No Single. (beat-same-kind; Beat)\n"
        "If the bid to beat is a Set of two 7s, the Water of 7+water as the 7: legal, as\n"
        "a Set of two 8s\n\n"
        "To decide it, say:\n"
        "  - how the bid to beat was declared, with --over-as\n"
    )


def play(cards: str, indexes: list[int], taken: Body, **more: Any) -> Body:
    """A play as the wire has it."""
    return {"cards": cards.split(), "indexes": indexes, "reading": taken, **more}


PROVED = {"proved": True, "asked": "the plays", "answer": "unsat"}
NOT_ASKED = {"proved": False, "asked": "nothing", "answer": "not asked"}


def play_list(plays: list[Body], count: int, complete: bool, proof: Body, **more: Any) -> Body:
    """A list of plays as the wire has it."""
    return {"plays": plays, "count": count, "complete": complete, "proof": proof, **more}


def test_plays_are_grouped_by_kind_and_end_with_the_proof() -> None:
    listed = [
        play("7+water", [1], reading("single", 1, 1, "7", "7", (1, None))),
        play("6 7+water", [0, 1], reading("run", 1, 2, "7", "6 7", (1, None))),
        play("6 7+water", [0, 1], reading("run", 1, 3, "8", "6 7 8", (1, "8")), multiplicity=2),
    ]
    text = plain(plays.play_list({"hand": ["6", "7+water"]}, play_list(listed, 3, True, PROVED)))
    assert text == (
        "        Cards      Taken as\n"
        "Single  7+water    7\n"
        "Run     6 7+water  6 7\n"
        "        6 7+water  6 7 8, Water as 8, 2 ways\n\n"
        "All 3 legal plays; Z3 proved that none is missing and none is wrong.\n"
    )


ONE = [play("6", [0], reading("single", 1, 1, "6", "6"))]


@pytest.mark.parametrize(
    ("given", "sentences"),
    [
        (
            play_list([], 0, True, PROVED),
            ["Nothing can be played; Z3 proved that no play is missing."],
        ),
        (
            play_list(ONE, 1, True, PROVED),
            ["The only legal play; Z3 proved that none is missing and none is wrong."],
        ),
        (
            play_list(ONE, 5_000, False, NOT_ASKED, cursor="x1"),
            [
                "1 of 5,000 legal plays; not all, so nothing is proved.",
                "For the next page, add: --cursor x1",
            ],
        ),
        (play_list(ONE, 5_000, False, NOT_ASKED), ["The last 1 of 5,000 legal plays."]),
    ],
)
def test_the_end_of_a_list_says_what_is_known_of_it(given: Body, sentences: list[str]) -> None:
    assert list(plays.conclusion(given)) == sentences


def test_every_fault_is_named_with_its_place_and_no_control_character() -> None:
    found: list[Body] = [
        {"pointer": "/bid/0", "got": "7\x1b[2J", "accepted": "a card", "detail": "no such card"},
        {"pointer": "", "got": None, "accepted": "", "detail": "a key is missing"},
    ]
    assert faults(found) == (
        'Error: card 1 of the bid: no such card\n  got "7\\u001b[2J"\n  accepted: a card\n'
        "Error: the body: a key is missing"
    )


def test_no_line_is_wider_than_asked_or_ends_in_spaces() -> None:
    reasons = [reason("use-all-values", "A long message of many words. " * 9, "General rules")]
    text = plain(judgement({"bid": ["6"]}, answer("illegal", reasons=reasons)), 40)
    assert all(len(line) <= 40 and line == line.rstrip() for line in text.splitlines())
