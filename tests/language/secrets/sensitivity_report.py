"""Precision and recall per kind on the corpus: `python -m tests.language.secrets.sensitivity_report`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from shared.language.secrets.findings import Finding, Severity
from shared.language.secrets.secret_scan import scan
from tests.language.secrets.sensitivity_corpus import Corpus, Positive, corpus


@dataclass(slots=True)
class Counts:
    expected: int = 0
    found: int = 0
    wrong: int = 0

    @property
    def recall(self) -> float:
        return self.found / self.expected if self.expected else 1.0

    @property
    def precision(self) -> float:
        return self.found / (self.found + self.wrong) if self.found + self.wrong else 1.0


@dataclass(slots=True)
class Measured:
    """`misnamed` were blocked or flagged in the right place under another kind: stopped all the same."""

    by_kind: dict[str, Counts] = field(default_factory=dict)
    severity: dict[str, Severity] = field(default_factory=dict)
    missed: list[Positive] = field(default_factory=list)
    misnamed: list[tuple[Positive, str]] = field(default_factory=list)
    false_blocks: list[tuple[str, Finding]] = field(default_factory=list)
    false_flags: list[tuple[str, Finding]] = field(default_factory=list)

    def of(self, kind: str) -> Counts:
        return self.by_kind.setdefault(kind, Counts())


def measure(texts: Corpus) -> Measured:
    got = Measured()
    for positive in texts.positives:
        _judge(got, positive)
    for negative in texts.negatives:
        for finding in scan(negative.text):
            got.of(finding.kind).wrong += 1
            (got.false_blocks if finding.blocks else got.false_flags).append((negative.text, finding))
    return got


def _judge(got: Measured, positive: Positive) -> None:
    counts = got.of(positive.kind)
    got.severity[positive.kind] = positive.severity
    counts.expected += 1
    place = Finding(positive.kind, positive.severity, positive.start, positive.end)
    here = [f for f in scan(positive.text) if f.overlaps(place)]
    if any(f.kind == positive.kind for f in here):
        counts.found += 1
        return
    enough = [f for f in here if f.severity is positive.severity or f.blocks]
    if enough:
        got.misnamed.append((positive, enough[0].kind))
        got.of(enough[0].kind).wrong += 1
    else:
        got.missed.append(positive)


def main() -> None:
    texts = corpus()
    got = measure(texts)
    print(f"{len(texts.positives)} positives of {len(got.severity)} kinds, {len(texts.negatives)} look-alikes\n")
    print(
        f"| {'kind':32} | severity | texts | recall | precision |\n|{'-' * 34}|----------|-------|--------|-----------|"
    )
    for kind, counts in sorted(got.by_kind.items(), key=lambda k: (got.severity.get(k[0], Severity.FLAG), k[0])):
        severity = got.severity.get(kind, "")
        print(f"| {kind:32} | {severity:8} | {counts.expected:5} | {counts.recall:6.3f} | {counts.precision:9.3f} |")
    groups = Counter(n.group for n in texts.negatives)
    print("\nlook-alikes: " + ", ".join(f"{n} {group}" for group, n in groups.items()))
    print(f"missed {len(got.missed)}, misnamed {len(got.misnamed)}", end=", ")
    print(f"false blocks {len(got.false_blocks)}, false flags {len(got.false_flags)}")
    for positive in got.missed:
        print("  missed", positive.kind, positive.disguise, repr(positive.text))
    for positive, kind in got.misnamed:
        print("  misnamed", positive.kind, "as", kind, positive.disguise, repr(positive.text[:100]))
    for text, finding in (*got.false_blocks, *got.false_flags):
        print(f"  false {finding.severity}", finding.kind, repr(text), repr(text[finding.start : finding.end]))


if __name__ == "__main__":
    main()
