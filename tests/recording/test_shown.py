"""A recording of one's own takes the shipped one's place on every page, in every host."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.recording.pairs import pair

import specviz
from specviz import SpeculativeDecoding
from specviz.cli import run
from specviz.hosts.export import html as page_of
from specviz.hosts.frame import frame
from specviz.recording import Recording, findings, recording_of
from specviz.sections import SECTIONS, arranged, section, unshown

MODEL = SpeculativeDecoding()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pair.json"
    path.write_text(json.dumps(pair()), "utf-8")
    return path


@pytest.fixture(scope="module")
def own() -> Recording:
    return recording_of(pair())


def test_the_words_name_the_pair_the_machine_and_the_date(own: Recording) -> None:
    page = page_of(MODEL, recording=own)
    [said] = re.findall(r'id="recorded-by">(.*?)</p>', page)
    told = html.unescape(said)
    assert "Recorded on an <em>old</em> laptop on 2026-12-01" in told
    assert "Big <i>Model</i> as the target; as the draft, Small & Quick." in told
    assert "One draft was recorded" in told
    assert "SmolLM2-135M-Instruct" not in page


def test_no_word_of_the_file_becomes_markup(own: Recording) -> None:
    page = page_of(MODEL, recording=own)
    for hostile in ("<script>0", "<img src=x>", "<em>old", "<i>Model"):
        assert hostile not in page


def test_the_numbers_are_those_of_the_recording(own: Recording) -> None:
    page = html.unescape(page_of(MODEL, recording=own))
    assert findings("aligned", own).at(4) in page
    assert "wrote 2 texts of up to 81 tokens each (story)" in page
    assert "one draft was let loose from every one of the first 64 positions" in page


def test_a_page_without_a_recording_is_as_before(own: Recording) -> None:
    before = page_of(MODEL)
    assert page_of(MODEL, recording=own) != before
    assert page_of(MODEL) == before
    assert "recorded-by" not in before
    assert "unshown" not in before


def test_a_section_that_a_recording_lacks_something_for_is_left_out_and_named(
    own: Recording,
) -> None:
    _, shown = arranged("page", None, own)
    assert [each.name for each in shown] == [name for name in SECTIONS if name != "identical"]
    assert unshown(own) == [section("identical").title]
    page = page_of(MODEL, recording=own)
    assert f"hold what it would show: {section('identical').title}." in page
    with pytest.raises(ValueError, match="section 'identical' needs more than this recording"):
        arranged(None, ["identical"], own)
    assert "unshown" not in page_of(MODEL, sections=["pair"], recording=own)


def test_python_takes_the_file_or_what_was_read_of_it(
    file: Path, own: Recording, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"
    specviz.export_html(MODEL, out, recording=file)
    assert out.read_text("utf-8") == page_of(MODEL, recording=own)
    assert "Small &amp;amp; Quick" in frame(MODEL, recording=file)


@pytest.mark.parametrize("out", ["page.html", "-"])
def test_the_command_takes_the_file(
    out: str, file: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    there = out if out == "-" else str(tmp_path / out)
    assert run(["export", there, "--recording", str(file)]) == 0
    printed = capfdbinary.readouterr().out
    page = printed if out == "-" else Path(there).read_bytes()
    assert b"Small &amp; Quick" in page


def test_a_wrong_file_is_one_line_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pair.json").write_text('{"version": 9')
    out = tmp_path / "page.html"
    assert run(["export", str(out), "--recording", str(tmp_path / "pair.json")]) == 2
    said = capsys.readouterr().err
    assert "cut short" in said
    assert said.count("\n") == 1
    assert not out.exists()
    assert run(["serve", "--recording", str(tmp_path / "pair.json")]) == 2


def test_a_server_plays_it_to_every_reader(file: Path) -> None:
    command = [sys.executable, "-m", "specviz", "serve", "--port", "0", "--recording", str(file)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().strip()
            for _ in range(2):
                with urlopen(address) as answer:  # noqa: S310 our own server
                    assert b"Small &amp; Quick" in answer.read()
        finally:
            server.terminate()
