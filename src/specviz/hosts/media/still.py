"""The finished race as a picture."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

DATE = re.compile(rb"(?<=Date \(D:)\d{14}(?=\+00'00'\))")
EPOCH = b"19700101000000"

ROOT = re.compile(r' width="[\d.]+" height="[\d.]+"(?= viewBox)')
TITLE = "Speculative decoding beside plain decoding, finished"


def still(page: Page, scale: float, suffix: str) -> bytes:
    """The page as it is.

    Parameters
    ----------
    page
        As `staged` gives it, in SVG where that is wanted.
    scale
        Pixels of the picture to one CSS pixel.
    suffix
        ``".png"``, ``".svg"`` or ``".pdf"``.

    Returns
    -------
    bytes
        The file.
    """
    if suffix == ".png":
        return page.screenshot()
    if suffix == ".pdf":
        return pdf(page, scale)
    return svg(pdf(page, 1), scale)


def pdf(page: Page, zoom: float) -> bytes:
    """The page as PDF: one sheet of exactly its size, the same bytes on every day.

    Parameters
    ----------
    page
        Drawn in SVG.
    zoom
        Size of the sheet to that of the page.
    """
    size = page.viewport_size
    assert size is not None  # noqa: S101 the stage has set it
    page.emulate_media(media="screen")
    printed = page.pdf(
        width=f"{size['width'] * zoom}px",
        height=f"{size['height'] * zoom}px",
        scale=zoom,
        print_background=True,
        page_ranges="1",
    )
    return DATE.sub(EPOCH, printed)


def svg(printed: bytes, zoom: float) -> bytes:
    """A PDF's one sheet as SVG.

    Letters become outlines, since PowerPoint has not the page's fonts, nor HTML inside of SVG.

    Parameters
    ----------
    printed
        The PDF.
    zoom
        Size of the picture to that of the sheet.
    """
    import pymupdf  # noqa: PLC0415 large; only SVG needs it

    document: Any = pymupdf.open(stream=printed, filetype="pdf")
    with document:
        sheet = document[0]
        drawn: str = sheet.get_svg_image(text_as_path=True)
        # A PDF counts in points, of which a CSS pixel has three quarters.
        width, height = (
            round(side / 0.75 * zoom, 2) for side in (sheet.rect.width, sheet.rect.height)
        )
    drawn = ROOT.sub(f' width="{width:g}" height="{height:g}"', drawn, count=1)
    return drawn.replace(">", f"><title>{TITLE}</title>", 1).encode("utf-8")
