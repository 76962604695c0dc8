"""The whole way from the names of two models to a recording in a file."""

from __future__ import annotations

import hashlib
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import torch
from transformers.utils import logging

from specviz.recorder import timing
from specviz.recorder.layout import text as laid_out
from specviz.recorder.network import Network, differing, source, weight
from specviz.recorder.notes import Notes
from specviz.recorder.pace import Pace
from specviz.recorder.prompts import Question
from specviz.recorder.record import Drafter, Recorder, planned

LIBRARIES = ("torch", "transformers", "gguf", "accelerate", "numpy")
SKIP = re.compile(r"skip:(\d+)")
SEARCH = "search"
GIGABYTE = 1_000_000_000


class RecorderError(ValueError):
    """Why a pair cannot be recorded, in one sentence."""


@dataclass(frozen=True)
class Wish:
    """What is to be recorded.

    Parameters
    ----------
    target
        A folder, a name on the hub, or a GGUF file.
    draft
        The same; or ``skip:N``, the target without every N-th layer; or ``search``.
    starts
        Starting positions of each text.
    device, dtype
        As torch calls them.
    seed
        Of the order in which is timed; nothing else is left to chance.
    threads
        With which the texts are computed: with one, sums are summed in one order on any machine.
    timings
        Whether the machine is timed too.
    about
        What else is said of the models.
    """

    target: str
    draft: str = SEARCH
    starts: int = 128
    device: str = "cpu"
    dtype: str = "float32"
    seed: int = 0
    threads: int = 1
    timings: bool = True
    about: tuple[tuple[str, str], ...] = ()


def record(wish: Wish, questions: Sequence[Question], out: Path, *, resume: bool) -> bytes:
    """Record a pair.

    Parameters
    ----------
    wish
        What is to be recorded.
    questions
        What the target is asked.
    out
        Where the recording will be written; what is done lies beside it until then.
    resume
        Whether to go on with what lies there.

    Returns
    -------
    bytes
        Of the file; the caller writes them, and then deletes `parts_of(out)`.

    Raises
    ------
    RecorderError
        If a model cannot be loaded, or the two have different vocabularies.
    NotesError
        If other parts lie there.
    OSError
        If the parts cannot be written.
    """
    asked = asdict(wish) | {"questions": [question.text for question in questions]}
    asked["about"] = [list(pair) for pair in wish.about]
    with Notes(parts_of(out), asked, resume=resume) as notes:
        logging.set_verbosity_error()
        logging.disable_progress_bar()
        _say_memory(wish)
        torch.set_num_threads(wish.threads)
        torch.manual_seed(wish.seed)
        torch.use_deterministic_algorithms(mode=wish.device == "cpu")
        with torch.inference_mode():
            return (laid_out(_recorded(wish, questions, notes)) + "\n").encode()


def parts_of(out: Path) -> Path:
    """Where the parts of an unfinished recording lie."""
    return out.with_name(f"{out.name}.part")


def _recorded(wish: Wish, questions: Sequence[Question], notes: Notes) -> dict[str, Any]:
    target = _loaded(wish.target, wish)
    drafts = _drafts(wish, target)
    prompts = [len(target.ids(target.chat(question.text))) for question in questions]
    count = len(drafts) if drafts else 2
    plan = planned(target, prompts, wish.starts, count, search=drafts is None)
    pace = Pace(plan | ({"timing": 1 + count} if wish.timings else {}))
    recorder = Recorder(target, questions, wish.starts, notes, pace)
    whole, texts, used = recorder.recording(_about(wish), drafts)
    if wish.timings:
        whole["timings"] = _timed(wish, recorder, list(texts.values()), used)
    pace.end()
    return whole


def _drafts(wish: Wish, target: Network) -> dict[str, Drafter] | None:
    if wish.draft == SEARCH:
        return None
    if match := SKIP.fullmatch(wish.draft):
        every = int(match[1])
        layers = tuple(range(every - 1, target.layers, every))
        if not 1 <= len(layers) < target.layers:
            raise RecorderError(
                f"skip:N must have N in 2..{target.layers} with this target, got {wish.draft!r}"
            )
        return {f"skip-{every}": Drafter(target, layers)}
    name = _named(wish.draft)
    if wish.draft == wish.target:
        return {"draft": Drafter(target, model=name)}
    draft = _loaded(wish.draft, wish)
    if said := differing(target, draft):
        raise RecorderError(said)
    # Some models have room for tokens that no text holds.
    target.width = draft.width = min(target.width, draft.width)
    return {"draft": Drafter(draft, model=name)}


def _loaded(name: str, wish: Wish) -> Network:
    try:
        return Network(name, wish.device, wish.dtype)
    except (OSError, ValueError, RuntimeError, KeyError, ImportError) as error:
        raise RecorderError(f"cannot load {name!r}: {_first_line(error)}") from None


def _say_memory(wish: Wish) -> None:
    """Say on stderr, before anything large is loaded, how much memory it will take."""
    own = [] if wish.draft in {SEARCH, wish.target} or SKIP.fullmatch(wish.draft) else [wish.draft]
    needed = 0
    for name in (wish.target, *own):
        try:
            needed += weight(name, wish.dtype)
        except (OSError, ValueError, RuntimeError, KeyError, ImportError) as error:
            raise RecorderError(f"cannot load {name!r}: {_first_line(error)}") from None
    free = f", of {_free() / GIGABYTE:.1f} GB that are free" if _free() else ""
    sys.stderr.write(
        f"specviz: the models take {needed / GIGABYTE:.1f} GB as {wish.dtype}, and what they "
        f"compute up to 2 GB more{free}\n"
    )


def _free() -> int:
    listing = Path("/proc/meminfo")
    if listing.is_file() and (
        found := re.search(r"MemAvailable:\s+(\d+) kB", listing.read_text("utf-8"))
    ):
        return int(found[1]) * 1024
    return 0


def _first_line(error: BaseException) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0]


def _named(name: str) -> str:
    path = Path(name)
    return path.stem if path.suffix.lower() == ".gguf" else path.name


def _about(wish: Wish) -> dict[str, str]:
    about: dict[str, str] = {"model": _named(wish.target), **dict(wish.about)}
    if file := source(wish.target).get("gguf_file"):
        digest = hashlib.sha256(Path(wish.target).read_bytes()).hexdigest()
        about |= {"file": file, "sha256": digest}
    return about | {
        "decoding": f"greedy, {wish.dtype}, special tokens barred",
        "python": platform.python_version(),
        **dict(_versions()),
    }


def _versions() -> list[tuple[str, str]]:
    found = []
    for name in LIBRARIES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            continue
    return found


def _timed(
    wish: Wish, recorder: Recorder, texts: Sequence[Any], drafts: Mapping[str, Drafter]
) -> dict[str, Any]:
    count = timing.cores()
    with timing.threads(count):
        found = recorder.part(
            "timing",
            "steps",
            lambda: {
                "machine": timing.machine(),
                "date": timing.today(),
                "device": wish.device,
                "dtype": wish.dtype,
                "threads": count,
                **timing.steps(recorder.target, drafts, texts[0], wish.seed),
            },
        )
        for name, draft in drafts.items():
            runs = recorder.part("timing", name, _running(recorder.target, draft, texts))
            found["drafts"][name]["runs"] = runs
    return dict(found)


def _running(target: Network, draft: Drafter, texts: Sequence[Any]) -> Any:
    return lambda: timing.real(target, draft, texts)
