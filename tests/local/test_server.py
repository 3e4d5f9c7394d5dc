"""The gateway over real sockets: what it answers, and what it survives."""

from __future__ import annotations

import http.client
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from local.aws.authorizer import Authorizer
from local.aws.gateway import Gateway, Handler
from local.clock import MovableClock
from local.controls import Tokens
from local.http import connection
from local.http import server as server_module
from local.http.server import Server
from local.issuer import AUDIENCE, Issuer
from shared.adapters.system import UuidV7Ids
from shared.contracts.routes import DEFAULT_FUNCTION, ROUTES

pytestmark = pytest.mark.enable_socket


class Functions:
    """Handlers that answer what they were asked, unless a test says otherwise."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.act: Callable[[dict[str, Any]], Any] = lambda event: {
            "statusCode": 200, "headers": {"content-type": "application/json"}, "body": json.dumps(event),
        }  # fmt: skip

    def __call__(self, event: dict[str, Any], context: Any) -> Any:
        assert context.aws_request_id == event["requestContext"]["requestId"]
        self.events.append(event)
        return self.act(event)


class Running:
    def __init__(self, functions: Handler) -> None:
        self.clock = MovableClock()
        self.server = Server(0)
        self.issuer = Issuer(f"http://127.0.0.1:{self.server.port}/local", self.clock)
        judge = Authorizer(self.issuer.jwks, self.issuer.url, AUDIENCE, self.clock)
        names = {route.function for route in ROUTES} | {DEFAULT_FUNCTION}
        gateway = Gateway(
            dict.fromkeys(names, functions), judge, Tokens(self.issuer), self.clock, UuidV7Ids(self.clock)
        )
        self.server.serve(gateway)

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.issuer.token({'org': 'acme', 'sub': 'ann'})}"}

    def call(
        self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
        try:
            connection.request(method, path, body, headers or {})
            got = connection.getresponse()
            return got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
        finally:
            connection.close()

    def raw(self, sent: bytes, patience_s: float = 5.0, end: bool = True) -> bytes:
        """What comes back for these bytes, until the service closes."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=patience_s) as sock:
            got = b""
            try:
                sock.sendall(sent)
                if end:
                    sock.shutdown(socket.SHUT_WR)
                while data := sock.recv(65536):
                    got += data
            except OSError:
                pass
            return got

    def is_well(self) -> bool:
        return self.call("GET", "/v1/health")[0] == 200


class Delegate:
    """Lets one server of the module call each test's own functions."""

    def __init__(self) -> None:
        self.to = Functions()

    def __call__(self, event: dict[str, Any], context: Any) -> Any:
        return self.to(event, context)


@pytest.fixture
def functions() -> Functions:
    return Functions()


@pytest.fixture(scope="module")
def shared_server() -> Iterator[tuple[Running, Delegate]]:
    delegate = Delegate()
    made = Running(delegate)
    yield made, delegate
    assert made.server.close(2)


@pytest.fixture
def running(shared_server: tuple[Running, Delegate], functions: Functions) -> Running:
    made, delegate = shared_server
    delegate.to = functions
    return made


def test_a_request_reaches_the_function_of_its_route_with_its_callers_claims(
    running: Running, functions: Functions
) -> None:
    status, headers, body = running.call(
        "POST", "/v1/memories?x=1", '{"content": "é"}'.encode(), {**running.bearer, "Content-Type": "application/json"}
    )
    event = json.loads(body)
    assert status == 200
    assert event["routeKey"] == "POST /v1/memories"
    assert event["body"] == '{"content": "é"}'
    assert event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"] == "ann"
    assert headers["x-correlation-id"] == event["requestContext"]["requestId"]


def test_without_a_valid_token_no_function_is_called(running: Running, functions: Functions) -> None:
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic YTpi"}):
        status, got, body = running.call("POST", "/v1/recall", b"{}", headers)
        assert status == 401
        assert got["www-authenticate"] == "Bearer"
        assert got["content-type"] == "application/problem+json"
        assert json.loads(body)["code"] == "unauthenticated"
    assert functions.events == []


def test_health_and_unknown_paths_need_no_token(running: Running, functions: Functions) -> None:
    running.call("GET", "/v1/health")
    running.call("PUT", "/nowhere")
    assert [event["routeKey"] for event in functions.events] == ["GET /v1/health", "$default"]


