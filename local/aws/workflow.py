"""Step Functions on one machine: starts deletion workflows, runs them in threads, and finishes them after a restart."""

from __future__ import annotations

import json
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from local.aws.gateway import Context, Handler
from local.aws.interpreter import Outcome, execute
from local.bugs import report_bug
from local.clock import MovableClock
from shared.adapters.sqlite.failures import explained
from shared.adapters.workflow.stepfunctions import execution_input, execution_name
from shared.domain.errors import MemoryServiceError, Unavailable
from shared.domain.instants import sort_text

LOG = logging.getLogger("agent_memory.local")
FUNCTION = "arn:aws:lambda:us-east-1:000000000000:function:deletion-step"
PLACEHOLDER = "${DeletionStepFunctionArn}"
RUNNERS = 32  # executions at once, most of which wait; each has a thread for every branch of its own
STEPS = 4  # of them at once: a wait of an execution holds none up
NAMES_KEPT = timedelta(days=90)  # so long Step Functions refuses a name that it has seen

_SCHEMA = """
CREATE TABLE IF NOT EXISTS executions (
    name TEXT PRIMARY KEY, input TEXT NOT NULL, status TEXT NOT NULL, started_at TEXT NOT NULL, error TEXT);
CREATE INDEX IF NOT EXISTS executions_running ON executions (started_at) WHERE status = 'RUNNING';
"""


class _Stopping(Exception):
    """The service ends: the step is not done now, and the execution is continued at the next start."""


class Journal:
    """The executions, durable like Step Functions' own: one SQLite file, a transaction for each entry."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._open() as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.executescript(_SCHEMA)

    def begin(self, name: str, payload: str, now: datetime) -> bool:
        """Whether this name is new."""
        with self._open() as db:
            db.execute(
                "DELETE FROM executions WHERE status <> 'RUNNING' AND started_at < ?", (sort_text(now - NAMES_KEPT),)
            )
            done = db.execute(
                "INSERT OR IGNORE INTO executions VALUES (?, ?, 'RUNNING', ?, NULL)", (name, payload, sort_text(now))
            )
            return done.rowcount == 1

    def end(self, name: str, outcome: Outcome) -> None:
        """Removes its input, which names the owner of the deleted data."""
        with self._open() as db:
            db.execute(
                "UPDATE executions SET status = ?, error = ?, input = '{}' WHERE name = ?",
                (outcome.status, outcome.error, name),
            )

    def running(self) -> list[tuple[str, str]]:
        """Name and input of what has not ended, oldest first."""
        with self._open() as db:
            return db.execute(
                "SELECT name, input FROM executions WHERE status = 'RUNNING' ORDER BY started_at, name"
            ).fetchall()

    def status(self, name: str) -> str | None:
        with self._open() as db:
            row = db.execute("SELECT status FROM executions WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=10)) as db, db:
                db.execute("PRAGMA synchronous=FULL")
                db.execute("PRAGMA secure_delete=ON")
                yield db
        except sqlite3.Error as error:
            raise Unavailable(explained(self._path, error)) from error


class LocalDeletionWorkflow:
    """The `DeletionWorkflow` port over the definition that is deployed. `step` is the handler that its tasks call.

    `ended` is called before the step that calls a deletion completed and after each execution, for the store to clean
    up behind it.
    """

    def __init__(
        self, definition: str, journal: Journal, step: Handler, clock: MovableClock,
        ended: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self._definition = definition.replace(PLACEHOLDER, FUNCTION)
        self._journal = journal
        self._step = step
        self._clock = clock
        self._ended = ended
        self._queue: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._steps = threading.Semaphore(STEPS)
        self._changed = threading.Condition()
        self._unfinished = 0
        self._runners: list[threading.Thread] = []
        self._stopping = False

    def start(self, owner: str, request_id: str, attempt: int) -> None:
        self._begin(execution_name(owner, request_id, attempt), execution_input(owner, request_id, attempt))

    def go_on(self, workflow: str, owner: str, request_id: str, attempt: int, part: int) -> None:
        name = execution_name(owner, request_id, attempt, part)
        self._begin(name, execution_input(owner, request_id, attempt, part))

    def _begin(self, name: str, payload: str) -> None:
        if self._stopping:
            raise Unavailable("the service is ending")
        if self._journal.begin(name, payload, self._clock.now()):
            self._enqueue(name, payload)

    def resume(self) -> int:
        """Continues the executions that were running when the service last ended; returns how many there were. Every
        step can be repeated, so they start from the beginning."""
        remaining = self._journal.running()
        for name, payload in remaining:
            self._enqueue(name, payload)
        return len(remaining)

    @property
    def unfinished(self) -> int:
        """How many executions run or wait for their turn."""
        with self._changed:
            return self._unfinished

    def wait_until_finished(self, timeout_s: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._unfinished == 0, timeout_s)

    def stop(self, patience_s: float) -> None:
        """Starts no further step, and waits at most this long for running ones. Wake the clock's sleepers first."""
        self._stopping = True
        for _ in self._runners:
            self._queue.put(None)
        for runner in self._runners:
            runner.join(patience_s / len(self._runners))

    def _enqueue(self, name: str, payload: str) -> None:
        with self._changed:
            self._unfinished += 1
            if len(self._runners) < min(RUNNERS, self._unfinished):
                runner = threading.Thread(target=self._run, name=f"workflow-{len(self._runners)}", daemon=True)
                self._runners.append(runner)
                runner.start()
        self._queue.put((name, payload))

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            try:
                if not self._stopping:
                    self._execute(*job)
            except Exception:  # noqa: BLE001  one execution's bug does not end the runner
                report_bug(f"workflow {job[0]}")
            finally:
                with self._changed:
                    self._unfinished -= 1
                    self._changed.notify_all()

    def _execute(self, name: str, payload: str) -> None:
        outcome = execute(self._definition, name, json.loads(payload), self._invoke, self._sleep)
        if self._stopping:
            return
        self._journal.end(name, outcome)
        if outcome.error is not None:
            LOG.error("workflow %s: %s %s", name, outcome.status, outcome.error)
        self._ended()

    def _invoke(self, function: str, payload: Any) -> Any:
        with self._steps:
            return self._stepped(payload)

    def _stepped(self, payload: Any) -> Any:
        if self._stopping:
            raise _Stopping
        try:
            if payload.get("step") == "finish":
                self._ended()
            return self._step(payload, Context("deletion_step", f"workflow-{threading.get_ident()}"))
        except MemoryServiceError:
            raise  # the definition's to retry or to catch
        except Exception:
            report_bug("a step of a deletion")
            raise

    def _sleep(self, seconds: float, wanted: Callable[[], bool]) -> None:
        self._clock.sleep(seconds, wanted)
