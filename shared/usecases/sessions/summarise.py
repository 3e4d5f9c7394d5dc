"""The summary of a session: built on demand or after enough turns, withdrawn at once when a source is removed, and
built again without it. A summary adds the events since the one before, so that each event is read once for it; after
a withdrawal all remaining events are read again. A model's summary is checked against the sources
(`domain.summaries`); if a part fails, the extractive builder replaces it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read, may_write
from shared.domain.errors import MemoryServiceError, NoSummary, NotFound, SummaryAffected, TooLarge, Unavailable
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.event_corrections import corrected_ids
from shared.domain.sessions.session import Event, Session
from shared.domain.summaries.faithfulness import SummaryRefused, refuse_unfaithful
from shared.domain.summaries.line_sources import with_sources
from shared.domain.summaries.summary import (
    EXTRACTIVE,
    MAX_BYTES,
    Summary,
    SummaryContent,
    SummaryStatus,
    attributed,
    folded,
    sources_of,
)
from shared.ports import SessionWork
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.sessions import session_codec, summary_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Record
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.once import Kept, Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import events_after
from shared.usecases.sessions.open_session import find_session, session_in, session_kept
from shared.usecases.sessions.search_session import replaced_by_later


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """`built`: a new version was made; otherwise the existing one covers everything."""

    summary: Summary
    built: bool
    replayed: bool = False


def get_summary(services: Services, caller: Caller, scope: Scope | None, session_id: str) -> Summary:
    """The served summary. Raises `NotFound`, `NoSummary`, and `SummaryAffected` while it waits to be built again."""
    target = may_read(caller, scope)
    session = find_session(services, target, segment_id(session_id, "session_id"))
    found = served(services, session)
    if found is None:
        raise NoSummary("there is no summary of this session yet")
    return found


def served(services: Services, session: Session) -> Summary | None:
    """The summary that may be shown. Raises `SummaryAffected`, also when the deletion of a source was accepted and
    has not withdrawn it yet."""
    head = keys.summary(session.scope, session.session_id, session.incarnation)
    at = [keys.event_id(session.scope, session.session_id, id) for id in sorted(session.withheld)]
    record, *held = services.records.get([head, *at])
    summary = None if record is None else _whole(services, record)
    if summary is None and record is not None:
        (record,) = services.records.get([head])  # replaced between the two reads
        summary = None if record is None else _whole(services, record)
    if summary is None or summary.status is SummaryStatus.EMPTY:
        return None
    covered = [r for r in held if session_codec.holds_event(r, session)]
    if summary.status is SummaryStatus.AFFECTED or any(
        r is not None and int(str(r.attributes["sequence"])) <= summary.last for r in covered
    ):
        raise SummaryAffected("a source of the summary was deleted or corrected; it is being built again")
    return summary


def _whole(services: Services, record: Record) -> Summary | None:
    """`None` if it lies in several records and some of them are missing: another process has just replaced it, or
    the store has expired them, and it is built again from the events."""
    at = summary_codec.part_keys(record)
    parts = [part for part in services.records.get(at) if part is not None] if at else []
    return summary_codec.summary(record, parts) if len(parts) == len(at) else None


def build_summary(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    session_id: str,
    idempotency: IdempotencyKey | None = None,
) -> SummaryAnswer:
    """A retry gets the summary as it is now; if none is served any more, it gets the one that was built, without its
    content. Raises `NotFound`, `NoSummary` when there is nothing to sum up, `SubjectDeleting`, `TooLarge` when the
    necessary quotes are larger than a record."""
    target, id = may_write(caller, scope), segment_id(session_id, "session_id")
    once = Once(services, idempotency)

    def build() -> SummaryAnswer:
        answer = _build(services, target, id, once)
        if answer is None or answer.summary.status is SummaryStatus.EMPTY:
            raise NoSummary("nothing was said that could be summed up")
        return answer

    def again(kept: Kept) -> SummaryAnswer:
        try:
            summary = served(services, find_session(services, target, id))
        except (NotFound, SummaryAffected):
            summary = None
        return SummaryAnswer(summary or summary_codec.as_kept(kept), kept["built"], replayed=True)

    return once.answer(build, again)


def rebuild(services: Services, scope: Scope, session_id: str) -> bool:
    """Builds a withdrawn summary again, without removed or hidden events; returns whether a summary is served now.
    Safe to repeat. A session that no longer exists, or has no withdrawn summary, is left as it is."""
    session, summary = _kept(services, scope, session_id)
    if session is None or summary is None:
        return False
    return summary.status is not SummaryStatus.AFFECTED or _built(services, session)


def summarise(services: Services, work: SessionWork) -> bool:
    """Builds one unless fewer turns than `work.after` came since the last; returns whether it did. Safe to repeat."""
    session, summary = _kept(services, Scope.parse(work.scope), work.session_id)
    if session is None or session.incarnation != work.incarnation:
        return False
    return session.turns_since(0 if summary is None else summary.last) >= work.after and _built(services, session)


def _kept(services: Services, scope: Scope, session_id: str) -> tuple[Session | None, Summary | None]:
    """The session and its summary as they are stored, whatever their time."""
    (record,) = services.records.get([keys.session(scope, session_id)])
    if record is None:
        return None, None
    session = session_codec.session(record)
    (head,) = services.records.get([keys.summary(session.scope, session_id, session.incarnation)])
    return session, None if head is None else summary_codec.summary(head)


def _built(services: Services, session: Session) -> bool:
    """For background work: for a session that has ended or is being deleted no summary is built."""
    try:
        _build(services, session.scope, session.session_id)
    except MemoryServiceError as error:
        if isinstance(error, Unavailable):
            raise
        return False
    return True


def ask_to_summarise(services: Services, session: Session, turns: int) -> None:
    """By the queue; without one, only requested summaries are built."""
    if services.session_queue is None:
        return
    try:
        place = (session.scope.path, session.session_id, session.incarnation)
        services.session_queue.send(SessionWork("summarise", *place, after=turns))
    except Unavailable:
        return


def ask_to_rebuild(services: Services, session: Session) -> None:
    """By the queue, or at once where there is none. No caller waits for it: a summary that cannot be queued is built
    on the next request."""
    try:
        if services.session_queue is None:
            rebuild(services, session.scope, session.session_id)
        else:
            work = SessionWork("rebuild", session.scope.path, session.session_id, session.incarnation)
            services.session_queue.send(work)
    except Unavailable:
        return


def withdraw(services: Services, scope: Scope, session_id: str, event_ids: Sequence[str]) -> bool:
    """Removes the summary and its earlier versions because these events are removed; returns whether there was one.
    Any of the session's events causes this: a summary that a model made may rest on any of them. Safe to repeat."""
    if not event_ids:
        return False

    def attempt() -> bool:
        wanted = [keys.session(scope, session_id)]
        (record,) = services.records.get(wanted)
        if record is None:
            return False
        session = session_codec.session(record)
        head = keys.summary(session.scope, session_id, session.incarnation)
        reading = Reading.of([head], services.records.get([head]))
        change = withdrawal(services, session, reading)
        if not change.puts:
            return reading[head] is not None
        services.records.commit(change)
        return True

    return until_committed(attempt, services.write_policy.attempts, "too many writers of this summary at once")


