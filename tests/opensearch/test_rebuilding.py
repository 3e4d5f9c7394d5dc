"""The index of a real node made again from the tables, while it is searched, written and deleted from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from opensearchpy import OpenSearch

from functions.events.reindex import step
from infra.operations.rebuild_index import Outcome, Rebuild
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.opensearch.inventory import OpenSearchInventory
from shared.adapters.opensearch.lifecycle import ensure_index
from shared.adapters.testing.in_memory import InMemoryWalk
from shared.domain.recall.documents import ended_id
from shared.domain.scopes import Scope
from shared.ports import Upsert
from shared.records import keys
from shared.records.store.record import Change
from shared.usecases.indexing.index_memories import views
from shared.usecases.indexing.rebuild_index import Rebuilding, RebuildPolicy
from tests.builders import ANN, BOB, a_caller
from tests.opensearch.index_contents import contents_of
from tests.opensearch.whole_path import WholePath, an_index_of_the_node, whole_path

pytestmark = pytest.mark.opensearch

_FACTS = ("Carries an EpiPen", "用户对蜂毒过敏", "Plays the cello on Sundays", "The release train leaves on Wednesday")


@dataclass(frozen=True, slots=True)
class Site:
    path: WholePath
    client: OpenSearch
    alias: str
    of: Rebuilding

    def rebuild(self, *, empty: bool = False, between: Callable[[str], None] = lambda _: None) -> Outcome:
        """`between`: happens ahead of each step."""

        def ask(event: dict[str, Any]) -> dict[str, Any]:
            between(event["step"])
            return step(self.of, event)

        return Rebuild(ask, lambda _: None).run(empty=empty)

    def documents(self) -> dict[str, dict[str, Any]]:
        return contents_of(self.client, self.alias)


@pytest.fixture
def site(opensearch_url: str) -> Iterator[Site]:
    embedder = DeterministicEmbedder()
    dimension = embedder.model.dimension
    with (
        an_index_of_the_node(opensearch_url, dimension) as (index, client, alias),
        whole_path(index, embedder) as path,
    ):
        inventory = OpenSearchInventory(client, alias, dimension, shards=3, replicas=0)
        of = Rebuilding.of(path.world.services, InMemoryWalk(path.world.store), inventory)
        yield Site(path, client, alias, replace(of, policy=RebuildPolicy(page=5, batch=2, items=2)))


def filled(site: Site) -> None:
    for content in _FACTS:
        site.path.write(content)
    site.path.write("Carries two EpiPens", key="spare")
    site.path.write("Carries three EpiPens", key="spare")
    site.path.write("Bob keeps bees", a_caller("bob"))
    site.path.write("Another Ann carries an EpiPen", a_caller("ann", org="umbrella"))


def test_a_lost_index_comes_back_with_the_same_documents_and_the_same_ranking(site: Site) -> None:
    filled(site)
    before, found = site.documents(), site.path.finds("who carries an EpiPen?", top_k=8)
    site.client.indices.delete(index=f"{site.alias}-*")
    ensure_index(site.client, site.alias, site.of.model.dimension, shards=3, replicas=0)  # as a writer does
    assert site.documents() == {}
    outcome = site.rebuild()
    assert outcome.is_whole
    assert (outcome.counts["sent"], outcome.counts["swept"]) == (8, 8)
    assert outcome.orgs == {"acme": [7, 7], "umbrella": [1, 1]}
    assert site.documents() == before
    assert site.path.finds("who carries an EpiPen?", top_k=8) == found


def test_an_index_of_another_mapping_is_replaced_by_one_of_todays(site: Site) -> None:
    filled(site)
    before = site.documents()
    OpenSearchInventory(site.client, site.alias, 7, shards=1, replicas=0).empty()  # of another dimension
    assert site.rebuild(empty=True).is_whole
    (mapping,) = site.client.indices.get_mapping(index=site.alias).values()
    assert mapping["mappings"]["properties"]["vector"]["dimension"] == site.of.model.dimension
    assert site.documents() == before


def test_a_rebuild_of_an_index_that_is_right_changes_no_version(site: Site) -> None:
    filled(site)
    before = site.documents()
    assert site.rebuild().is_whole
    assert site.documents() == before


def test_memories_deleted_or_changed_meanwhile_end_as_in_the_tables(site: Site) -> None:
    filled(site)
    site.path.world.services.search.refresh()
    happened: list[str] = []

    def meanwhile(kind: str) -> None:
        happened.append(kind)
        if kind == "send" and happened.count("send") == 2:
            site.path.write("Carries four EpiPens", key="spare")
            site.path.delete({"kind": "subject"}, "r-bob", a_caller("bob"))
            site.path.settle()
        if kind == "sweep" and happened.count("sweep") == 1:
            site.path.write("Written during the sweep")

    outcome = site.rebuild(empty=True, between=meanwhile)
    assert outcome.is_whole
    contents = {source["content"] for source in site.documents().values() if not source["history"]}
    assert contents == {*_FACTS, "Carries four EpiPens", "Another Ann carries an EpiPen", "Written during the sweep"}
    assert site.path.api("POST", "/v1/deletions/r-bob/verify", caller=a_caller("bob")).json["targets"]["index"] == {
        **site.path.api("GET", "/v1/deletions/r-bob", caller=a_caller("bob")).json["targets"]["index"], "residue": 0,
    }  # fmt: skip


def test_orphans_are_removed_and_restored_records_of_deleted_subjects_are_not_indexed(site: Site) -> None:
    filled(site)
    world = site.path.world
    backup = [r for r in world.records(pk=BOB.path) if r.key.sk.startswith(("cur#", "vec#"))]
    (orphan,) = (r for r in backup if r.key.sk.startswith("cur#"))
    (view,) = views(world.store, site.of.calibration, site.of.model, world.clock.now(), [orphan.key]).values()
    site.path.delete({"kind": "subject"}, "r-bob", a_caller("bob"))
    site.path.settle()
    for record in backup:
        world.store.commit(Change(puts=(record,)))
    (document,) = view.documents
    world.services.search.apply([Upsert(replace(document, revision=document.revision + 100))])
    outcome = site.rebuild()
    assert outcome.is_whole
    # The first walk meets the record that is back, and takes its document out before the sweep comes.
    assert (outcome.counts["skipped"], outcome.counts["orphans"]) == (1, 0)
    lost = Scope.user("acme", "nobody")
    world.services.search.apply([Upsert(replace(document, memory_id="ghost", scope=lost.path))])
    outcome = site.rebuild()
    assert (outcome.is_whole, outcome.counts["orphans"]) == (True, 1)
    assert {source["org"] for source in site.documents().values()} == {"acme", "umbrella"}
    assert not {"ghost", document.memory_id} & set(site.documents())


def test_documents_newer_than_a_restored_table_are_removed_and_emptying_restores_the_older_ones_at_once(
    site: Site,
) -> None:
    world = site.path.world
    made = site.path.write("Carries two EpiPens", key="spare")["memory"]["memory_id"]
    backup = world.store.get([keys.current(ANN, made), keys.vector(ANN, made)])
    site.path.write("Carries three EpiPens", key="spare")
    for record in backup:
        assert record is not None
        world.store.commit(Change(puts=(record,)))
    outcome = site.rebuild()
    # The engine remembers the newer document's version for a minute after its removal; nothing wrong is left meanwhile.
    assert (outcome.counts["ahead"], outcome.counts["missing"], outcome.is_whole) == (1, 1, False)
    assert set(site.documents()) == {ended_id(made, 1)}  # its record is there
    assert site.rebuild(empty=True).is_whole
    assert site.documents()[made]["content"] == "Carries two EpiPens"
