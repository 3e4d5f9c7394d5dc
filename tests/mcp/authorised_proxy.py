"""A server in front of another that adds one token to each request: for test programs that know no tokens."""

from __future__ import annotations

import http.client
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

_OF_THE_HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "content-length"})


class AuthorisedProxy:
    """Passes everything on to `url` as it came, host and origin as well, with `token`. Serves until `close`."""

    def __init__(self, url: str, token: str) -> None:
        place = urlsplit(url)
        host, port = str(place.hostname), int(place.port or 80)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _pass_on(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                onward = http.client.HTTPConnection(host, port, timeout=60)
                onward.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
                for name, value in self.headers.items():
                    if name.lower() not in (*_OF_THE_HOP, "authorization"):
                        onward.putheader(name, value)
                onward.putheader("authorization", f"Bearer {token}")
                onward.putheader("content-length", str(len(body)))
                onward.endheaders(body)
                answer = onward.getresponse()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in _OF_THE_HOP:
                        self.send_header(name, value)
                if answer.getheader("content-type") == "text/event-stream":
                    self._events(answer)
                else:
                    data = answer.read()
                    self.send_header("content-length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                onward.close()

            def _events(self, answer: http.client.HTTPResponse) -> None:
                """As they come. The connection ends with them, or when the caller has left."""
                self.send_header("connection", "close")
                self.end_headers()
                self.close_connection = True
                with suppress(OSError, http.client.HTTPException):
                    while data := answer.read1():
                        self.wfile.write(data)
                        self.wfile.flush()

            do_GET = do_POST = do_DELETE = do_OPTIONS = do_PUT = _pass_on  # noqa: N815 - names of the base class

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
