"""The heads of an owner's chains, published to a witness outside the store. A store that was rolled back as a whole is
consistent in itself, and so is a store from which a memory was removed together with its chain; only the witness shows
the difference.

No caller waits for a publication: the index function notes which chains have grown, and the scheduled pass, which
also runs when the laptop's service starts, publishes their heads. A rollback to a moment before the last publication
is found. A change that was made and undone between two publications is not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.audit.chain import fault
from shared.domain.audit.chain_heads import ChainHead, root_of, size_of
from shared.domain.errors import IntegrityViolation, Unavailable
from shared.domain.receipts.public_keys import SigningKey
from shared.domain.scopes import Scope
from shared.ports import TreeHead
from shared.records import keys
from shared.records.ledger import chain_heads
from shared.records.ledger.log_leaves import put_signing_key, signing_key
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Record, RevisionIs, Table
from shared.usecases.audit.read_chains import stored_chains, stored_pages
from shared.usecases.services import Services

_OWNERS = 50
UNREACHED = "unreached"  # among the states of a pass


class HeadState(StrEnum):
    """How the kept heads compare with those that the witness has seen."""

    SOUND = "sound"
    ROLLED_BACK = "rolled_back"  # the witness has seen more, or something else at this size
    ALTERED = "altered"  # the kept heads are not those that were written
    FORGED = "forged"  # no key of the service has signed what the witness has
    BROKEN = "broken"  # a chain does not go on from its kept head, or does not hold


@dataclass(frozen=True, slots=True)
class Witnessed:
    """`sequence`: how many audit records the witness has seen, 0 for none."""

    state: HeadState
    heads: tuple[ChainHead, ...] = ()
    sequence: int = 0


def note_grown(services: Services, owners: Iterable[Scope]) -> None:
    """Records that the chains of these owners have grown: one small write an owner. The caller need not reach the
    witness."""
    for owner in dict.fromkeys(owners):
        services.records.commit(Change(puts=(chain_heads.due_record(owner),)))


def witnessed(services: Services, owner: Scope) -> Witnessed:
    """The kept heads compared with the last that the witness has. A witness that cannot be reached gives no answer."""
    try:
        last = None if services.witness is None else services.witness.last(head_name(owner))
    except Unavailable:
        last = None
    return _compared(services, owner, _pages(services, owner), last)


def lost(services: Services, owner: Scope, heads: Iterable[ChainHead]) -> ChainHead | None:
    """The first of these heads that the owner's chains no longer contain; `None` when they contain all of them."""
    wanted = list(heads)
    records = services.records.get([keys.audit(owner, head.subject, head.sequence) for head in wanted])
    for head, record in zip(wanted, records, strict=True):
        try:
            if record is None or record.attributes.get("hash") != head.hash:
                return head
        except IntegrityViolation:
            return head
    return None


def publish_due(services: Services, until: datetime) -> dict[str, int]:
    """Publishes the heads of owners whose chains have grown, as far as time allows, and returns how many reached
    which state. Once the signer or the witness cannot be reached nothing more is tried: the next pass goes on
    (`UNREACHED`)."""
    found: dict[str, int] = {}
    if services.witness is None or services.signer is None:
        return found
    for pointer in _due(services):
        if services.clock.now() >= until:
            break
        try:
            state = publish(services, chain_heads.owner_of(pointer))
        except Unavailable:
            found[UNREACHED] = 1
            break
        found[state.value] = found.get(state.value, 0) + 1
        if state is HeadState.SOUND:
            _done(services, pointer)
    return found


def publish(services: Services, owner: Scope) -> HeadState:
    """Keeps the heads of the owner's chains and gives the hash over them to the witness. If they do not continue
    those that the witness has seen, nothing is published, so that the last published state stays. Raises
    `Unavailable`."""
    if services.witness is None or services.signer is None:
        return HeadState.SOUND
    pages = _pages(services, owner)
    found = _compared(services, owner, pages, services.witness.last(head_name(owner)))
    if found.state is not HeadState.SOUND:
        return found.state
    now = _heads(services, owner, found.heads)
    if now is None:
        return HeadState.BROKEN
    if tuple(now) != found.heads:
        try:
            services.records.commit(chain_heads.put_heads(owner, now, pages[0] if pages else None))
        except CheckFailed:
            return HeadState.SOUND  # another process publishes at this moment
    size, root = size_of(now), root_of(now)
    if size and (size, root) != (found.sequence, root_of(found.heads)):
        name = head_name(owner)
        _keep_key(services, owner, services.signer.public_key())
        signature = services.signer.sign(_message(name, size, root))
        said = json.dumps([signature.key_id, signature.value.hex()])
        services.witness.publish(name, size, root, said.encode())
    return HeadState.SOUND


