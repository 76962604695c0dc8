"""Each browser module of arithmetic gives the bits of the Python module of its name.

Numbers travel as the bytes of their doubles, so that no decimal text stands between.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from playwright.sync_api import Browser, Page

import specviz
from specviz import theory
from specviz.theory import passes
from specviz.theory.dice import dice, die
from specviz.theory.rounding import rounded

MODULES = Path(specviz.__file__).parent / "theory"
TWINS = ("theory", "dice", "rounding", "passes")

RATES = [i / 100 for i in range(101)]
LENGTHS = list(range(1, 17))
COSTS = [0.0, 0.05, 0.1, 0.3, 1.0]
VERIFY_COSTS = [0.5, 1.0, 1.9, 8.0]
GRID = {"as": RATES, "ks": LENGTHS, "cs": COSTS, "vs": VERIFY_COSTS}

PRELUDE = """
const [theory, { die, dice }, { rounded }, passes] = await Promise.all(
  ["theory", "dice", "rounding", "passes"].map((name) => import(`specviz/${name}`)))
const bytes = (numbers) =>
  btoa(Array.from(new Uint8Array(Float64Array.from(numbers).buffer),
    (byte) => String.fromCharCode(byte)).join(""))
"""


class Setting(TypedDict):
    """What a run is a function of."""

    a: float
    k: int
    c: float
    v: float
    seed: int


@pytest.fixture(scope="module")
def twins(browser: Browser) -> Iterator[Page]:
    """An empty page that maps the modules' names to their text, as the real page does."""
    imports = {f"specviz/{name}": _data_url(MODULES / f"{name}.js") for name in TWINS}
    page = browser.new_page()
    page.set_content(f'<script type="importmap">{json.dumps({"imports": imports})}</script>')
    yield page
    page.close()


def _data_url(path: Path) -> str:
    encoded = base64.b64encode(path.read_bytes()).decode()
    return f"data:text/javascript;base64,{encoded}"


def run_there(page: Page, body: str, given: object = None) -> Any:
    """Run the body of a function of `given`, with the twins at hand."""
    return page.evaluate(f"async (given) => {{ {PRELUDE} {body} }}", given)


def doubles(text: str) -> NDArray[np.float64]:
    return np.frombuffer(base64.b64decode(text), dtype="<f8")


def same_bits(there: str, here: ArrayLike) -> None:
    numbers = np.ravel(np.asarray(here, dtype=np.float64))
    received = doubles(there)
    assert received.shape == numbers.shape
    # All NaNs are one number here: their payloads are no result.
    differ = (received.view(np.uint64) != numbers.view(np.uint64)) & ~(
        np.isnan(received) & np.isnan(numbers)
    )
    assert np.flatnonzero(differ).tolist() == []


@pytest.mark.parametrize("name", ["power", "expected_tokens", "accepted_share"])
def test_functions_of_a_and_k_agree_on_the_grid(twins: Page, name: str) -> None:
    there = run_there(
        twins,
        "return bytes(given.as.flatMap((a) => given.ks.map((k) => theory[given.name](a, k))))",
        GRID | {"name": camel(name)},
    )
    same_bits(there, getattr(theory, name)(np.array(RATES)[:, None], LENGTHS))


def test_net_speedup_agrees_on_the_grid(twins: Page) -> None:
    there = run_there(
        twins,
        """return bytes(given.as.flatMap((a) => given.ks.flatMap((k) => given.cs.flatMap((c) =>
          given.vs.map((v) => theory.netSpeedup(a, k, c, v))))))""",
        GRID,
    )
    grid = np.ix_(RATES, LENGTHS, COSTS, VERIFY_COSTS)
    same_bits(there, theory.net_speedup(*grid))


