"""The roofline gives the same bits in both languages."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page
from tests.browser.test_twins import camel, same_bits

from specviz import theory
from specviz.theory import roofline
from specviz.theory.roofline import Hardware, LanguageModel

THEORY = Path(theory.__file__).parent

PRELUDE = """
const roofline = await import("specviz/roofline")
const bytes = (numbers) =>
  btoa(Array.from(new Uint8Array(Float64Array.from(numbers).buffer),
    (byte) => String.fromCharCode(byte)).join(""))
"""

HARDWARE = [
    Hardware(3.35e12, 989.4e12),
    Hardware(1.008e12, 165.2e12),
    Hardware(0.1e12, 2e12),
    Hardware(1 / 3, 7 / 11),
]
MODELS = [
    LanguageModel(8.03e9, 2.0, 32, 32, 8, 128),
    LanguageModel(70.6e9, 0.5625, 80, 64, 8, 128),
    LanguageModel(1.24e9 / 3, 1.0625, 0),
    LanguageModel(46.7e9, 2.0, 32, 32, 8, 128, 2.0, 12.9e9, 8, 2),
    LanguageModel(671e9, 1.0, 61, 128, 1, 288, 1.0, 37e9, 256, 8),
]
LOADS = list(product((1, 2, 5, 17, 512), (1, 3, 59, 60, 174, 1024), (0, 1, 1000, 131_072)))


@pytest.fixture(scope="module")
def twins(browser: Browser) -> Iterator[Page]:
    """An empty page that maps the modules' names to their text, as the real page does."""
    imports = {
        f"specviz/{name}": "data:text/javascript;base64,"
        + base64.b64encode((THEORY / f"{name}.js").read_bytes()).decode()
        for name in ("roofline", "theory")
    }
    page = browser.new_page()
    page.set_content(f'<script type="importmap">{json.dumps({"imports": imports})}</script>')
    yield page
    page.close()


def run_there(page: Page, body: str, given: object) -> Any:
    """Run the body of a function of `given`, with the twin at hand."""
    return page.evaluate(f"async (given) => {{ {PRELUDE} {body} }}", given)


def there(thing: Hardware | LanguageModel) -> dict[str, Any]:
    """A machine or a model as the browser has it."""
    return {camel(name): getattr(thing, name) for name in thing.__slots__}


def test_passes_agree_on_many_loads(twins: Page) -> None:
    n, batch, context = np.array(LOADS).T
    for model in MODELS:
        given = {
            "hardware": [there(each) for each in HARDWARE],
            "model": there(model),
            "loads": LOADS,
        }
        received = run_there(
            twins,
            """const { hardware, model, loads } = given
            return [
              bytes(loads.map((load) => roofline.bytesMoved(model, ...load))),
              bytes(loads.map((load) => roofline.operations(model, ...load))),
              ...hardware.map((each) =>
                bytes(loads.map((load) => roofline.passSeconds(each, model, ...load)))),
              ...hardware.map((each) =>
                bytes(loads.map((load) => roofline.verifyCost(each, model, ...load)))),
              ...hardware.map((each) => bytes(loads.map(([n, batch, context]) =>
                roofline.computeBoundFrom(each, model, batch, context)))),
            ]""",
            given,
        )
        same_bits(received[0], roofline.bytes_moved(model, n, batch, context))
        same_bits(received[1], roofline.operations(model, n, batch, context))
        for i, each in enumerate(HARDWARE):
            same_bits(received[2 + i], roofline.pass_seconds(each, model, n, batch, context))
            same_bits(received[6 + i], roofline.verify_cost(each, model, n, batch, context))
            turns = [
                roofline.compute_bound_from(each, model, sequences, tokens)
                for _, sequences, tokens in LOADS
            ]
            same_bits(received[10 + i], turns)


def test_drafts_agree(twins: Page) -> None:
    received = run_there(
        twins,
        """const { hardware, draft, models, loads } = given
        return bytes(models.flatMap((model) => loads.flatMap(([, batch, context]) => [
          roofline.draftCost(hardware, draft, model, batch, context),
          roofline.draftCost(hardware, draft, model, batch, context, 1e-3 / 3)])))""",
        {
            "hardware": there(HARDWARE[0]),
            "draft": there(MODELS[2]),
            "models": [there(model) for model in MODELS],
            "loads": LOADS,
        },
    )
    here = [
        roofline.draft_cost(HARDWARE[0], MODELS[2], model, batch, context, overhead)
        for model in MODELS
        for _, batch, context in LOADS
        for overhead in (0.0, 1e-3 / 3)
    ]
    same_bits(received, np.array(here))


def test_speedups_and_advice_agree_over_the_batch(twins: Page) -> None:
    batches = np.arange(1, 1025, 7)
    cases = list(product((0.5, 0.8, 1.0), (1, 4), (0, 0.1), (0, 1000)))
    for model in MODELS:
        received = run_there(
            twins,
            """const { hardware, model, cases, batches } = given
            return [
              bytes(cases.flatMap(([a, k, c, context]) => batches.map((batch) =>
                roofline.speedupByBatch(hardware, model, a, k, c, batch, context)))),
              bytes(cases.flatMap(([a, k, c, context]) => batches.map((batch) =>
                roofline.bestKByBatch(hardware, model, a, c, batch, context, 4 * k)))),
            ]""",
            {
                "hardware": there(HARDWARE[0]),
                "model": there(model),
                "cases": cases,
                "batches": batches.tolist(),
            },
        )
        speedups = [
            roofline.speedup_by_batch(HARDWARE[0], model, a, k, c, batches, context)
            for a, k, c, context in cases
        ]
        best = [
            roofline.best_k_by_batch(HARDWARE[0], model, a, c, batches, context, 4 * k)
            for a, k, c, context in cases
        ]
        same_bits(received[0], np.concatenate(speedups))
        same_bits(received[1], np.concatenate(best))


def test_experts_agree(twins: Page) -> None:
    cases = [
        (experts, active, tokens)
        for experts, active in ((8, 2), (64, 6), (128, 8), (256, 8), (3, 3), (1, 1))
        for tokens in (*range(1, 70), 1023, 1024, 524_288, 3 * 2**35)
    ]
    received = run_there(
        twins, "return bytes(given.map((each) => roofline.distinctExperts(...each)))", cases
    )
    same_bits(received, roofline.distinct_experts(*np.array(cases).T))
