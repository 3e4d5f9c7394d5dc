"""An HTTP proxy on the loopback interface, in front of the node, for what the node cannot be made to answer."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias
from urllib.parse import urlsplit

_NODE_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    body: bytes

    @property
    def is_bulk(self) -> bool:
        return urlsplit(self.path).path.endswith("/_bulk")


Answer: TypeAlias = "tuple[int, bytes]"
Forward: TypeAlias = Callable[[Request], Answer]
Fault: TypeAlias = Callable[[Request, Forward], Answer]


def no_fault(request: Request, forward: Forward) -> Answer:
    return forward(request)


def too_many_requests(request: Request, forward: Forward) -> Answer:
    body = {"error": {"type": "rejected_execution_exception", "reason": "the queue is full"}, "status": 429}
    return 429, json.dumps(body).encode()


def slow(seconds: float) -> Fault:
    """The node does what it is asked to, and the answer comes late."""

    def late(request: Request, forward: Forward) -> Answer:
        answer = forward(request)
        time.sleep(seconds)
        return answer

    return late


def half_of_each_bulk(request: Request, forward: Forward) -> Answer:
    """Every second action of a bulk, the first included, is refused as by a full queue, and the others are done. A
    bulk of one action is refused."""
    if not request.is_bulk:
        return forward(request)
    actions = _actions(request.body)
    done = [lines for n, lines in enumerate(actions) if n % 2]
    items: list[Any] = []
    if done:
        status, answer = forward(Request(request.method, request.path, b"".join(done)))
        assert status == 200, answer
        items = json.loads(answer)["items"]
    merged = [items[n // 2] if n % 2 else _refused(lines) for n, lines in enumerate(actions)]
    return 200, json.dumps({"took": 1, "errors": True, "items": merged}).encode()


def _actions(body: bytes) -> list[bytes]:
    """The lines of each action: an index action has a second one."""
    actions: list[bytes] = []
    lines = iter(body.splitlines(keepends=True))
    for line in lines:
        actions.append(line if b'"delete"' in line[:12] else line + next(lines))
    return actions


def _refused(lines: bytes) -> dict[str, Any]:
    ((operation, address),) = json.loads(lines.splitlines()[0]).items()
    error = {"type": "rejected_execution_exception", "reason": "the queue is full"}
    return {operation: {"_id": address["_id"], "status": 429, "error": error}}


class Proxy:
    """`target`: where the node answers, which may change. `fault`: what happens to each request."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.fault: Fault = no_fault
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                request = Request(self.command, self.path, body)
                try:
                    status, answer = proxy.fault(request, proxy.forward)
                except (OSError, http.client.HTTPException):
                    self.close_connection = True  # as the node: no answer
                    return
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(answer)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = _answer  # noqa: N815

            def log_message(self, format: str, *args: object) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def forward(self, request: Request) -> Answer:
        place = urlsplit(self.target)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=_NODE_TIMEOUT_S)
        try:
            headers = {"Content-Type": "application/json"}
            connection.request(request.method, request.path, request.body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    @contextmanager
    def failing(self, fault: Fault) -> Iterator[None]:
        self.fault = fault
        try:
            yield
        finally:
            self.fault = no_fault

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
