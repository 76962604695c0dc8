"""An export and a served page behind a real nginx, and a server of several processes."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import install_system_packages
from tests.browser.hosts import PATIENCE, Exports
from tests.hosts.processes import free_port, running

CONFIGURATION = Path(__file__).parents[2] / "assets" / "hosting" / "nginx.conf"
NO_NGINX = "nginx was not found and could not be installed: apt-get install nginx"

AROUND = """\
daemon off;
pid {folder}/nginx.pid;
error_log stderr notice;
{user}
events {{}}
http {{
  types {{ text/html html; }}
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  include {folder}/specviz.conf;
}}
"""

ANSWERING = """\
import os

from bokeh.io import curdoc

from specviz import SpeculativeDecoding
from specviz.hosts.app import serve

model = SpeculativeDecoding()
model.param.watch(lambda event: model.param.update(c=event.new / 2), "a")
print("session", curdoc().session_context.id, "in process", os.getpid(), flush=True)
serve(curdoc(), model)
"""
"""Python that answers: c becomes half of the a that the reader sets."""


@pytest.fixture(scope="session")
def nginx() -> str:
    def found() -> str | None:
        # It is an administrator's tool, and their folders are not on everybody's path.
        return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")

    path = found() or (install_system_packages("nginx") and found())
    if not path:
        pytest.fail(NO_NGINX)
    return path


@dataclass
class Site:
    """A name with nginx behind it."""

    address: str
    lessons: Path


@contextmanager
def app_serving(folder: Path, port: int, origin: str, *more: str) -> Iterator[list[str]]:
    """Panel's own command, with Python that answers, below a prefix."""
    (folder / "lesson.py").write_text(ANSWERING, "utf-8")
    command = [
        sys.executable, "-m", "panel", "serve", "lesson.py", "--port", str(port),
        "--address", "127.0.0.1", "--prefix", "specviz", "--allow-websocket-origin", origin, *more,
    ]  # fmt: skip
    with running(command, f"http://127.0.0.1:{port}/specviz/lesson", folder) as said:
        yield said


@pytest.fixture(scope="module")
def site(nginx: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The published configuration, with this machine's ports and folders in it."""
    folder = tmp_path_factory.mktemp("nginx")
    port, behind = free_port(), free_port()
    text = CONFIGURATION.read_text("utf-8")
    for published, here in {
        "server 127.0.0.1:5006;": f"server 127.0.0.1:{behind};",
        "listen 80;": f"listen 127.0.0.1:{port};",
        "server_name lectures.example.org;": "server_name localhost;",
        "root /srv/specviz;": f"root {folder};",
    }.items():
        assert text.count(published) == 1, published
        text = text.replace(published, here)
    (folder / "specviz.conf").write_text(text, "utf-8")
    # Its workers may read the test's folders only as the one who made them.
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user), "utf-8")
    lessons = folder / "lessons"
    lessons.mkdir()
    address = f"http://localhost:{port}"
    command: list[str | Path] = [nginx, "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr"]
    with (
        app_serving(folder, behind, address.removeprefix("http://")),
        running(command, f"{address}/lessons/", folder),
    ):
        yield Site(address, lessons)


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.goto(address)
        expect(page.locator("html")).to_have_attribute(
            "data-specviz", "ready", timeout=PATIENCE * 1000
        )
        yield page
    assert [line for line in said if line.startswith(("warning", "error"))] == []


def assert_python_answers(page: Page) -> None:
    page.wait_for_function("specviz.set({ a: 0.6 }) || specviz.get().c === 0.3")
    page.locator("input[name=a]").focus()
    page.locator("input[name=a]").press("Home")
    page.wait_for_function("specviz.get().c === 0")


def test_a_reader_and_python_see_each_other_through_the_proxy(site: Site, browser: Browser) -> None:
    with opened(browser, f"{site.address}/specviz/lesson") as page:
        assert_python_answers(page)


def test_the_websocket_s_own_upgrade_passes_the_proxy(site: Site, browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        with page.expect_websocket(timeout=PATIENCE * 1000) as waited:
            page.goto(f"{site.address}/specviz/lesson?a=0.9")
        assert waited.value.url.startswith(
            f"{site.address}/specviz/lesson/ws".replace("http", "ws")
        )
        expect(page.locator("output[name=E]")).to_have_text("4.10")


@pytest.mark.parametrize("beside", [False, True], ids=["packed by nginx", "packed beforehand"])
def test_an_export_is_sent_packed_and_asked_for_again_only_when_it_changed(
    site: Site, exports: Exports, browser: Browser, *, beside: bool
) -> None:
    name = f"lesson-{beside}.html"
    content = exports("page", "inline").read_bytes()
    (site.lessons / name).write_bytes(content)
    packed = gzip.compress(content, 9)
    if beside:
        (site.lessons / f"{name}.gz").write_bytes(packed)
    address = f"{site.address}/lessons/{name}"
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip"})) as answer:  # noqa: S310 this machine's own
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert answer.headers["Content-Type"] == "text/html"
        assert answer.headers["Cache-Control"] == "no-cache"
        tag = answer.headers["ETag"]
        sent = answer.read()
    assert gzip.decompress(sent) == content
    assert (sent == packed) is beside
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        expect(page.locator("html")).to_have_attribute(
            "data-specviz", "ready", timeout=PATIENCE * 1000
        )
        again = page.evaluate(
            "([url, tag]) => fetch(url, { cache: 'no-store', headers: { 'If-None-Match': tag } })"
            ".then((answer) => answer.status)",
            [address, tag],
        )
    assert again == 304


@pytest.mark.parametrize("signed", [False, True])
def test_several_processes_need_no_sticky_sessions(
    browser: Browser, tmp_path: Path, *, signed: bool
) -> None:
    port = free_port()
    origin = f"127.0.0.1:{port}"
    # One key for all processes; each would refuse what another had signed.
    environment = {"BOKEH_SECRET_KEY": "k" * 50, "BOKEH_SIGN_SESSIONS": "true"} if signed else {}
    more = ["--num-procs", "2", *(["--session-ids", "signed"] if signed else [])]
    with pytest.MonkeyPatch.context() as patched:
        for name, value in environment.items():
            patched.setenv(name, value)
        with app_serving(tmp_path, port, origin, *more) as said:
            for _ in range(6):
                with opened(browser, f"http://{origin}/specviz/lesson") as page:
                    assert_python_answers(page)
    sessions = re.findall(r"^session (\S+) in process (\d+)$", "".join(said), re.MULTILINE)
    assert len({process for _, process in sessions}) == 2
