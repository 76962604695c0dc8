from __future__ import annotations

import gc
from typing import Any

import panel as pn
import pytest

import specviz
from specviz import SpeculativeDecoding
from specviz.hosts.pane import Pane, pane

SETTINGS = ("a", "k", "draft", "c", "v")


def settings(of: Any) -> tuple[Any, ...]:
    return tuple(getattr(of, name) for name in SETTINGS)


def heard(of: Any) -> list[tuple[str, Any]]:
    """What is told to whoever watches, from now on."""
    events: list[tuple[str, Any]] = []
    for name in SETTINGS:
        of.param.watch(lambda event: events.append((event.name, event.new)), name)
    return events


def test_a_layout_shows_a_model_as_its_pane_and_not_as_a_list_of_parameters() -> None:
    model = SpeculativeDecoding(a=0.9, k=6)
    for layout in (pn.Row(model), pn.Column(model)):
        assert isinstance(layout[0], Pane)
        assert settings(layout[0]) == settings(model)
    assert isinstance(pn.panel(model), Pane)


def test_a_pane_shows_the_sections_that_are_named_and_stays_linked() -> None:
    model = SpeculativeDecoding()
    shown = specviz.pane(model, sections=["pays"])
    assert 'data-view="widget" data-sections="pays"' in shown.srcdoc
    model.k = 7
    assert shown.k == 7
    with pytest.raises(ValueError, match="section 'pays' is there twice"):
        pane(model, sections=["pays", "pays"])


def test_the_pane_follows_the_model_and_the_model_the_pane() -> None:
    model = SpeculativeDecoding()
    shown = pane(model)
    model.param.update(a=0.25, k=7, c=0.5, v=2.0)
    assert settings(shown) == (0.25, 7, "aligned", 0.5, 2.0)
    shown.param.update(a=0.75, k=3, c=0.25, v=1.5)
    assert settings(model) == (0.75, 3, "aligned", 0.25, 1.5)


@pytest.mark.parametrize("first", [{}, {"a": 0.5}, {"a": 0.123}])
def test_a_flip_of_the_draft_reaches_the_pane_with_its_a(first: dict[str, float]) -> None:
    model = SpeculativeDecoding(**first)
    shown = pane(model)
    model.draft = "weak"
    assert settings(shown)[:3] == (0.5, 4, "weak")
    model.param.update(draft="aligned", a=0.5)
    assert settings(shown)[:3] == (0.5, 4, "aligned")


def test_a_flip_in_the_frame_keeps_the_a_that_the_frame_has() -> None:
    model = SpeculativeDecoding()
    shown = pane(model)
    shown.param.update(draft="weak", a=0.5)
    assert settings(model)[:3] == (0.5, 4, "weak")
    # A script in the frame may flip the draft and give an a of its own, even the old one.
    shown.param.update(draft="aligned")
    assert settings(model)[:3] == (0.5, 4, "aligned")


def test_a_value_goes_each_way_once() -> None:
    model = SpeculativeDecoding()
    shown = pane(model)
    told, asked = heard(model), heard(shown)
    shown.a = 0.3
    model.k = 9
    assert told == [("a", 0.3), ("k", 9)]
    assert asked == [("a", 0.3), ("k", 9)]


@pytest.mark.parametrize(
    "bad", [{"a": 1.5}, {"k": 0}, {"draft": "strong"}, {"v": 0.0, "k": 3}, {"c": float("nan")}]
)
def test_what_the_model_refuses_is_put_back(bad: dict[str, Any]) -> None:
    model = SpeculativeDecoding()
    shown = pane(model)
    shown.param.update(**bad)
    assert settings(shown) == settings(model)
    model.param.update(a=0.4, k=5)
    assert settings(shown)[:2] == (0.4, 5)


def test_two_models_side_by_side_do_not_disturb_each_other() -> None:
    one, other = SpeculativeDecoding(), SpeculativeDecoding(a=0.2)
    shown, beside = pane(one), pane(other)
    one.a = 0.6
    beside.k = 9
    assert (shown.a, beside.a, other.a) == (0.6, 0.2, 0.2)
    assert (shown.k, one.k, other.k) == (4, 4, 9)


def test_two_panes_of_one_model_agree() -> None:
    model = SpeculativeDecoding()
    one, other = pane(model), pane(model)
    one.param.update(draft="weak", a=0.5)
    assert settings(other) == settings(one) == settings(model)


def test_a_model_does_not_keep_the_panes_that_it_had() -> None:
    model = SpeculativeDecoding()
    before = watchers(model)
    for _ in range(3):
        pane(model)
    gc.collect()
    assert watchers(model) == before


def watchers(model: SpeculativeDecoding) -> int:
    of_a: dict[str, list[Any]] = model.param.watchers.get("a", {})
    return len(of_a.get("value", []))
