"""What every test shares."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings
from tests.browser.fixtures import (
    browser,
    exports,
    file,
    framed,
    host,
    kept,
    opened,
    served,
    shared,
)

__all__ = ["browser", "exports", "file", "framed", "host", "kept", "opened", "served", "shared"]

# The same examples on every machine: a failure anywhere can be repeated everywhere.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


# Whoever starts a run in the background may have it ignore Ctrl-C, and what a test starts would
# inherit that. A handler is not inherited: a child begins with the default.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).parents[1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # What answers soonest runs first; and once Playwright runs, this process has an event
    # loop running, in which a test cannot start another.
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))
