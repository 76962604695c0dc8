"""Lines as an engine printed them, whatever they went through since. `cleaning.js` is its twin."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 20_000
"""Characters of a line that are looked at in one piece."""

GREATEST = 1e15
"""Beyond it nothing is counted, and a double no longer counts by ones."""

# Escape, written out, or lost in the copying; then links and titles.
COLOURS = re.compile(
    r"(?:\x1b|\^\[|\\x1b|\\e|\\033|\\u001b|␛|\bESC)?\[[0-9]{0,3}(?:;[0-9]{1,3}){0,5}[mK]"
    r"|(?:\x1b|\^\[)\[[0-9;?]{0,12}[A-Za-z]"
    r"|\x1b\][^\x07\x1b]{0,300}(?:\x07|\x1b\\)?",
    re.ASCII,
)
GROUPED = re.compile("(?<=[0-9])[\u00a0\u2009\u202f'’](?=[0-9]{3}(?![0-9]))")
BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
NOTHING = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b-\u200f\u2060\ufeff]|\\*\\*|`")
QUOTED = re.compile("^(?: {0,3}> ?){1,5}")
SUSPECT = re.compile("[\x00-\x08\x0a-\x1f\x7f-\U0010ffff`>\\[]|\\*\\*|\\^\\[")
PIECES = re.compile(r"(?<=\}),\s{0,4}(?=\{)")
ENDS = re.compile("\r\n|\r|\n|\u2028|\u2029")
PLAIN = re.compile(r"^[0-9]{1,15}(?:[.,][0-9]{1,18})?(?:e[+-]?[0-9]{1,3})?$")


def clean(line: str) -> str:
    """A line without colours, quoting, and other traces of its way here.

    Parameters
    ----------
    line
        As pasted.

    Returns
    -------
    str
        Plain text: words and figures are as the engine printed them, and tabs stay, which may
        part columns.
    """
    if not SUSPECT.search(line):
        return line.rstrip(" ")
    line = COLOURS.sub("", line)
    line = BLANKS.sub(" ", GROUPED.sub("", line))
    return QUOTED.sub("", NOTHING.sub("", line)).rstrip(" ")


def lines(text: str) -> Iterator[str]:
    """The lines of a paste, the longest of them in pieces.

    Parameters
    ----------
    text
        With any ends of lines.

    Returns
    -------
    iterator of str
        Not cleaned yet.
    """
    for line in ENDS.split(text):
        yield from pieces(line)


def pieces(line: str) -> Iterator[str]:
    """A line, or what can be looked at of it in turn.

    Parameters
    ----------
    line
        Of any length: JSON often comes as one line.

    Returns
    -------
    iterator of str
        Each of at most `LONGEST` characters, broken between objects where there are any.
    """
    if len(line) <= LONGEST:
        yield line
        return
    for part in PIECES.split(line):
        for start in range(0, len(part), LONGEST):
            yield part[start : start + LONGEST]


def number(text: str) -> float:
    """A printed number: 106,678 and 1.234.567 are grouped, 0,576 and 12,5 have decimal commas.

    Parameters
    ----------
    text
        Digits with points or commas, with or without an exponent.

    Returns
    -------
    float
        One comma before exactly three digits groups them, unless a 0 alone stands before it.
    """
    digits, mark, exponent = text.partition("e") if "e" in text else text.partition("E")
    points, commas = digits.count("."), digits.count(",")
    if points and commas:
        decimal = "." if digits.rfind(".") > digits.rfind(",") else ","
        digits = digits.replace("," if decimal == "." else ".", "")
        digits = digits.replace(",", ".")
    elif commas == 1:
        whole, _, rest = digits.partition(",")
        grouped = len(rest) == 3 and whole != "0" and len(whole) <= 3  # noqa: PLR2004
        digits = whole + ("" if grouped else ".") + rest
    elif commas:
        digits = digits.replace(",", "")
    if digits.count(".") > 1:
        digits = digits.replace(".", "")
    return float(digits + mark + exponent)


def numbers(text: str) -> tuple[list[float], bool]:
    """A printed list of numbers, and whether something is missing from it.

    Parameters
    ----------
    text
        Numbers with commas, blanks, or both between them.

    Returns
    -------
    list of float, bool
        The second is true where dots stand for numbers.
    """
    found: list[float] = []
    cut = False
    for part in re.split(r",\s+|\s+|,$", text.strip()):
        inner = part.split(",") if part.count(".") > 1 and "," in part else [part]
        for item in inner:
            piece = item.rstrip(".,") or item
            if PLAIN.match(piece):
                value = number(piece)
                if value > GREATEST:
                    return found, True
                found.append(value)
            elif piece.strip(".,- "):
                return found, True
            elif piece.count(".") > 1:
                cut = True
    return found, cut
