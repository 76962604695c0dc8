"""Right values come from tests/facts/roofline.csv and moe.csv, and from exact fractions."""

from __future__ import annotations

import csv
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import specviz
from specviz.theory.roofline import (
    Hardware,
    LanguageModel,
    best_k_by_batch,
    bytes_moved,
    compute_bound_from,
    distinct_experts,
    draft_cost,
    operations,
    pass_seconds,
    speedup_by_batch,
    verify_cost,
)
from specviz.theory.theory import net_speedup

FACTS = Path(__file__).parents[1] / "facts"

H100 = Hardware(bandwidth=3.35e12, peak=989.4e12)
EIGHT = LanguageModel(8.03e9, layers=32, heads=32, kv_heads=8, head_size=128)
DRAFT = LanguageModel(1.24e9, layers=16, heads=32, kv_heads=8, head_size=64)
MIXTURE = LanguageModel(
    46.7e9,
    layers=32,
    heads=32,
    kv_heads=8,
    head_size=128,
    active=12.9e9,
    experts=8,
    active_experts=2,
)


def rows(name: str) -> list[dict[str, str]]:
    with (FACTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ROOFLINE = rows("roofline.csv")
MACHINES = sorted({(row["bandwidth_bytes_per_s"], row["peak_flop_per_s"]) for row in ROOFLINE})


def model_of(row: dict[str, str]) -> LanguageModel:
    return LanguageModel(
        parameters=float(row["params"]),
        bytes_per_parameter=float(row["bytes_per_param"]),
        layers=int(row["layers"]),
        heads=int(row["query_heads"]),
        kv_heads=int(row["kv_heads"]),
        head_size=int(row["head_dim"]),
        kv_bytes=float(row["kv_bytes"]),
    )


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", ["8B", "70B", "70B-4bit"])
def test_a_pass_moves_does_and_takes_what_the_facts_say(
    machine: tuple[str, str], name: str
) -> None:
    facts = [
        row
        for row in ROOFLINE
        if row["model"] == name
        and (row["bandwidth_bytes_per_s"], row["peak_flop_per_s"]) == machine
    ]
    assert len(facts) == 100
    column = {key: np.array([float(row[key]) for row in facts]) for key in COLUMNS}
    hardware, model = Hardware(*map(float, machine)), model_of(facts[0])
    load = column["n"], column["batch"], column["context"]
    np.testing.assert_allclose(bytes_moved(model, *load), column["bytes_moved"], rtol=1e-11)
    np.testing.assert_allclose(operations(model, *load), column["flop"], rtol=1e-11)
    np.testing.assert_allclose(pass_seconds(hardware, model, *load), column["seconds"], rtol=1e-11)
    check = column["n"] > 1
    n, batch, context = (each[check] for each in load)
    v = verify_cost(hardware, model, n - 1, batch, context)
    np.testing.assert_allclose(v, column["v"][check], rtol=1e-11)
    for row in facts:
        turn = compute_bound_from(hardware, model, int(row["batch"]), int(row["context"]))
        assert (int(row["n"]) >= turn) == (row["bound"] == "compute")


COLUMNS = ("n", "batch", "context", "bytes_moved", "flop", "seconds", "v")


def test_the_facts_are_all_there() -> None:
    assert len(ROOFLINE) == 900
    assert len(rows("moe.csv")) == 40


def test_tokens_reach_as_many_experts_as_the_facts_say() -> None:
    table = rows("moe.csv")
    experts, active, tokens, distinct = (
        np.array([float(row[key]) for row in table])
        for key in ("experts", "active", "tokens", "expected_distinct")
    )
    np.testing.assert_allclose(distinct_experts(experts, active, tokens), distinct, rtol=1e-11)


def test_a_check_of_five_costs_more_beyond_batch_59_and_stops_paying_after_174() -> None:
    v = np.asarray(verify_cost(H100, EIGHT, 4, [1, 59, 60]))
    assert v[:2].tolist() == [1, 1]
    assert v[2] > 1
    before, after = np.asarray(speedup_by_batch(H100, EIGHT, 0.8, 4, 0.1, [174, 175]))
    assert before > 1 > after


def test_the_turn_of_a_16_bit_model_is_where_a_byte_allows_as_many_operations() -> None:
    # Two bytes and two operations a parameter: n = peak / bandwidth = 295.3.
    assert compute_bound_from(H100, EIGHT) == 296
    assert pass_seconds(H100, EIGHT, 295) == pass_seconds(H100, EIGHT, 1)
    assert pass_seconds(H100, EIGHT, 296) > pass_seconds(H100, EIGHT, 1)


def test_the_turn_may_never_come_and_may_be_there_at_once() -> None:
    assert compute_bound_from(Hardware(1, 1e30), EIGHT) == math.inf
    assert compute_bound_from(Hardware(1e30, 1), EIGHT) == 1


def test_long_contexts_push_the_crossing_out() -> None:
    batches = np.arange(1, 1025)
    crossings = [
        int(np.argmax(speedup_by_batch(H100, EIGHT, 0.8, 4, 0.1, batches, context) < np.array(1)))
        for context in (0, 128, 256)
    ]
    assert crossings == sorted(set(crossings))
    assert np.all(speedup_by_batch(H100, EIGHT, 0.8, 4, 0.1, batches, 8192) > 1)


def test_a_mixture_reads_active_weights_for_one_token_and_all_for_many() -> None:
    assert bytes_moved(MIXTURE) == pytest.approx(2 * 12.9e9, rel=1e-12)
    assert bytes_moved(MIXTURE, 512) == pytest.approx(2 * 46.7e9, rel=1e-12)
    assert operations(MIXTURE, 5) == 5 * 2 * 12.9e9
    # Even at batch 1 a check reads more: 6.1 experts of 8 instead of 2.
    expert = (46.7e9 - 12.9e9) / 6
    weights = 12.9e9 - 2 * expert + 6.1015625 * expert
    assert verify_cost(H100, MIXTURE, 4) == pytest.approx(weights / 12.9e9, rel=1e-12)


def test_a_drafted_token_costs_a_step_of_the_draft() -> None:
    assert draft_cost(H100, DRAFT, EIGHT) == pytest.approx(1.24 / 8.03, rel=1e-12)
    step = pass_seconds(H100, EIGHT)
    assert draft_cost(H100, DRAFT, EIGHT, overhead=step) == pytest.approx(1 + 1.24 / 8.03)
    assert np.all(np.equal(draft_cost(H100, EIGHT, EIGHT, [1, 64], 1024), 1))


def test_the_best_draft_length_is_that_of_the_net_speedup_and_off_where_none_gains() -> None:
    batches = np.array([1, 64, 128, 256, 512])
    best = np.asarray(best_k_by_batch(H100, EIGHT, 0.8, 0.1, batches))
    lengths = np.arange(1, 17)
    for batch, k in zip(batches, best, strict=True):
        curve = net_speedup(0.8, lengths, 0.1, verify_cost(H100, EIGHT, lengths, batch))
        assert k == (curve.argmax() + 1 if curve.max() > 1 else 0)
    assert best[0] > best[1] > 0
    assert best[-1] == 0
    assert type(best_k_by_batch(H100, EIGHT, 0.8, 0.1, 1)) is int


def test_scalars_give_floats_and_arrays_broadcast() -> None:
    assert type(pass_seconds(H100, EIGHT, 5, 8, 1024)) is float
    assert type(bytes_moved(EIGHT)) is float
    assert np.shape(bytes_moved(EIGHT, [1, 2, 3])) == (3,)
    assert np.shape(verify_cost(H100, EIGHT, [[1], [2]], [1, 2, 3], 10)) == (2, 3)
    assert np.shape(speedup_by_batch(H100, EIGHT, 0.8, 4, [[0.1], [0.2]], [1, 2, 3])) == (2, 3)
    assert np.shape(best_k_by_batch(H100, EIGHT, [[0.1], [0.2]], 0.1, [1, 2, 3])) == (2, 3)


@given(st.integers(1, 64), st.integers(1, 64), st.integers(1, 5000))
def test_experts_are_those_of_exact_fractions(active: int, more: int, tokens: int) -> None:
    experts = active + more
    exact = experts * (1 - (1 - Fraction(active, experts)) ** tokens)
    assert distinct_experts(experts, active, tokens) == pytest.approx(float(exact), rel=1e-9)


@given(st.integers(1, 4096), st.integers(1, 4096), st.integers(0, 200_000))
def test_the_turn_is_the_first_of_its_kind(n: int, batch: int, context: int) -> None:
    for model in (EIGHT, MIXTURE):
        compute = operations(model, n, batch, context) / H100.peak
        memory = bytes_moved(model, n, batch, context) / H100.bandwidth
        assert (n >= compute_bound_from(H100, model, batch, context)) == (compute > memory)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Hardware(0, 1), "bandwidth must be a finite number above 0, got 0"),
        (lambda: Hardware(1, -1.0), "peak must be a finite number above 0, got -1.0"),
        (lambda: Hardware(math.nan, 1), "bandwidth must be a finite number above 0, got nan"),
        (lambda: LanguageModel(0), "parameters must be a finite number of at least 1, got 0"),
        (
            lambda: LanguageModel(1e9, bytes_per_parameter=0),
            "bytes_per_parameter must be a finite number above 0, got 0",
        ),
        (
            lambda: LanguageModel(8, active=4, experts=8, active_experts=9),
            "active_experts must be a whole number in 1..8, got 9",
        ),
        (
            lambda: LanguageModel(8e9, active=9e9, experts=8, active_experts=2),
            "active must lie in 2000000000..8000000000, got 9000000000.0",
        ),
        (
            lambda: distinct_experts([8, 4], 5, 1),
            "active_experts must be a whole number in 1..4, got 5",
        ),
        (lambda: pass_seconds(H100, EIGHT, 0), "n must be a whole number in 1..1048576, got 0"),
        (
            lambda: verify_cost(H100, EIGHT, 4, batch=0),
            "batch must be a whole number in 1..1048576, got 0",
        ),
        (
            lambda: pass_seconds(H100, EIGHT, context=[0, -5]),
            "context must be a whole number in 0..134217728, got -5",
        ),
        (
            lambda: draft_cost(H100, DRAFT, EIGHT, overhead=-1),
            "overhead must be a finite number of at least 0, got -1",
        ),
        (
            lambda: best_k_by_batch(H100, EIGHT, 0.8, 0.1, 1, k_max=65),
            "k_max must be a whole number in 1..64, got 65",
        ),
        (lambda: speedup_by_batch(H100, EIGHT, 1.2, 4, 0.1, 1), "a must lie in 0..1, got 1.2"),
    ],
)
def test_a_value_out_of_range_is_named_with_its_range(make: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        make()
    assert str(caught.value) == sentence


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(TypeError, match="bandwidth must be a finite number above 0, got 'fast'"):
        Hardware("fast", 1)  # type: ignore[arg-type]


def test_it_is_public() -> None:
    assert specviz.roofline.Hardware is Hardware
