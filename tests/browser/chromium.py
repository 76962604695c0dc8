"""The Chromium that drives the tests: found, or else installed.

Run as a script it installs one where none is found, and prints its path.
"""

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
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
"""Where systems put it, in order of preference."""

NO_CHROMIUM = """\
No Chromium was found, and none could be installed. Any of these will do:
  - install Chromium or Google Chrome with the system's package manager
  - python -m playwright install --with-deps chromium
  - SPECVIZ_CHROMIUM=/path/to/chromium names one that is somewhere else\
"""


def chromium_path() -> str | None:
    """The first Chromium here that runs, or None."""
    named = os.environ.get("SPECVIZ_CHROMIUM")
    candidates = iter([named]) if named else _candidates()
    return next((path for path in candidates if _runs(path)), None)


def install_chromium() -> str | None:
    """Install one, without the system's package manager if possible; the path, or None."""
    _attempt([sys.executable, "-m", "playwright", "install", "chromium"])
    # Playwright's own needs libraries that a bare system lacks; the system's package brings them.
    if chromium_path() is None:
        install_system_packages("chromium")
    return chromium_path()


def install_system_packages(*names: str) -> bool:
    """Install Debian packages where this user may; whether that worked."""
    if not shutil.which("apt-get"):
        return False
    if os.geteuid() == 0:
        root = []
    elif shutil.which("sudo"):
        # Nobody is there to type a password where there is no terminal.
        root = ["sudo"] if sys.stdin.isatty() else ["sudo", "--non-interactive"]
    else:
        return False
    apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    patient = ["-o", "DPkg::Lock::Timeout=300"]
    return _attempt([*apt, *patient, "update"]) and _attempt(
        [*apt, *patient, "install", "--yes", "--no-install-recommends", *names]
    )


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, INSTALLED))
    yield from _playwrights_own()


def _playwrights_own() -> Iterator[str]:
    # In a process of its own: Playwright's loop cannot start inside one that is running.
    program = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as driver: print(driver.chromium.executable_path)"
    )
    asked = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    yield from filter(os.path.exists, asked.stdout.splitlines())


def _runs(path: str) -> bool:
    # Some systems ship a stand-in that only says how to install the browser.
    try:
        version = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return "Chrom" in version.stdout


def _attempt(command: list[str]) -> bool:
    print("$", *command, file=sys.stderr, flush=True)
    try:
        finished = subprocess.run(command, stdout=sys.stderr, timeout=1200, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        print(error, file=sys.stderr)
        return False
    return finished.returncode == 0


def main() -> int:
    path = chromium_path() or install_chromium()
    print(path or NO_CHROMIUM, file=sys.stdout if path else sys.stderr)
    return 0 if path else 1


if __name__ == "__main__":
    sys.exit(main())
