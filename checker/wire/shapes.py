"""The shape of every answer, from which the published schemas are made.

The functions that build the answers are typed with these, so that the two cannot drift apart.
Later versions may add keys.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field

# Pydantic cannot read the TypedDict of the standard library before Python 3.12.
from typing_extensions import TypedDict

from checker.judgements import Verdict
from checker.positions import Mood
from checker.rulebook import Force, Part

Options: TypeAlias = Annotated[
    dict[str, str], Field(description="Options of rulings, by the id of the ruling.")
]
Cursor: TypeAlias = Annotated[
    str | None, Field(description="Where the next page of this question starts, if there is one.")
]


class CardObject(TypedDict):
    """A card that the caller spelled out, in canonical spelling."""

    element: str
    white: str
    blue: str
    side: str


CardForm: TypeAlias = str | CardObject


Wild = TypedDict("Wild", {"index": int, "as": str | None})
Wild.__doc__ = "One wild symbol: the place of its card, and the value it stands for, if used."


class ReadingForm(TypedDict):
    """A combination: ``width`` of each of ``length`` consecutive values, the last one ``top``."""

    kind: Literal["single", "set", "run", "formation", "bomb"]
    width: int
    length: int
    top: str


class TakenForm(ReadingForm):
    """Cards taken as a reading: all its values, ascending, and what each wild symbol stands for."""

    values: list[str]
    wilds: list[Wild]


class ReasonForm(TypedDict):
    """A clause, where it stands, and what it means for this bid.

    ``fallback`` stands there where the edition is silent and another one was asked, ``ruling``
    where the clause holds only under these options.
    """

    clause: str
    message: str
    source: str
    section: str
    fallback: NotRequired[Literal[True]]
    ruling: NotRequired[Options]


class ChangeForm(TypedDict):
    """Other options of unpinned rulings, and the verdict under them."""

    change: Options
    verdict_otherwise: Verdict
    readings_otherwise: list[TakenForm]


class AlternativeForm(TypedDict):
    """A legal play near to a refused one; wild indexes point into ``cards``.

    An Element card or a pass has a ``type``, no reading, and the unused Element cards that have to
    be discarded before.
    """

    cards: list[CardForm]
    reading: TakenForm | None
    added: list[CardForm]
    removed: list[CardForm]
    type: NotRequired[Literal["element", "pass"]]
    discard_elements: NotRequired[list[CardForm]]


class UnderOverForm(TypedDict):
    """The verdict if the bid to beat is this reading."""

    over: TakenForm
    verdict: Verdict
    readings: list[TakenForm]
    reasons: list[ReasonForm]


class StepForm(TypedDict):
    """What one clause says of the reading that is explained, null where no cards are bid.

    Null is also what the position does not tell.
    """

    clause: str
    reading: ReadingForm | None
    applies: bool | None
    holds: bool | None


class DecidedBy(TypedDict):
    """Everything that the answer rests on besides the question: rules, data and engine."""

    edition: str
    expansion: str | None
    rulings: Options
    deck: str
    specs: Annotated[
        str, Field(description="Version of the data an answer depends on, decks as well.")
    ]
    engine: str
    preset: NotRequired[Annotated[str, Field(description="The preset that the question named.")]]


class JudgeAnswer(TypedDict):
    """Whether the bid beats the other, under which readings, and why.

    ``settled``: no choice of the rulings left unpinned changes the verdict. ``rulings`` holds the
    smallest choices that do change it. ``stand_ins`` names cards whose face no source shows.
    """

    verdict: Verdict
    settled: bool
    readings: list[TakenForm]
    reasons: list[ReasonForm]
    rulings: list[ChangeForm]
    alternatives: list[AlternativeForm]
    decided_by: DecidedBy
    decision_id: str
    stand_ins: list[str]
    by_over: NotRequired[list[UnderOverForm]]
    missing: NotRequired[list[str]]
    conflicts: NotRequired[list[list[str]]]
    repairs: NotRequired[list[list[str]]]
    trace: NotRequired[list[StepForm]]
    certificate: NotRequired[str]


class PlayForm(TypedDict):
    """A legal play: its cards, their places in the hand, and how they are taken.

    ``multiplicity`` stands only in plays by faces: in how many ways the cards can be chosen.
    """

    cards: list[CardForm]
    indexes: list[int]
    reading: TakenForm
    multiplicity: NotRequired[int]


class ProofForm(TypedDict):
    """What the model was asked about the list, and what it answered."""

    proved: bool
    asked: str
    answer: Literal["unsat", "sat", "not asked"]


class PlaysUnderOver(TypedDict):
    """The plays if the bid to beat is this reading.

    ``cursor`` is always null: for the pages, say in ``over.as`` which reading it is.
    """

    over: TakenForm
    plays: list[PlayForm]
    count: int
    complete: bool
    proof: ProofForm
    cursor: None


class PlaysAnswer(TypedDict):
    """The legal plays of a hand in their one order.

    ``complete`` is true only when all are listed here and proved to be all.
    """

    plays: list[PlayForm]
    count: int
    complete: bool
    proof: ProofForm
    cursor: Cursor
    decided_by: DecidedBy
    decision_id: str
    stand_ins: list[str]
    by_over: NotRequired[list[PlaysUnderOver]]
    missing: NotRequired[list[str]]


class MandateOptionForm(TypedDict):
    """The Mandate that a bid may activate: by the ``bid``, or by a ``discard`` of one of these.

    ``take`` are the cards that the Horse may take, ``most`` how many the Rabbit may discard; more
    may be possible, depending on what is ``missing`` in the position.
    """

    animal: str
    by: list[str]
    discard: NotRequired[list[CardForm]]
    take: NotRequired[list[CardForm]]
    most: NotRequired[int]
    missing: NotRequired[list[str]]


OptionsForm = TypedDict(
    "OptionsForm",
    {
        "fire": NotRequired[int],
        "spin": NotRequired[int],
        "panda": NotRequired[int],
        "from": NotRequired[list[str]],
        "bamboo": NotRequired[int],
        "missing": NotRequired[list[str]],
        "mandate": NotRequired[MandateOptionForm],
    },
)
OptionsForm.__doc__ = """What the symbols of a bid grant: how much of each may be claimed at most.

