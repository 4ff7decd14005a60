"""The winds of the early edition. Its Bombs, Pandas, points and game end stand with the others.

Part of the plain reference for a whole game (`tests.reference_game` describes all of it).

Readings of the rules that the text does not settle:

* A wind needs no cards in the hand: a player whose turn comes with an empty hand may play it.
* The bid to beat may be one's own after a wind: who made it has to outbid it or pass like anybody.
* The text has the player of a wind discard everything played to the trick, always. So cards that
  this player bids after the wind do not come back either when passing later.
* `is-out`: the wind itself is the pass; no pass is written or told beside it.
* A condition that is not printed is told by `condition_met`; what it says about the South is
  ignored, because that condition is known.
* A wind of which the condition is not told is not listed among the legal actions.
* All symbols of a Bomb are ignored, Bamboo and Panda too, as in the rulebook.
* The Panda's victim is named (`from`) unless there is a single way in which the points can be paid.
  Opponents are all other players, whether in the trick, passed or shown out.
* `capped-at-19` counts Bamboo and Panda together; `blocked-at-19` may pass nineteen from below.
  Who has twenty or more without showing out goes on playing and wins when showing out.
"""

from __future__ import annotations

from tests.reference_flow import discard, draw, lying, move_on
from tests.reference_table import Action, Event, Missing, Table

WINDS = ("east", "south", "west", "north")
CARDS_DRAWN_BY_A_WIND = 2
VALUES_FOR_SOUTH = 3


def wind_faults(table: Table, name: str, action: Action) -> list[str]:
    """Why this player may not play this wind."""
    wind = action["wind"]
    if wind not in WINDS:
        raise ValueError(f"not a wind: {wind!r}")
    faults: list[str] = []
    if "wind" not in table.player(name):
        faults.append(Missing(f"the wind of {name}"))
    elif table.player(name)["wind"] != wind:
        faults.append("the player does not hold this wind")
    reading = table.reading_to_beat()
    if reading is None:
        return [*faults, "a wind only answers a bid"]
    if wind == "south":
        if reading[0] not in ("run", "formation") or reading[2] < VALUES_FOR_SOUTH:
            faults.append("the south wind answers a Run or Formation of three different values")
    elif action.get("condition_met") is None:
        faults.append(Missing(f"the condition of the {wind} wind (condition_met)"))
    elif not action["condition_met"]:
        faults.append("the condition of the wind is not met")
    return faults


def act_wind(table: Table, name: str, action: Action, events: list[Event]) -> None:
    """Play the wind, discard all own cards of the trick, draw; the bid to beat stays."""
    own = [card for card, _ in lying(table, name)]
    table.player(name)["wind"] = None
    events.append(("wind", name, action["wind"]))
    discard(table, name, own, events)
    table.position["trick"].append({"player": name, "wind": action["wind"]})
    draw(table, name, CARDS_DRAWN_BY_A_WIND, events)
    move_on(table, name, events)
