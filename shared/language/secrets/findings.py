"""What a scan finds: the kind and the place, never the words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """`block` refuses the write; `flag` keeps it and puts it up for review."""

    BLOCK = "block"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Finding:
    """`text[start:end]` of the text that was scanned. The text itself is not here, so it cannot be logged from here."""

    kind: str
    severity: Severity
    start: int
    end: int

    @property
    def blocks(self) -> bool:
        return self.severity is Severity.BLOCK

    def overlaps(self, other: Finding) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class FieldFinding:
    """`field` is a path such as `content` or `metadata.owner.mail`. A name that may itself be sensitive is given by its
    position instead (`metadata.#0`), and a finding inside such a name has a path that ends in `#0.name`."""

    field: str
    finding: Finding


class Opinion(StrEnum):
    """What a reader who understands the text says of a finding that the patterns only flagged."""

    # Gives access or identifies: must not be stored in the clear.
    SECRET = "secret"  # noqa: S105 - an opinion, not a secret # nosec B105
    PERSONAL = "personal"  # belongs to somebody: kept, flagged
    HARMLESS = "harmless"  # only looks so


def reconsidered(finding: Finding, opinion: Opinion) -> Finding | None:
    """A flag after a second opinion: a block, the flag as it was, or nothing.

    The text is its author's and may talk to anyone who reads it. An opinion therefore can make a flag stricter; it takes
    away only what was a guess from the start (`possible_*`), never an address, a telephone number or a mailbox.
    """
    if finding.blocks or opinion is Opinion.PERSONAL:
        return finding
    if opinion is Opinion.SECRET:
        return Finding(finding.kind, Severity.BLOCK, finding.start, finding.end)
    return None if finding.kind.startswith("possible_") else finding