def test_a_token_from_the_issuer_is_accepted(running: Running) -> None:
    status, _, body = running.call("POST", "/local/token", json.dumps({"org": "acme", "sub": "小明"}))
    assert status == 200
    token = json.loads(body)["access_token"]
    status, _, body = running.call("GET", "/v1/memories", headers={"Authorization": f"Bearer {token}"})
    assert json.loads(body)["requestContext"]["authorizer"]["jwt"]["claims"]["sub"] == "小明"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"nonsense", b"\xff", b"[" * 100_000, b'{"org": 1, "sub": "a"}', b'{"org": "a"}', b"null"]
)
def test_malformed_claims_are_a_400(running: Running, body: bytes) -> None:
    status, headers, got = running.call("POST", "/local/token", body)
    assert status == 400
    assert headers["content-type"] == "application/problem+json"
    assert json.loads(got)["code"] == "malformed"


def test_the_jwks_is_served_and_the_test_controls_are_not(running: Running, functions: Functions) -> None:
    assert json.loads(running.call("GET", "/local/.well-known/jwks.json")[2])["keys"][0]["kty"] == "EC"
    for path in ("clock", "settle", "faults", "gc", "token/x"):
        running.call("POST", f"/local/{path}", b"{}")
    assert [event["routeKey"] for event in functions.events] == ["$default"] * 5


def test_a_bug_is_a_500_without_details_and_one_log_entry_without_content(
    running: Running, functions: Functions, caplog: pytest.LogCaptureFixture
) -> None:
    def act(event: dict[str, Any]) -> Any:
        raise ValueError("the secret word")

    functions.act = act
    status, headers, body = running.call("POST", "/v1/recall", b'{"query": "secret"}', running.bearer)
    assert status == 500
    assert json.loads(body)["code"] == "internal"
    assert b"secret" not in body
    assert b"Traceback" not in body
    assert len(caplog.records) == 1
    assert "secret" not in caplog.text
    assert headers["x-correlation-id"] in caplog.text
    assert "ValueError" in caplog.text


def test_an_answer_that_is_no_http_answer_is_a_500(running: Running, functions: Functions) -> None:
    functions.act = lambda event: {"statusCode": 200, "headers": {"x": "a\r\nb: c"}}
    assert running.call("GET", "/v1/health")[0] == 500


@pytest.mark.parametrize(
    ("given", "kept"),
    [("abc-1", True), ("a b", True), ("x" * 128, True), ("x" * 129, False), ("é", False), ("a\tb", False), ("", False)],
)
def test_a_correlation_id_comes_back_when_it_is_printable_and_short(running: Running, given: str, kept: bool) -> None:
    for path in ("/v1/health", "/local/.well-known/jwks.json"):
        _, headers, _ = running.call("GET", path, headers={"X-Correlation-Id": given})
        assert (headers["x-correlation-id"] == given) is kept
        assert headers["x-correlation-id"]


def test_a_functions_own_correlation_id_is_kept(running: Running, functions: Functions) -> None:
    functions.act = lambda event: {"statusCode": 200, "headers": {"X-Correlation-Id": "mine"}}
    got = running.raw(b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX-Correlation-Id: yours\r\n\r\n")
    assert got.lower().count(b"x-correlation-id") == 1
    assert b"mine" in got


@pytest.mark.parametrize(
    "origin", ["http://localhost:3000", "http://127.0.0.1:5173", "https://[::1]:1", "http://localhost"]
)
def test_a_loopback_page_may_ask(running: Running, functions: Functions, origin: str) -> None:
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    status, headers, body = running.call("OPTIONS", "/v1/memories", headers=asked)
    assert (status, body) == (204, b"")
    assert headers["access-control-allow-origin"] == origin
    assert "authorization" in headers["access-control-allow-headers"]
    assert functions.events == []
    _, headers, _ = running.call("GET", "/v1/health", headers={"Origin": origin})
    assert headers["access-control-allow-origin"] == origin


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example",
        "null",
        "http://localhost:1@evil",
        "http://localhost:é",
        "file://",
    ],
)
def test_another_page_may_not(running: Running, functions: Functions, origin: str) -> None:
    asked = {"Origin": origin.encode().decode("latin-1"), "Access-Control-Request-Method": "POST"}
    _, headers, _ = running.call("OPTIONS", "/v1/memories", headers=asked)
    assert "access-control-allow-origin" not in headers
    assert functions.events[0]["routeKey"] == "$default"
    assert running.call("POST", "/local/token", b'{"org": "a", "sub": "b"}', {"Origin": asked["Origin"]})[0] == 403


def test_a_name_that_points_here_from_elsewhere_is_not_served(running: Running, functions: Functions) -> None:
    got = running.raw(
        b"POST /local/token HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 24\r\n\r\n" + b'{"org": "a", "sub": "b"}'
    )
    assert got.startswith(b"HTTP/1.1 421 ")
    assert b"access_token" not in got


