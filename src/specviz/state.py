"""The state through which Python and a page served by it see each other."""

from __future__ import annotations

from typing import Any

from bokeh.core.properties import Float, Int, String
from bokeh.model import DataModel

from specviz.model import SpeculativeDecoding

SHARED = ("a", "k", "draft", "c", "v")
"""What the reader and Python can both set."""


class State(DataModel):
    """The settings of one page. Values are checked by the model, not here."""

    a = Float(help="acceptance rate")
    k = Int(help="draft length")
    draft = String(help='"aligned" or "weak"')
    c = Float(help="cost of drafting one token, in target steps")
    v = Float(help="cost of one verify pass, in target steps")


def state_of(model: SpeculativeDecoding) -> State:
    """The state that shows a model.

    Parameters
    ----------
    model
        Read once; `link` keeps the two equal.

    Returns
    -------
    State
        With the model's values.
    """
    return State(**_values(model))


def link(model: SpeculativeDecoding, state: State) -> None:
    """Keep a model and a state equal, whichever of the two is set.

    A value that the model refuses is put back in the state.

    Parameters
    ----------
    model
        The one that checks values.
    state
        The one that the page sees.
    """

    def to_state(*_events: Any) -> None:
        state.update(**_values(model))

    def to_model(attribute: str, _old: Any, new: Any) -> None:
        # The page says which a comes with a draft. No more than that: a drag is many changes a
        # second, and the model checks all that it is given.
        given = {attribute: new, "a": state.a} if attribute == "draft" else {attribute: new}
        try:
            model.param.update(**given)
        except (ValueError, TypeError):
            to_state()

    model.param.watch(to_state, list(SHARED))
    for name in SHARED:
        state.on_change(name, to_model)


def _values(of: SpeculativeDecoding | State) -> dict[str, Any]:
    return {name: getattr(of, name) for name in SHARED}
