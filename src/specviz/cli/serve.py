"""specviz serve: the page with Python behind it."""

from __future__ import annotations

import argparse
import errno
import os
import re
import signal
import socket
import sys
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from specviz.cli.arguments import CommandError, one_of, say, whole_in
from specviz.cli.export import VIEWS
from specviz.cli.record import add_recording, recorded
from specviz.cli.sections import AddSection
from specviz.theory.ranges import Range

if TYPE_CHECKING:
    from panel.io.server import Server

PORT = 5006
NEIGHBOURS = 20
"""How many ports from `PORT` on are tried when nobody asked for one."""

PORTS = Range("port", 0, 65_535, whole=True)
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 named here to be told apart, not bound to
ORIGIN = re.compile(r"[^\s:/@?#]+(:\d{1,5})?")

SUMMARY = "serve the page, linked to a model in Python"
DESCRIPTION = "Serve the page; every reader gets a model of their own."
EPILOG = """\
The address is printed once the page can be opened. Ctrl-C ends it.

Readers on other machines need --address 0.0.0.0; behind another name, such as a proxy's,
also --allow-websocket-origin. For several processes, or anything else that Panel's own
server can do, give it the page's file:

  panel serve "$(python -c 'from specviz.hosts import app; print(app.__file__)')" --num-procs 4

A recording is named to it by the environment variable SPECVIZ_RECORDING.

examples:
  specviz serve
  specviz serve --port 8000 --view slide
  specviz serve --address 0.0.0.0 --allow-websocket-origin lectures.example.org
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--port",
        type=whole_in(PORTS),
        help=f"Where to listen; 0 takes any free port. Default: {PORT}, or the next free one.",
    )
    parser.add_argument(
        "--address",
        default="localhost",
        help="The network address to listen on; 0.0.0.0 is all of them. Default: %(default)s.",
    )
    parser.add_argument(
        "--view",
        type=one_of("view", VIEWS),
        metavar="|".join(VIEWS),
        help="The view that the printed address opens. Default: page; widget where sections are "
        "named.",
    )
    parser.add_argument(
        "--section",
        action=AddSection,
        metavar="NAME",
        help="A section that the printed address shows, instead of those of the view; may be "
        "given more than once. specviz export --help lists them.",
    )
    add_recording(parser)
    parser.add_argument(
        "--prefix",
        default="",
        metavar="PATH",
        help="What stands before the page's path, as behind a proxy. Default: nothing.",
    )
    parser.add_argument(
        "--allow-websocket-origin",
        type=_origin,
        action="append",
        default=[],
        metavar="HOST[:PORT]",
        help="A name in the reader's address bar from which the page may reach its server, "
        "beside this machine's own. May be given more than once; * is any.",
    )


def run(chosen: argparse.Namespace) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    if chosen.recording is not None:
        recorded(chosen.recording)
        # By the environment, as whoever has Panel serve the page's file names it.
        os.environ["SPECVIZ_RECORDING"] = chosen.recording
    server = listening(chosen)
    loop: Any = server.io_loop  # tornado.platform.asyncio.BaseAsyncIOLoop

    def end(*_signal: object) -> None:
        loop.asyncio_loop.call_soon_threadsafe(loop.stop)

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, end)
    say(f"{_address(server, chosen)}\n")
    server.start()
    loop.start()
    server.stop()


def listening(chosen: argparse.Namespace) -> Server:
    """A server that listens at the port asked for, or at the first free one.

    Parameters
    ----------
    chosen
        The command's arguments.

    Returns
    -------
    panel.io.server.Server
        Not yet started.

    Raises
    ------
    CommandError
        If it cannot listen there.
    """
    *first, last = _ports(chosen.port)
    for port in first:
        try:
            return _server(chosen, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _refusal(chosen, port, error) from None
            sys.stderr.write(f"specviz: port {port} is taken, trying {port + 1}\n")
    try:
        return _server(chosen, last)
    except OSError as error:
        raise _refusal(chosen, last, error) from None


def _ports(asked: int | None) -> Sequence[int]:
    """The ports to try, in order."""
    if asked is None:
        return range(PORT, PORT + NEIGHBOURS)
    if asked:
        return [asked]
    # Found here and not by the server, which must know its port to know its own address bar.
    with socket.socket() as probe:
        probe.bind(("", 0))
        return [probe.getsockname()[1]]


def _server(chosen: argparse.Namespace, port: int) -> Server:
    from panel.io.server import get_server  # noqa: PLC0415 takes a second

    # By its file, as `panel serve` does: one page a session.
    page = str(files("specviz").joinpath("hosts/app.py"))
    return get_server(
        {"/": page},
        port=port,
        address=chosen.address,
        prefix=chosen.prefix,
        websocket_origin=[*_own_origins(chosen.address, port), *chosen.allow_websocket_origin],
        warm=True,
    )


def _own_origins(address: str, port: int) -> list[str]:
    """Names of this machine in a reader's address bar."""
    names = {"localhost", "127.0.0.1"}
    if address in EVERYWHERE:
        names |= {socket.gethostname(), socket.getfqdn()}
    elif ":" not in address:
        names.add(address)
    return sorted(f"{name}:{port}" for name in names)


def _refusal(chosen: argparse.Namespace, port: int, error: OSError) -> CommandError:
    reason = error.strerror or str(error)
    return CommandError(f"cannot listen on {chosen.address!r}, port {port}: {reason}", status=1)


def _address(server: Server, chosen: argparse.Namespace) -> str:
    name = "localhost" if chosen.address in EVERYWHERE else chosen.address
    host = f"[{name}]" if ":" in name else name
    asked = [("section", section) for section in chosen.section or ()]
    if chosen.view not in {None, "page"} or (chosen.view and asked):
        asked.insert(0, ("view", chosen.view))
    query = f"?{urlencode(asked)}" if asked else ""
    return f"http://{host}:{server.port}{server.prefix}/{query}"


def _origin(text: str) -> str:
    if not ORIGIN.fullmatch(text):
        raise CommandError(f"allow-websocket-origin must be HOST or HOST:PORT, got {text!r}")
    return text
