"""Readers without browsers: clients that speak to a server as BokehJS does."""

from __future__ import annotations

import asyncio
import json
import re
from asyncio import Future, Task
from dataclasses import dataclass
from typing import Any, NoReturn
from uuid import uuid4

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

TOKEN = re.compile(r'"token":"([^"]+)"')


@dataclass(frozen=True)
class Kept:
    """What became of the last value that a reader set."""

    sent: float
    state: float
    """What the server's document holds."""
    model: float
    """What the model behind it holds."""
    errors: list[str]
    """What the server could not do."""


async def crowd(address: str, readers: int, moves: int, pause: float) -> list[Kept]:
    """Open a page for every reader, have all of them drag at once, and go.

    Parameters
    ----------
    address
        Of the served page.
    readers
        How many.
    moves
        How often each moves the slider of a.
    pause
        Seconds between two moves.
    """
    # All are there before the first drags.
    there = asyncio.Barrier(readers)
    return await asyncio.gather(
        *(_reader(address, number, moves, pause, there) for number in range(readers))
    )


async def _reader(
    address: str, number: int, moves: int, pause: float, there: asyncio.Barrier
) -> Kept:
    wire = await Wire.opened(address)
    try:
        document = (await wire.ask("PULL-DOC-REQ", {}))["doc"]
        [state] = document["roots"]
        await there.wait()
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for move in range(moves):
            last = (number + 37 * move) % 101 / 100
            wire.tell("PATCH-DOC", _setting(state, last))
            # Paced by the clock: a reader's hand does not wait for the server.
            await asyncio.sleep(begun + (move + 1) * pause - loop.time())
        [held] = (await wire.ask("PULL-DOC-REQ", {}))["doc"]["roots"]
        # A value that the model refuses is answered with the one that it has.
        wire.patches.clear()
        await wire.ask("PATCH-DOC", _setting(state, 7))
        [put_back] = [event for patch in wire.patches for event in patch["events"]]
        return Kept(last, held["attributes"]["a"], put_back["new"], wire.errors)
    finally:
        wire.close()


def _setting(state: dict[str, Any], a: float) -> dict[str, Any]:
    reference = {"id": state["id"]}
    event = {"kind": "ModelChanged", "model": reference, "attr": "a", "new": a}
    return {"events": [event]}


class Wire:
    """One session's connection."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self.patches: list[dict[str, Any]] = []
        """What the server has sent unasked."""
        self.errors: list[str] = []
        """What it could not do."""
        self._socket = socket
        self._asked: dict[str, Future[dict[str, Any]]] = {}
        self._listening: Task[NoReturn]

    @classmethod
    async def opened(cls, address: str) -> Wire:
        """Load the page, and connect as it would."""
        response = await AsyncHTTPClient().fetch(address, connect_timeout=300, request_timeout=300)
        found = TOKEN.search(response.body.decode("utf-8"))
        assert found, "the page names no session"
        there = HTTPRequest(
            f"{address.replace('http', 'ws', 1)}/ws", connect_timeout=300, request_timeout=300
        )
        wire = cls(await websocket_connect(there, subprotocols=["bokeh", found[1]]))
        await wire.greeted()
        return wire

    async def greeted(self) -> None:
        """Wait for the server's first word; before it, the server cannot read."""
        await self._message()
        self._listening = asyncio.create_task(self._listen())

    def tell(self, kind: str, content: dict[str, Any]) -> str:
        """Send a message and do not wait; its id."""
        name = uuid4().hex
        for fragment in ({"msgid": name, "msgtype": kind}, {}, content):
            self._socket.write_message(json.dumps(fragment))
        return name

    async def ask(self, kind: str, content: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        answer: Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._asked[self.tell(kind, content)] = answer
        # Where there is nobody to answer any more, listening has ended with the reason.
        either: list[Future[Any]] = [answer, self._listening]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return dict(answer.result() if answer.done() else self._listening.result())

    def close(self) -> None:
        """Go, as who closes a tab."""
        self._listening.cancel()
        self._socket.close()

    async def _listen(self) -> NoReturn:
        while True:
            header, content = await self._message()
            asked = self._asked.pop(header.get("reqid", ""), None)
            if header["msgtype"] == "ERROR":
                self.errors.append(content["text"])
            if asked:
                asked.set_result(content)
            elif header["msgtype"] == "PATCH-DOC":
                self.patches.append(content)

    async def _message(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The header and the content of the next message; between them stands metadata."""
        header, _, content = [await self._fragment() for _ in range(3)]
        return header, content

    async def _fragment(self) -> dict[str, Any]:
        fragment = await self._socket.read_message()
        if fragment is None:
            raise ConnectionError("the server has hung up")
        return dict(json.loads(fragment))
