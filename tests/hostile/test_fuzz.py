"""Ten thousand values that nobody foresaw: no exception, no markup, always a valid state."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser
from tests.browser.hosts import File, Framed, Host, Opened, opened_page

from specviz.cli import COMMANDS, run

VALUES, FUZZ = (
    Path(__file__).with_name(name).read_text("utf-8") for name in ("values.js", "fuzz.js")
)
SEND = """(cases) => {
  for (const it of cases) frames[0].postMessage(made(it), "*")
}"""
HEARD = "(count) => fuzz.heard.length >= count && fuzz.heard.splice(0)"
BATCH = 60
EXAMPLES = 50
"""Batches; with `BATCH` cases in each, 3,000 cases for each door into the page."""

CLONABLE = (
    "undefined", "nan", "infinity", "minus zero", "bigint", "date", "regexp", "map", "set",
    "error", "floats", "many floats", "buffer", "boxed number", "boxed text", "sparse", "cyclic",
    "huge", "blob", "own __proto__",
)  # fmt: skip
ODD = (
    *CLONABLE,
    "symbol", "function", "class", "element", "window", "document.all", "promise",
    "null prototype", "getter", "toJSON", "valueOf",
    "function without words", "proxy", "proxy of values", "revoked",
)  # fmt: skip
"""Values that values.js makes by these names."""

SETTINGS = ("a", "k", "draft", "c", "v", "dice", "kind", "prompt", "theme")
NAMES = (*SETTINGS, "__proto__", "constructor", "toString", "prototype", "type", "length", "", "A")
WORDS = (
    "aligned", "weak", "independent", "recorded", "dark", "auto", "0.5", "4", "1e400", "-0", "0x4",
    "NaN", "Infinity", "0,5", "4 ", "٤", "1_0", "toString", "null", "undefined", "[object Object]",
    "<img src=x onerror=window.pwned=1>", "<script>window.pwned=1</script>", "&lt;b&gt;",
    "javascript:window.pwned=1", "\0", "\u202e", "\r\n", "%", "%ff", "=&=&&", "'\"`",
)  # fmt: skip


def text_of(units: list[int]) -> dict[str, list[int]]:
    return {"text": units}


def units(text: str) -> dict[str, list[int]]:
    """A text by its UTF-16 units, among which halves of pairs may stand alone."""
    encoded = text.encode("utf-16-le", "surrogatepass")
    return text_of(
        [low + 256 * high for low, high in zip(encoded[::2], encoded[1::2], strict=True)]
    )


texts = st.one_of(
    st.sampled_from(WORDS).map(units),
    st.lists(st.integers(0, 0xFFFF), max_size=8).map(text_of),
    st.lists(st.sampled_from([0, 10, 0xD800, 0xDFFF, 0x202E, 60, 38, 0xFEFF]), max_size=5).map(
        text_of
    ),
)
names = st.one_of(st.sampled_from(NAMES).map(units), texts)
numbers = st.one_of(
    st.integers(0, 100).map(lambda hundredths: hundredths / 100),
    st.integers(-2, 18),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([2**32 - 1, 2**32, 0.5, 8, 5e-324, 1 + 2**-52]),
)


def values(odd: tuple[str, ...]) -> st.SearchStrategy[Any]:
    plain = st.one_of(
        numbers, texts, st.booleans(), st.none(), st.sampled_from(odd).map(lambda it: {"odd": it})
    )
    return st.one_of(
        plain,
        st.lists(plain, max_size=2).map(lambda each: {"list": each}),
        st.lists(st.tuples(names, plain), max_size=2).map(lambda each: {"pairs": each}),
    )


def changes(odd: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Settings to be set, most of them objects, most of them wrong somewhere."""
    objects = st.lists(st.tuples(names, values(odd)), max_size=4)
    return st.one_of(objects.map(lambda pairs: {"pairs": pairs}), values(odd))


