"""What happened, in words: the sentence of the clause that each event cites."""

from __future__ import annotations

from checker.events import Event
from checker.notation import write_card
from checker.rulebook import rulebook
from checker.wording import reading_text


def tell(event: Event) -> str:
    """The event as one sentence."""
    return (
        rulebook()
        .clause(event.clause)
        .told.format(
            player=event.player,
            other=event.other,
            cards=_cards(event),
            points="1 point" if event.points == 1 else f"{event.points} points",
            reading=f" as {reading_text(event.reading)}" if event.reading else "",
            wind=event.word,
            animal=event.word.capitalize(),
        )
    )


def _cards(event: Event) -> str:
    """The cards of an event, those that nobody knows at the end."""
    words = [write_card(card) for card in event.cards]
    if event.unknown:
        words.append("1 unknown card" if event.unknown == 1 else f"{event.unknown} unknown cards")
    return ", ".join(words) or "no card"
