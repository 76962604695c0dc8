"""specviz record: what a pair of one's own writes, for the page."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from specviz.cli.arguments import CommandError, one_of, say, whole_in
from specviz.recording import Recording, RecordingError, read_recording, summary
from specviz.theory.ranges import Range

TOKENS = Range("tokens", 64, 4096, whole=True)
SEED = Range("seed", 0, 2**32 - 1, whole=True)
THREADS = Range("threads", 1, 1024, whole=True)
DTYPES = ("float32", "bfloat16", "float16")
"""As in `specviz.recorder.network`, which would bring torch with it."""

DEVICE = re.compile(r"[a-z]+(:\d+)?")

SUMMARY = "record what a pair of your own writes, and time it, for the page to play"
DESCRIPTION = (
    "Record what a draft/target pair writes, and time it on this machine; or check a recording, "
    "and say what the page will show of it."
)
EPILOG = """\
A model is a folder or a hub name that transformers loads, or a GGUF file. Recording needs
what "pip install 'specviz[record]'" brings. What is done lies in PAIR.json.part until all
is: Ctrl-C keeps it, and --resume goes on. The same models, libraries and options give the
same bytes, timings apart.

docs/recording.md describes the file, so that any engine can write it.

examples:
  specviz record --target Qwen/Qwen3-8B --draft Qwen/Qwen3-0.6B --out pair.json
  specviz record --target model.gguf --draft skip:4 --tokens 256
  specviz record --check pair.json
  specviz export lesson.html --recording pair.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--check",
        metavar="FILE",
        help="Record nothing; check this recording, and say what the page will show of it.",
    )
    parser.add_argument("--target", metavar="MODEL", help="The model whose text it is.")
    parser.add_argument(
        "--draft",
        default="search",
        metavar="MODEL|skip:N|search",
        help="The model that guesses; or the target without every N-th layer; or the two sets of "
        "layers to leave out that agree nearest to 0.8 and 0.5. Default: %(default)s.",
    )
    parser.add_argument(
        "--prompts",
        metavar="FILE",
        help="What the target is asked: a question a line, or JSON with name, kind, title, text. "
        "Default: four questions.",
    )
    parser.add_argument(
        "--tokens",
        type=whole_in(TOKENS),
        default=128,
        help="Starting positions of each text. Default: %(default)s.",
    )
    parser.add_argument("--out", default="pair.json", metavar="FILE", help="Default: %(default)s.")
    parser.add_argument("--device", type=_device, default="cpu", help="Default: %(default)s.")
    parser.add_argument(
        "--dtype",
        type=one_of("dtype", DTYPES),
        default="float32",
        metavar="|".join(DTYPES),
        help="Default: %(default)s.",
    )
    parser.add_argument(
        "--seed",
        type=whole_in(SEED),
        default=0,
        help="Of the order in which is timed; nothing else is left to chance. Default: 0.",
    )
    parser.add_argument(
        "--threads",
        type=whole_in(THREADS),
        default=1,
        help="With which the texts are computed; only with one are the bytes the same on any "
        "machine. Timings take all cores. Default: %(default)s.",
    )
    parser.add_argument(
        "--no-timings", action="store_true", help="Leave out what differs from run to run."
    )
    parser.add_argument(
        "--about",
        type=_about,
        action="append",
        default=[],
        metavar="NAME=TEXT",
        help="What else to say of the models, such as a licence; model=TEXT is the target's name.",
    )
    parser.add_argument(
        "--resume", action="store_true", help="Go on with what an earlier run has kept."
    )


def run(chosen: argparse.Namespace) -> None:
    """Check, or record."""
    if chosen.check is not None:
        say(summary(recorded(chosen.check)))
    elif chosen.target is None:
        raise CommandError("record needs --target MODEL, or --check FILE")
    else:
        _record(chosen)


def _record(chosen: argparse.Namespace) -> None:
    from specviz.recorder.notes import NotesError  # noqa: PLC0415 likewise
    from specviz.recorder.prompts import QUESTIONS, questions  # noqa: PLC0415 no other command's

    out = Path(chosen.out)
    if not out.parent.is_dir():
        raise CommandError(f"out must lie in a folder that is there, got {chosen.out!r}")
    try:
        asked = questions(Path(chosen.prompts)) if chosen.prompts else QUESTIONS
    except ValueError as error:
        raise CommandError(str(error)) from None
    try:
        from specviz.recorder.run import (  # noqa: PLC0415 brings torch
            RecorderError,
            Wish,
            parts_of,
            record,
        )
    except ImportError as error:
        raise CommandError(
            f"recording needs what pip install 'specviz[record]' brings: {error}", status=1
        ) from None
    from specviz.hosts.export import write_whole  # noqa: PLC0415 brings Bokeh

    wish = Wish(
        target=chosen.target,
        draft=chosen.draft,
        starts=chosen.tokens,
        device=chosen.device,
        dtype=chosen.dtype,
        seed=chosen.seed,
        threads=chosen.threads,
        timings=not chosen.no_timings,
        about=tuple(chosen.about),
    )
    try:
        content = record(wish, asked, out, resume=chosen.resume)
        write_whole(out, content)
    except (NotesError, RecorderError) as error:
        raise CommandError(str(error)) from None
    except KeyboardInterrupt:
        sys.stderr.write(f"\nspecviz: kept in {str(parts_of(out))!r}; --resume goes on\n")
        raise
    parts_of(out).unlink()
    say(summary(recorded(chosen.out)))


def _device(text: str) -> str:
    if not DEVICE.fullmatch(text):
        raise CommandError(f"device must be one of torch's, such as cpu or cuda:0, got {text!r}")
    return text


def _about(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise CommandError(f"about must be NAME=TEXT, got {text!r}")
    return name, value


def add_recording(parser: argparse.ArgumentParser) -> None:
    """Offer a recording to be shown."""
    parser.add_argument(
        "--recording",
        metavar="FILE",
        help="The recording of a pair of your own, whose words are played and whose numbers are "
        "shown; specviz record --check FILE says what of it. Default: the one that comes along.",
    )


def recorded(path: str) -> Recording:
    """The recording in a file.

    Parameters
    ----------
    path
        Of the file.

    Returns
    -------
    Recording
        All of it.

    Raises
    ------
    CommandError
        If it is none.
    """
    try:
        return read_recording(path)
    except RecordingError as error:
        raise CommandError(str(error)) from None
