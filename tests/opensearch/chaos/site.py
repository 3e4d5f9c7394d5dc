"""The whole service on a node that fails, and what must hold while it does and afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from opensearchpy import OpenSearch

from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.opensearch.calls import CallPolicy
from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.records import keys
from shared.records.store.record import Key
from shared.runtime import bootstrap
from shared.usecases.indexing.index_memories import views
from tests.opensearch.chaos.proxy import Proxy
from tests.opensearch.index_contents import contents_of
from tests.opensearch.whole_path import WholePath, an_index_of_the_node, whole_path

# As in AWS, only sooner.
IMPATIENT = CallPolicy(attempts=2, search_timeout_s=2.0, write_timeout_s=4.0, first_pause_s=0.01)
# Waits for no answer that a proxy holds back.
HURRIED = CallPolicy(attempts=1, search_timeout_s=0.2, write_timeout_s=0.2)
_BEFORE = ("Carries an EpiPen", "Plays the cello on Sundays", "Keeps bees behind the barn", "Rides to Osaka in May")
_DURING = ("Repairs violins in winter", "Grows quinces by the river", "Reads maps of the harbour")
_OFFERS = 20


@dataclass(slots=True)
class SetAside:
    """Where the index function would put what the index refuses for its own sake."""

    kept: list[Key] = field(default_factory=list)

    def keep(self, changed: Sequence[Key]) -> None:
        self.kept += changed


@dataclass(frozen=True, slots=True)
class Site:
    path: WholePath
    proxy: Proxy
    alias: str
    set_aside: SetAside

    @property
    def client(self) -> OpenSearch:
        """Past the proxy."""
        return plain_client(self.proxy.target)

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """The service under `HURRIED`."""
        index = OpenSearchIndex(plain_client(self.proxy.url), self.alias, policy=HURRIED)
        bootstrap.install(replace(self.path.world.services, search=index))
        try:
            yield
        finally:
            bootstrap.install(self.path.world.services)

    def fill(self) -> dict[str, str]:
        """Ids by content."""
        return {text: self.path.write(text, key=f"k{n}")["memory"]["memory_id"] for n, text in enumerate(_BEFORE)}

    def lives_on(self, ids: dict[str, str]) -> None:
        """While the index takes nothing: writes, an update and a deletion are acknowledged."""
        for n, text in enumerate(_DURING):
            self.write(text, f"d{n}")
        self.write("Plays the viola on Sundays", "k1")
        self.path.delete({"kind": "memory", "ids": [ids[_BEFORE[2]]]})

    def write(self, content: str, key: str) -> None:
        body = {"content": content, "type": "semantic", "source": "user_stated", "key": key}
        answer = self.path.api("POST", "/v1/memories", body)
        assert answer.status in (200, 201), answer.text

    def recalled(self, query: str) -> tuple[bool, list[str]]:
        answer = self.path.api("POST", "/v1/recall", {"query": query, "min_relevance": 0.0})
        assert answer.status == 200, answer.text
        return answer.json["degraded"], [hit["memory"]["content"] for hit in answer.json["memories"]]

    def deletion(self) -> str:
        return str(self.path.api("GET", "/v1/deletions/r1").json["status"])

    def catches_up(self, ids: dict[str, str]) -> None:
        """The stream offers again what was left, the deletion is asked for again; then the index is the truth."""
        for _ in range(_OFFERS):
            if not self.path.offer():
                break
        assert self.path.offer() == []
        assert self.set_aside.kept == []
        if self.deletion() != "completed":
            self.path.delete({"kind": "memory", "ids": [ids[_BEFORE[2]]]})
            self.path.settle()
        self.path.deliver()
        assert self.deletion() == "completed"
        assert self.shown() == self.true()
        assert self.recalled("Repairs violins") == (False, self.recalled("Repairs violins")[1])
        assert self.recalled("Repairs violins")[1][0] == _DURING[0]
        assert _BEFORE[2] not in self.recalled("Keeps bees")[1]

    def shown(self) -> dict[str, tuple[int, str]]:
        found = contents_of(self.client, self.alias)
        return {id: (fields["revision"], fields["content"]) for id, fields in found.items()}

    def true(self) -> dict[str, tuple[int, str]]:
        """What the records say the index should hold."""
        services = self.path.world.services
        places = [r.key for r in self.path.world.records() if r.key.sk.startswith(keys.INDEXED_PREFIXES)]
        of = views(services.records, services.calibration, services.embedder.model, services.clock.now(), places)
        documents = [document for view in of.values() for document in view.documents]
        return {document.memory_id: (document.revision, document.content) for document in documents}


@contextmanager
def site_on(url: str) -> Iterator[Site]:
    embedder = DeterministicEmbedder()
    proxy = Proxy(url)
    set_aside = SetAside()
    try:
        with an_index_of_the_node(url, embedder.model.dimension) as (_, _, alias):
            index = OpenSearchIndex(plain_client(proxy.url), alias, policy=IMPATIENT)
            with whole_path(index, embedder, refused_changes=set_aside) as path:
                yield Site(path, proxy, alias, set_aside)
    finally:
        proxy.close()
