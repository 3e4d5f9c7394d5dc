"""Import `opensearch_url` into a conftest to give its tests the running node."""

from __future__ import annotations

import pytest

from tests.opensearch.running_node import RunningNode

_STARTED: list[RunningNode] = []


@pytest.fixture(scope="session")
def opensearch_url(pytestconfig: pytest.Config) -> str:
    """Where the node of this test run answers. Where there can be none, the tests that ask for it fail."""
    if not _STARTED:
        node = RunningNode()
        _STARTED.append(node)
        pytestconfig.add_cleanup(node.stop)
    return _STARTED[0].url
