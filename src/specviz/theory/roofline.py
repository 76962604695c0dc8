"""What a forward pass takes, and so what a check costs: the roofline.

A pass over n positions in each of `batch` sequences moves bytes and does operations, and takes
as long as the slower of the two (S. Williams, A. Waterman, D. Patterson, *Roofline: An Insightful
Visual Performance Model for Multicore Architectures*, CACM 52:4, 2009):

* bytes = weights·bytes per parameter + batch·context·2·layers·kv_heads·head_size·kv_bytes
* operations = 2·weights·n·batch + 4·layers·heads·head_size·context·n·batch
* seconds = max(bytes / bandwidth, operations / peak)

Weights are read once, however many positions are checked: that is why a check of k + 1 positions
costs about one step, v = 1, as long as reading is what takes the time. With a mixture of experts
the positions reach different experts, so that more is read; operations count the active
parameters alone. No overheads: what the model leaves out makes every real v larger.

`roofline.js` is this file's twin: the same operations in the same order give the same bits.
"""

import math
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from specviz.theory.ranges import Range, Scalar
from specviz.theory.theory import A, C, K, net_speedup

MOST = 1_048_576
"""Most positions of a sequence, sequences, or parts of a model, that are counted: 2²⁰."""

N = Range("n", 1, MOST, whole=True)
BATCH = Range("batch", 1, MOST, whole=True)
CONTEXT = Range("context", 0, 2**27, whole=True)
OVERHEAD = Range("overhead", 0)
K_MAX = Range("k_max", 1, 64, whole=True)

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Hardware:
    """What a machine can do at best.

    Parameters
    ----------
    bandwidth : float
        Bytes per second from the memory that holds weights and KV cache, above 0.
    peak : float
        Operations per second of dense matrix products at the width in use, above 0.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.

    Examples
    --------
    >>> Hardware(bandwidth=0, peak=989.4e12)
    Traceback (most recent call last):
    ValueError: bandwidth must be a finite number above 0, got 0
    """

    bandwidth: float
    peak: float

    def __post_init__(self) -> None:
        for field in fields(self):
            Range(field.name, 0, above=True).scalar(getattr(self, field.name))


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """What a pass through a decoder has to read and to do.

    Parameters
    ----------
    parameters : float
        Number of all weights, at least 1.
    bytes_per_parameter : float
        2 at 16 bits, 0.5625 for four bits with a scale of two bytes per 32; above 0.
    layers, heads, kv_heads, head_size : int
        Shape of attention: layers, query heads, key and value heads, numbers a head. 0 layers
        leave attention out.
    kv_bytes : float
        Bytes per number in the KV cache, above 0.
    active : float, optional
        Parameters that one token passes through; all of them unless the model mixes experts.
    experts, active_experts : int
        Experts of a layer, and how many of them each token chooses; 1 and 1 in a dense model.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.

    Notes
    -----
    Weights that are no experts', S, and those of one expert in all layers, X, follow from
    parameters = S + experts·X and active = S + active_experts·X. So `active` is at least
    parameters·active_experts/experts.
    """

    parameters: float
    bytes_per_parameter: float = 2.0
    layers: int = 0
    heads: int = 1
    kv_heads: int = 1
    head_size: int = 1
    kv_bytes: float = 2.0
    active: float | None = None
    experts: int = 1
    active_experts: int = 1

    def __post_init__(self) -> None:
        Range("parameters", 1).scalar(self.parameters)
        for name in ("bytes_per_parameter", "kv_bytes"):
            Range(name, 0, above=True).scalar(getattr(self, name))
        Range("layers", 0, MOST, whole=True).scalar(self.layers)
        for name in ("heads", "kv_heads", "head_size", "experts"):
            Range(name, 1, MOST, whole=True).scalar(getattr(self, name))
        Range("active_experts", 1, self.experts, whole=True).scalar(self.active_experts)
        if self.active is None:
            object.__setattr__(self, "active", self.parameters)
        else:
            least = self.parameters * (self.active_experts / self.experts)
            Range("active", least, self.parameters).scalar(self.active)


