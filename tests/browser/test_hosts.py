"""The ground that the browser tests stand on: they must not pass by not looking."""

from __future__ import annotations

from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import (
    Exports,
    File,
    Framed,
    Host,
    Server,
    View,
    only,
    opened_page,
    static_server,
)

STUB = """\
<!doctype html>
<html lang="en" data-specviz="loading">
<title>A stand-in</title>
<link rel="icon" href="data:,">
<p></p>
<script>
  const asked = new URLSearchParams(location.search)
  document.querySelector("p").textContent = asked.get("say")
  if (asked.has("warn")) console.warn("careful")
  if (asked.has("throw")) setTimeout(() => { throw new Error("broken") })
  if (asked.has("fetch")) fetch(asked.get("fetch")).catch(() => document.body.append("no network"))
  document.documentElement.dataset.specviz = asked.get("state") ?? "ready"
</script>
"""


@pytest.fixture
def stubs(tmp_path: Path) -> Exports:
    path = tmp_path / "page.html"
    path.write_text(STUB, "utf-8")
    return lambda _view, _resources: path


@pytest.mark.parametrize("view", ["page", "widget", "slide"])
def test_every_host_opens_every_view_without_a_word_in_the_console(
    host: Host, view: View, opened: Opener
) -> None:
    page = opened(host, "a=0.9&k=2", view)
    expect(page.frame.locator("output[name=E]")).to_have_text("2.71")


@only("framed", "file")
def test_an_export_asks_for_nothing(host: Host, opened: Opener) -> None:
    assert opened(host).requests == []


def test_a_file_and_its_frame_show_the_same_page(
    browser: Browser, stubs: Exports, tmp_path: Path
) -> None:
    with static_server(tmp_path) as port:
        hosts: list[Host] = [File(stubs), Framed(stubs, tmp_path, port)]
        for host in hosts:
            address = host.address("page", "inline", "say=%3Cb%3E&x=1")
            with opened_page(browser, host, address) as opened:
                opened.wait_until("ready")
                expect(opened.frame.locator("p")).to_have_text("<b>")
                assert opened.console == []
                assert opened.requests == []


def test_a_file_has_no_network_and_its_attempts_are_noted(
    browser: Browser, stubs: Exports, tmp_path: Path
) -> None:
    with static_server(tmp_path) as port:
        wanted = f"http://127.0.0.1:{port}/page.html"
        host = File(stubs)
        address = host.address("page", "inline", f"fetch={wanted}")
        with opened_page(browser, host, address) as opened:
            expect(opened.frame.locator("body")).to_contain_text("no network")
            assert opened.requests == [wanted]


def test_warnings_and_exceptions_in_the_page_are_noted(browser: Browser, stubs: Exports) -> None:
    host = File(stubs)
    with opened_page(browser, host, host.address("page", "inline", "warn&throw")) as opened:
        opened.page.wait_for_function("true")
        heard = "\n".join(opened.console)
    assert "warning: careful" in heard
    assert "uncaught: Error: broken" in heard


def test_a_page_that_reports_an_error_ends_the_wait_with_its_words(
    browser: Browser, stubs: Exports
) -> None:
    host = File(stubs)
    address = host.address("page", "inline", "state=error&say=no+figures")
    with (
        opened_page(browser, host, address) as opened,
        pytest.raises(AssertionError, match="no figures"),
    ):
        opened.wait_until("ready")


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"missing\.py"):
        Server(tmp_path / "missing.py").wait()


def test_a_killed_server_answers_no_more(tmp_path: Path) -> None:
    app = tmp_path / "small.py"
    app.write_text("import panel\n\npanel.pane.Str('hello').servable()\n", "utf-8")
    server = Server(app)
    server.wait()
    server.kill()
    with pytest.raises(URLError):
        urlopen(server.address)  # noqa: S310 the address is this machine's own
