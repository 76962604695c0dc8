"""What must be said about a run, each finding by its name. `findings.js` is this file's twin."""

from __future__ import annotations

from dataclasses import dataclass

from specviz.logs.counts import Counts
from specviz.logs.pooling import added
from specviz.logs.runs import Tally
from specviz.theory import rounding

FEW = 100
"""Passes below which an interval says more than its middle."""

ENOUGH = 30
"""Drafted tokens from which nothing but acceptances, or none at all, is no chance."""

SURPRISE = 0.05
"""Chance below which an empty position is called a cliff."""

HELD = 10
"""Passes that must have reached a position for its rate to be called low."""

COVERED = 0.8
"""Share of the steps with a draft below which E tells of too few of them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that must be said.

    Parameters
    ----------
    name
        Stable, for programs.
    text
        What it means and what to do, in two sentences.
    """

    name: str
    text: str


def findings(tally: Tally, of: Counts, baseline: str) -> list[Finding]:
    """What must be said about the counts of a run.

    Parameters
    ----------
    tally, of
        The run, and what it comes to.
    baseline
        How the engine's plain speed is measured; empty where it is known.

    Returns
    -------
    list of Finding
        In the order of weight.
    """
    found = [
        *_none(of),
        *_tree(tally, of),
        *_artefact(of),
        *_edited(tally, of),
        *_broken(of),
        *_cliff(of),
        *_coverage(of),
        *_window(tally),
    ]
    if baseline:
        found.append(
            Finding(
                "no-baseline",
                f"Acceptance alone cannot tell whether this is faster. {baseline}",
            )
        )
    return found


def _none(of: Counts) -> list[Finding]:
    if of.drafted == 0:
        return [
            Finding(
                "no-drafts",
                "Nothing was drafted here, which is not an acceptance of 0 %. Look whether the "
                "draft was loaded, and whether speculation is on for these requests.",
            )
        ]
    if of.passes is not None and 0 < of.passes < FEW:
        return [
            Finding(
                "few-passes",
                f"{_count(of.passes)} passes are few: trust the interval, not its middle. "
                "Paste more lines, or the counters of a longer run.",
            )
        ]
    return []


def _tree(tally: Tally, of: Counts) -> list[Finding]:
    if tally.tree:
        return [
            Finding(
                "tree",
                "The draft is a tree (topk above 1), so that no single a stands behind E. "
                "E and the speed hold; compare them, not the rate per node.",
            )
        ]
    if of.dynamic and of.E is not None:
        mean = (of.drafted or 0.0) / (of.passes or 1.0)
        most = "" if of.k is None else f" of at most {of.k}"
        return [
            Finding(
                "dynamic-k",
                f"A pass drafted {rounded(mean)} tokens in the mean{most}: the draft stops "
                "early, or steps without a draft are counted, so that no a follows from E. "
                "E itself holds; fix the draft length (p-min 0) to measure a.",
            )
        ]
    return []


def _artefact(of: Counts) -> list[Finding]:
    drafted = of.drafted or 0.0
    if of.accepted != drafted or drafted < ENOUGH:
        return []
    if of.E is not None and not of.dynamic and of.k is not None:
        return []
    small = "" if of.E is None else f", yet a pass gave {rounded(of.E)} tokens"
    return [
        Finding(
            "artefact-100",
            f"All {_count(drafted)} drafted tokens accepted{small}: engines that cannot roll back "
            "their memory count only the passes that were accepted in full. Take the "
            "statistics line, or a build after April 2026.",
        )
    ]


def _edited(tally: Tally, of: Counts) -> list[Finding]:
    reason = tally.odd
    if of.k is not None and of.E is not None and of.E > of.k + 1.01:
        reason = "a pass cannot give more than k + 1 tokens"
    if of.E is not None and of.E < 0.99:  # noqa: PLR2004
        reason = "a pass gives one token at least"
    if not reason:
        return []
    return [
        Finding(
            "edited",
            f"The numbers contradict each other: {reason}. They were edited, or k varied; "
            "paste the engine's own lines.",
        )
    ]


