"""The sockets: one thread a connection, a bounded number of them, on the loopback interface only."""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from socketserver import BaseRequestHandler
from typing import Any, Protocol

from local.bugs import report_bug
from local.http.connection import Closed, Connection, Head, Refused
from local.http.events import Answer
from local.http.problems import problem

MAX_CONNECTIONS = 128
_CODES = {408: "timeout", 413: "too_large", 414: "uri_too_long", 431: "headers_too_large"}


class Gateway(Protocol):
    """Who answers a request."""

    def answer(
        self, method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes,
        source_ip: str = ..., protocol: str = ...,
    ) -> Answer:  # fmt: skip
        """Never raises."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 128
    disable_nagle_algorithm = True  # waiting to fill a packet costs 40 ms a request

    gateway: Gateway

    def __init__(self, port: int) -> None:
        """Takes the port (0: any free one) and lets callers queue. Raises `OSError` when it is taken."""
        super().__init__(("127.0.0.1", port), _Conversation)
        self._slots = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self._quiet = threading.Condition()
        self._idle: dict[socket.socket, None] = {}  # in the order in which they fell idle
        self._busy = 0
        self._closing = False

    @property
    def port(self) -> int:
        return self.server_port

    def serve(self, gateway: Gateway) -> None:
        """Answers callers from now on, in threads of its own."""
        self.gateway = gateway
        threading.Thread(target=self.serve_forever, args=(0.1,), name="server", daemon=True).start()

    def server_bind(self) -> None:
        """Without the look-up of the machine's name that `HTTPServer` makes: it can take seconds."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "127.0.0.1", int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """If all connections are used, the one that was idle for longest makes room; if none is idle, the new
        connection is closed."""
        if not self._slots.acquire(blocking=False):
            self._end_longest_idle()
            if not self._slots.acquire(timeout=0.5):
                self.shutdown_request(request)
                return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._slots.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        report_bug("a connection")

    def close(self, patience_s: float) -> bool:
        """Accepts no more requests and gives running ones `patience_s` to end; returns whether all did."""
        self.shutdown()
        self.server_close()
        with self._quiet:
            self._closing = True
            for sock in self._idle:
                _stop_reading(sock)
            return self._quiet.wait_for(lambda: self._busy == 0, patience_s)

    def falls_idle(self, sock: socket.socket) -> bool:
        """Whether this connection shall wait for another request."""
        with self._quiet:
            if not self._closing:
                self._idle[sock] = None
            return not self._closing

    def goes_to_work(self, sock: socket.socket) -> bool:
        """Whether the request that came in shall be done."""
        with self._quiet:
            self._idle.pop(sock, None)
            if not self._closing:
                self._busy += 1
            return not self._closing

    def has_worked(self) -> None:
        with self._quiet:
            self._busy -= 1
            self._quiet.notify_all()

    def leaves(self, sock: socket.socket) -> None:
        with self._quiet:
            self._idle.pop(sock, None)

    def _end_longest_idle(self) -> None:
        with self._quiet:
            if self._idle:
                sock = next(iter(self._idle))
                del self._idle[sock]
                _stop_reading(sock)


class _Conversation(BaseRequestHandler):
    """The requests of one connection, one after the other."""

    server: Server
    request: socket.socket

    def handle(self) -> None:
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, self.server.disable_nagle_algorithm)
        connection = Connection(self.request)
        try:
            while self.server.falls_idle(self.request) and self._one(connection):
                pass
        except Closed:
            pass
        finally:
            self.server.leaves(self.request)

    def _one(self, connection: Connection) -> bool:
        """One request and its answer; whether the connection goes on."""
        head: Head | None = None
        try:
            head = connection.head()
            body = connection.body(head)
        except Refused as refusal:
            answer = problem(refusal.status, _CODES.get(refusal.status, "malformed"), refusal.detail)
            connection.send(render(answer, head.method if head else "GET", keep_alive=False))
            connection.linger()
            return False
        if not self.server.goes_to_work(self.request):
            return False
        try:
            headers = [(name, _text(value)) for name, value in head.headers]
            peer = str(self.client_address[0])
            answer = self.server.gateway.answer(head.method, head.target, headers, body, peer, head.version)
            connection.send(render(answer, head.method, keep_alive=head.keep_alive))
        finally:
            self.server.has_worked()
        return head.keep_alive


def render(answer: Answer, method: str, *, keep_alive: bool) -> bytes:
    """The answer's bytes. HEAD gets the headers that GET would get; 204 and 304 have no body."""
    bodiless = answer.status in (204, 304)
    lines = [f"HTTP/1.1 {answer.status} {_phrase(answer.status)}"]
    lines += [f"{name}: {value}" for name, value in answer.headers if name not in ("content-length", "connection")]
    if not bodiless:
        lines.append(f"content-length: {len(answer.body)}")
    lines.append(f"connection: {'keep-alive' if keep_alive else 'close'}")
    head = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
    return head if bodiless or method == "HEAD" else head + answer.body


def _stop_reading(sock: socket.socket) -> None:
    try:
        sock.shutdown(socket.SHUT_RD)
    except OSError:
        return


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
