"""The twins give the same bits in every engine: the tests of tests/browser, run here."""

from __future__ import annotations

from itertools import product

import pytest
from tests.browser import test_sampling_twins as sampling_twins
from tests.browser import test_twins as arithmetic_twins
from tests.engines.engine import Engine
from tests.engines.page import opened

from specviz.hosts.export import bokeh_script
from specviz.model import SpeculativeDecoding
from specviz.page.document import context, template
from specviz.sections import arranged
from specviz.theory.readings import texts, values

for chromiums in (arithmetic_twins, sampling_twins):
    tests = {name: test for name, test in vars(chromiums).items() if name.startswith("test_")}
    globals().update(tests)


@pytest.fixture(scope="module")
def twins(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """The real page, with the twins besides that no section of it asks for."""
    dress, shown = arranged()
    variables = context(SpeculativeDecoding(), dress, shown, more=("sampling", "goodness"))
    host = {"bokeh_js": bokeh_script("inline", shown), "plot_script": "", "docs": []}
    path = tmp_path_factory.mktemp("twins") / "page.html"
    path.write_text(template(dress).render(variables | host), "utf-8")
    return opened(engine, path.as_uri()).engine


def test_the_readings_agree_on_the_grid(twins: Engine) -> None:
    rates = [i / 50 for i in range(51)]
    settings = list(product(rates, (1, 2, 4, 7, 16), (0.0, 0.1, 0.33, 1.0), (0.5, 1.0, 1.9)))
    there = twins.evaluate(
        """async (settings) => {
          const { texts, values } = await import("specviz/readings")
          return settings.map(([a, k, c, v]) => texts(values({ a, k, c, v })))
        }""",
        settings,
    )
    assert there == [texts(values(*setting)) for setting in settings]
