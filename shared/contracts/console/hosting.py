"""What holds for the console on a laptop and behind CloudFront alike: its paths, headers and settings."""

from __future__ import annotations

from pathlib import PurePosixPath

CONSOLE_PATH = "/console/"
CONFIG_PATH = f"{CONSOLE_PATH}config.json"
INDEX = "index.html"
CLIENT_ID = "agent-memory-console"
# The build names these files by a hash of what they hold, so that a browser may keep them forever.
HASHED_FOLDER = "assets/"
KEPT, ASKED_AGAIN, NOT_KEPT = "public, max-age=31536000, immutable", "no-cache", "no-store"

REFERRER_POLICY = "no-referrer"


def content_policy(*issuers: str) -> str:
    """The content security policy. `issuers` are origins other than the console's own which issue its tokens."""
    connect = " ".join(("; connect-src 'self'", *issuers)) if issuers else ""
    return (
        f"default-src 'self'{connect}; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    )


def file_of(path: str) -> str:
    """The built file that answers a decoded path below `/console/`. A last segment without a dot is a page of the
    one-page application."""
    return path if "." in PurePosixPath(path).name else INDEX


def cache_control(file: str) -> str:
    if file.startswith(HASHED_FOLDER):
        return KEPT
    return NOT_KEPT if file == INDEX else ASKED_AGAIN


def console_settings(issuer: str, authorize_url: str, token_url: str, client_id: str, scope: str) -> dict[str, str]:
    """The document at `/console/config.json`. The interface has the console's own origin: `api_url` is empty."""
    return {
        "issuer": issuer,
        "authorize_url": authorize_url,
        "token_url": token_url,
        "client_id": client_id,
        "scope": scope,
        "api_url": "",
    }
