"""The search node fails in each of the ways that a domain knows. Recall says that it is degraded, writes go on, and
afterwards the index is exactly what the records say; a deletion waits for it, and ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import functions.events.index as index_function
from tests.opensearch.chaos.proxy import (
    Answer,
    Forward,
    Proxy,
    Request,
    half_of_each_bulk,
    slow,
    too_many_requests,
)
from tests.opensearch.chaos.site import HURRIED, Site, site_on
from tests.opensearch.running_node import RunningNode

pytestmark = pytest.mark.opensearch


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_function, "pause", lambda _: None)


@pytest.fixture
def site(opensearch_url: str) -> Iterator[Site]:
    with site_on(opensearch_url) as made:
        yield made


@contextmanager
def killed(proxy: Proxy, node: RunningNode) -> Iterator[None]:
    """In the middle of the next bulk: its actions are done, and nobody hears of it. The node is back at the end."""

    def kill(request: Request, forward: Forward) -> Answer:
        if request.is_bulk:
            forward(request)
            node.kill()
        return forward(request)

    with proxy.failing(kill):
        yield
    node.start()


def test_a_node_that_is_killed_while_it_indexes(site: Site, opensearch_node: RunningNode) -> None:
    ids = site.fill()
    with killed(site.proxy, opensearch_node):
        _outage(site, ids)
    site.catches_up(ids)


@pytest.mark.parametrize("block", ["write", "read_only", "read_only_allow_delete"])
def test_an_index_that_is_blocked_for_writes(site: Site, block: str) -> None:
    ids = site.fill()
    site.client.indices.put_settings(index=site.alias, body={f"index.blocks.{block}": True})
    site.lives_on(ids)
    assert site.path.offer() != []
    site.path.world.deletions.run_all()
    degraded, found = site.recalled("Plays the viola on Sundays")
    assert (degraded, found[0]) == (False, "Plays the viola on Sundays")  # reading goes on, and the newest is listed
    assert "Keeps bees behind the barn" not in site.recalled("Keeps bees")[1]
    site.client.indices.put_settings(index=site.alias, body={f"index.blocks.{block}": None})
    site.catches_up(ids)


def test_a_node_that_refuses_everything_as_too_much(site: Site) -> None:
    ids = site.fill()
    with site.proxy.failing(too_many_requests):
        _outage(site, ids)
    site.catches_up(ids)


def test_a_node_that_answers_later_than_anybody_waits(site: Site) -> None:
    ids = site.fill()
    with site.proxy.failing(slow(2 * HURRIED.search_timeout_s)), site.hurried():
        _outage(site, ids)
    site.catches_up(ids)


def test_a_bulk_of_which_half_is_refused(site: Site) -> None:
    ids = site.fill()
    site.lives_on(ids)
    with site.proxy.failing(half_of_each_bulk):
        left = site.path.offer()
        assert left != []
        assert site.shown() != site.true()
        assert site.recalled("Repairs violins")[0] is False
    site.catches_up(ids)


def _outage(site: Site, ids: dict[str, str]) -> None:
    """The engine answers nothing in time, whatever it is asked."""
    site.lives_on(ids)
    assert site.path.offer() != []
    site.path.world.deletions.run_all()
    assert site.deletion() == "needs_attention"
    degraded, found = site.recalled("who plays the viola?")
    assert (degraded, found[0]) == (True, "Plays the viola on Sundays")
    assert "Keeps bees behind the barn" not in site.recalled("Keeps bees")[1]
