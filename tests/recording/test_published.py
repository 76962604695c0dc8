"""Machines and models as published: enough of them, each with its source, each as it is known."""

from __future__ import annotations

import re

import pytest

from specviz.recording.published import machine, machines, shape, shapes
from specviz.theory.roofline import compute_bound_from

FACTS = {"h100": (3.35e12, 989.4e12)}
"""What tests/facts/roofline.csv was computed with."""


def test_the_machines_are_of_all_kinds() -> None:
    labels = " ".join(machine.label for machine in machines().values())
    assert len(machines()) >= 10
    for kind in ("A100", "H100", "B200", "MI300X", "RTX 4090", "RTX 3090", "TPU", "Apple", "Xeon"):
        assert kind in labels
    for name, figures in FACTS.items():
        hardware = machine(name).hardware
        assert (hardware.bandwidth, hardware.peak) == figures


def test_the_models_are_of_all_sizes_and_widths_dense_and_mixed() -> None:
    models = [shape.model for shape in shapes().values()]
    assert len({shape.label.split(",")[0] for shape in shapes().values()}) >= 8
    assert min(model.parameters for model in models) < 0.2e9
    assert max(model.parameters for model in models) > 600e9
    assert {shape.bits for shape in shapes().values()} == {16, 8, 4}
    assert sum(model.experts > 1 for model in models) >= 3
    assert list(shapes()) == sorted(shapes(), key=lambda name: shape(name).model.parameters)


@pytest.mark.parametrize("entry", [*machines().values(), *shapes().values()])
def test_every_entry_says_where_and_when_it_was_found(entry: object) -> None:
    assert re.fullmatch(r"https://[^ ]+", getattr(entry, "source"))  # noqa: B009
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", getattr(entry, "found"))  # noqa: B009
    assert getattr(entry, "note")  # noqa: B009


def dense(vocabulary: int, width: int, inner: int, tables: int, name: str) -> float:
    """Parameters of a dense model in the manner of Llama, by its shape."""
    model = shape(name).model
    queries, keys = model.heads * model.head_size, model.kv_heads * model.head_size
    layer = 2 * width * queries + 2 * width * keys + 3 * width * inner + 2 * width
    return vocabulary * width * tables + model.layers * layer + width


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("smollm2-135m", dense(49152, 576, 1536, 1, "smollm2-135m")),
        ("llama-3.2-1b", dense(128256, 2048, 8192, 1, "llama-3.2-1b")),
        ("llama-3.1-8b", dense(128256, 4096, 14336, 2, "llama-3.1-8b")),
        ("llama-3.1-70b-4bit", dense(128256, 8192, 28672, 2, "llama-3.1-70b-4bit")),
        ("llama-3.1-405b-8bit", dense(128256, 16384, 53248, 2, "llama-3.1-405b-8bit")),
    ],
)
def test_parameters_are_those_of_the_shape(name: str, counted: float) -> None:
    assert shape(name).model.parameters == counted


@pytest.mark.parametrize(
    ("name", "total", "active"),
    [
        ("mixtral-8x7b", 46.7e9, 12.9e9),
        ("qwen3-30b-a3b", 30.5e9, 3.3e9),
        ("qwen3-235b-a22b-8bit", 235e9, 22e9),
        ("deepseek-v3-8bit", 671e9, 37e9),
    ],
)
def test_mixtures_have_as_many_parameters_as_their_names_say(
    name: str, total: float, active: float
) -> None:
    model = shape(name).model
    assert model.parameters == pytest.approx(total, rel=0.01)
    assert model.active == pytest.approx(active, rel=0.02)


def test_the_turn_of_an_8b_on_an_h100_is_near_295_positions() -> None:
    assert compute_bound_from(machine("h100").hardware, shape("llama-3.1-8b").model) == 296


def test_an_unknown_name_is_named_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"hardware must be one of h100, .*, got 'abacus'"):
        machine("abacus")
    with pytest.raises(ValueError, match=r"model must be one of smollm2-135m, .*, got 'eliza'"):
        shape("eliza")
