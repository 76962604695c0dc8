from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import astuple
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import specviz
from specviz import SpeculativeDecoding
from specviz.cli import COMMANDS, export, parser, run
from specviz.hosts import media
from specviz.hosts.export import SOURCES
from specviz.model import rows
from specviz.page.settings import VIEWS

COMMAND = [sys.executable, "-m", "specviz"]
PATIENCE = 60.0
"""Seconds that a command may take on the slowest machine."""

TABLE = """\
   a  k  a^(k+1)  E (tokens/pass)  net speedup
0.80  4    0.328             3.36        2.40×
0.90  4    0.590             4.10        2.93×
0.50  4    0.031             1.94        1.38×
0.80  2    0.512             2.44        2.03×
----  -  -------  ---------------  -----------
0.70  5    0.118             2.94        1.96×

In target steps, drafting a token costs 0.1, a verify pass 1.
"""
MARKDOWN = """\
| a | k | a^(k+1) | E (tokens/pass) | net speedup |
| ---: | ---: | ---: | ---: | ---: |
| 0.80 | 4 | 0.328 | 3.36 | 1.68× |
| 0.90 | 4 | 0.590 | 4.10 | 2.05× |
| 0.50 | 4 | 0.031 | 1.94 | 0.97× |
| 0.80 | 2 | 0.512 | 2.44 | 1.63× |
| **0.50** | **16** | **0.000** | **2.00** | **0.40×** |

In target steps, drafting a token costs 0.25, a verify pass 1.
"""

ENDINGS = ".html, .htm, .gif, .mp4, .png, .svg or .pdf"

