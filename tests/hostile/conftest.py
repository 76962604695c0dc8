"""What the tests of hostile conditions share."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full",
        action="store_true",
        help="let the crowd drag for a minute and the page play for ten, not for seconds",
    )


@pytest.fixture(scope="session")
def lasting(pytestconfig: pytest.Config) -> Callable[[float, float], float]:
    """Of two times, the one that a long test shall last: in a hurry, or in full."""
    in_full = pytestconfig.getoption("full")
    return lambda hurried, full: full if in_full else hurried
