"""A caller of a local service over HTTP."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

_CALL_S = 300  # a batch of long texts on a busy machine


class NotDone(RuntimeError):
    """Anything but a 2xx. `status`: the answer's. `retry_after_s`: it is to be asked again."""

    def __init__(self, path: str, error: urllib.error.HTTPError) -> None:
        super().__init__(f"POST {path} answered {error.code}: {error.read()[:300]!r}")
        self.status = error.code
        waits = error.headers.get("Retry-After") if error.code == 503 else None
        self.retry_after_s = None if waits is None else float(waits)


class ServiceClient:
    """One caller of a local service. Tokens are fetched when needed."""

    def __init__(self, url: str, claims: Mapping[str, object]) -> None:
        self._url = url.rstrip("/")
        self._claims = dict(claims)
        self._token: str | None = None

    def post(self, path: str, body: object, *, again: bool = True) -> Any:
        """The answer's JSON. Raises `NotDone` for anything but a 2xx."""
        if self._token is None:
            self._token = _posted(f"{self._url}/local/token", self._claims, {})["access_token"]
        try:
            return _posted(f"{self._url}{path}", body, {"Authorization": f"Bearer {self._token}"})
        except urllib.error.HTTPError as error:
            if error.code == 401 and again:  # the token's hour is over
                self._token = None
                return self.post(path, body, again=False)
            raise NotDone(path, error) from error

    def post_until_done(self, path: str, body: object, *, calls: int = 100) -> Any:
        """As `post`, for what goes on with the next call when one is too short for it."""
        for _ in range(calls - 1):
            try:
                return self.post(path, body)
            except NotDone as error:
                if error.retry_after_s is None:
                    raise
                time.sleep(error.retry_after_s)
        return self.post(path, body)

    def settle(self) -> None:
        """Waits until what was written can be found."""
        _posted(f"{self._url}/local/settle", {}, {})


def _posted(url: str, body: object, headers: Mapping[str, str]) -> Any:
    request = urllib.request.Request(  # noqa: S310 - the address is the starter's or the person's own
        url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=_CALL_S) as answer:  # noqa: S310 # nosec B310
        return json.loads(answer.read() or b"null")
