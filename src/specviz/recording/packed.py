"""The part of the recording that a page carries, packed small."""

from typing import Any

from specviz.ranges import Range
from specviz.recording.measured import acceptance_rate
from specviz.recording.transcript import LONGEST, STARTS, Draft, Prompt, Tokens, recording

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
"""Digits of a packed token: two of them, the higher first. None needs escaping in JSON or HTML."""

LENGTH = Range("length", 1, STARTS, whole=True)
LOOK_AHEAD = Range("look_ahead", 1, LONGEST, whole=True)


def excerpt(length: int = 32, look_ahead: int = 16) -> dict[str, Any]:
    """The part of the recording that the page's race shows, ready for JSON.

    Parameters
    ----------
    length
        Tokens that the race commits; passes start at positions 0..length − 1.
    look_ahead
        The longest k that is played, at most 16.

    Returns
    -------
    dict
        `length`, `look_ahead`, `alphabet`, `vocabulary` (words), `drafts` (by name: `rate`,
        the measured a over the whole recording, and `skipped` layers) and `prompts` (by name:
        `kind`, `title`, `text`, `target`, `drafts`). Tokens are packed: two characters a token,
        the token being `alphabet.indexOf(first) * 64 + alphabet.indexOf(second)`, an index into
        `vocabulary`. `target` packs length + look_ahead tokens. Each draft of a prompt has
        `agrees`, a character for each position, `1` where the draft chooses as the target, and
        `rejected`, a packed string for each position: what the draft writes if its token there
        is rejected, as far as a pass can see. What it writes by itself is the target's token
        while it agrees, then `rejected` of the first position where it does not.

    Raises
    ------
    ValueError
        If length lies outside 1..128 or look_ahead outside 1..16: no more was recorded.
    """
    LENGTH.scalar(length)
    LOOK_AHEAD.scalar(look_ahead)
    source, index = recording(), dict[int, int]()
    prompts = {
        prompt.name: _prompt_excerpt(prompt, length, look_ahead, index) for prompt in source.prompts
    }
    return {
        "length": length,
        "look_ahead": look_ahead,
        "alphabet": ALPHABET,
        "vocabulary": [source.vocabulary[token] for token in index],
        "drafts": {
            name: {"rate": acceptance_rate(name), "skipped": list(layers)}
            for name, layers in source.skipped.items()
        },
        "prompts": prompts,
    }


def _prompt_excerpt(
    prompt: Prompt, length: int, look_ahead: int, index: dict[int, int]
) -> dict[str, Any]:
    return {
        "kind": prompt.kind,
        "title": prompt.title,
        "text": prompt.text,
        "target": _packed(prompt.target[: length + look_ahead], index),
        "drafts": {
            name: _draft_excerpt(draft, length, look_ahead, index)
            for name, draft in prompt.drafts.items()
        },
    }


def _draft_excerpt(
    draft: Draft, length: int, look_ahead: int, index: dict[int, int]
) -> dict[str, Any]:
    # The last pass starts at length − 1 and drafts up to this position, itself left out.
    end = length - 1 + look_ahead
    return {
        "agrees": "".join("1" if agrees else "0" for agrees in draft.agrees[:end]),
        "rejected": [
            _packed(draft.rejected[position, : min(look_ahead, end - position)], index)
            for position in range(end)
        ],
    }


def _packed(tokens: Tokens, index: dict[int, int]) -> str:
    """Two characters a token; a token that is new to the excerpt gets the next index."""
    numbers = [index.setdefault(int(token), len(index)) for token in tokens]
    base = len(ALPHABET)
    return "".join(ALPHABET[number // base] + ALPHABET[number % base] for number in numbers)
