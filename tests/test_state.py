"""The seam between a session's page and its model, without a browser."""

from __future__ import annotations

from typing import Any

import pytest

from specviz.model import SpeculativeDecoding
from specviz.state import SHARED, State, link, state_of


@pytest.fixture
def model() -> SpeculativeDecoding:
    return SpeculativeDecoding()


@pytest.fixture
def state(model: SpeculativeDecoding) -> State:
    made = state_of(model)
    link(model, made)
    return made


def values(of: SpeculativeDecoding | State) -> dict[str, Any]:
    return {name: getattr(of, name) for name in SHARED}


@pytest.mark.parametrize(("name", "value"), [("a", 0.3), ("k", 7), ("c", 0.2), ("v", 1.5)])
def test_a_move_on_the_page_sets_that_value_of_the_model_and_no_other(
    model: SpeculativeDecoding, state: State, name: str, value: float
) -> None:
    seen: list[str] = []
    model.param.watch(
        lambda *events: seen.extend(event.name for event in events), SHARED, onlychanged=False
    )
    setattr(state, name, value)
    assert seen == [name]
    assert values(model) == values(state) == values(SpeculativeDecoding()) | {name: value}


def test_a_draft_chosen_on_the_page_keeps_the_a_that_the_page_has(
    model: SpeculativeDecoding, state: State
) -> None:
    state.update(a=0.65)
    state.update(draft="weak")
    assert values(state) == values(model) == values(SpeculativeDecoding(draft="weak", a=0.65))


def test_a_draft_chosen_in_python_brings_its_a_to_the_page(
    model: SpeculativeDecoding, state: State
) -> None:
    model.draft = "weak"
    assert values(state) == values(SpeculativeDecoding(a=0.5, draft="weak"))


@pytest.mark.parametrize(("name", "value"), [("a", 7.0), ("k", 0), ("draft", "good"), ("v", -1.0)])
def test_a_value_that_the_model_refuses_is_put_back(
    model: SpeculativeDecoding, state: State, name: str, value: object
) -> None:
    setattr(state, name, value)
    assert values(state) == values(model) == values(SpeculativeDecoding())
