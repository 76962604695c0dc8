"""Every test of this folder runs in Chromium, Firefox and WebKit, and does not know which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

# Its tests are taken from there; see test_twins.
pytest.register_assert_rewrite("tests.browser.test_twins", "tests.browser.test_sampling_twins")

from tests.engines.engine import Engine  # noqa: E402
from tests.engines.installed import ENGINES, absence  # noqa: E402

import specviz  # noqa: E402


@pytest.fixture(
    scope="session",
    # Where several processes share the work, each engine stays in one of them.
    params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ENGINES],
)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if said := absence(request.param):
        pytest.fail(said)
    with closing(ENGINES[request.param].start()) as started:
        yield started


@pytest.fixture(autouse=True)
def ran(engine: Engine, record_property: Callable[[str, object], None]) -> None:
    """Have the report know which engine it was."""
    record_property("engine", engine.version)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    passed = terminalreporter.stats.get("passed", [])
    ran = Counter(dict(report.user_properties).get("engine") for report in passed)
    for version, count in sorted(ran.items()):
        terminalreporter.write_line(f"{version}: {count} passed")


@pytest.fixture(scope="session")
def export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The default page as one file."""
    path = tmp_path_factory.mktemp("export") / "page.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path)
    return path
