"""An export ends at any moment, on a full disk or in a closed folder: the old file, or the new."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

import specviz

EXPORT = [sys.executable, "-m", "specviz", "export"]
OLD = b"<!doctype html><p>The lesson of last year"
PATIENCE = 120.0


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "page.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, "widget", "cdn")
    return path.read_bytes()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_bytes(OLD)
    return path


def begun(path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*EXPORT, str(path), "--view", "widget", "--resources", "cdn"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_command_that_is_ended_at_any_moment_leaves_the_old_file_or_the_new(
    sent: signal.Signals, old: Path, new: bytes
) -> None:
    begin = monotonic()
    assert begun(old).communicate(timeout=PATIENCE) == (b"", b"")
    whole = monotonic() - begin
    assert old.read_bytes() == new
    old.write_bytes(OLD)
    moments = random.Random(7)  # noqa: S311 moments, not secrets
    for _ in range(6):
        command = begun(old)
        try:
            command.communicate(timeout=whole * moments.uniform(0.1, 1.05))
        except subprocess.TimeoutExpired:
            command.send_signal(sent)
            command.communicate(timeout=PATIENCE)
        assert old.read_bytes() in {OLD, new}
    left = [path for path in old.parent.iterdir() if path != old]
    assert left == [] or sent == signal.SIGKILL


@pytest.fixture(scope="module")
def size(tmp_path_factory: pytest.TempPathFactory) -> int:
    path = tmp_path_factory.mktemp("whole") / "page.html"
    specviz.export_html(specviz.SpeculativeDecoding(), path, "widget")
    return path.stat().st_size


def limited(path: Path, size: int) -> subprocess.CompletedProcess[str]:
    """An export on a disk that is full after so many more bytes."""
    # What a file may not exceed, no disk need hold: the write fails half-way all the same.
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size},) * 2); "
        "from specviz.cli import run; sys.exit(run(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", program, "export", str(path), "--view", "widget"],
        capture_output=True,
        check=False,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99])
def test_a_disk_that_is_full_sooner_or_later_keeps_the_old_file(
    share: float, size: int, old: Path
) -> None:
    done = limited(old, int(share * size))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"specviz: {str(old)!r}: File too large\n"
    assert old.read_bytes() == OLD
    assert list(old.parent.iterdir()) == [old]


def in_a_small_world(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A script of the shell in mounts of its own, by a user who is root nowhere else."""
    return subprocess.run(
        ["unshare", "--mount", "--map-root-user", "/bin/sh", "-ec", script, "sh", *arguments],  # noqa: S607 wherever the system has it
        capture_output=True,
        check=False,
        text=True,
        timeout=PATIENCE,
    )


@pytest.fixture(scope="module")
def mounts() -> None:
    """Mounts of one's own, which some kernels and containers keep to themselves."""
    tried = in_a_small_world("true") if shutil.which("unshare") else None
    if tried is None or tried.returncode:
        pytest.skip(f"no mounts of one's own here: {tried.stderr if tried else 'no unshare'}")


DISK = """
mount -t tmpfs -o size=256k specviz "$1"
cd "$1"
printf %s "$2" > page.html
shift 2
"$@" page.html && exit 9 || echo "status $?"
cat page.html
echo
ls -A
"""


@pytest.mark.usefixtures("mounts")
def test_a_real_disk_that_is_full_keeps_the_old_file(tmp_path: Path) -> None:
    done = in_a_small_world(DISK, str(tmp_path), OLD.decode(), *EXPORT)
    assert done.stderr == "specviz: 'page.html': No space left on device\n"
    assert done.stdout == f"status 1\n{OLD.decode()}\npage.html\n"


FOLDER = """
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
cd "$1"
shift
"$@" page.html && exit 9 || echo "status $?"
"$@" new.html && exit 9 || echo "status $?"
"""


@pytest.mark.usefixtures("mounts")
def test_a_read_only_file_system_keeps_the_old_file(old: Path) -> None:
    done = in_a_small_world(FOLDER, str(old.parent), *EXPORT)
    said = [f"specviz: '{name}': Read-only file system\n" for name in ("page.html", "new.html")]
    assert (done.stdout, done.stderr) == ("status 1\nstatus 1\n", "".join(said))
    assert old.read_bytes() == OLD
    assert list(old.parent.iterdir()) == [old]


# Whoever may write to a folder without permission is told apart by trying, not by name.
def test_a_folder_without_permission_keeps_the_old_file_or_takes_the_new(
    old: Path, new: bytes
) -> None:
    old.parent.chmod(0o555)
    try:
        try:
            (old.parent / "probe").touch()
        except PermissionError:
            allowed = False
        else:
            (old.parent / "probe").unlink()
            allowed = True
        command = begun(old)
        _, err = command.communicate(timeout=PATIENCE)
    finally:
        old.parent.chmod(0o755)
    refused = f"specviz: {str(old)!r}: Permission denied\n".encode()
    assert (command.returncode, err) == ((0, b"") if allowed else (1, refused))
    assert old.read_bytes() == (new if allowed else OLD)
    assert list(old.parent.iterdir()) == [old]