``fire`` cards may be discarded, ``spin`` cards spun, ``panda`` points taken from the player in
``from``, ``bamboo`` points taken from the supply. What is not granted is absent. More may be
granted, depending on what is ``missing`` in the position.
"""


class MandateForm(TypedDict):
    animal: str
    by: str
    card: NotRequired[CardForm]
    drawn: NotRequired[CardForm]
    top: NotRequired[CardForm]
    put: NotRequired[CardForm]
    flip: NotRequired[bool]
    discard: NotRequired[list[CardForm]]
    keep: NotRequired[bool]
    take: NotRequired[CardForm]


MandateForm.__doc__ = "A Mandate that was activated, and what it was used for."


BidActionForm = TypedDict(
    "BidActionForm",
    {
        "type": Literal["bid"],
        "cards": list[CardForm],
        "as": ReadingForm,
        "mandate": NotRequired[MandateForm],
    },
)
BidActionForm.__doc__ = "A bid as a request may hold it, declared in full, its symbols unused."


class ElementActionForm(TypedDict):
    """The playing of an Element card as a request may hold it."""

    type: Literal["element"]
    card: CardForm
    discard_elements: list[CardForm]


class PassActionForm(TypedDict):
    """A pass as a request may hold it."""

    type: Literal["pass"]
    discard_elements: list[CardForm]


class BidPlayForm(PlayForm):
    """A legal bid, its places in the hand of the player whose turn it is, and what it grants.

    ``action`` is it as a request may hold it; to use its symbols, add to it what ``options`` grant.
    A bid that ``requires`` a Mandate is legal with that one alone.
    """

    type: Literal["bid"]
    options: OptionsForm
    action: BidActionForm
    requires: NotRequired[str]


class ElementPlayForm(ElementActionForm):
    """An Element card that may be played once these others are discarded."""

    action: ElementActionForm


class PassPlayForm(PassActionForm):
    """A pass that is legal once these Element cards are discarded."""

    action: PassActionForm


class WindActionForm(TypedDict):
    """The playing of a wind as a request may hold it."""

    type: Literal["wind"]
    wind: str


class WindPlayForm(WindActionForm):
    """A wind that may be played."""

    action: WindActionForm


TakenActionForm: TypeAlias = BidActionForm | ElementActionForm | PassActionForm | WindActionForm


class SymbolsPlayForm(TypedDict):
    """Cards of which any may be played as symbols.

    ``waters`` has, for one of them played as Water, for two, and so on, the readings they make.
    """

    type: Literal["symbols"]
    cards: list[CardForm]
    waters: list[list[ReadingForm]]


ActionForm: TypeAlias = (
    BidPlayForm | ElementPlayForm | PassPlayForm | WindPlayForm | SymbolsPlayForm
)


class UndeterminedElementForm(ElementPlayForm):
    """An Element card that is legal or not, depending on what is missing in the position."""

    missing: list[str]


class UndeterminedPassForm(PassPlayForm):
    """A pass that is legal or not, depending on what is missing in the position."""

    missing: list[str]


class UndeterminedWindForm(WindPlayForm):
    """A wind that is legal or not, depending on what is missing."""

    missing: list[str]


class UndeterminedSymbolsForm(SymbolsPlayForm):
    """Symbols that are legal or not, depending on what is missing in the position."""

    missing: list[str]


class UndeterminedBidForm(BidPlayForm):
    """A bid by a Mandate that is legal or not, depending on what is missing in the position."""

    missing: list[str]


UndeterminedForm: TypeAlias = (
    UndeterminedBidForm
    | UndeterminedElementForm
    | UndeterminedPassForm
    | UndeterminedWindForm
    | UndeterminedSymbolsForm
)


class ActionsUnderOver(TypedDict):
    """The bids if the bid to beat is this reading.

    ``cursor`` is always null: for the pages, say in the trick which reading it is.
    """

    over: TakenForm
    plays: list[BidPlayForm]
    count: int
    complete: bool
    proof: ProofForm
    cursor: None


class ActionsAnswer(TypedDict):
    """What the player may do whose turn it is: bids, then Element cards, then passes.

    Each of ``discard_elements`` is as few as will do; more unused Element cards may go as well.
    What others discard before they pass for an Element card is not listed. ``complete`` is true
    only when all are listed here and the bids are proved to be all. What the position does not
    decide stands in ``undetermined``, and then the list is not complete.
    """

    plays: list[ActionForm]
    undetermined: NotRequired[list[UndeterminedForm]]
    count: int
    complete: bool
    proof: ProofForm
    cursor: Cursor
    decided_by: DecidedBy
    decision_id: str
    stand_ins: list[str]
    by_over: NotRequired[list[ActionsUnderOver]]
    missing: NotRequired[list[str]]


class ClaimForm(TypedDict):
    """What was said of a bid."""

    kind: NotRequired[str]
    width: NotRequired[int]
    length: NotRequired[int]
    top: NotRequired[str]


class CountForm(TypedDict):
    """A hand of which only the number of cards is known."""

    count: int


class PlayerForm(TypedDict):
    """A player; what is absent is unknown."""

    name: str
    hand: NotRequired[list[CardForm] | CountForm]
    points: NotRequired[int]
    wind: NotRequired[str | None]


PlayedAsForm = TypedDict("PlayedAsForm", {"card": CardForm, "as": str})
PlayedAsForm.__doc__ = "A card that was played as a symbol."
BidEntryForm = TypedDict(
    "BidEntryForm",
    {
        "player": str,
        "cards": list[CardForm],
        "as": NotRequired[ClaimForm],
        "used": NotRequired[dict[str, int]],
        "mandate": NotRequired[MandateForm],
    },
)
BidEntryForm.__doc__ = "A bid of the trick."
PassEntryForm = TypedDict(
    "PassEntryForm",
    {"player": str, "pass": Literal[True], "discard_elements": NotRequired[list[CardForm]]},
)
PassEntryForm.__doc__ = "A pass of the trick."


class WindEntryForm(TypedDict):
    """A wind that was played."""

    player: str
    wind: str


SymbolsEntryForm = TypedDict(
    "SymbolsEntryForm",
    {
        "player": str,
        "symbols": list[PlayedAsForm],
        "as": NotRequired[ClaimForm],
        "used": NotRequired[dict[str, int]],
        "mandate": NotRequired[MandateForm],
    },
)
SymbolsEntryForm.__doc__ = "Cards that were played as symbols: with a Water a bid, else a pass."
EntryForm: TypeAlias = BidEntryForm | PassEntryForm | WindEntryForm | SymbolsEntryForm


class PositionForm(TypedDict):
    """A position as a request may hold it; what is absent is unknown."""

    players: list[PlayerForm]
    turn: str | None
    trick: list[EntryForm]
    draw_pile: NotRequired[int | list[CardForm]]
    discard: NotRequired[list[CardForm]]
    suits: NotRequired[list[str]]
    elements: NotRequired[bool]
    mood: NotRequired[Mood]
    out: list[str]
    mandate: NotRequired[str | None]
    mandate_used: NotRequired[bool]
    variant: NotRequired[bool]


EventName: TypeAlias = Annotated[
    Literal[
        "discard-elements",
        "bid",
        "spin",
        "fire",
        "panda",
        "bamboo",
        "element",
        "wind",
        "mandate",
        "draw",
        "reshuffle",
        "swap",
        "sees",
        "monkey",
        "take",
        "score",
        "end-turn",
        "stays",
        "skip",
        "pass",
        "spun-back",
        "discard",
        "trick-won",
        "out",
        "lead",
        "round-end",
        "next-starter",
        "game-end",
    ],
    Field(
        description="Beside event, clause and text stand, by name: player and cards with "
        "discard-elements, spin, fire, element, draw, spun-back and discard; player, cards and as "
        "with bid; player, from and points with panda; player and points with bamboo, out, "
        "next-starter and game-end; player alone with pass, trick-won and lead; nothing more with "
        "round-end and reshuffle; player and wind with wind; player and animal with mandate; "
        "player and cards with swap; player, from and cards with sees, monkey and take; player and "
        "points with score; player alone with end-turn, stays and skip. Spun hand cards are named "
        "as they were, cards that come back as they are then."
    ),
]

EventForm = TypedDict(
    "EventForm",
    {
        "event": EventName,
        "player": NotRequired[str],
        "from": NotRequired[str],
        "cards": NotRequired[list[CardForm]],
        "as": NotRequired[ReadingForm],
        "points": NotRequired[int],
        "wind": NotRequired[str],
        "animal": NotRequired[str],
        "clause": str,
        "text": str,
    },
)
EventForm.__doc__ = """One thing that happened, the clause that says so, and it in a sentence.

