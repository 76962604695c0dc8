"""Records that belong to one run, pooled by what was counted.

Windows and requests are summed, of counters since a start the last is taken or two scrapes are
subtracted, and of bare means the mean is taken. `pooling.js` is this file's twin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from specviz.logs.reading import Record

LONGEST_DRAFT = 256
"""Beyond this no k is looked for."""

FULL = 0.92
"""Share of k that the mean draft must reach, for k to be what every pass drafted."""

SPEEDS = 4096
"""Windows of which the speed is kept."""

HALF = 0.005
"""Half of the last of two printed digits."""

UNEVEN = "the mean length is not 1 + k × accepted / drafted"


@dataclass(slots=True)
class Sample:
    """One record in the same words for every engine; None is what it does not say.

    Parameters
    ----------
    k
        Drafted tokens per pass, where the record tells.
    exact
        Whether k is certain from this record alone.
    passes
        Verify passes; those with a draft where `tokens` is given as well and `every` is false.
    every
        Whether passes counts steps without a draft too.
    drafted, accepted
        Tokens.
    length
        Tokens per pass as printed, where nothing is counted.
    survival
        Share of passes of which the first i drafts were accepted.
    tokens, seconds
        Of the whole output, also that of steps without a draft.
    speed, running
        Tokens per second, and requests that shared it.
    """

    k: int | None = None
    exact: bool = False
    passes: float | None = None
    every: bool = False
    drafted: float | None = None
    accepted: float | None = None
    length: float | None = None
    slack: float = HALF
    survival: list[float] = field(default_factory=list)
    tokens: float | None = None
    seconds: float | None = None
    speed: float | None = None
    running: float | None = None
    odd: str = ""


def sample(record: Record, known: int | None) -> Sample:
    """A record in the words of every engine.

    Parameters
    ----------
    record
        Of any format.
    known
        The k of the run so far or of the engine's settings, where the record itself is cut.

    Returns
    -------
    Sample
        By the definitions of the format's row.
    """
    said = record.fields
    found = Sample(
        drafted=said.get("drafted"),
        accepted=said.get("accepted"),
        passes=said.get("passes"),
        tokens=said.get("tokens", said.get("output")),
        seconds=said["ms"] / 1000 if "ms" in said else said.get("seconds"),
        speed=said.get("speed"),
        running=said.get("running"),
    )
    if "rejected" in said and found.accepted is not None:
        found.drafted = found.accepted + said["rejected"]
    found.survival, whole = survival_of(record)
    listed = len(found.survival) if whole else 0
    if "emitted" in said:
        _emitted(found, said)
    elif found.drafted is None or found.accepted is None:
        _means(found, record)
    elif found.drafted == 0:
        found.passes = 0.0
    elif found.passes is not None:
        _ratio(found, said, listed)
    else:
        _lengths(found, record, listed, known)
    if "k" in said and found.k is None:
        found.k, found.exact = int(said["k"]), True
    if not 1 <= (found.k or 0) <= LONGEST_DRAFT:
        found.k, found.exact = None, False
    if found.passes is None and found.tokens is not None and found.accepted is not None:
        # What was not accepted is the target's own, one a step.
        found.passes, found.every = found.tokens - found.accepted, True
    return found


def survival_of(record: Record) -> tuple[list[float], bool]:
    """Survival by position as printed, in shares, and whether the list is as long as k.

    Parameters
    ----------
    record
        With a list, with numbered positions, or with neither.

    Returns
    -------
    list of float, bool
        Empty where there is none.
    """
    listed, cut = record.fields.get("positions", ([], True))
    if not listed and "position" in record.fields:
        numbered = record.fields["position"]
        listed, cut = [], False
        while str(len(listed)) in numbered:
            listed.append(numbered[str(len(listed))])
        # The bench's own label leaves no doubt; elsewhere lists are cut by hand.
        cut = "percent" not in record.fields
    if any(share > 1 for share in listed):
        listed = [share / 100 for share in listed]
    return listed, bool(listed) and not cut


def whole_between(low: float, high: float) -> int | None:
    """The one whole number from 1 on in a range, if there is exactly one.

    Parameters
    ----------
    low, high
        Both ends count.

    Returns
    -------
    int or None
        None also where there are several.
    """
    if not (math.isfinite(low) and math.isfinite(high)):
        return None
    first = max(1, math.ceil(low - 1e-9))
    return first if first <= high + 1e-9 < first + 1 and first <= LONGEST_DRAFT else None


def printed(record: Record, name: str) -> tuple[float, float]:
    """The range of what was printed, given its digits.

    Parameters
    ----------
    record
        With the field.
    name
        Of the field.

    Returns
    -------
    low, high : float
        Where fewer digits stand there than the format prints, the line was cut.
    """
    value, digits = record.fields[name], record.digits.get(name, 0)
    unit = unit_of(digits)
    if digits < record.format.row.get("digits", {}).get(name, 0):
        return value, value + unit
    return value - unit / 2, value + unit / 2


def unit_of(digits: int) -> float:
    """The unit of the last of some digits behind the point, without a power's rounding.

    Parameters
    ----------
    digits
        From 0 on.

    Returns
    -------
    float
        1 for none, 0.1 for one.
    """
    whole = 1.0
    for _ in range(min(digits, 20)):
        whole *= 10.0
    return 1.0 / whole


def added(terms: Iterable[float]) -> float:
    """A sum from left to right, in which the last bit is the same in both languages.

    Parameters
    ----------
    terms
        Numbers.

    Returns
    -------
    float
        Unlike `sum`, without a correction.
    """
    total = 0.0
    for term in terms:
        total += term
    return total


def length_of_draft(drafted: float, passes: float) -> int | None:
    """The k of which the mean draft falls short by a few last passes at most.

    Parameters
    ----------
    drafted, passes
        Tokens, and the passes that verified them.

    Returns
    -------
    int or None
        None where the mean is not near a whole number from below.
    """
    if not 0 < passes < math.inf:
        return None
    mean = drafted / passes
    k = max(1, math.ceil(mean - 0.005 * mean))
    return k if mean >= FULL * k and k <= LONGEST_DRAFT else None


def _emitted(found: Sample, said: dict[str, float]) -> None:
    """V0 counts what was emitted; its accepted tokens are not prefixes."""
    found.k, found.exact = int(said["k"]), True
    drafted = said["drafted"]
    found.passes = drafted / said["k"] if said["k"] else 0.0
    found.accepted = said["emitted"] - found.passes
    if "efficiency" in said and found.passes:
        share = said["emitted"] / (found.passes * (said["k"] + 1))
        if abs(share - said["efficiency"]) > 0.0011:  # noqa: PLR2004 three digits
            found.odd = "the system efficiency is not emitted / (passes × (k + 1))"


def _means(found: Sample, record: Record) -> None:
    """Nothing is counted: a length, a rate, or both."""
    said = record.fields
    found.drafted = found.accepted = found.passes = None
    if "k" in said:
        found.k, found.exact = int(said["k"]), True
    rates = [end / 100 for end in printed(record, "percent")] if "percent" in said else []
    if "length" not in said:
        if found.k is not None and rates:
            found.length = 1 + found.k * said["percent"] / 100
            found.slack = found.k * (rates[1] - rates[0]) / 2
        return
    found.length = said["length"]
    low, high = printed(record, "length")
    found.slack = (high - low) / 2
    if not rates or not rates[0]:
        return
    if found.k is not None:
        apart = abs(1 + found.k * said["percent"] / 100 - found.length)
        if apart > found.slack + found.k * (rates[1] - rates[0]) / 2 + 1e-9:
            found.odd = "the length is not 1 + k × the rate"
        return
    found.k = whole_between((low - 1) / rates[1], (high - 1) / rates[0])
    found.exact = found.k is not None
    if found.k is not None and not low < said["length"] < high:
        # Cut off: the rate tells the rest of its digits.
        found.length = 1 + found.k * said["percent"] / 100
        found.slack = found.k * (rates[1] - rates[0]) / 2


def _ratio(found: Sample, said: dict[str, float], listed: int) -> None:
    """Passes are printed: k is drafted/passes."""
    passes, drafted = found.passes or 0.0, found.drafted or 0.0
    if passes == 0:
        return
    mean = drafted / passes
    if mean == int(mean):
        found.k, found.exact = int(mean), True
    elif listed >= mean:
        found.k = listed
    tokens = 1 + (found.accepted or 0.0) / passes
    if "length" in said and abs(tokens - said["length"]) > 0.0101:  # noqa: PLR2004 two digits
        found.odd = "the mean length is not 1 + accepted / drafts"


def _lengths(found: Sample, record: Record, listed: int, known: int | None) -> None:
    """Passes are not printed: they follow from k, or from the mean length."""
    drafted, accepted = found.drafted or 0.0, found.accepted or 0.0
    length = record.fields.get("length")
    if length is None:
        # A request's tokens tell its passes better than a k from elsewhere.
        found.k = listed or (known if found.tokens is None else None)
        found.exact = listed > 0
    elif listed and _agrees(found, length, listed):
        found.k, found.exact = listed, True
    elif accepted and length > 1 + HALF:
        low, high = (drafted * (length + sign * HALF - 1) / accepted for sign in (-1, 1))
        found.k = whole_between(low, high)
        found.exact = found.k is not None
        if found.k is None:
            _between(found, length, listed, known)
    elif known is not None and _agrees(found, length, known):
        found.k = known
    elif listed:
        found.k, found.odd = listed, UNEVEN
    if found.passes is None and found.k:
        found.passes = drafted / found.k
    if found.passes is not None:
        found.odd = found.odd or _contradiction(found, record, listed)


def _between(found: Sample, length: float, listed: int, known: int | None) -> None:
    """No whole k behind a mean length: it is cut, or some drafts were shorter."""
    if known is not None and _agrees(found, length, known):
        found.k = known
        return
    found.passes = math.floor((found.accepted or 0.0) / (length - 1) + 0.5)
    if listed and listed * found.passes >= (found.drafted or 0.0):
        found.k = listed
    elif listed:
        found.odd = UNEVEN


def _agrees(found: Sample, length: float, k: int) -> bool:
    """Whether a mean length is what a k makes of the counts, within its two digits."""
    tokens = 1 + k * (found.accepted or 0.0) / (found.drafted or 1.0)
    return abs(tokens - length) <= 2 * HALF + 1e-9


def _contradiction(found: Sample, record: Record, listed: int) -> str:
    said, shares = record.fields, found.survival
    if any(after > before + 0.0015 for before, after in pairwise(shares)):
        return "survival rises from one position to the next"
    if "percent" in said and found.drafted:
        share = 100 * (found.accepted or 0.0) / found.drafted
        if abs(share - said["percent"]) > 0.5 * unit_of(record.digits["percent"]) + 0.011:
            return "the rate is not accepted / drafted"
    if "length" in said and listed and found.k is not None:
        if listed > found.k:
            return "the list of positions is longer than k"
        gap = abs(added(shares) - (said["length"] - 1))
        if found.k == listed and gap > 0.002 * listed + 0.0051:
            return "the positions do not add up to the mean length"
    return ""
