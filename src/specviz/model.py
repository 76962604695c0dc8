"""The state of the explanation, declared once: what can be set, in which range, and its help."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, cast

import param

from specviz import theory
from specviz.theory.ranges import Range

REFERENCE = ((0.8, 4), (0.9, 4), (0.5, 4), (0.8, 2))
"""The settings (a, k) that the table always shows."""


class Real(param.Number):  # type: ignore[type-arg]
    """A real number in bounds, kept as a Python float; its errors name value and range."""

    whole: ClassVar[bool] = False

    if TYPE_CHECKING:

        def __get__(self, obj: object, objtype: object = None) -> float: ...

    @property
    def range(self) -> Range:
        """The values that the parameter may take."""
        low, high = cast("tuple[float, float]", self.bounds)
        return Range(self.name or "default", low, high, whole=self.whole)

    def __set__(self, obj: param.Parameterized | None, val: object) -> None:
        """Set the value, or refuse it and keep the old one."""
        super().__set__(obj, self.range.scalar(val))

    def _validate(self, val: object) -> None:
        self.range.scalar(val)


class Whole(Real):
    """A whole number in bounds, kept as a Python int; its errors name value and range."""

    whole: ClassVar[bool] = True

    if TYPE_CHECKING:

        def __get__(self, obj: object, objtype: object = None) -> int: ...


class Choice(param.Selector):  # type: ignore[type-arg]
    """One of a few words; its errors name the value and the words."""

    if TYPE_CHECKING:

        def __get__(self, obj: object, objtype: object = None) -> str: ...

    def _validate(self, val: object) -> None:
        if not isinstance(val, str) or val not in self.objects:
            words = " or ".join(f'"{word}"' for word in self.objects)
            kind = ValueError if isinstance(val, str) else TypeError
            raise kind(f"{self.name} must be {words}, got {val!r}")


class SpeculativeDecoding(param.Parameterized):
    """Speculative decoding with a given acceptance rate, draft length and costs.

    Setting `draft` sets `a` to the rate of that draft too, unless `a` is given with it; setting
    it to what it is changes nothing. A value out of range raises ValueError, one of the wrong
    type TypeError, and the old value stays.

    Examples
    --------
    >>> model = SpeculativeDecoding(a=0.9, k=4)
    >>> round(model.expected_tokens, 2), round(model.speedup, 2)
    (4.1, 2.93)
    >>> SpeculativeDecoding(draft="weak").a
    0.5
    """

    ACCEPTANCE: ClassVar[MappingProxyType[str, float]] = MappingProxyType(
        {"aligned": 0.8, "weak": 0.5}
    )
    """The acceptance rate that each draft stands for."""

    # What notebooks and Panel's apps ask an object for; the package gives it.
    _repr_html_: ClassVar[Callable[["SpeculativeDecoding"], str]]
    __panel__: ClassVar[Callable[["SpeculativeDecoding"], Any]]

    a = Real(
        0.8,
        bounds=(0, 1),
        step=0.01,
        label="acceptance rate a",
        doc="Probability that one drafted token is accepted, given that all before it were.",
    )
    k = Whole(
        4,
        bounds=(1, 16),
        step=1,
        label="draft length k",
        doc="Tokens that the draft proposes in each pass, before the target checks them.",
    )
    draft = Choice(
        default="aligned",
        objects=list(ACCEPTANCE),
        label="draft model",
        doc="A draft that agrees with the target often (aligned) or seldom (weak). "
        "Choosing one sets a as well.",
    )
    c = Real(
        0.1,
        bounds=(0, 1),
        step=0.01,
        label="draft cost c",
        doc="Cost of drafting one token, as a fraction of one step of the target.",
    )
    v = Real(
        1.0,
        bounds=(0.5, 8),
        step=0.1,
        label="verify cost v",
        doc="Cost of one verify pass, in steps of the target. 1 says that checking k tokens "
        "takes as long as making one, less than 1 that plain steps waste time between them.",
    )

    def __init__(self, **params: object) -> None:
        super().__init__(**params)  # type: ignore[no-untyped-call]  # untyped in param
        if "draft" in params and "a" not in params:
            self.a = self.ACCEPTANCE[self.draft]
        self._followed = self.draft
        # A value that is set without changing counts too: a given with the draft is kept, even
        # if it is the old one.
        self.param.watch(self._follow_draft, ["draft", "a"], onlychanged=False)

    @property
    def power(self) -> float:
        """Probability that k + 1 tokens in a row would be accepted, a^(k+1)."""
        return theory.power(self.a, self.k)

    @property
    def expected_tokens(self) -> float:
        """Expected tokens per verify pass, E."""
        return theory.expected_tokens(self.a, self.k)

    @property
    def speedup(self) -> float:
        """Net speedup against plain decoding, E / (v + k·c)."""
        return theory.net_speedup(self.a, self.k, self.c, self.v)

    @property
    def accepted_share(self) -> float:
        """Share of the drafted tokens that is accepted, (E − 1)/k."""
        return theory.accepted_share(self.a, self.k)

    @property
    def best_k(self) -> int:
        """Draft length within the range of k with the greatest net speedup."""
        return theory.best_k(self.a, self.c, self.v, self._k_max)

    @property
    def near_best(self) -> tuple[int, int]:
        """First and last draft length whose net speedup is within 2 % of the greatest."""
        return theory.near_best(self.a, self.c, self.v, self._k_max)

    @property
    def break_even(self) -> float:
        """Acceptance rate at which k neither gains nor loses; NaN where there is none."""
        return theory.break_even(self.k, self.c, self.v)

    @property
    def _k_max(self) -> int:
        return int(self.param["k"].bounds[1])

    def _follow_draft(self, *events: param.parameterized.Event) -> None:
        # Told by the state, not by the events: param keeps the events of an update that failed
        # half-way, and delivers them at some later one.
        if self.draft == self._followed:
            return
        self._followed = self.draft
        if all(event.name != "a" for event in events):
            self.a = self.ACCEPTANCE[self.draft]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: a setting and what it gives.

    Parameters
    ----------
    a, k : float, int
        Acceptance rate and draft length.
    power : float
        a^(k+1).
    E : float
        Expected tokens per verify pass.
    speedup : float
        Net speedup at the model's costs.
    """

    a: float
    k: int
    power: float
    E: float
    speedup: float


def rows(model: SpeculativeDecoding) -> list[Row]:
    """Rows of the table: the four of `REFERENCE`, then the live one.

    Parameters
    ----------
    model : SpeculativeDecoding
        Gives the live row, and the costs c and v of every row.

    Returns
    -------
    list of Row, length 5
        Unrounded numbers.
    """
    return [_row(model, a, k) for a, k in (*REFERENCE, (model.a, model.k))]


def _row(model: SpeculativeDecoding, a: float, k: int) -> Row:
    return Row(
        a=a,
        k=k,
        power=theory.power(a, k),
        E=theory.expected_tokens(a, k),
        speedup=theory.net_speedup(a, k, model.c, model.v),
    )
