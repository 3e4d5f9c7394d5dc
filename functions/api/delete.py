"""Deletions: request, read, verify again."""

from __future__ import annotations

from shared.contracts.deletions import (
    DeletionPageResponse,
    DeletionRequestBody,
    HoldRequest,
    HoldsResponse,
    PreviewRequest,
)
from shared.contracts.governance.receipts import LogParameters
from shared.contracts.memories import NoParameters, PageParameters, TargetParameters
from shared.domain.deletion.barrier import RequestStatus, SelectorKind
from shared.domain.deletion.preview import Layer
from shared.runtime.api import Answer, Api, Request
from shared.runtime.mapping import deletions, receipts
from shared.runtime.observability import count
from shared.usecases.audit.read_log import ReadKind, note_ids
from shared.usecases.deletion.request_deletion import (
    Asked,
    ask_once,
    delete_memory,
    get_deletion,
    list_deletions,
)
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.deletion_preview.preview import preview
from shared.usecases.holds.legal_holds import list_holds, place_hold, release_hold
from shared.usecases.receipts.read_receipt import read_log, read_receipt, read_signing_keys
from shared.usecases.receipts.sign_verification import sign_verification

api = Api("delete")
handler = api.handler
_REPLAYED = {"Idempotency-Replayed": "true"}


@api.route("POST", "/v1/deletions")
def ask(request: Request) -> Answer:
    request.parameters(NoParameters)
    body = request.body(DeletionRequestBody)
    asked = ask_once(
        request.services,
        request.caller,
        body.scope,
        body.request_id,
        deletions.selector(body.selector),
        request.idempotency(),
    )
    return Answer(202, deletions.deletion_accepted(asked.request), _headers(asked, body.selector.kind))


@api.route("POST", "/v1/deletions/preview")
def show(request: Request) -> Answer:
    request.parameters(NoParameters)
    body = request.body(PreviewRequest)
    found = preview(request.services, request.caller, body.scope, body.text, body.cursor)
    shown = [item.id for item in found.items if item.layer is Layer.MEMORY]
    note_ids(request.services, request.caller, ReadKind.PREVIEW, body.scope, shown)
    return Answer(200, deletions.preview(found))


@api.route("DELETE", "/v1/memories/{memory_id}")
def delete(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    asked = delete_memory(request.services, request.caller, scope, request.id("memory_id"), request.idempotency())
    return Answer(202, deletions.deletion_accepted(asked.request), _headers(asked, SelectorKind.MEMORY))


@api.route("GET", "/v1/deletions/{request_id}")
def get(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    found = get_deletion(request.services, request.caller, scope, request.id("request_id"))
    return Answer(200, deletions.deletion(found, request.services.deletion_policy))


@api.route("GET", "/v1/deletions")
def list_all(request: Request) -> Answer:
    asked = request.parameters(PageParameters)
    page = list_deletions(request.services, request.caller, asked.scope, limit=asked.limit, after=asked.cursor)
    items = [deletions.deletion(item, request.services.deletion_policy) for item in page.items]
    return Answer(200, DeletionPageResponse.model_construct(items=items, next_cursor=page.next_cursor))


@api.route("POST", "/v1/deletions/{request_id}/verify")
def verify(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    found = verify_deletion(request.services, request.caller, scope, request.id("request_id"))
    count("ResidueFound", found=str(found.residue > 0).lower())
    if found.status is RequestStatus.ACCEPTED and found.reopened:
        count("DeletionReopened")
    signed = sign_verification(request.services, found)
    return Answer(200, deletions.verified(found, request.services.deletion_policy, signed))


@api.route("GET", "/v1/deletions/{request_id}/receipt")
def receipt(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    found = read_receipt(request.services, request.caller, scope, request.id("request_id"))
    return Answer(200, receipts.signed_receipt(found))


@api.route("POST", "/v1/holds")
def hold(request: Request) -> Answer:
    request.parameters(NoParameters)
    body, services = request.body(HoldRequest), request.services
    done = place_hold(services, request.caller, body.scope, body.hold_id, body.reference, request.idempotency())
    return Answer(200, deletions.placed(done), _REPLAYED if done.replayed else {})


@api.route("GET", "/v1/holds")
def holds(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    owner, standing = list_holds(request.services, request.caller, scope)
    return Answer(200, HoldsResponse.model_construct(items=[deletions.hold(one, owner) for one in standing]))


@api.route("DELETE", "/v1/holds/{hold_id}")
def release(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    done = release_hold(request.services, request.caller, scope, request.id("hold_id"), request.idempotency())
    return Answer(200, deletions.released(done), _REPLAYED if done.replayed else {})


@api.route("GET", "/v1/receipts/keys")
def signing_keys(request: Request) -> Answer:
    request.parameters(NoParameters)
    return Answer(200, receipts.key_set(read_signing_keys(request.services, request.caller)))


@api.route("GET", "/v1/receipts/log")
def log(request: Request) -> Answer:
    asked = request.parameters(LogParameters)
    return Answer(200, receipts.log_proof(read_log(request.services, request.caller, asked.start, asked.to)))


def _headers(asked: Asked, kind: SelectorKind) -> dict[str, str]:
    where = {"Location": deletions.location(asked.request)}
    if asked.replayed:
        return {**where, **_REPLAYED}
    count("DeletionRequested", selector=kind.value)
    return where
