from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import param
import pytest

import specviz
from specviz import SpeculativeDecoding, theory
from specviz.model import REFERENCE, rows

BAD_NUMBERS = [
    ("a", 1.7, "a must lie in 0..1, got 1.7"),
    ("a", -0.01, "a must lie in 0..1, got -0.01"),
    ("a", math.nan, "a must lie in 0..1, got nan"),
    ("a", math.inf, "a must lie in 0..1, got inf"),
    ("k", 0, "k must be a whole number in 1..16, got 0"),
    ("k", 17, "k must be a whole number in 1..16, got 17"),
    ("k", 4.5, "k must be a whole number in 1..16, got 4.5"),
    ("k", 2**80, f"k must be a whole number in 1..16, got {2**80}"),
    ("c", 1.01, "c must lie in 0..1, got 1.01"),
    ("v", 0.4, "v must lie in 0.5..8, got 0.4"),
    ("draft", "strong", 'draft must be "aligned" or "weak", got \'strong\''),
]
BAD_TYPES = [
    *(("a", value, f"a must lie in 0..1, got {value!r}") for value in ("0.5", None, True, [0.5])),
    *(
        ("k", value, f"k must be a whole number in 1..16, got {value!r}")
        for value in ("4", None, False, 4j)
    ),
    ("v", abs, f"v must lie in 0.5..8, got {abs!r}"),
    ("draft", None, 'draft must be "aligned" or "weak", got None'),
    ("draft", [], 'draft must be "aligned" or "weak", got []'),
]


def test_the_defaults_are_the_lesson_s() -> None:
    model = SpeculativeDecoding()
    assert (model.a, model.k, model.draft, model.c, model.v) == (0.8, 4, "aligned", 0.1, 1.0)
    assert model.power == pytest.approx(0.32768)
    assert model.expected_tokens == pytest.approx(3.3616)
    assert model.speedup == pytest.approx(2.4011, abs=0.00005)
    assert model.best_k == 6
    assert model.near_best == (5, 7)
    assert model.break_even == pytest.approx(0.2871, abs=0.00005)
    assert model.accepted_share == pytest.approx(2.3616 / 4)


def test_numbers_follow_every_setting() -> None:
    model = SpeculativeDecoding(a=0.7, k=5, c=0.3, v=2.0)
    assert model.power == theory.power(0.7, 5)
    assert model.expected_tokens == theory.expected_tokens(0.7, 5)
    assert model.speedup == theory.net_speedup(0.7, 5, 0.3, 2.0)
    model.v = 1.0
    assert model.speedup == theory.net_speedup(0.7, 5, 0.3, 1.0)
    assert model.best_k == theory.best_k(0.7, 0.3)
    assert model.break_even == theory.break_even(5, 0.3)


def test_the_draft_sets_a_when_the_model_is_made() -> None:
    assert SpeculativeDecoding(draft="weak").a == 0.5
    assert SpeculativeDecoding(draft="aligned").a == 0.8
    assert SpeculativeDecoding(draft="weak", a=0.9).a == 0.9
    assert SpeculativeDecoding(draft="weak", a=0.8).a == 0.8


def test_flipping_the_draft_sets_a() -> None:
    model = SpeculativeDecoding(a=0.3)
    model.draft = "weak"
    assert model.a == 0.5
    model.a = 0.6
    model.draft = "aligned"
    assert model.a == 0.8


def test_setting_the_draft_to_what_it_is_changes_nothing() -> None:
    model = SpeculativeDecoding(a=0.3)
    model.draft = "aligned"
    assert model.a == 0.3
    model.param.trigger("draft")
    assert model.a == 0.3


@pytest.mark.parametrize("a", [0.9, 0.8, 0.5])
def test_an_update_with_both_keeps_its_a_in_either_order(a: float) -> None:
    for update in ({"draft": "weak", "a": a}, {"a": a, "draft": "weak"}):
        model = SpeculativeDecoding()
        model.param.update(update)
        assert (model.draft, model.a) == ("weak", a)
        model.draft = "aligned"
        assert model.a == 0.8


def test_an_update_that_fails_half_way_leaves_no_surprise_behind() -> None:
    model = SpeculativeDecoding()
    with pytest.raises(ValueError, match="k must be"):
        model.param.update(draft="weak", k=99)
    model.a = 0.7
    assert model.a == 0.7


