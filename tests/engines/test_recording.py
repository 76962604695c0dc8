"""The page plays a recording of somebody else's pair, in every engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.engine import Engine
from tests.engines.page import opened
from tests.engines.test_page import ended, fast
from tests.recording.pairs import VOCABULARY, pair

import specviz
from specviz.recording import findings, recording_of


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "page.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, recording=recording_of(pair()))
    return path


def test_the_race_plays_the_words_of_another_pair_as_text(engine: Engine, own: Path) -> None:
    page = opened(engine, f"{own.as_uri()}?kind=recorded&k=4")
    fast(page)
    page.click('button[name="replay"]')
    ended(page)
    target = pair()["prompts"]["text-0"]["target"]
    words = "".join(VOCABULARY[token] for token in target[:32])
    assert page.text("#plain-text").startswith(words)
    assert "tokens identical" in page.text("#same")
    assert (
        engine.evaluate("() => document.querySelectorAll('main script, main img, b b').length") == 0
    )
    assert "Small & Quick" in page.text("#recorded-by")
    assert findings("aligned", recording_of(pair())).at(4) in page.text("#pair")
    assert engine.heard() == []
