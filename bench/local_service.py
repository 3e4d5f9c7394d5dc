"""The local service as a caller sees it: started as its own process, spoken to over HTTP."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
_START_S = 180
_END_S = 30
_CALL_S = 300  # a batch of a hundred long texts on a busy machine


@contextmanager
def local_service(data: Path) -> Iterator[str]:
    """The address of a service over `data`, ended with the block. Raises `RuntimeError` with what it said when it does
    not get up."""
    command = [sys.executable, "-m", "local", "serve", "--port", "0", "--data", str(data), "--test-controls"]
    service = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=Path(__file__).parents[1],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    said: Queue[str | None] = Queue()
    threading.Thread(target=_listen, args=(service, said), daemon=True).start()
    try:
        yield _address(said)
    finally:
        service.terminate()
        try:
            service.wait(_END_S)
        except subprocess.TimeoutExpired:
            service.kill()
            service.wait()


def _listen(service: subprocess.Popen[str], said: Queue[str | None]) -> None:
    """Reads to the end, so that the service never waits for a reader."""
    for line in service.stdout or ():
        said.put(line)
    said.put(None)


def _address(said: Queue[str | None]) -> str:
    lines: list[str] = []
    while True:
        try:
            line = said.get(timeout=_START_S)
        except Empty:
            line = None
        if line is None:
            raise RuntimeError("the local service did not start:\n" + "".join(lines[-20:]))
        lines.append(line)
        if found := _ADDRESS.search(line):
            return found[0]


class ServiceClient:
    """One caller of a local service. Tokens are fetched when needed."""

    def __init__(self, url: str, claims: Mapping[str, object]) -> None:
        self._url = url.rstrip("/")
        self._claims = dict(claims)
        self._token: str | None = None

    def post(self, path: str, body: object, *, again: bool = True) -> Any:
        """The answer's JSON. Raises `RuntimeError` with status and problem code for anything but a 2xx."""
        if self._token is None:
            self._token = _posted(f"{self._url}/local/token", self._claims, {})["access_token"]
        try:
            return _posted(f"{self._url}{path}", body, {"Authorization": f"Bearer {self._token}"})
        except urllib.error.HTTPError as error:
            if error.code == 401 and again:  # the token's hour is over
                self._token = None
                return self.post(path, body, again=False)
            raise RuntimeError(f"POST {path} answered {error.code}: {error.read()[:300]!r}") from error

    def settle(self) -> None:
        """Waits until what was written can be found."""
        _posted(f"{self._url}/local/settle", {}, {})


def _posted(url: str, body: object, headers: Mapping[str, str]) -> Any:
    request = urllib.request.Request(  # noqa: S310 - http only, see the address
        url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=_CALL_S) as answer:  # noqa: S310
        return json.loads(answer.read() or b"null")
