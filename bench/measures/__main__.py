"""`python -m bench.measures [--json FILE]`: ten rates of a memory, by stories in English and Chinese.

They are played with a service of its own: recall, precision, time, isolation, residue, conflicts, summaries, safety,
and what an agent makes of its context: task success and side effects. Fails when one is worse than its limit.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from bench.measures.rates import measured
from local.service_process import service_process

STORIES = Path(__file__).with_name("stories.json")
_CALL_S = 120
_ROLES = ["reviewer"]


class HttpService:
    """A local service, each person with a token of their own."""

    def __init__(self, url: str, org: str = "acme") -> None:
        self._url, self._org = url, org
        self._tokens: dict[str, str] = {}

    def send(self, who: str, method: str, path: str, body: object = None) -> Any:
        if who not in self._tokens:
            claims = {"org": self._org, "sub": who, "roles": _ROLES}
            self._tokens[who] = json.loads(self._sent("POST", "/local/token", claims, None))["access_token"]
        text = self._sent(method, path, body, self._tokens[who])
        return text if path.startswith("/v1/export") else json.loads(text)

    def settle(self) -> None:
        self._sent("POST", "/local/settle", {}, None)

    def _sent(self, method: str, path: str, body: object, token: str | None) -> str:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self._url + path, data, headers, method=method)  # noqa: S310 - our own address
        try:
            with urllib.request.urlopen(request, timeout=_CALL_S) as got:  # noqa: S310 - likewise # nosec B310
                return str(got.read().decode())
        except urllib.error.HTTPError as error:
            return str(error.read().decode())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, metavar="FILE", help="the rates, for another program")
    options = parser.parse_args(arguments)
    stories = json.loads(STORIES.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder, service_process(Path(folder), "--test-controls") as url:
        rates = measured(HttpService(url), stories)
    for rate in rates:
        bound = f"{'at most' if rate.most else 'at least'} {rate.wanted:.2f}"
        print(f"{rate.name:<48} {rate.value:6.3f}  {rate.good}/{rate.of}  {bound}{'' if rate.holds else '  MISSED'}")
    if options.json is not None:
        found = [
            {"name": r.name, "value": round(r.value, 4), "good": r.good, "of": r.of, "holds": r.holds} for r in rates
        ]
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0 if all(rate.holds for rate in rates) else 1


if __name__ == "__main__":
    sys.exit(main())
