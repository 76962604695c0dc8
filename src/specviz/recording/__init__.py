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
from specviz.recording.packed import SHOWN, excerpt
from specviz.recording.reading import cuts, origin, read_recording, summary
from specviz.recording.shape import VERSION, RecordingError
from specviz.recording.timed import Run, conditions, runs
from specviz.recording.transcript import (
    LONGEST,
    ROLES,
    STARTS,
    Draft,
    Prompt,
    Recording,
    recording,
    recording_of,
)

__all__ = [
    "LONGEST",
    "ROLES",
    "SHOWN",
    "STARTS",
    "VERSION",
    "Draft",
    "Findings",
    "Measured",
    "Prompt",
    "Recording",
    "RecordingError",
    "Run",
    "acceptance_rate",
    "conditional_rate",
    "conditions",
    "cuts",
    "drawn",
    "excerpt",
    "findings",
    "mean_overlap",
    "origin",
    "reached_and_accepted",
    "read_recording",
    "recording",
    "recording_of",
    "runs",
    "summary",
    "tokens_per_pass",
]
