"""How cards are written: the round trip, the aliases, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.cards import MOST_SYMBOLS, VALUES, Card, Element, Face, Side, Symbol, symbols_in_order
from checker.decks import deck
from checker.notation import NotationError, bare_card, read_card, write_card

RULEBOOK = deck("rulebook")

FACES = st.builds(
    Face,
    st.sampled_from(VALUES),
    st.integers(1, 3),
    st.lists(st.sampled_from(list(Symbol)), max_size=MOST_SYMBOLS).map(symbols_in_order),
)
CARDS: st.SearchStrategy[Card] = st.one_of(
    st.builds(bare_card, FACES, st.sampled_from([None, *Side])),
    st.builds(
        RULEBOOK.card,
        st.sampled_from(list(Element)),
        st.sampled_from(VALUES),
        st.sampled_from(list(Side)),
    ),
    st.sampled_from(list(Element)).map(lambda e: read_card(f"element-{e}", RULEBOOK)),
)


@given(CARDS)
def test_round_trip(card: Card) -> None:
    """What is written is read back as the same card."""
    assert read_card(write_card(card), RULEBOOK) == card


@given(CARDS)
def test_letter_case_does_not_matter(card: Card) -> None:
    """Any letter case is read as the same card."""
    text = write_card(card)
    assert read_card(text.upper(), RULEBOOK) == read_card(text.lower(), RULEBOOK) == card


@given(st.text(max_size=12))
def test_text_is_a_card_or_an_error(text: str) -> None:
    """No text does anything else; what is read is written in one way."""
    try:
        card = read_card(text, RULEBOOK)
    except NotationError:
        return
    assert read_card(write_card(card), RULEBOOK) == card


@pytest.mark.parametrize(
    ("alias", "canonical"),
    [
        ("T", "10"),
        ("t+T", "10+10"),
        ("二", "2"),
        ("二+bamboo", "2+bamboo"),
        ("6:orange", "6"),
        ("6+6:ORANGE", "6+6:white"),
        ("metal-8:orange", "metal-8"),
        ("WATER-k:Blue", "water-K:blue"),
        ("q+fire+water", "Q+water+fire"),
        ("Element-Fire", "element-fire"),
    ],
)
def test_aliases(alias: str, canonical: str) -> None:
    """The aliases that are accepted, and what they are."""
    assert write_card(read_card(alias, RULEBOOK)) == canonical


@pytest.mark.parametrize(
    ("text", "got", "accepted"),
    [
        ("", "", 'a face such as "7"'),
        ("1", "1", 'a face such as "7"'),
        ("joker", "joker", 'a face such as "7"'),
        (" 7", " 7", 'a face such as "7"'),
        ("7 ", "7 ", 'a face such as "7"'),
        ("water", "water", 'a face such as "7"'),
        ("7+8", "7+8", "a face with equal values"),
        ("7+7+7+7", "7+7+7+7", "at most 3 values"),
        ("7+water+water+water+water", "7+water+water+water+water", "at most 3 symbols"),
        ("7+", "", "water, fire, panda, bamboo"),
        ("7+air", "air", "water, fire, panda, bamboo"),
        ("7+water+7", "7", "water, fire, panda, bamboo"),
        ("7:green", "green", "white, blue"),
        ("7:", "", "white, blue"),
        ("metal-11", "11", "3, 4, 5"),
        ("air-7", "air", "fire, metal, water, earth, wood"),
        ("element-air", "air", "fire, metal, water, earth, wood"),
        ("element-fire:blue", "element-fire:blue", "an Element card without a side"),
        ("7" * 65, "7" * 64, 'a face such as "7"'),
    ],
)
def test_errors_name_what_is_wrong(text: str, got: str, accepted: str) -> None:
    """The offending part, and what would be accepted in its place."""
    with pytest.raises(NotationError) as caught:
        read_card(text, RULEBOOK)
    assert caught.value.got == got
    assert accepted in caught.value.accepted
