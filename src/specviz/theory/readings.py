"""The numbers of the page, in full and as text: a function of the settings. Twin of readings.js."""

from __future__ import annotations

from specviz.theory import accepted_share, expected_tokens, net_speedup, power
from specviz.theory.rounding import rounded


def values(a: float, k: int, c: float, v: float) -> dict[str, float]:
    """Every number that the page computes from the settings, in full precision.

    Parameters
    ----------
    a, k, c, v
        Acceptance rate, draft length, and the costs of one drafted token and of
        one verify pass in target steps.

    Returns
    -------
    dict
        By the name under which the page shows it.

    Raises
    ------
    ValueError
        If a value is out of range; see `specviz.theory`.
    """
    return {
        "a": a,
        "k": k,
        "c": c,
        "v": v,
        "power": power(a, k),
        "E": expected_tokens(a, k),
        "speedup": net_speedup(a, k, c, v),
        "cost": v + k * c,
        "share": accepted_share(a, k),
    }


def texts(of: dict[str, float]) -> dict[str, str]:
    """The same numbers as the page prints them, and the terms of the worked formula.

    Parameters
    ----------
    of
        What `values` returned.

    Returns
    -------
    dict
        Rounded by the one rule of `specviz.theory.rounding`.
    """
    return {
        "a": rounded(of["a"]),
        "k": str(int(of["k"])),
        "c": rounded(of["c"]),
        "v": rounded(of["v"]),
        "k+1": str(int(of["k"]) + 1),
        "1-a": rounded(1 - of["a"]),
        "power": rounded(of["power"], 3),
        "1-power": rounded(1 - of["power"], 4),
        "E": rounded(of["E"]),
        "E in full": rounded(of["E"], 4),
        "cost": rounded(of["cost"]),
        "speedup": f"{rounded(of['speedup'])}×",
        "share": f"{rounded(100 * of['share'], 0)} %",
    }
