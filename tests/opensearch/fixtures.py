"""Import `opensearch_node` and `opensearch_url` into a conftest to give its tests the running node."""

from __future__ import annotations

import pytest

from tests.opensearch.running_node import RunningNode

_STARTED: list[RunningNode] = []


@pytest.fixture(scope="session")
def opensearch_node(pytestconfig: pytest.Config) -> RunningNode:
    """The node of this test run. Where there can be none, the tests that ask for it fail."""
    if not _STARTED:
        node = RunningNode(brief=True)
        _STARTED.append(node)
        pytestconfig.add_cleanup(node.stop)
    return _STARTED[0]


@pytest.fixture(scope="session")
def opensearch_url(opensearch_node: RunningNode) -> str:
    """Where it answers, also after it was killed and started again."""
    return opensearch_node.url
