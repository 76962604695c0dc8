"""The option that names sections, and the list of them in a command's help."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from specviz.cli.arguments import CommandError


class AddSection(argparse.Action):
    """One more section to show; refused where there is no such one, or where it comes twice."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        value: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> None:
        """Take one name."""
        from specviz.sections import checked  # noqa: PLC0415 no other option needs it

        before = getattr(namespace, self.dest) or ()
        try:
            chosen = checked([*before, str(value)])
        except ValueError as error:
            raise CommandError(str(error)) from None
        setattr(namespace, self.dest, chosen)


def listed() -> str:
    """The sections with their titles, in the order of the page.

    Returns
    -------
    str
        A paragraph for a command's help.
    """
    from specviz.sections import SECTIONS, section  # noqa: PLC0415 brings Bokeh

    width = max(map(len, SECTIONS))
    lines = (f"  {name:<{width}}  {section(name).title}" for name in SECTIONS)
    return "\n".join(["sections:", *lines]) + "\n"
