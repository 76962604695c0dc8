"""How soon after navigation a page answers, and how soon it is all there."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from playwright.sync_api import Browser
from tests.bench.browser import DEEP, DRAWN, READY, Exports, tab
from tests.bench.row import Bar, Counts, Written, interleaved, row

NUMBERS = '["numbers", "ready"].includes(document.documentElement.dataset.specviz)'

ANSWERS = """(() => {
  const shown = deep(".E")?.textContent
  if (!shown) return false
  if (window.asked) return shown !== window.asked
  const [slider] = [...Bokeh.documents[0]._all_models.values()]
    .filter((model) => model.type.endsWith("IntSlider") || model.type.endsWith("Slider"))
  slider.value = slider.value - 1
  window.asked = shown
  return false
})()"""
"""Moves the peer's slider as soon as it is there, and sees whether the numbers have followed."""

WATCH = """
window.moments = {}
const conditions = {CONDITIONS}
const look = () => {
  for (const [name, holds] of Object.entries(conditions))
    if (!(name in window.moments) && document.documentElement && holds())
      window.moments[name] = performance.now()
  if (Object.keys(window.moments).length < Object.keys(conditions).length) setTimeout(look, 4)
}
look()
"""


def starts(browser: Browser, exports: Exports, counts: Counts) -> list[Written]:
    """Milliseconds from navigation, from the disk."""
    answering = {"answers": ANSWERS, "ready": f"{DRAWN} && {ANSWERS}"}
    pages = {
        "specviz": (exports.specviz, {"answers": NUMBERS, "ready": f"{READY} && {DRAWN}"}),
        "peer": (exports.peer, answering),
        "bare": (exports.bare, {"ready": DRAWN}),
    }
    seen: dict[str, list[dict[str, float]]] = {name: [] for name in pages}

    def visit(name: str) -> float:
        seen[name].append(moments(browser, *pages[name]))
        return seen[name][-1]["ready"]

    interleaved(counts.starts, *(partial(visit, name) for name in pages))

    def times(page: str, moment: str) -> list[float]:
        return [each[moment] for each in seen[page]]

    ready = times("specviz", "ready")
    return [
        row(
            "navigation to numbers",
            "ms",
            times("specviz", "answers"),
            beside="Panel, 672 states",
            peer=times("peer", "answers"),
            bar=Bar(0.25),
        ),
        row(
            "navigation to ready",
            "ms",
            ready,
            beside="Panel, 672 states",
            peer=times("peer", "ready"),
            bar=Bar(0.85),
        ),
        row(
            "navigation to ready",
            "ms",
            ready,
            beside="Bokeh, one figure",
            peer=times("bare", "ready"),
            bar=Bar(1.2),
        ),
    ]


def moments(browser: Browser, path: Path, conditions: dict[str, str]) -> dict[str, float]:
    """When each condition first held, in milliseconds from navigation."""
    functions = ", ".join(f"{name}: () => {code}" for name, code in conditions.items())
    script = DEEP + WATCH.replace("{CONDITIONS}", f"{{ {functions} }}")
    with tab(browser, script=f"{{ {script} }}") as page:
        page.goto(path.as_uri(), wait_until="commit")
        page.wait_for_function(f"Object.keys(window.moments).length === {len(conditions)}")
        found: dict[str, float] = page.evaluate("window.moments")
        return found
