"""A model in a small app of Panel's, served by Panel's own command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Locator, Page, expect
from tests.browser.hosts import PATIENCE, Server, serving

APP = """\
import json

import panel as pn

import specviz

pn.extension()

model = specviz.SpeculativeDecoding(a=0.7)
other = specviz.SpeculativeDecoding(a=0.2, k=7)
SETTINGS = ["a", "k", "draft", "c", "v"]
told = []


def state(*_):
    return json.dumps({name: getattr(model, name) for name in SETTINGS})


for name in SETTINGS:
    model.param.watch(lambda event: told.append([event.name, event.new]), name)


def button(name, action):
    made = pn.widgets.Button(name=name)
    made.on_click(lambda _: action())
    return made


def sweep():
    for hundredth in range(100):
        model.a = hundredth / 100


log = pn.pane.Str(css_classes=["told"])


def tell():
    log.object = json.dumps(told)


pn.Column(
    pn.widgets.FloatSlider.from_param(model.param.a, name="my own a"),
    pn.pane.Str(pn.bind(state, *[model.param[name] for name in SETTINGS]), css_classes=["model"]),
    pn.Row(
        button("flip", lambda: setattr(model, "draft", "weak")),
        button("both", lambda: model.param.update(draft="weak", a=0.7)),
        button("sweep", sweep),
        button("tell", tell),
    ),
    log,
    pn.Row(model, other),
    pn.Tabs(("first", "nothing here"), ("second", pn.Column(model)), dynamic=True),
).servable()
"""


@dataclass
class App:
    """The app in a tab."""

    page: Page
    frame: Frame
    """The one that shows the model."""
    other: Frame
    """The one beside it, which shows another."""

    @property
    def slider(self) -> Locator:
        """Panel's own slider, bound to the model."""
        return self.page.locator(".noUi-handle")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def expect_python(self, **settings: Any) -> None:
        """Wait until the model in Python has these settings."""
        shown = self.page.locator(".model pre")
        for name, value in settings.items():
            expect(shown).to_contain_text(f'"{name}": {json.dumps(value)}')

    def expect_frame(self, **settings: Any) -> None:
        """Wait until the page in the frame has these settings."""
        self.frame.wait_for_function(
            "wanted => Object.entries(wanted).every(([k, v]) => specviz.get()[k] === v)",
            arg=settings,
        )

    def told(self) -> list[list[Any]]:
        """What the model has told its watchers in Python."""
        self.press("tell")
        shown = self.page.locator(".told pre")
        expect(shown).not_to_be_empty()
        said: list[list[Any]] = json.loads(shown.inner_text())
        return said


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("app") / "app.py"
    path.write_text(APP, "utf-8")
    with serving(path) as server:
        yield server


@pytest.fixture
def app(server: Server, browser: Browser) -> Iterator[App]:
    said: list[str] = []
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        page = context.new_page()
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.goto(server.address)
        frames = page.locator("iframe")
        expect(frames).to_have_count(2, timeout=PATIENCE * 1000)
        yield App(page, document(frames.nth(0)), document(frames.nth(1)))
    assert [line for line in said if line.startswith(("warning", "error"))] == []


def document(frame: Locator) -> Frame:
    """The page in a frame, once it plays."""
    inner = frame.element_handle().content_frame()
    assert inner
    expect(inner.locator("html")).to_have_attribute(
        "data-specviz", "ready", timeout=PATIENCE * 1000
    )
    return inner


@contextmanager
def changes_in(frame: Frame) -> Iterator[list[float]]:
    """Every a that the page in the frame takes while the block runs."""
    frame.evaluate(
        "window.seen = []; document.addEventListener('specviz:change',"
        " ({ detail }) => window.seen.push(detail.a))"
    )
    seen: list[float] = []
    yield seen
    seen.extend(frame.evaluate("window.seen"))


