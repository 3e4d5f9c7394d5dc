"""How much of the evidence a recall finds, on LoCoMo: `python -m bench.recall [--data FILE] [--profile NAME ...]`.

Each conversation is a user of an organisation of its own; each turn is one memory, written as `Speaker: text` with an
image's caption in brackets after it, with the two turns before as its background. Every question that has evidence is
asked with `top_k` 10. Choices are made on the first half of the conversations; the second half is what is reported.
The adversarial questions (another person is asked about than the one who said it) are counted apart.

Through the HTTP interface of a local service that is started for it, of one that runs (`--url`, with test controls and
fresh data), or with `--offline` through embedder, search adapter and ranking alone. With `--through-sessions` the turns
are events of sessions, and the memories what completing these makes of them; vectors then come from a file, which makes
minutes of half an hour (`--cached-vectors` does the same without sessions).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from bench.locomo.conversations import ADVERSARIAL, CATEGORIES, Conversation, Turn, halves, in_one_owner, read_locomo
from bench.locomo.offline_recall import offline_memory
from bench.locomo.recall_memory import Memory
from bench.locomo.retrieval_scores import SHOWN, Scores, scores_of
from bench.locomo.session_memory import SessionMemory, cached_service
from bench.service_client import ServiceClient
from local.service_process import DidNotStart, service_process
from shared.domain.recall.ranking import PROFILES

ROOT = Path(__file__).resolve().parents[1]
DEFAULT_DATA = ROOT.parent / "shared" / "data" / "locomo10.json"
CACHE = ROOT / ".cache" / "vectors.db"
_BATCH = 50  # turns a request


@dataclass(frozen=True, slots=True)
class Asked:
    conversation: str
    category: int
    scores: Scores


@dataclass(slots=True)
class Run:
    """What happened: `outcomes` of the written turns, every question by profile, milliseconds by profile."""

    outcomes: Counter[str] = field(default_factory=Counter)
    asked: dict[str, list[Asked]] = field(default_factory=dict)
    milliseconds: dict[str, list[float]] = field(default_factory=dict)
    degraded: int = 0


class HttpMemory:
    """One conversation behind the HTTP interface."""

    def __init__(self, url: str, conversation: Conversation, run: str) -> None:
        self._client = ServiceClient(url, {"org": f"locomo-{run}-{conversation.id}", "sub": "listener"})
        self._turns: dict[str, set[str]] = {}
        self.degraded = 0

    def write(self, conversation: Conversation, turns: Sequence[Turn]) -> Counter[str]:
        outcomes: Counter[str] = Counter()
        for start in range(0, len(turns), _BATCH):
            part = turns[start : start + _BATCH]
            items = [_item(conversation, turn) for turn in part]
            results = self._client.post("/v1/memories/batch", {"items": items})["results"]
            for turn, result in zip(part, results, strict=True):
                outcomes[result.get("outcome") or result.get("code") or str(result.get("status"))] += 1
                if result.get("memory"):
                    self._turns.setdefault(result["memory"]["memory_id"], set()).add(turn.dia_id)
        self._client.settle()
        return outcomes

    def recall(self, query: str, profile: str) -> list[frozenset[str]]:
        body = {"query": query, "top_k": SHOWN, "min_relevance": 0, "profile": profile}
        answer = self._client.post("/v1/recall", body)
        self.degraded += answer["degraded"]
        return [frozenset(self._turns.get(hit["memory"]["memory_id"], ())) for hit in answer["memories"]]


def _item(conversation: Conversation, turn: Turn) -> dict[str, object]:
    return {
        "content": turn.content,
        "type": "episodic",
        "source": "user_stated",
        "observed_at": turn.observed_at.isoformat(),
        "background": {
            "speaker": turn.speaker,
            "session_id": turn.session_id,
            "position": turn.position,
            "before": [{"text": text[:1000]} for text in conversation.before(turn)],
        },
        "metadata": {"dia_id": turn.dia_id},
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="locomo10.json, which is not shipped")
    parser.add_argument("--url", help="a local service that runs already, with test controls and fresh data")
    parser.add_argument("--offline", action="store_true", help="no service: embedder, search adapter and ranking")
    parser.add_argument("--through-sessions", action="store_true", help="the turns as events of completed sessions")
    parser.add_argument("--cached-vectors", action="store_true", help="vectors from a file, as --through-sessions does")
    parser.add_argument("--only", action="append", metavar="ID", help="a conversation (default: every one)")
    parser.add_argument("--profile", action="append", choices=sorted(PROFILES), help="(default: every profile)")
    parser.add_argument("--one-owner", action="store_true", help="all conversations are one user's")
    parser.add_argument("--no-captions", action="store_true", help="leave the images' captions out")
    parser.add_argument(
        "--require", type=float, nargs=2, metavar=("ALL", "SECOND"),
        help="fail when R@10 of any profile is below these, over all and on the second half",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    if options.offline and options.through_sessions:
        parser.error("--through-sessions needs a service, --offline is without")
    if options.require and options.only:
        parser.error("--require is about every conversation, --only about some")
    conversations = read_locomo(options.data, captions=not options.no_captions)
    played = [c for c in conversations if not options.only or c.id in options.only]
    if not played or not set(options.only or ()) <= {c.id for c in played}:
        parser.error(f"--only: there are {', '.join(c.id for c in conversations)}")
    profiles = options.profile or sorted(PROFILES)
    try:
        with _memories(
            options.url,
            offline=options.offline,
            sessions=options.through_sessions,
            cached=options.cached_vectors or options.through_sessions,
        ) as open_memory:
            run = _played([in_one_owner(played)] if options.one_owner else played, profiles, open_memory)
    except DidNotStart as error:
        print(f"The local service did not start. It said:\n{error}", file=sys.stderr)
        return 1
    _print_report(run, conversations)
    return _verdict(run, conversations, options.require)


@contextmanager
def _memories(
    url: str | None, *, offline: bool, sessions: bool, cached: bool
) -> Iterator[Callable[[Conversation], Memory]]:
    run = str(int(time.time()))
    kind = SessionMemory if sessions else HttpMemory
    if offline:
        with offline_memory(CACHE) as open_memory:
            yield open_memory
    elif url:
        yield lambda conversation: kind(url, conversation, run)
    elif cached:
        with tempfile.TemporaryDirectory() as folder, cached_service(Path(folder), CACHE) as started:
            yield lambda conversation: kind(started, conversation, run)
    else:
        with tempfile.TemporaryDirectory() as folder, service_process(Path(folder), "--test-controls") as started:
            yield lambda conversation: kind(started, conversation, run)


def _played(
    conversations: Sequence[Conversation], profiles: Sequence[str], open_memory: Callable[[Conversation], Memory]
) -> Run:
    run = Run(asked={name: [] for name in profiles}, milliseconds={name: [] for name in profiles})
    for conversation in conversations:
        begun = time.monotonic()
        memory = open_memory(conversation)
        run.outcomes += memory.write(conversation, conversation.turns)
        written = time.monotonic() - begun
        for question in conversation.questions:
            for profile in profiles:
                asked = time.perf_counter()
                found = memory.recall(question.text, profile)
                run.milliseconds[profile].append((time.perf_counter() - asked) * 1000)
                scores = scores_of(found, question.evidence)
                run.asked[profile].append(Asked(question.conversation, question.category, scores))
        run.degraded += memory.degraded
        print(
            f"  {conversation.id}: {len(conversation.turns)} turns in {written:.0f} s, "
            f"{len(conversation.questions)} questions in {time.monotonic() - begun - written:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    return run


def _print_report(run: Run, conversations: Sequence[Conversation]) -> None:
    written = ", ".join(f"{count} {outcome}" for outcome, count in run.outcomes.most_common())
    print(f"{run.outcomes.total()} turns: {written}")
    if run.degraded:
        print(f"WARNING: {run.degraded} recalls were degraded (search or embedder down)")
    first, second = ({c.id for c in half} for half in halves(conversations))
    for profile, asked in run.asked.items():
        plain = [a for a in asked if a.category != ADVERSARIAL]
        print(f"\nprofile {profile:15} R@5    R@10    nDCG@10   questions")
        for name, half in (("first half", first), ("second half", second)):
            scores = [a.scores for a in plain if a.conversation in half]
            if scores:
                print(f"  {name:20} {Scores.mean(scores)}")
        print(f"  {'all':20} {Scores.mean([a.scores for a in plain])}")
        for category, name in CATEGORIES.items():
            print(f"    {name:18} {Scores.mean([a.scores for a in asked if a.category == category])}")
        session = Scores.mean([a.scores for a in asked]).session_at_10
        print(f"  a turn of the evidence's session among the ten, all {len(asked)} questions: {session:.3f}")
        cuts = quantiles(run.milliseconds[profile], n=100)
        print(f"  ms a recall: p50 {cuts[49]:.1f}, p95 {cuts[94]:.1f}, p99 {cuts[98]:.1f}")


def _verdict(run: Run, conversations: Sequence[Conversation], required: Sequence[float] | None) -> int:
    """1 when a recall was degraded or a required R@10 was not reached, else 0."""
    failed = run.degraded > 0
    second = {c.id for c in halves(conversations)[1]}
    for profile, asked in run.asked.items():
        plain = [a for a in asked if a.category != ADVERSARIAL]
        for name, part, least in zip(
            ("all", "the second half"),
            (plain, [a for a in plain if a.conversation in second]),
            required or (0.0, 0.0),
            strict=True,
        ):
            reached = Scores.mean([a.scores for a in part]).recall_at_10
            if reached < least:
                print(f"FAILED: R@10 of {profile} over {name} is {reached:.3f}, below {least}")
                failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
