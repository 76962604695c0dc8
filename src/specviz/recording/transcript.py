"""What a real draft and its target wrote, position by position.

The recording (`recording.json`, written by `recorder/record.py`) follows one target,
decoding greedily, and two drafts made of the same network with layers skipped. It holds enough
to replay real speculative decoding exactly, from any starting position and for any k up to 16.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

STARTS = 128
"""Starting positions of each prompt."""

LONGEST = 16
"""Tokens of the longest draft that can be replayed."""

Tokens = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Draft:
    """What one draft would write along one prompt's text.

    Parameters
    ----------
    target
        The target's own tokens, shape (positions,).
    choices
        The draft's greedy token given the true text before it, shape (positions,).
    overlap
        Σ min(p, q) over the vocabulary, shape (positions,): the chance that a token sampled
        from the draft is accepted by speculative sampling.
    rejected
        Shape (positions, LONGEST): the draft's best token other than the target's, and its own
        greedy continuation behind it.
    """

    target: Tokens
    choices: Tokens
    overlap: NDArray[np.float64]
    rejected: Tokens

    @cached_property
    def agrees(self) -> NDArray[np.bool_]:
        """Whether the draft chooses as the target does, shape (positions,)."""
        return np.equal(self.choices, self.target)

    @cached_property
    def continuation(self) -> Tokens:
        """What the draft writes from each starting position, shape (STARTS, LONGEST)."""
        return np.array([self.drafted(start) for start in range(STARTS)])

    @cached_property
    def accepted(self) -> Tokens:
        """How many of the LONGEST tokens are accepted from each start, shape (STARTS,)."""
        matches = self.continuation == _windows(self.target)
        return np.asarray(np.cumprod(matches, axis=1).sum(axis=1))

    def drafted(self, start: int, length: int = LONGEST) -> Tokens:
        """The draft's own greedy tokens from a start in 0..127 on, at most 16, shape (length,).

        While it agrees with the target it walks along the text; at its first disagreement it
        leaves it, and what it would write from there on was recorded.
        """
        agrees = self.agrees[start : start + length]
        break_at = length if agrees.all() else int(agrees.argmin())
        left = self.rejected[start + break_at, : length - break_at]
        return np.concatenate([self.target[start : start + break_at], left])


@dataclass(frozen=True, eq=False)
class Prompt:
    """A question, the target's answer, and what each draft makes of it.

    Parameters
    ----------
    name, kind, title
        What it is called: a key, the kind of text, and a heading.
    text
        The question as a user types it.
    chat
        The same as the model is given it, with its system prompt and special tokens.
    target
        The answer's tokens, shape (STARTS + LONGEST + 1,).
    drafts
        By name: `aligned` and `weak`.
    odds
        At some positions the likeliest tokens of target and drafts, as they lie in the file.
    """

    name: str
    kind: str
    title: str
    text: str
    chat: str
    target: Tokens
    drafts: Mapping[str, Draft]
    odds: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, eq=False)
class Recording:
    """All that was recorded.

    Parameters
    ----------
    about
        Model, file and its hash, package, licence, versions.
    search
        How the drafts' layers were found: what was tried and what came close.
    skipped
        The layers that each draft leaves out.
    vocabulary
        The word of each token; tokens are indices into it.
    prompts
        In the order in which they are offered.
    """

    about: Mapping[str, str]
    search: Mapping[str, Any]
    skipped: Mapping[str, tuple[int, ...]]
    vocabulary: tuple[str, ...]
    prompts: tuple[Prompt, ...]

    def words(self, tokens: Tokens) -> list[str]:
        """What the tokens read as, one string a token."""
        return [self.vocabulary[token] for token in tokens]

    def traces(self, draft: str) -> list[Draft]:
        """One draft's record on every prompt.

        Raises
        ------
        ValueError
            If no draft has that name.
        """
        if draft not in self.skipped:
            raise ValueError(f"draft must be one of {', '.join(self.skipped)}, got {draft!r}")
        return [prompt.drafts[draft] for prompt in self.prompts]


@cache
def recording() -> Recording:
    """The recording that comes with the package."""
    data = json.loads(files("specviz").joinpath("recording/recording.json").read_text("utf-8"))
    return Recording(
        about=data["about"],
        search=data["search"],
        skipped={name: tuple(draft["skipped"]) for name, draft in data["drafts"].items()},
        vocabulary=tuple(data["vocabulary"]),
        prompts=tuple(_prompt(name, entry) for name, entry in data["prompts"].items()),
    )


def _prompt(name: str, entry: Mapping[str, Any]) -> Prompt:
    target = np.array(entry["target"])
    return Prompt(
        name=name,
        kind=entry["kind"],
        title=entry["title"],
        text=entry["text"],
        chat=entry["chat"],
        target=target,
        drafts={draft: _draft(target, trace) for draft, trace in entry["drafts"].items()},
        odds=tuple(entry["odds"]),
    )


def _draft(target: Tokens, trace: Mapping[str, Any]) -> Draft:
    choices = np.array(trace["choice"])
    overlap, rejected = np.array(trace["overlap"]), np.array(trace["rejected"])
    return Draft(target[: len(choices)], choices, overlap, rejected)


def _windows(tokens: Tokens) -> Tokens:
    windows = np.lib.stride_tricks.sliding_window_view(tokens, LONGEST)
    return windows[:STARTS]
