"""Makes the lean BokehJS when a wheel is made."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LeanBokehJS(BuildHookInterface[Any]):
    """Without Node.js the wheel is made all the same, and its pages carry the whole BokehJS."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the figures need to be made; an environment without Node.js is spared it."""
        wanted = ("bokeh", "numpy", "param")
        if shutil.which("npm") is None:
            return []
        return [each for each in self.metadata.core.dependencies if each.startswith(wanted)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make it, unless the wheel only points to a checkout, where `make bokehjs` does."""
        del build_data
        if version == "editable":
            return
        root = Path(self.root)
        sys.path[:0] = [str(root), str(root / "src")]
        from bundle.make import BundleError, made  # noqa: PLC0415 found only now

        try:
            self.app.display_info(f"Made {made().name}")
        except (BundleError, ModuleNotFoundError) as error:
            self.app.display_warning(f"No lean BokehJS: {error}. Pages carry the whole one.")
