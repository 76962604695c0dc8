"""Make BokehJS anew with the models of the figures alone: `python -m bundle.make`.

Needs Node.js with npm, and once the npm registry; package-lock.json pins every package by its hash.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src"


class BundleError(Exception):
    """Why there is no bundle, in one line."""


def made(folder: Path | None = None) -> Path:
    """Make the bundle.

    Parameters
    ----------
    folder
        Where to put it; by default where `specviz.page.bundle` looks for it.

    Returns
    -------
    Path
        The bundle. Its licences lie beside it. The same bytes on every run.

    Raises
    ------
    BundleError
        If Node.js is missing or fails, or another Bokeh is installed than the one pinned.
    """
    from bokeh import __version__ as installed  # noqa: PLC0415 an environment may lack it

    from specviz.page.bundle import FOLDER, types  # noqa: PLC0415 likewise
    from specviz.page.item import figures  # noqa: PLC0415 likewise
    from specviz.sections import SECTIONS, section  # noqa: PLC0415 likewise

    pinned = json.loads((HERE / "package.json").read_text("utf-8"))["devDependencies"]
    if pinned["@bokeh/bokehjs"] != installed:
        raise BundleError(
            f"Bokeh {installed} is installed and bundle/package.json pins "
            f"{pinned['@bokeh/bokehjs']}: write {installed} there and run "
            "npm install --package-lock-only --omit-lockfile-registry-resolved"
        )
    needed = sorted(types(figures(tuple(map(section, SECTIONS))).values()))
    # What npm has put there is what the lock says: asked again only when that has changed.
    lock, there = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if not there.exists() or there.stat().st_mtime < lock.stat().st_mtime:
        _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        there.touch()
    target = folder or FOLDER
    bundle = target / f"bokeh-{installed}.lean.bundle"
    with TemporaryDirectory(prefix="specviz-") as made:
        files = [Path(made, bundle.name), Path(made, "LICENSES.txt")]
        _run("node", "build.mjs", *map(str, files), given=json.dumps(needed))
        target.mkdir(exist_ok=True)
        for file in files:
            # Whole or not at all: a page may be exported meanwhile.
            shutil.copy(file, target / f".{file.name}")
            (target / f".{file.name}").replace(target / file.name)
    for other in target.glob("bokeh-*.lean.bundle"):
        if other != bundle:
            other.unlink()
    return bundle


def _run(program: str, *arguments: str, given: str = "") -> None:
    path = shutil.which(program)
    if path is None:
        raise BundleError(f"{program} is not installed here; it comes with Node.js")
    done = subprocess.run(  # noqa: S603 Node's own programs, with our arguments
        [path, *arguments], cwd=HERE, input=given, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        said = re.findall(r"^(?:\w*Error|npm error)\b.*", done.stderr, re.MULTILINE) or [
            "it gave no reason"
        ]
        raise BundleError(f"{program} {arguments[0]} failed: {said[0].strip()}")


def main() -> int:
    """Make it, and say where it is."""
    try:
        bundle = made()
    except BundleError as error:
        print(f"No lean BokehJS: {error}. Pages carry the whole one.", file=sys.stderr)
        return 1
    print(f"{bundle.name}: {bundle.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