REFUSED = {
    "table --a 1.7": "a must lie in 0..1, got 1.7",
    "table --a -0.1": "a must lie in 0..1, got -0.1",
    "table --a -1e-3": "a must lie in 0..1, got -0.001",
    "table --a abc": "a must lie in 0..1, got 'abc'",
    "table --a ''": "a must lie in 0..1, got ''",
    "table --a nan": "a must lie in 0..1, got nan",
    "table --a -inf": "a must lie in 0..1, got -inf",
    "table --a 0,8": "a must lie in 0..1, got '0,8'",
    "table --a 'x\n'": "a must lie in 0..1, got 'x\\n'",
    "table --k 0": "k must be a whole number in 1..16, got 0",
    "table --k 4.5": "k must be a whole number in 1..16, got 4.5",
    "table --k four": "k must be a whole number in 1..16, got 'four'",
    f"table --k {2**80}": f"k must be a whole number in 1..16, got {2**80}",
    "table --c 2": "c must lie in 0..1, got 2",
    "table --v 0.4": "v must lie in 0.5..8, got 0.4",
    "table --draft strong": 'draft must be "aligned" or "weak", got \'strong\'',
    "table --format xml": 'format must be "text" or "csv" or "json" or "markdown", got \'xml\'',
    "table --a 0.5 --k 99": "k must be a whole number in 1..16, got 99",
    "export x.html --a 1.7": "a must lie in 0..1, got 1.7",
    "export x.html --view poster": 'view must be "page" or "widget" or "slide", got \'poster\'',
    "export x.html --resources web": 'resources must be "inline" or "cdn", got \'web\'',
    "export x.doc": f"OUT must end in {ENDINGS}, or be \"-\", got 'x.doc'",
    "export x": f"OUT must end in {ENDINGS}, or be \"-\", got 'x'",
    "export ''": f"OUT must end in {ENDINGS}, or be \"-\", got ''",
    "export x.gif --seconds 2": "seconds must be a whole number in 3..600, got 2",
    "export x.gif --width 1.5": "width must be a whole number in 160..3840, got 1.5",
    "export x.gif --resources cdn": "--resources is for .html, .htm, and OUT is 'x.gif'",
    "export x.png --seconds 9": "--seconds is for .gif, .mp4, and OUT is 'x.png'",
    "export - --width 900": "--width is for .gif, .mp4, .png, .svg, .pdf, and OUT is '-'",
    "serve --port 65536": "port must be a whole number in 0..65535, got 65536",
    "serve --port http": "port must be a whole number in 0..65535, got 'http'",
    "serve --view poster": 'view must be "page" or "widget" or "slide", got \'poster\'',
    "serve --allow-websocket-origin https://a.org": (
        "allow-websocket-origin must be HOST or HOST:PORT, got 'https://a.org'"
    ),
    "embed x.html --height 0": "height must be a whole number in 50..10000, got 0",
    "embed x.html --title ' '": "title must say something, got ' '",
    **{
        f"embed '{address}'": "URL-OR-FILE must be an http or https address or the path of a "
        f"file, got {address!r}"
        for address in (
            "",
            "javascript:alert(1)",
            " javascript:alert(1)",
            "data:,x",
            "http:",
            "//[",
        )
    },
    "export": "the following arguments are required: OUT "
    "(specviz export --help shows how it is used)",
    "table --a": "argument --a: expected one argument (specviz table --help shows how it is used)",
    "table --al 1": "unrecognized arguments: --al 1 (specviz --help shows how it is used)",
    "table '\n\x1b'": "unrecognized arguments: \\n\\x1b (specviz --help shows how it is used)",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the one in which the command runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(*arguments: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of a command, run in this process."""
    written, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(written, "utf-8", write_through=True)
    with redirect_stdout(out), redirect_stderr(err):
        status = run(arguments)
    return status, written.getvalue().decode("utf-8"), err.getvalue()


def printed(line: str) -> str:
    status, out, err = ran(*shlex.split(line))
    assert (status, err) == (0, "")
    return out


def completed(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """A command, run as a program of its own."""
    given: dict[str, object] = {"capture_output": True, "text": True, "timeout": PATIENCE} | options
    return subprocess.run([*COMMAND, *arguments], check=False, **given)  # type: ignore[call-overload,no-any-return]


def shell(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of the shell in which `specviz` is the command."""
    return subprocess.run(
        ["/bin/sh", "-c", f'specviz() {{ {shlex.join(COMMAND)} "$@"; }}; {script}'],
        capture_output=True,
        check=False,
        cwd=folder,
        text=True,
        timeout=PATIENCE,
    )


def test_the_table_is_the_lesson_s_with_a_row_of_one_s_own() -> None:
    assert printed("table --a 0.7 --k 5") == TABLE


def test_costs_count_for_every_row_and_the_draft_sets_a() -> None:
    assert printed("table --format markdown --draft weak --k 16 --c 0.25") == MARKDOWN


@pytest.mark.parametrize("form", ["text", "markdown"])
@pytest.mark.parametrize(("c", "v"), [("0.125", "1.0625"), ("0", "8"), ("0.12345678", "0.5")])
def test_costs_are_printed_as_they_were_given(form: str, c: str, v: str) -> None:
    printed_last = printed(f"table --c {c} --v {v} --format {form}").splitlines()[-1]
    assert printed_last == f"In target steps, drafting a token costs {c}, a verify pass {v}."


def test_a_given_with_the_draft_is_kept_in_either_order() -> None:
    assert printed("table --draft weak --a 0.8") == printed("table --a 0.8 --draft weak")
    assert printed("table --draft weak --a 0.8") == printed("table")


def test_csv_and_json_give_every_number_in_full() -> None:
    options = "--a 0.7 --k 3 --c 0.3 --v 1.5"
    from_json = json.loads(printed(f"table {options} --format json"))
    from_csv = list(csv.DictReader(io.StringIO(printed(f"table {options} --format csv"))))
    expected = [astuple(row) for row in rows(SpeculativeDecoding(a=0.7, k=3, c=0.3, v=1.5))]
    names = ("a", "k", "power", "E", "speedup")
    assert [tuple(row[name] for name in names) for row in from_json] == expected
    assert [tuple(float(row[name]) for name in names) for row in from_csv] == expected
    for table in (from_json, from_csv):
        assert [row["row"] for row in table] == ["reference"] * 4 + ["live"]
        assert {(float(row["c"]), float(row["v"])) for row in table} == {(0.3, 1.5)}


@pytest.mark.parametrize("line", REFUSED)
def test_a_bad_value_is_one_line_that_names_it_and_what_would_do(line: str, folder: Path) -> None:
    expected = REFUSED[line]
    assert ran(*shlex.split(line)) == (2, "", f"specviz: {expected}\n")
    assert list(folder.iterdir()) == []


@settings(max_examples=300)
@given(st.sampled_from(["a", "k", "draft", "c", "v"]), st.text(max_size=20))
@example("a", "--a")
@example("k", "٤")
@example("a", "1_0")
@example("c", "\N{RIGHT-TO-LEFT OVERRIDE}<b>\ud800")
@example("v", "9" * 5000)
def test_any_text_is_a_setting_or_is_refused_in_one_line(name: str, text: str) -> None:
    status, out, err = ran("table", f"--{name}={text}")
    if status == 0:
        assert out.count("\n") == 9
        assert err == ""
    else:
        assert (status, out) == (2, "")
        assert err.startswith(f"specviz: {name} must ")
        assert err.count("\n") == 1
        assert err[:-1].isprintable()


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["--a", "--v", "0.5", "-", "--", "table", "embed", "\n", "-x"])))
def test_any_command_line_is_done_or_is_refused_in_one_line(arguments: list[str]) -> None:
    status, out, err = ran(*arguments)
    if not arguments:
        assert (status, out) == (2, "")
        assert err.startswith("usage: specviz")
    elif status == 0:
        assert out
        assert err == "" or err.startswith("specviz: no file ")
        assert err.count("\n") <= 1
    else:
        assert (status, out, err.count("\n")) == (2, "", 1)


