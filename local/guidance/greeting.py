"""What `serve` prints once it listens, and why it did not start."""

from __future__ import annotations

import errno
import os
from pathlib import Path

_FIRST_CALLS = """\
  Data       {data}
  Logs       {logs}
  Console    {url}/console/
  API        {url}/docs (to try it), {url}/openapi.json
  Token      POST {url}/local/token
A first call:
TOKEN=$(curl -s {url}/local/token -d '{{"org": "acme", "sub": "ann"}}' |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["access_token"])')
curl -s {url}/v1/memories -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{{"content": "I live in Oslo.", "type": "semantic", "source": "user_stated"}}'"""


def greeting(url: str, data: Path, logs: tuple[Path, ...]) -> str:
    names = ", ".join(str(log.resolve()) for log in logs)
    return f"Agent Memory is listening on {url}\n" + _FIRST_CALLS.format(url=url, data=data.resolve(), logs=names)


def port_refused(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: choose another with --port, or --port 0 for a free one"
    return f"port {port} cannot be used: {_why(error)}; choose another with --port, or --port 0 for a free one"


def folder_refused(data: Path, error: OSError) -> str:
    """`data`, or a file in it, cannot be used."""
    at = error.filename or data
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{at} cannot be written: the disk is full. Free some space, or choose another folder with --data"
    return f"{at} cannot be used: {_why(error)}. Choose another folder with --data"


def _why(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)
