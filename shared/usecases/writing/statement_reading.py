"""A statement is read for its kind before its outcome is decided: whether its words bind, whether it is a wish for
this time only, whether it hides an order, whether it asserts a fact at all. One call to the embedder, whose vectors the
rest of the write uses again; if one of several sentences may be a wish for this time or no fact, a second call for the
sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shared.domain.errors import EmbedderUnavailable, NotWorthRemembering, OnlyForNow
from shared.domain.meaning.assertions import POLICY as ASSERTIONS
from shared.domain.meaning.assertions import Assertion, asserted_in
from shared.domain.meaning.kinds import POLICY, Kind, SentenceKinds, kinds_of
from shared.domain.memories.embedding_text import embedding_text_of
from shared.domain.memories.evidence import UNTRUSTED
from shared.domain.memories.memory import Memory, Status
from shared.domain.memories.quarantine import GIVES_ORDERS
from shared.domain.messages import not_remembered
from shared.domain.writing.decisions import Create, Decision, Schedule, Update
from shared.domain.writing.incoming import IncomingMemory
from shared.domain.writing.kinds_of_statement import (
    Verdict,
    gives_orders,
    may_wish_for_now,
    plainly_wishes_for_now,
    read_in,
    verdict_on,
    wishes_for_now,
)
from shared.language.speech.sentences import plain, sentences
from shared.usecases.known_vectors import may_follow
from shared.usecases.services import Services

# Of a long text the first sentences of a usual length are read: 20 ms each with the packaged embedder.
_MOST, _LONGEST = 60, 500
_ORDER = "reads as an instruction: one of its sentences tells an agent what to do"


_UNREAD = "could not be read for instructions, because the embedder did not answer"


def new_text(decision: Decision) -> Memory | None:
    """The new texts that the decision writes; none that it repeats or refuses."""
    match decision:
        case Create(memory=memory) | Update(memory=memory):
            return memory
        case Schedule(version=version):
            return version
        case _:
            return None


def read_statement(
    services: Services, incoming: IncomingMemory, memory: Memory, *, at_the_door: bool
) -> IncomingMemory:  # fmt: skip
    """With `binding`, and as a candidate if it hides an order and is not a person's own word, or if it is a guess, an
    unconfirmed result, or an agent's word about somebody's powers. `at_the_door`: it was written directly and not said
    in a session, to which a wish for this time belongs.

    Raises `OnlyForNow`, `NotWorthRemembering`, and what the embedder raises."""
    if incoming.sealed is not None:
        return incoming
    doubted = incoming.source in UNTRUSTED and incoming.initial_status is None
    said = _said(incoming)
    refusable = at_the_door and may_wish_for_now(incoming, said)
    if refusable and plainly_wishes_for_now(incoming.type, incoming.content):
        raise OnlyForNow
    if services.calibration.kinds is None:
        if refusable and wishes_for_now(said, [None] * len(said)):
            raise OnlyForNow
        return _judged(incoming, verdict_on(said, [None] * len(said), incoming.source, incoming.type))
    own = embedding_text_of(memory)
    alone = [own if sentence == plain(own) else sentence for sentence in said]
    try:
        vectors = services.embedder.memories([own, *(alone if doubted else ())])
        verdict = _verdict(services, incoming, said, alone, vectors)
    except EmbedderUnavailable:
        if not may_follow(services):
            raise
        return (
            replace(incoming, initial_status=Status.CANDIDATE, initial_status_reason=_UNREAD) if doubted else incoming
        )
    whole = kinds_of(vectors[0], services.calibration, own=True)
    if refusable and whole is not None and _may_be_once(whole) and wishes_for_now(said, _kinds(services, alone)):
        raise OnlyForNow
    incoming = _judged(incoming, verdict)
    if doubted:
        outside = [kinds_of(vector, services.calibration, own=False) for vector in vectors[1:]]
        if gives_orders(said, outside):
            flags = tuple(dict.fromkeys((*incoming.flags, GIVES_ORDERS)))
            waiting = replace(incoming, flags=flags, initial_status=Status.CANDIDATE)
            incoming = replace(waiting, initial_status_reason=_ORDER)
    binding = whole[Kind.CONSTRAINT] if incoming.binding is None and whole is not None else incoming.binding
    return replace(incoming, binding=None if binding is None else round(binding, 4))


def _verdict(
    services: Services,
    incoming: IncomingMemory,
    said: Sequence[str],
    alone: Sequence[str],
    vectors: Sequence[tuple[float, ...]],
) -> Verdict:
    """`vectors`: of the whole text, then of its sentences, if they were embedded. Of a text of several sentences whose
    own vector says nothing but facts the sentences are not read for themselves."""
    if len(vectors) == 1 and len(alone) > 1:
        whole = asserted_in(vectors[0], services.calibration)
        if whole is None or whole[Assertion.FACT] >= ASSERTIONS.surely_facts:
            return Verdict()
        vectors = [vectors[0], *services.embedder.memories(alone)]
    by_sentence = vectors[1:] or [vectors[0]] * len(said)
    read = [read_in(vector, services.calibration) for vector in by_sentence]
    return verdict_on(said, read, incoming.source, incoming.type)


def _judged(incoming: IncomingMemory, verdict: Verdict) -> IncomingMemory:
    """Raises `NotWorthRemembering`."""
    if verdict.refused:
        raise NotWorthRemembering(not_remembered(verdict.refused))
    if not verdict.waits or incoming.initial_status is not None:
        return incoming
    return replace(incoming, initial_status=Status.CANDIDATE, initial_status_reason=verdict.waits)


def _said(incoming: IncomingMemory) -> list[str]:
    return [sentence for sentence in sentences(incoming.content) if len(sentence) <= _LONGEST][:_MOST]


def _may_be_once(whole: SentenceKinds) -> bool:
    return whole[Kind.ONCE] >= POLICY.once_with_word


def _kinds(services: Services, alone: Sequence[str]) -> list[SentenceKinds | None]:
    return [kinds_of(vector, services.calibration, own=True) for vector in services.embedder.memories(alone)]