def _keep_key(services: Services, owner: Scope, key: SigningKey) -> None:
    """The witness's reader may not ask for the key; the ledger holds it under a seal."""
    place = keys.signing_key(owner, key.key_id)
    reading = Reading.of([place], services.records.get([place]))
    change = put_signing_key(owner.org_scope, key, reading)
    if change.puts:
        with suppress(CheckFailed):  # another process has just put the same
            services.records.commit(change)


def _is_signed(services: Services, owner: Scope, head: TreeHead) -> bool | None:
    """Whether the head is what the service has signed; `None` if the key that it names is not known here."""
    try:
        key_id, value = json.loads(head.signature)
        (record,) = services.records.get([keys.signing_key(owner, str(key_id))])
        signature = bytes.fromhex(value)
    except (ValueError, TypeError):
        return False
    if record is None:
        return None
    return signing_key(record).holds(_message(head.name, head.size, head.root), signature)


def head_name(owner: Scope) -> str:
    return f"audit:{owner.path}"


def _message(name: str, size: int, root: bytes) -> bytes:
    return json.dumps(["agent-memory audit head", name, size, root.hex()], ensure_ascii=False).encode()


def _compared(services: Services, owner: Scope, pages: list[Record], last: TreeHead | None) -> Witnessed:
    try:
        heads = tuple(chain_heads.heads_in(pages))
        signed = None if last is None else _is_signed(services, owner, last)
    except IntegrityViolation:
        return Witnessed(HeadState.ALTERED)
    if last is None:
        return Witnessed(HeadState.SOUND, heads)
    size = last.size
    if signed is False:
        return Witnessed(HeadState.FORGED, heads, size)
    if size_of(heads) < size or (size_of(heads) == size and root_of(heads) != last.root):
        return Witnessed(HeadState.ROLLED_BACK, heads, size)
    # A store that knows the head knows its key as well: the key was kept before the head was published.
    return Witnessed(HeadState.SOUND if signed else HeadState.FORGED, heads, size)


def _pages(services: Services, owner: Scope) -> list[Record]:
    found = stored_pages(services, Table.LEDGER, owner, chain_heads.HEADS_PREFIX, None)
    return [record for page in found for record in page]


def _heads(services: Services, owner: Scope, kept: Iterable[ChainHead]) -> list[ChainHead] | None:
    """The heads as they are now, `None` where a chain does not hold, or does not go on from its kept head."""
    before = {head.subject: head for head in kept}
    heads = []
    for chain in stored_chains(services, owner, None):
        entries = [entry for entry in chain.entries if entry is not None]
        if len(entries) != len(chain.entries) or fault(chain.subject, entries) is not None:
            return None
        known = before.pop(chain.subject, None)
        if known is not None and (known.sequence > len(entries) or entries[known.sequence - 1].hash != known.hash):
            return None
        heads.append(ChainHead(chain.subject, entries[-1].sequence, entries[-1].hash))
    return None if before else sorted(heads)


def _due(services: Services) -> Iterator[Record]:
    after: str | None = None
    while True:
        page = services.records.page(
            Table.LEDGER, chain_heads.DUE_PARTITION, sk_prefix=chain_heads.DUE_PREFIX, after=after, limit=_OWNERS
        )
        yield from page.records
        if page.next_after is None:
            return
        after = page.next_after


def _done(services: Services, pointer: Record) -> None:
    """Unless they have grown again meanwhile."""
    try:
        services.records.commit(
            Change(removes=(pointer.key,), checks=(RevisionIs(pointer.key, pointer.revision),))
        )  # fmt: skip
    except CheckFailed:
        return
