"""Which applications sign in here, and where a code may be sent."""

from __future__ import annotations

from dataclasses import dataclass

from shared.contracts.console.hosting import CLIENT_ID, CONSOLE_PATH

SCOPE = "agent-memory"  # the one scope: what a token may do is in its claims


@dataclass(frozen=True, slots=True)
class Client:
    """A public client: it has no secret. `path` is where it takes its code, on the service's own origin."""

    id: str
    path: str

    def redirect_uri(self, origin: str) -> str:
        return f"{origin}{self.path}"


CONSOLE = Client(CLIENT_ID, CONSOLE_PATH)
