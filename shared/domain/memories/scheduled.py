"""A fact that holds only from a later day on waits behind the one that holds until then.

A memory is a line of versions in the order in which they begin: the current one, and those that it schedules. Each ends
at the latest where the next begins, so that at any instant one holds at most. Who reads asks for the memory `at` an
instant; nothing has to happen when the day comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.domain.memories.memory import Ending, Memory, Status, VersionSchedule

# A record holds 400 KB, and a version up to 50 KB; nobody knows more than four changes of one thing in advance.
MOST_SCHEDULED = 4
WITHDRAWN = "withdrawn"


def holder(memory: Memory, instant: datetime) -> Memory | None:
    """The version that the instant falls to: the last that has begun by then; `None` before the first."""
    begun = [version for version in memory.timeline if version.valid_from <= instant]
    return begun[-1] if begun else None


def placed(memory: Memory, version: Memory, now: datetime, because: str) -> Memory:
    """The memory with a new version in its place in the line.

    Who held at its start ends there. It takes the place of one that begins at the same instant. A neighbouring version
    with the same text becomes one version with it.
    """
    line = memory.timeline
    before = [one for one in line if one.valid_from < version.valid_from]
    replaced = [one for one in line if one.valid_from == version.valid_from]
    version, after, fallen = followed(version, [one for one in line if one.valid_from > version.valid_from])
    withdrawn = [*replaced, *fallen]
    if before and _continues(before[-1], version):
        before[-1] = replace(before[-1], valid_to=version.valid_to)
        rest = [*before, *after]
        withdrawn.append(version)
    else:
        if before:
            before[-1] = replace(before[-1], valid_to=_no_later(before[-1].valid_to, version.valid_from))
        rest = [*before, version, *after]
    removed = tuple(_withdrawn(one, now, because) for one in withdrawn)
    first, *later = rest
    return first.at_the_head_of(memory, tuple(_bare(one) for one in later), (*memory.schedule.passed, *removed))


def followed(version: Memory, after: Sequence[Memory]) -> tuple[Memory, list[Memory], list[Memory]]:
    """A version with those that begin later: which of them stay, and which are cancelled.

    What was scheduled stays, unless the incoming memory claims its time too and outranks it: it would not have been
    accepted after it. Later evidence alone is not enough, because each statement about today would cancel what was said
    about tomorrow.
    """
    remaining, fallen = list(after), []
    while remaining and _reaches(version, remaining[0]) and _outranks(version, remaining[0]):
        fallen.append(remaining.pop(0))
    if remaining and _continues(version, remaining[0]):
        version = replace(version, valid_to=remaining[0].valid_to)
        fallen.append(remaining.pop(0))
    if remaining:
        version = replace(version, valid_to=_no_later(version.valid_to, remaining[0].valid_from))
    return version, remaining, fallen


def succeeding(successor: Memory, stored: Memory, now: datetime, because: str) -> Memory:
    """A new current version with what the one before it scheduled, as far as that stays."""
    successor, remaining, fallen = followed(successor, stored.schedule.upcoming)
    removed = tuple(_withdrawn(one, now, because) for one in fallen)
    schedule = VersionSchedule(tuple(remaining), stored.schedule.slots, (*stored.schedule.passed, *removed))
    return replace(successor, schedule=schedule)


def covering(memory: Memory, cover: int, covered: Memory | None) -> Memory:
    """The memory in whose line the version of the number `cover` ends itself: what held at that instant before,
    `covered`, holds again from then on, until what is scheduled next. `None`: nothing did."""
    line = memory.timeline
    at = next((place for place, one in enumerate(line) if one.version == cover), None)
    end = None if at is None else line[at].valid_to
    if covered is None or at is None or end is None:
        return memory
    following = line[at + 1].valid_from if at + 1 < len(line) else None
    if following is not None and following <= end:
        return memory
    number = memory.head.versions + 1
    again = resuming(covered, end, number)
    again = again if following is None else replace(again, valid_to=_no_later(again.valid_to, following))
    upcoming = (*line[1 : at + 1], again, *line[at + 1 :])
    head = replace(memory.head, versions=number)
    return replace(memory, head=head, schedule=replace(memory.schedule, upcoming=upcoming))


def resuming(covered: Memory, instant: datetime, number: int) -> Memory:
    """What holds again from that instant on, as a version of that number."""
    return replace(_bare(covered), version=number, valid_from=instant, ending=Ending(), resumes=True)


def resumed_in(memory: Memory) -> Memory | None:
    """The version with which the memory holds again once what covers it for a time is over."""
    return next((one for one in memory.schedule.upcoming if one.resumes), None)


def with_scheduled(memory: Memory, version: Memory) -> Memory:
    """The memory with one of its versions changed (the same number), between its neighbours."""
    line = list(memory.timeline)
    at = next(place for place, one in enumerate(line) if one.version == version.version)
    end = line[at + 1].valid_from if at + 1 < len(line) else None
    line[at] = version if end is None else replace(version, valid_to=_no_later(version.valid_to, end))
    if at == 0:
        return line[0]
    return replace(memory, schedule=replace(memory.schedule, upcoming=tuple(line[1:])))


def without_scheduled(memory: Memory, remaining: Sequence[Memory]) -> Memory:
    """The memory with only these of what it scheduled, as if the others had never been written, nor one that begins
    later now any sooner: who ended where one of them began goes on until the next."""
    staying = {(version.version, version.valid_from) for version in remaining}
    ends = {one.valid_from for one in memory.schedule.upcoming if (one.version, one.valid_from) not in staying}
    line = [memory, *sorted(remaining, key=lambda version: version.valid_from)]
    for place, version in enumerate(line):
        if version.valid_to in ends:
            following = line[place + 1].valid_from if place + 1 < len(line) else None
            line[place] = replace(version, valid_to=following)
    return replace(line[0], schedule=replace(line[0].schedule, upcoming=tuple(line[1:])))


def lasting(memory: Memory, joined: datetime | None, reported: datetime | None, now: datetime) -> Memory:
    """The memory until the `joined` end, a repetition having `reported` one. Where another memory takes its place on a
    day to come it still does, a repetition calls nothing off; where that day has passed it holds again."""
    if memory.ending.superseded_by is None or memory.valid_to is None:
        return replace(memory, valid_to=joined)
    if now < memory.valid_to:
        cuts = joined != memory.valid_to
        return replace(memory, ending=replace(memory.ending, cut_from=(joined,))) if cuts else memory
    if reported is not None and reported <= memory.valid_to:
        return memory
    return replace(memory, valid_to=reported, ending=replace(memory.ending, cut_from=(), superseded_by=None))


def ended_with(memory: Memory) -> tuple[Memory, ...]:
    """What a memory that has ended scheduled: it never came to hold."""
    return tuple(_closed(one, memory) for one in memory.schedule.upcoming)


def _closed(version: Memory, memory: Memory) -> Memory:
    at = memory.ending.at or memory.updated_at
    return replace(
        version,
        status=memory.status,
        valid_to=version.valid_from,
        ending=replace(version.ending, at=at, because=memory.ending.because),
    )


def _reaches(version: Memory, later: Memory) -> bool:
    return version.valid_to is None or version.valid_to > later.valid_from


def _outranks(version: Memory, later: Memory) -> bool:
    """What only resumes was said before, so that equal evidence is enough against it."""
    ours, theirs = (version.source.tier, version.confidence), (later.source.tier, later.confidence)
    return ours >= theirs if later.resumes else ours > theirs


def _continues(version: Memory, later: Memory) -> bool:
    """The same text, with no gap between."""
    touching = version.valid_to is None or version.valid_to >= later.valid_from
    return touching and version.content_hash == later.content_hash


def _no_later(end: datetime | None, limit: datetime) -> datetime:
    return limit if end is None else min(end, limit)


def _withdrawn(version: Memory, now: datetime, because: str) -> Memory:
    return replace(
        _bare(version),
        status=Status.SUPERSEDED,
        valid_to=version.valid_from,
        ending=replace(version.ending, at=now, because=because),
    )


def _bare(version: Memory) -> Memory:
    """A version without what belongs to the memory as a whole."""
    return replace(version, schedule=VersionSchedule())
