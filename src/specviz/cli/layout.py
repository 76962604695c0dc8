"""How commands lay out what they print: in columns, ruled, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence

Cells = Sequence[Sequence[str]]
Records = Sequence[Mapping[str, object]]


def columns(table: Cells) -> list[list[str]]:
    """The cells of a table, each as wide as its column, and a rule for below or between.

    Parameters
    ----------
    table
        Rows of as many cells each.

    Returns
    -------
    list of list of str
        The rows, and last the rule.
    """
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    padded = [
        [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)] for cells in table
    ]
    return [*padded, ["-" * width for width in widths]]


def ruled(headings: Sequence[str], table: Cells) -> str:
    """A table as GitHub and most site builders read it.

    Parameters
    ----------
    headings
        Of the columns.
    table
        The rows below.

    Returns
    -------
    str
        Markdown.
    """
    rows = [headings, ["---:"] * len(headings), *table]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def comma_separated(records: Records) -> str:
    """Records as CSV with a header.

    Parameters
    ----------
    records
        At least one, all of the same fields.

    Returns
    -------
    str
        CSV.
    """
    file = io.StringIO()
    writer = csv.DictWriter(file, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return file.getvalue()


def javascript_object(records: Records) -> str:
    """Records as JSON: an array of objects, one a line.

    Parameters
    ----------
    records
        Of text and numbers.

    Returns
    -------
    str
        JSON.
    """
    lines = ",\n".join(f"  {json.dumps(record)}" for record in records)
    return f"[\n{lines}\n]\n"
