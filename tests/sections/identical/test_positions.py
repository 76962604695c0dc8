"""The recorded p and q are those of the recording, and p comes out of every one of them."""

from __future__ import annotations

import numpy as np
import pytest

from specviz.recording import STARTS, acceptance_rate, recording
from specviz.sections.identical.positions import (
    overlaps,
    rates,
    recorded,
    sentence,
    unequal,
)
from specviz.theory.sampling import acceptance, emitted, overlap, residual

DRAFTS = ("aligned", "weak")
TEMPERATURES = (0.0, 0.5, 0.7, 1.0, 1.3)
LIGHTHOUSE = 3

ROUNDING = 11 * 0.5e-5 + 0.5e-3
"""Of ten shares of a hundred thousand, and of an overlap told in thousandths."""


@pytest.mark.parametrize("draft", DRAFTS)
def test_the_right_rule_emits_p_at_every_position_and_temperature(draft: str) -> None:
    for position in sentence():
        for temperature in TEMPERATURES:
            p, q = position.pair(draft, temperature)
            assert p.sum() == pytest.approx(1, abs=1e-14)
            assert q.sum() == pytest.approx(1, abs=1e-14)
            np.testing.assert_allclose(emitted(p, q), p, atol=1e-14)
            mass = np.maximum(p - q, 0).sum()
            assert overlap(p, q) + mass == pytest.approx(1, abs=1e-14)
            assert residual(p, q).sum() == pytest.approx(float(mass > 0), abs=1e-14)


@pytest.mark.parametrize("draft", DRAFTS)
def test_the_bars_overlap_as_the_whole_vocabulary_does(draft: str) -> None:
    there = overlaps(draft)[LIGHTHOUSE]
    for row, temperature in enumerate(TEMPERATURES):
        here = [float(overlap(*position.pair(draft, temperature))) for position in sentence()]
        np.testing.assert_allclose(here, there[row, : len(here)], atol=ROUNDING)


@pytest.mark.parametrize("draft", DRAFTS)
def test_at_temperature_1_the_overlaps_are_the_recording_s(draft: str) -> None:
    before = [trace.overlap[:STARTS] for trace in recording().traces(draft)]
    np.testing.assert_array_equal(overlaps(draft)[:, TEMPERATURES.index(1.0)], before)


@pytest.mark.parametrize("draft", DRAFTS)
def test_at_temperature_0_acceptance_is_agreement_and_its_mean_the_measured_a(draft: str) -> None:
    agrees = [trace.agrees[:STARTS] for trace in recording().traces(draft)]
    np.testing.assert_array_equal(overlaps(draft)[:, 0], agrees)
    assert rates(draft)[0].mean == acceptance_rate(draft)
    for position, agreed in zip(sentence(), agrees[LIGHTHOUSE], strict=False):
        p, q = position.pair(draft, 0.0)
        assert overlap(p, q) == float(agreed)
        assert acceptance(p, q)[q.argmax()] == float(agreed)


def test_the_sentence_is_the_recorded_text_and_a_whole_one() -> None:
    words = [position.words[0] for position in sentence()]
    prompt = next(prompt for prompt in recording().prompts if prompt.name == recorded()["prompt"])
    assert words == recording().words(prompt.target[: len(words)])
    assert "".join(words).endswith(".")


@pytest.mark.parametrize("draft", DRAFTS)
def test_equal_temperatures_lie_on_the_diagonal_of_the_unequal(draft: str) -> None:
    means = [rate.mean for rate in rates(draft)]
    np.testing.assert_allclose(np.diag(unequal(draft)), means, atol=6e-4)
    for rate in rates(draft):
        assert rate.low < rate.mean < rate.high


def test_the_same_model_wrote_both_files() -> None:
    same = ("model", "sha256", "torch", "transformers")
    about = recorded()["about"]
    assert [about[name] for name in same] == [recording().about[name] for name in same]


@pytest.mark.parametrize(
    ("draft", "temperature", "message"),
    [
        ("target", 1.0, "draft must be aligned or weak, got 'target'"),
        ("aligned", 0.6, "temperature must be one of [0.0, 0.5, 0.7, 1.0, 1.3], got 0.6"),
    ],
)
def test_what_was_not_recorded_is_refused(draft: str, temperature: float, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        sentence()[0].pair(draft, temperature)
    assert str(caught.value) == message
