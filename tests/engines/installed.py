"""The three engines: found, or else installed.

Run as a script it installs what is missing, and names what could not be installed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from tests.browser.chromium import install_chromium, install_system_packages
from tests.engines.blink import Blink
from tests.engines.engine import Engine
from tests.engines.gecko import Gecko, firefox_path
from tests.engines.webkit import WebKit, driver_path, screen_path

from specviz.hosts.media import chromium_path


@dataclass(frozen=True)
class Known:
    """An engine, and how to come by it."""

    start: Callable[[], Engine]
    parts: dict[str, Callable[[], str | None]]
    """What it needs, each with where that is here."""
    install: Callable[[], object]
    way_out: str

    def missing(self) -> list[str]:
        """What is not here."""
        return [name for name, path in self.parts.items() if path() is None]


ENGINES = {
    "chromium": Known(
        start=Blink,
        parts={"Chromium": chromium_path},
        install=install_chromium,
        way_out="install Chromium, or set SPECVIZ_CHROMIUM=/path/to/chromium",
    ),
    "firefox": Known(
        start=Gecko,
        parts={"Firefox": firefox_path},
        install=lambda: install_system_packages("firefox-esr"),
        way_out="install Firefox, or set SPECVIZ_FIREFOX=/path/to/firefox",
    ),
    "webkit": Known(
        start=WebKit,
        parts={"WebKitWebDriver": driver_path, "Xvfb": screen_path},
        install=lambda: install_system_packages("webkit2gtk-driver", "xvfb"),
        way_out="install WebKitGTK's driver and Xvfb (Debian: webkit2gtk-driver, xvfb), "
        "or set SPECVIZ_WEBKIT_DRIVER=/path/to/WebKitWebDriver",
    ),
}


def absence(name: str) -> str | None:
    """What to say where an engine cannot be had, or None where it can."""
    engine = ENGINES[name]
    missing = engine.missing()
    return f"No {' and no '.join(missing)} here: {engine.way_out}" if missing else None


def main() -> None:
    for engine in ENGINES.values():
        if engine.missing():
            engine.install()
    sys.exit("\n".join(filter(None, map(absence, ENGINES))) or 0)


if __name__ == "__main__":
    main()