A card that nobody knows is ``"unknown"``; ``from`` is the player whom points are taken from.
"""


class StepAnswer(JudgeAnswer):
    """The judgement of an action, the position after it, and what happened, in order.

    An action that is not legal changes nothing. ``points`` are those of each player, null where
    they are not known. When the round is over, ``next_starter`` or ``winner`` stands there.
    """

    position: PositionForm
    events: list[EventForm]
    points: dict[str, int | None]
    next_starter: NotRequired[str]
    winner: NotRequired[str]


class SourceForm(TypedDict):
    """Where a text says a clause."""

    source: str
    section: str


class ClauseForm(TypedDict):
    """One rule, in this project's own words; ``when`` names the options under which it holds."""

    id: str
    title: str
    sources: list[SourceForm]
    force: Force
    part: Part
    rule: str
    broken: str
    kept: str
    about_wilds: Literal["", "shown", "used"]
    when: Options
    order: int


class RulingForm(TypedDict):
    """A question that the texts leave open, or on which two of them differ."""

    id: str
    question: str
    options: list[str]
    meaning: Annotated[dict[str, str], Field(description="What each option means.")]
    unsettles: bool
    why: str
    sources: list[str]
    only: Annotated[
        str | None, Field(description="The one text that raises it, if not the printed rulebook.")
    ]
    asked_with: Annotated[
        str | None,
        Field(description="What has to be played for it to come up: an animal, symbols."),
    ]


