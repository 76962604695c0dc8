"""A model displays itself in real notebooks; nothing of the network is there but this machine.

Visual Studio Code cannot be had here. It shows what JupyterLab shows, an output of text/html,
which tests/test_frame.py finds to be one frame that needs no script beside it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Frame, Page, Route, expect
from tests.browser.hosts import PATIENCE as PAGE_PATIENCE
from tests.hosts.processes import PATIENCE, free_port, running

CELL = "import specviz\nspecviz.SpeculativeDecoding(a=0.7)"
NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
    },
    "cells": [
        {
            "cell_type": "code",
            "id": "the-cell",
            "metadata": {},
            "source": CELL,
            "outputs": [],
            "execution_count": None,
        }
    ],
}
MARIMO = """\
import marimo

app = marimo.App()


@app.cell
def _():
    import specviz

    specviz.SpeculativeDecoding(a=0.7)
    return
"""
NOT_HERE = re.compile(r"^(?!(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:|about:)")

KERNEL_ANSWERS = """() => {
  const context = window.jupyterapp?.shell.currentWidget?.sessionContext
  return context?.isReady && context.session?.kernel?.connectionStatus === "connected"
}"""
"""Who runs a cell sooner is asked for a kernel."""

FITS = """() => {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
  return scrollHeight <= clientHeight && scrollWidth <= clientWidth
}"""


@contextmanager
def opened(browser: Browser, address: str, heard: list[str]) -> Iterator[Page]:
    """A notebook's page; what specviz says in its console is heard."""

    def note(message: ConsoleMessage) -> None:
        # The notebook's own say is the notebook's own affair.
        ours = message.location["url"].startswith(("about:", "data:"))
        if ours and message.type in {"warning", "error"}:
            heard.append(message.text)

    def cut(route: Route) -> None:
        route.abort("internetdisconnected")

    with browser.new_context(viewport={"width": 1300, "height": 1000}) as context:
        context.route(NOT_HERE, cut)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", note)
        page.goto(address)
        yield page


def the_widget(page: Page) -> Frame:
    """The document in the frame, once its race can be run."""
    element = page.locator("iframe[srcdoc]")
    expect(element).to_be_attached(timeout=PATIENCE * 1000)
    frame = element.element_handle().content_frame()
    assert frame
    expect(frame.locator("html")).to_have_attribute(
        "data-specviz", "ready", timeout=PAGE_PATIENCE * 1000
    )
    return frame


def assert_it_plays(frame: Frame) -> None:
    expect(frame.locator("output[name=E]")).to_have_text("2.77")
    slider = frame.locator("input[name=a]")
    slider.focus()
    slider.press("End")
    expect(frame.locator("output[name=E]")).to_have_text("5.00")
    frame.wait_for_function(FITS)


@contextmanager
def jupyter(module: str, theme: str, folder: Path) -> Iterator[str]:
    """A Jupyter server with one notebook; its address."""
    (folder / "lesson.ipynb").write_text(json.dumps(NOTEBOOK), "utf-8")
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    for name, values in {
        "themes": {"theme": f"JupyterLab {theme}"},
        "notification": {"fetchNews": "false", "checkForUpdates": False},
    }.items():
        (settings / f"{name}.jupyterlab-settings").write_text(json.dumps(values), "utf-8")
    # Nothing of whoever runs the test, and nothing left behind.
    environment = {
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "IPYTHONDIR": str(folder / "ipython"),
    }
    address = f"http://127.0.0.1:{(port := free_port())}"
    command = [
        sys.executable, "-m", module, "--no-browser", "--allow-root",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        "--IdentityProvider.token=", "--expose-app-in-browser",
    ]  # fmt: skip
    with running(command, f"{address}/api/status", folder, environment):
        yield address


@pytest.mark.parametrize(
    ("module", "path", "theme"),
    [
        ("jupyterlab", "lab/tree/lesson.ipynb", "Dark"),
        ("notebook", "notebooks/lesson.ipynb", "Light"),
    ],
)
def test_a_jupyter_notebook_shows_the_widget_and_keeps_it(
    module: str, path: str, theme: str, browser: Browser, tmp_path: Path
) -> None:
    heard: list[str] = []
    with jupyter(module, theme, tmp_path) as address:
        with opened(browser, f"{address}/{path}", heard) as page:
            page.wait_for_function(KERNEL_ANSWERS)
            page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
            frame = the_widget(page)
            assert_it_plays(frame)
            expect(frame.locator("html")).to_have_attribute("data-theme", theme.lower())
            page.evaluate("jupyterapp.commands.execute('docmanager:save')")
        # Opened again, nothing has run, and the widget is there from the file.
        with opened(browser, f"{address}/{path}", heard) as page:
            assert_it_plays(the_widget(page))
    assert heard == []


def test_marimo_shows_the_widget(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "lesson.py").write_text(MARIMO, "utf-8")
    port = free_port()
    command = [
        sys.executable, "-m", "marimo", "--yes", "run", "lesson.py",
        "--headless", "--host", "127.0.0.1", "--port", str(port),
    ]  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    heard: list[str] = []
    with (
        running(command, address, tmp_path, {"XDG_CONFIG_HOME": str(tmp_path / "config")}),
        opened(browser, address, heard) as page,
    ):
        assert_it_plays(the_widget(page))
    assert heard == []
