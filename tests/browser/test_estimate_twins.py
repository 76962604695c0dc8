"""The estimate of a gives the same bits in both languages."""

from __future__ import annotations

import base64

from playwright.sync_api import Browser

from specviz.theory import estimate

GRID = [
    (1 + k * share / 40, k, passes)
    for k in (1, 2, 3, 5, 8, 16)
    for share in range(41)
    for passes in (1, 30, 5000)
]


def test_the_estimate_agrees_on_a_full_grid(browser: Browser) -> None:
    with open(estimate.__file__.replace(".py", ".js"), "rb") as module:  # noqa: PTH123
        address = f"data:text/javascript;base64,{base64.b64encode(module.read()).decode()}"
    page = browser.new_page()
    there = page.evaluate(
        """async ([address, grid]) => {
          const { rateOf, rateInterval, moments } = await import(address)
          return grid.map(([E, k, passes]) =>
            [rateOf(E, k), ...rateInterval(E, k, passes), ...moments((E - 1) / k, k)])
        }""",
        [address, GRID],
    )
    page.close()
    here = [
        [
            estimate.rate_of(E, k),
            *estimate.rate_interval(E, k, passes),
            *estimate.moments((E - 1) / k, k),
        ]
        for E, k, passes in GRID
    ]
    assert there == here
