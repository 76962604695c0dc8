"""Times a pair on the machine that it runs on, and runs speculative decoding beside plain."""

from __future__ import annotations

import os
import platform
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import torch
from torch import Tensor
from transformers import DynamicCache

from specviz.recorder.network import Network
from specviz.recorder.record import Drafter, Text
from specviz.recording import LONGEST

REPEATS = 9
LENGTHS = (1, 2, 4, 8)
"""Draft lengths at which real speculative decoding is run."""

WRITTEN = 64
"""Tokens of each real run."""

DIGITS = 6
"""Decimals of a second: a clock knows no more."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def machine() -> str:
    """What the machine is called by itself: its processor, and how many cores may be used."""
    model = platform.processor() or platform.machine()
    listing = Path("/proc/cpuinfo")
    if listing.is_file():
        names = [line for line in listing.read_text("utf-8").splitlines() if "model name" in line]
        model = names[0].partition(":")[2].strip() if names else model
    return f"{model}, {cores()} cores"


def today() -> str:
    """The date, in the time zone of nobody."""
    return datetime.now(tz=UTC).date().isoformat()


def cut(cache: DynamicCache, length: int) -> None:
    """Forget all but the first `length` tokens."""
    for layer in cache.layers:
        layer.keys = layer.keys[..., :length, :]
        layer.values = layer.values[..., :length, :]


def filled(network: Network, ids: Sequence[int]) -> DynamicCache:
    """A cache that has read these tokens."""
    cache = DynamicCache()
    network.step(torch.tensor([list(ids)], device=network.device), cache)
    return cache


@contextmanager
def threads(count: int) -> Iterator[None]:
    """Compute with so many threads until the block ends."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def steps(
    target: Network, drafts: Mapping[str, Drafter], text: Text, seed: int, repeats: int = REPEATS
) -> dict[str, Any]:
    """Medians of a plain step, of verify passes over 1..17 tokens, and of each draft's step.

    One round of all warms up; then the rounds go through all in another order each, so that what
    else the machine does falls on all alike.

    Parameters
    ----------
    target, drafts
        Loaded.
    text
        Half of it stands before what is timed.
    seed
        Of the orders.
    repeats
        Rounds.

    Returns
    -------
    dict
        `context`, `repeats`, `step`, `verify`, `drafts`, as docs/recording.md says.
    """
    prompt, tokens = text
    before = [*prompt, *tokens[: len(tokens) // 2]]
    after = tokens[len(tokens) // 2 :]
    cache = filled(target, before)
    tasks: dict[str, Callable[[], float]] = {"step": _pass(target, cache, after, 1)}
    for n in range(1, LONGEST + 2):
        tasks[f"verify {n}"] = _pass(target, cache, after, n)
    for name, draft in drafts.items():
        tasks[f"draft {name}"] = _draft_step(draft, before, after)
    order = list(tasks)
    chance = random.Random(seed)  # noqa: S311 an order, not a secret
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for round_ in range(repeats + 1):
        chance.shuffle(order)
        for name in order:
            seconds = tasks[name]()
            if round_:
                found[name].append(seconds)
    medians = {name: round(median(seconds), DIGITS) for name, seconds in found.items()}
    return {
        "context": len(before),
        "repeats": repeats,
        "step": medians["step"],
        "verify": [medians[f"verify {n}"] for n in range(1, LONGEST + 2)],
        "drafts": {name: {"step": medians[f"draft {name}"]} for name in drafts},
    }


def _pass(
    network: Network, cache: DynamicCache, tokens: Sequence[int], n: int
) -> Callable[[], float]:
    ids = torch.tensor([[tokens[place % len(tokens)] for place in range(n)]], device=network.device)
    length = int(cache.get_seq_length())

    def timed() -> float:
        began = perf_counter()
        # The tokens are asked for, so that a device has done its work.
        network.step(ids, cache, keep=n).tolist()
        seconds = perf_counter() - began
        cut(cache, length)
        return seconds

    return timed


def _draft_step(draft: Drafter, before: Sequence[int], after: Sequence[int]) -> Callable[[], float]:
    with draft.network.skipping(draft.layers):
        cache = filled(draft.network, before)
    timed = _pass(draft.network, cache, after, 1)

    def alone() -> float:
        with draft.network.skipping(draft.layers):
            return timed()

    return alone


def plain(target: Network, prompt: Sequence[int], length: int) -> tuple[list[int], float]:
    """Tokens of plain decoding, and the seconds that they took after the prompt was read."""
    cache = filled(target, prompt[:-1])
    ids = torch.tensor([[prompt[-1]]], device=target.device)
    tokens = []
    began = perf_counter()
    for _ in range(length):
        ids = target.step(ids, cache)
        tokens.append(int(ids))
    return tokens, perf_counter() - began


def speculative(
    target: Network, draft: Drafter, prompt: Sequence[int], length: int, k: int
) -> tuple[list[int], float, int]:
    """Tokens of speculative decoding, their seconds, and the passes that it took.

    Both have read the prompt before the clock starts. A pass drafts k tokens one by one, has the
    target read them all, keeps what stands before the first disagreement, and adds the target's
    own token.
    """
    cache = filled(target, prompt[:-1])
    with draft.network.skipping(draft.layers):
        own = filled(draft.network, prompt[:-1])
    written = list(prompt)
    passes = 0
    began = perf_counter()
    while len(written) - len(prompt) < length:
        drafted = _drafted(draft, own, written, k)
        read = torch.tensor([[written[-1], *drafted]], device=target.device)
        wanted = target.step(read, cache, keep=k + 1)[0].tolist()
        kept = next((i for i, token in enumerate(drafted) if token != wanted[i]), k)
        written += [*drafted[:kept], wanted[kept]]
        cut(cache, len(written) - 1)
        cut(own, len(written) - 1)
        passes += 1
    return written[len(prompt) :], perf_counter() - began, passes


def _drafted(draft: Drafter, cache: DynamicCache, written: Sequence[int], k: int) -> list[int]:
    """What the draft writes next; it first reads what it has not yet."""
    length = int(cache.get_seq_length())
    ids: Tensor = torch.tensor([list(written[length:])], device=draft.network.device)
    drafted = []
    with draft.network.skipping(draft.layers):
        for _ in range(k):
            ids = draft.network.step(ids, cache)
            drafted.append(int(ids))
    return drafted


def real(
    target: Network, draft: Drafter, texts: Sequence[Text], written: int = WRITTEN
) -> list[dict[str, Any]]:
    """Speculative decoding at `LENGTHS`, each text beside plain decoding of it.

    Parameters
    ----------
    target, draft
        Loaded.
    texts
        What is written after their prompts counts; each is decoded plainly, then at every k.
    written
        Tokens of each run.

    Returns
    -------
    list of dict
        For each k: `tokens`, `passes`, `seconds`, `plain` and `identical`, over all texts.
    """
    runs: dict[int, dict[str, Any]] = {
        k: {"k": k, "tokens": 0, "passes": 0, "seconds": 0.0, "plain": 0.0, "identical": 0}
        for k in LENGTHS
    }
    for prompt, _tokens in texts:
        right, plainly = plain(target, prompt, written + max(LENGTHS))
        for run in runs.values():
            tokens, seconds, passes = speculative(target, draft, prompt, written, run["k"])
            run["tokens"] += len(tokens)
            run["passes"] += passes
            run["seconds"] += seconds
            # As long as the same number of tokens would have taken.
            run["plain"] += plainly * len(tokens) / len(right)
            run["identical"] += sum(1 for _ in _alike(tokens, right))
    return [
        run | {"seconds": round(run["seconds"], DIGITS), "plain": round(run["plain"], DIGITS)}
        for run in runs.values()
    ]


def _alike(one: Sequence[int], other: Sequence[int]) -> Iterator[int]:
    """The leading tokens that are the same."""
    for here, there in zip(one, other, strict=False):
        if here != there:
            return
        yield here
