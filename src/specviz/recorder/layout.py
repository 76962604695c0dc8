"""How a recording lies in its file: token ids become indices into one list of words."""

import json
from collections.abc import Callable, Mapping
from typing import Any

TOKEN_FIELDS = ("target", "choice", "rejected", "tokens")
"""Keys under which token ids lie, in whatever depth of lists."""


def used_tokens(value: Any, *, are_tokens: bool = False) -> set[int]:
    """Token ids that occur in a recording under one of `TOKEN_FIELDS`."""
    if isinstance(value, Mapping):
        parts = [used_tokens(part, are_tokens=_holds(key, part)) for key, part in value.items()]
    elif isinstance(value, list):
        parts = [used_tokens(part, are_tokens=are_tokens) for part in value]
    else:
        parts = [{value}] if are_tokens else []
    return set().union(*parts)


def indexed(value: Any, index: Mapping[int, int], *, are_tokens: bool = False) -> Any:
    """The same recording with each token id replaced by its index."""
    if isinstance(value, Mapping):
        return {
            key: indexed(part, index, are_tokens=_holds(key, part)) for key, part in value.items()
        }
    if isinstance(value, list):
        return [indexed(part, index, are_tokens=are_tokens) for part in value]
    return index[value] if are_tokens else value


def _holds(key: str, part: Any) -> bool:
    return key in TOKEN_FIELDS and isinstance(part, list)


def with_vocabulary(prompts: Mapping[str, Any], word: Callable[[int], str]) -> dict[str, Any]:
    """Prompts told in indices, with the words that they point to.

    Parameters
    ----------
    prompts
        By name, as recorded: token ids under `TOKEN_FIELDS`.
    word
        What a token id reads as.

    Returns
    -------
    dict
        `vocabulary`, in the order of the ids, and `prompts`.
    """
    tokens = sorted(used_tokens(prompts))
    index = {token: position for position, token in enumerate(tokens)}
    return {"vocabulary": [word(token) for token in tokens], "prompts": indexed(prompts, index)}


def text(value: Any, depth: int = 0) -> str:
    """JSON with a line for each array: small, and a change shows where it is."""
    if isinstance(value, Mapping):
        parts = [f"{_line(key)}:{text(part, depth + 1)}" for key, part in value.items()]
        return _block("{", parts, "}", depth)
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return _block("[", [_line(part) for part in value], "]", depth)
    return _line(value)


def _block(start: str, parts: list[str], end: str, depth: int) -> str:
    indent = "\n" + " " * depth
    return start + ",".join(f"{indent} {part}" for part in parts) + indent + end


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
