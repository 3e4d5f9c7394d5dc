"""Which older memories an incoming one may say newer, and which inferences a person's word denies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from shared.domain.errors import RejectedBefore
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.kinds import kinds_of
from shared.domain.meaning.marks import Marks
from shared.domain.meaning.rivals import POLICY, NewerStatement
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Background, Memory, MemoryType, Status, content_hash
from shared.domain.messages import not_remembered
from shared.domain.recall.documents import Candidate
from shared.domain.reviews.review import stays_rejected
from shared.domain.scopes import Scope
from shared.domain.writing.by_meaning import STATE_LIKE
from shared.domain.writing.incoming import IncomingMemory
from shared.domain.writing.rejections import is_about_another
from shared.language.attributes.relations_and_self import of_a_relation_and_self
from shared.language.comparison.relation import Relation, SamenessPolicy, relate, replaces_all_but_a_name
from shared.language.comparison.single_difference import differ_in_one_value
from shared.language.comparison.updates import changes_the_matter_of
from shared.language.speech.obligations import is_negated
from shared.language.speech.questions import stated_tense
from shared.language.speech.witnesses import says_no
from shared.records.ledger.reviews import memory_rejection_keys, rejected_tier, rejection_keys, remember_rejection
from shared.records.memories.vectors import StoredVector
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key
from shared.usecases.services import Services

# How many rivals a memory names at most: of a matter that changes often the nearest are the latest words as well.
MOST_OLDER = 8
# If so many statements in force differ from one another by a word or a number, none is about the state of another: they
# are entries of a list.
_A_LIST = 3
_PERSONS = (Source.USER_STATED, Source.HUMAN_CONFIRMED)
_CONCLUDED = (Source.AGENT_INFERRED, Source.EXTERNAL_UNVERIFIED)


@dataclass(frozen=True, slots=True)
class Older:
    """Ids of memories whose state another may say newer, the most similar first; `replaced`: almost surely."""

    ids: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


NO_OLDER = Older()


def older_of(incoming: IncomingMemory, candidates: Iterable[Candidate], newer: NewerStatement) -> Older:
    """The memories whose state the incoming one may say newer. Only states have
    rivals, never episodes or the words of a named speaker in a conversation between people. An inference is never
    newer than a more credible statement, and what was or is only planned says nothing of how a
    matter stands."""
    if not _is_state(incoming.type, incoming.background):
        return NO_OLDER
    tense = stated_tense(incoming.content)
    found: list[tuple[float, str]] = []
    pairs: list[tuple[float, str]] = []
    replaced: set[str] = set()
    compared = [
        (newer.likeness(candidate.product, candidate.document.marks), candidate)
        for candidate in candidates
        if candidate.product is not None and _may_be_older(incoming, candidate)
    ]
    # A change of what they are about themselves has no other matter, whatever is more like it.
    of_one_matter = {
        candidate.document.memory_id
        for _, candidate in compared
        if changes_the_matter_of(incoming.content, candidate.document.content)
    }
    most = float("inf") if of_one_matter else max((likeness for likeness, _ in compared), default=0.0)
    for likeness, candidate in compared:
        document = candidate.document
        if replaces_all_but_a_name(document.content, incoming.content):
            pairs.append((-likeness, document.memory_id))  # never left out: its name still holds
            continue
        if tense:
            continue
        is_likest = likeness == most
        chance = newer.replaces(likeness, document.marks, likest=is_likest)
        difference = likeness >= POLICY.likeness and differ_in_one_value(document.content, incoming.content)
        if newer.surely_replaces(chance, differ_in_one_value=difference):
            replaced.add(document.memory_id)
        if difference:
            pairs.append((-likeness, document.memory_id))
        elif (
            document.memory_id in of_one_matter
            or newer.is_rival_of(likeness, document.marks, likest=is_likest)
            or (_outranks(incoming, candidate) and newer.denies(likeness, document.marks))
        ):
            found.append((-likeness, document.memory_id))
    if len(pairs) < _A_LIST:
        found += pairs
    ids = tuple(dict.fromkeys(memory_id for _, memory_id in sorted(found)))[:MOST_OLDER]
    return Older(ids, tuple(id for id in ids if id in replaced))


def joined_older(memory: Memory, *more: Older) -> Memory:
    """The memory with further ids among those that it may say newer; never its own."""
    ids = _joined(memory, [*(one.ids for one in more), memory.meaning.older])
    replaced = _joined(memory, [*(one.replaced for one in more), memory.meaning.replaced])
    replaced = tuple(id for id in replaced if id in ids)
    return replace(memory, meaning=replace(memory.meaning, older=ids, replaced=replaced))


def older_in(memory: Memory) -> Older:
    """Those that a memory names already."""
    return Older(memory.meaning.older, memory.meaning.replaced)


def _joined(memory: Memory, lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for ids in lists for id in ids if id != memory.memory_id))[:MOST_OLDER]


def denies(incoming: IncomingMemory, vector: StoredVector, calibration: Calibration) -> bool:
    """Whether a person says that something is not so."""
    if incoming.source not in _PERSONS or incoming.type not in STATE_LIKE:
        return False
    word = is_negated(incoming.content) or says_no(incoming.content)
    kinds = kinds_of(vector.vector, calibration, own=True)
    return word if kinds is None else kinds.is_denial(word=word)


def denied_of(incoming: IncomingMemory, candidates: Iterable[Candidate], newer: NewerStatement) -> list[Candidate]:
    """The inferences that a denial is about, as far as vectors show."""
    return [
        candidate
        for candidate in candidates
        if candidate.product is not None
        and candidate.document.type in _STATES
        and candidate.document.observed_at <= incoming.evidence_at
        and _outranks(incoming, candidate)
        and _is_about(newer, newer.likeness(candidate.product, candidate.document.marks), candidate.document.marks)
    ]


def _is_about(newer: NewerStatement, likeness: float, older: Marks) -> bool:
    return newer.denies(likeness, older) or newer.is_rival_of(likeness, older)


def remembered_denials(ended: Iterable[Memory], reading: Reading, incoming: IncomingMemory) -> Change:
    """The inferences that a denial ended stay denied, as if a reviewer had rejected them: no agent's conclusion of
    the same meaning is stored again, in these words or others."""
    change = Change()
    for memory in ended:
        if memory.source in _CONCLUDED and reading.records.keys() >= set(memory_rejection_keys(memory)):
            change |= remember_rejection(memory, reading, incoming.recorded_at)
    return change


def refuse_if_denied(
    services: Services, incoming: IncomingMemory, candidates: Iterable[Candidate], newer: NewerStatement
) -> None:
    """Raises `RejectedBefore` for an inference that says in other words what a person denied. It costs a read if an
    ended one is as near as paraphrases are."""
    wanted: list[Key] = []
    for candidate in candidates:
        document = candidate.document
        if document.status != Status.SUPERSEDED or candidate.product is None or document.tier > incoming.source.tier:
            continue
        likeness = newer.likeness(candidate.product, document.marks)
        similarity = services.calibration.similarity(likeness)
        if similarity < SamenessPolicy().same or is_about_another(document.content, incoming.content):
            continue
        if relate(document.content, incoming.content, similarity).relation is not Relation.CONTRADICTS:
            text = document.content
            wanted += rejection_keys(Scope.parse(document.scope), incoming.type, text, content_hash(text))
    if not wanted:
        return
    records = services.records.get(list(dict.fromkeys(wanted)))
    if stays_rejected(max(map(rejected_tier, records)), incoming.source):
        raise RejectedBefore(not_remembered("a statement that a person denied"))


_STATES = frozenset(type.value for type in STATE_LIKE)


def _is_state(type: MemoryType, background: Background | None) -> bool:
    return type in STATE_LIKE and (background is None or background.speaker is None)


def _may_be_older(incoming: IncomingMemory, candidate: Candidate) -> bool:
    document = candidate.document
    return (
        document.type in _STATES
        and document.speaker is None
        and document.observed_at <= incoming.evidence_at
        and document.valid_from <= incoming.recorded_at
        and (incoming.source not in _CONCLUDED or document.tier <= incoming.source.tier)
        and not of_a_relation_and_self(document.content, incoming.content)
    )


def _outranks(incoming: IncomingMemory, candidate: Candidate) -> bool:
    """A person's own word about an inference."""
    return incoming.source in _PERSONS and candidate.document.tier <= Source.AGENT_INFERRED.tier