def test_many_requests_use_one_connection_without_waiting(running: Running) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.server.port, timeout=10)
    connection.request("GET", "/v1/health")
    connection.getresponse().read()
    sock = connection.sock
    started = time.monotonic()
    for _ in range(50):
        connection.request("GET", "/v1/health")
        assert connection.getresponse().read()
        assert connection.sock is sock
    connection.close()
    assert time.monotonic() - started < 1.5, "50 calls with Nagle's algorithm take 2 s"


def test_requests_sent_at_once_are_answered_in_order(running: Running) -> None:
    got = running.raw(b"".join(b"GET /v1/health?n=%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % n for n in range(5)))
    places = [got.find(b"n=%d" % n) for n in range(5)]
    assert -1 not in places
    assert places == sorted(places)


def test_http_1_0_is_answered_and_closed(running: Running) -> None:
    got = running.raw(b"GET /v1/health HTTP/1.0\r\n\r\n", end=False)
    assert got.startswith(b"HTTP/1.1 200 OK")
    assert b"connection: close" in got


def test_head_gets_the_headers_alone(running: Running) -> None:
    got = running.raw(b"HEAD /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    head, _, body = got.partition(b"\r\n\r\n")
    assert b"content-length: " in head
    assert body == b""


def test_a_chunked_body_arrives_whole(running: Running, functions: Functions) -> None:
    got = running.raw(
        b"POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n"
        + b"".join(b"%s: %s\r\n" % (n.encode(), v.encode()) for n, v in running.bearer.items())
        + b"\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: 1\r\n\r\nGET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )
    assert functions.events[0]["body"] == "abcde"
    assert got.count(b"HTTP/1.1 200 OK") == 2


def test_a_client_that_asks_before_its_body_may_continue(running: Running) -> None:
    got = running.raw(
        b"POST /v1/nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"
    )
    assert got.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200")


def test_a_body_over_ten_megabytes_is_refused_before_it_is_read(running: Running, functions: Functions) -> None:
    length = connection.MAX_BODY + 1
    head = b"POST /v1/memories HTTP/1.1\r\nHost: localhost\r\n"
    got = running.raw(head + b"Content-Length: %d\r\n\r\n" % length, end=False)
    assert got.startswith(b"HTTP/1.1 413 ")
    status, _, body = running.call("POST", "/v1/memories", b"x" * (connection.MAX_BODY + 1), running.bearer)
    assert status == 413
    assert json.loads(body)["code"] == "too_large"
    assert functions.events == []


def test_a_body_in_chunks_is_refused_once_it_passes_ten_megabytes(running: Running, functions: Functions) -> None:
    head = b"POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    got = running.raw(head + 10 * chunk + b"1\r\nx", end=False)  # the last chunk is not even complete
    assert got.startswith(b"HTTP/1.1 413 ")
    assert functions.events == []


def test_a_body_of_ten_megabytes_is_taken(running: Running, functions: Functions) -> None:
    functions.act = lambda event: {"statusCode": 200}
    headers = {**running.bearer, "Content-Type": "text/plain"}
    assert running.call("POST", "/v1/memories", b"x" * connection.MAX_BODY, headers)[0] == 200
    assert len(functions.events[0]["body"]) == connection.MAX_BODY


HOST = b"Host: localhost\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1 x\r\n\r\n", 400),
        (b"GET  / HTTP/1.1\r\n\r\n", 400),
        (b"GET /\xc3\xa9 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /v1/memories/%FF HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /v1/health?%ff=1 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /\x00 HTTP/1.1\r\n\r\n", 400),
        (b"G\xffT / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\n\r\n", 505),
        (b"GET / FTP/1.1\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"no colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n folded: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"a : b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"a: b\x00c\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"a: b\rc\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b": b\r\n\r\n", 400),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + HOST + b"a: " + b"b" * 20_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + HOST + b"a: b\r\n" * 101 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + HOST + b"".join(b"a%d: %s\r\n" % (n, b"b" * 10_000) for n in range(8)) + b"\r\n", 431),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: x\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 1_0\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1" * 300 + b"\r\n", 400),
    ],
)  # fmt: skip
def test_bytes_that_are_no_http_are_answered_cleanly(
    running: Running, functions: Functions, sent: bytes, status: int
) -> None:
    got = running.raw(sent)
    assert got.startswith(b"HTTP/1.1 %d " % status), got[:200]
    assert b"application/problem+json" in got
    assert functions.events == []
    assert running.is_well()


def test_a_header_of_any_bytes_reaches_the_function(running: Running, functions: Functions) -> None:
    running.raw(b"GET /v1/health HTTP/1.1\r\n" + HOST + "X-A: é小\r\n".encode() + b"X-B: \xff\xfe\r\n\r\n")
    headers = functions.events[0]["headers"]
    assert (headers["x-a"], headers["x-b"]) == ("é小", "ÿþ")


def test_random_bytes_never_harm_the_service(running: Running) -> None:
    dice = random.Random(7)
    pieces = [
        b"GET ",
        b"POST ",
        b"/v1/memories",
        b"/%FF",
        b" HTTP/1.1",
        b"\r\n",
        b"\n",
        b"\r\n\r\n",
        b"Content-Length: 5",
        b"Transfer-Encoding: chunked",
        b": ",
        b"\x00",
        b"\xff",
        HOST,
    ]
    for _ in range(300):
        sent = b"".join(dice.choice([*pieces, dice.randbytes(dice.randrange(8))]) for _ in range(dice.randrange(1, 20)))
        got = running.raw(sent)
        assert not got or got.startswith(b"HTTP/1.1 ")
        assert not got.startswith(b"HTTP/1.1 500")
    assert running.is_well()


def threads_settle(expected: int) -> bool:
    until = time.monotonic() + 5
    while threading.active_count() > expected and time.monotonic() < until:
        time.sleep(0.02)
    return threading.active_count() <= expected


def test_clients_that_leave_in_the_middle_of_a_request_leave_nothing_behind(running: Running) -> None:
    assert running.is_well()
    assert threads_settle(threading.active_count())
    before = threading.active_count()
    for sent in (
        b"",
        b"GET /v1",
        b"POST /v1/memories HTTP/1.1\r\nContent-Length: 500\r\n\r\nabc",
        b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ) * 5:
        sock = socket.create_connection(("127.0.0.1", running.server.port), timeout=5)
        sock.sendall(sent)
        # Linger 0: the connection is reset, not closed.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        sock.close()
    assert threads_settle(before)
    assert running.is_well()


def test_a_client_that_sends_too_slowly_is_cut_off(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_S", 0.3)
    monkeypatch.setattr(connection, "BODY_S", 0.3)
    for sent in (b"GET /v1/health HTT", b"POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na"):
        with socket.create_connection(("127.0.0.1", running.server.port), timeout=5) as sock:
            sock.sendall(sent)
            started = time.monotonic()
            try:
                for _ in range(20):
                    time.sleep(0.05)
                    sock.sendall(b"P")
            except OSError:
                pass
            assert sock.recv(100).startswith(b"HTTP/1.1 408 ")
            assert time.monotonic() - started < 4
    assert running.is_well()


def test_a_silent_connection_is_closed_after_a_while(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "IDLE_S", 0.2)
    assert running.raw(b"", end=False, patience_s=3) == b""


def test_when_all_connections_are_used_an_idle_one_makes_room(
    functions: Functions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "MAX_CONNECTIONS", 3)
    running = Running(functions)
    idle = [socket.create_connection(("127.0.0.1", running.server.port), timeout=5) for _ in range(6)]
    assert running.is_well()
    for sock in idle:
        sock.close()
    running.server.close(2)


def test_requests_run_side_by_side(running: Running, functions: Functions) -> None:
    both = threading.Barrier(4, timeout=5)

    def act(event: dict[str, Any]) -> Any:
        both.wait()
        return {"statusCode": 200}

    functions.act = act
    statuses: list[int] = []
    threads = [threading.Thread(target=lambda: statuses.append(running.call("GET", "/v1/health")[0])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 4


def test_at_the_end_the_running_request_is_answered_and_idle_connections_are_closed(functions: Functions) -> None:
    running, begun, go = Running(functions), threading.Event(), threading.Event()
    idle = http.client.HTTPConnection("127.0.0.1", running.server.port, timeout=5)
    idle.request("GET", "/v1/health")
    idle.getresponse().read()

    def act(event: dict[str, Any]) -> Any:
        begun.set()
        go.wait(5)
        return {"statusCode": 200}

    functions.act = act
    statuses: list[int] = []
    thread = threading.Thread(target=lambda: statuses.append(running.call("GET", "/v1/health")[0]))
    thread.start()
    assert begun.wait(5)
    closed: list[bool] = []
    closer = threading.Thread(target=lambda: closed.append(running.server.close(5)))
    closer.start()
    assert idle.sock is not None
    assert idle.sock.recv(10) == b""
    go.set()
    closer.join()
    thread.join()
    assert (statuses, closed) == ([200], [True])
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", running.server.port), timeout=2)


def test_it_listens_on_the_loopback_interface_only(running: Running) -> None:
    assert running.server.socket.getsockname()[0] == "127.0.0.1"


def test_a_taken_port_is_reported(running: Running) -> None:
    with pytest.raises(OSError, match="in use"):
        Server(running.server.port)
