"""The Chromium that takes the pictures: the system's own, or else Playwright's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

INSTALLED = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
"""Where systems put it, in order of preference."""

NO_CHROMIUM = (
    "no Chromium or Chrome was found: install one, or run "
    "'python -m playwright install --with-deps chromium', or name one in SPECVIZ_CHROMIUM"
)


class MediaError(Exception):
    """What is missing for a picture or a film, and how to get it, in one line."""


def chromium_path() -> str | None:
    """The first Chromium here that runs.

    Returns
    -------
    str or None
        The program that the environment variable SPECVIZ_CHROMIUM names, which then is the
        only one tried; else what the system has installed, else what Playwright has.
    """
    named = os.environ.get("SPECVIZ_CHROMIUM")
    candidates = iter([named]) if named else _candidates()
    return next((path for path in candidates if _runs(path)), None)


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, INSTALLED))
    yield from _playwrights_own()


def _playwrights_own() -> Iterator[str]:
    # In a process of its own: Playwright's loop cannot start inside one that is running.
    program = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as driver: print(driver.chromium.executable_path)"
    )
    asked = subprocess.run(  # noqa: S603 this interpreter
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    yield from filter(os.path.exists, asked.stdout.splitlines())


def _runs(path: str) -> bool:
    # On Windows asking for the version opens a window.
    if sys.platform == "win32":
        return os.path.exists(path)  # noqa: PTH110 a name is enough
    # Some systems ship a stand-in that only says how to install the browser.
    try:
        version = subprocess.run(  # noqa: S603 a browser from the list above, or named by the user
            [path, "--version"], capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return "Chrom" in version.stdout or "Edge" in version.stdout
