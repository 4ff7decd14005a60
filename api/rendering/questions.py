"""What was asked, in words: the headline of a verdict, and the rules that it goes by."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from api.rendering.layout import Lines
from api.rendering.words import Body, bid, bid_cards, card, cards, claim, counted, pins

STYLES = {"legal": "bold green", "illegal": "bold red", "undetermined": "bold yellow"}
_WORDS = {"legal": "LEGAL", "illegal": "ILLEGAL", "undetermined": "IT DEPENDS"}


def headline(question: Body, verdict: str) -> Text:
    """The verdict, large and plain: ``LEGAL: 6+6 beats 5 5``."""
    return Text(f"{_WORDS[verdict]}: {_claimed(question, verdict)}", STYLES[verdict])


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


def asked(question: Body) -> str:
    """What an action would be: ``Ann: play element-fire``."""
    return f"{_actor(question)}: {_done(question)}"


def _actor(question: Body) -> str:
    return str(question["action"].get("player") or question["position"].get("turn") or "nobody")


def _done(question: Body) -> str:
    """What an action does, in words: ``pass``, ``bid 6+6 over 5 5 and take 1 point``."""
    action, over = question["action"], over_of(question)
    first = f"discard {cards(action['discard_elements'])}, then " if discards(action) else ""
    mandate = _mandate(action.get("mandate") or {})
    if action["type"] in ("pass", "element"):
        done = "pass" if action["type"] == "pass" else f"play {card(action['card'])}"
        return first + " and ".join(filter(None, (done, *_forced(action), mandate)))
    if action["type"] == "wind":
        return f"{first}play the {action.get('wind')} wind"
    beaten = f" over {bid(over)}" if over is not None else " to start a trick"
    burnt, spun = action.get("fire") or (), action.get("spin") or ()
    taken_from = action.get("from") or ()
    panda = action.get("panda")
    points = len(taken_from) if panda is None else panda
    victims = f" from {' and '.join(map(str, taken_from))}" if taken_from else ""
    claims = (
        f"discard {cards(burnt)}" if burnt else "",
        f"spin {cards(spun)}" if spun else "",
        f"take {counted(points, 'point')}{victims}" if points else "",
        f"take {counted(action['bamboo'], 'point')} for Bamboo" if action.get("bamboo") else "",
        mandate,
    )
    played = f"bid {bid(action)}{beaten}"
    if action["type"] == "symbols":
        uses = (f"{card(use['card'])} as {use['as']}" for use in action.get("use") or ())
        claimed = f" (as {claim(action['as'])})" if action.get("as") else ""
        played = f"play {' and '.join(uses)}{claimed}"
    return first + " and ".join((played, *filter(None, claims)))


def _forced(action: Body) -> Iterator[str]:
    """What others discard before they pass for an Element card, in words."""
    for name, discarded in (action.get("forced_discards") or {}).items():
        if discarded:
            yield f"let {name} discard {cards(discarded)}"


def _mandate(mandate: Body) -> str:
    """The Mandate that is activated, in words."""
    if not mandate:
        return ""
    by = f" by discarding {card(mandate['card'])}" if mandate.get("card") else ""
    return f"use the Mandate of the {str(mandate.get('animal')).capitalize()}{by}"


def discards(action: Body) -> bool:
    """Whether the action begins with the discarding of Element cards."""
    return bool(action.get("discard_elements"))


def bid_of(question: Body) -> object:
    """The bid that is asked about: by itself, or as an action at a table."""
    return question.get("bid", question.get("action"))


def over_of(question: Body) -> object:
    """The bid to beat: by itself, or the last one of a trick; ``None`` where there is none."""
    if "position" not in question:
        return question.get("over")
    entries = question["position"].get("trick") or ()
    return next((entry for entry in reversed(entries) if bid_cards(entry)), None)


def no_bid(question: Body) -> Text:
    """The headline where the cards are no bid at all."""
    return Text(f"ILLEGAL: {bid(question['bid'])} is no bid", STYLES["illegal"])


def decided_by(question: Body, answer: Body) -> Lines:
    """The edition and the pinned rulings that decided, and the cards that stand in for others."""
    decided, pinned = answer.get("decided_by") or {}, question.get("rulings") or {}
    if decided:
        chosen = f", with {' and '.join(pins(pinned))}" if pinned else ""
        preset = f"the preset {decided['preset']}, " if "preset" in decided else ""
        added = f" and the expansion {decided['expansion']}" if decided.get("expansion") else ""
        yield Text(f"Decided by {preset}edition {decided['edition']}{added}{chosen}.", "dim")
    if answer.get("stand_ins"):
        named = cards(answer["stand_ins"])
        yield Text(f"Stand-ins, whose real faces no source shows: {named}.", "dim")