def batches(case: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(case, min_size=BATCH, max_size=BATCH)


@st.composite
def queries(draw: st.DrawFn) -> dict[str, list[int]]:
    parts = draw(st.lists(st.tuples(names, st.sampled_from(["=", "", "=="]), texts), max_size=5))
    found: list[int] = []
    for name, between, value in parts:
        found += [*name["text"], *map(ord, between), *value["text"], ord("&")]
    return text_of(found)


def messages() -> st.SearchStrategy[Any]:
    """Messages to the page, most of them such as it listens to."""
    kind = (units("type"), units("specviz:set"))
    return st.one_of(
        st.lists(st.tuples(names, values(CLONABLE)), max_size=4).map(
            lambda pairs: {"pairs": [kind, *pairs]}
        ),
        values(CLONABLE),
    )


fuzzing = settings(
    max_examples=EXAMPLES,
    # A batch is large on purpose.
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
    ],
)


@pytest.fixture(scope="module")
def fuzzed(browser: Browser, file: File, framed: Framed) -> Iterator[dict[str, Opened]]:
    """A page from a file and one in a frame, both with fuzz.js in them."""
    hosts: list[Host] = [file, framed]
    with ExitStack() as pages:
        opened: dict[str, Opened] = {}
        for host in hosts:
            address = host.address("widget", "inline", "")
            opened[host.name] = page = pages.enter_context(opened_page(browser, host, address))
            page.wait_until("ready")
            for program in (VALUES, FUZZ):
                page.frame.evaluate(program)
            page.page.evaluate(VALUES)
        yield opened
        said = [line for page in opened.values() for line in page.console]
    assert said == []


@fuzzing
@given(cases=batches(changes(ODD)))
def test_specviz_set_takes_anything(cases: list[Any], fuzzed: dict[str, Opened]) -> None:
    assert fuzzed["file"].frame.evaluate("(cases) => fuzz.set(cases)", cases) == []


@fuzzing
@given(cases=batches(queries()))
def test_an_address_may_say_anything(cases: list[Any], fuzzed: dict[str, Opened]) -> None:
    assert fuzzed["file"].frame.evaluate("(cases) => fuzz.address(cases)", cases) == []


@fuzzing
@given(cases=batches(messages()))
def test_a_message_may_be_anything(cases: list[Any], fuzzed: dict[str, Opened]) -> None:
    page = fuzzed["framed"]
    page.page.evaluate(SEND, cases)
    heard = page.frame.wait_for_function(HEARD, arg=len(cases)).json_value()
    assert [(cases[i], wrong) for i, wrong in enumerate(heard) if wrong] == []


SLOTS = {
    "table": ["--a", "--k", "--c", "--v", "--draft", "--format"],
    "embed": ["--title", "--height"],
    "export": ["--a", "--k", "--draft", "--view", "--resources", "out.doc", "nowhere/x.html"],
    "serve": ["--port", "--address", "--view", "--prefix", "--allow-websocket-origin"],
}
"""By command, what may follow; no server begins, and no file is written."""

arguments = st.one_of(
    st.sampled_from([*WORDS, "--", "-", "--help", "-h", "--version", "@file", "-1e3", "-inf"]),
    st.text(st.characters(), max_size=8),
    st.text(st.characters(categories=["Cs", "Cc", "Cf"]), max_size=3),
    numbers.map(str),
)


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    command = draw(st.sampled_from([*COMMANDS, *COMMANDS, "", "tables"]))
    slots = SLOTS.get(command, ["--a"])
    pairs = st.tuples(st.sampled_from(slots), arguments)
    found = [part for pair in draw(st.lists(pairs, max_size=3)) for part in pair]
    # Behind all else a port that is none, so that nothing is served; exports go nowhere.
    return [command, *found, *(["--port", "none"] if command == "serve" else [])]


@settings(max_examples=3000)
@given(line=command_lines())
def test_a_command_line_is_done_or_refused_in_one_line(line: list[str]) -> None:
    written, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(written, "utf-8", write_through=True)
    with redirect_stdout(out), redirect_stderr(err):
        status = run(line)
    said = err.getvalue()
    if status == 0:
        assert re.fullmatch(r"(specviz: no file \S.* is here, [ \w,]+\n)?", said)
        assert b"<script>window" not in written.getvalue()
    else:
        assert (status, written.getvalue()) in {(1, b""), (2, b"")}
        assert said.count("\n") == 1
        assert said[:-1].isprintable()
