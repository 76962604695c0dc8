"""Fixtures of the tests that meet other makers' real tools."""

from __future__ import annotations

from tests.browser.conftest import browser, exports

__all__ = ["browser", "exports"]