def test_each_model_has_its_own_frame_with_its_own_settings(app: App) -> None:
    app.expect_frame(a=0.7, k=4)
    expect(app.frame.locator("output[name=E]")).to_have_text("2.77")
    assert app.other.evaluate("[specviz.get().a, specviz.get().k]") == [0.2, 7]


def test_a_frame_is_as_high_as_its_page_and_two_share_a_row(app: App) -> None:
    for frame in (app.frame, app.other):
        frame.wait_for_function(
            "document.documentElement.scrollHeight <= innerHeight"
            " && document.documentElement.scrollWidth <= innerWidth && innerWidth >= 320"
        )


def test_a_slider_of_panel_s_own_moves_the_frame_and_not_the_other(app: App) -> None:
    app.slider.focus()
    app.slider.press("ArrowRight")
    app.expect_python(a=0.71)
    app.expect_frame(a=0.71)
    app.slider.press("End")
    app.expect_frame(a=1)
    expect(app.frame.locator("output[name=E]")).to_have_text("5.00")
    assert app.other.evaluate("specviz.get().a") == 0.2


def test_the_reader_s_slider_moves_panel_s_and_the_model(app: App) -> None:
    slider = app.frame.locator("input[name=a]")
    slider.focus()
    slider.press("End")
    app.expect_python(a=1.0)
    expect(app.slider).to_have_attribute("aria-valuenow", "1.0")
    app.frame.locator("input[name=k]").press("End")
    app.expect_python(a=1.0, k=16)
    assert app.other.evaluate("specviz.get().k") == 7


def test_a_flip_in_the_frame_reaches_python_with_its_a(app: App) -> None:
    app.frame.locator("input[name=draft][value=weak]").check(force=True)
    app.expect_python(draft="weak", a=0.5)
    app.frame.locator("input[name=draft][value=aligned]").check(force=True)
    app.expect_python(draft="aligned", a=0.8)
    first, then = (told := app.told())[:2], told[2:]
    # Both at one moment, so that their order means nothing; each once.
    assert sorted(first, key=str) == [["a", 0.5], ["draft", "weak"]]
    assert sorted(then, key=str) == [["a", 0.8], ["draft", "aligned"]]


def test_a_flip_in_python_reaches_the_frame_with_its_a(app: App) -> None:
    app.press("flip")
    app.expect_frame(draft="weak", a=0.5)
    expect(app.frame.locator("input[name=draft][value=weak]")).to_be_checked()


def test_an_a_given_with_the_draft_is_kept_everywhere(app: App) -> None:
    app.press("both")
    app.expect_frame(draft="weak", a=0.7)
    app.expect_python(draft="weak", a=0.7)


def test_a_drag_is_never_set_back_and_ends_where_it_ended(app: App) -> None:
    with changes_in(app.frame) as seen:
        app.frame.evaluate(
            """async () => {
              for (let hundredth = 0; hundredth <= 100; hundredth += 1) {
                specviz.set({ a: hundredth / 100 })
                await new Promise((resolve) => requestAnimationFrame(resolve))
              }
            }"""
        )
        app.expect_python(a=1.0)
        values = [value for _, value in app.told()]
    assert seen == [hundredth / 100 for hundredth in range(101)]
    assert values == sorted(values)
    app.expect_frame(a=1)


def test_what_python_sets_comes_back_to_nobody(app: App) -> None:
    app.press("sweep")
    app.expect_frame(a=0.99)
    app.expect_python(a=0.99)
    assert app.told() == [["a", hundredth / 100] for hundredth in range(100)]


def test_a_second_view_of_a_model_agrees_with_the_first_whenever_it_is_opened(app: App) -> None:
    app.frame.locator("input[name=k]").press("End")
    app.expect_python(k=16)
    app.page.get_by_text("second", exact=True).click()
    frames = app.page.locator("iframe")
    expect(frames).to_have_count(3)
    second = document(frames.nth(2))
    second.wait_for_function("specviz.get().k === 16")
    second.locator("input[name=k]").press("Home")
    app.expect_python(k=1)
    app.expect_frame(k=1)
