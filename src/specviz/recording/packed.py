"""The part of the recording that a page carries, packed small."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from specviz.recording.measured import acceptance_rate
from specviz.recording.transcript import (
    LONGEST,
    Draft,
    Prompt,
    Recording,
    Tokens,
    recording,
)
from specviz.theory.ranges import Range

ALPHABET = "".join(sorted(set(map(chr, range(0x21, 0x7F))) - set("\"&'<>\\")))
"""Digits of packed tokens. None needs escaping in JSON or HTML."""

COMMON = len(ALPHABET) - 16
"""The commonest tokens, of one digit each; all others take two."""

SHOWN = 8
"""Texts that the page offers, of however many were recorded."""

LOOK_AHEAD = Range("look_ahead", 1, LONGEST, whole=True)


def excerpt(length: int = 32, look_ahead: int = 16, of: Recording | None = None) -> dict[str, Any]:
    """The part of the recording that the page's race shows, ready for JSON.

    Parameters
    ----------
    length
        Tokens that the race commits; passes start at positions 0..length − 1.
    look_ahead
        The longest k that is played, at most 16.
    of
        By default the recording that comes with the package; the page has its first `SHOWN` texts.

    Returns
    -------
    dict
        `length`, `look_ahead`, `alphabet`, `common`, `vocabulary` (words, the commonest first),
        `drafts` (by name: `rate`, the measured a over the whole recording, and `origin`, what
        it is) and `prompts` (by name: `kind`, `title`, `text`, `target`, `drafts`). Tokens are
        packed: a digit d = `alphabet.indexOf(character)` below `common` is the token d, an index
        into `vocabulary`; any other is the token
        `common + (d − common) * alphabet.length + e`, e being the next digit.
        `target` packs length + look_ahead tokens. Each draft of a prompt has
        `agrees`, a character for each position, `1` where the draft chooses as the target, and
        `rejected`, a packed string for each position: what the draft writes if its token there
        is rejected, as far as a pass can see. What it writes by itself is the target's token
        while it agrees, then `rejected` of the first position where it does not.

    Raises
    ------
    ValueError
        If more is asked for than was recorded.
    """
    source = of or recording()
    shown = source.prompts[:SHOWN]
    starts = min(draft.starts for prompt in shown for draft in prompt.drafts.values())
    Range("length", 1, starts, whole=True).scalar(length)
    LOOK_AHEAD.scalar(look_ahead)
    parts = [part for prompt in shown for part in _parts(prompt, length, look_ahead)]
    ranking = Counter(int(token) for part in parts for token in part).most_common()
    index = {token: place for place, (token, _times) in enumerate(ranking)}
    prompts = {prompt.name: _prompt_excerpt(prompt, length, look_ahead, index) for prompt in shown}
    return {
        "length": length,
        "look_ahead": look_ahead,
        "alphabet": ALPHABET,
        "common": COMMON,
        "vocabulary": [source.vocabulary[token] for token in index],
        "drafts": {
            name: {"rate": acceptance_rate(name, of), "origin": source.origin(name)}
            for name in source.skipped
        },
        "prompts": prompts,
    }


def _parts(prompt: Prompt, length: int, look_ahead: int) -> Iterator[Tokens]:
    """All that is packed of a prompt."""
    yield prompt.target[: length + look_ahead]
    for draft in prompt.drafts.values():
        yield from _rejected(draft, length, look_ahead)


def _rejected(draft: Draft, length: int, look_ahead: int) -> list[Tokens]:
    # The last pass starts at length − 1 and drafts up to this position, itself left out.
    end = length - 1 + look_ahead
    return [draft.rejected[at, : min(look_ahead, end - at)] for at in range(end)]


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
    rejected = _rejected(draft, length, look_ahead)
    return {
        "agrees": "".join("1" if agrees else "0" for agrees in draft.agrees[: len(rejected)]),
        "rejected": [_packed(tokens, index) for tokens in rejected],
    }


def _packed(tokens: Tokens, index: dict[int, int]) -> str:
    return "".join(_digits(index[int(token)]) for token in tokens)


def _digits(token: int) -> str:
    if token < COMMON:
        return ALPHABET[token]
    high, low = divmod(token - COMMON, len(ALPHABET))
    return ALPHABET[COMMON + high] + ALPHABET[low]
