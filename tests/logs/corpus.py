"""Real lines that engines printed, with what they mean by the engines' own definitions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

RIGHT: dict[str, list[dict[str, Any]]] = json.loads((HERE / "right.json").read_text("utf-8"))
"""By the name of the lines: one entry a run, with the digits that are known to be right."""


def paste(*names: str) -> str:
    return "".join((HERE / "lines" / f"{name}.txt").read_text("utf-8") for name in names)
