"""Signed receipts and their log on the wire. Bytes are base64url without padding."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from shared.contracts.base import Parameters, Wire
from shared.domain.deletion.barrier import Signing
from shared.domain.receipts.log_state import LogState

MAX_SIZE = 10**12


class KeyBody(Wire):
    """A JSON Web Key (RFC 7517); `kid` is its thumbprint (RFC 7638)."""

    kty: str
    crv: str
    x: str
    y: str
    alg: str
    use: str
    kid: str


class KeySetBody(Wire):
    """A JSON Web Key Set: every key that signed something for the organisation, the retired ones too. `cose`: the same
    as a COSE key set."""

    keys: list[KeyBody]
    cose: str


class LogPlaceBody(Wire):
    """The receipt is the entry `index` (from 0) of the log; `root` is that of its first `size` entries. `head`: log,
    size and root, signed (COSE_Sign1)."""

    name: str
    index: int
    size: int
    root: str
    head: str


class SignedReceiptBody(Wire):
    """`statement`: the signed statement (COSE_Sign1, ES256; its payload is canonical JSON). `receipt`: the proof
    that it is in the log (RFC 9942). `transparent`: the statement with its receipt inside, one COSE file (RFC 9943).
    `keys`: for convenience; their presence here proves nothing."""

    request_id: str
    signing: Signing
    statement: str
    receipt: str
    transparent: str
    log: LogPlaceBody
    keys: list[KeyBody]


class SignedVerificationBody(Wire):
    """`statement`: what a verification found, signed as a receipt is (COSE_Sign1, ES256; canonical JSON). It is in no
    log. `keys`: for convenience; their presence here proves nothing."""

    statement: str
    keys: list[KeyBody]


class LogParameters(Parameters):
    model_config = ConfigDict(extra="forbid", frozen=True)

    start: Annotated[int, Field(alias="from", ge=0, le=MAX_SIZE)] = 0
    to: Annotated[int, Field(ge=0, le=MAX_SIZE)] | None = None


class LogBody(Wire):
    """The proof that the log's first `to` entries continue its first `from` (RFC 9162, section 2.1.4). `head`: log,
    size and root at `to`, signed; absent while it waits for its signature. `size`: how many entries there are now."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True, serialize_by_alias=True)

    log: str
    start: Annotated[int, Field(alias="from")]
    to: int
    from_root: str | None
    root: str
    consistency: list[str]
    head: str | None
    size: int


class LogCheckBody(Wire):
    """The organisation's log of receipts beside the last head at its witness: `size` entries now, `witnessed` then."""

    state: LogState
    size: int
    witnessed: int
    detail: str
