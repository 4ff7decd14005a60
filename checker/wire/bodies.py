"""Typed bodies of the requests, and the questions they ask.

One pass of validation finds every fault, unknown keys, names and cards alike; ``validating``
turns what it finds into faults for the caller. The context of a validation is the deck.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field, GetCoreSchemaHandler, GetPydanticSchema
from pydantic_core import core_schema

from checker.questions import (
    MOST_PLAYS,
    ActionsQuestion,
    By,
    Explain,
    JudgeQuestion,
    PlaysQuestion,
    Rules,
    TurnQuestion,
)
from checker.rulebook import SELECTORS, rulebook
from checker.wire.actions import ActionIn
from checker.wire.cards import BidIn, Cards, StrictBody, one_of, spelled
from checker.wire.cursors import ACCEPTED_CURSOR, Cursor, read_cursor, write_cursor
from checker.wire.normal import Form, actions_form, decision_id, plays_form
from checker.wire.own_decks import DeckIn
from checker.wire.positions import PositionBody
from checker.wire.problems import Fault, Invalid


def _rulings(_type: object, _handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    options = {
        ruling.id: core_schema.typed_dict_field(
            core_schema.literal_schema(list(ruling.options)), required=False
        )
        for ruling in rulebook().rulings.values()
    }
    return core_schema.typed_dict_schema(options, extra_behavior="forbid", ref="Rulings")


EXPANDED = "rulebook"
"""The text that the expansion is played with."""


class RulesBody(StrictBody):
    """The keys that say which rules decide."""

    preset: Annotated[str, one_of(rulebook().presets)] | None = Field(
        default=None, description="House rules by name; what stands beside it goes before."
    )
    edition: Annotated[str, one_of(rulebook().editions)] = "rulebook"
    expansion: Annotated[str, one_of(SELECTORS["expansion"][1:])] | None = None
    rulings: Annotated[dict[str, str], GetPydanticSchema(_rulings)] = Field(default_factory=dict)
    deck: DeckIn = Field(
        default=None, description="The deck that named cards belong to; by default the edition's."
    )

    @property
    def rules(self) -> Rules:
        """The edition, the rulings pinned, the deck named and the expansion played with.

        Raises ``Invalid`` for the expansion beside an edition that it does not go with.
        """
        edition, expansion, pinned = self.edition, self.expansion, self.rulings
        if self.preset:
            preset, given = rulebook().preset(self.preset), self.model_fields_set
            edition = edition if "edition" in given else preset.edition
            expansion = expansion if "expansion" in given else preset.expansion
            pinned = {**preset.rulings, **pinned}
        rules = Rules(rulebook().edition(edition), pinned, self.deck, expansion, self.preset)
        if expansion and rules.used["edition"] != EXPANDED:
            detail = f"the expansion does not go with the edition {edition}"
            raise Invalid([Fault("/expansion", expansion, "null", detail)])
        return rules


class JudgeBody(RulesBody):
    """Does this bid beat that one?"""

    bid: BidIn
    over: BidIn | None = Field(
        default=None, description="The bid to beat; null for the first bid of a trick."
    )
    hand: Cards | None = Field(default=None, description="Only looked at for alternatives.")
    explain: Explain = "reasons"
    certificate: bool = False

    def question(self) -> JudgeQuestion:
        """The question that the body asks."""
        return JudgeQuestion(
            bid=self.bid,
            over=self.over,
            hand=None if self.hand is None else tuple(self.hand),
            rules=self.rules,
            explain=self.explain,
            certificate=self.certificate,
        )


class TurnBody(RulesBody):
    """May this action be taken at this table?"""

    position: PositionBody
    action: ActionIn
    explain: Explain = "reasons"
    certificate: bool = False

    def question(self) -> TurnQuestion:
        """The question that the body asks."""
        return TurnQuestion(
            position=self.position.position(),
            action=self.action.action(),
            rules=self.rules,
            explain=self.explain,
            certificate=self.certificate,
        )


class StepBody(TurnBody):
    """What comes of this action at this table?"""


class DisputeBody(JudgeBody):
    """Does this bid beat that one, by every edition and every option that matters?

    Hand, explain and certificate may stand there as for a judgement; they change nothing.
    """


class DisputeTurnBody(TurnBody):
    """May this action be taken at this table, by every edition and every option that matters?

    Explain and certificate may stand there as for a judgement; they change nothing.
    """


class StatusBody(RulesBody):
    """Can this position be?"""

    position: PositionBody

    def question(self) -> ActionsQuestion:
        """The question what may be done at the table, which nobody has to ask."""
        return ActionsQuestion(self.position.position(), self.rules)


LimitIn: TypeAlias = Annotated[int, Field(ge=1, le=MOST_PLAYS)]
CursorIn: TypeAlias = Annotated[
    Cursor, spelled(read_cursor, "From the answer that holds the page before.")
]


def _check_cursor(cursor: Cursor | None, form: Form) -> None:
    """Raises ``Invalid`` for the cursor of another question than that of this form."""
    if cursor and not cursor.of(decision_id(form)):
        got, detail = write_cursor(*cursor), "the cursor belongs to another question"
        raise Invalid([Fault("/cursor", got, ACCEPTED_CURSOR, detail)])


class PlaysBody(RulesBody):
    """What can be played from this hand?"""

    hand: Cards
    over: BidIn | None = Field(
        default=None, description="The bid to beat; null for the first bid of a trick."
    )
    limit: LimitIn | None = None
    cursor: CursorIn | None = None
    by: By = "cards"

    def question(self) -> PlaysQuestion:
        """The question that the body asks; raises ``Invalid`` for the cursor of another one."""
        question = PlaysQuestion(
            hand=tuple(self.hand),
            over=self.over,
            rules=self.rules,
            by=self.by,
            limit=self.limit,
            start=self.cursor.start if self.cursor else 0,
        )
        _check_cursor(self.cursor, plays_form(question, question.rules.used))
        return question


class ActionsBody(RulesBody):
    """What may the player do whose turn it is?"""

    position: PositionBody
    limit: LimitIn | None = None
    cursor: CursorIn | None = None
    by: By = "cards"

    def question(self) -> ActionsQuestion:
        """The question that the body asks; raises ``Invalid`` for the cursor of another one."""
        question = ActionsQuestion(
            position=self.position.position(),
            rules=self.rules,
            by=self.by,
            limit=self.limit,
            start=self.cursor.start if self.cursor else 0,
        )
        _check_cursor(self.cursor, actions_form(question, question.rules.used))
        return question