def test_the_curve_its_best_and_its_band_agree_on_the_grid(twins: Page) -> None:
    there = run_there(
        twins,
        """const settings = given.as.flatMap((a) => given.cs.flatMap((c) =>
          given.vs.map((v) => [a, c, v])))
        return {
          curve: bytes(settings.flatMap((setting) => theory.speedups(...setting))),
          best: settings.map((setting) => theory.bestK(...setting)),
          short: settings.map((setting) => theory.bestK(...setting, 5)),
          band: settings.map((setting) => theory.nearBest(...setting)),
          wide: settings.map((setting) => theory.nearBest(...setting, 9, 0.1)),
        }""",
        GRID,
    )
    settings = [(a, c, v) for a in RATES for c in COSTS for v in VERIFY_COSTS]
    same_bits(there["curve"], [theory.speedups(*setting) for setting in settings])
    assert there["best"] == [theory.best_k(*setting) for setting in settings]
    assert there["short"] == [theory.best_k(*setting, k_max=5) for setting in settings]
    assert there["band"] == [list(theory.near_best(*setting)) for setting in settings]
    wide = [list(theory.near_best(*setting, k_max=9, tolerance=0.1)) for setting in settings]
    assert there["wide"] == wide


def test_break_even_agrees_on_the_grid_where_there_is_one_and_where_not(twins: Page) -> None:
    there = run_there(
        twins,
        """return bytes(given.ks.flatMap((k) => given.cs.flatMap((c) =>
          given.vs.map((v) => theory.breakEven(k, c, v)))))""",
        GRID,
    )
    here = theory.break_even(*np.ix_(LENGTHS, COSTS, VERIFY_COSTS))
    assert 0 < np.isnan(here).sum() < here.size
    same_bits(there, here)


def test_defaults_agree(twins: Page) -> None:
    there = run_there(
        twins,
        """return bytes([theory.netSpeedup(0.8, 4), theory.bestK(0.8), ...theory.nearBest(0.8),
          theory.breakEven(4), ...theory.speedups(0.8)])""",
    )
    here = [theory.net_speedup(0.8, 4), theory.best_k(0.8), *theory.near_best(0.8)]
    same_bits(there, [*here, theory.break_even(4), *theory.speedups(0.8)])


def test_the_distribution_agrees_on_the_grid(twins: Page) -> None:
    there = run_there(
        twins,
        """return bytes(given.as.flatMap((a) =>
          given.ks.flatMap((k) => theory.tokensPerPassDistribution(a, k))))""",
        GRID,
    )
    here = [theory.tokens_per_pass_distribution(a, k) for a in RATES for k in LENGTHS]
    same_bits(there, np.concatenate(here))


@pytest.mark.parametrize("seed", [0, 1, 7, 2**31 - 1, 2**31, 2**32 - 1])
def test_dice_agree(twins: Page, seed: int) -> None:
    there = run_there(
        twins,
        """return [dice(given, 20000), dice(given, 500, 2 ** 31 - 250), dice(given, 9, 2 ** 32 - 9),
          [die(given, 0), die(given, 2 ** 32 - 1)]].map(bytes)""",
        seed,
    )
    same_bits(there[0], dice(seed, 20_000))
    same_bits(there[1], dice(seed, 500, 2**31 - 250))
    same_bits(there[2], dice(seed, 9, 2**32 - 9))
    same_bits(there[3], [die(seed, 0), die(seed, 2**32 - 1)])


def test_runs_agree_pass_by_pass(twins: Page) -> None:
    settings: list[Setting] = [
        {"a": a, "k": k, "c": c, "v": v, "seed": seed}
        for a in (0.0, 0.3, 0.5, 0.8, 0.95, 1.0)
        for k in LENGTHS
        for c, v in ((0.1, 1.0), (0.0, 1.0), (0.3, 1.9))
        for seed in (1, 7)
    ]
    # JSON writes a double so that reading it gives the same double again.
    there = run_there(
        twins,
        """return JSON.stringify(given.map(({ a, k, c, v, seed }) =>
          passes.run(passes.independent(dice(seed, 64 + k), a, k), k, 64, c, v)))""",
        settings,
    )
    here = [played(setting) for setting in settings]
    assert json.loads(there) == json.loads(json.dumps(here))


