"""Published measurements beside the roofline: what the table says of them, recomputed."""

from __future__ import annotations

import pytest

from specviz.sections.check.measured import Series, account, measurements, row

BY_NAME = {series.name: series for series in measurements()}


def test_there_are_enough_series_from_enough_sources() -> None:
    assert len(measurements()) >= 6
    assert len({series.source for series in measurements()} - {None}) >= 4
    assert {series.unit for series in measurements()} == {"ms", "speedup"}


@pytest.mark.parametrize("series", measurements(), ids=BY_NAME)
def test_every_series_says_where_it_comes_from(series: Series) -> None:
    assert series.note
    assert series.found.startswith("20")
    assert (series.source or "https://").startswith("https://")
    assert len(series.points) >= 2
    assert [n for n, _ in series.points] == sorted({n for n, _ in series.points})
    assert all(value > 0 for _, value in series.points)


def test_two_cores_pay_for_every_position() -> None:
    series = BY_NAME["llama-cpp-two-cores"]
    steps = [value / series.points[0][1] for _, value in series.points]
    assert [n for n, _ in series.points] == [1, 2, 3, 5, 9, 17]
    assert steps == pytest.approx([1, 1.89, 2.82, 4.35, 7.83, 14.7], abs=0.03)


def test_sixteen_positions_on_an_rtx_3090_take_what_the_bandwidth_allows_and_a_fifth_more() -> None:
    series = BY_NAME["llama-cpp-rtx-3090"]
    weights, cache = 2 * 8_030_261_248, 256 * 2 * 32 * 8 * 128 * 2
    assert series.predicted == pytest.approx(1e3 * (weights + cache) / 936e9)
    assert series.last == pytest.approx(1e3 * 16 / 764.17, abs=1e-3)
    assert series.factor == pytest.approx(series.last / (series.predicted or 0))
    assert account()["llama-cpp-rtx-3090"] == "1.22"


def test_drafts_that_are_always_right_say_what_a_check_costs() -> None:
    series = BY_NAME["vllm-oracle"]
    # 32 sequences of 17 positions: operations of 8.19 · 10⁹ parameters over 989.4 Tflop/s.
    check = 2 * 8_190_735_360 * 17 * 32 / 989.4e12
    step = 2 * 8_190_735_360 / 3.35e12
    assert series.predicted == pytest.approx(17 * step / check)


def test_a_speedup_without_its_a_is_shown_and_not_judged() -> None:
    said = row(BY_NAME["sglang-eagle3"])
    assert said["roofline"] == "no a published"
    assert said["factor"] == ""
