"""Which layers a draft skips, found by scoring sets of layers on all prompts together.

After J. Zhang et al., *Draft & Verify: Lossless Large Language Model Acceleration via
Self-Speculative Decoding*, arXiv 2309.08168: the draft is the target with layers left out. They
search by Bayesian optimisation; a network of 30 layers is small enough to grow sets one by one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

Layers = tuple[int, ...]

TOLERANCE = 0.01
RUNNERS_UP = 5


@dataclass
class Search:
    """Scores of every set of skipped layers that was tried.

    Parameters
    ----------
    score
        Greedy agreement of a draft that skips these layers, 0..1.
    layers
        How many layers the network has.
    pool
        How many layers, the most dispensable ones singly, are combined into sets.
    floor
        Sets are grown until none of a size agrees this well.
    """

    score: Callable[[Layers], float]
    layers: int
    pool: int = 16
    floor: float = 0.45
    scores: dict[Layers, float] = field(default_factory=dict)
    path: list[Layers] = field(default_factory=list)

    def run(self) -> None:
        """Score each layer alone, then grow the best set by the layer that harms it least."""
        best = self._best((layer,) for layer in range(self.layers))
        pool = sorted(range(self.layers), key=lambda layer: (-self.scores[layer,], layer))
        pool = pool[: self.pool]
        while self.scores[best] >= self.floor and len(best) < len(pool):
            self.path.append(best)
            left = [layer for layer in pool if layer not in best]
            best = self._best(tuple(sorted((*best, layer))) for layer in left)
        self.path.append(best)

    def _best(self, candidates: Iterable[Layers]) -> Layers:
        scored = {layers: self.score(layers) for layers in candidates}
        self.scores |= scored
        return max(scored, key=lambda layers: (scored[layers], layers))

    def ranking(self, goal: float) -> list[Layers]:
        """Sets that were tried, the fittest for a rate of `goal` first.

        Of those within `TOLERANCE` of the goal the one that skips most layers, because it
        would be cheapest to run; behind them whatever comes closest.
        """

        def fitness(layers: Layers) -> tuple[bool, int, float, Layers]:
            distance = round(abs(self.scores[layers] - goal), 9)
            close = distance <= TOLERANCE
            return (not close, -len(layers) if close else 0, distance, layers)

        return sorted(self.scores, key=fitness)

    def report(self, goals: dict[str, float]) -> dict[str, object]:
        """What was tried and chosen, as JSON: sets of layers, each with its rate behind it."""
        return {
            "candidates": len(self.scores),
            "tolerance": TOLERANCE,
            "pool": self.pool,
            "singles": [round(self.scores[layer,], 3) for layer in range(self.layers)],
            "path": [self._scored(layers) for layers in self.path],
            "chosen": {
                name: [self._scored(layers) for layers in self.ranking(goal)[: 1 + RUNNERS_UP]]
                for name, goal in goals.items()
            },
        }

    def _scored(self, layers: Layers) -> list[object]:
        return [list(layers), round(self.scores[layers], 4)]
