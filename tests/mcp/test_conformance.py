"""The protocol's own suite finds no failure. It needs Node 24 and its packages (docs/guides/mcp.md)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.mcp.conformance import OWN, Suite, counted, own_service

NODE, MODULES = os.environ.get("MCP_NODE", ""), os.environ.get("MCP_NODE_MODULES", "")


@pytest.mark.skipif(not (NODE and MODULES), reason="MCP_NODE and MCP_NODE_MODULES name no Node and no packages")
@pytest.mark.parametrize("revision", OWN)
def test_the_scenarios_that_need_no_fixture_pass(revision: str) -> None:
    with own_service() as url:
        total = counted(Suite(NODE, Path(MODULES)), url, OWN[revision], revision)
    assert total["failure"] == 0
    assert total["success"] >= 13
