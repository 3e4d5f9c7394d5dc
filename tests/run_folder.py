"""What the processes of one run of tests share: a folder, removed when the run ends."""

from __future__ import annotations

import os
import shutil
from tempfile import mkdtemp

import pytest

# The variable that names the folder; processes that a run starts inherit it.
RUN_FOLDER = "TESTS_RUN_FOLDER"


def make_run_folder(config: pytest.Config) -> None:
    if RUN_FOLDER not in os.environ:
        os.environ[RUN_FOLDER] = folder = mkdtemp(prefix="agent-memory-tests-")
        config.add_cleanup(lambda: _remove(folder))


def _remove(folder: str) -> None:
    del os.environ[RUN_FOLDER]
    shutil.rmtree(folder)
