"""What a session costs a server."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from time import perf_counter
from urllib.request import urlopen

import websocket
from tests.bench.browser import BARE
from tests.bench.row import Bar, Counts, Written, interleaved, row
from tests.browser.hosts import Server, serving

WARM = 10
"""Sessions before any is counted: a server's first ones fill its caches."""


def sessions(counts: Counts) -> list[Written]:
    """Sessions opened a second, one after the other, and memory of an open one."""
    memory: dict[str, list[float]] = {"specviz": [], "bare": []}

    with serving() as specviz, serving(BARE) as bare, ExitStack() as lines:
        servers = {"specviz": specviz, "bare": bare}

        def open_batch(name: str, size: int) -> float:
            before = resident(servers[name])
            start = perf_counter()
            for _ in range(size):
                lines.enter_context(closing(opened(servers[name].address)))
            lasted = perf_counter() - start
            memory[name].append((resident(servers[name]) - before) / size / 1000)
            return size / lasted

        for name in servers:
            open_batch(name, WARM)
            memory[name].clear()
        ours, theirs = interleaved(
            counts.batches,
            *(partial(open_batch, name, counts.sessions) for name in servers),
        )
    beside = "Panel, one slider and one figure"
    return [
        row(
            "sessions opened a second", "1/s", ours,
            beside=beside, peer=theirs, bar=Bar(0.8, least=True),
        ),
        row(
            "memory of a session", "kB", memory["specviz"],
            beside=beside, peer=memory["bare"], bar=Bar(1.3),
        ),
    ]  # fmt: skip


def opened(address: str) -> websocket.WebSocket:
    """Open a session as a browser does: fetch the page, connect, and fetch the document."""
    with urlopen(address) as answer:  # noqa: S310 the address is this machine's own
        page = answer.read().decode("utf-8")
    found = re.search(r'"token":\s*"([^"]+)"', page)
    assert found
    line = websocket.create_connection(
        address.replace("http", "ws", 1) + "/ws", subprotocols=["bokeh", found[1]]
    )
    # The server says hello in three parts: header, metadata, content.
    said = [line.recv() for _ in range(3)]
    assert json.loads(said[0])["msgtype"] == "ACK"
    for part in ({"msgid": "1", "msgtype": "PULL-DOC-REQ"}, {}, {}):
        line.send(json.dumps(part))
    said = [line.recv() for _ in range(3)]
    assert json.loads(said[0])["msgtype"] == "PULL-DOC-REPLY"
    return line


def resident(server: Server) -> int:
    """Bytes of memory that a server holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    assert found
    return int(found[1]) * 1024
