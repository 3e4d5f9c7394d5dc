"""What goes wrong between this adapter and an engine, played by a scripted connection under the real client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from opensearchpy import OpenSearch
from opensearchpy import exceptions as engine
from opensearchpy.connection import Connection

from shared.adapters.opensearch.calls import CallPolicy
from shared.adapters.opensearch.client import plain_client, signed_client
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.adapters.opensearch.visibility import visible_to
from shared.domain.errors import SearchUnavailable
from shared.domain.recall.documents import SearchQuery
from shared.ports import Remove, Upsert
from tests.contract.search.documents import ASKED, MODEL, ORG, a_document, a_filter

_QUERY = SearchQuery("secret question", ASKED, MODEL)
_SHARDS = {"total": 1, "successful": 1, "failed": 0}


class Script:
    """The engine's side: answers in turn, the last one from then on; keeps what was asked."""

    def __init__(self, *answers: tuple[int, Any] | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, str, list[dict[str, Any]]]] = []
        self.pauses: list[float] = []

    def index(self, **more: Any) -> OpenSearchIndex:
        script = self

        class Scripted(Connection):
            def perform_request(  # type: ignore[no-untyped-def]
                self, method, url, params=None, body=None, timeout=None, ignore=(), headers=None
            ):
                lines = [json.loads(line) for line in (body or b"").decode().splitlines()]
                script.asked.append((method, url, lines))
                answer = script.answers.pop(0) if len(script.answers) > 1 else script.answers[0]
                if isinstance(answer, Exception):
                    raise answer
                status, payload = answer
                raw = payload if isinstance(payload, str) else json.dumps(payload)
                if not 200 <= status < 300:
                    self._raise_error(status, raw, "application/json")
                return status, {"content-type": "application/json"}, raw

        client = OpenSearch("http://127.0.0.1:1", connection_class=Scripted, max_retries=0)
        return OpenSearchIndex(client, "memories", sleep=self.pauses.append, **more)


