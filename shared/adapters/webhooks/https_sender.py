"""Sends webhooks over HTTPS to public addresses alone.

The name is resolved once for each request, every address that it has must be public, and the connection goes to one of
those that were looked at: a name that leads elsewhere a moment later changes nothing. Redirects are not followed, and
of an answer its status counts."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from shared.domain.errors import Unavailable

TIMEOUT_S = 10.0
_UNICAST = ipaddress.ip_network("2000::/3")
# Some of these count as global: clouds answer there, and relays to IPv6 did.
_OF_PROTOCOLS = (ipaddress.ip_network("192.0.0.0/24"), ipaddress.ip_network("192.88.99.0/24"))
Resolve = Callable[[str, int], Sequence[str]]


def addresses_of(host: str, port: int) -> Sequence[str]:
    """Raises `OSError`."""
    return list(dict.fromkeys(str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))


def is_public(address: str) -> bool:
    """Neither private, nor of this host or link (where a cloud's own metadata are), nor an IPv4 address of these in
    another form: of IPv6 the global unicast addresses alone, without those that carry an IPv4 address."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        inner = (found.sixtofour, found.teredo, _is_isatap(found))
        return found in _UNICAST and not any(inner) and found.is_global
    return found.is_global and not found.is_multicast and not any(found in one for one in _OF_PROTOCOLS)


def _is_isatap(address: ipaddress.IPv6Address) -> bool:
    return int(address) >> 32 & 0xFDFFFFFF == 0x00005EFE


class HttpsSender:
    """`loopback`: `http://127.0.0.1` is allowed too, for a laptop. `context`: for tests with certificates of their
    own."""

    def __init__(
        self, *, loopback: bool = False, resolve: Resolve = addresses_of, context: ssl.SSLContext | None = None
    ) -> None:
        self._loopback = loopback
        self._resolve = resolve
        self._context = context

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        try:
            connection = self._connection(url)
        except (OSError, ValueError) as error:
            raise Unavailable("the receiver's name cannot be resolved") from error
        parts = urlsplit(url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request("POST", target, body, {**headers, "user-agent": "agent-memory-webhooks"})
            return connection.getresponse().status
        except (OSError, http.client.HTTPException, ssl.SSLError) as error:
            raise Unavailable("the receiver cannot be reached") from error
        finally:
            connection.close()

    def _connection(self, url: str) -> http.client.HTTPConnection:
        parts = urlsplit(url)
        host = parts.hostname or ""
        if self._loopback and (parts.scheme, host) == ("http", "127.0.0.1"):
            return http.client.HTTPConnection(host, parts.port or 80, timeout=TIMEOUT_S)
        if parts.scheme != "https":
            raise Unavailable("webhooks go over https")
        port = parts.port or 443
        addresses = self._resolve(host, port)
        if not addresses or not all(map(is_public, addresses)):
            raise Unavailable("the receiver's name leads to an address that is not public")
        return _Pinned(host, port, addresses[0], self._context or ssl.create_default_context())


class _Pinned(http.client.HTTPSConnection):
    """To an address that was looked at; the certificate is still that of the name."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=TIMEOUT_S, context=context)
        self._address = address
        self._tls = context

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), self.timeout)
        try:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise
