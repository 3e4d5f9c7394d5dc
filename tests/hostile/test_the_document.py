"""The API document attacked by a generator, as several callers: what is answered is what is documented."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.hostile.attack import DOCUMENT, Finding, attack
from tests.hostile.callers import CALLERS
from tests.local.running_service import ServiceProcess

pytestmark = pytest.mark.enable_socket

# Examples of the fuzzing for each operation and caller; `make hostile EXAMPLES=200` takes longer.
EXAMPLES = int(os.environ.get("HOSTILE_EXAMPLES", "2"))
# The cases at the edges of every schema are the same for every caller but their rights: two callers try them all.
THOROUGH = ("administrator", "governor")


def test_an_answer_that_the_document_does_not_have_is_found(service: ServiceProcess, tmp_path: Path) -> None:
    """The same attack over a document that keeps silent about one answer of a list."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    del document["paths"]["/v1/reviews"]["get"]["responses"]["403"]
    document["paths"] = {path: document["paths"][path] for path in ("/v1/reviews", "/v1/health")}
    silent = tmp_path / "openapi.json"
    silent.write_text(json.dumps(document), encoding="utf-8")
    token = service.call("POST", "/local/token", CALLERS["user"]).body["access_token"]
    done = attack(service.url, token, tmp_path, examples=1, phases="coverage", document=silent)
    assert Finding("GET /v1/reviews", "Undocumented status code") in done.findings, done.output


@pytest.mark.parametrize("caller", CALLERS)
def test_no_request_gets_a_server_error_or_an_answer_that_is_not_documented(
    service: ServiceProcess, caller: str, tmp_path: Path
) -> None:
    claims = CALLERS[caller]
    token = service.call("POST", "/local/token", claims).body["access_token"] if claims else None
    phases = "examples,coverage,fuzzing,stateful" if caller in THOROUGH else "examples,fuzzing,stateful"
    done = attack(service.url, token, tmp_path, examples=EXAMPLES, phases=phases)
    assert not done.findings, "\n".join([*map(str, done.findings), done.output])
    tested, known = done.operations
    assert tested == known
    assert done.requests >= known
    assert service.call("GET", "/v1/health").status == 200
