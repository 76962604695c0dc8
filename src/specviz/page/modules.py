"""What a page carries for boot.js to unpack: the browser modules and the data for all readers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

from rjsmin import jsmin

from specviz.model import SpeculativeDecoding
from specviz.page.item import figures
from specviz.page.packing import packed
from specviz.page.section import Section
from specviz.page.settings import declared
from specviz.page.snippet import snippet
from specviz.recording import Recording

BEGINNINGS = ("numbers", "main", "theory", "passes")
"""The modules that boot.js begins with, and those that every page promises to scripts around it;
the others come because these import them."""

UNPACKED = "unpacked"
"""The one module that boot.js makes itself."""

IMPORT = re.compile(r"""^(?:import|export)\b[^"']*?["']specviz/([^"']+)["']""", re.MULTILINE)


@lru_cache(maxsize=64)
def modules(
    sections: tuple[Section, ...], more: tuple[str, ...] = (), of: Recording | None = None
) -> str:
    """The browser modules of some sections, with their data, for boot.js to unpack.

    Parameters
    ----------
    sections
        In the order of the page.
    more
        Modules of the host, which begin as those of sections do.
    of
        Whose texts are offered; by default those of the recording that comes along.

    Returns
    -------
    str
        As `packed` makes it: name and code of each module, one after the other, with NUL
        between them. What is not needed does not come along.
    """
    made = {
        "settings": _exported(_settings(of)),
        "answers": _answers(sections),
        "shown": _shown(sections, more),
    }
    written = dict(_browser_modules())
    code: dict[str, str] = {}
    wanted = list(BEGINNINGS)
    while wanted:
        name = wanted.pop()
        if name in code or name == UNPACKED:
            continue
        code[name] = made[name] if name in made else terse(written[name].read_text("utf-8"))
        wanted += IMPORT.findall(code[name])
    return packed("\0".join(chain.from_iterable(sorted(code.items()))))


def terse(module: str) -> str:
    """The same code without comments and needless space: what every page carries is weighed.

    Parameters
    ----------
    module
        JavaScript, without template literals inside of template literals.

    Returns
    -------
    str
        JavaScript.
    """
    return str(jsmin(module))


def _browser_modules() -> Iterator[tuple[str, Path]]:
    """Every browser module by the name under which others import it."""
    package = Path(str(files("specviz")))
    for path in package.rglob("*.js"):
        place = path.relative_to(package).with_suffix("")
        if place.parts[0] == "sections":
            yield "/".join(place.parts[1:]), path
        else:
            yield place.name, path


def _settings(of: Recording | None) -> dict[str, Any]:
    # Apart from the data, which is large: the numbers do not wait for it.
    return {
        "declared": declared(of),
        "acceptance": dict(SpeculativeDecoding.ACCEPTANCE),
        "embed": snippet("%URL%"),
    }


def _answers(sections: Iterable[Section]) -> str:
    """A module that lists what answers in the sections before any figure is there."""
    names = [section.name for section in sections if section.answers]
    imports = [
        f'import{{answer as answer{i}}}from"specviz/{name}/{name}"\n'
        for i, name in enumerate(names)
    ]
    listed = ",".join(f"answer{i}" for i in range(len(names)))
    return f"{''.join(imports)}export const answers=[{listed}]"


def _shown(sections: tuple[Section, ...], more: tuple[str, ...]) -> str:
    """A module that lists the parts of the page, each with what begins it, and the figures."""
    imports: list[str] = []
    parts: list[str] = []
    beginnings = {
        section.name: f"{section.name}/{section.name}" if section.behaves else ""
        for section in sections
    } | {name: name for name in more}
    data = {section.name: section.data() for section in sections}
    for i, (name, module) in enumerate(beginnings.items()):
        part = f"name:{script_json(name)},data:{script_json(data.get(name))}"
        if module:
            # As a whole, since a section may have nothing to begin.
            imports.append(f'import*as part{i} from"specviz/{module}"\n')
            part += f",begin:part{i}.begin"
        parts.append(f"{{{part}}}")
    return (
        f"{''.join(imports)}export const parts=[{','.join(parts)}]\n"
        f"export const figures={script_json(figures(sections))}"
    )


def _exported(value: Any) -> str:
    return f"export default {script_json(value)}"


def script_json(value: Any) -> str:
    """JSON that may stand in a script element.

    Parameters
    ----------
    value
        Of plain lists, dicts, text and numbers.

    Returns
    -------
    str
        Without white space, and without the character that ends an element.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
