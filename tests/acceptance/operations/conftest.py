from __future__ import annotations

from tests.functions.conftest import api, open_log, world

__all__ = ["api", "open_log", "world"]
