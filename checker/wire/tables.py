"""Tables, what may be done at them and what happens there, in wire form.

A position that is written reads back as the same one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from checker.actions import Action, BidAction, ElementAction, Mandate, PlayedAs, WindAction
from checker.cards import Card
from checker.judgements import (
    ActionList,
    MandateOption,
    Options,
    Other,
    OtherPlay,
    Play,
    PlayList,
    ShapedPlay,
    SymbolsPlay,
    WindPlay,
)
from checker.perft import Divided
from checker.positions import Entry, Hand, PassEntry, Player, Position, WindEntry
from checker.questions import MOST_CARDS, ActionsQuestion, TurnQuestion
from checker.readings import Claim
from checker.refereeing import Event, Stepped
from checker.telling import tell
from checker.turn_verdicts import UNDECLARED
from checker.wire import shapes
from checker.wire.cursors import write_cursor
from checker.wire.normal import actions_form, card_form, cards_form, decision_id
from checker.wire.positions import UNKNOWN_CARD
from checker.wire.writing import (
    cards_on_table,
    decided_by,
    judge_answer,
    play_form,
    proof_form,
    reading_form,
    stand_ins,
    taken_form,
)

_WITH_CARDS = (
    *("discard-elements", "bid", "spin", "fire", "element", "draw", "spun-back", "discard"),
    *("swap", "sees", "monkey", "take"),
)
_WITH_POINTS = ("panda", "bamboo", "score", "out", "next-starter", "game-end")


def position_form(position: Position) -> shapes.PositionForm:
    """The position as a request may hold it; in a hand, cards that are not known come last."""
    form: shapes.PositionForm = {
        "players": [_player(player) for player in position.players],
        "turn": position.turn,
        "trick": [_entry(entry) for entry in position.trick],
        "out": list(position.out),
    }
    pile = position.draw_pile
    if pile is not None:
        form["draw_pile"] = pile if isinstance(pile, int) else [card_form(c) for c in pile]
    if position.discard is not None:
        form["discard"] = [card_form(card) for card in position.discard]
    if position.suits is not None:
        form["suits"] = [suit.value for suit in position.suits]
    if position.elements is not None:
        form["elements"] = position.elements
    if position.mood is not None:
        form["mood"] = position.mood
    if position.mandate is not None:
        form["mandate"] = position.mandate or None
    if position.mandate_used:
        form["mandate_used"] = True
    if position.variant is not None:
        form["variant"] = position.variant
    return form


def _player(player: Player) -> shapes.PlayerForm:
    form: shapes.PlayerForm = {"name": player.name}
    hand = _hand(player.hand)
    if hand is not None:
        form["hand"] = hand
    if player.points is not None:
        form["points"] = player.points
    if player.winds is not None:
        form["wind"] = player.winds[0].value if player.winds else None
    return form


def _hand(hand: Hand) -> list[shapes.CardForm] | shapes.CountForm | None:
    """The hand; one too large for a list of which some cards are not known is only counted."""
    if hand.unknown is None:
        return None
    size = len(hand.cards) + hand.unknown
    if hand.unknown and (not hand.cards or size > MOST_CARDS):
        return {"count": size}
    return [*(card_form(card) for card in hand.cards), *[UNKNOWN_CARD] * hand.unknown]


def _entry(entry: Entry) -> shapes.EntryForm:
    match entry:
        case WindEntry():
            return {"player": entry.player, "wind": entry.wind.value}
        case PassEntry():
            if entry.symbols:
                return {"player": entry.player, "symbols": symbols_form(entry.symbols)}
            passed: shapes.PassEntryForm = {"player": entry.player, "pass": True}
            if entry.discards:
                passed["discard_elements"] = [card_form(card) for card in entry.discards]
            return passed
    form: shapes.BidEntryForm | shapes.SymbolsEntryForm
    if entry.symbols:
        form = {"player": entry.player, "symbols": symbols_form(entry.symbols)}
    else:
        form = {"player": entry.player, "cards": [card_form(card) for card in entry.cards]}
    if claimed := _claim(entry.claim):
        form["as"] = claimed
    if entry.used is not None:
        form["used"] = {symbol.value: count for symbol, count in entry.used}
    if entry.mandate is not None:
        form["mandate"] = mandate_form(entry.mandate)
    return form


def symbols_form(symbols: Sequence[PlayedAs]) -> list[shapes.PlayedAsForm]:
    """The cards that were played as symbols."""
    return [{"card": card_form(each.card), "as": each.symbol.value} for each in symbols]


def mandate_form(mandate: Mandate) -> shapes.MandateForm:
    """The Mandate with what it was used for."""
    form: shapes.MandateForm = {"animal": mandate.animal, "by": mandate.by}
    if mandate.card is not None:
        form["card"] = card_form(mandate.card)
    if mandate.drawn is not None:
        form["drawn"] = card_form(mandate.drawn)
    if mandate.top is not None:
        form["top"] = card_form(mandate.top)
    if mandate.put is not None:
        form["put"] = card_form(mandate.put)
    if mandate.flip:
        form["flip"] = True
    if mandate.discards:
        form["discard"] = [card_form(card) for card in mandate.discards]
    if mandate.keep:
        form["keep"] = True
    if mandate.take is not None:
        form["take"] = card_form(mandate.take)
    return form


def _claim(claim: Claim) -> shapes.ClaimForm:
    form: shapes.ClaimForm = {}
    if claim.kind is not None:
        form["kind"] = claim.kind.value
    if claim.width is not None:
        form["width"] = claim.width
    if claim.length is not None:
        form["length"] = claim.length
    if claim.top is not None:
        form["top"] = str(claim.top)
    return form


def event_form(event: Event) -> shapes.EventForm:
    """The event with the keys that apply to it, and the sentence that tells it."""
    form = cast(shapes.EventForm, {"event": event.name})
    if event.player is not None:
        form["player"] = event.player
    if event.other is not None:
        form["from"] = event.other
    if event.name in _WITH_CARDS:
        form["cards"] = [*(card_form(c) for c in event.cards), *[UNKNOWN_CARD] * event.unknown]
    if event.reading is not None:
        form["as"] = reading_form(event.reading)
    if event.name in _WITH_POINTS:
        form["points"] = event.points
    if event.word:
        form["wind" if event.name == "wind" else "animal"] = event.word
    form["clause"], form["text"] = event.clause, tell(event)
    return form


def step_answer(question: TurnQuestion, told: Stepped) -> shapes.StepAnswer:
    """The wire form of what came of an action, after the judgement of it."""
    answer = cast(shapes.StepAnswer, judge_answer(question, told.judgement))
    answer["position"] = position_form(told.position)
    answer["events"] = [event_form(event) for event in told.events]
    answer["points"] = {player.name: player.points for player in told.position.players}
    if told.next_starter is not None:
        answer["next_starter"] = told.next_starter
    if told.winner is not None:
        answer["winner"] = told.winner
    return answer


def actions_answer(question: ActionsQuestion, told: ActionList) -> shapes.ActionsAnswer:
    """The wire form of what may be done: a page of the bids, Element cards and passes in a row."""
    bids, position = told.bids, question.position
    hand = [card_form(card) for card in position.player(position.turn or "").hand.cards]
    by_faces = question.by == "faces"
    others = _page_of_others(question, told)
    total, end = bids.count + len(told.others), question.start + len(bids.plays) + len(others)
    asked = decision_id(actions_form(question, question.rules.used))
    answer: shapes.ActionsAnswer = {
        "plays": [
            *(_bid_play(p, o, hand, by_faces) for p, o in _with(bids, told.options)),
            *(_other_form(play, hand, by_faces) for play in others),
        ],
        "count": total,
        "complete": (
            bids.complete
            and (told.shaped_proof is None or told.shaped_proof.proved)
            and len(others) == len(told.others)
            and not told.undetermined
        ),
        "proof": _proof(bids),
        "cursor": write_cursor(end, asked) if end < total else None,
        "decided_by": decided_by(question.rules, bids.rulings),
        "decision_id": decision_id(actions_form(question, bids.rulings)),
        "stand_ins": stand_ins(cards_on_table(position)),
    }
    if told.undetermined:
        answer["undetermined"] = [_undetermined(play, hand) for play in told.undetermined]
        answer["missing"] = list(
            dict.fromkeys(name for play in told.undetermined for name in _missing(play))
        )
    if bids.by_over:
        answer["by_over"] = [
            {
                "over": taken_form(over),
                "plays": [_bid_play(p, o, hand, by_faces) for p, o in _with(under, options)],
                "count": under.count,
                "complete": under.complete,
                "proof": proof_form(under.proof),
                "cursor": None,
            }
            for (over, under), options in zip(bids.by_over, told.options_by_over, strict=True)
        ]
        answer["missing"] = list(dict.fromkeys([UNDECLARED, *answer.get("missing", ())]))
    return answer


def _page_of_others(question: ActionsQuestion, told: ActionList) -> tuple[Other, ...]:
    """What is no bid on this page: as much as there is room for after the last bid."""
    limit, shown, bids = question.limit, len(told.bids.plays), told.bids.count
    if question.start + shown < bids:
        return ()
    start = max(0, question.start - bids)
    return told.others[start : None if limit is None else start + limit - shown]


def _with(listed: PlayList, options: Sequence[Options]) -> Iterator[tuple[Play, Options]]:
    return zip(listed.plays, options, strict=True)


def _proof(bids: PlayList) -> shapes.ProofForm:
    """The proof of the bids, and how the rest was decided."""
    form = proof_form(bids.proof)
    others = "Every Element card and pass that is listed was judged by itself."
    end = "" if form["asked"].endswith("?") else "."
    return {**form, "asked": f"{form['asked']}{end} {others}"}


def _bid_play(
    play: Play, options: Options, hand: list[shapes.CardForm], by_faces: bool
) -> shapes.BidPlayForm:
    form = play_form(play, hand, by_faces)
    action: shapes.BidActionForm = {
        "type": "bid",
        "cards": form["cards"],
        "as": reading_form(play.taken.reading),
    }
    bid = {**form, "type": "bid", "options": _options(options), "action": action}
    return cast(shapes.BidPlayForm, bid)


def _options(options: Options) -> shapes.OptionsForm:
    form: shapes.OptionsForm = {}
    if options.fire:
        form["fire"] = options.fire
    if options.spin:
        form["spin"] = options.spin
    if options.panda:
        form["panda"] = options.panda
    if options.victim is not None:
        form["from"] = [options.victim]
    if options.bamboo:
        form["bamboo"] = options.bamboo
    if options.missing:
        form["missing"] = list(options.missing)
    if options.mandate is not None:
        form["mandate"] = _mandate_option(options.mandate)
    return form


def _other_play(play: OtherPlay) -> shapes.ElementPlayForm | shapes.PassPlayForm:
    if play.card is None:
        passed = _pass_action(play.discards)
        return {**passed, "action": passed}
    action = _element_action(play.card, play.discards)
    return {**action, "action": action}


def _element_action(card: Card, discards: Sequence[Card]) -> shapes.ElementActionForm:
    given_up = [card_form(each) for each in discards]
    return {"type": "element", "card": card_form(card), "discard_elements": given_up}


def _pass_action(discards: Sequence[Card]) -> shapes.PassActionForm:
    return {"type": "pass", "discard_elements": [card_form(card) for card in discards]}


def _other_form(play: Other, hand: list[shapes.CardForm], by_faces: bool) -> shapes.ActionForm:
    """What is no plain bid."""
    match play:
        case ShapedPlay():
            form = _bid_play(play.play, play.options, hand, by_faces)
            mandate = play.options.mandate
            if mandate is not None:
                form["requires"] = mandate.animal
                form["action"]["mandate"] = _first_way(mandate)
            return form
        case WindPlay():
            wind: shapes.WindActionForm = {"type": "wind", "wind": play.wind.value}
            return {**wind, "action": wind}
        case SymbolsPlay():
            waters = [[reading_form(r) for r in readings] for readings in play.waters]
            return {"type": "symbols", "cards": cards_form(play.cards), "waters": waters}
    return _other_play(play)


def _undetermined(play: Other, hand: list[shapes.CardForm]) -> shapes.UndeterminedForm:
    form: Any = {**_other_form(play, hand, by_faces=False), "missing": list(_missing(play))}
    return cast(shapes.UndeterminedForm, form)


def _missing(play: Other) -> tuple[str, ...]:
    if not isinstance(play, ShapedPlay):
        return play.missing
    return play.options.mandate.missing if play.options.mandate else ()


def _first_way(option: MandateOption) -> shapes.MandateForm:
    """The first way to activate the Mandate, as a request may hold it."""
    if option.by_bid or not option.discards:
        return {"animal": option.animal, "by": "bid"}
    return {"animal": option.animal, "by": "discard", "card": card_form(option.discards[0])}


def _mandate_option(option: MandateOption) -> shapes.MandateOptionForm:
    ways = [*(["bid"] if option.by_bid else []), *(["discard"] if option.discards else [])]
    form: shapes.MandateOptionForm = {"animal": option.animal, "by": ways}
    if option.discards:
        form["discard"] = cards_form(option.discards)
    if option.takes:
        form["take"] = cards_form(option.takes)
    if option.most:
        form["most"] = option.most
    if option.missing:
        form["missing"] = list(option.missing)
    return form


def perft_answer(depth: int, told: Sequence[Divided]) -> shapes.PerftAnswer:
    """The wire form of a count of continuations."""
    return {
        "depth": depth,
        "nodes": sum(divided.nodes for divided in told),
        "divide": [{"action": _action(d.action), "nodes": d.nodes} for d in told],
    }


def _action(
    action: Action,
) -> shapes.TakenActionForm:
    """An action as a request may hold it, as far as a count tells actions apart."""
    match action:
        case BidAction():
            # A count declares its bids in full.
            claim = cast(shapes.ReadingForm, _claim(action.claim))
            return {"type": "bid", "cards": [card_form(c) for c in action.cards], "as": claim}
        case WindAction():
            return {"type": "wind", "wind": action.wind.value}
        case ElementAction():
            return _element_action(action.card, action.discard_elements)
    return _pass_action(action.discard_elements)
