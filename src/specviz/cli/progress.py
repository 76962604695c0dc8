"""A bar on the terminal, for what takes a while."""

from __future__ import annotations

import sys

CELLS = 30


def bar(done: int, of: int) -> None:
    """Show on stderr how far something is; nothing where nobody watches.

    Parameters
    ----------
    done
        Parts that are done.
    of
        Parts in all; the bar goes away with the last of them.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        return
    filled = CELLS * done // of
    line = f"[{'#' * filled}{'.' * (CELLS - filled)}] {done}/{of} frames"
    # \x1b[K clears what a longer line has left.
    sys.stderr.write("\r\x1b[K" + (line if done < of else ""))
    sys.stderr.flush()
