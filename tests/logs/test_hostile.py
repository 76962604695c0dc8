"""Whatever is pasted, the reader ends, and soon, and never with an exception."""

from __future__ import annotations

import json
import time
import tracemalloc
from itertools import islice, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.logs.corpus import RIGHT, paste
from tests.logs.pastes import mess

import specviz
from specviz.logs.fit import fit_lines
from specviz.logs.reading import formats

SEEDS = range(1000, 1400)
HINTS = sorted({hint for row in formats() for hint in row.hints})
TEASERS = ("1,", "1.", "9" * 15, " ", "=", ": ", "[", "(", "{", "0 ", "-", "e1", "1,111")


def test_no_paste_ends_in_an_exception() -> None:
    for seed in SEEDS:
        found = specviz.fit(mess(seed), baseline=57.0)
        text = json.dumps(found.contract(), allow_nan=False)
        assert "<script>" not in text, f"seed {seed}"


@given(st.text(max_size=400), st.sampled_from(sorted(RIGHT)), st.integers(0, 400))
def test_any_text_in_the_middle_of_a_log_is_no_error(text: str, name: str, place: int) -> None:
    log = paste(name)
    specviz.fit(log[:place] + text + log[place:], baseline=50.0, speed=40.0)


@pytest.mark.parametrize("hint", HINTS)
def test_no_line_is_looked_at_for_long(hint: str) -> None:
    words = {hint, hint.capitalize()}
    hostile = [
        "".join(islice(repeat(word + teaser), 20_000 // len(word + teaser)))
        for word in words
        for teaser in TEASERS
    ]
    began = time.process_time()
    for line in hostile:
        specviz.fit(line)
    assert time.process_time() - began < 0.25 * len(hostile)


def test_numbers_beyond_all_counting_are_no_error() -> None:
    for big in ("9" * 15, "9" * 27, "1e308", "1e999", "0.000000000000000001", "0"):
        for name in RIGHT:
            text = paste(name).replace("1", big)
            json.dumps(specviz.fit(text, baseline=1e9, speed=0.001).contract(), allow_nan=False)


def test_memory_does_not_grow_with_the_log() -> None:
    log = paste("vllm-stream", "vllm-broken").splitlines()
    peaks = []
    for times in (20, 120):
        tracemalloc.start()
        fit_lines(line for _ in range(times) for line in log)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 200_000
