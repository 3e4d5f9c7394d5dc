"""`python -m local demo`: a service of its own, and a conversation with it through the HTTP interface."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from local.demo.script import play
from local.demo.stage import Client, Observer, Paper
from local.service_process import DidNotStart, service_process

WIDTH = 100  # columns, unless the terminal has fewer


def demonstrate(paper: Paper, observer: Observer | None = None) -> int:
    """Plays against a service of its own; returns 0 when every step had the stated result."""
    started = time.monotonic()
    with TemporaryDirectory(prefix="agent-memory-demo-") as place:
        paper.line("Starting the service, with its data in a temporary folder ...")
        try:
            with service_process(Path(place), "--test-controls") as url:
                paper.line(f"It listens on {url}. Everything below goes through its HTTP interface.")
                client = Client(url) if observer is None else Client(url, observer)
                try:
                    play(client, paper)
                finally:
                    client.close()
        except DidNotStart as error:
            print(f"The service did not start:\n{error}", file=sys.stderr)
            return 1
    paper.line()
    paper.line(f"{paper.checks} statements checked in {time.monotonic() - started:.1f} s, {len(paper.failures)} wrong.")
    for failure in paper.failures:
        paper.line(f"  wrong: {failure}")
    return 1 if paper.failures or not paper.checks else 0


def main() -> int:
    """On the terminal: in colour and as wide as it is. Ends cleanly when asked to."""
    out = sys.stdout
    if hasattr(out, "reconfigure"):
        out.reconfigure(errors="replace")
    terminal = out.isatty() and os.environ.get("TERM") != "dumb"
    colour = terminal and "NO_COLOR" not in os.environ
    width = min(shutil.get_terminal_size((WIDTH, 40)).columns, WIDTH) if terminal else WIDTH
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell has it ignored
    signal.signal(signal.SIGTERM, _end)
    try:
        return demonstrate(Paper(out, colour=colour, width=width))
    except KeyboardInterrupt:
        print("\nEnded.", file=sys.stderr)
        return 130


def _end(signum: int, frame: FrameType | None) -> None:
    sys.exit(128 + signum)
