"""A lecture hall on one server: nobody's value is lost, and nothing stays behind."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

from tests.browser.hosts import APP, Server, serving
from tests.hostile.patience import until
from tests.hostile.readers import Kept, crowd

READERS = 200
PAUSE = 0.1
"""Seconds between two moves of a reader's hand."""

OPTIONS = (
    "--unused-session-lifetime", "15000", "--check-unused-sessions", "1000",
    "--stats-log-frequency", "1000", "--log-level", "debug",
)  # fmt: skip
"""The log counts the sessions; they live as long as they do when nobody says how long."""

SPARE = 0.05
"""Share of its memory that a server may have more afterwards: what its allocator keeps."""

SESSIONS = re.compile(r"/app has (\d+) sessions")
TROUBLE = re.compile(r"ERROR|CRITICAL|WARNING|Traceback|Exception|Error")


def resident(server: Server) -> float:
    """Megabytes of memory that the server holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s*(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


def dragged(address: str, readers: int, seconds: float) -> list[Kept]:
    """What a crowd found; in a thread, since the browser's driver may have this one's loop."""
    with ThreadPoolExecutor(1) as pool:
        coming = crowd(address, readers, round(seconds / PAUSE), PAUSE)
        return pool.submit(asyncio.run, coming).result()


def empty(server: Server) -> None:
    """Wait until no session is left."""
    seen = len(server.log)

    def none_left() -> bool:
        counts = [found[1] for line in server.log[seen:] if (found := SESSIONS.search(line))]
        return counts[-1:] == ["0"]

    until(none_left, "a server without sessions", 120)


def test_a_crowd_that_drags_loses_no_value_and_leaves_no_memory_behind(
    lasting: Callable[[float, float], float], record_property: Callable[[str, object], None]
) -> None:
    seconds = lasting(3, 60)
    with serving(APP, *OPTIONS) as server:
        # What any first reader brings into memory stays, and is no leak.
        dragged(server.address, READERS, PAUSE)
        empty(server)
        before = resident(server)
        begun = monotonic()
        kept = dragged(server.address, READERS, seconds)
        took = monotonic() - begun
        during = resident(server)
        empty(server)
        after = resident(server)
    for name, figure in {"took": took, "before": before, "during": during, "after": after}.items():
        record_property(name, round(figure, 1))
    assert len(kept) == READERS
    for reader in kept:
        assert reader.sent == reader.state == reader.model
        assert reader.errors == []
    assert [line for line in server.log if TROUBLE.search(line)] == []
    assert after - before < SPARE * before
