"""What a tool has found, and which of it is accepted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """`subject`: what the rule is about, a resource's path or an action; `place` only helps to find it."""

    tool: str
    rule: str
    subject: str
    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.tool} {self.rule} {self.subject} at {self.place}: {self.text}"


@dataclass(frozen=True, slots=True)
class Accepted:
    """Findings of a rule whose subject begins so, and why they are right as they are."""

    tool: str
    rule: str
    subject: str
    reason: str

    def covers(self, finding: Finding) -> bool:
        same = (self.tool, self.rule) == (finding.tool, finding.rule)
        return same and finding.subject.startswith(self.subject)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`open`: findings that nobody has accepted. `unused`: exceptions without a finding, which are to be removed."""

    open: tuple[Finding, ...]
    unused: tuple[Accepted, ...]

    @classmethod
    def on(cls, findings: Iterable[Finding], accepted: Sequence[Accepted]) -> Verdict:
        found = list(findings)
        return cls(
            tuple(one for one in found if not any(exception.covers(one) for exception in accepted)),
            tuple(exception for exception in accepted if not any(exception.covers(one) for one in found)),
        )