def distinct_experts(
    experts: ArrayLike, active_experts: ArrayLike, tokens: ArrayLike
) -> float | Numbers:
    """Expect so many experts of a layer to be reached: experts·(1 − (1 − active/experts)^tokens).

    Each token chooses evenly and apart from the others. That is the upper bound: real neighbours
    share experts.

    Parameters
    ----------
    experts : int or array_like of int
        Experts of the layer, at least 1.
    active_experts : int or array_like of int
        Experts that one token chooses, 1..experts.
    tokens : int or array_like of int
        Tokens of the pass, n·batch, at least 1.

    Returns
    -------
    float or ndarray of float64
        Experts, in the broadcast shape; a float if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    there = Range("experts", 1, MOST, whole=True).reals(experts)
    chosen = Range("active_experts", 1, MOST, whole=True).reals(active_experts)
    if np.any(chosen > there):
        most = int(np.min(there))
        Range("active_experts", 1, most, whole=True).reals(active_experts)
    count = Range("tokens", 1, 2**40, whole=True).wholes(tokens)
    return _unwrapped(_distinct(there, chosen, count))


def bytes_moved(
    model: LanguageModel, n: ArrayLike = 1, batch: ArrayLike = 1, context: ArrayLike = 0
) -> float | Numbers:
    """Bytes that one pass reads: weights once, the KV cache once per sequence.

    Parameters
    ----------
    model : LanguageModel
        What is read.
    n : int or array_like of int
        Positions that the pass covers in each sequence, 1..2²⁰.
    batch : int or array_like of int
        Sequences, 1..2²⁰.
    context : int or array_like of int
        Tokens in each sequence's KV cache, 0..2²⁷.

    Returns
    -------
    float or ndarray of float64
        Bytes, in the broadcast shape; a float if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    return _unwrapped(_bytes(model, *_load(n, batch, context)))


def operations(
    model: LanguageModel, n: ArrayLike = 1, batch: ArrayLike = 1, context: ArrayLike = 0
) -> float | Numbers:
    """Multiplications and additions of one pass: they grow with n·batch.

    Parameters
    ----------
    model, n, batch, context
        As in `bytes_moved`.

    Returns
    -------
    float or ndarray of float64
        Floating-point operations, in the broadcast shape; a float if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    return _unwrapped(_operations(model, *_load(n, batch, context)))


def pass_seconds(
    hardware: Hardware,
    model: LanguageModel,
    n: ArrayLike = 1,
    batch: ArrayLike = 1,
    context: ArrayLike = 0,
) -> float | Numbers:
    """Time of one forward pass: max(bytes / bandwidth, operations / peak).

    Parameters
    ----------
    hardware : Hardware
        The machine.
    model, n, batch, context
        As in `bytes_moved`.

    Returns
    -------
    float or ndarray of float64
        Seconds, in the broadcast shape; a float if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    return _unwrapped(_seconds(hardware, model, *_load(n, batch, context)))


def verify_cost(
    hardware: Hardware,
    model: LanguageModel,
    k: ArrayLike,
    batch: ArrayLike = 1,
    context: ArrayLike = 0,
) -> float | Numbers:
    """Cost v of checking k drafted tokens: a pass over k + 1 positions, in plain steps.

    Parameters
    ----------
    hardware : Hardware
        The machine.
    model : LanguageModel
        The target.
    k : int or array_like of int
        Draft length in tokens, at least 1.
    batch, context
        As in `bytes_moved`.

    Returns
    -------
    float or ndarray of float64
        v in target steps, at least 1, in the broadcast shape; a float if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    return _unwrapped(_verify_cost(hardware, model, K.reals(k), batch, context))


def draft_cost(  # noqa: PLR0913, PLR0917 - all that a drafted token's cost depends on
    hardware: Hardware,
    draft: LanguageModel,
    target: LanguageModel,
    batch: ArrayLike = 1,
    context: ArrayLike = 0,
    overhead: ArrayLike = 0.0,
) -> float | Numbers:
    """Cost c of drafting one token: a step of the draft model, in steps of the target.

    Parameters
    ----------
    hardware : Hardware
        The machine that runs both.
    draft, target : LanguageModel
        The two models.
    batch, context
        As in `bytes_moved`.
    overhead : float or array_like of float
        Seconds that a drafted token takes beyond its step's roofline, at least 0.

    Returns
    -------
    float or ndarray of float64
        c in target steps, in the broadcast shape; a float if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    load = _load(1, batch, context)
    step = _seconds(hardware, draft, *load) + OVERHEAD.reals(overhead)
    return _unwrapped(step / _seconds(hardware, target, *load))


def speedup_by_batch(  # noqa: PLR0913, PLR0917 - all that the speedup depends on
    hardware: Hardware,
    model: LanguageModel,
    a: ArrayLike,
    k: ArrayLike,
    c: ArrayLike,
    batch: ArrayLike,
    context: ArrayLike = 0,
) -> float | Numbers:
    """Net speedup E / (v + k·c) with the v that hardware, batch and context lead to.

    Parameters
    ----------
    hardware : Hardware
        The machine.
    model : LanguageModel
        The target.
    a : float or array_like of float
        Acceptance rate, 0..1.
    k : int or array_like of int
        Draft length in tokens, at least 1.
    c : float or array_like of float
        Cost of drafting one token, in target steps, at least 0; see `draft_cost`.
    batch, context
        As in `bytes_moved`.

    Returns
    -------
    float or ndarray of float64
        The speedup as a factor, in the broadcast shape; a float if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    v = _verify_cost(hardware, model, K.reals(k), batch, context)
    return net_speedup(a, k, c, v)


def best_k_by_batch(  # noqa: PLR0913, PLR0917 - all that the advice depends on
    hardware: Hardware,
    model: LanguageModel,
    a: ArrayLike,
    c: ArrayLike,
    batch: ArrayLike,
    context: ArrayLike = 0,
    k_max: int = 16,
) -> int | NDArray[np.int64]:
    """Shortest draft length with the greatest net speedup; 0, off, where none is above 1.

    Parameters
    ----------
    hardware, model, a, c, batch, context
        As in `speedup_by_batch`.
    k_max : int
        Greatest draft length, 1..64.

    Returns
    -------
    int or ndarray of int64
        Draft length in tokens, 0..k_max, in the broadcast shape; an int if all are scalars.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    rate, cost, sequences, tokens = np.broadcast_arrays(
        A.reals(a), C.reals(c), BATCH.wholes(batch), CONTEXT.wholes(context)
    )
    best = np.zeros(rate.shape, dtype=np.int64)
    most = np.ones(rate.shape)
    for k in range(1, int(K_MAX.scalar(k_max)) + 1):
        speedup = speedup_by_batch(hardware, model, rate, k, cost, sequences, tokens)
        best, most = np.where(speedup > most, k, best), np.maximum(speedup, most)
    return best if np.ndim(best) else int(best)


