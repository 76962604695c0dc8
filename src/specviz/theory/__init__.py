"""The science, each part twice: in Python with NumPy, and beside it its twin in JavaScript."""

from specviz.theory.theory import (
    accepted_share,
    best_k,
    break_even,
    expected_tokens,
    near_best,
    net_speedup,
    power,
    speedups,
    tokens_per_pass_distribution,
)

__all__ = [
    "accepted_share",
    "best_k",
    "break_even",
    "expected_tokens",
    "near_best",
    "net_speedup",
    "power",
    "speedups",
    "tokens_per_pass_distribution",
]
