"""Theorems: they hold, what tells against one is reproduced, and a broken rule is found out."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from click.testing import CliRunner

from api.app import make_app
from api.cli import main
from checker.cards import VALUES
from checker.decks import deck
from checker.model.logic import Constraint, demand, no
from checker.model.registry import FORMALISED
from checker.model.symbolic import Bounds, SymbolicFacts
from checker.model.theorems.bids import bearing, implying
from checker.model.turn import TURN_FORMALISED, TurnFacts
from checker.proof_forms import proved_form
from checker.proofs import PROOFS, bids
from checker.proofs.bids import any_bid
from checker.proofs.registry import Asked, Shown
from checker.proving import Proved, prove
from checker.readings import Reading, reading_space
from checker.rulebook import Rulings, Unknown, rulebook
from checker.theorems import theorems, theorems_about
from checker.wire import answers

Told = TypeVar("Told")

SLOW = {
    "rulebook": {"same-shape-within-same-count", "wilds-never-punished", "clauses-bear-load"}
    | {"beats-asymmetric"},
    "early": {"same-shape-within-same-count", "wilds-never-punished", "rulings-differ"}
    | {"beats-irreflexive", "beats-asymmetric", "beats-transitive"},
}
"""What takes longest; ``panda-spin prove`` proves it, and the other text, or fewer values, here."""
EXCEPT: dict[str, dict[str, Rulings]] = {
    "rulebook": {"leader-without-animals-can-act": {"lead-without-animals": "stuck"}},
    "early": {"bombs-totally-ordered": {"early-bomb-answer": "any"}},
}
"""The options under which alone a theorem does not hold."""


def proved(names: tuple[str, ...], edition: str = "rulebook", **pinned: str) -> list[Proved]:
    """The theorems of these names and how they come out."""
    return list(prove(rulebook().edition(edition), pinned, names))


def elsewhere(work: Callable[[], Told]) -> Told:
    """What is said in a thread of its own, in which no model is compiled yet."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_every_theorem_is_stated_and_has_a_proof() -> None:
    """The statements and the functions have the same names, and no text is asked for nothing."""
    assert theorems().keys() == PROOFS.keys()
    for theorem in theorems().values():
        assert theorem.statement.endswith(".")
        assert set(theorem.editions) <= rulebook().editions.keys()
        assert PROOFS[theorem.id].__doc__


@pytest.mark.parametrize("edition", SLOW)
def test_theorems_hold(edition: str) -> None:
    """Each holds whatever the rulings are, or but for the options that are named."""
    about = theorems_about(rulebook().edition(edition))
    names = tuple(each.id for each in about if each.id not in SLOW[edition])
    for each in proved(names, edition):
        against = [one.rulings for one in each.finding.against]
        expected = EXCEPT[edition].get(each.theorem.id)
        assert against == ([expected] if expected else []), each
        assert all(one.shown for one in each.finding.against)


def test_slow_theorems_hold_of_fewer_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bids of half a hand: a wild never hurts, and the same shape only takes away."""
    monkeypatch.setattr(bids, "HAND", Bounds(6, 8))
    for edition in SLOW:
        for each in proved(("same-shape-within-same-count", "wilds-never-punished"), edition):
            assert each.standing == "holds"


def test_a_pinned_option_that_breaks_a_theorem_fails_it() -> None:
    """Where any Bomb answers any other, none is the higher one; and a body says so."""
    (told,) = proved(("bombs-totally-ordered",), "early", **{"early-bomb-answer": "any"})
    assert told.standing == "fails"
    one, other = told.finding.against[0].shown
    assert (one.body["bid"], one.body["over"]) == (other.body["over"], other.body["bid"])
    assert [answers.judge(each.body)["verdict"] for each in (one, other)] == ["legal", "legal"]


# Broken rules are found out.


def not_lower(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """The highest value is not below that of the bid to beat, where it has to be above."""
    return demand(no(facts.at_least("over-top", reading.top + 1)), when=facts.answers)


def fewer_wilds(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """No wild symbol is left over."""
    return demand(no(facts.values_and_wilds(reading.count + 1)))


def never(_reading: Reading, _facts: SymbolicFacts) -> Constraint:
    """Whatever it is, it is illegal."""
    return demand(False)


def nothing(_reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """Nothing is asked."""
    return None


def nobody_passes(facts: TurnFacts) -> Constraint:
    """Nobody may pass."""
    return demand(no(facts.holds("passes")))


def no_panda(facts: TurnFacts) -> Constraint:
    """No Panda symbol lies in a bid."""
    return demand(no(facts.any_of("panda-symbols")))


@pytest.mark.parametrize(
    ("theorem", "clause", "broken", "verdict"),
    [
        ("beats-irreflexive", "beat-higher", not_lower, "legal"),
        ("only-bombs-beat-bombs", "bomb-only-by-bomb", nothing, "legal"),
        ("wilds-never-punished", "symbols-optional", fewer_wilds, "illegal"),
        ("every-bid-has-a-verdict", "single-one-value", nothing, "illegal"),
        ("leader-can-act", "single-one-value", never, "illegal"),
    ],
)
def test_a_broken_clause_about_bids_is_found_out(
    theorem: str,
    clause: str,
    broken: Callable[[Reading, SymbolicFacts], Constraint | None],
    verdict: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The theorem fails with a body that is judged as it says, by the same broken rules."""
    monkeypatch.setitem(FORMALISED, clause, broken)
    monkeypatch.setattr(bids, "HAND", Bounds(6, 8))
    shown = elsewhere(lambda: _first_against(theorem))
    assert shown.verdict == verdict
    monkeypatch.undo()
    mended = answers.judge(shown.body)
    assert mended["verdict"] != verdict or theorem == "every-bid-has-a-verdict"


