"""The same widget, the ordinary Panel way: what the figures of specviz stand beside.

A parameterised model, bound functions, one Bokeh figure that is built once and whose source is
then replaced, and Panel's own `save(embed=True)`. It shows less than specviz does: no words, no
map, no thousand passes.

    python peer.py OUT.html STEPS    # the export; Panel records a patch for each a, k and draft
    panel serve peer.py
"""

# Panel comes half typed, and the stubs of Bokeh do not know what it converts.
# mypy: disable-error-code="no-untyped-call, arg-type"

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import panel as pn
import param
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure
from bokeh.resources import INLINE

REFERENCE = ((0.8, 4), (0.9, 4), (0.5, 4), (0.8, 2))
RATES = {"aligned": 0.8, "weak": 0.5}
COST = 0.1
TOKENS = 32
COLOURS = {"draft": "#56b4e9", "verify": "#0072b2", "plain": "#999999"}
STEPS_A_SECOND = 4
PERIOD = 50
"""Milliseconds from one frame of the served animation to the next."""

FOLLOW = """
const slider = a.children?.find(({{ type }}) => type.endsWith("Slider")) ?? a
slider.value = {places}[cb_obj.active]
"""

K = list(range(1, 17))

CHANCE = np.random.default_rng(7).random(10_000)


class Decoding(param.Parameterized):
    """Acceptance rate, draft length and draft model."""

    a = param.Number(0.8, bounds=(0, 1), step=0.01, label="acceptance rate a")
    k = param.Integer(4, bounds=(1, 16), label="draft length k")
    draft: Any = param.Selector(default="aligned", objects=list(RATES), label="draft model")

    @param.depends("draft", watch=True)
    def _follow_draft(self) -> None:
        self.a = RATES[self.draft]


def expected_tokens(a: float, k: int) -> float:
    """Tokens per verify pass."""
    return k + 1.0 if a == 1 else (1 - a ** (k + 1)) / (1 - a)


def net_speedup(a: float, k: int) -> float:
    """Against plain decoding."""
    return expected_tokens(a, k) / (1 + k * COST)


def numbers(a: float, k: int) -> str:
    """Both, as Markdown, with the formula worked."""
    E, speedup = expected_tokens(a, k), net_speedup(a, k)
    return (
        f"# <span class='E'>{E:.2f}</span> tokens per pass, {speedup:.2f}× net speedup\n"
        f"E = (1 − {a:.2f}^{k + 1}) / (1 − {a:.2f}) = {E:.2f}, "
        f"and {E:.2f} / (1 + {k}·{COST}) = {speedup:.2f}×"
    )


def table(a: float, k: int) -> str:
    """The reference rows and the live one, as Markdown."""
    rows = [
        f"| {rate:.2f} | {length} | {rate ** (length + 1):.3f} "
        f"| {expected_tokens(rate, length):.2f} | {net_speedup(rate, length):.2f}× |"
        for rate, length in ((a, k), *REFERENCE)
    ]
    return "\n".join(["| a | k | a^(k+1) | E | speedup |", "|---|---|---|---|---|", *rows])


def blocks(a: float, k: int) -> dict[str, list[float] | list[str]]:
    """Both lanes on one clock: left and right end, lane and colour of each block."""
    left, right, kinds = [float(step) for step in range(TOKENS)], [], ["plain"] * TOKENS
    right = [step + 1.0 for step in left]
    clock, written, dice = 0.0, 0, iter(CHANCE)
    while written < TOKENS:
        for kind, cost in [*[("draft", COST)] * k, ("verify", 1.0)]:
            left.append(clock)
            clock += cost
            right.append(clock)
            kinds.append(kind)
        written += 1 + next((place for place in range(k) if next(dice) >= a), k)
    return {
        "left": left,
        "right": right,
        "lane": ["plain" if kind == "plain" else "speculative" for kind in kinds],
        "colour": [COLOURS[kind] for kind in kinds],
    }


def widget(model: Decoding, rates: list[float] | None = None) -> pn.viewable.Viewable:
    """The whole widget.

    Parameters
    ----------
    model
        Linked to its controls.
    rates
        Values of a that an export records; none where it is served by a Python, which can
        animate and has all values.
    """
    a: pn.widgets.Widget
    k: pn.widgets.Widget
    if rates is None:
        a = pn.widgets.FloatSlider.from_param(model.param.a)
        k = pn.widgets.IntSlider.from_param(model.param.k)
    else:
        a = pn.widgets.DiscreteSlider(name="acceptance rate a", options=rates, value=0.8)
        k = pn.widgets.DiscreteSlider(name="draft length k", options=K, value=4)
    draft = pn.widgets.RadioButtonGroup.from_param(model.param.draft)
    if rates is not None:
        # In Python the flip would set a while Panel records the states, and all would look alike.
        places = [rates.index(rate) for rate in RATES.values()]
        draft.jscallback(args={"a": a}, value=FOLLOW.format(places=places))

    source = ColumnDataSource(blocks(0.8, 4))
    lanes = figure(
        y_range=["speculative", "plain"],
        x_range=(0, TOKENS),
        height=180,
        sizing_mode="stretch_width",
        toolbar_location=None,
        tools="",
        x_axis_label="target steps",
    )
    lanes.hbar(
        y="lane", left="left", right="right", height=0.6,
        fill_color="colour", line_color="white", source=source,
    )  # fmt: skip
    clock = [float(TOKENS)]

    def draw() -> None:
        whole = blocks(a.value, k.value)
        shown = [place for place, end in enumerate(whole["left"]) if float(end) < clock[0]]
        source.data = {name: [column[i] for i in shown] for name, column in whole.items()}

    def tick() -> None:
        clock[0] += STEPS_A_SECOND * PERIOD / 1000
        draw()
        if clock[0] >= TOKENS:
            animation.stop()

    def replay(*_: object) -> None:
        clock[0] = 0.0
        if not animation.running:
            animation.start()

    if rates is None:
        animation = pn.state.add_periodic_callback(tick, period=PERIOD, start=False)
        for control in (k, draft):
            control.param.watch(replay, "value")
        again = [pn.widgets.Button(name="Replay", on_click=replay)]
    else:
        pn.bind(lambda *_: draw(), a, k, draft, watch=True)
        again = []
    return pn.Column(
        "# Speculative decoding",
        pn.Row(a, k, draft),
        pn.pane.Markdown(pn.bind(numbers, a, k)),
        pn.pane.Bokeh(lanes, sizing_mode="stretch_width"),
        *again,
        pn.pane.Markdown(pn.bind(table, a, k)),
        sizing_mode="stretch_width",
    )


def save(path: Path, steps: int) -> None:
    """Write the export, with so many steps of a."""
    pn.extension()
    rates = [round(step / steps, 2) for step in range(steps + 1)]
    widget(Decoding(), rates).save(
        path, title="Speculative decoding", embed=True, resources=INLINE, progress=False,
        max_states=len(rates) * len(K) * len(RATES), max_opts=len(rates),
    )  # fmt: skip


if __name__.startswith("bokeh_app"):
    pn.extension()
    widget(Decoding()).servable(title="Speculative decoding")
elif __name__ == "__main__":
    save(Path(sys.argv[1]), int(sys.argv[2]))