def test_watchers_of_the_draft_see_the_new_a() -> None:
    model = SpeculativeDecoding()
    seen: list[tuple[str, float]] = []
    model.param.watch(lambda _event: seen.append((model.draft, model.a)), "draft")
    model.draft = "weak"
    assert seen == [("weak", 0.5)]


@pytest.mark.parametrize(("name", "value", "message"), BAD_NUMBERS)
def test_a_value_out_of_range_is_named_and_the_old_one_stays(
    name: str, value: object, message: str
) -> None:
    refused(ValueError, name, value, message)


@pytest.mark.parametrize(("name", "value", "message"), BAD_TYPES)
def test_a_value_of_the_wrong_type_is_named_and_the_old_one_stays(
    name: str, value: object, message: str
) -> None:
    refused(TypeError, name, value, message)


def refused(error: type[Exception], name: str, value: object, message: str) -> None:
    model = SpeculativeDecoding(a=0.6, k=3, c=0.2, v=2, draft="weak")
    before = model.param.values()
    attempts: list[Callable[[], object]] = [
        lambda: setattr(model, name, value),
        lambda: model.param.update({name: value}),
        lambda: SpeculativeDecoding(**{name: value}),
    ]
    for attempt in attempts:
        with pytest.raises(error) as caught:
            attempt()
        assert str(caught.value) == message
    assert model.param.values() == before


def test_numbers_are_kept_as_python_s_own() -> None:
    model = SpeculativeDecoding(a=1, k=np.int64(5), c=np.float32(0.5))
    assert (type(model.a), type(model.k), type(model.c)) == (float, int, float)
    model.k = 6.0
    assert type(model.k) is int


def test_every_parameter_explains_itself() -> None:
    for name in ("a", "k", "draft", "c", "v"):
        parameter = SpeculativeDecoding.param[name]
        assert str(parameter.doc).endswith(".")
        assert parameter.label


def unpickled(model: SpeculativeDecoding) -> SpeculativeDecoding:
    loaded = pickle.loads(pickle.dumps(model))
    assert isinstance(loaded, SpeculativeDecoding)
    return loaded


@pytest.mark.parametrize("copied", [copy.deepcopy, unpickled])
def test_a_copy_is_a_model_of_its_own(
    copied: Callable[[SpeculativeDecoding], SpeculativeDecoding],
) -> None:
    model = SpeculativeDecoding(a=0.7, k=3)
    other = copied(model)
    assert (other.a, other.k, other.speedup) == (0.7, 3, model.speedup)
    other.draft = "weak"
    assert (other.a, model.a, model.draft) == (0.5, 0.7, "aligned")


def test_rows_are_the_four_settings_and_the_live_one() -> None:
    model = SpeculativeDecoding(a=0.25, k=7, c=0.2, v=1.5)
    table = rows(model)
    assert [(row.a, row.k) for row in table] == [*REFERENCE, (0.25, 7)]
    for row in table:
        assert row.power == theory.power(row.a, row.k)
        assert row.E == theory.expected_tokens(row.a, row.k)
        assert row.speedup == theory.net_speedup(row.a, row.k, 0.2, 1.5)


def test_a_model_can_be_watched_like_any_other() -> None:
    assert issubclass(SpeculativeDecoding, param.Parameterized)
    events: list[object] = []
    model = SpeculativeDecoding()
    model.param.watch(lambda *changes: events.extend(change.name for change in changes), ["a", "k"])
    model.param.update(a=0.4, k=2)
    model.a = 0.4
    assert events == ["a", "k"]


def test_the_package_knows_its_version_and_nothing_that_it_does_not_have() -> None:
    assert specviz.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="module 'specviz' has no attribute 'nothing'"):
        _ = specviz.nothing


def test_importing_the_package_takes_little_longer_than_its_libraries() -> None:
    def modules(statement: str) -> set[str]:
        program = f"import sys; {statement}; print(*sys.modules)"
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        return set(done.stdout.split())

    # Counted, not timed: the same on a busy machine.
    more = modules("import specviz") - modules("import param, numpy")
    assert len({name for name in more if not name.startswith("specviz")}) < 40