def _answer(*hits: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    return {"status": 200, "timed_out": False, "_shards": _SHARDS, "hits": {"hits": list(hits)}} | changes


def _searches(*responses: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    return 200, {"responses": list(responses)}


_FINE = _searches(_answer(), _answer(), _answer())


@pytest.mark.parametrize(
    "broken",
    [
        _searches(_answer(), _answer(), {"status": 500, "error": {"type": "boom", "reason": "secret question"}}),
        _searches(_answer(), {"status": 404, "error": {"type": "index_not_found_exception"}}, _answer()),
        _searches({"status": 400, "error": "text only"}, _answer(), _answer()),
        _searches(_answer(), _answer(timed_out=True), _answer()),
        _searches(_answer(_shards=_SHARDS | {"failed": 1}), _answer(), _answer()),
        _searches(_answer(), _answer()),
        (400, {"error": {"type": "parsing_exception", "reason": "secret question"}, "status": 400}),
        (403, {"Message": "User is not authorized"}),
        (404, {"error": {"type": "index_not_found_exception"}, "status": 404}),
        (500, "no JSON at all"),
        (200, "{cut off"),
    ],
)
def test_an_incomplete_answer_is_an_outage_and_never_a_short_list(broken: tuple[int, Any]) -> None:
    with pytest.raises(SearchUnavailable) as raised:
        Script(broken).index().search(_QUERY, a_filter())
    assert "secret" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None


@pytest.mark.parametrize(
    "trouble",
    [
        engine.ConnectionError("N/A", "refused", OSError()),
        engine.ConnectionTimeout("TIMEOUT", "slow", OSError()),
        (429, {"error": "busy"}),
        (502, "bad gateway"),
        (503, {"error": "later"}),
        (504, "gateway timeout"),
    ],
)
def test_transient_errors_are_retried_with_growing_pauses_and_then_given_up(trouble: Any) -> None:
    recovered = Script(trouble, trouble, _FINE)
    assert recovered.index().search(_QUERY, a_filter()) == []
    assert len(recovered.asked) == 3
    first, second = recovered.pauses
    assert 0.05 <= first <= 0.1 <= second <= 0.2

    lasting = Script(trouble)
    with pytest.raises(SearchUnavailable):
        lasting.index(policy=CallPolicy(attempts=4)).search(_QUERY, a_filter())
    assert len(lasting.asked) == 4


def test_a_refusal_is_not_retried() -> None:
    script = Script((400, {"error": {"type": "parsing_exception"}}))
    with pytest.raises(SearchUnavailable):
        script.index().search(_QUERY, a_filter())
    assert len(script.asked) == 1


@pytest.mark.parametrize("compared", [1, 0])
def test_one_request_has_all_three_queries_each_with_the_whole_filter(compared: int) -> None:
    script = Script(_FINE)
    wanted = a_filter(types=("semantic",), below=("/org/acme/user/ann",), purpose="p")
    script.index(compared=compared).search(_QUERY, wanted)
    ((method, url, lines),) = script.asked
    assert (method, url) == ("POST", "/memories/_msearch")
    headers, bodies = lines[::2], lines[1::2]
    assert [h["routing"] for h in headers] == ["acme,/global"] * 3
    asked = bodies[0]["query"]
    near = (asked["script_score"]["query"] if compared else asked["knn"]["vector"]["filter"])["bool"]
    words = [body["query"]["bool"] for body in bodies[1:]]
    filters = [one["filter"] for one in (near, *words)]
    assert near["must_not"] == words[0]["must_not"] == words[1]["must_not"] != []
    assert filters[1] == filters[2]
    assert filters[0][1:] == filters[1][1:] != []
    assert filters[0][0] == {"terms": {"visibility": visible_to(wanted, MODEL)}}
    assert filters[1][0] == {"terms": {"visibility": visible_to(wanted, None)}}
    assert all(body["track_total_hits"] is False for body in bodies)


def _item(operation: str, id: str, status: int, error: str | None = None) -> dict[str, Any]:
    return {
        operation: {"_id": id, "status": status} | ({"error": {"type": error, "reason": "secret"}} if error else {})
    }


def test_items_of_a_batch_fail_and_succeed_on_their_own() -> None:
    script = Script(
        (200, {"errors": True, "items": [
            _item("index", "made", 201),
            _item("index", "older", 409, "version_conflict_engine_exception"),
            _item("index", "broken", 400, "mapper_parsing_exception"),
            _item("delete", "gone", 200),
            _item("delete", "absent", 404),
            _item("delete", "no-index", 404, "index_not_found_exception"),
            _item("delete", "raced", 409, "version_conflict_engine_exception"),
            _item("index", "broken", 200),
        ]}),
    )  # fmt: skip
    actions = [Upsert(a_document(id)) for id in ("made", "older", "broken")]
    failed = script.index().apply([*actions, *(Remove(id, ORG) for id in ("gone", "absent", "no-index", "raced"))])
    assert failed == ["broken", "no-index", "raced"]


@pytest.mark.parametrize(
    ("status", "error"),
    [(429, "rejected_execution_exception"), (503, "unavailable_shards_exception"), (403, "cluster_block_exception")],
)
def test_a_batch_of_which_a_part_is_refused_for_now_is_an_outage(status: int, error: str) -> None:
    items = [_item("index", "made", 201), _item("index", "busy", status, error)]
    script = Script((200, {"errors": True, "items": items}))
    with pytest.raises(SearchUnavailable, match=str(status)):
        script.index().apply([Upsert(a_document("made")), Upsert(a_document("busy"))])


def test_the_engines_error_about_a_bad_document_stays_out_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    error = {"type": "mapper_parsing_exception", "reason": "Preview of field's value: 'my secret'"}
    script = Script((200, {"errors": True, "items": [{"index": {"_id": "m", "status": 400, "error": error}}]}))
    assert script.index().apply([Upsert(a_document("m", "my secret"))]) == ["m"]
    assert "mapper_parsing_exception" in caplog.text
    assert "secret" not in caplog.text


def test_a_batch_names_revision_tenant_and_alias() -> None:
    script = Script((200, {"errors": False, "items": []}))
    script.index().apply([Upsert(a_document("m", revision=7, org="a,b", scope="/org/a%2Cb")), Remove("n", "")])
    ((_, url, (upsert, source, remove)),) = script.asked
    assert url == "/memories/_bulk"
    assert upsert["index"] == {"_id": "m", "routing": "a%2Cb", "version": 7, "version_type": "external_gte"}
    assert source["content_words"] == "something to remember"
    assert remove == {"delete": {"_id": "n", "routing": "/global"}}


def test_large_batches_go_in_several_requests_in_order() -> None:
    script = Script((200, {"errors": False, "items": []}))
    big = "long content " * 700
    script.index().apply([Upsert(a_document(f"m{n}", big)) for n in range(900)])
    ids = [line["index"]["_id"] for _, _, lines in script.asked for line in lines if "index" in line]
    assert ids == [f"m{n}" for n in range(900)]
    assert len(script.asked) > 2
    assert all(len(json.dumps(lines, ensure_ascii=False)) < 6_000_000 for _, _, lines in script.asked)


def test_a_refresh_that_missed_a_shard_is_an_outage() -> None:
    with pytest.raises(SearchUnavailable):
        Script((200, {"_shards": _SHARDS | {"failed": 1}})).index().refresh()


def test_every_method_says_that_an_unreachable_engine_is_unavailable() -> None:
    index = OpenSearchIndex(plain_client("http://127.0.0.1:1"), "memories", sleep=lambda _: None)
    for call in (
        lambda: index.search(_QUERY, a_filter()),
        lambda: index.apply([Upsert(a_document("m"))]),
        lambda: index.ids_within(ORG, "/org/acme", limit=1),
        index.refresh,
    ):
        with pytest.raises(SearchUnavailable):
            call()


def test_clients_sign_over_https_and_stay_plain_only_at_home() -> None:
    with pytest.raises(ValueError, match="https"):
        signed_client("http://search.example", region="eu-west-1", credentials=object())
    with pytest.raises(ValueError, match="this machine"):
        plain_client("http://search.example:9200")


def test_a_signed_request_carries_the_service_in_its_signature() -> None:
    from botocore.credentials import Credentials

    client = signed_client(
        "https://search.example",
        region="eu-west-1",
        credentials=Credentials("AKIDEXAMPLE", "not-a-key", "token"),
    )
    connection = client.transport.connection_pool.connections[0]
    headers = connection.http_auth("POST", "https://search.example/memories/_msearch", b"{}\n")
    assert "/eu-west-1/es/aws4_request" in headers["Authorization"]
    assert headers["X-Amz-Security-Token"] == "token"
