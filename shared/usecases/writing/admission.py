"""Whether a statement is admitted, and with which status: the first half of the pipeline of every write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_write
from shared.domain.deletion.selectors import refuse_too_many_sessions
from shared.domain.errors import ForbiddenRole, Malformed, RoleRequired, Sensitive, Unavailable
from shared.domain.memories.evidence import Source, Trust, trust_of
from shared.domain.memories.memory import AS_ITS_TYPE, Background, Importance, Lifetime, MemoryType, Metadata, Status
from shared.domain.memories.quarantine import GIVES_ORDERS, instruction_reason, labels_of
from shared.domain.memories.said_validity import SaidValidity, said_validity
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.writing.admission import refuse_empty, refuse_worthless
from shared.domain.writing.incoming import BACKGROUND_DROPPED, IncomingMemory
from shared.language.secrets.findings import FieldFinding, reconsidered
from shared.language.secrets.secret_scan import blocks, flags, scan_fields, scan_ids
from shared.usecases.blocked_writes import noting_blocks
from shared.usecases.services import Services

# How things are. An episode and a task are of their time by nature, a profile is its source's.
_SAY_THEIR_TIME = (MemoryType.SEMANTIC, MemoryType.PREFERENCE)


@dataclass(frozen=True, slots=True)
class WriteCommand:
    """What a caller asks to remember; `None` takes the default of SPEC section 4."""

    content: str
    type: MemoryType
    key: str | None = None
    scope: Scope | None = None
    source: Source = Source.AGENT_INFERRED
    confidence: float | None = None
    importance: Importance = Importance.NORMAL
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    purposes: tuple[str, ...] = ()
    consent_scope: str | None = None
    source_event_ids: tuple[str, ...] = ()
    background: Background | None = None
    metadata: Metadata = field(default_factory=dict)
    lifetime: Lifetime = AS_ITS_TYPE
    expected_version: int | None = None
    allow_sensitive: bool = False
    # How the text may be used, where that does not follow from its source: a tool's output is unverified.
    trust: Trust | None = None
    # The probability that its words bind, if its sentences were read one by one; `None`: it is read from the whole
    # text.
    binding: float | None = None


def admitted(services: Services, caller: Caller, command: WriteCommand) -> IncomingMemory:
    """As `_admitted`; a refusal because of a secret leaves a record."""
    with noting_blocks(services, caller, command.scope):
        return _admitted(services, caller, command)


def _admitted(services: Services, caller: Caller, command: WriteCommand) -> IncomingMemory:
    """The steps in their order: the right to write here, the right to this source and type, purposes, shape,
    sensitivity, worth, and whether it must wait for a person.

    Raises the errors of access, `Malformed`, `Sensitive`, and the refusals of the writeback policy. Nothing has been
    read from the stores by then."""
    scope = may_write(caller, command.scope)
    if command.type is MemoryType.PROFILE and Role.SYSTEM_OF_RECORD not in caller.roles:
        raise ForbiddenRole("memories of the type profile are written with the role system_of_record only")
    if command.source is Source.SYSTEM_OF_RECORD:
        caller.require(Role.SYSTEM_OF_RECORD)
    if command.source is Source.HUMAN_CONFIRMED and not caller.has(Role.REVIEWER):
        raise RoleRequired("what a person has confirmed is written with the role reviewer")
    refuse_raised_trust(command)
    caller.may_assert(command.source)
    caller.may_name(frozenset(command.purposes))
    if command.expected_version is not None and command.key is None:
        raise Malformed.field("expected_version", "needs a key: without one there is nothing to compare with")
    if command.allow_sensitive:
        caller.require(Role.SENSITIVE_WRITER)
    refuse_secret_ids("source_event_ids", command.source_event_ids)
    refuse_secret_ids("background", _quoted_ids(command.background))
    command, dropped = _without_secret_quotes(command)
    flagged, sealed = _scanned_or_sealed(services, command, scope)
    flagged = (*flagged, *dropped)
    refuse_empty(command.content)
    if sealed is not None:
        command = replace(command, content="")
    else:
        recipe = command.type is MemoryType.PROCEDURAL
        refuse_worthless(command.content, command.source, keyed=command.key is not None, recipe=recipe)
    admitted = replace(incoming(command, scope, services.clock.now()), flags=flagged, sealed=sealed)
    if is_specialist(caller):
        return replace(admitted, initial_status=Status.CANDIDATE, initial_status_reason="written by a specialist")
    labels = labels_of(command.background, command.consent_scope, command.purposes)
    reason = instruction_reason(command.source, command.content, command.key, command.metadata, labels)
    if reason is not None:
        flagged = (*admitted.flags, GIVES_ORDERS)
        return replace(admitted, flags=flagged, initial_status=Status.CANDIDATE, initial_status_reason=reason)
    return admitted


def refuse_raised_trust(command: WriteCommand) -> None:
    """Anybody may say that a text is unverified. An instruction is written by the system of record alone (its role is
    checked with the source), and nobody vouches for a text of a source that is unverified."""
    if command.trust is Trust.INSTRUCTION and command.source is not Source.SYSTEM_OF_RECORD:
        raise Malformed.field("trust", "instruction needs the source system_of_record")
    if command.trust is Trust.DATA and trust_of(command.source) is Trust.UNVERIFIED:
        raise Malformed.field("trust", "must be unverified with this source")


def _scanned_or_sealed(services: Services, command: WriteCommand, scope: Scope) -> tuple[tuple[str, ...], bytes | None]:
    """The flags, and the ciphertext if an authorised caller stores content with a secret all the same."""
    fields = _texts(command)
    if not command.allow_sensitive:
        return scanned(services, fields), None
    named = {"content": command.content, "key": command.key or ""}
    secrets = [found for found in blocks(scan_fields(named)) if found.field == "content"]
    beside = scanned(services, {**fields, "content": ""})
    if not secrets:
        return scanned(services, fields), None
    kinds = dict.fromkeys(found.finding.kind for found in secrets)
    return (*beside, *kinds, "sealed"), services.cipher.seal(command.content, scope.owner.path)


def _without_secret_quotes(command: WriteCommand) -> tuple[WriteCommand, tuple[str, ...]]:
    """A secret in the background is no fault of the turn itself: the quote is dropped, and a flag says so."""
    back = command.background
    if back is None:
        return command, ()
    left = tuple(turn for turn in back.before if not blocks(scan_fields({"before": turn.text})))
    if len(left) == len(back.before):
        return command, ()
    return replace(command, background=replace(back, before=left)), (BACKGROUND_DROPPED,)


def _texts(command: WriteCommand) -> dict[str, object]:
    back = command.background or Background()
    return {
        "content": command.content,
        "key": command.key,
        "metadata": command.metadata,
        "background": {"speaker": back.speaker or "", "before": [turn.text for turn in back.before]},
        "purposes": list(command.purposes),
        "consent_scope": command.consent_scope,
    }


def scanned(services: Services, fields: Mapping[str, object]) -> tuple[str, ...]:
    """The kinds of findings that put the memory up for review. Raises `Sensitive` for those that block it, in
    whatever field."""
    found = scan_fields({name: value for name, value in fields.items() if value})
    blocking = blocks(found)
    if blocking:
        raise Sensitive.found(blocking)
    found = _with_second_opinion(services, str(fields.get("content") or ""), found)
    blocking = blocks(found)
    if blocking:
        raise Sensitive.found(blocking)
    return flags(found)


def _quoted_ids(background: Background | None) -> tuple[str, ...]:
    if background is None:
        return ()
    named = (background.session_id, *(turn.event_id for turn in background.before))
    return tuple(id for id in named if id is not None)


def refuse_secret_ids(field: str, ids: Iterable[str]) -> None:
    """Ids are written to keys, indexes and logs. Raises `Sensitive` for one that is a key or a token."""
    found = scan_ids(field, ids)
    if found:
        raise Sensitive.found(found)


def _with_second_opinion(services: Services, content: str, found: tuple[FieldFinding, ...]) -> tuple[FieldFinding, ...]:
    """The classifier is asked only about content that the patterns leave suspicious; without its answer the flags
    stay."""
    asked = [one for one in found if one.field == "content"]
    if services.classifier is None or not asked:
        return found
    try:
        opinions = services.classifier.opinions(content, [one.finding for one in asked])
    except Unavailable:
        return found
    again = {one: reconsidered(one.finding, opinion) for one, opinion in zip(asked, opinions, strict=True)}
    judged = ((one, again.get(one, one.finding)) for one in found)
    return tuple(replace(one, finding=finding) for one, finding in judged if finding is not None)


def is_specialist(caller: Caller) -> bool:
    """A specialist's output waits until a reviewer accepts it or the supervisor promotes it."""
    return caller.has(Role.SPECIALIST) or caller.bound.kind is ScopeKind.NODE


