"""A caller of a local service over HTTP."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

_CALL_S = 300  # a batch of long texts on a busy machine


class ServiceClient:
    """One caller of a local service. Tokens are fetched when needed."""

    def __init__(self, url: str, claims: Mapping[str, object]) -> None:
        self._url = url.rstrip("/")
        self._claims = dict(claims)
        self._token: str | None = None

    def post(self, path: str, body: object, *, again: bool = True) -> Any:
        """The answer's JSON. Raises `RuntimeError` with status and problem code for anything but a 2xx."""
        if self._token is None:
            self._token = _posted(f"{self._url}/local/token", self._claims, {})["access_token"]
        try:
            return _posted(f"{self._url}{path}", body, {"Authorization": f"Bearer {self._token}"})
        except urllib.error.HTTPError as error:
            if error.code == 401 and again:  # the token's hour is over
                self._token = None
                return self.post(path, body, again=False)
            raise RuntimeError(f"POST {path} answered {error.code}: {error.read()[:300]!r}") from error

    def settle(self) -> None:
        """Waits until what was written can be found."""
        _posted(f"{self._url}/local/settle", {}, {})


def _posted(url: str, body: object, headers: Mapping[str, str]) -> Any:
    request = urllib.request.Request(  # noqa: S310 - the address is the starter's or the person's own
        url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=_CALL_S) as answer:  # noqa: S310 # nosec B310
        return json.loads(answer.read() or b"null")
