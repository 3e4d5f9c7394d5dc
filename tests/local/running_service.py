"""The real service as a process of its own, for tests that stop and kill it."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
START_S = 60.0


@dataclass
class Got:
    status: int
    body: Any
    headers: dict[str, str]


class ServiceProcess:
    def __init__(self, data: Path, *flags: str, port: int = 0) -> None:
        """Starts it and waits until it listens, or has ended."""
        command = [sys.executable, "-m", "local", "serve", "--port", str(port), "--data", str(data), *flags]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0
        )
        self.output = ""
        self.url = ""
        self._wait_for_the_url()

    def _wait_for_the_url(self) -> None:
        assert self.process.stdout is not None
        until = time.monotonic() + START_S
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while time.monotonic() < until and "listening on http" not in self.output:
                if not selector.select(0.5):
                    continue
                data = self.process.stdout.read(4096)
                if not data:
                    self.process.wait(10)
                    return
                self.output += data.decode()
        self.url = self.output.partition("listening on ")[2].split()[0]

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Got:
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method)  # noqa: S310 - our own address
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=60) as got:  # noqa: S310 - likewise
                status, raw, headers = got.status, got.read(), got.headers
        except urllib.error.HTTPError as error:
            status, raw, headers = error.code, error.read(), error.headers
        return Got(status, json.loads(raw) if raw else None, {name.lower(): value for name, value in headers.items()})

    def as_user(self, method: str, path: str, body: Any = None, user: str = "ann") -> Got:
        token = self.call("POST", "/local/token", {"org": "acme", "sub": user}).body["access_token"]
        return self.call(method, path, body, token)

    def write(self, content: str, user: str = "ann", **more: Any) -> Got:
        body = {"content": content, "type": "semantic", "source": "user_stated", **more}
        return self.as_user("POST", "/v1/memories", body, user)

    def listed(self, user: str = "ann") -> list[str]:
        items, cursor = [], ""
        while True:
            page = self.as_user("GET", f"/v1/memories?limit=100{cursor}", user=user).body
            items += [memory["content"] for memory in page["items"]]
            if page["next_cursor"] is None:
                return items
            cursor = f"&cursor={page['next_cursor']}"

    def recalled(self, query: str, user: str = "ann") -> list[str]:
        got = self.as_user("POST", "/v1/recall", {"query": query, "min_relevance": 0, "top_k": 50}, user)
        assert got.status == 200, got
        return [hit["memory"]["content"] for hit in got.body["memories"]]

    def delete_all(self, request_id: str, user: str = "ann") -> Got:
        return self.as_user("POST", "/v1/deletions", {"request_id": request_id, "selector": {"kind": "subject"}}, user)

    def deletion(self, request_id: str, user: str = "ann") -> str:
        return str(self.as_user("GET", f"/v1/deletions/{request_id}", user=user).body["status"])

    def settle(self) -> Got:
        got = self.call("POST", "/local/settle", {})
        assert got.status == 200, got
        return got

    def kill(self) -> None:
        self.process.kill()
        self._ended()

    def end(self, with_signal: int = signal.SIGTERM) -> int:
        """Its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        return self._ended()

    def _ended(self) -> int:
        rest, _ = self.process.communicate(timeout=20)
        self.output += rest.decode()
        return self.process.returncode
