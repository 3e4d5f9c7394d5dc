"""The service as a process of its own, for the demonstration, the cases and the tests."""

from __future__ import annotations

import os
import subprocess  # this very interpreter, fixed arguments # nosec B404
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START_S = 120.0
STOP_S = 20.0
_LISTENING = "listening on "


class DidNotStart(Exception):
    """The message is the output of the service so far."""


@contextmanager
def service_process(folder: Path, *flags: str) -> Iterator[str]:
    """Starts it on a free port with its data in `folder`, gives its address, and ends it again.

    Raises `DidNotStart`. What it prints goes to a file in the folder, so that it never waits for a reader.
    """
    log = folder / "service.log"
    command = [sys.executable, "-m", "local", "serve", "--port", "0", "--data", str(folder / "data"), *flags]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - as above # nosec B603
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        yield _address(process, log)
    finally:
        _end(process)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        ended = process.poll() is not None
        said = log.read_text(encoding="utf-8", errors="replace")
        address, newline, _ = said.partition(_LISTENING)[2].partition("\n")
        if newline:
            return address.strip()
        if ended:
            raise DidNotStart(said)
        time.sleep(0.05)
    raise DidNotStart(f"{said}\nIt did not listen within {START_S:.0f} s.")


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
