"""What a reader without scripts is told of the race is Python's run, whatever the settings."""

from __future__ import annotations

import pytest
from tests.sections.race.test_race import Setting, prompts, run_of, words_of

from specviz import SpeculativeDecoding
from specviz.recording import recording
from specviz.sections.race.still import still
from specviz.theory.rounding import rounded


@pytest.mark.parametrize("a", [0.0, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("k", [1, 4, 16])
@pytest.mark.parametrize("draft", ["aligned", "weak"])
def test_it_is_the_run_of_the_settings_word_for_word(a: float, k: int, draft: str) -> None:
    setting = Setting(a, k, prompts()[0], draft=draft, c=0.25, v=1.5)
    run = run_of(setting)
    said = still(
        SpeculativeDecoding(a=a, k=k, draft=draft, c=0.25, v=1.5), setting.dice, recording()
    )
    assert said.tokens == sum(each.emitted for each in run)
    assert float(said.steps) == pytest.approx(run[-1].ends, abs=0.005)
    assert said.speedup == f"{rounded(said.tokens / run[-1].ends)}×"
    assert said.verify == "1.5 steps"
    words = words_of(setting, run)
    assert said.text == "".join(word for each in words for word in each["emitted"])
    for told, played, written in zip(said.passes, run, words, strict=True):
        assert [fate for _, fate in told.drafted] == list(played.outcomes)
        assert [word for word, _ in told.drafted] == [
            word.strip() or "white space" for word in written["drafted"]
        ]
        assert told.own == (written["emitted"][-1].strip() or "white space")
        assert told.how == played.own
        assert told.tokens == f"{played.emitted} token{'s' if played.emitted > 1 else ''}"


def test_one_is_said_in_the_singular() -> None:
    [first, *_] = still(SpeculativeDecoding(a=0, k=1, c=0, v=1), 7, recording()).passes
    assert (first.tokens, first.steps) == ("1 token", "1 step")
