"""Reads audited as ids, when the deployment says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from shared.domain.errors import ForbiddenRole, StoreUnavailable
from shared.records.store.record import Change
from shared.runtime import bootstrap
from shared.usecases.audit.read_log import ReadKind, list_reads
from tests.builders import ACME, ANN, World, a_caller
from tests.functions.calls import Api

AUDITOR = a_caller("aud", "auditor", bound=ACME)


@pytest.fixture
def audited(world: World) -> Api:
    world.services = replace(world.services, audit_reads=True)
    bootstrap.install(world.services)
    return Api(world)


def test_every_way_to_read_a_memory_is_audited_by_ids(audited: Api) -> None:
    memory = audited.wrote("Keeps bees on the roof")
    audited.world.index()
    id = memory["memory_id"]
    audited("POST", "/v1/recall", {"query": "bees on the roof", "min_relevance": 0})
    audited("GET", "/v1/memories")
    audited("GET", f"/v1/memories/{id}")
    audited("GET", f"/v1/memories/{id}/history")
    page = list_reads(audited.world.services, AUDITOR, ANN, limit=10, after=None)
    assert [read.kind for read in page.items] == [ReadKind.HISTORY, ReadKind.GET, ReadKind.LIST, ReadKind.RECALL]
    assert all(read.memory_ids == (id,) for read in page.items)
    assert all(read.actor == a_caller().principal for read in page.items)
    assert "bees" not in repr(page)


def test_reading_for_another_is_audited_with_both_names(audited: Api) -> None:
    lead = a_caller("lead", "supervisor", bound=ACME)
    audited.wrote("Keeps bees on the roof")
    audited("GET", "/v1/memories", caller=lead, query={"scope": ANN.path})
    (read,) = list_reads(audited.world.services, AUDITOR, ANN, limit=10, after=None).items
    assert (read.actor, read.acting_for) == (lead.principal, "ann")


def test_a_read_that_cannot_be_audited_is_not_answered(audited: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = audited.wrote("Keeps bees on the roof")

    def down(change: Change) -> None:
        raise StoreUnavailable("down")

    monkeypatch.setattr(audited.world.stream, "commit", down)
    answer = audited("GET", f"/v1/memories/{memory['memory_id']}")
    answer.is_problem(503, "unavailable")
    assert "bees" not in answer.text


def test_without_the_switch_no_read_is_audited(world: World) -> None:
    api = Api(world)
    api.wrote("Keeps bees on the roof")
    api("GET", "/v1/memories")
    assert list_reads(world.services, AUDITOR, ANN, limit=10, after=None).items == ()


def test_only_an_auditor_and_the_person_list_reads(world: World) -> None:
    assert list_reads(world.services, a_caller(), ANN, limit=10, after=None).items == ()
    for caller in (a_caller("bob"), a_caller("ann", bound=ACME)):
        with pytest.raises(ForbiddenRole):
            list_reads(world.services, caller, ANN if caller.bound != ACME else ACME, limit=10, after=None)


def test_over_http_it_is_paged(audited: Api) -> None:
    for _ in range(3):
        audited("GET", "/v1/memories")
    first = audited("GET", "/v1/audit/reads", caller=AUDITOR, query={"scope": ANN.path, "limit": "2"}).json
    rest = audited(
        "GET", "/v1/audit/reads", caller=AUDITOR,
        query={"scope": ANN.path, "limit": "2", "cursor": first["next_cursor"]},
    ).json  # fmt: skip
    assert (len(first["items"]), len(rest["items"]), rest["next_cursor"]) == (2, 1, None)
