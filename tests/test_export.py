from __future__ import annotations

import gzip
import json
import os
import re
import stat
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256, sha384
from html.parser import HTMLParser
from pathlib import Path

import pytest
from bokeh.util.paths import bokehjs_path

from specviz import SpeculativeDecoding, export_html
from specviz.hosts.export import SOURCES, Source, html, write_whole
from specviz.page.settings import VIEWS, View
from specviz.sections import SECTIONS

each_view = pytest.mark.parametrize("view", VIEWS)

HASHES = """
import hashlib
from specviz import SpeculativeDecoding
from specviz.hosts.export import SOURCES, html
from specviz.page.settings import VIEWS
for view in VIEWS:
    for source in SOURCES:
        text = html(SpeculativeDecoding(a=0.7, draft="weak"), view, source)
        print(hashlib.sha256(text.encode("utf-8")).hexdigest())
"""
OTHER_LIVES = {
    "0": "",
    "4": "import panel; panel.extension(); panel.widgets.FloatSlider()",
    "7": """
import locale
from bokeh.io import curdoc
from bokeh.plotting import figure
locale.setlocale(locale.LC_ALL, "")
curdoc().theme = "dark_minimal"
for _ in range(7): figure().line()
""",
}
"""By the seed of a process's hashes: what happened in it before an export."""

INTERRUPTED = """
import os
import random
import signal
import sys
from pathlib import Path
from specviz.hosts.export import write_whole

path, trials = Path(sys.argv[1]), int(sys.argv[2])
contents = [letter * 300_000 for letter in (b"a", b"b", b"c")]
moments = random.Random(7)

def end(*_):
    raise SystemExit

for trial in range(trials):
    child = os.fork()
    if child == 0:
        # An alarm with no handler ends a process as SIGKILL does.
        signal.signal(signal.SIGALRM, end if sys.argv[3] == "told" else signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, moments.uniform(0.0005, 0.01))
        try:
            while True:
                for content in contents:
                    write_whole(path, content)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    moments.seed(trial)
    if path.exists() and path.read_bytes() not in contents:
        sys.exit(f"trial {trial}: half a file")
"""


PACKED: dict[View, int] = {"page": 448_000, "widget": 392_000, "slide": 392_000}
"""Most bytes of an export behind gzip. BokehJS is 351,000 of them; of what the page alone shows,
the distributions behind "Why the text is identical" may weigh 25,000, and the machines, models
and measurements of "Why a check costs one step" 13,000, and what reads the logs of "Your own
numbers", a table of formats and its reader, 24,000; contents, moving words and questions 5,000."""

UNPACKED: dict[View, int] = {"page": 230_000, "widget": 120_000, "slide": 120_000}
"""Most bytes of an export that has BokehJS from the CDN; contents, words that move the picture and
questions are 13,000 of them."""


