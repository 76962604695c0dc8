"""Lines between a browser and its server that no one would wish for."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

OK = b"HTTP/1.1 200 OK\r\n"


class Line:
    """A port that leads to another one, as a proxy or a distant network does.

    Parameters
    ----------
    seconds
        How much later each byte arrives, each way.
    header
        A line that every page gets at the head of its answer.
    """

    def __init__(self, seconds: float = 0.0, header: str = "") -> None:
        self._seconds = seconds
        self._status = f"HTTP/1.1 200 OK\r\n{header}\r\n".encode() if header else OK
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    @contextmanager
    def to(self, port: int) -> Iterator[str]:
        """Lead to a port while the block runs; the address of this end."""
        loop = asyncio.new_event_loop()
        over = asyncio.Event()
        # The browser's driver has this thread's own loop.
        thread = threading.Thread(target=lambda: self._run(loop, port, over))
        thread.start()
        try:
            yield f"http://127.0.0.1:{self.port}"
        finally:
            loop.call_soon_threadsafe(over.set)
            thread.join()

    def _run(self, loop: asyncio.AbstractEventLoop, port: int, over: asyncio.Event) -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(self._lead(port, over))

    async def _lead(self, port: int, over: asyncio.Event) -> None:
        async def join(reader: StreamReader, writer: StreamWriter) -> None:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
            # Whoever is still connected when the line is taken down is cut off, without a word.
            with closing(writer), closing(far_writer), suppress(asyncio.CancelledError):
                await asyncio.gather(
                    self._carry(reader, far_writer), self._carry(far_reader, writer)
                )

        async with await asyncio.start_server(join, sock=self._listener):
            await over.wait()

    async def _carry(self, source: StreamReader, sink: StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while chunk := await source.read(65536):
                loop.call_later(self._seconds, sink.write, chunk.replace(OK, self._status))
        await asyncio.sleep(self._seconds)
        sink.close()


Answer = Callable[[socket.socket], None]
"""What a server does with a connection whose request it has read."""


@contextmanager
def answering(answer: Answer) -> Iterator[int]:
    """Answer every request in this way while the block runs; the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_accept, args=(listener, answer))
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            # Closing alone does not wake who waits for a caller.
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def _accept(listener: socket.socket, answer: Answer) -> None:
    with suppress(OSError):
        while True:
            caller, _ = listener.accept()
            threading.Thread(target=_serve, args=(caller, answer), daemon=True).start()


def _serve(caller: socket.socket, answer: Answer) -> None:
    # A browser that has seen enough hangs up.
    with caller, suppress(OSError):
        request = b""
        while b"\r\n\r\n" not in request:
            more = caller.recv(65536)
            if not more:
                return
            request += more
        answer(caller)


def head(length: int, kind: str, *more: str) -> bytes:
    """The head of an answer that promises so many bytes."""
    lines = [
        "HTTP/1.1 200 OK", f"Content-Type: {kind}", f"Content-Length: {length}",
        "Connection: close", "Access-Control-Allow-Origin: *", *more,
    ]  # fmt: skip
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


def cut(line: socket.socket) -> None:
    """End a connection as a pulled plug does, with a reset."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()
