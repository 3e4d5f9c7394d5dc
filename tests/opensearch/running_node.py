"""One real OpenSearch node for the whole test run, started when the first test asks for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

_RECIPE = Path(__file__).parent / "node"
_PREPARE_TIMEOUT_S = 600.0  # the first time it fetches some 80 MB
_START_TIMEOUT_S = 120.0  # 5 to 10 s on an idle machine
_STOP_TIMEOUT_S = 30.0
_JAVA = "-Dnode.follow.stdin=true"
# Of a node that lives for minutes, the second compiler and the other collectors cost more than they save.
_JAVA_FOR_MINUTES = f"{_JAVA} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_MEMORY = Path("/dev/shm")  # noqa: S108 - a fresh folder is made in it
_ENOUGH = 2**30  # bytes; containers are often given less


class NodeUnavailable(Exception):
    """The node cannot run here; the message says why."""


def missing_tools() -> list[str]:
    java_home = os.environ.get("JAVA_HOME", "")
    java = Path(java_home, "bin", "javac") if java_home else None
    found = {"a Java 17 JDK": java if java and java.exists() else shutil.which("javac"), "Maven": shutil.which("mvn")}
    return [tool for tool, path in found.items() if not path]


def _in_memory() -> Path | None:
    return _MEMORY if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ENOUGH else None


class RunningNode:
    """A node on a free port of the loopback interface, its data in a temporary folder.

    It follows our end of its standard input: should this process be killed, it stops by itself.
    """

    def __init__(self, *, brief: bool = False) -> None:
        """`brief`: for minutes of tests, not for measurements. It compiles what it runs once, and its data, thousands
        of small files that it syncs, lie in memory where there is room."""
        missing = missing_tools()
        if missing:
            raise NodeUnavailable(f"the OpenSearch node needs {' and '.join(missing)}")
        script = str(_RECIPE / "start.sh")
        prepared = subprocess.run([script, "--prepare"], timeout=_PREPARE_TIMEOUT_S, check=False)
        if prepared.returncode != 0:
            raise NodeUnavailable(f"preparing the OpenSearch node failed with status {prepared.returncode}")
        self._folder = Path(tempfile.mkdtemp(prefix="opensearch-node-"))
        self._data = Path(tempfile.mkdtemp(prefix="opensearch-data-", dir=_in_memory() if brief else None))
        self._java = _JAVA_FOR_MINUTES if brief else _JAVA
        self._log = self._folder / "node.log"
        self._port = 0
        self.start()

    def start(self) -> None:
        """On a free port; after `kill` on the same one, with the data that is there."""
        script = str(_RECIPE / "start.sh")
        (self._folder / "http.url").unlink(missing_ok=True)
        environment = os.environ | {"NODE_JAVA_OPTS": self._java}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [script, str(self._folder), str(self._port), f"path.data={self._data}"],
                stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, env=environment,
            )  # fmt: skip
        try:
            self.url = self._address()
            self._port = urlsplit(self.url).port or 0
        except BaseException:
            self.stop()
            raise

    def kill(self) -> None:
        """As a machine that loses its power: the process has no say in it."""
        self._process.kill()
        self._process.wait(_STOP_TIMEOUT_S)

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> None:
        """Asks the process to end, insists after a while, and removes its folders."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(_STOP_TIMEOUT_S)
        if self._process.stdin:
            self._process.stdin.close()
        for folder in (self._folder, self._data):
            shutil.rmtree(folder, ignore_errors=True)

    def _address(self) -> str:
        address = self._folder / "http.url"
        deadline = time.monotonic() + _START_TIMEOUT_S
        while not address.exists():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise NodeUnavailable("the OpenSearch node did not start:\n" + self._last_words())
            time.sleep(0.1)
        return address.read_text().strip()

    def _last_words(self) -> str:
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-20:])