def withdrawal(services: Services, session: Session, reading: Reading) -> Change:
    """The change after which the summary is not served any more; `reading` holds it. Nothing if there is none."""
    place = (session.scope, session.session_id, session.incarnation)
    record = reading[keys.summary(*place)]
    if record is None:
        return Change()
    summary = summary_codec.summary(record)
    if summary.status is SummaryStatus.AFFECTED:
        return Change()
    change = summary_codec.put_summary(session, summary.withdrawn(), reading, services.session_policy)
    if summary_codec.part_keys(record):
        return change
    return change | Change(removes=summary_codec.earlier_versions(session, summary.version))


def _build(services: Services, target: Scope, session_id: str, once: Once | None = None) -> SummaryAnswer | None:
    """The summary of all remaining events; `None` if there are none and never were."""
    wanted = [keys.session(target, session_id), keys.barrier(target)]
    once = once or Once(services, None)

    def attempt() -> SummaryAnswer | None:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = whole_barrier(services, reading[keys.barrier(target)])
        barrier.refuse_write(now)
        session = session_in(reading[keys.session(target, session_id)], barrier, now, target)
        head = keys.summary(target, session_id, session.incarnation)
        reading |= Reading.of([head], services.records.get([head]))
        record = reading[head]
        before = None if record is None else _whole(services, record) or summary_codec.summary(record).withdrawn()
        if before is not None and not session.withheld and _covers(before, session):
            if before.status is SummaryStatus.SERVED:
                once.keep({**summary_codec.kept(before), "built": False})
            return SummaryAnswer(before, built=False)
        summary = _made(services, session, reading, before, session.withheld)
        if summary is None:
            return None
        change = summary_codec.put_summary(session, summary, reading, services.session_policy)
        change |= barrier_checks(reading, target, now) | session_kept(target, session_id)
        if summary.status is SummaryStatus.SERVED:
            once.commit(change, {**summary_codec.kept(summary), "built": True})
        else:
            services.records.commit(change)
        return SummaryAnswer(summary, built=True)

    return until_committed(attempt, services.write_policy.attempts, "too many writers of this summary at once")


