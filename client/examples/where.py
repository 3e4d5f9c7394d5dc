"""Where the service is and who calls, from the command line: shared by the examples."""

from __future__ import annotations

import argparse
import os

from agent_memory import MemoryClient, local_token


def arguments(description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--url", default="http://127.0.0.1:8080", help="of the service (default: one on this machine)")
    parser.add_argument("--user", default="ann", help="on a laptop: whose token to ask the local issuer for")
    return parser


def client_for(url: str, user: str) -> MemoryClient:
    """With the token in AGENT_MEMORY_TOKEN, or one from the issuer of the service on this machine."""
    token = os.environ.get("AGENT_MEMORY_TOKEN")
    return MemoryClient(url, token or (lambda: local_token(url, org="acme", sub=user)))
