"""Starts the laptop's service, runs the tests of the doors against it, and prints the counts of the makers' tests.

`--service`: the Python that the service runs with; this program runs with that of the frameworks. What follows is for
pytest."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOURCES = ROOT / ".venv-integrations" / "sources"
_LISTENING = re.compile(r"listening on (http://127\.0\.0\.1:\d+)")
_START_S = 120
_CLOCK = "time-to-live"


@contextmanager
def a_service(python: str, folder: Path) -> Iterator[str]:
    """The URL of a service of its own, with nothing in it, that ends with the block."""
    command = [python, "-m", "local", "serve", "--port", "0", "--data", str(folder / "data")]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines: Queue[str] = Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)

    threading.Thread(target=read, daemon=True).start()
    try:
        yield _url(lines)
    finally:
        process.terminate()
        process.wait(30)


def _url(lines: Queue[str]) -> str:
    said = ""
    while True:
        try:
            said += lines.get(timeout=_START_S)
        except Empty:
            raise SystemExit(f"the service did not start:\n{said}") from None
        if found := _LISTENING.search(said):
            return found[1]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--service", default=str(ROOT / ".venv" / "bin" / "python"))
    asked, rest = arguments.parse_known_args()
    with tempfile.TemporaryDirectory() as folder, a_service(asked.service, Path(folder)) as url:
        counts = Path(folder) / "counts"
        counts.touch()
        environment = {
            **os.environ,
            "AGENT_MEMORY_URL": url,
            "INTEGRATION_COUNTS": str(counts),
            "INTEGRATION_SOURCES": str(SOURCES),
        }
        command = [sys.executable, "-m", "pytest", "-c", str(HERE / "pytest.ini"), "--confcutdir", str(HERE)]
        # The tests of a time to live of one second come first, alone: they are about the clock. Each process of the
        # others imports every framework.
        clock = ["-k", _CLOCK, str(HERE / "test_makers_suites.py")]
        runs = [rest] if rest else [clock, ["-n", "2", "-k", f"not {_CLOCK}", str(HERE)]]
        codes = [subprocess.run([*command, *run], cwd=ROOT, env=environment, check=False).returncode for run in runs]
        print("\nThe makers' own tests and the comparisons with their own classes:")
        print("".join(sorted(counts.read_text(encoding="utf-8").splitlines(keepends=True))), end="")
    return max(codes)


if __name__ == "__main__":
    raise SystemExit(main())
