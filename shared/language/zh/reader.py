"""The state of reading a Chinese sentence: what has been read so far, and where."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from shared.language.statements.atoms import COMPARISONS, Atom, Kind
from shared.language.statements.predicates import STATES, VERB_CONCEPTS
from shared.language.zh.lexicon import DICTIONARY, REACH, Entry

STOPS = "。；！？;!?\n"
PAUSES = '，、,：:（）()“”"《》「」 \t—-'
SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭"
    "廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)


@dataclass(slots=True)
class Reader:
    """`unknown`: characters gathered that no word of the dictionary begins with. `role`, `link`, `negated`, `aside`: what
    waits for the next atom. `value`: the verb was met. `paused`: a comma stands right before.
    `gap`: a word without an atom of its own does."""

    text: str
    at: int = 0
    atoms: list[Atom] = field(default_factory=list)
    unknown: str = ""
    marks: set[str] = field(default_factory=set)
    scopes: list[tuple[str, int]] = field(default_factory=list)
    predicates: set[str] = field(default_factory=set)
    relative: bool = False
    indefinite: bool = False
    role: str = ""
    link: str = ""
    negated: bool = False
    aside: bool = False
    value: bool = False
    paused: bool = False
    gap: bool = False
    besides: bool = False
    clause_at: int = 0
    clauses: int = 0

    def entry(self, at: int) -> tuple[Entry | None, int]:
        """The longest word of the dictionary that begins at a place, and its length."""
        text = self.text
        if at < len(text):
            for length in range(min(REACH.get(text[at], 0), len(text) - at), 0, -1):
                entry = DICTIONARY.get(text[at : at + length])
                if entry is not None:
                    return entry, length
        return None, 0

    def add(self, atom: Atom) -> None:
        if atom.text == "listen_port" and any(a.text == "listen_port" for a in self.atoms[self.clause_at :]):
            return  # 5432端口是它的监听端口
        waits = self.role if self.role in COMPARISONS and atom.kind is not Kind.AMOUNT else ""
        # A date is said of what stands before it, also without a verb between: 会议周二.
        joined = bool(self.atoms) and self.atoms[-1].kind is Kind.WORD and not self.role and not self.gap
        interval = atom.kind is Kind.AMOUNT and joined and self.atoms[-1].text == "all"
        timed = atom.kind is Kind.CALENDAR or atom.group == "rhythm!" or interval
        value = self.value or (timed and any(a.kind is not Kind.CALENDAR for a in self.atoms))
        if atom.kind is Kind.AMOUNT and joined:
            atom = replace(atom, numbered=self.atoms[-1].text)
        self.atoms.append(
            replace(
                atom,
                role=atom.role or ("" if waits else self.role),
                link=self.link,
                negated=self.negated,
                aside=self.negated and self.aside,
                value=value,
            )
        )
        self.role, self.link, self.negated, self.aside = waits, "", False, False
        self.paused, self.gap = False, False

    def flush(self) -> None:
        """What was gathered of unknown characters becomes one atom."""
        run, self.unknown = self.unknown, ""
        if run:
            name = run[0] in SURNAMES and 2 <= len(run) <= 3
            self.add(Atom(run, Kind.NAME if name else Kind.WORD))

    def change_last(self, *, role: str | None = None, value: bool | None = None, text: str | None = None) -> None:
        last = self.atoms[-1]
        self.atoms[-1] = replace(
            last,
            role=last.role if role is None else role,
            value=last.value if value is None else value,
            text=last.text if text is None else text,
        )

    def mark(self, name: str) -> None:
        self.marks.add(name)
        self.scopes.append((name, len(self.atoms)))

    def end_clause(self) -> None:
        self.flush()
        if self.role:
            particle, self.role = self.role, ""
            self.add(Atom(particle))
        if self.negated:
            self.negated = False
            self.add(Atom("not"))  # 吃不, 来了没
        self._in_active_order()
        if len(self.atoms) > self.clause_at:
            self.clauses += 1
            self.clause_at = len(self.atoms)
            self.value = False

    def _in_active_order(self) -> None:
        """Y 由 X 负责 in the order of X 负责 Y."""
        clause = self.atoms[self.clause_at :]
        agent = next((at for at, atom in enumerate(clause) if atom.role == "by"), None)
        if agent is None:
            return
        verb = next((at for at in range(agent, len(clause)) if clause[at].text in VERB_CONCEPTS), agent)
        if verb == agent:
            # 老板被解雇: without a known doer and deed the role stays, and tells it from 老板解雇.
            role = "" if clause[agent].text in STATES else "by"
            self.atoms[self.clause_at + agent] = replace(clause[agent], role=role)
            return
        doer = [replace(atom, role="" if atom.role == "by" else atom.role, value=True) for atom in clause[agent:verb]]
        self.atoms[self.clause_at :] = [*doer, clause[verb], *clause[:agent], *clause[verb + 1 :]]