def _covers(summary: Summary, session: Session) -> bool:
    return summary.status is not SummaryStatus.AFFECTED and summary.last == session.next_sequence - 1


def _made(
    services: Services, session: Session, reading: Reading, before: Summary | None, hidden: frozenset[str]
) -> Summary | None:
    """The next version. It starts from the summary before, unless a source of that was withdrawn, or is corrected or
    replaced by an event since."""
    usable = before if before is not None and before.status is SummaryStatus.SERVED else None
    events = events_after(services, session, 0 if usable is None else usable.last)
    new = {event.event_id for event in events}
    replaced = replaced_by_later(services, session, reading, events)
    earlier = frozenset() if usable is None else corrected_ids(events, hidden) - new
    if usable is not None:
        reported = frozenset(usable.content.constraints)
        earlier |= {id for id, texts in replaced.items() if id not in new and not reported.isdisjoint(texts)}
    source_version = 1 if before is None else before.source_version
    if usable is not None and (earlier or hidden):
        usable, events = None, events_after(services, session, 0)
        source_version += 1
    sources = sources_of(events, hidden | replaced.keys())
    if not sources and before is None:
        return None
    content = SummaryContent() if usable is None else usable.content
    model = EXTRACTIVE if usable is None else usable.model
    if sources:
        content, model = _content(services, content, sources)
    status = SummaryStatus.SERVED if sources or usable is not None else SummaryStatus.EMPTY
    remaining = [e for e in events if e.event_id not in hidden]
    return Summary(
        summary_id=services.ids.new(),
        version=1 if before is None else before.version + 1,
        status=status,
        content=content,
        first=usable.first if usable is not None else remaining[0].sequence if remaining else 0,
        last=session.next_sequence - 1,
        count=(0 if usable is None else usable.count) + len(sources),
        source_version=source_version,
        model=model,
        created_at=services.clock.now(),
    )


def _content(services: Services, before: SummaryContent, sources: Sequence[Event]) -> tuple[SummaryContent, str]:
    """By the model, if there is one and its answer is faithful; else by quoting. Raises `TooLarge`."""
    builder = services.summary_builder
    if builder is not None:
        try:
            content = builder.folded(before, sources)
            refuse_unfaithful(content, before, sources)
        except (Unavailable, SummaryRefused):
            pass  # the extractive builder needs no model
        else:
            content = attributed(content, before, sources)
            content = with_sources(content, before, sources)
            if content.size <= MAX_BYTES:
                return content, builder.model
    content = folded(before, sources)
    refuse_unfaithful(content, before, sources)
    if content.size > MAX_BYTES:
        raise TooLarge(
            f"what a summary would have to quote is over {MAX_BYTES:,} bytes: complete this session and begin another"
        )
    return with_sources(content, before, sources), EXTRACTIVE
