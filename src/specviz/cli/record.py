"""specviz record: what a pair of one's own writes, for the page."""

from __future__ import annotations

import argparse

from specviz.cli.arguments import CommandError, say
from specviz.recording import Recording, RecordingError, read_recording, summary

SUMMARY = "check a recording of a pair of your own, for the page to play"
DESCRIPTION = "Check the recording of a draft/target pair, and say what the page will show of it."
EPILOG = """\
docs/recording.md describes the file, so that any engine can write it.

examples:
  specviz record --check pair.json
  specviz export lesson.html --recording pair.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--check",
        metavar="FILE",
        help="Check this recording, and say what the page will show of it.",
    )


def run(chosen: argparse.Namespace) -> None:
    """Check, or record."""
    if chosen.check is None:
        raise CommandError("record needs --check FILE")
    say(summary(recorded(chosen.check)))


def add_recording(parser: argparse.ArgumentParser) -> None:
    """Offer a recording to be shown."""
    parser.add_argument(
        "--recording",
        metavar="FILE",
        help="The recording of a pair of your own, whose words are played and whose numbers are "
        "shown; specviz record --check FILE says what of it. Default: the one that comes along.",
    )


def recorded(path: str) -> Recording:
    """The recording in a file.

    Parameters
    ----------
    path
        Of the file.

    Returns
    -------
    Recording
        All of it.

    Raises
    ------
    CommandError
        If it is none.
    """
    try:
        return read_recording(path)
    except RecordingError as error:
        raise CommandError(str(error)) from None
