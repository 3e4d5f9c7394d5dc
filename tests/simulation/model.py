"""What was said, by whom, on what evidence, and what was acknowledged: dictionaries, nothing of the product.

Every text of a simulation carries a word of its own (`tok017x`). So whatever shows up in any answer, record, document,
message or log is known by that word.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

TOKEN = re.compile(r"tok\d{3}x", re.IGNORECASE)


def tokens_in(text: str) -> set[str]:
    return {found.lower() for found in TOKEN.findall(text)}


@dataclass(slots=True, eq=False)
class Said:
    """One statement. `place`: memory, event, state or lesson. `owner`: path of the user, project or org. `fresh`:
    it is evidence of the moment of its request; not so what is sent again, imported, or dated back: it has the
    instant `dated`. `in_task`: in the one task that there is. `plain_key`: what a user states of the moment under
    this key, with no times or marks of its own. Steps of the simulation say when its request began, and when its
    answer came (`None`: not yet or never)."""

    token: str
    owner: str
    place: str
    begun: int
    cites: frozenset[str] = frozenset()
    session: str | None = None
    type: str | None = None
    consent: str | None = None
    fresh: bool = True
    dated: datetime | None = None
    plain_key: str | None = None
    in_task: bool = False
    acked: int | None = None
    refused: bool = False
    outcome: str | None = None
    memory_id: str | None = None
    version: int | None = None


@dataclass(slots=True, eq=False)
class Deletion:
    """`whole`: texts that must be gone from everywhere; `memories`: texts that must be gone from memories.
    `accepted_at`: by the clock of the host that accepted it. `by_path`: asked for by the memory's path, so that the
    service gives it its id."""

    request_id: str
    user: str
    owner: str
    kind: str
    ids: tuple[str, ...]
    session_id: str | None
    begun: int
    acked: int | None = None
    accepted_at: datetime | None = None
    refused: bool = False
    whole: set[str] = field(default_factory=set)
    memories: set[str] = field(default_factory=set)
    status: str = "unknown"
    by_path: bool = False


@dataclass(frozen=True, slots=True)
class Violation:
    kind: str
    detail: str
    step: int


@dataclass(slots=True)
class Model:
    """`holds`: memory id -> every text that it ever had; `lies_in`: its owner; `made_of`: copy -> what it was promoted
    from. `judged`: texts that a person decided on, with the step: they rest on that person's word from then on.
    `withdrawn`: texts that a later event may have taken back. `memories`: the words of a statement, by its text.
    `sharing`: owners of whom something is being promoted, in whichever words it has by then. `hold_ids`: of legal holds
    that were asked for. `task_done`: the step at which somebody heard that the task is completed. `evicted`:
    texts of memories that went because their owner had too many."""

    said: dict[str, list[Said]] = field(default_factory=lambda: defaultdict(list))
    deletions: list[Deletion] = field(default_factory=list)
    readers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    holds: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    lies_in: dict[str, str] = field(default_factory=dict)
    made_of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    judged: dict[str, int] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    violations: list[Violation] = field(default_factory=list)
    memories: dict[str, str] = field(default_factory=dict)
    sharing: set[str] = field(default_factory=set)
    hold_ids: set[str] = field(default_factory=set)
    task_done: int | None = None
    evicted: set[str] = field(default_factory=set)
    _known: set[tuple[str, str]] = field(default_factory=set)

    def violated(self, kind: str, detail: str, step: int) -> None:
        """Each kind once for each detail: a broken state shows again and again."""
        if (kind, detail) not in self._known:
            self._known.add((kind, detail))
            self.violations.append(Violation(kind, detail, step))

    def deleted_by(self, step: int) -> tuple[set[str], set[str]]:
        """The texts that no read which begins at `step` may show: anywhere, and as memories."""
        whole: set[str] = set()
        memories: set[str] = set()
        for deletion in self.deletions:
            if deletion.acked is not None and deletion.acked <= step:
                whole |= self.removed_by(deletion.whole)
                memories |= self.removed_by(deletion.memories)
        return whole, whole | memories

    def removed_by(self, selected: set[str]) -> set[str]:
        """Those that none of the deletions that name them lets stay: the first of two takes what the second selects
        too, and what came in after the first is no business of the second."""
        accepted = [d for d in self.deletions if d.acked is not None or d.status == "completed"]
        return {t for t in selected if not any(self.may_stay(t, d) for d in accepted if t in d.whole | d.memories)}

    def may_stay(self, token: str, deletion: Deletion) -> bool:
        """Whether it was said on fresh evidence since the deletion was asked for, or a person judged it before the
        deletion was accepted. What was sent beside the deletion and is not what it selects may have come first.
        Evidence is fresh too that its sender dates after the acceptance: a host whose clock is behind accepts earlier
        than what was said just before, and a date is all that is known of what comes from outside."""
        if token in self.judged and (deletion.acked is None or self.judged[token] < deletion.acked):
            return True
        return any(
            not s.refused
            and s.begun > deletion.begun
            and (s.fresh or _is_dated_after(s, deletion) or _is_beside(s, deletion))
            for s in self.said[token]
        )

    def starts_anew(self, owner: str) -> bool:
        """Whether all of the owner's was perhaps deleted, the marks of single deletions with it."""
        return any(d.kind == "subject" and d.owner == owner and not d.refused for d in self.deletions)

    def judge(self, tokens: Iterable[str], step: int) -> None:
        for token in tokens:
            self.judged.setdefault(token, step)

    def may_be_deleted(self, token: str) -> bool:
        """Whether a deletion that was asked for, or the owner's limit, explains that the text is not there."""
        return token in self.evicted or any(not d.refused and self.may_take(d, token) for d in self.deletions)

    def waits_behind_a_deletion(self, said: Said) -> bool:
        """Whether a deletion takes a later version of the same memory: an earlier one holds again once it did."""
        return said.memory_id is not None and any(
            self.may_be_deleted(token)
            for token, statements in self.said.items()
            if any(other.memory_id == said.memory_id for other in statements)
        )

    def copy_may_be_deleted(self, token: str) -> bool:
        """Whether a deletion may have taken a copy of it, in the owner that holds the copy."""
        places = {self.lies_in[id] for id, held in self.holds.items() if token in held}
        return any(not d.refused and d.owner in places for d in self.deletions)

    def may_take(self, deletion: Deletion, token: str) -> bool:
        statements = self.said[token]
        if deletion.kind == "memory":
            return any(token in self.holds[id] for id in self.with_origins_and_copies(deletion.ids))
        if not any(s.owner == deletion.owner for s in statements):
            return False
        match deletion.kind:
            case "subject":
                return True
            case "task":
                return any(s.in_task for s in statements)
            case "session":
                return any(s.session in deletion.ids or _cites_session(s.cites, deletion.ids) for s in statements)
            case "event":
                return any(s.cites & cited_forms(deletion) or s.place == "lesson" for s in statements)
            case "type":
                return any(s.type in deletion.ids or s.place != "memory" for s in statements)
            case "consent":  # a correction keeps the label of what it corrects
                held = set().union(*(texts for texts in self.holds.values() if token in texts), {token})
                return any(s.consent in deletion.ids for one in held for s in self.said.get(one, ()))
        return False

    def with_origins_and_copies(self, ids: tuple[str, ...]) -> set[str]:
        found = set(ids)
        while True:
            more = {copy for copy, origins in self.made_of.items() if origins & found} - found
            if not more:
                return found
            found |= more


def _is_dated_after(said: Said, deletion: Deletion) -> bool:
    return said.dated is not None and deletion.accepted_at is not None and said.dated > deletion.accepted_at


def _is_beside(said: Said, deletion: Deletion) -> bool:
    """Whether a memory's statement, sent before the deletion was answered, is not what is deleted: of deleted sources
    it cites none, and it has not the label."""
    if said.place != "memory" or not (deletion.acked is None or said.begun < deletion.acked):
        return False
    match deletion.kind:
        case "session" | "event":
            return not said.cites
        case "type" | "consent":
            return (said.type if deletion.kind == "type" else said.consent) not in deletion.ids
    return False


def _cites_session(cites: frozenset[str], sessions: tuple[str, ...]) -> bool:
    return any(c.partition("/")[0] in sessions for c in cites)


def cited_forms(deletion: Deletion) -> set[str]:
    """How the events of a deletion may be cited."""
    session = deletion.session_id
    return {*deletion.ids, *(f"{session}/{id}" for id in deletion.ids if session is not None)}
