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