class EditionForm(TypedDict):
    """A rules text, what is wild in it, and the options it takes unless told otherwise.

    What it ``settles`` it says itself. ``sources`` are where to find an option that a text laid
    over another decides.
    """

    id: str
    title: str
    wild: str
    deck: str
    based_on: str | None
    covers: list[str]
    rulings: Options
    settles: list[str]
    sources: dict[str, SourceForm]


class PresetForm(TypedDict):
    """House rules: an edition, an expansion and options that are pinned together, and why."""

    id: str
    title: str
    edition: str
    expansion: str | None
    rulings: Options
    why: str


class TheoremForm(TypedDict):
    """What is proved about the rules, and the texts about which it says something."""

    id: str
    title: str
    statement: str
    editions: list[str]


class HangsOnForm(TypedDict):
    """A ruling that is decided in two ways, ``here`` and in the row that is compared with."""

    ruling: str
    here: str
    there: str
    question: str
    why: str


class BecauseForm(ReasonForm):
    """A clause that refuses here and not there, or the other way round, and what that hangs on.

    ``lost`` are the readings that it takes from a bid which is not refused as such, ``lost_over``
    those that it takes from the bid to beat. ``hangs_on`` is empty where the texts themselves part.
    """

    refuses: Literal["here", "there"]
    lost: list[ReadingForm]
    lost_over: list[ReadingForm]
    hangs_on: list[HangsOnForm]


class DisputeRow(TypedDict):
    """The answer by one text, with these ``options`` other than its own.

    ``verdict`` is null where the question cannot be asked by these rules, and ``detail`` says why.
    ``because`` compares with the first row that has a verdict.
    """

    edition: str
    expansion: str | None
    options: Options
    verdict: Verdict | None
    readings: list[TakenForm]
    reasons: list[ReasonForm]
    because: list[BecauseForm]
    detail: NotRequired[str]


