"""How a client finds out who issues tokens for `/mcp` (RFC 9728), and the 401 that says where that stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shared.contracts.routes import MCP_PATH, RESOURCE_METADATA_PATH
from shared.runtime.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def origin_of(event: Mapping[str, Any]) -> str:
    """Scheme and host by which the caller reached the gateway. Only a laptop's own is without TLS."""
    host = str(event.get("requestContext", {}).get("domainName", "")).lower()
    return f"{'http' if is_loopback(host) else 'https'}://{host}"


def is_loopback(host: str) -> bool:
    name, _, port = host.rpartition(":")
    return host in LOOPBACK or (name in LOOPBACK and port.isdigit())


def metadata(event: Mapping[str, Any], settings: Settings) -> dict[str, object]:
    document: dict[str, object] = {
        "resource": origin_of(event) + MCP_PATH,
        "resource_name": "Agent memory",
        "bearer_methods_supported": ["header"],
        "scopes_supported": list(settings.oauth_scopes),
    }
    if settings.authorization_server:
        document["authorization_servers"] = [settings.authorization_server]
    return document


def challenge(event: Mapping[str, Any], settings: Settings) -> str:
    """The value of `WWW-Authenticate`."""
    address = f"{origin_of(event)}{RESOURCE_METADATA_PATH}{MCP_PATH}"
    scope = f', scope="{" ".join(settings.oauth_scopes)}"' if settings.oauth_scopes else ""
    return f'Bearer resource_metadata="{address}"{scope}'
