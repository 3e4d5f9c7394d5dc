"""What must not be stored in the clear, and what a person should look at first: SPEC section 4, "Sensitivity".

`scan` reads one text, `scan_fields` all that a write or an event brings. Both are pure and take time in proportion to
the text; a finding names a kind and a place and never holds the words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from shared.language.secrets.addresses import Addresses
from shared.language.secrets.contacts import Emails, Phones
from shared.language.secrets.credentials import CREDENTIALS
from shared.language.secrets.detector import Detector, View
from shared.language.secrets.findings import FieldFinding, Finding, Severity
from shared.language.secrets.labelled_secrets import ConfidedSecrets, LabelledSecrets, LockCodes, PossibleSecrets
from shared.language.secrets.numbers import CheckedNumbers, Ibans, OtherIds
from shared.language.secrets.passwords import Passwords
from shared.language.secrets.split_keys import rejoined, spelt_out
from shared.language.secrets.spoken.identity_numbers import IdentityNumbers
from shared.language.secrets.spoken.spoken_passwords import SpokenPasswords
from shared.language.secrets.vendors import VENDORS
from shared.language.text.decoding import decoded
from shared.language.text.folding import Folded, fold, latin_lookalikes

__all__ = ["FieldFinding", "Finding", "Severity", "blocks", "flags", "scan", "scan_fields", "scan_ids"]

# Where two findings overlap, the one that knows more wins: a block before a flag, then an earlier detector.
# Vendors' prefixes are looked for as they are printed, the others' literals in lower case.
_BY_PREFIX = tuple((anchor, detector) for detector in VENDORS for anchor in detector.anchors)
_BY_WORD = tuple((anchor, detector) for detector in CREDENTIALS for anchor in detector.anchors)
# No vendor's key is shorter; prose seldom has a run as long.
_RUN = re.compile(r"[A-Za-z0-9_/+-]{14}")
_OTHERS: tuple[Detector, ...] = (
    Ibans(),
    CheckedNumbers(),
    LabelledSecrets(),
    Passwords(),
    LockCodes(),
    ConfidedSecrets(),
    SpokenPasswords(),
    IdentityNumbers(),
    OtherIds(),
    PossibleSecrets(),
    Emails(),
    Phones(),
    Addresses(),
)
_LABEL_END = ": "


def scan(text: str, *, label: str = "") -> tuple[Finding, ...]:
    """Findings in order of place, none overlapping another.

    `label` is the name that the text stands under (`db_password`): it gives context, and is not itself reported.
    Found as well: what is written full-width, with letters of other scripts, with invisible characters or (for keys)
    single spaces inside, and what stands in base64, hex, percent or entity escapes, whose place is the encoded part.
    """
    prefix = f"{label}{_LABEL_END}" if label else ""
    folded = fold(prefix + text)
    found = _back(folded, _all_in(folded))
    for part in decoded(text):
        inner = fold(part.text)
        blocked = (f for f in _plain(inner.text) if f.blocks)
        found += [replace(f, start=part.start + len(prefix), end=part.end + len(prefix)) for f in blocked]
    return _settled(found, len(prefix))


def _back(folded: Folded, findings: Iterable[Finding]) -> list[Finding]:
    found = list(findings)
    if not found:
        return []
    place = folded.places()
    return [Finding(f.kind, f.severity, *place(f.start, f.end)) for f in found]


def _all_in(folded: Folded) -> Iterator[Finding]:
    yield from _plain(folded.text)
    disguised = latin_lookalikes(folded.text)
    if disguised is not folded.text:
        yield from _plain(disguised)


def _plain(text: str) -> Iterator[Finding]:
    view = View.of(text)
    lower = view.lower
    if _RUN.search(text) is not None:
        for detector in dict.fromkeys([detector for anchor, detector in _BY_PREFIX if anchor in text]):
            yield from detector.find(view)
    yield from rejoined(view)
    yield from spelt_out(view)
    for detector in dict.fromkeys([detector for anchor, detector in _BY_WORD if anchor in lower]):
        yield from detector.find(view)
    for other in _OTHERS:
        yield from other.find(view)


def _settled(found: Iterable[Finding], prefix: int) -> tuple[Finding, ...]:
    """What is left when an overlapped finding yields to the one that knows more: blocks first, then as they came."""
    kept: list[Finding] = []
    starts: list[int] = []
    for finding in sorted(found, key=lambda f: not f.blocks):  # stable: detectors keep their order
        at = bisect_left(starts, finding.end)  # all before it start where the finding has not ended yet
        if finding.end > prefix and not (at and kept[at - 1].overlaps(finding)):
            kept.insert(at, finding)
            starts.insert(at, finding.start)
    return tuple(replace(f, start=max(f.start - prefix, 0), end=f.end - prefix) for f in kept)


def blocks(findings: Iterable[FieldFinding]) -> tuple[FieldFinding, ...]:
    return tuple(f for f in findings if f.finding.blocks)


def flags(findings: Iterable[FieldFinding]) -> tuple[str, ...]:
    """The kinds to keep with the memory and to name in its review, each once, in order."""
    return tuple(dict.fromkeys(f.finding.kind for f in findings if not f.finding.blocks))


# --- fields


def scan_ids(field: str, ids: Iterable[str]) -> tuple[FieldFinding, ...]:
    """Vendors' keys and tokens that somebody has made an id of. Nothing else is looked for: an id is often a long
    number, and a checksum that fits it by chance is no card."""
    found = []
    for at, id in enumerate(ids):
        view = View.of(fold(id).text)
        for detector in dict.fromkeys([detector for anchor, detector in _BY_PREFIX if anchor in view.text]):
            found += [FieldFinding(f"{field}.{at}", finding) for finding in detector.find(view) if finding.blocks]
    return tuple(found)


_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")


def scan_fields(fields: Mapping[str, object]) -> tuple[FieldFinding, ...]:
    """Every string and number at any depth, the names of nested fields included. A value is read under its name
    (`{"wifi_password": "sunflower"}`), and the content under the memory's `key`."""
    key = fields.get("key")
    found: list[FieldFinding] = []
    for name, value in fields.items():
        label = key if name == "content" and isinstance(key, str) else ""
        found += _within(name, value, label)
    return tuple(found)


def _within(path: str, value: object, label: str) -> Iterator[FieldFinding]:
    if isinstance(value, str):
        for finding in scan(value, label=label):
            yield FieldFinding(path, finding)
    elif isinstance(value, Mapping):
        for at, (name, inner) in enumerate(value.items()):
            yield from _named(path, at, str(name), inner)
    elif isinstance(value, Sequence):
        for at, inner in enumerate(value):
            yield from _within(f"{path}.{at}", inner, label)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _within(path, str(value), label)


def _named(path: str, at: int, name: str, inner: object) -> Iterator[FieldFinding]:
    in_name = scan(name)
    plain = _PLAIN_NAME.fullmatch(name) is not None and not in_name
    below = f"{path}.{name}" if plain else f"{path}.#{at}"
    for finding in in_name:
        yield FieldFinding(f"{below}.name", finding)
    yield from _within(below, inner, name.replace("_", " ") if plain else "")
