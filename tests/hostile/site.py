"""A page at any address, as a host of the tests in tests/browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import BrowserContext, Frame, Page
from tests.browser.hosts import HostName, Resources, View


class Site:
    """Whatever answers at an address.

    Parameters
    ----------
    url
        Without a query.
    preparation
        What the browser is made to meet, beside what it meets anyhow.
    """

    name: HostName = "file"
    diary: Sequence[str] = ()

    def __init__(
        self, url: str, preparation: Callable[[BrowserContext], object] | None = None
    ) -> None:
        self._url = url
        self._preparation = preparation

    def address(self, view: View, resources: Resources, query: str) -> str:  # noqa: ARG002 it is what it is
        return f"{self._url}?{query}" if query else self._url

    def prepare(self, context: BrowserContext) -> None:
        if self._preparation:
            self._preparation(context)

    def frame(self, page: Page) -> Frame:
        return page.main_frame
