"""The means of the demonstration: people who call over HTTP, and the printed page with their words and the answers."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TextIO
from unicodedata import combining, east_asian_width
from urllib.parse import quote, urlsplit

TIMEOUT_S = 60
_LEAD = 22  # columns before what was said and answered


@dataclass(frozen=True, slots=True)
class Got:
    status: int
    body: Any
    headers: Mapping[str, str]


# Called for every exchange: method, path, request, answer.
Observer = Callable[[str, str, Any, Got], None]


@dataclass(slots=True)
class Client:
    """One keep-alive connection, for one thread."""

    url: str
    observer: Observer = lambda method, path, body, got: None
    _connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        address = urlsplit(self.url)
        self._connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=TIMEOUT_S)

    def call(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Got:
        sent = None if body is None else json.dumps(body).encode()
        media = {} if body is None else {"Content-Type": "application/json"}
        self._connection.request(method, path, sent, {**media, **(headers or {})})
        answer = self._connection.getresponse()
        raw = answer.read()
        got = Got(answer.status, json.loads(raw) if raw else None, {k.lower(): v for k, v in answer.getheaders()})
        self.observer(method, path, body, got)
        return got

    def close(self) -> None:
        self._connection.close()


@dataclass(frozen=True, slots=True)
class Person:
    """Someone whose agent calls, under the name that the demonstration prints."""

    name: str
    client: Client
    org: str
    sub: str

    @property
    def scope(self) -> str:
        return f"/org/{quote(self.org, safe='')}/user/{quote(self.sub, safe='')}"

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Got:
        token = self.client.call("POST", "/local/token", {"org": self.org, "sub": self.sub}).body["access_token"]
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.call(method, path, body, {"Authorization": f"Bearer {token}", **named})


class Paper:
    """Prints the play, and remembers whether every step had the stated result."""

    def __init__(self, out: TextIO, *, colour: bool, width: int) -> None:
        self._out = out
        self._colour = colour
        self._width = max(width, _LEAD + 24)
        self.failures: list[str] = []
        self.checks = 0

    def line(self, text: str = "") -> None:
        print(text, file=self._out, flush=True)

    def scene(self, number: int, title: str) -> None:
        self.line()
        self.line(self._painted(f"{number:2}. {title}", "1"))

    def said(self, who: str, verb: str, text: str) -> None:
        """Who did what, with the words spoken beside it."""
        lead = f"    {padded(who, 6)} {verb}"
        self._beside(padded(lead, _LEAD), text, "")

    def answered(self, text: str) -> None:
        self._beside(" " * _LEAD, text, "36")

    def check(self, holds: bool, claim: str) -> None:
        self.checks += 1
        if not holds:
            self.failures.append(claim)
        mark = self._painted("✓", "32") if holds else self._painted("✗", "1;31")
        first, *rest = wrapped(claim, self._width - _LEAD - 2)
        self.line(f"{' ' * _LEAD}{mark} {first}")
        for more in rest:
            self.line(f"{' ' * _LEAD}  {more}")

    def _beside(self, lead: str, text: str, colour: str) -> None:
        for line in wrapped(text, self._width - _LEAD):
            self.line(lead + (self._painted(line, colour) if colour else line))
            lead = " " * _LEAD

    def _painted(self, text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._colour else text


def columns(text: str) -> int:
    """How many columns a terminal gives to the text: two for each CJK character, none for a combining mark."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, width: int) -> str:
    return text + " " * max(width - columns(text), 1)


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at spaces and between CJK characters."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and columns(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def _pieces(text: str) -> Iterator[str]:
    """What must not be broken: a word with the space after it, one CJK character with the mark that follows it."""
    piece = ""
    for character in text:
        wide = east_asian_width(character) == "W" and character.isalpha()
        if piece and (piece[-1] == " " or wide) and character != " ":
            yield piece
            piece = ""
        piece += character
    yield piece
