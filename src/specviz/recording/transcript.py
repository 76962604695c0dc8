"""What a real draft and its target wrote, position by position.

A recording follows one target, decoding greedily, and one or two drafts. It holds enough to
replay real speculative decoding exactly, from any starting position and for any k up to 16. The
one that comes with the package is `recording.json`; docs/recording.md says what lies in the file.
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
"""Starting positions of each prompt of the recording that comes with the package."""

BATCH = 32
"""Starting positions are counted in stretches of so many; what is left at the end is not."""

ROLES = ("aligned", "weak")
"""What the page calls the drafts: the one that agrees more often, and the other."""

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

    @property
    def starts(self) -> int:
        """How many starting positions there are, in whole batches."""
        return (len(self.choices) - LONGEST) // BATCH * BATCH

    @cached_property
    def agrees(self) -> NDArray[np.bool_]:
        """Whether the draft chooses as the target does, shape (positions,)."""
        return np.equal(self.choices, self.target)

    @cached_property
    def continuation(self) -> Tokens:
        """What the draft writes from each starting position, shape (starts, LONGEST)."""
        return np.array([self.drafted(start) for start in range(self.starts)])

    @cached_property
    def accepted(self) -> Tokens:
        """How many of the LONGEST tokens are accepted from each start, shape (starts,)."""
        matches = self.continuation == _windows(self.target)[: self.starts]
        return np.asarray(np.cumprod(matches, axis=1).sum(axis=1))

    def drafted(self, start: int, length: int = LONGEST) -> Tokens:
        """The draft's own greedy tokens from a starting position on, at most 16, shape (length,).

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
        The answer's tokens, one more than there are positions, shape (positions + 1,).
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
        How the drafts' layers were found, where they were searched for.
    skipped
        By role: the layers that each draft leaves out; none where it is another model.
    models
        By role: the draft's own model; nothing where it is the target with layers left out.
    vocabulary
        The word of each token; tokens are indices into it.
    prompts
        In the order in which they are offered.
    names
        By role: what the file calls the draft.
    single
        Whether one draft was recorded, which then stands in both roles.
    timings
        What was timed on the machine that recorded, as it lies in the file.
    """

    about: Mapping[str, str]
    search: Mapping[str, Any]
    skipped: Mapping[str, tuple[int, ...]]
    models: Mapping[str, str]
    vocabulary: tuple[str, ...]
    prompts: tuple[Prompt, ...]
    names: Mapping[str, str]
    single: bool = False
    timings: Mapping[str, Any] | None = None

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

    def origin(self, draft: str) -> str:
        """What a draft is, as a sentence about it ends."""
        if model := self.models[draft]:
            return model
        layers = ", ".join(map(str, self.skipped[draft]))
        return f"the same network with layers {layers} left out" if layers else "the same network"


@cache
def recording() -> Recording:
    """The recording that comes with the package."""
    text = files("specviz").joinpath("recording/recording.json").read_text("utf-8")
    return recording_of(json.loads(text))


def recording_of(data: Mapping[str, Any]) -> Recording:
    """A recording from what lies in its file.

    Parameters
    ----------
    data
        As `specviz.recording.shape.check` lets it pass.

    Returns
    -------
    Recording
        With its drafts in their roles: by name where they are called so, else by how often they
        agree with the target.
    """
    roles = _roles(data)
    drafts = {role: data["drafts"][name] for role, name in roles.items()}
    return Recording(
        about=data["about"],
        search=data.get("search", {}),
        skipped={role: tuple(draft.get("skipped", ())) for role, draft in drafts.items()},
        models={role: draft.get("model", "") for role, draft in drafts.items()},
        vocabulary=tuple(data["vocabulary"]),
        prompts=tuple(_prompt(name, entry, roles) for name, entry in data["prompts"].items()),
        names=roles,
        single=len(data["drafts"]) == 1,
        timings=data.get("timings"),
    )


def _roles(data: Mapping[str, Any]) -> dict[str, str]:
    names = list(data["drafts"])
    if set(names) == set(ROLES):
        return {role: role for role in ROLES}

    def agreement(name: str) -> float:
        pairs = [(it["drafts"][name]["choice"], it["target"]) for it in data["prompts"].values()]
        return float(np.mean([np.mean(np.equal(seen, of[:-1])) for seen, of in pairs]))

    names.sort(key=agreement, reverse=True)
    return dict(zip(ROLES, [names[0], names[-1]], strict=True))


def _prompt(name: str, entry: Mapping[str, Any], roles: Mapping[str, str]) -> Prompt:
    target = np.array(entry["target"])
    made = {draft: _draft(target, trace) for draft, trace in entry["drafts"].items()}
    return Prompt(
        name=name,
        kind=entry["kind"],
        title=entry["title"],
        text=entry["text"],
        chat=entry.get("chat", entry["text"]),
        target=target,
        drafts={role: made[draft] for role, draft in roles.items()},
        odds=tuple(entry.get("odds", ())),
    )


def _draft(target: Tokens, trace: Mapping[str, Any]) -> Draft:
    choices = np.array(trace["choice"])
    overlap, rejected = np.array(trace["overlap"]), np.array(trace["rejected"])
    return Draft(target[: len(choices)], choices, overlap, rejected)


def _windows(tokens: Tokens) -> Tokens:
    return np.lib.stride_tricks.sliding_window_view(tokens, LONGEST)
