from __future__ import annotations

import pytest

import specviz
from specviz.logs.fit import Fit

PUBLIC = {
    "27B on one card": (
        "no speculation 57.0 tok/s | n=1 40.6 tok/s 1.87 87% | n=2 36.0 ~2.50 78% | n=3 32.7 ~3.06",
        57.0,
    ),
    "a block drafter": (
        "no spec 26.51 tok/s | k=1 17.73 tok/s accept-len 1.75 | k=7 12.20 tok/s accept-len 3.21",
        26.51,
    ),
    "two generations of a draft": (
        "vanilla 133; EAGLE-1 K=2 201.69, K=4 198, K=7 169.92; EAGLE-3 K=2 220.21",
        220.21,
    ),
    "an engine on two cores": (
        "k,tokens/s,E\noff,87.10,\n1,33.295,1.719\n2,28.843,2.333\n4,21.024,2.806\n8,15.15,3.621\n",
        87.10,
    ),
}
"""Sweeps that were published with a baseline, and the best of their speeds."""

TREES = """\
bs steps topk num_draft throughput acc_len
1  3  1  4   159.78 1.86
1  3  3  8   172.99 2.20
1  3  3  4   207.62 1.99
1  7  4  16  191.90 2.52
1  6  4  12  171.54 2.42
1  8  8  60  177.5  3.2
"""


def costs(found: Fit) -> list[float | None]:
    return [run.pass_cost for run in found.runs]


@pytest.mark.parametrize("name", PUBLIC)
def test_the_advised_k_is_within_three_percent_of_the_best(name: str) -> None:
    text, best = PUBLIC[name]
    sweep = specviz.fit(text).sweep
    speeds = [point.speed for point in sweep.points if point.k == sweep.best_k]
    assert speeds[0] is not None
    assert speeds[0] >= 0.97 * best


def test_costs_of_a_sweep_lie_on_a_line() -> None:
    found = specviz.fit(PUBLIC["27B on one card"][0])
    assert [run.a for run in found.runs] == pytest.approx([0.870, 0.823, 0.823], abs=0.001)
    assert costs(found) == pytest.approx([2.63, 3.96, 5.33], abs=0.006)
    line = found.sweep.cost_line
    assert line is not None
    assert (line.v, line.c) == pytest.approx((1.26, 1.35), abs=0.006)
    assert found.sweep.best_k == 0
    # 78 % of two tokens are not 1.50 tokens.
    named = [[word.name for word in run.says] for run in found.runs]
    assert named == [["cannot-win"], ["edited", "cannot-win"], ["cannot-win"]]


def test_a_line_may_begin_above_one() -> None:
    found = specviz.fit(PUBLIC["a block drafter"][0])
    assert [run.a for run in found.runs] == pytest.approx([0.750, 0.708], abs=0.001)
    assert costs(found) == pytest.approx([2.62, 6.98], abs=0.006)
    line = found.sweep.cost_line
    assert line is not None
    assert (line.v, line.c) == pytest.approx((1.89, 0.73), abs=0.006)


def test_speeds_alone_give_speedups_and_an_advice() -> None:
    found = specviz.fit(PUBLIC["two generations of a draft"][0])
    ratios = [run.speedup for run in found.runs]
    assert ratios == pytest.approx([1.516, 1.489, 1.278, 1.656], abs=0.001)
    assert (found.sweep.best_k, found.sweep.cost_line) == (2, None)


def test_a_tree_has_no_a_and_its_costs_all_the_same() -> None:
    found = specviz.fit(TREES, baseline=222.47)
    assert found.runs[0].a == pytest.approx(0.495, abs=0.001)
    assert [run.a for run in found.runs[1:]] == [None] * 5
    assert all("tree" in [word.name for word in run.says] for run in found.runs[1:])
    speedups = [run.speedup for run in found.runs]
    assert speedups == pytest.approx([0.72, 0.78, 0.93, 0.86, 0.77, 0.80], abs=0.005)
    assert costs(found) == pytest.approx([2.59, 2.83, 2.13, 2.92, 3.14, 4.01], abs=0.006)
    assert found.sweep.best_k == 0


def test_the_same_acceptance_pays_or_not_by_the_baseline() -> None:
    eager = specviz.fit("k,tok/s,E\noff,60.08,\n1,91.79,1.69\n")
    graph = specviz.fit("k,tok/s,E\noff,465.31,\n1,260.37,1.69\n")
    assert costs(eager) == pytest.approx([1.11], abs=0.005)
    assert costs(graph) == pytest.approx([3.02], abs=0.005)
    assert (eager.sweep.best_k, graph.sweep.best_k) == (1, 0)


def test_k_follows_from_a_rate_and_a_length() -> None:
    found = specviz.fit(
        "task | run | stage | tok/s | rounds | accepted | rate | a.len\n"
        "code | mtp | 5 | 37.42/1.48 | 40 | 110 | 92.15%/1.84% | 3.76/0.06\n"
    )
    assert [(run.k, run.E, run.speed) for run in found.runs] == [(3, 3.76, 37.42)]


@pytest.mark.parametrize(
    "table",
    [
        "| k | tok/s | E |\n|---|--:|--:|\n| off | **57.0** | n/a |\n| 1 | 40.6 | 1.87 |",
        "k,tokens/s,E\nnone,57.0,\n1,40.6,1.87\n",
        "k;tok/s;acc len\nvanilla;57,0;\n1;40,6;1,87\n",
        "k\ttokens per second\tmean acceptance length\n0\t57.0\tn/a\n1\t40.6\t1.87\n",
        "num_speculative_tokens  throughput (tok/s)  acceptance rate\n0  57.0  -\n1  40.6  87%\n",
        "config     tok/s   accept rate\nbaseline   57.0    -\nMTP-1      40.6    0.87\n",
        "\x1b[1mk  tok/s  E\x1b[0m\r\noff  57.0  -\r\n1  40.6  1.87\r\n",
        "> | k | ms/token | E |\n> |--|--|--|\n> | no spec | 17.544 | |\n> | 1 | 24.6305 | 1.87 |",
    ],
)
def test_a_table_may_have_any_shape(table: str) -> None:
    found = specviz.fit(table)
    assert found.baseline == pytest.approx(57.0, abs=0.01)
    (run,) = found.runs
    assert run.k == 1
    assert run.E == pytest.approx(1.87)
    assert run.pass_cost == pytest.approx(2.625, abs=0.001)
    assert "is read as" in run.definition


def test_sentences_and_other_tables_are_no_sweeps() -> None:
    for text in (
        "the speed, in k, was 3\n1, 2, 3\n",
        "name,speed\nx,1\n",
        "| layer | ms |\n|--|--|\n| 1 | 2 |\n",
        "throughput went from 57, baseline, to 40\n1 2 3 4 5 6 7 8\n",
    ):
        assert specviz.fit(text).runs == ()


def test_without_a_baseline_there_is_no_advice() -> None:
    sweep = specviz.fit("k,tok/s,E\n1,40.6,1.87\n2,36.0,2.5\n").sweep
    assert len(sweep.points) == 2
    assert (sweep.best_k, sweep.near_best, sweep.cost_line) == (None, None, None)
