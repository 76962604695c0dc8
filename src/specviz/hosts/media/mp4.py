"""Frames as an MP4 that PowerPoint, Keynote and every browser play."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from specviz.hosts.media.chromium import MediaError

FILTERS = (
    # Half the resolution in colour needs an even number of rows and columns.
    "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
    # Players that are not told guess, and the colours shift.
    "scale=out_color_matrix=bt709:out_range=tv",
    "format=yuv420p",
)


def mp4(shots: Iterable[bytes], rate: float) -> bytes:
    """The frames as H.264 in MP4, ready to play before all of it has arrived.

    Parameters
    ----------
    shots
        PNGs of one size.
    rate
        Frames per second.

    Returns
    -------
    bytes
        The file.

    Raises
    ------
    MediaError
        If there is no ffmpeg, or it refuses.
    """
    with TemporaryDirectory(prefix="specviz-") as folder, TemporaryFile() as complaints:
        file = Path(folder, "film.mp4")
        process = subprocess.Popen(  # noqa: S603 what _ffmpeg has found
            _command(_ffmpeg(), rate, file),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
        )
        try:
            _pour(process, shots)
        finally:
            # Where the frames fail, so does the film.
            if process.poll() is None and process.stdin and not process.stdin.closed:
                process.kill()
            status = process.wait()
        if status != 0:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip().splitlines()
            raise MediaError(f"ffmpeg refused: {said[-1] if said else f'exit status {status}'}")
        return file.read_bytes()


def _pour(process: subprocess.Popen[bytes], shots: Iterable[bytes]) -> None:
    assert process.stdin is not None  # noqa: S101 asked for above
    try:
        for shot in shots:
            process.stdin.write(shot)
        process.stdin.close()
    except BrokenPipeError:
        # It has ended early; why is on its stderr.
        process.wait()


def _command(ffmpeg: str, rate: float, file: Path) -> list[str]:
    return [
        ffmpeg, "-y", "-loglevel", "error",
        "-f", "image2pipe", "-c:v", "png", "-framerate", f"{rate:g}", "-i", "-",
        "-vf", ",".join(FILTERS),
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-c:v", "libx264", "-preset", "medium", "-tune", "animation", "-crf", "18",
        "-movflags", "+faststart", "-map_metadata", "-1",
        "-fflags", "+bitexact", "-flags:v", "+bitexact",
        str(file),
    ]  # fmt: skip


def _ffmpeg() -> str:
    """The program: imageio-ffmpeg's own, which surely knows H.264, or else the system's."""
    try:
        import imageio_ffmpeg  # noqa: PLC0415 only films in MP4 need it

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ModuleNotFoundError, RuntimeError):
        found = shutil.which("ffmpeg")
    if found is None:
        raise MediaError(
            "MP4 needs ffmpeg, and there is none: pip install 'specviz[media]' brings one"
        )
    return found
