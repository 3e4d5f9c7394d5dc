"""What the extractive summaries of real talk keep, and how much shorter they are: `make bench-summaries`.

Each session of LoCoMo is summed up as one of the service's, its first speaker as the user and the other as the
assistant. Counted are the numbers and the negations in the turns, found here by plain patterns and not by the rules
that make the summary, and how many of them the summary still holds, in the sentence they stood in."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from bench.locomo.conversations import Conversation, halves, read_locomo
from shared.domain.sessions.session import Event, EventRole
from shared.domain.summaries.faithfulness import refuse_unfaithful
from shared.domain.summaries.summary import SummaryContent, folded, sources_of

_KINDS = {
    "numbers": re.compile(r"\d[\d.,:/-]*"),
    "negations": re.compile(r"\b(?:not|never|no|nobody|nothing|none|cannot|\w+n['’]t)\b", re.IGNORECASE),
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="locomo10.json, which is not shipped")
    options = parser.parse_args(argv)
    print(f"{'':12} {'role':10} {'numbers kept':>16} {'negations kept':>16} {'size':>6}")
    for name, half in zip(("first half", "second half"), halves(read_locomo(options.data)), strict=True):
        for role, (counts, kept) in _measured(half).items():
            shares = [f"{kept[kind]:5} of {counts[kind]:5}" for kind in _KINDS]
            size = f"{kept['characters'] / counts['characters']:.0%}"
            print(f"{name:12} {role.value:10} {shares[0]:>16} {shares[1]:>16} {size:>6}")
    return 0


def _measured(half: Sequence[Conversation]) -> dict[EventRole, tuple[Counter[str], Counter[str]]]:
    found = {role: (Counter[str](), Counter[str]()) for role in (EventRole.USER, EventRole.ASSISTANT)}
    for conversation in half:
        for events in _sessions(conversation):
            sources = sources_of(events)
            content = folded(SummaryContent(), sources)
            refuse_unfaithful(content, SummaryContent(), sources)
            reported = "\n".join(content.texts())
            for event in events:
                counts, kept = found[event.role]
                for sentence in re.split(r"(?<=[.!?])\s+", event.content):
                    is_stated = sentence.strip().rstrip(".!") in reported  # a summary may leave the last stop out
                    counts["characters"] += len(sentence)
                    kept["characters"] += len(sentence) if is_stated else 0
                    for kind, pattern in _KINDS.items():
                        here = len(pattern.findall(sentence))
                        counts[kind] += here
                        kept[kind] += here if is_stated else 0
    return found


def _sessions(conversation: Conversation) -> list[list[Event]]:
    first = conversation.turns[0].speaker
    sessions: dict[str, list[Event]] = {}
    for turn in conversation.turns:
        said = turn.content.removeprefix(f"{turn.speaker}: ")
        role = EventRole.USER if turn.speaker == first else EventRole.ASSISTANT
        events = sessions.setdefault(turn.session_id, [])
        at = turn.observed_at + timedelta(seconds=len(events))
        events.append(Event(turn.dia_id.replace(":", "-"), len(events) + 1, role, said, at, at, speaker=turn.speaker))
    return list(sessions.values())


if __name__ == "__main__":
    raise SystemExit(main())
