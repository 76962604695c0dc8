"""The command line: specviz serve | export | table | fit | embed | record.

Only what a command needs is imported, and only when it runs: a table does without Bokeh.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

from specviz.cli import embed, export, fit, record, serve, table
from specviz.cli.arguments import CommandError, Parser

EPILOG = """\
examples:
  specviz serve                       the page, on this machine
  specviz export lesson.html          one file that works anywhere, also offline
  specviz table --a 0.7 --k 5         the numbers, in the terminal
  specviz fit server.log              what your engine's own numbers mean
  specviz embed lesson.html           the HTML that puts it into a course page
  specviz record --check pair.json    a recording of your own pair

exit status: 0 done, 1 a file or a port could not be had or a log was not understood,
2 a value is wrong
"""

COMMANDS = {
    "serve": serve,
    "export": export,
    "table": table,
    "fit": fit,
    "embed": embed,
    "record": record,
}

READER_GONE = 128 + 13
"""What a shell reports of a program whose output nobody reads on."""


def main() -> int:
    """Run the command that the program was called with.

    Returns
    -------
    int
        The program's exit status.
    """
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # Who started us with a signal ignored, as nohup does, wants it to stay so.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    return run(sys.argv[1:])


def run(arguments: Sequence[str]) -> int:
    """Run one command; say in one line on stderr what keeps it from being done.

    Parameters
    ----------
    arguments
        As after the program's name.

    Returns
    -------
    int
        Exit status: 0 done, 1 a file or a port could not be had, 2 a value is wrong.
    """
    try:
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CommandError as error:
        return _fail(str(error), error.status)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:
        _drop_output()
        return READER_GONE
    except OSError as error:
        if error.filename is None:
            _drop_output()
        return _fail(_story(error), 1)
    return status


def parser() -> argparse.ArgumentParser:
    """The grammar of the command line."""
    found = Parser(
        prog="specviz",
        description="Speculative decoding, as a page to play with: served, framed, or one file.",
        epilog=EPILOG,
    )
    found.add_argument("--version", action=_Version, help="print the version and exit")
    commands = found.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for name, command in COMMANDS.items():
        below = commands.add_parser(
            name, help=command.SUMMARY, description=command.DESCRIPTION, epilog=command.EPILOG
        )
        command.add_arguments(below)
        below.set_defaults(run=command.run)
    return found


class _Version(argparse.Action):
    """Print the version; it is looked up only when asked for, since that takes time."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002 argparse's name
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # noqa: PLC0415

        sys.stdout.write(f"specviz {version('specviz')}\n")
        parser.exit()


def _run(arguments: Sequence[str]) -> int:
    grammar = parser()
    try:
        chosen = grammar.parse_args(arguments)
    except SystemExit as end:  # --help and --version
        return int(end.code or 0)
    if not hasattr(chosen, "run"):
        grammar.print_help(sys.stderr)
        return 2
    chosen.run(chosen)
    return 0


def _story(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{error.filename!r}: {reason}"


def _fail(message: str, status: int) -> int:
    line = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in message)
    sys.stderr.write(f"specviz: {line}\n")
    return status


def _drop_output() -> None:
    """Keep Python from writing once more, when it ends, what could not be written."""
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 a device is no path
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    # As an exception, so that half-written files are cleared away.
    raise SystemExit(128 + number)
