from __future__ import annotations

import pytest
from tests.logs.corpus import HERE, RIGHT, paste

import specviz
from specviz.logs.fit import Run

ENGINE = ("engine-plain", "engine-k1", "engine-k2", "engine-k4", "engine-k8")


def value_of(run: Run, name: str) -> object:
    if name == "rate":
        return (run.accepted or 0.0) / (run.drafted or 1.0)
    if name == "upper":
        return run.a_interval[1] if run.a_interval else None
    if name == "says":
        return [finding.name for finding in run.says]
    return getattr(run, name)


def digits_of(number: float) -> int:
    return len(repr(number).partition(".")[2])


def agrees(found: object, right: object) -> bool:
    """Whether a value is right within the digits in which the right one is known."""
    if isinstance(right, list) and right and isinstance(right[0], float):
        assert isinstance(found, tuple)
        return all(map(agrees, found, right))
    if isinstance(right, float):
        unit = 10.0 ** -max(2, digits_of(right))
        return isinstance(found, float) and abs(found - right) <= 0.6 * unit
    return found == right


def test_all_lines_have_their_right_values() -> None:
    assert {path.stem for path in (HERE / "lines").iterdir()} >= set(RIGHT)


@pytest.mark.parametrize("name", RIGHT)
def test_a_real_line_says_what_it_means(name: str) -> None:
    runs = specviz.fit(paste(name)).runs
    assert len(runs) == len(RIGHT[name])
    for run, right in zip(runs, RIGHT[name], strict=True):
        for key, value in right.items():
            found = value_of(run, key)
            assert agrees(found, value), f"{run.format}: {key} is {found}, not {value}"


@pytest.mark.parametrize(
    ("name", "baseline", "speed", "speedup", "cost"),
    [
        ("llama-cpu", 0.44, None, 1.18, 1.33),
        ("llama-chain", 32.49, None, 1.707, 2.68),
        ("sglang-gauges", 1.0, 1.53, 1.53, 1.895),
        ("llama-sweep-script-total", 1728 / 33.38, None, 1.181, 2.24),
        ("engine-k1", 87.10, None, 0.382, 4.50),
        ("engine-k2", 87.10, None, 0.331, 7.05),
        ("engine-k4", 87.10, None, 0.241, 11.62),
        ("engine-k8", 87.10, None, 0.174, 20.82),
    ],
)
def test_with_a_baseline_a_pass_has_its_cost(
    name: str, baseline: float, speed: float | None, speedup: float, cost: float
) -> None:
    (run,) = specviz.fit(paste(name), baseline, speed).runs
    assert run.speedup == pytest.approx(speedup, abs=0.006)
    assert run.pass_cost == pytest.approx(cost, abs=0.006)
    assert "no-baseline" not in [finding.name for finding in run.says]


def test_an_engine_that_cannot_win_is_told_so() -> None:
    found = specviz.fit(paste(*ENGINE))
    assert found.baseline == pytest.approx(87.10)
    assert [run.k for run in found.runs] == [1, 2, 4, 8]
    (word,) = (one for one in found.runs[0].says if one.name == "cannot-win")
    assert "A pass costs 4.50 plain steps and k = 1 can give at most 2 tokens" in word.text
    assert found.sweep.best_k == 0
    assert found.sweep.cost_line is not None
    assert found.sweep.cost_line.c == pytest.approx(2.32, abs=0.01)


def test_costs_count_only_the_steps_that_had_a_draft() -> None:
    (run,) = specviz.fit(paste("vllm-cut-behind"), baseline=300.0).runs
    assert run.coverage is not None
    assert run.E is not None
    assert run.pass_cost is not None
    over_all = run.coverage * run.E + 1 - run.coverage
    steps = run.coverage * run.pass_cost + 1 - run.coverage
    assert run.speedup == pytest.approx(over_all / steps)


def test_two_scrapes_are_subtracted() -> None:
    counters = 'vllm:spec_decode_num_{}_total{{engine="0"}} {}\n'
    names = ("drafts", "draft_tokens", "accepted_tokens")
    first = "".join(map(counters.format, names, (100, 300, 200)))
    second = "".join(map(counters.format, names, ("1.1e+03", 3300, 1860)))
    (run,) = specviz.fit(first + second).runs
    assert (run.passes, run.drafted, run.accepted, run.k) == (1000, 3000, 1660, 3)


def test_counters_of_several_engines_are_summed() -> None:
    text = paste("vllm-counters")
    (run,) = specviz.fit(text + text.replace('engine="0"', 'engine="1"')).runs
    assert (run.passes, run.drafted, run.accepted) == (2000, 6000, 3320)


def test_runs_with_different_k_are_told_apart() -> None:
    found = specviz.fit(paste("vllm-stream", "vllm-idle", "vllm-stream"))
    assert [(run.k, run.passes) for run in found.runs] == [(6, 1050), (7, 78)]


def test_what_cannot_be_known_is_null_in_the_contract() -> None:
    contract = specviz.fit(paste("exllama")).contract()
    assert contract["version"] == 1
    (run,) = contract["runs"]
    assert set(run) == {
        *("engine", "format", "k", "passes", "drafted", "accepted", "E", "share_accepted", "a"),
        *("a_interval", "survival", "conditional", "coverage", "pass_cost", "speedup"),
        *("break_even", "says", "lines"),
    }
    assert [name for name, value in run.items() if value is not None] == [
        *("engine", "format", "says", "lines"),
    ]
    assert contract["sweep"] == {
        "points": [],
        "cost_line": None,
        "best_k": None,
        "near_best": None,
    }


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_a_speed_must_be_one(value: float) -> None:
    with pytest.raises(ValueError, match="baseline must lie in"):
        specviz.fit("", baseline=value)