def _said_validity(command: WriteCommand, observed_at: datetime) -> SaidValidity | None:
    """What the words say, where the caller has not said it."""
    if command.valid_from is not None or command.valid_to is not None or command.type not in _SAY_THEIR_TIME:
        return None
    return said_validity(command.content, observed_at)


def incoming(command: WriteCommand, scope: Scope, now: datetime) -> IncomingMemory:
    """With the defaults of SPEC section 4. Raises `Malformed` for an interval that ends before it begins,
    and for an end of its life that has passed."""
    observed_at = command.observed_at or now
    # A source that has observed something says that it holds already: a clock ahead of this process's schedules
    # nothing.
    valid_from, valid_to = command.valid_from or min(observed_at, now), command.valid_to
    if (said := _said_validity(command, min(observed_at, now))) is not None:
        valid_from, valid_to = said.begins or min(valid_from, said.ends), said.ends
    if command.valid_to is not None and command.valid_to < valid_from:
        if command.valid_from is not None:
            raise Malformed.field("valid_to", "must not be before valid_from")
        valid_from = command.valid_to  # already over when it was observed
    if command.lifetime.ends_at is not None and command.lifetime.ends_at <= now:
        raise Malformed.field("expires_at", "must not have passed")
    refuse_too_many_sessions(command.source_event_ids)
    return IncomingMemory(
        scope=scope,
        type=command.type,
        key=command.key,
        content=command.content,
        source=command.source,
        confidence=command.source.default_confidence if command.confidence is None else command.confidence,
        importance=command.importance,
        observed_at=observed_at,
        valid_from=valid_from,
        valid_to=valid_to,
        recorded_at=now,
        purposes=command.purposes,
        consent_scope=command.consent_scope,
        source_event_ids=command.source_event_ids,
        background=command.background,
        metadata=command.metadata,
        lifetime=command.lifetime,
        trust=command.trust,
        # A policy binds by what it is, whatever its words.
        binding=1.0 if command.trust is Trust.INSTRUCTION else command.binding,
    )