def _broken(of: Counts) -> list[Finding]:
    drafted = of.drafted or 0.0
    if of.E is None or of.E > 1.1 or drafted < ENOUGH:  # noqa: PLR2004 a tenth of a token
        return []
    first = of.survival[0] if of.survival else of.E - 1
    if first >= 0.1 or (of.accepted and drafted < FEW):  # noqa: PLR2004
        return []
    if of.dynamic and of.tokens_per_step is not None and drafted < (of.passes or 0.0):
        return []
    return [
        Finding(
            "broken-draft",
            f"Of the first drafted tokens {rounded(100 * first, 1)} % were accepted: the draft "
            "does not predict this target, and no k helps. Check that draft and target belong "
            "together: checkpoint, tokenizer, template, quantization.",
        )
    ]


def _cliff(of: Counts) -> list[Finding]:
    if not of.survival or not of.passes or of.survival[0] < 0.1:  # noqa: PLR2004
        return []
    rates = conditional(of.survival)
    for i in range(1, len(rates)):
        rate, reached = rates[i], of.passes * of.survival[i - 1]
        if rate is None:
            return []
        mean = added(one or 0.0 for one in rates[:i]) / i
        chance = 1.0
        for _ in range(min(int(reached + 0.5), 1000)):
            chance *= 1 - mean
        empty = rate == 0 and chance < SURPRISE
        if empty or (0 < rate < mean / 2 and reached >= HELD):
            return [
                Finding(
                    "cliff",
                    f"Up to position {i} the rate is {rounded(mean)}, at position {i + 1} "
                    f"{rounded(rate)}: what is drafted behind position {i} buys almost nothing. "
                    f"k = {i} gives nearly the same E; look for a window or a training length "
                    "of the draft that ends there.",
                )
            ]
    return []


def _coverage(of: Counts) -> list[Finding]:
    share = of.coverage
    if share is None and of.dynamic and of.passes and (of.drafted or 0.0) < of.passes:
        share = (of.drafted or 0.0) / of.passes
    if share is None or share >= COVERED or not of.drafted:
        return []
    return [
        Finding(
            "low-coverage",
            f"At most {rounded(100 * share, 0)} % of the steps had a draft: acceptance speaks of "
            "those alone. Over all steps one gives "
            f"{rounded(of.tokens_per_step or 1.0)} tokens.",
        )
    ]


def _window(tally: Tally) -> list[Finding]:
    found = []
    if tally.running > 1:
        found.append(
            Finding(
                "load",
                f"Up to {_count(tally.running)} requests ran at once, which makes a pass dearer. "
                "Costs hold at this load alone; compare with a baseline at the same one.",
            )
        )
    if tally.idle:
        found.append(
            Finding(
                "idle-window",
                f"A window was mostly idle ({tally.idle}), so that its tokens per second mean "
                "nothing. Its counts are used, its speed is not.",
            )
        )
    return found


def conditional(survival: list[float]) -> list[float | None]:
    """Rates by position, given that the one before was accepted.

    Parameters
    ----------
    survival
        By position.

    Returns
    -------
    list of float or None
        None where nothing came so far.
    """
    before = [1.0, *survival[:-1]]
    return [
        after / reached if reached > 0 else None
        for after, reached in zip(survival, before, strict=True)
    ]


def rounded(number: float, digits: int = 2) -> str:
    """A number as people read it; what no log can mean is cut off.

    Parameters
    ----------
    number
        Any but NaN.
    digits
        Behind the point.

    Returns
    -------
    str
        By the one rule of `specviz.theory.rounding`.
    """
    return rounding.rounded(min(number, 1e15), digits)


def _count(number: float) -> str:
    return rounded(number, 0)
