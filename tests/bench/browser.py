"""A browser to measure in, and the pages that are measured."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.browser.chromium import NO_CHROMIUM, install_chromium
from tests.browser.hosts import PATIENCE

from specviz.hosts.media.chromium import chromium_path

PEER, BARE = (Path(__file__).with_name(name) for name in ("peer.py", "bare.py"))

READY = 'document.documentElement.dataset.specviz === "ready"'
DRAWN = """(() => {
  const models = (window.Bokeh?.documents ?? []).flatMap((doc) => [...doc._all_models.values()])
  const plots = models.filter(({ type }) => type === "Figure" || type === "Plot")
  return plots.length > 0 && plots.every((plot) => Bokeh.index.find_one(plot)?.has_finished())
})()"""
"""Whether all figures that have begun are on the screen. Panel's documents are never idle."""

DEEP = """
const deep = (selector, root = document) => {
  const found = root.querySelector(selector)
  if (found) return found
  for (const { shadowRoot } of root.querySelectorAll("*")) {
    const inner = shadowRoot && deep(selector, shadowRoot)
    if (inner) return inner
  }
  return null
}
"""
"""Panel's elements live in the shadow."""


@dataclass(frozen=True)
class Exports:
    """The files that are measured."""

    specviz: Path
    peer: Path
    """Panel's, with a in steps of 0.05: small and quick, for an embedded Panel page."""
    whole: Path
    """Panel's, with all states that specviz has."""
    bare: Path
    """One Bokeh figure and nothing else."""


def exports(folder: Path) -> Exports:
    """Write them, each in a process of its own: what one has imported weighs on the others."""
    paths = Exports(*(folder / f"{name}.html" for name in ("specviz", "peer", "whole", "bare")))
    for arguments in (
        ["-m", "specviz", "export", paths.specviz],
        [PEER, paths.peer, "20"],
        [PEER, paths.whole, "100"],
        [BARE, paths.bare],
    ):
        subprocess.run([sys.executable, *map(str, arguments)], check=True)
    return paths


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium while the block runs, installed if there is none."""
    path = chromium_path() or install_chromium()
    if path is None:
        raise SystemExit(NO_CHROMIUM)
    with sync_playwright() as driver:
        args = ["--disable-gpu", "--disable-background-networking"]
        yield driver.chromium.launch(executable_path=path, args=args)


@contextmanager
def tab(browser: Browser, throttling: int = 1, script: str = "") -> Iterator[Page]:
    """A tab of its own, with no network but this machine.

    Parameters
    ----------
    throttling
        How many times slower the processor is made.
    script
        Runs in every page before its own.
    """
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        context.set_default_timeout(PATIENCE * 1000)
        # A network that is not there would keep the peer waiting for its styles.
        context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
        page = context.new_page()
        if script:
            page.add_init_script(script)
        if throttling > 1:
            session: CDPSession = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": throttling})
        yield page


def load() -> float:
    """Processes that want to run, on average over the last minute."""
    return os.getloadavg()[0]
