"""What people install: built, installed and used away from the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from importlib.metadata import distributions
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from packaging.specifiers import SpecifierSet

OLDEST = "3.11.0"
"""Python, as `requires-python` has it."""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root],
        capture_output=True,
        check=True,
    )
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a new environment that has the wheel, and the libraries of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    scripts = Path(paths["scripts"])
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "--quiet"]
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", wheel], capture_output=True, check=True
    )
    # Only now: else pip would find the checkout's own installation there, and be content.
    libraries = sysconfig.get_paths()["purelib"]
    (Path(paths["purelib"]) / "libraries.pth").write_text(libraries, "utf-8")
    return scripts


@pytest.fixture
def run(installed: Path, tmp_path: Path) -> Run:
    """Run a program of that environment in an empty folder."""

    def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [installed / program, *arguments],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            text=True,
        )

    return run


def test_the_wheel_holds_every_file_of_the_package(wheel: Path, root: Path) -> None:
    source = root / "src"
    files = {
        str(path.relative_to(source).as_posix())
        for path in (source / "specviz").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    held = {name for name in ZipFile(wheel).namelist() if name.startswith("specviz/")}
    assert held == files
    lean = {name for name in held if name.startswith("specviz/page/lean/")}
    assert bool(lean) == (shutil.which("npm") is not None)
    folders = {name.split("/")[1] for name in held}
    assert folders >= {"theory", "recording", "page", "sections", "hosts", "cli", "py.typed"}


def test_the_wheel_asks_for_the_run_time_libraries_alone(wheel: Path) -> None:
    archive = ZipFile(wheel)
    [name] = (name for name in archive.namelist() if name.endswith("/METADATA"))
    lines = archive.read(name).decode("utf-8").splitlines()
    needed = [line for line in lines if line.startswith("Requires-Dist:") and "extra" not in line]
    assert sorted(line.split()[1].rstrip("<>=,.0123456789") for line in needed) == [
        "bokeh",
        "deflate",
        "numpy",
        "panel",
        "param",
        "rcssmin",
        "rjsmin",
    ]


def test_the_installed_package_is_not_the_checkout(run: Run, root: Path) -> None:
    program = "import specviz.hosts.app; print(specviz.hosts.app.__file__, specviz.__version__)"
    path, version = run("python", "-c", program).stdout.split()
    assert not Path(path).is_relative_to(root / "src")
    assert version == "0.1.0"


def test_the_installed_commands_work_from_any_folder(run: Run, tmp_path: Path) -> None:
    assert "2.40×" in run("specviz", "table").stdout
    run("specviz", "export", "x.html")
    [export] = tmp_path.iterdir()
    assert export.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert export.read_text("utf-8") == run("python", "-m", "specviz", "export", "-").stdout


@pytest.mark.parametrize("program", ["specviz", "panel"])
def test_the_installed_page_is_served(program: str, run: Run, installed: Path) -> None:
    path = run("python", "-c", "from specviz.hosts import app; print(app.__file__)").stdout.strip()
    arguments = {"specviz": ["specviz", "serve"], "panel": ["panel", "serve", path]}[program]
    with subprocess.Popen(
        [installed / "python", "-m", *arguments, "--port", "0"],
        cwd=installed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            said = next(line for line in server.stdout if "http://localhost:" in line)
            address = said[said.index("http") :].strip()
            with urlopen(address, timeout=60) as page:  # noqa: S310 the address is this machine's own
                assert b'data-specviz="loading"' in page.read()
        finally:
            server.kill()


def test_every_version_that_is_given_runs_on_the_oldest_python(root: Path) -> None:
    # Else pip searches for a quarter of an hour there, and finds nothing.
    assert f'requires-python = ">={OLDEST.removesuffix(".0")}"' in (
        root / "pyproject.toml"
    ).read_text("utf-8")
    given = set((root / "constraints.txt").read_text("utf-8").splitlines())
    needs = {
        f"{each.metadata['Name']}=={each.version}": each.metadata.json.get("requires_python") or ""
        for each in distributions()
    }
    ours = given & needs.keys()
    assert len(ours) > 0.8 * len(given)
    assert [each for each in sorted(ours) if OLDEST not in SpecifierSet(needs[each])] == []