def test_the_help_names_every_command_and_every_command_helps() -> None:
    overview = printed("--help")
    for command in COMMANDS:
        assert re.search(rf"^    {command} ", overview, re.MULTILINE)
        assert printed(f"{command} --help").startswith(f"usage: specviz {command} ")


def test_every_example_in_the_help_is_one_that_runs() -> None:
    pages = [printed("--help"), *(printed(f"{command} --help") for command in COMMANDS)]
    examples = [
        re.split(r" {2,}#?| [|>]", line.strip())[0]
        for page in pages
        for line in page.partition("examples:\n")[2].splitlines()
        if line.startswith("  specviz ")
    ]
    assert len(examples) > 12
    for line in examples:
        chosen = parser().parse_args(shlex.split(line)[1:])
        assert chosen.run in {command.run for command in COMMANDS.values()}


def test_the_version_is_the_package_s() -> None:
    assert printed("--version") == f"specviz {specviz.__version__}\n"


def test_the_command_line_offers_what_the_package_has() -> None:
    assert export.VIEWS == VIEWS
    assert export.SOURCES == SOURCES
    assert (export.SECONDS, export.WIDTH) == (media.SECONDS, media.WIDTH)
    assert set(export.FILMS) == set(media.FILMS)
    assert set(export.STILLS) == set(media.STILLS)


