"""The tests would see what is wrong: silence is not had by not listening."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from tests.browser.hosts import static_server
from tests.engines.engine import HEIGHT, WIDTH, Engine
from tests.engines.page import LISTENER, Page
from tests.engines.webkit import WebKit

STUB = f"""<!doctype html>
<html lang="en">
<head>{LISTENER}
<link rel="icon" href="data:,">
</head>
<body style="background: rgb(0, 128, 0)">
<img src="absent.png" alt="">
<script>
  console.warn("careful", 1)
  setTimeout(() => {{ throw new Error("broken") }})
  Promise.reject(new Error("rejected"))
</script>
"""


@pytest.fixture
def stub(tmp_path: Path) -> Path:
    path = tmp_path / "stub.html"
    path.write_text(STUB, "utf-8")
    return path


def test_warnings_errors_and_rejections_are_heard(engine: Engine, stub: Path) -> None:
    # From a file, WebKit tells of errors, but not which.
    with static_server(stub.parent) as port:
        engine.open(f"http://127.0.0.1:{port}/{stub.name}")
        Page(engine).wait("heard.length >= 3")
    within = "\n".join(engine.evaluate("() => heard"))
    said = ["careful 1", "broken", "rejected"]
    assert [word for word in said if word not in within] == []
    if not isinstance(engine, WebKit):
        without = "\n".join(engine.heard())
        assert [word for word in said if word not in without] == []


def test_requests_are_noted_and_belong_to_their_page(engine: Engine, stub: Path) -> None:
    with static_server(stub.parent) as port:
        engine.open(f"http://127.0.0.1:{port}/{stub.name}")
        assert engine.requests() == [f"http://127.0.0.1:{port}/absent.png"]
        (stub.parent / "empty.html").write_text(
            "<!doctype html><link rel=icon href=data:,>", "utf-8"
        )
        engine.open(f"http://127.0.0.1:{port}/empty.html")
        assert (engine.requests(), engine.heard()) == ([], [])


def test_the_window_has_the_size_that_places_on_the_screen_rely_on(
    engine: Engine, stub: Path
) -> None:
    engine.open(stub.as_uri())
    assert engine.evaluate("() => [innerWidth, innerHeight]") == [WIDTH, HEIGHT]
    with Image.open(io.BytesIO(engine.screenshot())) as shot:
        assert shot.size == (WIDTH, HEIGHT)
        assert shot.convert("RGB").getpixel((WIDTH - 5, HEIGHT - 5)) == (0, 128, 0)


def test_an_error_within_a_question_is_told(engine: Engine, stub: Path) -> None:
    engine.open(stub.as_uri())
    with pytest.raises(Exception, match="no such thing"):
        engine.evaluate("() => { throw new Error('no such thing') }")
