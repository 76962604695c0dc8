"""How long Python and the command line take, from the start of the process to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from tests.bench.row import Bar, Counts, Written, interleaved, row

SPECVIZ = Path(sys.executable).with_name("specviz")


def commands(counts: Counts, folder: Path) -> list[Written]:
    """Seconds."""
    out = folder / "timed.html"
    python = [sys.executable, "-c"]
    importing, science, table, exporting, plotting = interleaved(
        counts.commands,
        timed([*python, "import specviz"]),
        timed([*python, "import param, numpy"]),
        timed([str(SPECVIZ), "table"]),
        timed([str(SPECVIZ), "export", str(out)]),
        timed([*python, "import bokeh.plotting"]),
    )
    return [
        row("import specviz", "s", importing, beside="param, numpy", peer=science, bar=Bar(1.2)),
        row("specviz table", "s", table, bar=Bar(0.5, relative=False)),
        row(
            "specviz export",
            "s",
            exporting,
            beside="import bokeh.plotting",
            peer=plotting,
            bar=Bar(1.5, plus=1.0),
        ),
    ]


def timed(command: list[str]) -> Callable[[], float]:
    """A measure of a command's seconds."""

    def measure() -> float:
        start = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=os.sep)
        return perf_counter() - start

    measure()  # what is not compiled yet, and not in the system's cache
    return measure