def test_tables_and_frames_need_neither_bokeh_nor_panel() -> None:
    program = (
        "import sys; from specviz.cli import run; run(['table']); run(['embed', 'x.html']); "
        "run(['export', 'x.doc']); sys.exit(bool({'bokeh', 'panel'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0  # noqa: PLW1510 the status is what is tested


def test_the_command_and_the_module_are_the_same() -> None:
    installed = subprocess.run(
        [Path(sys.executable).with_name("specviz"), "table"],
        capture_output=True,
        check=True,
        text=True,
    )
    assert installed.stdout == completed("table").stdout
    assert "usage: specviz table" in completed("table", "--help").stdout


def test_a_terminal_without_the_signs_gets_question_marks() -> None:
    ascii_only = completed("table", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert ascii_only.returncode == 0
    assert "2.40?" in ascii_only.stdout


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_gone_is_no_error(unbuffered: str, tmp_path: Path) -> None:
    command = f"PYTHONUNBUFFERED={unbuffered} specviz export -"
    done = shell(f"({command}; echo $? >&2) | head -c 15", tmp_path)
    assert (done.stdout, done.stderr) == ("<!DOCTYPE html>", "141\n")


def test_output_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    full = shell("specviz table > /dev/full", tmp_path)
    assert (full.returncode, full.stderr) == (1, "specviz: No space left on device\n")
    closed = shell("specviz table >&-", tmp_path)
    assert (closed.returncode, closed.stderr) == (
        1,
        "specviz: there is nowhere to write: stdout is closed\n",
    )


def test_an_export_goes_to_a_file_or_to_stdout(folder: Path) -> None:
    assert printed("export page.html --view slide --draft weak --k 7") == ""
    text = (folder / "page.html").read_text("utf-8")
    assert 'data-view="slide"' in text
    assert text == printed("export - --view slide --draft weak --k 7")
    assert [path.name for path in folder.iterdir()] == ["page.html"]
    printed("export whole.html")
    weight = f"{(folder / 'whole.html').stat().st_size / 1e6:.1f} MB"
    assert weight in " ".join(printed("export --help").split())
    printed("export PAGE.HTM --resources cdn")
    assert (folder / "PAGE.HTM").stat().st_size < 220_000


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        ("nowhere/page.html", "No such file or directory"),
        ("file/page.html", "Not a directory"),
        ("folder.html", "Is a directory"),
        ("full.html", "No space left on device"),
    ],
)
def test_a_file_that_cannot_be_written_is_one_line(folder: Path, out: str, reason: str) -> None:
    (folder / "file").write_text("in the way")
    (folder / "folder.html").mkdir()
    (folder / "full.html").symlink_to("/dev/full")
    before = sorted(folder.iterdir())
    assert ran("export", out) == (1, "", f"specviz: {out!r}: {reason}\n")
    assert sorted(folder.iterdir()) == before


def test_a_file_that_does_not_fit_leaves_the_old_one(tmp_path: Path) -> None:
    old = tmp_path / "page.html"
    old.write_text("the old one")
    done = shell("ulimit -f 100; specviz export page.html", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "specviz: 'page.html': File too large\n"
    assert old.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_an_export_that_is_told_to_end_leaves_nothing(tmp_path: Path, sent: int) -> None:
    # A pipe in the file's place holds the export exactly where it writes.
    os.mkfifo(tmp_path / "page.html")
    command = subprocess.Popen(
        [*COMMAND, "export", "page.html"], stderr=subprocess.PIPE, cwd=tmp_path, text=True
    )
    with (tmp_path / "page.html").open("rb") as reading:
        assert reading.read(1) == b"<"
        command.send_signal(sent)
        assert command.communicate(timeout=PATIENCE)[1] == ""
    assert command.returncode == 128 + sent
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_the_snippet_escapes_what_it_is_given(folder: Path) -> None:
    (folder / 'a "<b>&.html').touch()
    html = printed("""embed 'a "<b>&.html?a=0.9&k=6' --title '"><script> ×' --height 400""")
    assert 'src="a%20%22%3Cb%3E&amp;.html?a=0.9&amp;k=6"' in html
    assert 'title="&#34;&gt;&lt;script&gt; &#215;"' in html
    assert "height: 400px" in html
    assert html.isascii()
    # Markdown would end the block of HTML there.
    assert "\n\n" not in html


@pytest.mark.parametrize(
    ("given", "src"),
    [
        ("https://a.org/x.html?dice=7#race", "https://a.org/x.html?dice=7#race"),
        ("//a.org/x.html", "//a.org/x.html"),
        ("../x.html", "../x.html"),
        ("100%25.html", "100%25.html"),
        ("half a page?a=1", "half%20a%20page?a=1"),
        ("é.html", "%C3%A9.html"),
        # Files that are there are meant by their whole names.
        ("why?.html", "why%3F.html"),
        ("100%.html", "100%25.html"),
        ("a:b.html", "a%3Ab.html"),
    ],
)
def test_the_snippet_s_address_is_one(folder: Path, given: str, src: str) -> None:
    for name in ("why?.html", "100%.html", "a:b.html", "half a page", "é.html"):
        (folder / name).touch()
    assert f'src="{src}"' in printed(f"embed {shlex.quote(given)}")


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ("nofile.html", "nofile.html"),
        ("no file.html?a=0.9#race", "no file.html"),
        ("folder/no\x07file.html", "folder/no\\x07file.html"),
    ],
)
def test_a_file_that_is_not_there_is_framed_with_a_warning(
    folder: Path, given: str, missing: str
) -> None:
    status, out, err = ran("embed", given)
    assert status == 0
    assert "<iframe" in out
    assert err == (
        f"specviz: no file '{missing}' is here, and the frame stays empty until one lies "
        "beside its page\n"
    )
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "given", ["https://a.org/x", "//a.org/x", "/x", "../x", "?a=1", "#race", "there.html?a=1"]
)
def test_what_only_the_site_knows_gets_no_warning(folder: Path, given: str) -> None:
    (folder / "there.html").touch()
    assert "<iframe" in printed(f"embed '{given}'")


