"""The Chromium that drives the tests: found, or else installed.

Run as a script it installs one where none is found, and prints its path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from specviz.hosts.media.chromium import chromium_path

NO_CHROMIUM = """\
No Chromium was found, and none could be installed. Any of these will do:
  - install Chromium or Google Chrome with the system's package manager
  - python -m playwright install --with-deps chromium
  - SPECVIZ_CHROMIUM=/path/to/chromium names one that is somewhere else\
"""


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
