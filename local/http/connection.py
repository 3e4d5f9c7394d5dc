"""HTTP/1.1 off a socket, read by h11: within deadlines, and never holding more than the limits below."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass

import h11

MAX_BODY = 10 * 1024 * 1024  # API Gateway's own limit
MAX_LINE = 16 * 1024  # a request line or one header; API Gateway takes 10,240 bytes of both together
MAX_HEAD = 64 * 1024
MAX_HEADERS = 100
IDLE_S = 60.0  # how long a kept-alive connection may wait for its next request
HEAD_S = 15.0  # how long a request line and its headers may take
BODY_S = 60.0
WRITE_S = 30.0


class Closed(Exception):
    """The client closed the connection, or was silent for too long between requests: no answer is sent."""


class Refused(Exception):
    """A request that no handler can process. The connection ends after the answer, because the following bytes
    cannot be read."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Head:
    """`target` is as sent. Header names are lower case, values as sent, in order."""

    method: str
    target: str
    version: str
    headers: tuple[tuple[str, bytes], ...]

    def values(self, name: str) -> list[bytes]:
        return [value for given, value in self.headers if given == name]

    @property
    def keep_alive(self) -> bool:
        wishes = {w.strip().lower() for v in self.values("connection") for w in v.split(b",")}
        return b"close" not in wishes and (self.version == "HTTP/1.1" or b"keep-alive" in wishes)


class Connection:
    """One client's socket, read within deadlines: a client that trickles bytes gains no time by it."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._parser = h11.Connection(h11.SERVER, MAX_HEAD)
        self._deadline = 0.0

    def head(self) -> Head:
        """The next request's head. Raises `Closed` or `Refused`."""
        remaining, _ = self._parser.trailing_data  # of a request that was sent before the last one was answered
        self._parser = h11.Connection(h11.SERVER, MAX_HEAD)
        if remaining:
            self._parser.receive_data(remaining)
        else:
            self._await_first_byte()
        self._deadline = time.monotonic() + HEAD_S
        event = self._event()
        if not isinstance(event, h11.Request):
            raise Closed
        if event.http_version not in (b"1.1", b"1.0"):
            raise Refused(505, "only HTTP/1.1 and HTTP/1.0 are spoken here")
        if len(event.target) > MAX_LINE:
            raise Refused(414, "a line of the request is too long")
        sizes = [len(name) + len(value) for name, value in event.headers]
        if len(sizes) > MAX_HEADERS or max(sizes, default=0) > MAX_LINE or sum(sizes) > MAX_HEAD:
            raise Refused(431, "the headers are too large")
        headers = tuple((name.decode("ascii"), bytes(value)) for name, value in event.headers)
        version = "HTTP/" + event.http_version.decode("ascii")
        return Head(event.method.decode("ascii"), event.target.decode("ascii"), version, headers)

    def body(self, head: Head) -> bytes:
        """The request's body; empty when it announces none. Raises `Refused` for one over `MAX_BODY`: before reading it
        where its length is given, else as soon as so much has come."""
        lengths = head.values("content-length")
        if lengths and head.values("transfer-encoding"):
            raise Refused(400, "the body's length is told in two ways")
        if lengths and int(lengths[0]) > MAX_BODY:
            raise Refused(413, f"the body is over {MAX_BODY} bytes")
        if self._parser.they_are_waiting_for_100_continue:
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._deadline = time.monotonic() + BODY_S
        body = bytearray()
        while isinstance(event := self._event(), h11.Data):
            body += event.data
            if len(body) > MAX_BODY:
                raise Refused(413, f"the body is over {MAX_BODY} bytes")
        if not isinstance(event, h11.EndOfMessage):
            raise Closed
        return bytes(body)

    def _event(self) -> object:
        while True:
            try:
                event = self._parser.next_event()
            except h11.RemoteProtocolError as error:
                raise Refused(error.error_status_hint, str(error)) from None
            if event is not h11.NEED_DATA:
                return event
            self._parser.receive_data(self._received())

    def send(self, data: bytes) -> None:
        """Raises `Closed` when the client does not take it."""
        try:
            self._socket.settimeout(WRITE_S)
            self._socket.sendall(data)
        except OSError:
            raise Closed from None

    def linger(self) -> None:
        """Reads what a refused client still sends, for a moment, so that it reads the answer before the reset."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
            until, remaining = time.monotonic() + 2.0, 4 * MAX_BODY
            while remaining > 0 and (patience := until - time.monotonic()) > 0:
                self._socket.settimeout(patience)
                got = len(self._socket.recv(65536))
                if not got:
                    return
                remaining -= got
        except OSError:
            return

    def _await_first_byte(self) -> None:
        self._deadline = time.monotonic() + IDLE_S
        try:
            self._parser.receive_data(self._received())
        except Refused:
            raise Closed from None

    def _received(self) -> bytes:
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise Refused(408, "the request took too long to arrive")
        try:
            self._socket.settimeout(remaining)
            data = self._socket.recv(65536)
        except TimeoutError:
            raise Refused(408, "the request took too long to arrive") from None
        except OSError:
            raise Closed from None
        if not data:
            raise Closed
        return data
