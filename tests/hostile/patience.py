"""Waiting for what no browser tells."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from time import monotonic

from tests.browser.hosts import PATIENCE


def until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait until the condition holds, or fail with what it was."""
    deadline = monotonic() + seconds
    while not condition():
        assert monotonic() < deadline, f"never: {what}"
        Event().wait(0.02)
