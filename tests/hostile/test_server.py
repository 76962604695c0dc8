"""Whoever drags does not feel a server that is dying, coming back, or far away."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

from playwright.sync_api import expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import PATIENCE, Served, serving
from tests.hostile.hand import Hand
from tests.hostile.lines import Line
from tests.hostile.patience import until

LATE = 0.5
"""Seconds that the slow line adds, each way."""

APP = """\
from bokeh.io import curdoc

from specviz import SpeculativeDecoding
from specviz.hosts.app import serve

model = SpeculativeDecoding()
serve(curdoc(), model)
model.param.watch(lambda *_: print("told", model.a, model.c, flush=True), ["a", "c"])
"""


def test_a_drag_goes_on_while_the_server_is_killed_and_comes_back(opened: Opener) -> None:
    with serving() as first:
        page = opened(Served(first))
        page.frame.wait_for_function("window.Bokeh?.documents.length")
        hand = Hand(page)
        hand.drag([0.2, 0.7])
        first.kill()
        hand.drag([0.1, 0.9])
    with serving(port=first.port) as second:
        hand.drag([0.6, 0.3])
        last = hand.let_go()
        hand.assert_answered()
        expect(hand.slider).to_have_value(str(last))
        expect(page.frame.locator("html")).to_have_attribute("data-specviz", "ready")
        expect(page.frame.locator("#notice")).to_be_hidden()
        # The reader who loads the page anew has the server again.
        again = opened(Served(second))
        assert again.frame.evaluate("specviz.get()")["a"] == 0.8
    assert [line for line in second.log if "ERROR" in line or "Traceback" in line] == []


def test_half_a_second_each_way_delays_no_frame_and_loses_no_value(
    opened: Opener, tmp_path: Path
) -> None:
    app = tmp_path / "told.py"
    app.write_text(APP, "utf-8")
    line = Line(LATE)
    through = f"127.0.0.1:{line.port}"
    with serving(app, "--allow-websocket-origin", through) as server, line.to(server.port) as near:
        begun = monotonic()
        with urlopen(near):  # noqa: S310 the address is this machine's own
            assert monotonic() - begun > 2 * LATE
        # What the page has of its server, it has through the slow line.
        server.address = server.address.replace(f"127.0.0.1:{server.port}", through)
        page = opened(Served(server))
        page.frame.wait_for_function("window.Bokeh?.documents.length", timeout=PATIENCE * 1000)
        hand = Hand(page)
        hand.drag([0.2, 0.9, 0.1, 0.37])
        last = hand.let_go()
        hand.assert_answered()
        # Behind the drag on the same line: what arrives with it has passed the drag.
        for c in (0.77, 0.55):
            page.frame.evaluate("(c) => specviz.set({ c })", c)
            arrived = f"told {last} {c}\n"
            until(partial(server.log.__contains__, arrived), arrived)
        # By now every answer to the drag has come back, and none has moved the slider.
        expect(hand.slider).to_have_value(str(last))
