"""Measures specviz beside its peers: `make bench`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import cli, drag, idle, passes, race, report, server, size, start, web
from tests.bench.browser import exports, launched, load
from tests.bench.row import QUICK, Counts, Written


def main() -> int:
    """Measure, print and write."""
    given = arguments()
    counts = QUICK if given.quick else Counts()
    before = load()
    rows: list[Written] = []
    with TemporaryDirectory() as name, launched() as browser:
        folder = Path(name)
        files = cache(partial(exports, folder))
        groups: dict[str, Callable[[], list[Written]]] = {
            "size": lambda: size.sizes(files()),
            "start": lambda: start.starts(browser, files(), counts),
            "drag": lambda: drag.drags(browser, files(), counts),
            "race": lambda: race.races(browser, files(), counts),
            "idle": lambda: idle.idles(browser, files(), counts),
            "server": lambda: server.sessions(counts),
            "cli": lambda: cli.commands(counts, folder),
            "passes": lambda: passes.simulations(counts),
            "web": lambda: web.pages_a_second(files(), counts, folder),
        }
        print(report.HEAD, flush=True)
        for group in given.only or groups:
            # Each as soon as it is known: who waits sees that it goes on.
            found = groups[group]()
            print(*map(report.line, found), sep="\n", flush=True)
            rows += found
        results = report.results(rows, browser.version, [before, load()])
    if given.json:
        report.write(results, given.json)
    elif not (given.quick or given.only):
        report.write(results, report.RESULTS)
    return 0


def arguments() -> argparse.Namespace:
    """What the command was given."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--json", type=Path, help="where to write the results, instead of here and in the documents"
    )
    parser.add_argument("--quick", action="store_true", help="hardly any runs: does it work?")
    parser.add_argument("--only", nargs="+", metavar="GROUP", help="size, start, drag, race, …")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
