"""Speculative sampling and the chi-square test give the same bits in both languages."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page
from tests.browser.test_twins import same_bits

from specviz import theory
from specviz.theory import goodness, sampling
from specviz.theory.dice import dice

THEORY = Path(theory.__file__).parent
RULES = get_args(sampling.Rule)
SIZES = (1, 2, 3, 10, 40)

PRELUDE = """
const [sampling, goodness, { dice }] = await Promise.all(
  ["sampling", "goodness", "dice"].map((name) => import(`specviz/${name}`)))
const bytes = (numbers) =>
  btoa(Array.from(new Uint8Array(Float64Array.from(numbers).buffer),
    (byte) => String.fromCharCode(byte)).join(""))
"""


@pytest.fixture(scope="module")
def twins(browser: Browser) -> Iterator[Page]:
    """An empty page that maps the modules' names to their text, as the real page does."""
    imports = {
        f"specviz/{name}": "data:text/javascript;base64,"
        + base64.b64encode((THEORY / f"{name}.js").read_bytes()).decode()
        for name in ("sampling", "goodness", "dice")
    }
    page = browser.new_page()
    page.set_content(f'<script type="importmap">{json.dumps({"imports": imports})}</script>')
    yield page
    page.close()


def run_there(page: Page, body: str, given: object) -> Any:
    """Run the body of a function of `given`, with the twins at hand."""
    return page.evaluate(f"async (given) => {{ {PRELUDE} {body} }}", given)


def pairs() -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Distributions of many sizes: uneven, with zeros, equal, certain."""
    made = []
    for size in SIZES:
        for seed in range(30):
            chance = np.random.default_rng([size, seed])
            p, q = chance.dirichlet(np.full(size, 0.3), 2)
            if seed % 3 == 0 and size > 1:
                p[chance.integers(size)] = 0.0
                p /= p.sum()
            made += [(p, q), (p, p), (np.eye(size)[0], q), (np.eye(size)[0], np.eye(size)[-1])]
    return made


def test_sampling_agrees_on_many_pairs_under_every_rule(twins: Page) -> None:
    given = [[p.tolist(), q.tolist()] for p, q in pairs()]
    there = run_there(
        twins,
        f"""const rules = {list(RULES)}
        return [
          given.map(([p, q]) => sampling.overlap(p, q)),
          given.flatMap(([p, q]) => sampling.residual(p, q)),
          given.flatMap(([p, q]) => rules.flatMap((rule) => sampling.acceptance(p, q, rule))),
          given.flatMap(([p, q]) => rules.flatMap((rule) => sampling.emitted(p, q, rule))),
          given.flatMap(([p, q]) =>
            [...sampling.acceptance(p, q), ...sampling.emitted(p, q)]),
        ].map(bytes)""",
        given,
    )
    same_bits(there[0], [float(sampling.overlap(p, q)) for p, q in pairs()])
    same_bits(there[1], np.concatenate([sampling.residual(p, q) for p, q in pairs()]))
    for received, function in zip(there[2:4], (sampling.acceptance, sampling.emitted), strict=True):
        here = [function(p, q, rule) for p, q in pairs() for rule in RULES]
        same_bits(received, np.concatenate(here))
    both = [
        function(p, q) for p, q in pairs() for function in (sampling.acceptance, sampling.emitted)
    ]
    same_bits(there[4], np.concatenate(both))


def test_draws_agree_token_by_token(twins: Page) -> None:
    p, q = pairs()[-4]
    there = run_there(
        twins,
        f"""return {list(RULES)}.map((rule) =>
          sampling.draws(given.p, given.q, dice(given.seed, 30000), rule))""",
        {"p": p.tolist(), "q": q.tolist(), "seed": 7},
    )
    for rule, received in zip(RULES, there, strict=True):
        here = [each.tolist() for each in sampling.draws(p, q, dice(7, 30_000), rule)]
        assert received == here


def test_single_verdicts_agree_at_the_edge_of_acceptance(twins: Page) -> None:
    p, q = [0.5, 0.3, 0.2], [0.2, 0.3, 0.5]
    edge = float(sampling.acceptance(p, q)[2])
    there = run_there(
        twins,
        """return [
          given.dice.map((die) => sampling.verify(given.p, given.q, 2, die, 0.7)),
          given.dice.map((die) => sampling.drawn([0, 1, 0, 3], die)),
        ]""",
        {"p": p, "q": q, "dice": [0.0, edge, float(np.nextafter(edge, 0)), 0.25]},
    )
    assert there == [[[True, 2], [False, 0], [True, 2], [True, 2]], [1, 3, 3, 3]]


def test_the_chi_square_test_agrees(twins: Page) -> None:
    counted = [
        (np.bincount(sampling.draws(p, q, dice(seed, 3 * n), rule)[2], minlength=len(p)), p)
        for p, q in pairs()[::7]
        for rule in RULES
        for seed, n in ((1, 10_000), (2, 40))
    ]
    there = run_there(
        twins,
        """return bytes(given.flatMap(([counts, p]) => {
          const [statistic, freedom] = goodness.chiSquare(counts, p)
          return [statistic, freedom, goodness.tail(statistic, freedom)]
        }))""",
        [[counts.tolist(), p.tolist()] for counts, p in counted],
    )
    here = []
    for counts, p in counted:
        statistic, freedom = goodness.chi_square(counts, p)
        here += [statistic, freedom, goodness.tail(statistic, freedom)]
    same_bits(there, here)


def test_the_tail_agrees_on_a_grid(twins: Page) -> None:
    statistics = [*np.linspace(0, 90, 181).tolist(), 700.0, 1399.0, 1401.0]
    there = run_there(
        twins,
        """return bytes(given.flatMap((statistic) =>
          Array.from({ length: 61 }, (_, freedom) => goodness.tail(statistic, freedom))))""",
        statistics,
    )
    same_bits(there, [goodness.tail(each, freedom) for each in statistics for freedom in range(61)])
