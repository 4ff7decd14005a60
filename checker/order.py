"""Who beats whom, as a graph: each arrow leads from a bid to one that it beats.

The arrows are read off the model that judges; what is said of them is worked out by networkx.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from checker.model.compiled import TIERS, Compiled, TooLarge, compiled
from checker.questions import Rules
from checker.readings import Kind, Reading
from checker.reasons import clause_ids
from checker.rulebook import rulebook

if TYPE_CHECKING:
    import networkx

    Graph = networkx.DiGraph[Reading]

USUAL_VALUES = 12
"""So many values the cards of a deal show at least; larger bids are drawn on request."""
MOST_VALUES = TIERS[1].values
"""The largest bids that are ordered: beyond, the pairs are too many."""


@dataclass(frozen=True)
class Order:
    """The well-formed combinations of up to so many values, and who beats whom by these rules.

    Raises ``TooLarge`` beyond :data:`MOST_VALUES`, ``SolverLimit`` where the model does not say.
    """

    rules: Rules
    most_values: int = USUAL_VALUES

    def __post_init__(self) -> None:
        if self.most_values > MOST_VALUES:
            raise TooLarge("values of a bid", self.most_values, MOST_VALUES)

    @cached_property
    def _model(self) -> Compiled:
        return compiled(next(bounds for bounds in TIERS if bounds.values >= self.most_values))

    @cached_property
    def bids(self) -> tuple[Reading, ...]:
        """The readings that no definition refuses by their shape, in their order."""
        clauses = rulebook().in_force(self.rules.used)
        possible = self._model.possible(clause_ids(clauses, ("bid", "definition")))
        return tuple(r for _, r in possible if r.count <= self.most_values)

    @cached_property
    def graph(self) -> Graph:
        """All pairs: an arrow leads from each bid to every one that it beats."""
        import networkx

        model = self._model
        masks = model.masks(clause_ids(rulebook().in_force(self.rules.used), ("beating",)))
        graph: Graph = networkx.DiGraph()
        graph.add_nodes_from(self.bids)
        for over in self.bids:
            read = model.read_over(over)
            graph.add_edges_from(
                (bid, over) for bid in self.bids if not masks[model.place[bid]] & read
            )
        return graph

    @cached_property
    def cycle(self) -> tuple[Reading, ...]:
        """Bids each of which beats the next, and the last one the first; none in an order."""
        import networkx

        if networkx.is_directed_acyclic_graph(self.graph):
            return ()
        return tuple(winner for winner, _ in networkx.find_cycle(self.graph))

    @cached_property
    def tangled(self) -> tuple[Reading, ...]:
        """The bids that a chain of beaten ones leads back to; none in an order."""
        import networkx

        circles = {
            bid
            for alike in networkx.strongly_connected_components(self.graph)
            for bid in alike
            if len(alike) > 1 or self.graph.has_edge(bid, bid)
        }
        return tuple(bid for bid in self.bids if bid in circles)

    @cached_property
    def is_transitive(self) -> bool:
        """Whether each bid beats whatever is beaten by what it beats."""
        import networkx

        closure = networkx.transitive_closure(self.graph, reflexive=None)
        return bool(closure.number_of_edges() == self.graph.number_of_edges())

    @cached_property
    def least(self) -> Graph:
        """The least arrows from which all others follow; those within a cycle are left out."""
        import networkx

        condensed = networkx.condensation(self.graph)
        within: defaultdict[int, list[Reading]] = defaultdict(list)
        for bid in self.bids:
            within[condensed.graph["mapping"][bid]].append(bid)
        # What beats one of a cycle beats all of it, so that one may stand for them.
        arrows = [
            (within[winner][0], within[loser][-1])
            for winner, loser in networkx.transitive_reduction(condensed).edges
        ]
        least: Graph = networkx.DiGraph()
        least.add_nodes_from(self.bids)
        least.add_edges_from(sorted(arrows, key=lambda arrow: (arrow[0].order, arrow[1].order)))
        return least

    @cached_property
    def longest_chain(self) -> tuple[Reading, ...]:
        """The most bids that follow one another in a trick, lowest first; none where one cycles."""
        import networkx

        if self.cycle:
            return ()
        return tuple(reversed(networkx.dag_longest_path(self.least)))

    @cached_property
    def unbeaten(self) -> tuple[Reading, ...]:
        """The bids that nothing beats."""
        return tuple(bid for bid in self.bids if not self.graph.in_degree(bid))

    @cached_property
    def beaten_by_bombs_alone(self) -> tuple[Reading, ...]:
        """The bids but Bombs that nothing of their own kind beats."""
        return tuple(
            bid
            for bid in self.bids
            if bid.kind is not Kind.BOMB
            and all(winner.kind is Kind.BOMB for winner in self.graph.predecessors(bid))
        )
