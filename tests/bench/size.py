"""How large an export is."""

from __future__ import annotations

import gzip
from pathlib import Path

from bokeh.util.paths import bokehjs_path
from tests.bench.browser import Exports
from tests.bench.row import Bar, Written, row


def sizes(exports: Exports) -> list[Written]:
    """Bytes of the inline export, beside the peer's and beside BokehJS alone."""
    peers = {
        "Panel, the same 3,232 states": (exports.whole, Bar(0.40)),
        "Panel, 672 states": (exports.peer, None),
        "bokeh.min.js": (bokehjs_path() / "js" / "bokeh.min.js", Bar(1.12)),
    }
    return [
        row(
            figure,
            "kB",
            [measure(exports.specviz) / 1000],
            beside=name,
            peer=[measure(path) / 1000],
            bar=bar,
        )
        for figure, measure in (("export", plain), ("export, gzipped", zipped))
        for name, (path, bar) in peers.items()
    ]


def plain(path: Path) -> int:
    """Bytes of a file."""
    return path.stat().st_size


def zipped(path: Path) -> int:
    """Bytes that a web server sends of it."""
    return len(gzip.compress(path.read_bytes(), 9))
