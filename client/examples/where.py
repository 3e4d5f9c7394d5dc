"""Where the service is and who calls, from the command line: shared by the examples."""

from __future__ import annotations

import argparse
import os

import httpx

from agent_memory import MemoryClient


def arguments(description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--url", default="http://127.0.0.1:8080", help="of the service (default: one on this machine)")
    parser.add_argument("--user", default="ann", help="on a laptop: whose token to ask the local issuer for")
    return parser


def client_for(url: str, user: str) -> MemoryClient:
    """With the token in AGENT_MEMORY_TOKEN, or one of the laptop's own issuer."""
    token = os.environ.get("AGENT_MEMORY_TOKEN")
    return MemoryClient(url, token or (lambda: _local_token(url, user)))


def _local_token(url: str, user: str) -> str:
    # Only a service on this machine has an issuer of its own, and no proxy leads there.
    answer = httpx.post(f"{url}/local/token", json={"org": "acme", "sub": user}, trust_env=False)
    return str(answer.raise_for_status().json()["access_token"])
