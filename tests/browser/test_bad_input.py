"""What cannot be taken is named with its range and shown as text; what can be taken is."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Frame, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, Opened, only

from specviz.theory import expected_tokens
from specviz.theory.rounding import rounded

MARKUP = "<img src=x onerror='window.pwned=1'><b>bold</b>"

RANGES = {
    "a": ("0..1",),
    "k": ("whole number", "1..16"),
    "c": ("0..1",),
    "v": ("0.5..8",),
    "draft": ('"aligned"', '"weak"'),
    "dice": ("whole number", "0..4294967295"),
    "kind": ('"independent"', '"recorded"'),
}

BAD = [
    ("a", "1.7", "1.7"),
    ("a", "-0.01", "-0.01"),
    ("a", "NaN", "NaN"),
    ("a", "Infinity", "Infinity"),
    ("a", "'0.5'", '"0.5"'),
    ("a", "''", '""'),
    ("a", "null", "null"),
    ("a", "undefined", "undefined"),
    ("a", "true", "true"),
    ("a", "[0.5]", "[0.5]"),
    ("a", "{ a: 0.5 }", '{"a":0.5}'),
    ("a", "5n", "5"),
    ("a", "Symbol('half')", "half"),
    ("a", "() => 0.5", "0.5"),
    ("a", "new Date(NaN)", "null"),
    ("k", "0", "0"),
    ("k", "17", "17"),
    ("k", "2.5", "2.5"),
    ("k", "-4", "-4"),
    ("k", "'4'", '"4"'),
    ("k", "NaN", "NaN"),
    ("c", "-1", "-1"),
    ("c", "1.01", "1.01"),
    ("v", "0", "0"),
    ("v", "8.1", "8.1"),
    ("draft", "'strong'", '"strong"'),
    ("draft", "''", '""'),
    ("draft", "1", "1"),
    ("draft", "['weak']", '["weak"]'),
    ("draft", "'toString'", '"toString"'),
    ("dice", "-1", "-1"),
    ("dice", "2 ** 32", "4294967296"),
    ("dice", "0.5", "0.5"),
    ("kind", "'loaded'", '"loaded"'),
]
"""A setting, a wrong value as JavaScript, and what the message shows of it."""

ODD = [
    "null", "undefined", "5", "'a'", "NaN", "true", "Symbol('a')", "() => 0", "5n",
    "[0.5]", "{ b: 1 }", "{ __proto__: null, x: 1 }", "{ constructor: 1 }", "{ toString: 1 }",
    "JSON.parse('{ \"__proto__\": { \"a\": 7 } }')",
    "(() => { const o = {}; o.a = o; return o })()",
    "{ a: { toJSON() { throw new Error('no') } } }",
    "{ a: { toString() { throw new Error('no') }, valueOf() { throw new Error('no') } } }",
    "{ a: new Proxy({}, { get() { throw new Error('no') } }) }",
    "{ a: 'x'.repeat(5_000_000) }",
    "{ ['y'.repeat(1_000_000)]: 1 }",
    "Array(100_000).fill(0)",
    "{ a: '\\u202e\\u0000 \\ud800' }",
    "{ a: document.body }",
    "{ a: window }",
    "{ a: Object.create(null) }",
]  # fmt: skip
"""Arguments of no use at all."""


def get(frame: Frame) -> dict[str, Any]:
    return dict(frame.evaluate("specviz.get()"))


def says(frame: Frame) -> str:
    expect(frame.locator("#notice")).to_be_visible()
    return frame.locator("#notice").inner_text()


def answers(frame: Frame) -> None:
    """The page is alive: a valid value is taken, and the complaint goes."""
    for a in (0.37, 0.8):
        frame.evaluate("(a) => specviz.set({ a })", a)
        expect(frame.locator("output[name=E]")).to_have_text(rounded(expected_tokens(a, 4)))
    expect(frame.locator("#notice")).to_be_hidden()


def no_markup(frame: Frame) -> None:
    assert frame.locator("#notice *").count() == 0
    assert frame.evaluate("window.pwned") is None


def test_what_specviz_set_cannot_take_is_named_with_its_range(shared: Opened) -> None:
    frame, before = shared.frame, get(shared.frame)
    for name, value, shown in BAD:
        frame.evaluate(f"specviz.set({{ {name}: {value} }})")
        said = says(frame)
        for word in (f"{name} must", *RANGES[name], f"got {shown}" if name != "a" else shown):
            assert word in said, (name, value)
        assert get(frame) == before
        assert frame.locator("input[name=a]").input_value() == "0.8"
    answers(frame)


def test_an_unknown_prompt_is_named_with_those_that_there_are(shared: Opened) -> None:
    names = shared.frame.locator("[name=prompt] option").evaluate_all(
        "(options) => options.map(({ value }) => value)"
    )
    shared.frame.evaluate("specviz.set({ prompt: 'mars' })")
    assert all(f'"{name}"' in says(shared.frame) for name in [*names, "mars"])
    answers(shared.frame)


def test_arguments_of_no_use_at_all_change_nothing_and_throw_nothing(shared: Opened) -> None:
    frame, before = shared.frame, get(shared.frame)
    for argument in ODD:
        frame.evaluate(f"specviz.set({argument})")
        assert len(says(frame)) < 1000, argument
        assert get(frame) == before, argument
        answers(frame)
    frame.evaluate("specviz.set()")
    frame.evaluate("specviz.set({})")
    assert get(frame) == before


def test_valid_values_beside_wrong_ones_are_kept(shared: Opened) -> None:
    frame = shared.frame
    frame.evaluate("specviz.set({ a: 7, k: 9, c: 'cheap', draft: 'weak', v: 1.9, b: 1 })")
    said = says(frame)
    assert all(part in said for part in ("a must", "7", "c must", '"cheap"', "b is not a setting"))
    assert not any(f"{name} must" in said for name in ("k", "draft", "v"))
    assert get(frame).items() >= {"k": 9, "draft": "weak", "c": 0.1, "v": 1.9}.items()
    expect(frame.locator("#race")).to_have_attribute("data-k", "9")


def test_markup_in_a_value_or_a_name_is_shown_as_text(shared: Opened) -> None:
    frame = shared.frame
    for argument in ({"draft": MARKUP}, {"a": MARKUP}, {MARKUP: 1}, MARKUP, {"prompt": MARKUP}):
        frame.evaluate("(argument) => specviz.set(argument)", argument)
        assert "<img src=x" in says(frame)
        no_markup(frame)
    answers(frame)


ADDRESS = {
    "a": "1.7",
    "k": "2.5",
    "c": "cheap",
    "draft": MARKUP,
    "v": "0x2",
    "dice": "-3",
    "kind": "",
}


def test_an_address_with_wrong_values_gets_the_defaults_and_a_message(
    host: Host, opened: Opener
) -> None:
    query = "&".join(f"{name}={quote(value)}" for name, value in ADDRESS.items())
    frame = opened(host, f"{query}&unknown={quote(MARKUP)}").frame
    said = says(frame)
    for name, value in ADDRESS.items():
        for word in (f"{name} must", *RANGES[name], value[:20]):
            assert word in said
    no_markup(frame)
    assert get(frame) == {"a": 0.8, "k": 4, "draft": "aligned", "c": 0.1, "v": 1}
    expect(frame.locator("output[name=E]")).to_have_text(rounded(expected_tokens(0.8, 4)))
    answers(frame)


def test_valid_values_of_an_address_are_kept_beside_wrong_ones(host: Host, opened: Opener) -> None:
    frame = opened(host, "a=0.9&k=99&draft=weak&c=.3&dice=7").frame
    said = says(frame)
    assert all(part in said for part in ("k must be a whole number in 1..16", "99"))
    assert not any(f"{name} must" in said for name in ("a", "c", "draft", "dice"))
    assert get(frame) == {"a": 0.9, "k": 4, "draft": "weak", "c": 0.3, "v": 1}


@pytest.mark.parametrize(
    "query",
    [
        "a=NaN&k=Infinity&c=1e400&v=-0.5",
        "a=&k=&draft=&c=&dice=",
        "a=%00&k=%ff%fe&c=%E2%80%AE&draft=%3Cscript%3Ewindow.pwned=1%3C/script%3E",
        "a=0,5&k=4abc&c=1/2&dice=1e99",
        "a=" + "9" * 4000 + "&draft=" + "x" * 4000,
        "a=0.1&a=0.2&a=7&k=%EF%BC%94",
    ],
    ids=["infinite", "empty", "bytes", "nearly", "huge", "repeated"],
)
def test_odd_addresses_are_answered_in_words(query: str, file: Host, opened: Opener) -> None:
    frame = opened(file, query, "widget", until="numbers").frame
    said = says(frame)
    assert "a must lie in 0..1" in said
    assert len(said) < 1000
    no_markup(frame)
    assert get(frame).items() >= {"a": 0.8, "k": 4}.items()
    answers(frame)


@pytest.mark.parametrize(
    "query", ["%", "a", "=1&&=", "__proto__=1&constructor=2&toString=3", "b=1"]
)
def test_addresses_that_say_nothing_are_passed_over(query: str, file: Host, opened: Opener) -> None:
    frame = opened(file, query, "widget", until="numbers").frame
    assert get(frame).items() >= {"k": 4, "draft": "aligned"}.items()
    no_markup(frame)


@only("framed")
def test_messages_with_wrong_values_are_answered_like_calls(shared: Opened) -> None:
    frame, before = shared.frame, get(shared.frame)

    def send(rest: str) -> None:
        shared.page.evaluate(f"frames[0].postMessage({{ type: 'specviz:set', ...{rest} }}, '*')")

    for name, value, shown in BAD:
        if "=>" not in value and "Symbol" not in value and "Date" not in value:
            send(f"{{ {name}: {value} }}")
            expect(frame.locator("#notice")).to_contain_text(f"{name} must")
            expect(frame.locator("#notice")).to_contain_text(f"got {shown}")
            assert get(frame) == before
    send("(() => { const o = {}; o.a = o; return o })()")
    expect(frame.locator("#notice")).to_contain_text("a must lie in 0..1")
    send(json.dumps({"draft": MARKUP, MARKUP: 1, "k": 9}))
    expect(frame.locator("#notice")).to_contain_text("<img src=x")
    expect(frame.locator("#race")).to_have_attribute("data-k", "9")
    no_markup(frame)
    send("{ a: 0.37, k: 4 }")
    expect(frame.locator("#notice")).to_be_hidden()
    answers(frame)
