"""A served page and its Python model see each other, and the page outlives the server."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Frame, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import PATIENCE, Opened, Served, serving

from specviz.theory import expected_tokens, net_speedup
from specviz.theory.rounding import rounded

APP = """\
import json
import select
import socket

from bokeh.io import curdoc

from specviz import SpeculativeDecoding
from specviz.hosts.app import serve

model = SpeculativeDecoding()
serve(curdoc(), model)
NAMES = ["a", "k", "draft", "c", "v"]

# The session of the page under test; a request that only asks for the page has none.
if b"1" in curdoc().session_context.request.arguments.get("observed", []):
    line = socket.create_connection(("127.0.0.1", PORT))
    heard = b""

    def tell(*events):
        values = {name: getattr(model, name) for name in NAMES} | {"asked": not events}
        line.sendall((json.dumps(values) + "\\n").encode())

    def obey():
        global heard
        while select.select([line], [], [], 0)[0]:
            more = line.recv(65536)
            if not more:
                return
            heard += more
        *orders, heard = heard.split(b"\\n")
        for order in map(json.loads, orders):
            model.param.update(**order)
            if not order:
                tell()

    model.param.watch(tell, NAMES)
    curdoc().add_periodic_callback(obey, 20)
"""


class Model:
    """The session's model, from afar."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._told = line.makefile("r", encoding="utf-8")

    def set(self, **values: object) -> None:
        self._line.sendall(f"{json.dumps(values)}\n".encode())

    def until(self, **wanted: object) -> dict[str, Any]:
        """What the model told when it had these values, or a failure with all that it told."""
        told = []
        try:
            while True:
                told.append(json.loads(self._told.readline()))
                if told[-1].items() >= wanted.items():
                    return dict(told[-1])
        except (TimeoutError, ValueError) as error:
            raise AssertionError(f"never {wanted}, but {told}") from error

    def now(self) -> dict[str, Any]:
        """What it is when asked."""
        self.set()
        answer = self.until(asked=True)
        del answer["asked"]
        return answer

    def close(self) -> None:
        self._told.close()
        self._line.close()


@pytest.fixture(scope="module")
def exchange() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as exchange:
        exchange.settimeout(PATIENCE)
        yield exchange