class DisputeAnswer(TypedDict):
    """One question answered side by side, by every edition and every option that matters.

    ``verdict`` is legal or illegal where all rows say so, undetermined where they part.
    ``decided_by`` are the rules that the question names, which every row starts from.
    """

    verdict: Verdict
    rows: list[DisputeRow]
    decided_by: DecidedBy
    decision_id: str
    stand_ins: list[str]


class AnswerForm(TypedDict):
    """What is told of a fixture: the verdict, null where it cannot be asked; or how many plays."""

    verdict: NotRequired[Verdict | None]
    readings: NotRequired[list[ReadingForm]]
    reasons: NotRequired[list[str]]
    plays: NotRequired[int]


class ChangedForm(TypedDict):
    """A fixture that an overlay changes, and the clauses that make the difference."""

    id: str
    edition: str
    before: AnswerForm
    after: AnswerForm
    because: list[BecauseForm]


class ChangesAnswer(TypedDict):
    """Which fixtures an overlay changes, of how many it was tried on."""

    editions: list[str]
    cases: int
    changed: list[ChangedForm]


class FaceForm(TypedDict):
    """One half of an Animal card.

    ``values`` are as cards are written, all the same; ``printed`` is what the card shows for each
    of them, ``rank`` its place among the values, 1 for the lowest. ``symbols`` stand in order.
    """

    face: str
    values: list[str]
    printed: str
    rank: int
    symbols: list[str]


class AnimalForm(TypedDict):
    """The animal of a value; ``inferred`` where no source shows it with this value.

    ``token`` is the value as the source prints it beside the animal.
    """

    animal: str
    token: str
    source: str
    inferred: bool


class HalvesForm(TypedDict):
    """A card as it lies: how it is written then, and the faces on its two halves."""

    card: str
    upper: str
    lower: str


class SidesForm(TypedDict):
    """A card with its White and with its Blue side up."""

    white: HalvesForm
    blue: HalvesForm


class AnimalCardForm(TypedDict):
    """An Animal card; where its blue face is not ``known`` it is a stand-in without a source."""

    name: str
    element: str
    colour: str
    animal: AnimalForm
    white: FaceForm
    blue: FaceForm
    known: bool
    source: str | None
    sides: SidesForm


class ConditionForm(TypedDict):
    """When an Element card may be played, and under which options that is its condition."""

    clause: str
    rule: str
    when: Options


class ElementCardForm(TypedDict):
    """An Element card, its number, and its condition under each reading of it."""

    name: str
    element: str
    colour: str
    number: int
    conditions: list[ConditionForm]


class DeckForm(TypedDict):
    """A deck of the specs: its cards, and the shapes of blue faces that each suit has.

    ``colour`` is the rulebook's word for the colour of a suit, and a colour keyword of CSS.
    """

    id: str
    title: str
    editions: list[str]
    structure: dict[str, list[str]]
    cards: list[AnimalCardForm]
    element_cards: list[ElementCardForm]


class FaultForm(TypedDict):
    """One thing to mend; ``pointer`` is an RFC 6901 JSON pointer into the body.

    ``got`` is the JSON text, such as ``[]``, where a whole list or object is at fault; ``detail``
    then says which of them it is. ``clause``, ``source`` and ``section`` stand there where a rule
    of the game is broken.
    """

    pointer: str
    got: str | int | float | bool | None
    accepted: str
    detail: str
    clause: NotRequired[str]
    source: NotRequired[str]
    section: NotRequired[str]


class PositionFaultForm(TypedDict):
    """One thing in a position that cannot be, and the clause it breaks.

    ``clause``, ``source`` and ``section`` are null where no rule of the game is broken, but the
    position contradicts itself, as with two players of one name.
    """

    pointer: str
    got: str | int | float | bool | None
    accepted: str
    detail: str
    clause: str | None
    source: str | None
    section: str | None


class StatusAnswer(TypedDict):
    """Everything in a position that cannot be, by place; ``ok`` where there is nothing.

    Of the bids of the trick, the first is named that cannot have been made.
    """

    ok: bool
    faults: list[PositionFaultForm]


class DividedForm(TypedDict):
    """A play of the first turn, as a request may hold it, and the ways to go on after it."""

    action: TakenActionForm
    nodes: int


class PerftAnswer(TypedDict):
    """The number of ways to play so many turns on, and how they divide by the first turn."""

    depth: int
    nodes: int
    divide: list[DividedForm]


class ProblemForm(TypedDict):
    """A problem as RFC 9457 has it; ``errors`` lists the faults of a body that was read."""

    type: str
    title: str
    status: int
    detail: str
    errors: NotRequired[list[FaultForm]]
