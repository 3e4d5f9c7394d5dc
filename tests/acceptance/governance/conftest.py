from __future__ import annotations

from tests.functions.conftest import api, no_sockets, open_log, world

__all__ = ["api", "no_sockets", "open_log", "world"]
