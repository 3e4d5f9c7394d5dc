"""The Model Context Protocol: tools and resources for agents. The only function that loads the protocol's SDK."""

from __future__ import annotations

from shared.runtime.mcp.door import Door

handler = Door().handler
