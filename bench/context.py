"""What of the evidence is in a context of 2,000 tokens, on LoCoMo: `python -m bench.context [--top-k N ...]`.

Written as `bench.recall` writes it; every question that has evidence is the goal of a context. Evidence recall is the
share of a question's evidence that is among the items, precision the share of the items that are evidence, tokens the
estimate that the answer gives. Without a language model: what an answer would be made from, not the answer. Choices are
made on the first half of the conversations; adversarial questions are left out.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any

from bench.locomo.conversations import ADVERSARIAL, Conversation, Question, halves, read_locomo
from bench.recall import DEFAULT_DATA, HttpMemory
from local.service_process import DidNotStart, service_process
from shared.domain.context.shares import ContextPolicy

TOP_K = (5, 10, 20, 40)


@dataclass(frozen=True, slots=True)
class Built:
    """One context. `omitted`: items that were found and did not fit."""

    conversation: str
    recall: float
    precision: float
    items: int
    omitted: int
    tokens: int
    milliseconds: float


class HttpContexts(HttpMemory):
    """Contexts of one conversation behind the HTTP interface."""

    def build(self, question: Question, conversation: Conversation, top_k: int, budget: int) -> Built:
        body = {"goal": question.text, "top_k": top_k, "min_relevance": 0, "token_budget": budget}
        asked = time.perf_counter()
        answer = self._client.post("/v1/context", body)
        milliseconds = (time.perf_counter() - asked) * 1000
        self.degraded += answer["degraded"]
        if answer["tokens"] > budget:
            raise ValueError(f"a context of {answer['tokens']} tokens where {budget} were allowed")
        return _scored(answer, question, conversation, self._turns, milliseconds)


def _scored(
    answer: dict[str, Any], question: Question, conversation: Conversation, turns: dict[str, set[str]], taken: float
) -> Built:
    reported = [turns.get(item["memory_id"], set()) & question.evidence for item in answer["items"]]
    found: set[str] = set().union(*reported)
    return Built(
        conversation.id,
        recall=len(found) / len(question.evidence),
        precision=fmean(bool(ids) for ids in reported) if reported else 0.0,
        items=len(reported),
        omitted=sum(answer["omitted"].values()),
        tokens=answer["tokens"],
        milliseconds=taken,
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="locomo10.json, which is not shipped")
    parser.add_argument("--url", help="a local service that runs already, with test controls and fresh data")
    parser.add_argument("--top-k", type=int, action="append", help=f"(default: {', '.join(map(str, TOP_K))})")
    parser.add_argument("--budget", type=int, default=ContextPolicy().token_budget)
    options = parser.parse_args(arguments)
    conversations = read_locomo(options.data)
    try:
        with _contexts(options.url) as open_contexts:
            built = _played(conversations, options.top_k or TOP_K, options.budget, open_contexts)
    except DidNotStart as error:
        print(f"The local service did not start. It said:\n{error}", file=sys.stderr)
        return 1
    if built is None:
        print("FAILED: contexts were degraded (search or embedder down)")
        return 1
    _print_report(built, conversations, options.budget)
    return 0


@contextmanager
def _contexts(url: str | None) -> Iterator[Callable[[Conversation], HttpContexts]]:
    run = f"context-{int(time.time())}"
    if url:
        yield lambda conversation: HttpContexts(url, conversation, run)
    else:
        with tempfile.TemporaryDirectory() as folder, service_process(Path(folder), "--test-controls") as started:
            yield lambda conversation: HttpContexts(started, conversation, run)


def _played(
    conversations: Sequence[Conversation],
    top_ks: Sequence[int],
    budget: int,
    open_contexts: Callable[[Conversation], HttpContexts],
) -> dict[int, list[Built]] | None:
    """Every context by `top_k`; `None` when one was degraded."""
    built: dict[int, list[Built]] = {top_k: [] for top_k in top_ks}
    for conversation in conversations:
        begun = time.monotonic()
        contexts = open_contexts(conversation)
        contexts.write(conversation, conversation.turns)
        for question in conversation.questions:
            if question.category != ADVERSARIAL:
                for top_k in top_ks:
                    built[top_k].append(contexts.build(question, conversation, top_k, budget))
        if contexts.degraded:
            return None
        print(f"  {conversation.id}: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    return built


def _print_report(built: dict[int, list[Built]], conversations: Sequence[Conversation], budget: int) -> None:
    first = {conversation.id for conversation in halves(conversations)[0]}
    print(f"Contexts of at most {budget:,} tokens")
    for top_k, contexts in built.items():
        print(f"\ntop_k {top_k:<14} evidence recall   precision   items   without room   tokens   contexts")
        for name, part in (
            ("first half", [c for c in contexts if c.conversation in first]),
            ("second half", [c for c in contexts if c.conversation not in first]),
            ("all", contexts),
        ):
            print(
                f"  {name:18} {fmean(c.recall for c in part):15.3f} {fmean(c.precision for c in part):11.3f}"
                f" {fmean(c.items for c in part):7.1f} {fmean(c.omitted for c in part):14.1f}"
                f" {fmean(c.tokens for c in part):8.0f} {len(part):10}"
            )
        cuts = quantiles([c.milliseconds for c in contexts], n=100)
        print(f"  ms a context: p50 {cuts[49]:.1f}, p95 {cuts[94]:.1f}, p99 {cuts[98]:.1f}")


if __name__ == "__main__":
    sys.exit(main())
