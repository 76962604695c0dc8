"""What is read from a paste is the same to the last bit in both languages."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.logs.corpus import RIGHT, paste
from tests.logs.pastes import mess
from tests.logs.test_mess import LINE
from tests.logs.test_sweeps import PUBLIC, TREES

import specviz
from specviz.page.modules import terse
from specviz.sections.yours.section import SECTION

PACKAGE = Path(specviz.__file__).parent
SPEEDS = ((None, None), (57.0, None), (87.1, 40.6))

CASES = (
    *(paste(name) for name in RIGHT),
    *(text for text, _ in PUBLIC.values()),
    TREES,
    "".join(map(paste, RIGHT)),
    paste("engine-plain", "engine-k1", "engine-k2", "engine-k4", "engine-k8"),
    *(LINE.replace(before, after) for before, after in (("27.5%", "72.5%"), ("2.93", "3.93"))),
    *map(mess, range(400)),
    *(paste(name).replace("1", big) for name in RIGHT for big in ("9" * 15, "1e308", "0")),
)


def sent(path: Path) -> bytes:
    """A module as a page carries it."""
    return terse(path.read_text("utf-8")).encode()


@pytest.fixture(scope="module")
def reading(browser: Browser) -> Iterator[Page]:
    """A page that can import the section's modules, and nothing else."""
    modules = {
        **{f"specviz/{path.stem}": path for path in (PACKAGE / "theory").glob("*.js")},
        **{
            f"specviz/yours/{path.stem}": path
            for path in (PACKAGE / "sections" / "yours").glob("*.js")
        },
    }
    imports = {
        name: f"data:text/javascript;base64,{base64.b64encode(sent(path)).decode()}"
        for name, path in modules.items()
    }
    page = browser.new_page()
    page.set_content(f'<script type="importmap">{json.dumps({"imports": imports})}</script>')
    page.evaluate(
        """async (data) => {
          const { fit, contract } = await import("specviz/yours/fit")
          const { compiled } = await import("specviz/yours/reading")
          const formats = compiled(data.known)
          window.read = (text, baseline, speed) => {
            const found = fit(formats, data.how, text, baseline, speed)
            const more = found.runs.map(({ speed, running, definition }) =>
              ({ speed, running, definition }))
            return { contract: contract(found), more, baseline: found.baseline,
              residuals: found.sweep.costLine?.residuals ?? null }
          }
        }""",
        SECTION.data(),
    )
    yield page
    page.close()


@pytest.mark.parametrize(("baseline", "speed"), SPEEDS)
def test_every_paste_says_the_same_in_both_languages(
    reading: Page, baseline: float | None, speed: float | None
) -> None:
    there = reading.evaluate(
        "([texts, baseline, speed]) => texts.map((text) => read(text, baseline, speed))",
        [CASES, baseline, speed],
    )
    for text, found in zip(CASES, there, strict=True):
        here = specviz.fit(text, baseline, speed)
        line = here.sweep.cost_line
        expected = {
            "contract": here.contract(),
            "more": [
                {"speed": run.speed, "running": run.running, "definition": run.definition}
                for run in here.runs
            ],
            "baseline": here.baseline,
            "residuals": None if line is None else line.residuals,
        }
        assert found == json.loads(json.dumps(expected)), text