def compute_bound_from(
    hardware: Hardware, model: LanguageModel, batch: Scalar = 1, context: Scalar = 0
) -> float:
    """First number of positions whose operations take longer than their bytes: the turn.

    Operations per byte grow with n, so that there is one turn; a bisection of whole numbers
    finds it.

    Parameters
    ----------
    hardware : Hardware
        The machine.
    model : LanguageModel
        The model.
    batch, context : int
        As in `bytes_moved`, scalars only.

    Returns
    -------
    float
        Positions in each sequence, a whole number, at least 1; infinite where not even a pass
        over 2²⁰ positions is compute-bound.

    Raises
    ------
    ValueError
        If a number is out of range, NaN or infinite.
    TypeError
        If a value is not a real number.
    """
    sequences, tokens = BATCH.scalar(batch), CONTEXT.scalar(context)

    def turned(n: int) -> bool:
        load = _load(n, sequences, tokens)
        work = _operations(model, *load) / hardware.peak
        return bool(work > _bytes(model, *load) / hardware.bandwidth)

    low, high = 0, MOST
    if not turned(high):
        return math.inf
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if turned(middle) else (middle, high)
    return float(high)


def _load(n: ArrayLike, batch: ArrayLike, context: ArrayLike) -> tuple[Numbers, Numbers, Numbers]:
    return N.reals(n), BATCH.reals(batch), CONTEXT.reals(context)


def _distinct(experts: Numbers, chosen: Numbers, tokens: NDArray[np.int64]) -> Numbers:
    # Squared and multiplied, as the twin does: pow differs from one library to the next.
    square, left = 1.0 - chosen / experts, tokens
    missed = np.ones(np.broadcast_shapes(square.shape, tokens.shape))
    while left.any():
        missed = np.where(left % 2 == 1, missed * square, missed)
        square, left = square * square, left // 2
    return experts * (1.0 - missed)


def _weights(model: LanguageModel, tokens: Numbers) -> Numbers | float:
    """Weights that so many tokens reach."""
    active = _active(model)
    if model.active_experts == model.experts:
        return active
    expert = (model.parameters - active) / (model.experts - model.active_experts)
    rest = active - model.active_experts * expert
    experts, chosen = np.array([model.experts, model.active_experts], dtype=np.float64)
    reached = _distinct(experts, chosen, tokens.astype(np.int64))
    return rest + expert * reached


def _active(model: LanguageModel) -> float:
    return model.parameters if model.active is None else model.active


def _bytes(model: LanguageModel, n: Numbers, batch: Numbers, context: Numbers) -> Numbers:
    weights = _weights(model, n * batch) * model.bytes_per_parameter
    number = 2.0 * model.layers * model.kv_heads * model.head_size * model.kv_bytes
    cache = batch * context * number
    return np.asarray(weights + cache + 0.0 * n)


def _operations(model: LanguageModel, n: Numbers, batch: Numbers, context: Numbers) -> Numbers:
    positions = n * batch
    attended = 4.0 * model.layers * model.heads * model.head_size * context
    return np.asarray(2.0 * _active(model) * positions + attended * positions)


def _seconds(
    hardware: Hardware, model: LanguageModel, n: Numbers, batch: Numbers, context: Numbers
) -> Numbers:
    memory = _bytes(model, n, batch, context) / hardware.bandwidth
    return np.maximum(memory, _operations(model, n, batch, context) / hardware.peak)


def _verify_cost(
    hardware: Hardware, model: LanguageModel, k: Numbers, batch: ArrayLike, context: ArrayLike
) -> Numbers:
    check = _seconds(hardware, model, *_load(k + 1.0, batch, context))
    return check / _seconds(hardware, model, *_load(1, batch, context))


def _unwrapped(numbers: Numbers) -> float | Numbers:
    return numbers if np.ndim(numbers) else float(numbers)