@pytest.fixture(scope="module")
def observed(exchange: socket.socket, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose sessions tell what their models are, and take orders."""
    app = tmp_path_factory.mktemp("observed") / "observed.py"
    app.write_text(APP.replace("PORT", str(exchange.getsockname()[1])), "utf-8")
    with serving(app) as server:
        yield Served(server)


@pytest.fixture
def session(
    observed: Served, exchange: socket.socket, opened: Opener
) -> Iterator[tuple[Opened, Model]]:
    page = opened(observed, "observed=1")
    line, _ = exchange.accept()
    line.settimeout(PATIENCE)
    with closing(Model(line)) as model:
        yield page, model


def test_what_the_reader_sets_reaches_the_model(session: tuple[Opened, Model]) -> None:
    page, model = session
    frame = page.frame
    frame.locator("input[name=a]").fill("0.37")
    model.until(a=0.37)
    frame.locator("input[name=k]").fill("9")
    model.until(k=9)
    frame.locator(".costs summary").click()
    frame.locator("input[name=c]").fill("0.25")
    frame.locator("input[name=v]").fill("1.9")
    model.until(a=0.37, k=9, draft="aligned", c=0.25, v=1.9)
    frame.locator('tr[data-a="0.9"]').click()
    model.until(a=0.9, k=4)
    frame.evaluate("specviz.set({ a: 0.11, k: 16 })")
    assert model.until(a=0.11, k=16)["c"] == 0.25


def test_the_reader_s_toggle_reaches_the_model_with_its_a(session: tuple[Opened, Model]) -> None:
    page, model = session
    page.frame.locator("input[name=a]").fill("0.9")
    for draft, a in (("weak", 0.5), ("aligned", 0.8), ("weak", 0.5)):
        page.frame.locator(f"input[name=draft][value={draft}]").check()
        model.until(draft=draft, a=a)
    page.frame.evaluate('specviz.set({ draft: "aligned", a: 0.42 })')
    model.until(draft="aligned", a=0.42)


def test_the_last_value_of_a_rapid_drag_arrives_and_stays(session: tuple[Opened, Model]) -> None:
    page, model = session
    slider = page.frame.locator("input[name=a]")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.page.mouse.move(box["x"] + 11 + 0.8 * (box["width"] - 22), middle)
    page.page.mouse.down()
    for share in (0.1, 0.9, 0.3):
        page.page.mouse.move(box["x"] + share * box["width"], middle, steps=40)
    page.page.mouse.up()
    last = float(slider.input_value())
    assert last != 0.8
    # Behind the drag on the same wire: what arrives with it has passed the drag.
    page.frame.evaluate("specviz.set({ c: 0.77 })")
    assert model.until(c=0.77)["a"] == last
    expect(slider).to_have_value(str(last))


def test_what_python_sets_reaches_the_page(session: tuple[Opened, Model]) -> None:
    page, model = session
    frame = page.frame
    run = int(frame.locator("#race").get_attribute("data-run") or "")
    model.set(a=0.37)
    expect_numbers(frame, 0.37, 4)
    expect(frame.locator("#race")).to_have_attribute("data-run", str(run))
    model.set(k=7, c=0.3, v=1.9)
    expect_numbers(frame, 0.37, 7, 0.3, 1.9)
    expect(frame.locator("#race")).to_have_attribute("data-run", str(run + 1))
    expect(frame.locator("#race")).to_have_attribute("data-k", "7")


def test_a_draft_that_python_flips_reaches_the_page_with_its_a(
    session: tuple[Opened, Model],
) -> None:
    page, model = session
    run = int(page.frame.locator("#race").get_attribute("data-run") or "")
    for count, (draft, a) in enumerate((("weak", 0.5), ("aligned", 0.8)), start=1):
        model.set(draft=draft)
        expect(page.frame.locator(f"input[name=draft][value={draft}]")).to_be_checked()
        expect_numbers(page.frame, a, 4)
        expect(page.frame.locator("#race")).to_have_attribute("data-run", str(run + count))
        expect(page.frame.locator("#race")).to_have_attribute("data-a", str(a))
    model.set(draft="weak", a=0.66)
    expect_numbers(page.frame, 0.66, 4)
    expect(page.frame.locator("#race")).to_have_attribute("data-run", str(run + 3))


def test_the_last_of_many_values_that_python_sets_is_the_one_that_stays(
    session: tuple[Opened, Model],
) -> None:
    page, model = session
    for hundredth in range(1, 100, 7):
        model.set(a=hundredth / 100)
    expect_numbers(page.frame, 0.99, 4)
    model.until(a=0.99)
    assert model.now() == page.frame.evaluate("specviz.get()")


def test_a_value_that_the_model_refuses_is_put_back(session: tuple[Opened, Model]) -> None:
    page, model = session
    page.frame.locator("input[name=a]").fill("0.37")
    model.until(a=0.37)
    page.frame.evaluate(STATE + ".setv({ a: 7, k: -3 })")
    page.frame.wait_for_function(STATE + ".a === 0.37")
    assert model.now()["a"] == 0.37
    expect_numbers(page.frame, 0.37, 4)


STATE = 'Bokeh.documents.flatMap((doc) => doc.roots()).find((root) => "draft" in root.properties)'


def test_two_readers_have_a_model_each(observed: Served, opened: Opener) -> None:
    one, other = opened(observed), opened(observed)
    one.frame.locator("input[name=a]").fill("0.37")
    expect_numbers(one.frame, 0.37, 4)
    other.frame.locator("input[name=k]").fill("7")
    expect_numbers(other.frame, 0.8, 7)
    expect_numbers(one.frame, 0.37, 4)


def test_what_python_sets_while_the_page_still_starts_arrives_beside_the_address(
    observed: Served, exchange: socket.socket, opened: Opener
) -> None:
    page = opened(observed, "observed=1&c=0.3", until=None)
    line, _ = exchange.accept()
    line.settimeout(PATIENCE)
    with closing(Model(line)) as model:
        model.set(a=0.37)
        model.set(k=7)
        expect_numbers(page.frame, 0.37, 7, 0.3)
        assert model.until(k=7, c=0.3)["a"] == 0.37


def test_the_page_outlives_its_server(opened: Opener) -> None:
    with serving() as server:
        page = opened(Served(server), "dice=7")
        frame = page.frame
        frame.wait_for_function(f"window.Bokeh && {STATE}")
        frame.evaluate(
            """() => { for (const doc of Bokeh.documents)
              doc.on_event("connection_lost", () => { window.lost = true }) }"""
        )
        before = alarms(frame)
        server.kill()
        frame.wait_for_function("window.lost")
    frame.locator("input[name=a]").fill("0.37")
    expect_numbers(frame, 0.37, 4)
    run = int(frame.locator("#race").get_attribute("data-run") or "")
    frame.locator("input[name=k]").fill("2")
    expect_numbers(frame, 0.37, 2)
    expect(frame.locator("#race")).to_have_attribute("data-run", str(run + 1))
    frame.locator("input[name=draft][value=weak]").check()
    expect(frame.locator("#race")).to_have_attribute("data-a", "0.5")
    expect(frame.locator("#race")).to_have_attribute("data-playing", "true")
    frame.locator("button[name=many]").click()
    expect(frame.locator("#histogram canvas").first).to_be_visible()
    for count in (1, 2, 3):
        frame.locator("button[name=step]").click()
        expect(frame.locator(f"#speculative-text span >> nth={count - 1}")).to_be_visible()
    expect(frame.locator("html")).to_have_attribute("data-specviz", "ready")
    expect(frame.locator("#notice")).to_be_hidden()
    assert alarms(frame) == before


def alarms(frame: Frame) -> list[str]:
    said: list[str] = re.findall(
        "connect|lost|server|sorry|fail", frame.locator("body").inner_text().lower()
    )
    return said


def expect_numbers(frame: Frame, a: float, k: int, c: float = 0.1, v: float = 1.0) -> None:
    E, speedup = expected_tokens(a, k), net_speedup(a, k, c, v)
    expect(frame.locator("input[name=a]")).to_have_value(str(a))
    expect(frame.locator("input[name=k]")).to_have_value(str(k))
    expect(frame.locator("output[name=E]")).to_have_text(rounded(E))
    expect(frame.locator("output[name=speedup]")).to_have_text(f"{rounded(speedup)}×")
    expect(frame.locator("output[name=speedup]")).to_have_attribute("data-value", js(speedup))


def js(number: float) -> str:
    """A number as JavaScript prints it: as Python does, but for a whole one."""
    return str(int(number)) if number == int(number) else repr(number)
