"""Words that a real draft and its target wrote, and how the pair compares with the formula."""

from specviz.recording.findings import Findings, drawn, findings
from specviz.recording.measured import (
    Measured,
    acceptance_rate,
    conditional_rate,
    mean_overlap,
    reached_and_accepted,
    tokens_per_pass,
)
from specviz.recording.packed import excerpt
from specviz.recording.transcript import STARTS, Draft, Prompt, Recording, recording

__all__ = [
    "STARTS",
    "Draft",
    "Findings",
    "Measured",
    "Prompt",
    "Recording",
    "acceptance_rate",
    "conditional_rate",
    "drawn",
    "excerpt",
    "findings",
    "mean_overlap",
    "reached_and_accepted",
    "recording",
    "tokens_per_pass",
]
