from __future__ import annotations

from tests.offline import no_sockets

__all__ = ["no_sockets"]