@pytest.mark.parametrize(
    ("theorem", "clause", "broken"),
    [
        ("anyone-else-can-pass", "leader-with-animals-plays", nobody_passes),
        ("symbols-never-punished", "bamboo-points", no_panda),
    ],
)
def test_a_broken_clause_about_turns_is_found_out(
    theorem: str,
    clause: str,
    broken: Callable[[TurnFacts], Constraint],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The theorem fails with a position that is judged illegal by the same broken rules."""
    monkeypatch.setitem(TURN_FORMALISED, clause, broken)
    shown = elsewhere(lambda: _first_against(theorem))
    assert (shown.verdict, shown.reasons) == ("illegal", (clause,))
    monkeypatch.undo()
    assert answers.judge(shown.body)["verdict"] == "legal"


def _first_against(theorem: str) -> Shown:
    (told,) = proved((theorem,))
    assert told.standing == "fails"
    return told.finding.against[0].shown[0]


def test_a_clause_that_bears_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Said twice, a clause follows from its double; said once, there is a bid that needs it."""
    asked, clause = Asked(rulebook().edition("rulebook"), {}), rulebook().clause("beat-same-number")
    small = Bounds(4, 4)
    once = any_bid(asked, reading_space(4), small)
    assert bearing(once, clause)
    assert implying(once, clause) is None
    monkeypatch.setitem(FORMALISED, "bomb-only-by-bomb", FORMALISED[clause.id])
    twice = any_bid(asked, reading_space(4), small)
    assert not bearing(twice, clause)
    assert implying(twice, clause) == ("bomb-only-by-bomb",)


def test_the_bounds_are_those_of_the_deck() -> None:
    """No face is forgotten: all White cards alone show every value in each suit."""
    for edition in rulebook().editions.values():
        naturals, wilds = Asked(edition, {}).in_deck
        suits = deck(edition.deck).suits
        assert all(naturals[value] >= len(suits) for value in VALUES)
        assert wilds == sum(f.symbols.count(edition.wild) for f in deck(edition.deck).blue.values())


# The doors.


def test_the_same_theorem_is_told_in_the_same_bytes() -> None:
    """In one thread and in another one."""

    def told() -> str:
        names = ("bombs-totally-ordered", "leader-without-animals-can-act")
        return json.dumps([proved_form(each) for each in proved(names)])

    assert told() == elsewhere(told)


def test_prove_is_typed() -> None:
    """A row, what tells against it, a body to judge; and what is no theorem."""
    run = CliRunner().invoke
    told = run(main, ["prove", "leader-without-animals-can-act"])
    assert told.exit_code == 0
    assert "but for lead-without-animals=stuck: forbidden by leader-plays" in told.output
    body = next(line for line in told.output.splitlines() if line.strip().startswith("{"))
    assert run(main, ["judge", "--body", "-"], input=body).exit_code == 2
    pinned = ["--ruling", "lead-without-animals=stuck", "leader-without-animals-can-act", "--json"]
    failed = run(main, ["prove", *pinned])
    assert (failed.exit_code, json.loads(failed.output)["proved"][0]["standing"]) == (1, "fails")
    assert len(json.loads(run(main, ["prove", "--list", "--json"]).output)["theorems"]) == 20
    unknown = run(main, ["prove", "beats"])
    assert unknown.exit_code == 3
    assert "accepted: beats-irreflexive, " in unknown.output
    assert run(main, ["prove", "--edition", "late"]).exit_code == 3


@pytest.mark.parametrize(
    ("edition", "ruling"),
    [("rulebook", "early-wind-stays=is-out"), ("early", "tiger-value=single")],
)
def test_a_ruling_that_the_edition_does_not_raise_is_told(edition: str, ruling: str) -> None:
    """Nothing would hang on it; the expansion is free beside the printed rulebook alone."""
    words = ["prove", "--list", "--ruling", ruling, "--edition"]
    told = CliRunner().invoke(main, [*words, edition])
    name = ruling.partition("=")[0]
    assert told.exit_code == 3
    assert f"the edition {edition} does not raise {name}, so it decides nothing" in told.output
    assert "accepted: formation-shape, " in told.output
    other = "early" if edition == "rulebook" else "rulebook"
    assert CliRunner().invoke(main, [*words, other]).exit_code == 0


def test_theorems_are_listed_by_the_service() -> None:
    """All of them, one, and none of that name."""
    client = make_app().test_client()
    every = client.get("/v1/theorems").get_json()["theorems"]
    assert [each["id"] for each in every] == list(theorems())
    assert client.get("/v1/theorems/beats-transitive").get_json() in every
    assert client.get("/v1/theorems/beats").status_code == 404


def test_what_cannot_be_asked_is_refused() -> None:
    """A theorem that is not about the text, a ruling that does not exist."""
    with pytest.raises(Unknown, match="theorem about early 'jack-without-mandate'"):
        proved(("jack-without-mandate",), "early")
    with pytest.raises(Unknown, match="ruling 'bombs'"):
        proved((), bombs="any")
