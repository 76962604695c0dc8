"""What follows from the reader's choice, in words.

`words.js` says the same, and a test holds the two to it.
"""

from __future__ import annotations

import math

import numpy as np

from specviz.sections.check.setting import MOST, NOISE, PREFILL, Setting
from specviz.theory.roofline import bytes_moved, distinct_experts
from specviz.theory.rounding import rounded

DIGITS = ((100, 0), (10, 1), (0, 2))
"""From which size on a number has how many digits behind its point."""


def shortly(x: float) -> str:
    """A number of about three digits."""
    return rounded(x, next(digits for least, digits in DIGITS if x >= least))


def duration(seconds: float) -> str:
    """A time with its unit."""
    for least, factor, unit in ((1.0, 1.0, "s"), (1e-3, 1e3, "ms")):
        if seconds >= least:
            return f"{shortly(seconds * factor)} {unit}"
    return f"{shortly(seconds * 1e6)} µs"


def amount(x: float, unit: str) -> str:
    """Bytes or operations, in thousands of thousands."""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if x >= factor:
            return f"{shortly(x / factor)} {prefix}{unit}"
    return f"{shortly(x / 1e3)} k{unit}"


def grouped(x: float) -> str:
    """A whole number, its thousands apart."""
    return f"{int(x):,}"


def pass_words(now: Setting) -> str:
    """What a plain step, a check and a prefill take."""
    many = f" of {grouped(now.batch)} sequences" if now.batch > 1 else ""
    reads = now.bytes / now.hardware.bandwidth >= now.operations / now.hardware.peak
    work = f"reads {amount(now.bytes, 'B')}" if reads else f"does {amount(now.operations, 'op')}"
    v = now.check / now.seconds
    check = "as long" if v <= 1 + NOISE else duration(now.check)
    each = " each" if now.batch > 1 else ""
    return (
        f"A plain step{many} takes {duration(now.seconds)}, in which it {work}. "
        f"A check of k + 1 = {now.k + 1} positions{each} takes {check}: v = {rounded(v)}. "
        f"{turn_words(now.turn)} "
        f"A prefill of {PREFILL} tokens{each} takes {shortly(now.prefill / now.seconds)} steps."
    )


def turn_words(turn: float) -> str:
    """From where on operations take longer than reading."""
    if turn == 1:
        return "Every pass is compute-bound."
    if turn > MOST or not math.isfinite(turn):
        return f"No pass up to {grouped(MOST)} positions is compute-bound."
    return f"A pass is compute-bound from {grouped(turn)} positions on."


def batch_words(now: Setting) -> str:
    """From which batch on a check costs more, and from which on it is a loss."""
    costly = np.flatnonzero(now.costs > 1 + NOISE) + 1
    if not costly.size:
        cost = f"costs one step at every batch up to {grouped(MOST)}"
    elif costly.size == MOST:
        cost = "costs more than one step at every batch"
    else:
        cost = f"costs more than one step from batch {grouped(costly[0])} on"
    k = now.best_k
    best = (
        f"best is k = {k} with {rounded(now.best)}×" if k else "no draft length gains: off is best"
    )
    losing = (np.flatnonzero(now.speedups < 1 - NOISE) + 1).tolist()
    return (
        f"At k = {now.k} a check {cost}. {loss_words(losing)} At batch {grouped(now.batch)} {best}."
    )


def loss_words(losing: list[int]) -> str:
    """The batches at which plain decoding is faster."""
    if not losing:
        return f"Speculation does not lose at any batch up to {grouped(MOST)}."
    if len(losing) == MOST:
        return f"Plain decoding is faster at every batch up to {grouped(MOST)}."
    if losing[0] + len(losing) == MOST + 1:
        return f"From batch {grouped(losing[0])} on plain decoding is faster."
    return f"Plain decoding is faster at {grouped(len(losing))} of the {grouped(MOST)} batches."


def expert_words(now: Setting) -> str:
    """How many experts a check reaches, or that there are none."""
    model = now.model
    if model.experts == 1:
        return "This model is dense: a pass reads all of its weights, whatever it covers."
    one, all_of_them = now.batch, now.batch * (now.k + 1)
    reached = [
        rounded(float(distinct_experts(model.experts, model.active_experts, tokens)), 1)
        for tokens in (one, all_of_them)
    ]
    read = [
        amount(float(bytes_moved(model, n, now.batch, now.context)), "B") for n in (1, now.k + 1)
    ]
    return (
        f"Each token chooses {model.active_experts} of {model.experts} experts in a layer. "
        f"The {grouped(one)} of a plain step reach{'es' if one == 1 else ''} {reached[0]} of them "
        f"and the {grouped(all_of_them)} of a check {reached[1]}, if they choose evenly: "
        f"{read[0]} to read, and {read[1]}. That is the upper bound; real neighbours share experts."
    )
