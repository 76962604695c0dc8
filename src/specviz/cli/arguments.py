"""What the commands share: how values are read, and the one sentence that refuses them."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from specviz.model import SpeculativeDecoding
from specviz.theory.ranges import Range

SETTINGS = ("a", "k", "draft", "c", "v")


class CommandError(Exception):
    """What keeps a command from being done, in one line.

    Parameters
    ----------
    message
        For stderr.
    status
        Exit status: 2 for a wrong value, 1 for what the machine refuses.
    """

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help keeps its examples as written."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **options, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        self.more: Callable[[], str] | None = None
        # Else -inf and -1e3 look like options, and are not named as the values that they are.
        self._negative_number_matcher = re.compile(r"-(\.?\d|inf|nan)", re.IGNORECASE)

    def format_help(self) -> str:
        """The help, with what is looked up only where somebody reads it."""
        text = super().format_help()
        return f"{text}\n{self.more()}" if self.more else text

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise CommandError(f"{message} ({self.prog} --help shows how it is used)")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Offer the settings of the model as options.

    Parameters
    ----------
    parser
        Gets one option a setting, with the range, default and help that the model declares.
    """
    group = parser.add_argument_group("settings")
    for name in SETTINGS:
        declared = SpeculativeDecoding.param[name]
        group.add_argument(
            f"--{name}",
            type=_setting(name),
            default=argparse.SUPPRESS,
            metavar=_metavar(declared),
            help=f"{declared.doc} Default: {declared.default}.".replace("%", "%%"),
        )


def model_of(chosen: argparse.Namespace) -> SpeculativeDecoding:
    """The model with the settings that were given.

    Parameters
    ----------
    chosen
        Of a parser with `add_settings`.

    Returns
    -------
    SpeculativeDecoding
        With the default of every other setting.
    """
    given = vars(chosen)
    return SpeculativeDecoding(**{name: given[name] for name in SETTINGS if name in given})


def one_of(name: str, words: Sequence[str]) -> Callable[[str], str]:
    """A reader of an argument that takes one of a few words.

    Parameters
    ----------
    name
        The quantity, as the message calls it.
    words
        What is allowed.

    Returns
    -------
    callable
        Raises CommandError with the value and the words.
    """

    def read(text: str) -> str:
        if text not in words:
            allowed = " or ".join(f'"{word}"' for word in words)
            raise CommandError(f"{name} must be {allowed}, got {text!r}")
        return text

    return read


def whole_in(allowed: Range) -> Callable[[str], int]:
    """A reader of an argument that takes a whole number of a range.

    Parameters
    ----------
    allowed
        The range, with the name by which the message calls the quantity.

    Returns
    -------
    callable
        Raises CommandError with the value and the range.
    """

    def read(text: str) -> int:
        try:
            return int(allowed.scalar(_number(text)))
        except (ValueError, TypeError) as error:
            raise CommandError(str(error)) from None

    return read


def real_in(allowed: Range) -> Callable[[str], float]:
    """A reader of an argument that takes a number of a range.

    Parameters
    ----------
    allowed
        The range, with the name by which the message calls the quantity.

    Returns
    -------
    callable
        Raises CommandError with the value and the range.
    """

    def read(text: str) -> float:
        try:
            return allowed.scalar(_number(text))
        except (ValueError, TypeError) as error:
            raise CommandError(str(error)) from None

    return read


def say(text: str) -> None:
    """Write to stdout; a sign that the terminal's encoding lacks becomes a question mark.

    Parameters
    ----------
    text
        With its last line ended.

    Raises
    ------
    CommandError
        If the shell gave no stdout.
    """
    pour(text.encode(_stdout().encoding or "utf-8", "replace"))


def pour(content: bytes) -> None:
    """Write bytes to stdout, all of them and now.

    Parameters
    ----------
    content
        As they shall arrive.

    Raises
    ------
    CommandError
        If the shell gave no stdout.
    """
    stream = _stdout().buffer
    rest = memoryview(content)
    # With PYTHONUNBUFFERED this is a bare file, which may take a part and leave the rest.
    while rest:
        rest = rest[stream.write(rest) :]
    stream.flush()


def _stdout() -> Any:
    """The stream that the shell gave to the program for its results, an io.TextIOWrapper."""
    if sys.stdout is None:
        raise CommandError("there is nowhere to write: stdout is closed", status=1)
    return sys.stdout


def _setting(name: str) -> Callable[[str], object]:
    def read(text: str) -> object:
        value = text if name == "draft" else _number(text)
        try:
            SpeculativeDecoding(**{name: value})
        except (ValueError, TypeError) as error:
            raise CommandError(str(error)) from None
        return value

    return read


def _number(text: str) -> int | float | str:
    """A number where the text is one; else the text, for the message to name."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _metavar(declared: Any) -> str:
    if declared.name == "draft":
        return "|".join(declared.objects)
    low, high = declared.bounds
    return f"{low}..{high}"
