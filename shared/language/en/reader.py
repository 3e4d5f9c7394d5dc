"""What has been read of an English sentence so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from shared.language.statements.atoms import Atom, Kind
from shared.language.statements.predicates import STATES

_TAKEN_ALONG = (Kind.NAME, Kind.WORD)


@dataclass(slots=True)
class Reader:
    """`role`, `link`, `negated`, `aside`: what waits for the next atom. `value`: the verb was met. `deed_at`: the place
    of a verb in the passive whose clause is still being read. `gap`: a word without an atom of its own stands between."""

    atoms: list[Atom] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    scopes: list[tuple[str, int]] = field(default_factory=list)
    predicates: set[str] = field(default_factory=set)
    relative: bool = False
    role: str = ""
    link: str = ""
    negated: bool = False
    aside: bool = False
    value: bool = False
    clause_at: int = 0
    clauses: int = 0
    deed_at: int | None = None
    gap: bool = False
    besides: bool = False

    def add(self, atom: Atom) -> None:
        if atom.text == "listen_port" and any(a.text == "listen_port" for a in self.atoms[self.clause_at :]):
            return  # "port 5432 is what it listens on"
        joined = bool(self.atoms) and self.atoms[-1].kind is Kind.WORD and not self.role and not self.gap
        if atom.kind is Kind.AMOUNT and joined:
            atom = replace(atom, numbered=self.atoms[-1].text)
        self.atoms.append(
            replace(
                atom,
                role=atom.role or self.role,
                link=atom.link or self.link,
                negated=self.negated,
                aside=self.negated and self.aside,
                value=self.value,
            )
        )
        self.role, self.link, self.negated, self.aside, self.gap = "", "", False, False, False

    def mark(self, name: str) -> None:
        self.marks.add(name)
        self.scopes.append((name, len(self.atoms)))

    def settle_particle(self) -> None:
        """A preposition with nothing after it is a particle of the verb: "turn it off"."""
        if self.role:
            particle, self.role = self.role, ""
            self.add(Atom(particle))

    def end_clause(self) -> None:
        self.settle_particle()
        if self.negated:
            self.negated = False
            self.add(Atom("not"))  # "surely not"
        self._in_active_order()
        if len(self.atoms) > self.clause_at:
            self.clauses += 1
            self.clause_at = len(self.atoms)
            self.value = False

    def _in_active_order(self) -> None:
        """ "Y is V-ed by X ..." as "X V Y ...", so that both voices have one order. A passive without a doer is marked as
        one, unless it only says that something is so: "Ann was hired" is not "Ann hired"."""
        deed, self.deed_at = self.deed_at, None
        if deed is None or deed >= len(self.atoms):
            return
        agent = next((at for at in range(deed + 1, len(self.atoms)) if self.atoms[at].role == "by"), None)
        if agent is None or self.atoms[agent].kind not in (*_TAKEN_ALONG, Kind.SELF):
            if self.atoms[deed].text not in STATES and not self.atoms[deed].role:
                self.atoms[deed] = replace(self.atoms[deed], role="undergone")
            return
        after = agent + 1
        while after < len(self.atoms) and not self.atoms[after].role and self.atoms[after].kind in _TAKEN_ALONG:
            after += 1
        doer = [replace(self.atoms[agent], role=""), *self.atoms[agent + 1 : after]]
        rest = [self.atoms[at] for at in range(self.clause_at, agent) if at != deed]
        self.atoms[self.clause_at :] = [*doer, self.atoms[deed], *rest, *self.atoms[after:]]
