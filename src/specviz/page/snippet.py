"""The HTML that puts the page into another one."""

from __future__ import annotations

from importlib.resources import files

TITLE = "Speculative decoding, to play with"
"""What screen readers call the frame."""

HEIGHT_FIRST = 1200
"""Height of the frame in CSS pixels, until it has told its own."""


def snippet(source: str, title: str = TITLE, height: int = HEIGHT_FIRST) -> str:
    """The HTML of a frame that follows the height of its content.

    Parameters
    ----------
    source
        Address of the page, percent-encoded.
    title
        What screen readers call the frame.
    height
        In CSS pixels, until the frame has told its own.

    Returns
    -------
    str
        A few lines; several of them can stand on one page.
    """
    from jinja2 import Environment  # noqa: PLC0415 no other light command needs it

    # The template has no blank lines, since Markdown ends a block of HTML at the first one. Its
    # script finds the frame by place, since an id could be there twice.
    template = files("specviz").joinpath("page/embed.html").read_text("utf-8")
    html = (
        Environment(autoescape=True, keep_trailing_newline=True)
        .from_string(template)
        .render(source=source, title=title, height=height)
    )
    # In ASCII, so that it survives whatever encoding it is pasted into.
    return html.encode("ascii", "xmlcharrefreplace").decode()
