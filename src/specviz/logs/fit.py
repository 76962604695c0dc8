"""What an engine printed, as E, a and costs, each with what it rests on.

`fit.js` is this file's twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from specviz.logs.cleaning import lines
from specviz.logs.counts import Counts, counts
from specviz.logs.findings import Finding, conditional, findings, rounded
from specviz.logs.reading import Reader, formats
from specviz.logs.runs import Runs, Tally
from specviz.logs.sweep import Point, Sweep, sweep_of
from specviz.theory.estimate import rate_interval, rate_of
from specviz.theory.ranges import Range

HOW = {
    "vLLM": "Start vllm serve once without --speculative-config and run vllm bench serve with the "
    "same requests.",
    "SGLang": "Start the server without --speculative-algorithm and run "
    "sglang.bench_serving with the same requests.",
    "llama.cpp": "Run the same prompt without a draft model (llama-completion, or llama-server "
    "without -md) and take its tokens per second.",
    "TensorRT-LLM": "Run trtllm-bench once more without speculative_config.",
}
BASELINE = Range("baseline", 0.001, 1e9)
SPEED = Range("speed", 0.001, 1e9)

OTHERWISE = "Run the same requests with speculation off, and give those tokens per second."


@dataclass(frozen=True, slots=True)
class Run:
    """One run: an engine with one setting. None is what cannot be known.

    Parameters
    ----------
    engine, format
        Who printed it, and the row of the table that read it.
    k
        Drafted tokens per pass.
    passes, drafted, accepted
        Verify passes that had a draft; tokens drafted, and accepted as prefixes.
    E
        Tokens per pass, the target's own included.
    share_accepted
        Share of the output that the draft wrote, (E − 1) / E.
    a, a_interval
        What the formula calls a, with its 95 % interval; where no passes are known the interval
        is what the printed digits leave open.
    survival, conditional
        By position: share of passes that came so far; rate given the one before.
    coverage
        Share of the steps that had a draft.
    pass_cost
        Cost of one pass with a draft, in plain steps.
    speedup
        Against the baseline.
    break_even
        Tokens that a pass must give to be worth its cost.
    says
        What must be said.
    lines
        First and last line of the paste that it rests on.
    speed, running
        Tokens per second, and the most requests at once.
    definition
        What the format's words mean.
    """

    engine: str
    format: str
    k: int | None
    passes: float | None
    drafted: float | None
    accepted: float | None
    E: float | None
    share_accepted: float | None
    a: float | None
    a_interval: tuple[float, float] | None
    survival: tuple[float, ...] | None
    conditional: tuple[float | None, ...] | None
    coverage: float | None
    pass_cost: float | None
    speedup: float | None
    break_even: float | None
    says: tuple[Finding, ...]
    lines: tuple[int, int]
    speed: float | None
    running: float | None
    definition: str


@dataclass(frozen=True, slots=True)
class Fit:
    """All runs of a paste, and what they say together.

    Parameters
    ----------
    runs
        In the order of the paste.
    sweep
        Speeds by k.
    baseline
        Tokens per second without speculation, given or found.
    """

    runs: tuple[Run, ...]
    sweep: Sweep
    baseline: float | None

    def contract(self) -> dict[str, Any]:
        """The stable form for programs.

        Returns
        -------
        dict
            Of JSON's own types, version 1.
        """
        hidden = ("speed", "running", "definition")
        runs = [
            {name: value for name, value in asdict(run).items() if name not in hidden}
            for run in self.runs
        ]
        return {"version": 1, "runs": runs, "sweep": self.sweep.contract()}


def fit(text: str, baseline: float | None = None, speed: float | None = None) -> Fit:
    """Read what an engine printed about speculative decoding.

    Parameters
    ----------
    text
        Any mess of lines: logs, reports, JSON, counters, a table of a sweep.
    baseline
        Tokens per second without speculation at the same load, above 0.
    speed
        Tokens per second with it, above 0, where the paste does not tell or tells it wrong.

    Returns
    -------
    Fit
        No runs where nothing was understood; see `known`.

    Raises
    ------
    ValueError
        If a speed is not above 0, or infinite.
    TypeError
        If a speed is no number, or the text none.
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")
    return fit_lines(lines(text), baseline, speed)


def fit_lines(
    source: Iterable[str], baseline: float | None = None, speed: float | None = None
) -> Fit:
    """The same of lines, which need not all be there yet.

    Parameters
    ----------
    source
        Lines without their ends.
    baseline, speed
        As of `fit`.

    Returns
    -------
    Fit
        In memory that does not grow with the number of lines.
    """
    reading = Reading()
    for line in source:
        reading.feed(line)
    return reading.result(baseline, speed)


