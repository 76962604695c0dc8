"""Every command and every block of code in the README does what a reader expects of it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.fixtures import Opener
from tests.browser.hosts import Host, only

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands(program: str) -> list[str]:
    lines = [
        line.partition(" #")[0].strip() for block in blocks("sh") for line in block.split("\n")
    ]
    return [line for line in lines if line.startswith(f"{program} ")]


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_readme_begins_with_a_sentence_a_picture_and_the_two_commands() -> None:
    title, sentence, picture, two = README.split("\n\n")[:4]
    assert title == "# specviz"
    assert sentence.endswith(".")
    [path] = re.findall(r"^!\[.+\]\((.+)\)$", picture)
    assert (ROOT / path).stat().st_size > 0
    assert re.findall(r"^make (\w+)", two, re.MULTILINE) == ["run", "test"]


@pytest.mark.parametrize("command", commands("make"))
def test_a_make_command_has_its_target(command: str) -> None:
    done = run([*shlex.split(command), "--dry-run"], ROOT)
    assert done.returncode == 0, done.stderr


def test_every_command_of_a_block_is_one_that_is_tested() -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
    assert len(lines) == sum(len(commands(name)) for name in ("make", "specviz", "pip"))
    # Done by test_package: built from the checkout and installed in a new environment.
    assert commands("pip") == ["pip install ."]


def test_the_command_is_installed_before_it_is_used() -> None:
    assert README.index("pip install .") < README.index("\nspecviz ")


def test_the_commands_of_the_three_uses_run_one_after_the_other(tmp_path: Path) -> None:
    for command in commands("specviz"):
        if command.startswith("specviz serve"):
            continue  # served by every test of the host "served", and by test_cli
        done = run(shlex.split(command), tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), command
    assert {"widget.html", "slide.html", "page.html"} <= {path.name for path in tmp_path.iterdir()}
    [weights] = re.findall(r"One file, (\S+) MB \((\S+) where no Node.js", README)
    weight = weights[shutil.which("npm") is None]
    assert weight == f"{(tmp_path / 'page.html').stat().st_size / 1e6:.1f}"


@pytest.mark.parametrize("block", blocks("python"))
def test_a_block_of_python_runs_and_prints_what_it_says(block: str, tmp_path: Path) -> None:
    done = run([sys.executable, "-W", "error", "-c", block], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for line in block.splitlines():
        code, _, said = line.partition("  # ")
        if code.startswith("print"):
            start = said.split(",")[0]
            assert done.stdout.startswith(start)


@only("file")
def test_the_script_for_the_page_runs_in_the_page(host: Host, opened: Opener) -> None:
    page = opened(host)
    in_page = next(block for block in blocks("js") if "specviz.set" in block)
    tokens = page.frame.evaluate(f"async () => {{ {in_page}; return expectedTokens(0.9, 6) }}")
    assert tokens == pytest.approx((1 - 0.9**7) / 0.1)
    expect(page.frame.locator("output[name=E]")).to_have_text("5.22")


@only("framed")
def test_the_script_for_the_page_around_sets_and_hears(host: Host, opened: Opener) -> None:
    page = opened(host)
    around = next(block for block in blocks("js") if "postMessage" in block)
    heard = page.page.evaluate(
        """code => new Promise(resolve => {
          const frame = document.querySelector("iframe")
          new Function("frame", "console", code)(frame, { log: resolve })
        })""",
        around,
    )
    assert heard == pytest.approx((1 - 0.5**5) / 0.5)
    expect(page.frame.locator("[name=draft][value=weak]")).to_be_checked()


def test_links_within_the_project_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_python_word_in_the_table_of_files_exists() -> None:
    for path in re.findall(r"^\| `([^`]+)`", README, re.MULTILINE):
        if "/" in path:
            assert (ROOT / path).exists(), path
