"""One life: written, recalled, changed, spoken about, promoted, deleted, proved. Each step checks what it promises.

Everything that it writes has ids of its own and a word that nobody else writes, so that it may run as any user: it
reads and deletes nothing of others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from agent_memory import Conflict, NotFound
from agent_memory.calls.answers import Recall
from agent_memory.calls.governance_answers import Deletion
from agent_memory.receipts.verify import verify_receipt
from infra.operations.smoke.timed_client import TimedClient

# For so long a recall finds what was just written without the index; what is found later came from there.
FOUND_WITHOUT_INDEX_S = 11.0
INDEX_S = 60.0
DELETION_S = 300.0  # the workflow waits before it verifies, and retries outages
SIGNED_S = 60.0
POLL_S = 1.0


class BrokenPromise(Exception):
    """What the service did not do; the message holds no token and no content but the run's own."""


def promise(kept: bool, what: str) -> None:
    if not kept:
        raise BrokenPromise(what)


@dataclass(slots=True)
class Life:
    """`run`: a word of this run alone, in everything that it writes. `rounds`: how often the calls whose latency counts
    are repeated."""

    client: TimedClient
    run: str
    rounds: int
    say: Callable[[str], None]
    sleep: Callable[[float], None] = time.sleep
    memories: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    deletions: list[str] = field(default_factory=list)

    def steps(self) -> list[tuple[str, Callable[[], None]]]:
        return [
            ("the service answers", self._answers),
            ("a memory is written, and a retry is no second one", self._writes),
            ("the next recall finds it", self._recalls),
            ("an update ends the version before it", self._updates),
            ("a session keeps its events and its state", self._talks),
            ("a context holds the memory and what binds", self._shows),
            ("a completed session leaves memories and a summary", self._completes),
            ("the index has followed", self._follows),
            ("latencies", self._repeats),
            ("a deletion hides at once and ends in a receipt", self._deletes),
            ("the receipt is signed, and holds", self._proves),
            ("nothing is left, and old evidence is refused", self._verifies),
        ]

    def clean_up(self) -> list[str]:
        """What could not be removed. Deletions that were asked for before are waited for as well."""
        left = []
        for kind, ids in (("session", self.sessions), ("memory", self.memories)):
            request_id = f"{self.run}-clean-{kind}"
            try:
                if ids:
                    self.client.request_deletion(request_id, kind, ids)  # type: ignore[arg-type] # one of the words
                    self._ended(request_id)
            except Exception as error:  # noqa: BLE001 - each is tried, and what is left is listed
                left.append(f"{kind} {', '.join(ids)}: {error}")
        return left

    def _answers(self) -> None:
        health = self.client.health()
        self.say(f"calibration: {health.calibration}")
        promise(health.status == "ok", "health says ok")

    def _writes(self) -> None:
        key = f"{self.run}-write"
        written = [self._wrote(f"The lamp of {self.run} stands in room 4", key) for _ in range(2)]
        promise(len(set(written)) == 1, "the same Idempotency-Key answers with the same memory")

    def _wrote(self, content: str, idempotency_key: str | None = None) -> str:
        answer = self.client.write(
            content, "semantic", source="user_stated", key=f"{self.run}-lamp", idempotency_key=idempotency_key
        )
        promise(answer.memory is not None, "a write answers with its memory")
        assert answer.memory is not None  # noqa: S101 - said above # nosec B101
        if answer.memory.memory_id not in self.memories:
            self.memories.append(answer.memory.memory_id)
        return answer.memory.memory_id

    def _recall(self) -> Recall:
        return self.client.recall(f"Where does the lamp of {self.run} stand?")

    def _found(self) -> list[str]:
        answer = self._recall()
        promise(not answer.degraded, "recall uses search and vectors (it is degraded: see the runbook RecallDegraded)")
        return [hit.memory.content for hit in answer.memories if self.run in hit.memory.content]

    def _recalls(self) -> None:
        promise(any("room 4" in text for text in self._found()), "a recall right after the write finds it")

    def _updates(self) -> None:
        self._wrote(f"The lamp of {self.run} stands in room 9")
        current = self.client.get_memory(self.memories[0])
        promise("room 9" in current.content and current.version == 2, "the second version is current")
        ended = [one.content for one in self.client.history(self.memories[0]).items if one.ended_at is not None]
        promise(any("room 4" in text for text in ended), "the history has the first one, ended")
        promise(not any("room 4" in text for text in self._found()), "a recall shows the current one alone")

    def _talks(self) -> None:
        session = self.client.create_session(f"{self.run}-talk").session_id
        self.sessions.append(session)
        said = [
            {"event_id": "e1", "role": "user", "content": f"I keep the ladder of {self.run} in the cellar"},
            {"event_id": "e2", "role": "user", "content": f"Never paint the shed of {self.run} green"},
        ]
        appended = self.client.append_events(session, said)  # type: ignore[arg-type] # of this form
        again = self.client.append_events(session, said)  # type: ignore[arg-type]
        promise(appended.accepted == ["e1", "e2"], "both events are accepted")
        promise(again.duplicates == ["e1", "e2"], "events that are sent again are duplicates")
        promise(len(self.client.list_events(session).items) == 2, "the session lists its events")
        version = self.client.put_state(session, "asking", pending=["answer"]).version
        promise(self.client.get_state(session).version == version, "the state is what was put")

    def _shows(self) -> None:
        shown = self.client.context(f"Move the lamp of {self.run} and paint the shed", session_id=self.sessions[0])
        promise("room 9" in shown.text, "the context holds the memory")
        promise("green" in shown.text, "the context holds what binds in the session")

    def _completes(self) -> None:
        ended = self.client.complete_session(self.sessions[0], outcome="done")
        made = [one.memory.memory_id for one in ended.promoted if one.memory is not None]
        self.memories += [id for id in made if id not in self.memories]
        promise(bool(made), "a statement of a session becomes a memory")
        summary = self.client.make_summary(self.sessions[0])
        promise(summary.source_range.count >= 2, "the summary covers the session")

    def _follows(self) -> None:
        self.sleep(FOUND_WITHOUT_INDEX_S)
        self._until(
            lambda: any("room 9" in text for text in self._found()),
            INDEX_S,
            "the index shows the memory within a minute",
        )

    def _repeats(self) -> None:
        for number in range(self.rounds):
            self._wrote(f"The lamp of {self.run} stands in room {100 + number}")
            self._recall()
            self.client.context(f"Move the lamp of {self.run}")

    def _deletes(self) -> None:
        for kind, ids in (("session", self.sessions), ("memory", self.memories)):
            request_id = f"{self.run}-{kind}"
            self.client.request_deletion(request_id, kind, ids)  # type: ignore[arg-type] # one of the words
            self.deletions.append(request_id)
        promise(self._found() == [], "nothing is recalled once the deletion is accepted")
        for request_id in self.deletions:
            done = self._ended(request_id)
            promise(done.receipt is not None, "a completed deletion has a receipt")
            left = {store: target.residue for store, target in done.targets.items() if target.residue}
            promise(not left, f"no store has a residue: {left}")

    def _ended(self, request_id: str) -> Deletion:
        latest: list[Deletion] = []

        def completed() -> bool:
            latest[:] = [self.client.get_deletion(request_id)]
            promise(latest[0].status != "needs_attention", f"the deletion {request_id} needs attention")
            return latest[0].status == "completed"

        self._until(completed, DELETION_S, f"the deletion {request_id} is completed within {DELETION_S:.0f} seconds")
        return latest[0]

    def _proves(self) -> None:
        for request_id in self.deletions:

            def holds(request_id: str = request_id) -> bool:
                try:
                    signed = self.client.get_signed_receipt(request_id)
                except NotFound:
                    return False
                verify_receipt(signed.model_dump_json().encode())
                return True

            self._until(holds, SIGNED_S, f"the receipt of {request_id} is signed within a minute")

    def _verifies(self) -> None:
        for request_id in self.deletions:
            checked = self.client.verify_deletion(request_id)
            promise(not any(t.residue for t in checked.targets.values()), f"{request_id} has no residue today")
        promise(self._found() == [], "nothing of it is recalled")
        old = datetime.now(UTC) - timedelta(days=1)
        content = f"The lamp of {self.run} stands in room {99 + self.rounds}" if self.rounds else self.run
        try:
            answer = self.client.write(content, "semantic", source="user_stated", observed_at=old)
        except Conflict as refused:
            promise(refused.code == "deleted_before", f"old evidence is refused as deleted_before, not {refused.code}")
            return
        if answer.memory is not None:
            self.memories.append(answer.memory.memory_id)
        promise(not self.rounds, "evidence of deleted words from before the deletion is refused")

    def _until(self, done: Callable[[], bool], seconds: float, what: str) -> None:
        waited = 0.0
        while not done():
            promise(waited < seconds, what)
            self.sleep(POLL_S)
            waited += POLL_S
