"""Lines of a file of any size, in any encoding that logs come in."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from specviz.logs.cleaning import ENDS, LONGEST, pieces

CHUNK = 1 << 16

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def encoding_of(start: bytes) -> str:
    """The encoding of a file, from how it begins.

    Parameters
    ----------
    start
        Its first bytes.

    Returns
    -------
    str
        UTF-8 unless a mark, or a zero in every other byte, tells of UTF-16.
    """
    for mark, name in MARKS:
        if start.startswith(mark):
            return name
    half = len(start) // 2
    if half and start[1::2].count(0) > 0.4 * half:
        return "utf-16-le"
    if half and start[0::2].count(0) > 0.4 * half:
        return "utf-16-be"
    return "utf-8"


def lines_of(file: BinaryIO) -> Iterator[str]:
    """The lines of a file, one after the other.

    Parameters
    ----------
    file
        Open for reading; a pipe will do.

    Returns
    -------
    iterator of str
        Without their ends, the longest in pieces. What cannot be decoded becomes a sign of its
        own, and is no error. Never more than a chunk and a line is in memory.
    """
    chunk = _some(file)
    decoder = codecs.getincrementaldecoder(encoding_of(chunk))("replace")
    rest = ""
    while chunk:
        text = rest + decoder.decode(chunk)
        # A return at the very end may be half of an end of line.
        kept = text.endswith("\r")
        *whole, rest = ENDS.split(text[:-1] if kept else text)
        rest += "\r" if kept else ""
        for line in whole:
            yield from pieces(line)
        if len(rest) > 4 * LONGEST:
            *found, rest = pieces(rest)
            yield from found
        chunk = _some(file)
    rest += decoder.decode(b"", final=True)
    for line in ENDS.split(rest):
        yield from pieces(line)


def _some(file: BinaryIO) -> bytes:
    """What there is by now, so that a pipe is read as it comes."""
    some = getattr(file, "read1", file.read)
    return bytes(some(CHUNK))
