"""HTTP/1.1 off a socket: strict about what is a request, patient for so long, and never holding more than it must."""

from __future__ import annotations

import re
import socket
import time
from dataclasses import dataclass

MAX_BODY = 10 * 1024 * 1024  # API Gateway's own limit
MAX_LINE = 16 * 1024  # a request line or one header; API Gateway takes 10,240 bytes of both together
MAX_HEAD = 64 * 1024
MAX_HEADERS = 100
IDLE_S = 60.0  # how long a kept-alive connection may wait for its next request
HEAD_S = 15.0  # how long a request line and its headers may take
BODY_S = 60.0
WRITE_S = 30.0

_TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_TARGET = re.compile(rb"[\x21-\x7e]+")
_VALUE = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?")


class Closed(Exception):
    """The client is gone, or silent for too long between requests: nobody to answer."""


class Refused(Exception):
    """Not a request that a handler could see. The connection ends after the answer: what follows is not understood."""

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
        self._buffer = bytearray()
        self._deadline = 0.0

    def head(self) -> Head:
        """The next request's head. Raises `Closed` or `Refused`."""
        self._await_first_byte()
        self._deadline = time.monotonic() + HEAD_S
        line = self._line(MAX_LINE, too_long=414)
        if not line:  # RFC 9112: one empty line before a request is forgiven
            line = self._line(MAX_LINE, too_long=414)
        method, target, version = _request_line(line)
        headers: list[tuple[str, bytes]] = []
        size = 0
        while raw := self._line(MAX_LINE, too_long=431):
            size += len(raw)
            if size > MAX_HEAD or len(headers) == MAX_HEADERS:
                raise Refused(431, "the headers are too large")
            headers.append(_header(raw))
        return Head(method, target, version, tuple(headers))

    def body(self, head: Head) -> bytes:
        """The request's body; empty when it schedules none. Raises `Refused` before reading what is too large."""
        lengths, codings = head.values("content-length"), head.values("transfer-encoding")
        if codings and (lengths or len(codings) > 1 or codings[0].strip().lower() != b"chunked"):
            raise Refused(400, "the body's length is told in two ways or in an unknown one")
        if len(set(lengths)) > 1:
            raise Refused(400, "the body has two lengths")
        length = 0
        if lengths:
            if not re.fullmatch(rb"[0-9]{1,19}", lengths[0]):
                raise Refused(400, "Content-Length is not a number")
            length = int(lengths[0])
        if length > MAX_BODY:
            raise Refused(413, f"the body is over {MAX_BODY} bytes")
        if not length and not codings:
            return b""
        if head.version == "HTTP/1.1" and any(v.strip().lower() == b"100-continue" for v in head.values("expect")):
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._deadline = time.monotonic() + BODY_S
        return self._chunks() if codings else self._exactly(length)

    def send(self, data: bytes) -> None:
        """Raises `Closed` when the client does not take it."""
        try:
            self._socket.settimeout(WRITE_S)
            self._socket.sendall(data)
        except OSError:
            raise Closed from None

    def linger(self) -> None:
        """Takes in what a refused client still sends, for a moment, so that it reads the answer before the reset."""
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
        if self._buffer:
            return
        self._deadline = time.monotonic() + IDLE_S
        try:
            self._receive()
        except Refused:
            raise Closed from None

    def _receive(self) -> None:
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
        self._buffer += data

    def _line(self, limit: int, too_long: int) -> bytes:
        """One line without its end. A bare line feed ends a line too, a bare carriage return nowhere."""
        seen = 0
        while (end := self._buffer.find(b"\n", seen)) < 0:
            seen = len(self._buffer)
            if seen > limit:
                raise Refused(too_long, "a line of the request is too long")
            self._receive()
        if end > limit:
            raise Refused(too_long, "a line of the request is too long")
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line.removesuffix(b"\r")

    def _exactly(self, length: int) -> bytes:
        while len(self._buffer) < length:
            self._receive()
        data = bytes(self._buffer[:length])
        del self._buffer[:length]
        return data

    def _chunks(self) -> bytes:
        body = bytearray()
        while True:
            size = _CHUNK_SIZE.fullmatch(self._line(256, too_long=400))
            if size is None:
                raise Refused(400, "a chunk has no size")
            length = int(size[1], 16)
            if len(body) + length > MAX_BODY:
                raise Refused(413, f"the body is over {MAX_BODY} bytes")
            if not length:
                break
            body += self._exactly(length)
            if self._line(2, too_long=400):
                raise Refused(400, "a chunk is longer than its size")
        for _ in range(MAX_HEADERS):  # trailers: read past, as nobody asked for them
            if not self._line(MAX_LINE, too_long=431):
                return bytes(body)
        raise Refused(431, "the trailers are too large")


def _request_line(line: bytes) -> tuple[str, str, str]:
    parts = line.split(b" ")
    if len(parts) != 3 or not _TOKEN.fullmatch(parts[0]) or not _TARGET.fullmatch(parts[1]):
        raise Refused(400, "the request line is not HTTP")
    if parts[2] not in (b"HTTP/1.1", b"HTTP/1.0"):
        raise Refused(505 if parts[2].startswith(b"HTTP/") else 400, "only HTTP/1.1 and HTTP/1.0 are spoken here")
    return parts[0].decode("ascii"), parts[1].decode("ascii"), parts[2].decode("ascii")


def _header(raw: bytes) -> tuple[str, bytes]:
    name, colon, value = raw.partition(b":")
    if not colon or not _TOKEN.fullmatch(name) or not _VALUE.fullmatch(value):
        raise Refused(400, "a header is not well-formed")
    return name.decode("ascii").lower(), value.strip(b" \t")
