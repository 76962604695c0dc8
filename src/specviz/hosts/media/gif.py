"""Frames as one small GIF: a palette for all of them, and of each only what has changed."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image

KEPT = 127
"""Colours in use, and the index of the one that stands for what stays as it was. Together
seven bits, and the page has few colours."""

SAMPLED = 12
"""Frames, spread over the film, from which the palette is taken."""

FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
TRAILER = b";"

Pixels = NDArray[np.uint8]


def gif(shots: Iterable[bytes], rate: float) -> bytes:
    """The frames as a GIF that plays for ever.

    Parameters
    ----------
    shots
        PNGs of one size. Of those that follow each other and are the same, one is kept.
    rate
        Frames per second; a divisor of 100.

    Returns
    -------
    bytes
        The file. Pillow's own writer of films makes it four times as large.
    """
    seen = [(shot, len(list(same))) for shot, same in groupby(shots)]
    palette = common_palette([shot for shot, _ in seen])
    colours = bytes(palette.getpalette() or ())[: 3 * KEPT].ljust(3 * (KEPT + 1), b"\0")
    pictures = (_indices(shot, palette) for shot, _ in seen)
    parts = [_head(_opened(seen[0][0]).size, colours), FOR_EVER]
    for (corner, pixels), (_, count) in zip(changes(pictures), seen, strict=True):
        parts += _frame(corner, pixels, 1000 * count / rate)
    return b"".join([*parts, TRAILER])


def common_palette(shots: Sequence[bytes]) -> Image.Image:
    """The colours that all frames share.

    Parameters
    ----------
    shots
        PNGs of one size.

    Returns
    -------
    Image
        Whose palette holds at most `KEPT` colours.
    """
    places = sorted({round(place) for place in np.linspace(0, len(shots) - 1, SAMPLED)})
    samples = np.concatenate([np.asarray(_opened(shots[place])).reshape(-1, 3) for place in places])
    found, counts = np.unique(samples, axis=0, return_counts=True)
    colours = found.astype(np.float64)
    # Each next one is the farthest from those that are there, seldom ones a little less: so every
    # flat colour is there exactly. A median cut spends all on greys, and orange turns brown.
    weights = np.cbrt(counts)
    chosen = [int(counts.argmax())]
    apart = np.full(len(found), np.inf)
    for _ in range(min(KEPT, len(found)) - 1):
        apart = np.minimum(apart, ((colours - colours[chosen[-1]]) ** 2).sum(axis=1))
        chosen.append(int((weights * apart).argmax()))
    palette = Image.new("P", (1, 1))
    palette.putpalette(found[chosen].tobytes())
    return palette


def changes(pictures: Iterable[Pixels]) -> Iterator[tuple[tuple[int, int], Pixels]]:
    """Of each picture the smallest rectangle that holds all that is new, `KEPT` elsewhere.

    Parameters
    ----------
    pictures
        Indices of colours, all of one shape.

    Yields
    ------
    tuple of (int, int) and ndarray
        Left and top of the rectangle, and its indices.
    """
    before: Pixels | None = None
    for picture in pictures:
        if before is None:
            yield (0, 0), picture
        else:
            new = picture != before
            rows, columns = np.flatnonzero(new.any(axis=1)), np.flatnonzero(new.any(axis=0))
            # Colours may have become the same where the pixels were not; a frame is never empty.
            top, bottom = (rows[0], rows[-1]) if rows.size else (0, 0)
            left, right = (columns[0], columns[-1]) if columns.size else (0, 0)
            there = np.s_[top : bottom + 1, left : right + 1]
            changed = np.where(new[there], picture[there], KEPT).astype(np.uint8)
            yield (int(left), int(top)), changed
        before = picture


def _head(size: tuple[int, int], colours: bytes) -> bytes:
    # 0xf6: a palette for the whole file, of two to the 6 + 1.
    return b"GIF89a" + struct.pack("<HHBBB", *size, 0xF6, 0, 0) + colours


def _frame(corner: tuple[int, int], pixels: Pixels, lasts: float) -> list[bytes]:
    picture = Image.fromarray(pixels, mode="P")
    return GifImagePlugin.getdata(
        picture, offset=corner, duration=round(lasts), transparency=KEPT, disposal=1
    )


def _indices(shot: bytes, palette: Image.Image) -> Pixels:
    return np.asarray(_opened(shot).quantize(palette=palette, dither=Image.Dither.NONE))


def _opened(shot: bytes) -> Image.Image:
    with Image.open(io.BytesIO(shot)) as picture:
        return picture.convert("RGB")
