from __future__ import annotations

from pathlib import Path

import pytest

from agent_memory.cli import profiles


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No variable and no config file of the person who runs the tests; the file of this test."""
    for name in (profiles.PROFILE, profiles.URL, profiles.TOKEN):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "config.toml"
    monkeypatch.setenv(profiles.CONFIG, str(file))
    return file
