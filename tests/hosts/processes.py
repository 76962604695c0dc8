"""Servers of other makers, each in processes of its own while a test needs it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

PATIENCE = 60.0
"""Seconds that a server may take to answer: a laboratory on a busy machine is slow to open."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(
    command: Sequence[str | Path],
    address: str,
    folder: Path,
    environment: Mapping[str, str] | None = None,
) -> Iterator[list[str]]:
    """Run a server while the block runs; what it says, line by line.

    Parameters
    ----------
    command
        Stays in the foreground.
    address
        Answers once the server is there.
    folder
        Where it runs.
    environment
        Beside this process's own.
    """
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # Kernels and workers belong to it, and end with it.
        start_new_session=True,
    )
    said: list[str] = []
    # A pipe that nobody reads fills up and stops the server.
    reader = threading.Thread(target=_read, args=(process, said), daemon=True)
    reader.start()
    try:
        _wait(process, address, said)
        yield said
    finally:
        _end(process)
        reader.join()


def _read(process: subprocess.Popen[str], said: list[str]) -> None:
    assert process.stdout is not None
    with process.stdout as lines:
        said.extend(lines)


def _wait(process: subprocess.Popen[str], address: str, said: list[str]) -> None:
    deadline = monotonic() + PATIENCE
    while not _answers(address):
        if process.poll() is not None or monotonic() > deadline:
            raise AssertionError(f"nothing answers at {address}:\n{''.join(said)}")
        # Returns early when there is nothing left to wait for.
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.1)


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=PATIENCE):  # noqa: S310 the address is this machine's own
            return True
    except HTTPError:
        # Whoever refuses, listens.
        return True
    except (URLError, ConnectionError, TimeoutError):
        return False


def _end(process: subprocess.Popen[str]) -> None:
    for name in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, name)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