class Requests(HTMLParser):
    """What a browser would fetch for a page as it stands, and the styles in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[dict[str, str | None]] = []
        self.addresses: list[str] = []
        self.styles: list[str] = []
        self._in_style = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._in_style = tag == "style"
        self.styles.append(given.get("style") or "")
        if tag == "script" and "src" in given:
            self.scripts.append(given)
        fetching = ("src", "srcset", "poster", "data", "background", "xlink:href", "action")
        names = (*fetching, "href") if tag not in {"a", "area"} else fetching
        self.addresses += [value for name in names if (value := given.get(name))]

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.styles.append(data)

    def handle_endtag(self, _tag: str) -> None:
        self._in_style = False


@cache
def exported(view: View, source: Source = "inline") -> str:
    return html(SpeculativeDecoding(), view, source)


def hashes_after(seed: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{OTHER_LIVES[seed]}\n{HASHES}"],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": seed},
        text=True,
    )
    return done.stdout.split()


def test_an_export_is_the_same_byte_for_byte_whatever_came_before() -> None:
    with ThreadPoolExecutor() as pool:
        plain, *others = pool.map(hashes_after, OTHER_LIVES)
    assert len(plain) == len(VIEWS) * len(SOURCES)
    assert others == [plain] * len(others)
    here = html(SpeculativeDecoding(a=0.7, draft="weak"), "page", "inline")
    assert plain[0] == sha256(here.encode("utf-8")).hexdigest()


@each_view
def test_an_inline_export_carries_all_it_needs_and_weighs_little(view: View) -> None:
    content = exported(view).encode("utf-8")
    bokehjs = (bokehjs_path() / "js" / "bokeh.min.js").read_bytes()
    assert len(content) <= 0.53 * len(bokehjs)
    assert len(gzip.compress(content, 9)) <= PACKED[view]
    page = Requests(exported(view))
    assert page.scripts == []
    assert [address for address in page.addresses if not address.startswith("data:")] == []
    styles = "".join(page.styles)
    assert styles
    assert "url(" not in styles
    assert "@import" not in styles


@each_view
def test_a_cdn_export_is_small_and_asks_for_one_script_by_its_hash(view: View) -> None:
    text = exported(view, "cdn")
    assert len(text.encode("utf-8")) <= UNPACKED[view]
    code = (bokehjs_path() / "js" / "bokeh.min.js").read_bytes()
    [script] = Requests(text).scripts
    assert script["integrity"] == f"sha384-{b64encode(sha384(code).digest()).decode()}"
    assert script["crossorigin"] == "anonymous"
    assert str(script["src"]).startswith("https://")


@each_view
def test_the_first_numbers_are_the_model_s(view: View) -> None:
    text = html(SpeculativeDecoding(a=0.9, k=2, c=0.2, v=1.5, draft="weak"), view, "cdn")
    first = json.loads(text.partition('id="specviz-first">')[2].partition("</script>")[0])
    assert first.items() >= {"a": 0.9, "k": 2, "c": 0.2, "v": 1.5, "draft": "weak"}.items()
    assert ">2.71<" in text
    assert ">1.43×<" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"view": "poster"}, 'view must be "page" or "widget" or "slide", got \'poster\''),
        ({"view": ""}, 'view must be "page" or "widget" or "slide", got \'\''),
        (
            {"sections": ["pays", "poster"]},
            f"section must be one of {', '.join(SECTIONS)}, got 'poster'",
        ),
        (
            {"sections": ["pays", "how", "pays"]},
            "section 'pays' is there twice; each can be shown once",
        ),
        ({"resources": "web"}, 'resources must be "inline" or "cdn", got \'web\''),
    ],
)
def test_an_unknown_view_or_source_is_named_and_nothing_written(
    options: dict[str, View], message: str, tmp_path: Path
) -> None:
    old = tmp_path / "page.html"
    old.write_text("old")
    with pytest.raises(ValueError) as caught:  # noqa: PT011 the message is compared in full
        export_html(SpeculativeDecoding(), old, **options)  # type: ignore[arg-type]  # wrong on purpose
    assert str(caught.value) == message
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("page.html", "old")]


def test_a_path_may_be_text_and_replaces_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old" * 1_000_000)
    export_html(SpeculativeDecoding(), str(path))
    assert path.read_bytes() == exported("page").encode("utf-8")


@pytest.mark.parametrize("below", ["nowhere/page.html", "file/page.html", "."])
def test_a_path_that_cannot_be_written_is_named_and_nothing_left(
    below: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    path = tmp_path / below
    with pytest.raises(OSError, match=re.escape(f": '{path}'") + "$"):
        write_whole(path, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.fixture
def umask() -> Iterator[int]:
    old = os.umask(0o027)
    yield 0o027
    os.umask(old)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path, umask: int) -> None:
    write_whole(tmp_path / "page.html", b"new")
    assert mode(tmp_path / "page.html") == 0o666 & ~umask


def test_an_old_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.touch()
    for permissions in (0o600, 0o664, 0o444):
        path.chmod(permissions)
        write_whole(path, b"new")
        assert mode(path) == permissions


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "public").mkdir()
    target, link, dangling = (tmp_path / name for name in ("public/page.html", "link", "dangling"))
    target.write_text("old")
    link.symlink_to(target)
    dangling.symlink_to("public/new.html")
    write_whole(link, b"new")
    write_whole(dangling, b"newer")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert (tmp_path / "public" / "new.html").read_bytes() == b"newer"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_whole(Path(os.devnull), b"new")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_whole(Path("/dev/full"), b"new")


def test_a_name_as_long_as_names_can_be_will_do(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250 + ".html")
    write_whole(path, b"new")
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_many_can_write_one_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    contents = [bytes([letter]) * 200_000 for letter in b"abcdef"]
    with ThreadPoolExecutor(len(contents)) as pool:
        list(pool.map(lambda content: write_whole(path, content), contents * 5))
    assert path.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("how", ["killed", "told"])
def test_a_file_is_the_old_one_or_the_new_one_at_every_moment(how: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(path), "80", how],
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    if how == "told":
        assert list(tmp_path.iterdir()) == [path]
