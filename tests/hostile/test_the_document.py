"""The API document attacked by a generator, as several callers: what is answered is what is documented."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hostile.attack import attack
from tests.hostile.callers import CALLERS
from tests.local.running_service import ServiceProcess

pytestmark = pytest.mark.enable_socket

# Examples of the fuzzing for each operation and caller; `make hostile EXAMPLES=200` takes longer.
EXAMPLES = int(os.environ.get("HOSTILE_EXAMPLES", "2"))
# The cases at the edges of every schema are the same for every caller but their rights: two callers try them all.
THOROUGH = ("administrator", "governor")


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
