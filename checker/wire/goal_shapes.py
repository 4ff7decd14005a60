"""The shape of goals in JSON, and of what is answered to them, for the published schemas.

``checker.wire.goals`` reads goals; ``specs/goals.md`` tells what each key means.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from checker.conditions import How
from checker.judgements import Verdict

Name: TypeAlias = Annotated[str, Field(description="The id of a named goal.")]


class SpanForm(TypedDict, total=False):
    """From the least to the most, both included."""

    least: int
    most: int


NumberForm: TypeAlias = int | SpanForm
BesideForm: TypeAlias = NumberForm | How


class TopsForm(TypedDict, total=False):
    """From one value to another, both included."""

    least: str
    most: str


class ShapeForm(TypedDict, total=False):
    """What a reading is; a word is how it is beside the bid to beat."""

    kind: Literal["single", "set", "run", "formation", "bomb"]
    width: BesideForm
    length: BesideForm
    top: str | TopsForm | How
    count: BesideForm
    wilds: NumberForm


class ShownForm(TypedDict, total=False):
    """What cards show."""

    cards: NumberForm
    values: NumberForm
    wilds: NumberForm
    shows: dict[str, NumberForm]
    faces: dict[str, NumberForm]


class RulesForm(TypedDict, total=False):
    """Rules, as far as they are named."""

    edition: str
    expansion: str
    rulings: dict[str, str]


class ByForm(RulesForm):
    """A condition by other rules."""

    that: ConditionForm


class WithForm(TypedDict):
    """A condition of the turn with these keys instead of its own."""

    position: NotRequired[dict[str, Any]]
    action: NotRequired[dict[str, Any]]
    that: ConditionForm


ConditionForm = TypedDict(
    "ConditionForm",
    {
        "all": "list[ConditionForm]",
        "any": "list[ConditionForm]",
        "not": "ConditionForm",
        "by": ByForm,
        "with": WithForm,
        "bid": ShownForm,
        "hand": ShownForm,
        "over": "ShapeForm | None",
        "verdict": Verdict,
        "readings": NumberForm,
        "reading": ShapeForm,
        "violates": "list[str]",
        "decided_by": str,
        "settled": bool,
        "differ": "list[RulesForm]",
        "turn": "dict[str, NumberForm]",
        "plays": NumberForm,
        "some_play": "ConditionForm",
        "every_play": "ConditionForm",
    },
    total=False,
)
ConditionForm.__doc__ = "A condition: exactly one of the keys."


class MostForm(TypedDict):
    """How far to look."""

    cards: int
    values: int


class GoalForm(RulesForm):
    """A goal: what has to hold of a bid, of a hand, or of a turn that fills a sketch."""

    about: Literal["bid", "hand", "turn"]
    that: ConditionForm
    most: NotRequired[MostForm]
    position: NotRequired[dict[str, Any]]
    action: NotRequired[dict[str, Any]]


class FindBody(TypedDict):
    """What are the smallest examples of this goal?"""

    goal: Name | GoalForm
    limit: NotRequired[int]
    seed: NotRequired[int]


class ExampleForm(TypedDict):
    """An example: the body to send to ``POST /v1/judge`` or ``POST /v1/plays``."""

    endpoint: Literal["judge", "plays"]
    body: dict[str, Any]


class BlamedForm(TypedDict):
    """A clause because of which there is no example."""

    clause: str
    title: str
    source: str
    section: str


class FindAnswer(TypedDict):
    """The examples, the smallest first; where there are none, the clauses that leave none.

    ``impossible`` is null where there are examples, or where no clauses are known to leave none
    within the bounds; it is empty where there are none whatever the clauses say. ``exhausted``
    tells that there are no more within the bounds.
    """

    goal: GoalForm
    examples: list[ExampleForm]
    impossible: list[BlamedForm] | None
    bounds: str
    exhausted: bool


class NamedGoalForm(TypedDict):
    """A named goal, and what comes of it."""

    id: str
    title: str
    statement: str
    expect: Literal["found", "impossible", "none"]
    goal: GoalForm
