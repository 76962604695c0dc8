"""The course pages in assets/course, each built by its tool and opened in a browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from importlib.resources import files
from pathlib import Path
from textwrap import indent
from typing import Literal

import pytest
from playwright.sync_api import Browser, Frame, Page, Route, expect
from tests.browser.hosts import PATIENCE, Exports, static_server

from specviz import theory
from specviz.page.snippet import snippet
from specviz.theory.rounding import rounded

COURSE = Path(__file__).parents[2] / "assets" / "course"
PAGES = (
    "plain/index.html",
    "plain/three.html",
    "plain/quiz.html",
    "mkdocs/docs/index.md",
    "sphinx/index.rst",
    "myst/index.md",
    "quarto/index.qmd",
)

FITS = """() => {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
  return scrollHeight <= clientHeight && scrollWidth <= clientWidth && clientHeight > 400
}"""

BACKGROUND = """() => {
  const colours = [document.body, document.documentElement].map(
    (element) => getComputedStyle(element).backgroundColor)
  const seen = colours.find((colour) => !colour.endsWith(", 0)"))
  // A page that paints nothing is of its system's colour, which Canvas names.
  const probe = document.createElement("i")
  probe.style.color = seen ?? "Canvas"
  document.body.append(probe)
  const [red, green, blue] = getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number)
  probe.remove()
  return red + green + blue > 384 ? "light" : "dark"
}"""

COUNT_FRAMES = """() => {
  Object.assign(window, { drawn: 0, ticked: 0, withheld: false })
  const ask = requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (draw) => ask(function frame(now) {
    if (withheld) return ask(frame)
    drawn += 1
    draw(now)
  })
  for (const name of ["setTimeout", "setInterval"]) {
    const wait = window[name].bind(window)
    window[name] = (act, ...rest) => wait(() => { ticked += 1; act() }, ...rest)
  }
}"""

Theme = Literal["light", "dark", "null"]


@dataclass(frozen=True)
class Tool:
    """One that makes pages of what people write."""

    folder: str
    command: tuple[str, ...] = ()
    widget: str = "widget.html"
    site: str = "."
    """Where the command puts the pages."""


PANDOC = (
    str(files("pypandoc").joinpath("files/pandoc")),
    *("--standalone", "--from", "markdown", "--output", "index.html", "index.qmd"),
)
# Quarto hands its pages to Pandoc, and cannot be had where its own server is out of reach.
QUARTO = (
    Tool("quarto", ("quarto", "render"), site="_site")
    if shutil.which("quarto")
    else Tool("quarto", PANDOC)
)
TOOLS = (
    Tool("plain"),
    Tool("mkdocs", ("mkdocs", "build", "--strict"), "docs/widget.html", "site"),
    Tool("sphinx", ("sphinx-build", "-W", ".", "_site"), site="_site"),
    Tool("myst", ("sphinx-build", "-W", ".", "_site"), site="_site"),
    QUARTO,
)


def built(tool: Tool, exports: Exports, folder: Path) -> Path:
    """The site that the tool makes of its example."""
    source = folder / tool.folder
    shutil.copytree(COURSE / tool.folder, source)
    shutil.copy(exports("widget", "inline"), source / tool.widget)
    if tool.command:
        # The tools stand beside this Python, which need not be on the path.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            tool.command,
            cwd=source,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return source / tool.site


@contextmanager
def opened(
    browser: Browser,
    site: Path,
    path: str = "index.html",
    color_scheme: Theme = "light",
    script: str = "",
) -> Iterator[Page]:
    """A page of the site; its console must stay silent, and nothing leave this machine."""
    said: list[str] = []
    with (
        static_server(site) as port,
        browser.new_context(
            viewport={"width": 1280, "height": 720}, color_scheme=color_scheme
        ) as context,
    ):
        context.route(
            re.compile(f"^(?!http://127\\.0\\.0\\.1:{port}/|data:|blob:)"),
            lambda route: route.abort("internetdisconnected"),
        )
        # Browsers ask for it unasked; a site's icon is no affair of the example.
        context.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        # The theme of MkDocs fetches its highlighter from a CDN, and has no light and dark without.
        context.route("https://cdnjs.cloudflare.com/**", stand_in)
        if script:
            context.add_init_script(f"({script})()")
        page = context.new_page()
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error.message}"))
        page.goto(f"http://127.0.0.1:{port}/{path}")
        yield page
    assert [line for line in said if line.startswith(("warning", "error"))] == []


def stand_in(route: Route) -> None:
    """Answer for a CDN."""
    if route.request.url.endswith("highlight.min.js"):
        route.fulfill(content_type="text/javascript", body="var hljs = { highlightAll() {} }")
    else:
        route.fulfill(content_type="text/css", body="")


def widget(page: Page, index: int = 0) -> Frame:
    """The document in a frame, once its race can be run."""
    element = page.locator("iframe").nth(index)
    # A lazy frame loads when it comes near the screen.
    element.scroll_into_view_if_needed()
    frame = element.element_handle().content_frame()
    assert frame
    expect(frame.locator("html")).to_have_attribute(
        "data-specviz", "ready", timeout=PATIENCE * 1000
    )
    return frame


@pytest.fixture(scope="module", params=TOOLS, ids=lambda tool: tool.folder)
def site(
    request: pytest.FixtureRequest, exports: Exports, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    return built(request.param, exports, tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def plain(exports: Exports, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(TOOLS[0], exports, tmp_path_factory.mktemp("plain"))


@pytest.mark.parametrize("path", PAGES)
def test_an_example_holds_exactly_what_embed_prints(path: str) -> None:
    text = (COURSE / path).read_text("utf-8")
    frames = re.findall(r'^( *)<iframe src="([^"]*)"', text, re.MULTILINE)
    assert len(frames) == text.count("<iframe")
    assert len(frames) == (3 if path.endswith("three.html") else 1)
    for margin, source in frames:
        printed = subprocess.run(
            [sys.executable, "-m", "specviz", "embed", unescape(source)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert indent(printed.stdout, margin) in text


def test_the_readme_names_the_commands_that_are_tested() -> None:
    text = (COURSE / "README.md").read_text("utf-8")
    commands = {" ".join(tool.command) for tool in TOOLS[:-1]} | {"quarto render"}
    assert [command for command in commands if command not in text] == []


def test_a_built_page_frames_the_widget_without_a_scroll_bar(browser: Browser, site: Path) -> None:
    with opened(browser, site) as page:
        frame = widget(page)
        for width in (375, 768, 1280):
            page.set_viewport_size({"width": width, "height": 720})
            page.wait_for_function("width => innerWidth === width", arg=width)
            frame.wait_for_function(FITS)
        frame.locator("input[name=a]").press("End")
        expect(frame.locator("output[name=E]")).to_have_text("5.00")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_frame_is_as_light_or_dark_as_the_page_around_it(
    theme: Theme, browser: Browser, site: Path
) -> None:
    with opened(browser, site, color_scheme=theme) as page:
        assert widget(page).evaluate(BACKGROUND) == page.evaluate(BACKGROUND)


@pytest.mark.parametrize(
    ("tool", "switch"),
    [
        (TOOLS[1], "theme => { document.documentElement.dataset.bsTheme = theme }"),
        (TOOLS[3], "theme => { document.documentElement.dataset.theme = theme }"),
    ],
    ids=lambda value: value.folder if isinstance(value, Tool) else "",
)
def test_a_frame_follows_when_the_reader_switches_the_theme_around_it(
    tool: Tool, switch: str, browser: Browser, exports: Exports, tmp_path: Path
) -> None:
    # Without a colour scheme of the test's own, which would hold for frames as well.
    with opened(browser, built(tool, exports, tmp_path), color_scheme="null") as page:
        frame = widget(page)
        for theme in ("dark", "light", "dark"):
            page.evaluate(switch, theme)
            frame.wait_for_function(f"theme => ({BACKGROUND})() === theme", arg=theme)
            assert page.evaluate(BACKGROUND) == theme


SEEN = """() => {
  window.seen = []
  const look = () => {
    if (document.body) seen.push(getComputedStyle(document.documentElement).backgroundColor)
    requestAnimationFrame(look)
  }
  look()
}"""


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_theme_that_the_address_names_is_there_from_the_first_paint(
    theme: Literal["light", "dark", "auto"],
    system: Literal["light", "dark"],
    browser: Browser,
    plain: Path,
) -> None:
    (plain / "themed.html").write_text(
        f"<!doctype html>\n<html lang=en>\n{snippet(f'widget.html?theme={theme}')}", "utf-8"
    )
    with opened(browser, plain, "themed.html", system, SEEN) as page:
        frame = widget(page)
        expected = system if theme == "auto" else theme
        assert frame.evaluate(BACKGROUND) == expected
        last = frame.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert set(frame.evaluate("seen")) == {last}


FIGURE_COLOURS = """() => [...new Set(
  [...Bokeh.index.roots].flatMap(({ model }) => model.renderers ?? [])
    .map(({ data_source }) => data_source.data)
    .flatMap((data) => Object.values(data).flatMap((values) => [...values]))
    .filter((value) => /^(rgb|#)/.test(value))
)].sort()"""


def test_figures_take_the_colours_of_a_theme_that_is_set_later(
    browser: Browser, plain: Path
) -> None:
    with opened(browser, plain) as page:
        frame = widget(page)
        frame.evaluate("specviz.pause()")
        colours = {}
        for theme in ("dark", "light", "auto"):
            page.evaluate(SET, {"theme": theme})
            frame.wait_for_function(
                "theme => document.documentElement.dataset.theme === theme", arg=theme
            )
            frame.evaluate("new Promise(requestAnimationFrame)")
            colours[theme] = frame.evaluate(FIGURE_COLOURS)
        assert colours["dark"] != colours["light"] == colours["auto"]


SET = """settings => document.querySelector("iframe").contentWindow.postMessage(
  { type: "specviz:set", ...settings }, "*")"""


def test_three_frames_do_not_disturb_each_other(browser: Browser, plain: Path) -> None:
    with opened(browser, plain, "three.html") as page:
        frames = [widget(page, index) for index in range(3)]
        assert [frame.evaluate("specviz.get().a") for frame in frames] == [0.9, 0.5, 0.8]
        for frame in frames:
            frame.wait_for_function(FITS)
        frames[1].locator("input[name=a]").press("End")
        expect(frames[1].locator("output[name=E]")).to_have_text("5.00")
        assert [frame.evaluate("specviz.get().a") for frame in frames] == [0.9, 1, 0.8]
        page.evaluate(SET, {"k": 2})
        frames[0].wait_for_function("specviz.get().k === 2")
        assert [frame.evaluate("specviz.get().k") for frame in frames] == [2, 4, 4]


def test_frames_off_the_screen_lie_idle(browser: Browser, plain: Path) -> None:
    with opened(browser, plain, "three.html", script=COUNT_FRAMES) as page:
        first, *others = [widget(page, index) for index in range(3)]
        for frame in others:
            frame.evaluate("specviz.play()")
        page.evaluate("scrollTo(0, 0)")
        first.evaluate("specviz.replay()")
        plays_on(first)
        before = [frame.evaluate("drawn") for frame in others]
        plays_on(first)
        assert [frame.evaluate("drawn") for frame in others] == before
        # They were not stopped: seen again, they go on.
        for index, frame in enumerate(others, 1):
            expect(frame.locator("#race")).to_have_attribute("data-playing", "true")
            widget(page, index)
            frame.locator("#race").scroll_into_view_if_needed()
            frame.wait_for_function("before => drawn > before + 9", arg=before[index - 1])


def plays_on(frame: Frame) -> None:
    """Let some frames of the screen go by where they are drawn."""
    before = frame.evaluate("drawn")
    if frame.parent_frame is None:
        frame.evaluate("(function on() { requestAnimationFrame(on) })()")
    frame.wait_for_function("before => drawn > before + 29", arg=before)


def test_a_frame_in_a_hidden_tab_lies_idle(browser: Browser, plain: Path) -> None:
    with opened(browser, plain, script=COUNT_FRAMES) as page:
        frame = widget(page)
        frame.evaluate("specviz.replay()")
        plays_on(frame)
        # A hidden tab gets no frames. A browser that has no screen hides none, so that they are
        # withheld; what still ran then would run by timers.
        frame.evaluate("withheld = true")
        plays_on(page.main_frame)
        doing = "[drawn, ticked, document.querySelector('#speculative-text').textContent]"
        before = frame.evaluate(doing)
        plays_on(page.main_frame)
        assert frame.evaluate(doing) == before
        expect(frame.locator("#race")).to_have_attribute("data-playing", "true")
        frame.evaluate("withheld = false")
        plays_on(frame)


@pytest.fixture
def quiz(browser: Browser, plain: Path) -> Iterator[tuple[Page, Frame]]:
    with opened(browser, plain, "quiz.html") as page:
        frame = widget(page)
        expect(page.get_by_role("button", name="Check")).to_be_enabled()
        yield page, frame


def speedup(k: int) -> str:
    return f"{rounded(float(theory.net_speedup(0.7, k)), 2)}×"


def test_the_quiz_sets_its_question_and_tells_what_the_reader_tries(
    quiz: tuple[Page, Frame],
) -> None:
    page, frame = quiz
    expect(page.locator("#tried")).to_have_text(f"Now: k = 1, {speedup(1)}")
    expect(frame.locator("output[name=speedup]")).to_contain_text(speedup(1)[:-1])
    frame.locator("input[name=k]").press("ArrowRight")
    expect(page.locator("#tried")).to_have_text(f"Now: k = 2, {speedup(2)}")


def test_the_quiz_can_be_read_and_used_by_all(quiz: tuple[Page, Frame]) -> None:
    page, _ = quiz
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    assert page.evaluate("axe.run(document).then(({ violations }) => violations)") == []
    answers = page.get_by_role("group", name="With a = 0.7, which of these k is best?")
    answers.get_by_role("radio", name="1", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("k = 2 gives")


@pytest.mark.parametrize("choice", [4, 16])
def test_the_quiz_judges_an_answer_by_the_numbers_of_the_frame(
    choice: int, quiz: tuple[Page, Frame]
) -> None:
    page, frame = quiz
    best = f"k = 4 gives {speedup(4)}"
    page.get_by_role("radio", name=str(choice), exact=True).check()
    page.get_by_role("button", name="Check").press("Enter")
    said = {4: f"Right: {best}.", 16: f"Not quite: k = 16 gives {speedup(16)}, but {best}."}
    expect(page.get_by_role("status")).to_have_text(said[choice])
    expect(frame.locator("output[name=E]")).to_have_text(
        rounded(float(theory.expected_tokens(0.7, choice)), 2)
    )
    expect(page.locator("#tried")).to_have_text(f"Now: k = {choice}, {speedup(choice)}")