@contextmanager
def serving(*options: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command while it serves, and the address that it printed."""
    with subprocess.Popen(
        [*COMMAND, "serve", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as command:
        assert command.stdout is not None
        try:
            yield command, command.stdout.readline().rstrip("\n")
        finally:
            command.kill()


def page_at(address: str) -> str:
    with urlopen(address, timeout=PATIENCE) as response:  # noqa: S310 the address is this machine's own
        text: str = response.read().decode("utf-8")
    return text


def handshake(address: str, origin: str) -> int:
    """The status with which a server answers a page of that origin that wants its websocket."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=PATIENCE)
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Origin": origin,
        "Sec-WebSocket-Key": "c3BlY3Zpei1zcGVjdml6IQ==",
        "Sec-WebSocket-Version": "13",
    }
    connection.request("GET", f"{parts.path}ws", headers=headers)
    status = connection.getresponse().status
    connection.close()
    return status


def test_serve_prints_its_address_once_it_listens_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    options = ["--port", "0", "--view", "slide", "--prefix", "lectures"]
    with serving(*options, folder=tmp_path) as (command, address):
        assert re.fullmatch(r"http://localhost:\d+/lectures/\?view=slide", address)
        assert 'data-view="slide"' in page_at(address)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=PATIENCE)
    assert (command.returncode, out, err) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def taken(port: int) -> socket.socket:
    """A socket that keeps a port from others; that it is taken already will do as well."""
    held = socket.socket()
    with suppress(OSError):
        held.bind(("127.0.0.1", port))
        held.listen()
    return held


def test_serve_takes_the_next_port_when_nobody_asked_for_one(tmp_path: Path) -> None:
    with taken(5006), serving(folder=tmp_path) as (command, address):
        assert urlsplit(address).port in range(5007, 5026)
        assert 'data-view="page"' in page_at(address)
        command.terminate()
        out, err = command.communicate(timeout=PATIENCE)
    assert (command.returncode, out) == (0, "")
    assert err.startswith("specviz: port 5006 is taken, trying 5007\n")


def test_serve_talks_to_pages_of_its_own_and_of_the_names_given(tmp_path: Path) -> None:
    options = ["--port", "0", "--allow-websocket-origin", "a.org"]
    with serving(*options, folder=tmp_path) as (_, address):
        own = f"http://127.0.0.1:{urlsplit(address).port}"
        answers = {name: handshake(address, name) for name in (own, "http://a.org", "http://b.org")}
    assert answers == {own: 101, "http://a.org": 101, "http://b.org": 403}


@pytest.mark.parametrize(
    ("address", "reason"), [("localhost", "Address already in use"), ("nowhere.invalid", "")]
)
def test_serve_says_where_it_cannot_listen(address: str, reason: str) -> None:
    with taken(0) as held:
        port = held.getsockname()[1]
        done = completed("serve", "--port", str(port), "--address", address)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith(f"specviz: cannot listen on {address!r}, port {port}: {reason}")
