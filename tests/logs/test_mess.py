from __future__ import annotations

import io
from textwrap import wrap

import pytest
from tests.logs.corpus import RIGHT, paste

import specviz
from specviz.logs.cleaning import clean, lines, number, numbers, pieces
from specviz.logs.files import encoding_of, lines_of
from specviz.logs.fit import Fit, fit_lines

LINE = (
    "INFO 08-05 12:25:13 [metrics.py:120] SpecDecoding metrics: Mean acceptance length: 2.93, "
    "Accepted throughput: 10.60 tokens/s, Drafted throughput: 38.50 tokens/s, Accepted: 106 "
    "tokens, Drafted: 385 tokens, Per-position acceptance rate: 0.691, 0.418, 0.382, 0.182, "
    "0.127, 0.073, 0.055, Avg Draft acceptance rate: 27.5%"
)
PLAIN = specviz.fit(LINE)


def same(text: str) -> bool:
    return specviz.fit(text).runs == PLAIN.runs


@pytest.mark.parametrize(
    "dressed",
    [
        "\x1b[0;36m(APIServer pid=4)\x1b[0;0m {}",
        "[0;36m(APIServer pid=1)[0;0m {}",
        "^[[0;36m(EngineCore_DP0 pid=738)^[[0;0m ^[[31m{}^[[0m",
        "ESC[0;36m(EngineCore_DP0 pid=7)ESC[0;0m {}",
        "\\u001b[32m{}\\u001b[0m",
        "(APIServer pid=1) {}",
        "[2026-01-26T17:25:37Z] {}",
        "[53409] {}",
        "Dec 07 10:11:12 host vllm[812]: {}",
        "> {}",
        "> > {}   ",
        "`{}`",
        "| {} |",
        "\ufeff{}",
        "{}\r",
        "{}  <-- here",
    ],
)
def test_a_line_says_the_same_however_it_came_here(dressed: str) -> None:
    assert same(dressed.format(LINE))


def test_colours_between_all_words_change_nothing() -> None:
    assert same(LINE.replace(" ", "\x1b[0m \x1b[1;31m"))


def test_no_break_spaces_are_spaces() -> None:
    assert same(LINE.replace(" ", "\u00a0"))


@pytest.mark.parametrize("width", [60, 80, 100, 120, 160])
def test_a_line_broken_between_words_is_read_whole(width: int) -> None:
    text = "\n".join(wrap(LINE, width))
    (run,) = specviz.fit(text).runs
    (plain,) = PLAIN.runs
    assert (run.k, run.passes, run.survival) == (plain.k, plain.passes, plain.survival)


def test_lines_of_others_in_between_change_nothing() -> None:
    noise = '\nINFO:     X:39394 - "POST /v1/chat/completions HTTP/1.1" 200 OK\n'
    assert specviz.fit(f"{noise}{LINE}{noise}").runs[0].passes == 55


def test_a_line_cut_at_its_end_gives_what_is_left() -> None:
    for end in range(len(LINE)):
        for run in specviz.fit(LINE[:end]).runs:
            assert run.drafted in {None, 385.0, 3.0, 38.0}


def test_a_line_cut_at_its_beginning_gives_what_is_left() -> None:
    whole = LINE.index("Mean")
    for start in range(whole + 1):
        assert same(LINE[start:])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("106,678", 106678),
        ("1,234,567", 1234567),
        ("0,576", 0.576),
        ("12,5", 12.5),
        ("1.234,5", 1234.5),
        ("1,234.5", 1234.5),
        ("1.234e+06", 1234000),
        ("87.1", 87.1),
    ],
)
def test_a_number_may_have_any_comma(text: str, value: float) -> None:
    assert number(text) == value


def test_groups_of_digits_may_have_thin_spaces() -> None:
    assert clean("Accepted: 106\u202f678 tokens") == "Accepted: 106678 tokens"


@pytest.mark.parametrize(
    ("text", "listed", "cut"),
    [
        ("0.739, 0.478", [0.739, 0.478], False),
        ("0.739,0.478,", [0.739, 0.478], False),
        ("0,739, 0,478", [0.739, 0.478], False),
        ("76.17 61.58", [76.17, 61.58], False),
        ("0.071, 0.000, ..., ", [0.071, 0.0], True),
    ],
)
def test_a_list_may_have_any_comma(text: str, listed: list[float], cut: bool) -> None:  # noqa: FBT001
    assert numbers(text) == (listed, cut)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_may_have_any_encoding_and_any_ends_of_lines(encoding: str, end: str) -> None:
    data = f"first{end}{LINE}{end}last".encode(encoding)
    found = fit_lines(lines_of(io.BytesIO(data)))
    assert found.runs[0].passes == 55
    assert found.runs[0].lines == (2, 2)


def test_bytes_that_are_no_text_are_no_error() -> None:
    assert encoding_of(b"") == "utf-8"
    data = bytes(range(256)) * 40 + b"\n" + LINE.encode()
    assert fit_lines(lines_of(io.BytesIO(data))).runs[0].passes == 55


class Drops(io.RawIOBase):
    """Gives a few bytes at a time, as a pipe may."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, _size: int = -1, /) -> bytes:
        some, self.data = self.data[:7], self.data[7:]
        return some


def test_a_pipe_gives_what_a_file_does() -> None:
    data = f"a\r\n{LINE}\r\nb\r".encode()
    assert list(lines_of(Drops(data))) == ["a", LINE, "b", ""]  # type: ignore[arg-type]


def test_a_long_line_is_looked_at_in_pieces() -> None:
    request = '{"predicted_n": 200, "draft_n": 347, "draft_n_accepted": 65}'
    text = f"[{', '.join([request] * 1000)}]"
    assert max(map(len, pieces(text))) <= 20_000
    assert specviz.fit(text).runs[0].drafted == 347_000


def contradictions(found: Fit) -> list[str]:
    return [one.name for run in found.runs for one in run.says if one.name == "edited"]


def test_numbers_that_contradict_each_other_are_named() -> None:
    assert contradictions(PLAIN) == []
    for before, after in (("27.5%", "72.5%"), ("0.418", "0.818"), ("2.93", "3.93")):
        assert contradictions(specviz.fit(LINE.replace(before, after))) == ["edited"]


@pytest.mark.parametrize("name", [name for name in RIGHT if RIGHT[name]])
def test_real_lines_do_not_contradict_themselves(name: str) -> None:
    assert contradictions(specviz.fit(paste(name))) == []


def test_nothing_is_found_in_nothing() -> None:
    for text in ("", "\n", "hello", "a,b\n1,2\n", "\0" * 100, "[" * 50_000):
        assert specviz.fit(text).runs == ()
    assert list(lines("a\rb\r\nc\u2028d")) == ["a", "b", "c", "d"]
