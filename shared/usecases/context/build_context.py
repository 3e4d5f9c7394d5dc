"""The context of an agent's next step: memories, the session and external pieces in one block.

Calls: two for a session (itself, its window's events), the goal's embedding, one search, one read (memories,
barriers, vectors of events, state, summary), and one for the statistics: six. If the user's newest turn asks for
something else than the goal, it is a second question and costs one more embedding. External pieces come with the
request; they are combined with memories here only and are never stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.context.items import Considered, ContextItem, Layer, Offer, Reason
from shared.domain.context.rendering import Rendering, Style
from shared.domain.context.selection import Chosen, Selection, select
from shared.domain.context.shares import ContextPolicy
from shared.domain.deletion.barrier import SubjectState
from shared.domain.errors import EmbedderUnavailable, TooLarge
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.memories.embedding_text import query_for_embedding
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Memory
from shared.domain.recall.conflicts import Conflict
from shared.domain.scopes import segment_id
from shared.domain.sessions.session import Event
from shared.language.injection.injection_scan import reads_as_instruction
from shared.language.injection.neutralise import shows_nothing
from shared.language.text.token_count import estimated_tokens
from shared.records import keys
from shared.records.sessions import state_codec, summary_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Key, Record
from shared.usecases.audit.read_log import ReadKind, recall_reads
from shared.usecases.barrier.subject_state import barriers_of, state_of
from shared.usecases.context.memory_pool import Found, Search, find, looked_back, remembered, with_latest
from shared.usecases.context.session_pool import Questions, session_pool
from shared.usecases.context.session_talk import Talk, of_state, read_talk
from shared.usecases.context.summary_lines import served_summary, summary_lines
from shared.usecases.recall.filter import RecallQuery, targets_of
from shared.usecases.recall.recall import RecallAnswer
from shared.usecases.recall.retrieval_stats import note_retrieved
from shared.usecases.remembering.event_vectors import meant, vector_keys
from shared.usecases.services import Services
from shared.usecases.sessions.summarise import ask_to_summarise

_READ_FOR = 2_000  # tokens: the budget that `ContextPolicy.memories_read` was measured for
_ONE_READ = 100  # records
# A turn up to this length is a question as a whole; of a longer one the beginning is used.
_ASKED = 2_000  # characters


@dataclass(frozen=True, slots=True)
class External:
    """Something fetched for this request: a document, an answer of an API. `source` names its origin."""

    content: str
    source: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class ContextQuery:
    """`recall` asks for the memories; its text is the goal. `token_budget`: `None` for what the deployment has set.
    `held_events`: ids of events of the session that the prompt holds already."""

    recall: RecallQuery
    session_id: str | None = None
    token_budget: int | None = None
    held_events: tuple[str, ...] = ()
    external: tuple[External, ...] = ()
    style: Style = Style.XML


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """`memories`: those that the answer shows. `tokens` of `text`, never more than the budget. `omitted` counts
    items without room; of a session, the user's turns and marked events. `suppressed` counts items that may not be
    shown, are shown already, or are blank."""

    recall_id: str
    items: tuple[Chosen, ...]
    memories: tuple[Memory, ...]
    text: str
    tokens: int
    omitted: Mapping[Layer, int]
    suppressed: Mapping[str, int]
    conflicts: tuple[Conflict, ...]
    needs_confirmation: bool
    degraded: bool
    subject: SubjectState = SubjectState.ACTIVE


def build_context(services: Services, caller: Caller, query: ContextQuery) -> ContextAnswer:
    """Raises the errors of a recall, and `NotFound` for a session that does not exist."""
    now, policy = services.clock.now(), services.context_policy
    budget = query.token_budget or policy.token_budget
    search = Search.of(services, caller, query.recall)
    talk = _talk(services, caller, query, budget, policy)
    questions, vectors = _asked(services, query.recall, talk, policy)
    events = [] if talk is None else talk.considered
    targets = targets_of(caller, query.recall, query.session_id)
    beside = [*barriers_of(targets), *([] if talk is None else _beside(talk, events))]
    looks_back = query.recall.looks_back
    most = _most(budget, beside, policy)
    found = Found(()) if looks_back else find(services, search, questions, vectors, policy, most)
    wanted = list(dict.fromkeys((*beside, *found.keys)))
    read: Mapping[Key, Record | None] = dict(zip(wanted, services.records.get(wanted), strict=True))
    subject = state_of(read, targets)
    found, read = with_latest(services, search, questions, found, read, policy, most)
    if looks_back:
        known = looked_back(services, caller, search, questions)
    else:
        known = remembered(services, caller, search, questions, found, read)
    externals = [_of_external(one, now) for one in query.external]
    offer = Offer(
        pool=known.pool,
        external=[item for item in externals if not shows_nothing(item.content)],
        quiet=questions.goal.is_small_talk,
        least_relevance=0.0 if query.recall.keys else query.recall.min_relevance,
    )
    if talk is not None:
        offer = _with_session(services, offer, talk, events, questions, read, policy)
        offer = replace(offer, held=talk.held(query.held_events))
    blank = [entry for entry in offer.pool if shows_nothing(entry.item.content)]
    offer = replace(offer, pool=[entry for entry in offer.pool if entry not in blank])
    rendering = Rendering(query.style, now)
    selection, omitted, text = _fitted(offer, talk, known.answer, rendering, budget, policy)
    passed_over = {"repeated": selection.repeated, "blank": len(blank) + len(externals) - len(offer.external)}
    suppressed = Counter(known.answer.suppressed) + Counter(known.suppressed) + Counter(passed_over)
    if talk is not None and omitted[Layer.SESSION]:
        _summarised_later(services, talk, read, policy)
    chosen = {part.item.memory_id for part in selection.chosen}
    shown = [hit.memory for hit in known.answer.hits if hit.memory.memory_id in chosen]
    memories = (*shown, *(member for conflict in known.answer.conflicts for member in conflict.members))
    kind, asked = ReadKind.CONTEXT, query.recall
    reads = recall_reads(services, caller, kind, known.answer.recall_id, asked.purpose, asked.named, memories)
    note_retrieved(services, caller, shown, reads, degraded=known.answer.degraded)
    return ContextAnswer(
        recall_id=known.answer.recall_id,
        items=selection.chosen,
        memories=memories,
        text=text,
        tokens=estimated_tokens(text),
        omitted=omitted,
        suppressed=dict(+(suppressed + (Counter() if talk is None else talk.suppressed))),
        conflicts=known.answer.conflicts,
        needs_confirmation=known.answer.needs_confirmation,
        degraded=known.answer.degraded,
        subject=subject,
    )


def _talk(services: Services, caller: Caller, query: ContextQuery, budget: int, policy: ContextPolicy) -> Talk | None:
    if query.session_id is None:
        return None
    target = targets_of(caller, query.recall, query.session_id)[0]
    return read_talk(services, target, segment_id(query.session_id, "session_id"), budget, policy)


def _asked(
    services: Services, query: RecallQuery, talk: Talk | None, policy: ContextPolicy
) -> tuple[Questions, tuple[Vector, Vector | None] | None]:
    """The questions and their vectors, `None` while the embedder does not answer. The user's newest turn is a
    question if it asks for anything, and for something else than the goal."""
    newest = None if talk is None else talk.newest
    try:
        vector = services.embedder.query(query_for_embedding(query.text))
        goal = AskedQuery.of(query.text, vector, services.calibration)
        if newest is None:  # a task begins
            return Questions(goal, push=True), (vector, None)
        text = newest.content[:_ASKED].strip()
        if not text or text == query.text.strip():
            return Questions(goal), (vector, None)
        beside = services.embedder.query(query_for_embedding(text))
    except (EmbedderUnavailable, TooLarge):
        return Questions(AskedQuery.of(query.text, None, services.calibration)), None
    asked = AskedQuery.of(text, beside, services.calibration)
    if asked.is_small_talk or asked.remark >= policy.remark:
        return Questions(goal), (vector, None)
    return Questions(goal, asked), (vector, beside)


def _beside(talk: Talk, events: Sequence[Event]) -> list[Key]:
    place = (talk.session.scope, talk.session.session_id, talk.session.incarnation)
    return [keys.state(*place), keys.summary(*place), *vector_keys(talk.session, events)]


def _most(budget: int, beside: Sequence[Key], policy: ContextPolicy) -> int:
    """Memories that are read: as many as the one call reads with the rest, and more for a budget that could hold
    more."""
    room = min(policy.memories_read, _ONE_READ - len(beside) - 5)
    return max(policy.least_memories_read, room, policy.memories_read * budget // _READ_FOR // 2)


def _with_session(
    services: Services,
    offer: Offer,
    talk: Talk,
    events: Sequence[Event],
    questions: Questions,
    read: Mapping[Key, Record | None],
    policy: ContextPolicy,
) -> Offer:
    reading = talk.reading | Reading(dict(read))
    said = meant(services, talk.session, reading, questions.goal, events).read(events, services.calibration)
    pool: list[Considered] = session_pool(talk, said, questions, services.calibration, policy)
    place = (talk.session.scope, talk.session.session_id, talk.session.incarnation)
    state, summed_up = read[keys.state(*place)], served_summary(read[keys.summary(*place)], talk.session)
    newest = talk.newest
    return replace(
        offer,
        pool=[*offer.pool, *pool],
        turns=talk.turns(policy),
        state=None if state is None else of_state(state_codec.state(state).without(talk.session.withheld)),
        summary=() if summed_up is None else summary_lines(summed_up),
        asked=frozenset((questions.goal.text, "" if newest is None else newest.content)),
    )


def _summarised_later(services: Services, talk: Talk, read: Mapping[Key, Record | None], policy: ContextPolicy) -> None:
    """A summary of the events without room is requested, unless one exists that covers nearly all of them."""
    session = talk.session
    record = read[keys.summary(session.scope, session.session_id, session.incarnation)]
    last = 0 if record is None else summary_codec.summary(record).last
    if session.turns_since(last) >= policy.summary_every:
        ask_to_summarise(services, session, policy.summary_every)


def _fitted(
    offer: Offer, talk: Talk | None, answer: RecallAnswer, rendering: Rendering, budget: int, policy: ContextPolicy
) -> tuple[Selection, Mapping[Layer, int], str]:
    """The items that fit beside the frame, the omitted ones by layer, and the block. If the frame does not fit there
    is no text at all."""
    most = Counter(entry.item.layer for entry in offer.pool) + Counter(item.layer for item in offer.external)
    most[Layer.SESSION] = 0 if talk is None else talk.left_out(tuple(offer.held))
    # If everything fits, no omission is mentioned.
    for said in (Counter[Layer](), most):
        frame = estimated_tokens(rendering.block((), _notes(answer, said)) + "\n")
        selection = select(offer, budget - frame, rendering, policy)
        omitted = _omitted(selection, talk, offer.held)
        if not any(omitted.values()):
            break
    text = rendering.block([chosen.item for chosen in selection.chosen], _notes(answer, omitted))
    return selection, omitted, text if estimated_tokens(text) <= budget else ""


def _omitted(selection: Selection, talk: Talk | None, held: Iterable[str]) -> dict[Layer, int]:
    shown = [*held, *(chosen.item.event_id or "" for chosen in selection.chosen if chosen.item.part is None)]
    of_session = 0 if talk is None else talk.left_out(shown)
    return {**selection.omitted, Layer.SESSION: of_session}


def _notes(answer: RecallAnswer, omitted: Mapping[Layer, int]) -> list[str]:
    """The notes that a reader needs about the block as a whole."""
    notes = []
    if answer.needs_confirmation:
        notes.append("Memories contradict each other and are withheld: ask a person before acting.")
    if answer.degraded:
        notes.append("Search is down: these are recent memories, others may be missing.")
    left_out = ", ".join(f"{omitted[layer]} {layer}" for layer in Layer if omitted.get(layer))
    if left_out:
        notes.append(f"Left out: {left_out}.")
    return notes


def _of_external(found: External, now: datetime) -> ContextItem:
    return ContextItem(
        layer=Layer.EXTERNAL,
        label="external",
        content=found.content,
        source=found.source,
        time=now,
        confidence=Source.EXTERNAL_UNVERIFIED.default_confidence,
        reason=Reason.EXTERNAL,
        reads_as_instruction=reads_as_instruction(found.content),
        title=found.title,
        trust=Trust.UNVERIFIED,
    )
