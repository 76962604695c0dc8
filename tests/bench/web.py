"""Pages a second: an export behind a web server, beside a server of Python's."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

from tests.bench.browser import Exports
from tests.bench.row import Counts, Written, interleaved, row
from tests.browser.chromium import install_system_packages
from tests.browser.hosts import serving

CONNECTIONS = 64

CONFIGURATION = """\
daemon off;
pid {folder}/nginx.pid;
error_log stderr crit;
{user}
worker_processes auto;
events {{}}
http {{
  types {{ text/html html; }}
  access_log off;
  sendfile on;
  gzip_static on;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {folder};
  }}
}}
"""


def program(name: str) -> str:
    """Where a program is, installed if it is missing and may be."""

    def found() -> str | None:
        # Administrators' tools are not on everybody's path.
        return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")

    path = found() or (install_system_packages(name) and found())
    if not path:
        raise SystemExit(f"{name} was not found and could not be installed: apt-get install {name}")
    return path


def pages_a_second(exports: Exports, counts: Counts, folder: Path) -> list[Written]:
    """Answers with the whole page a second, to 64 connections at once."""
    wrk = program("wrk")
    site = folder / "site"
    site.mkdir()
    page = exports.specviz.read_bytes()
    (site / "page.html").write_bytes(page)
    # As docs/hosting.md has it: packed once, and not for each reader.
    (site / "page.html.gz").write_bytes(gzip.compress(page, 9))
    with nginx(site) as address, serving() as server:
        static, served = interleaved(
            counts.loads,
            rate(wrk, f"{address}/page.html", counts.load),
            rate(wrk, server.address, counts.load),
        )
    return [
        row("pages a second, an export under nginx", "1/s", static,
            beside="the same page from panel serve", peer=served)
    ]  # fmt: skip


@contextmanager
def nginx(folder: Path) -> Iterator[str]:
    """Serve a folder while the block runs; the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # Its workers may read the folder only as the one who made it.
    user = "user root;" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, port=port, user=user), "utf-8")
    command = [program("nginx"), "-p", str(folder), "-c", str(configuration), "-e", "stderr"]
    with subprocess.Popen(command) as process:
        try:
            wait(port, process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def wait(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server listens."""
    while process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise SystemExit("nginx did not start")


def rate(wrk: str, address: str, seconds: int) -> Callable[[], float]:
    """A measure of answers a second."""
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip"})) as answer:  # noqa: S310 this machine's own
        assert answer.read()
    command = [
        wrk, "--threads", "1", "--connections", str(CONNECTIONS), "--duration", f"{seconds}s",
        "--timeout", "30s", "--header", "Accept-Encoding: gzip", address,
    ]  # fmt: skip

    def measure() -> float:
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert "Non-2xx" not in said, said
        found = re.search(r"^Requests/sec:\s+([\d.]+)$", said, re.MULTILINE)
        assert found, said
        return float(found[1])

    return measure
