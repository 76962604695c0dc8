"""What the design promises about the code itself, held by reading the code."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path

import pytest

from specviz.page.document import MARKED, OWN

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "specviz"

ORDER = (
    ("theory",),
    ("recording", "logs"),
    ("model",),
    ("state", "page"),
    ("rooms",),
    ("sections",),
    ("hosts", "recorder"),
    ("cli",),
    ("__init__", "__main__"),
)
"""The rooms from left to right; each may import itself and those of earlier rows only.

"rooms" are the folders within sections/; "sections" is the registry, the one place that names them.
"""

SCIENCE = {
    "ranges",
    "theory",
    "dice",
    "rounding",
    "passes",
    "readings",
    "sampling",
    "goodness",
    "estimate",
    "roofline",
}
"""Modules that know neither widgets nor documents."""

TWINS = (
    "theory",
    "dice",
    "rounding",
    "passes",
    "readings",
    "sampling",
    "goodness",
    "estimate",
    "roofline",
)
"""Modules that exist in both languages, function by function."""

SEAM = {"figures", "bokehjs", "bridge"}
"""The browser modules that touch BokehJS: what runs it, what draws by it, what a session needs."""

RANK = {module: rank for rank, row in enumerate(ORDER) for module in row}


def python_modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def browser_modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.js"))


def browser_name(path: Path) -> str:
    """The name, behind specviz/, under which browser modules import a file."""
    place = path.relative_to(PACKAGE).parts
    name = place[-1].split(".")[0]
    return "/".join([*place[1:-1], name]) if place[0] == "sections" else name


def module_of(path: Path) -> str:
    """The module's place in the order; a file of a subpackage has the subpackage's."""
    return place_of(path.relative_to(PACKAGE).with_suffix("").parts)


def place_of(parts: tuple[str, ...]) -> str:
    """The room of a module, given by its path below the package."""
    if parts[0] != "sections":
        return parts[0]
    return "sections" if parts[1:] in {(), ("__init__",)} else "rooms"


def imported_names(path: Path) -> Iterator[str]:
    """Every module that a file imports, at whatever depth of the code, in full."""
    package = ("specviz", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *filter(None, [node.module])])
            if base == "specviz":
                yield from (f"{base}.{alias.name}" for alias in node.names)
            else:
                yield base


def own_imports(path: Path) -> set[str]:
    """The modules of this package that a file imports."""
    names = (tuple(name.split(".")) for name in imported_names(path))
    return {
        place_of(parts[1:]) if len(parts) > 1 else "__init__"
        for parts in names
        if parts[0] == "specviz"
    }


def code_of(path: Path) -> str:
    """A browser module without its comments."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"(?<![:\"'`\\])//.*", "", text)


def browser_imports(path: Path) -> set[str]:
    """What a browser module imports, as it writes it."""
    found = re.findall(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""", code_of(path))
    return set(found)


def exported_functions(path: Path) -> set[str]:
    code = code_of(path)
    arrows = r"export const (\w+)\s*=\s*(?:async\s*)?(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\w+)\s*=>"
    declarations = r"export (?:async )?function\*? (\w+)"
    return {*re.findall(arrows, code), *re.findall(declarations, code)}


def public_functions(path: Path) -> set[str]:
    body = ast.parse(path.read_text("utf-8")).body
    return {
        node.name
        for node in body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def project_files() -> Iterator[Path]:
    """What a checkout holds, as far as .gitignore lets it."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split()]
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if name != ".git" and not any(fnmatch(name, pattern) for pattern in ignored)
        ]
        yield from (Path(folder, name) for name in files)


@pytest.mark.parametrize("path", python_modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_left(path: Path) -> None:
    module = module_of(path)
    assert module in RANK, f"{module} has no place in the order of modules yet"
    siblings = {module} if path.parent != PACKAGE else set()
    left = {name for name in RANK if RANK[name] < RANK[module]}
    assert own_imports(path) - siblings <= left


def rooms_of(paths: Iterable[Path]) -> dict[Path, str]:
    """The files that lie in a section's room, with its name."""
    places = {path: path.relative_to(PACKAGE).parts for path in paths}
    return {
        path: parts[1] for path, parts in places.items() if parts[0] == "sections" and parts[2:]
    }


def test_sections_never_import_each_other() -> None:
    for path, room in rooms_of(python_modules()).items():
        found = {
            name.split(".")[2]
            for name in imported_names(path)
            if name.startswith("specviz.sections.")
        }
        assert found <= {room}, path
    rooms = set(rooms_of(browser_modules()).values())
    for path, room in rooms_of(browser_modules()).items():
        found = {name.split("/")[1] for name in browser_imports(path) if name.count("/") > 1}
        assert found & rooms <= {room}, path


def test_browser_imports_point_left() -> None:
    rank = {"theory": 0, "page": 1, "sections": 2, "hosts": 3}
    rooms = {browser_name(path): path.relative_to(PACKAGE).parts[0] for path in browser_modules()}
    written = {browser_name(path) for path in PACKAGE.rglob("*.d.ts")}
    for path in browser_modules():
        room = path.relative_to(PACKAGE).parts[0]
        for name in browser_imports(path):
            asked = name.removeprefix("specviz/")
            if asked in written:
                continue
            assert rank[rooms[asked]] <= rank[room], f"{path.name} imports {asked}"


def test_what_holds_sections_together_names_none_of_them() -> None:
    from specviz.sections import SECTIONS  # noqa: PLC0415

    names = "|".join(SECTIONS)
    naming = re.compile(
        rf"specviz/({names})/|specviz\.sections\.|sections/({names})\b|#({names})\b"
    )
    for path in sorted((PACKAGE / "page").rglob("*.*")):
        if path.suffix in {".py", ".js", ".ts", ".html", ".css"}:
            assert not naming.search(path.read_text("utf-8")), path.name


def circle(imports: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle, if there are any."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return way[way.index(name) :]
        if name in done:
            return []
        for other in sorted(imports.get(name, set())):
            if found := walk(other, [*way, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(imports) if (found := walk(name, []))), [])


def test_nothing_imports_itself_in_a_circle() -> None:
    browser = {
        browser_name(path): {name.removeprefix("specviz/") for name in browser_imports(path)}
        for path in browser_modules()
    }
    assert circle(browser) == []
    python = {
        ".".join(("specviz", *path.relative_to(PACKAGE).with_suffix("").parts)): {
            name for name in top_imports(path) if name.startswith("specviz.")
        }
        for path in python_modules()
        if path.name != "__init__.py"
    }
    assert circle(python) == []
    assert circle({"a": {"b"}, "b": {"a"}}) == ["a", "b"]


def top_imports(path: Path) -> Iterator[str]:
    """What a file imports when it is loaded, in full."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("module", sorted(SCIENCE))
def test_science_imports_nothing_but_numpy_and_itself(module: str) -> None:
    roots = {name.split(".")[0] for name in imported_names(PACKAGE / "theory" / f"{module}.py")}
    assert roots - sys.stdlib_module_names <= {"numpy", "specviz"}


@pytest.mark.parametrize("module", ["specviz", "specviz.theory", "specviz.model"])
def test_importing_the_science_loads_neither_bokeh_nor_panel(module: str) -> None:
    program = f"import sys, {module}; print(*{{'bokeh', 'panel'}} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


def test_every_browser_module_is_used() -> None:
    imported: set[str] = set().union(*map(browser_imports, browser_modules()))
    # A module that Bokeh loads by itself is named by the Python that hands it over.
    python = "\n".join(path.read_text("utf-8") for path in python_modules())
    unused = {
        path.name
        for path in browser_modules()
        if f"specviz/{browser_name(path)}" not in imported and path.name not in python
    }
    # Begun by what boot.js and modules.py write.
    begun = {f"{path.parent.name}.js" for path in rooms_of(browser_modules())}
    owned = {f"{name}.js" for name in chain(*OWN.values(), MARKED)}
    assert unused <= {"main.js", "bridge.js", *owned, *begun}


@pytest.mark.parametrize("path", browser_modules(), ids=lambda path: path.name)
def test_browser_modules_import_each_other_by_bare_name(path: Path) -> None:
    # From a blob or data URL, where these modules live in the page, "./x.js" leads nowhere.
    # A module that Python writes, and not a person, is there as its declaration, x.d.ts.
    declared = PACKAGE.rglob("*.d.ts")
    there = {browser_name(other) for other in (*browser_modules(), *declared)}
    assert browser_imports(path) <= {f"specviz/{name}" for name in there}


def test_only_the_seam_touches_bokeh() -> None:
    page = [path for path in browser_modules() if "media" not in path.parts]
    touching = {path.stem for path in page if re.search(r"\bBokeh\b", code_of(path))}
    assert touching == SEAM


def test_only_main_makes_figures() -> None:
    knowing = {path.stem for path in browser_modules() if imports_code(path, "figures")}
    assert knowing == {"main"}


def imports_code(path: Path, name: str) -> bool:
    return f"specviz/{name}" in browser_imports(path)


@pytest.mark.parametrize("path", browser_modules(), ids=lambda path: path.name)
@pytest.mark.parametrize(
    "banned",
    [
        "Math.random",  # chance is data
        "eval(",
        "new Function",
        "innerHTML",  # values from the address are text
        "insertAdjacentHTML",
        "document.write",
    ],
)
def test_browser_modules_leave_chance_and_markup_alone(path: Path, banned: str) -> None:
    assert banned not in path.read_text("utf-8")


@pytest.mark.parametrize("module", TWINS)
def test_twins_export_the_same_functions(module: str) -> None:
    python = public_functions(PACKAGE / "theory" / f"{module}.py")
    browser = exported_functions(PACKAGE / "theory" / f"{module}.js")
    assert python
    assert browser == set(map(camel, python))


def test_no_file_names_a_machine_or_a_registry() -> None:
    homes = r"(?<![\w.~-])/(?:work|root|home|Users|tmp)/"
    # Put together here, so that this file does not name them either.
    hosts = [
        re.escape(".".join(parts))
        for parts in (
            ("pypi", "org"),
            ("python" + "hosted", "org"),
            ("registry", "npmjs", "org"),
            ("deb", "debian", "org"),
        )
    ]
    banned = re.compile("|".join([homes, *hosts]).encode())
    found = [
        f"{path.relative_to(ROOT)}: {match[0].decode()}"
        for path in project_files()
        for match in banned.finditer(path.read_bytes())
        if path.resolve() != Path(__file__)
    ]
    assert found == []