class Reading:
    """A paste that is being read; it can be asked at any time what it has come to.

    It keeps sums, and the lines that are not complete yet.
    """

    def __init__(self) -> None:
        self._reader = Reader()
        self._runs = Runs()

    def feed(self, line: str) -> None:
        """Read one more line.

        Parameters
        ----------
        line
            Without its end.
        """
        for record in self._reader.feed(line):
            self._runs.add(record)

    def result(self, baseline: float | None = None, speed: float | None = None) -> Fit:
        """What has been read; nothing can be fed after it.

        Parameters
        ----------
        baseline, speed
            As of `fit`.

        Returns
        -------
        Fit
            Complete.
        """
        baseline = None if baseline is None else BASELINE.scalar(baseline)
        speed = None if speed is None else SPEED.scalar(speed)
        for record in self._reader.end():
            self._runs.add(record)
        known = baseline
        if known is None and self._runs.plain_seconds > 0:
            known = self._runs.plain_tokens / self._runs.plain_seconds
        runs = tuple(
            _run(tally, counts(tally), known, speed)
            for tally in sorted(self._runs.tallies, key=lambda tally: tally.first)
        )
        points = [
            Point(run.k, run.speed, run.E)
            for run in runs
            if run.k and not any(word.name == "tree" for word in run.says)
        ]
        return Fit(runs, sweep_of(points, known), known)


def known() -> list[str]:
    """The formats that can be read, for people.

    Returns
    -------
    list of str
        Engine and format, one each.
    """
    return [f"{row.engine} ({row.name})" for row in formats() if row.kind not in UNSAID]


UNSAID = {"setting", "status", "plain", "speed"}
"""Kinds that tell of no acceptance."""


def _run(tally: Tally, of: Counts, baseline: float | None, speed: float | None) -> Run:
    speed = of.speed if speed is None else speed
    speedup = speed / baseline if speed and baseline else tally.gain
    cost = _cost(of, speedup)
    how = "" if speedup is not None else HOW.get(tally.format.engine.split(" ")[0], OTHERWISE)
    if baseline is not None and speedup is None:
        how = "Give the tokens per second with speculation as well."
    says = findings(tally, of, how)
    if cost is not None and of.k is not None and cost >= of.k + 1 and not tally.tree:
        says.append(_cannot(cost, of.k))
    a, interval = _rate(tally, of)
    survival = None if of.survival is None else tuple(of.survival)
    return Run(
        engine=tally.format.engine,
        format=tally.format.name,
        k=of.k,
        passes=of.passes,
        drafted=of.drafted,
        accepted=of.accepted,
        E=of.E,
        share_accepted=(of.E - 1) / of.E if of.E else None,
        a=a,
        a_interval=interval,
        survival=survival,
        conditional=None if of.survival is None else tuple(conditional(of.survival)),
        coverage=of.coverage,
        pass_cost=cost,
        speedup=speedup,
        break_even=cost,
        says=tuple(says),
        lines=(tally.first, tally.last),
        speed=speed,
        running=tally.running or None,
        definition=tally.note or tally.format.row["definition"],
    )


def _rate(tally: Tally, of: Counts) -> tuple[float | None, tuple[float, float] | None]:
    """The a behind E, and its interval; refused where no one a stands behind it."""
    if of.E is None or of.dynamic or tally.tree:
        return None, None
    if of.k is None:
        # Nothing accepted is an a of 0 for every k.
        return (0.0, None) if of.accepted == 0 and of.drafted else (None, None)
    if of.E > of.k + 1.01:
        return None, None
    best = rate_of(of.E, of.k)
    if of.passes:
        return best, rate_interval(of.E, of.k, of.passes)
    if of.low is None or of.high is None:
        return best, None
    return best, (rate_of(of.low, of.k), rate_of(of.high, of.k))


def _cost(of: Counts, speedup: float | None) -> float | None:
    """Cost of one pass with a draft, in plain steps: steps without one cost 1."""
    if speedup is None or not speedup or of.E is None or of.tokens_per_step is None:
        return None
    share = 1.0 if of.coverage is None else of.coverage
    if share <= 0:
        return None
    cost = (of.tokens_per_step / speedup - (1 - share)) / share
    return cost if cost > 0 else None


def _cannot(cost: float, k: int) -> Finding:
    return Finding(
        "cannot-win",
        f"A pass costs {rounded(cost)} plain steps and k = {k} can give at most {k + 1} tokens: "
        "no draft, however good, can win here. Turn speculation off, or make a pass cheaper.",
    )
