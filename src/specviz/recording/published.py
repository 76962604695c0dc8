"""Machines and language models as their makers publish them, each with source and date.

In `hardware.json` and `models.json`, found on the day that each entry names; what a source does
not say outright, and how it was derived, is in the entry's note.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from specviz.theory.roofline import Hardware, LanguageModel

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Published:
    """Where an entry comes from.

    Parameters
    ----------
    name
        One word, for commands and addresses.
    label
        As readers know it.
    source
        Address of the page that was read.
    found
        Day of reading, as 2026-12-07.
    note
        What the source does not say outright.
    """

    name: str
    label: str
    source: str
    found: str
    note: str


@dataclass(frozen=True, slots=True)
class Machine(Published):
    """A machine, its memory and its peak at 16 bits."""

    hardware: Hardware


@dataclass(frozen=True, slots=True)
class Shape(Published):
    """A language model at some width of its weights."""

    bits: int
    model: LanguageModel


@cache
def machines() -> Mapping[str, Machine]:
    """Machines by name, the one that pages begin with first.

    Returns
    -------
    Mapping of str to Machine
        Data-centre GPUs of three generations and two makers, consumer GPUs, a TPU, Apple chips
        and a CPU.
    """
    return {
        item["name"]: Machine(**_origin(item), hardware=Hardware(item["bandwidth"], item["peak"]))
        for item in _items("hardware.json")
    }


@cache
def shapes() -> Mapping[str, Shape]:
    """Language models by name, from the smallest to the largest.

    Returns
    -------
    Mapping of str to Shape
        Dense ones and mixtures of experts, at 16, 8 and 4 bits.
    """
    return {
        item["name"]: Shape(
            **_origin(item),
            bits=item["bits"],
            model=LanguageModel(
                parameters=item["parameters"],
                active=item["active"],
                bytes_per_parameter=item["bytes_per_parameter"],
                layers=item["layers"],
                heads=item["heads"],
                kv_heads=item["kv_heads"],
                head_size=item["head_size"],
                experts=item["experts"],
                active_experts=item["active_experts"],
            ),
        )
        for item in _items("models.json")
    }


def machine(name: str) -> Machine:
    """A machine by its name.

    Parameters
    ----------
    name
        A key of `machines`.

    Returns
    -------
    Machine
        As published.

    Raises
    ------
    ValueError
        If there is none of that name.
    """
    return _known("hardware", name, machines())


def shape(name: str) -> Shape:
    """A language model by its name.

    Parameters
    ----------
    name
        A key of `shapes`.

    Returns
    -------
    Shape
        As published.

    Raises
    ------
    ValueError
        If there is none of that name.
    """
    return _known("model", name, shapes())


def _known(kind: str, name: str, entries: Mapping[str, Entry]) -> Entry:
    if name not in entries:
        raise ValueError(f"{kind} must be one of {', '.join(entries)}, got {name!r}")
    return entries[name]


def _origin(item: Mapping[str, Any]) -> dict[str, str]:
    return {key: item[key] for key in ("name", "label", "source", "found", "note")}


def _items(file: str) -> list[dict[str, Any]]:
    text = files("specviz.recording").joinpath(file).read_text("utf-8")
    items: list[dict[str, Any]] = json.loads(text)["items"]
    return items