def played(setting: Setting) -> list[dict[str, Any]]:
    k = setting["k"]
    verdict = passes.independent(dice(setting["seed"], 64 + k), setting["a"], k)
    return [asdict(each) for each in passes.run(verdict, k, 64, setting["c"], setting["v"])]


def test_a_die_that_equals_a_is_a_rejection_there_too(twins: Page) -> None:
    there = run_there(
        twins,
        "return [passes.independent([0.5], 0.5, 1)(0), passes.acceptedPerPass([0.5], 0.5, 1)]",
    )
    assert there == [0, [0]]


def test_recorded_runs_agree_pass_by_pass(twins: Page) -> None:
    agrees = [bool(number < 0.7) for number in dice(5, 60)]
    there = run_there(
        twins,
        """return JSON.stringify(given.ks.map((k) =>
          passes.run(passes.recorded(given.agrees, k), k, given.agrees.length)))""",
        {"agrees": agrees, "ks": LENGTHS},
    )
    here = [
        [asdict(each) for each in passes.run(passes.recorded(agrees, k), k, len(agrees))]
        for k in LENGTHS
    ]
    assert json.loads(there) == json.loads(json.dumps(here))


def test_a_thousand_passes_at_once_agree_with_their_mean_and_error(twins: Page) -> None:
    settings = [{"a": a, "k": k} for a in (0.0, 0.5, 0.8, 0.97, 1.0) for k in LENGTHS]
    there = run_there(
        twins,
        """return given.map(({ a, k }) => {
          const accepted = passes.acceptedPerPass(dice(7, 1000 * k), a, k)
          return { accepted, mean: bytes(passes.meanAndError(accepted)) }
        })""",
        settings,
    )
    for setting, result in zip(settings, there, strict=True):
        a, k = setting["a"], int(setting["k"])
        accepted = passes.accepted_per_pass(dice(7, 1000 * k), a, k)
        assert result["accepted"] == accepted.tolist()
        same_bits(result["mean"], passes.mean_and_error(accepted))


def test_the_mean_of_few_counts_agrees(twins: Page) -> None:
    there = run_there(twins, "return [[], [7], [1, 2]].map(passes.meanAndError).map(bytes)")
    for text, counts in zip(there, ([], [7], [1, 2]), strict=True):
        same_bits(text, passes.mean_and_error(counts))


def test_a_run_without_enough_dice_says_so(twins: Page) -> None:
    said = run_there(
        twins,
        """try { passes.run(passes.independent([0.1, 0.2], 0.5, 4), 4, 9) }
        catch (error) { return `${error}` }""",
    )
    assert said == "RangeError: the run needs more dice"


def test_rounded_text_agrees_on_the_grid(twins: Page) -> None:
    rates, lengths = np.array(RATES)[:, None], np.array(LENGTHS)
    numbers = [theory.power(rates, lengths), theory.expected_tokens(rates, lengths)]
    numbers += [theory.net_speedup(rates, lengths, c) for c in COSTS]
    compare_text(twins, np.ravel(numbers).tolist())


def test_rounded_text_agrees_on_ties_and_extremes(twins: Page) -> None:
    eighths = [eighth / 8 for eighth in range(-200, 200)]
    near = [np.nextafter(tie, toward).item() for tie in eighths for toward in (-1e9, 1e9)]
    odd = [1.005, 2.675, -0.0, -0.001, 5e-324, -5e-324, 1 / 3, 1e20 + 2**20, -123456789.125]
    compare_text(twins, [*eighths, *near, *odd])


def compare_text(page: Page, numbers: list[float]) -> None:
    there = run_there(
        page,
        """const numbers = new Float64Array(
          Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0)).buffer)
        return Array.from(numbers, (x) => [rounded(x), ...[0, 1, 3, 20].map((n) => rounded(x, n))])
        """,
        base64.b64encode(np.array(numbers).tobytes()).decode(),
    )
    here = [[rounded(x), *(rounded(x, digits) for digits in (0, 1, 3, 20))] for x in numbers]
    assert there == here


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
