"""How much of what matters the extractive summary carries, by language, label and speaker:
`python -m tests.domain.summaries.summary_report [tuning | held_out] [--missing]`."""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime

from shared.domain.sessions.session import Event, EventRole
from shared.domain.summaries.summary import SummaryContent, folded, sources_of
from tests.domain.summaries.summary_corpus import Said, half

AT = datetime(2026, 3, 1, tzinfo=UTC)
GOAL = "We plan the move of the billing service"
SPEAKERS = (EventRole.USER, EventRole.ASSISTANT)


@dataclass(slots=True)
class Count:
    """`bound`: among the constraints."""

    said: int = 0
    carried: int = 0
    bound: int = 0
    lost: list[str] = field(default_factory=list)
    unbound: list[str] = field(default_factory=list)


Key = tuple[str, str, EventRole]


def summary_of(said: Said, role: EventRole) -> SummaryContent:
    events = [Event("e1", 1, EventRole.USER, GOAL, AT, AT), Event("e2", 2, role, said.text, AT, AT)]
    return folded(SummaryContent(), sources_of(events))


def measure(name: str) -> dict[Key, Count]:
    got: dict[Key, Count] = defaultdict(Count)
    for said in half(name):
        for role in SPEAKERS:
            content = summary_of(said, role)
            count = got[said.language, said.label, role]
            count.said += 1
            if said.text in content.texts():
                count.carried += 1
            else:
                count.lost.append(said.text)
            if said.text in content.constraints:
                count.bound += 1
            else:
                count.unbound.append(said.text)
    return got


def total(got: dict[Key, Count], role: EventRole, *labels: str, languages: tuple[str, ...] = ()) -> Count:
    """Over all languages, unless some are named."""
    summed = Count()
    for (language, label, who), count in got.items():
        if who is role and label in labels and (not languages or language in languages):
            summed.said += count.said
            summed.carried += count.carried
            summed.bound += count.bound
    return summed


def main() -> None:
    names = [name for name in sys.argv[1:] if not name.startswith("--")] or ["held_out"]
    for name in names:
        got = measure(name)
        print(f"{name}: carried of all that was said (vetoes: of these among the constraints)")
        for (language, label, role), count in got.items():
            bound = f" ({count.bound})" if label == "veto" else ""
            print(f"  {language} {label:9} {role.value:10} {count.carried:3} of {count.said:3}{bound}")
            if "--missing" in sys.argv and label != "chatter":
                print("".join(f"      lost: {text}\n" for text in count.lost), end="")
                if label == "veto":
                    print("".join(f"      no constraint: {t}\n" for t in count.unbound if t not in count.lost), end="")
        for role in SPEAKERS:
            for label in ("veto", "approval", "decision", "number", "chatter"):
                count = total(got, role, label)
                print(f"  all {label:9} {role.value:10} {count.carried:3} of {count.said:3} ({count.bound} bound)")


if __name__ == "__main__":
    main()
