"""Counted, not timed: what a write and a recall ask of DynamoDB, Bedrock and the search engine (SPEC section 11).

DynamoDB is moto's behind the real client, Bedrock a stubbed client behind the real embedder, the engine a double of
the real client's two methods; each of their calls would be one request over the network.

Records are encrypted, and the owner's data key is known as it is in a process that has worked for the owner within five
minutes. What it costs to learn or to make one is counted at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from shared.adapters.dynamodb.failures import Backoff
from shared.adapters.dynamodb.rate_buckets import DynamoRateBuckets
from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.opensearch.documents import to_source
from shared.adapters.opensearch.mapping import HIT
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.adapters.testing.recording import AwsCalls
from shared.domain.access.caller import Caller, Role
from shared.domain.access.request_rates import RequestRates
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import NotWorthRemembering
from shared.domain.meaning.calibration import Calibration
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Importance, Memory, MemoryType
from shared.domain.recall.policy import TimeKind
from shared.domain.sessions.session import EventRole, NewEvent
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import DuplicateBy, Outcome
from shared.ports import Retrieved
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories import memory_codec
from shared.records.memories.latest_writes import KEPT
from shared.records.memories.vectors import stored_vector
from shared.records.store.record import Change, Table
from shared.usecases.caches import WRITTEN_LAST, JustWritten
from shared.usecases.context.build_context import ContextQuery, build_context
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.deletion.request_deletion import ask_once, delete_memory, request_deletion
from shared.usecases.indexing.index_memories import document, views
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import RecallAnswer, recall
from shared.usecases.recall.retrieval_stats import add_up
from shared.usecases.request_limits import RequestLimits
from shared.usecases.services import Services
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.open_session import create_session
from shared.usecases.sessions.search_session import search_session
from shared.usecases.sessions.summarise import build_summary
from shared.usecases.sessions.task_state import NewState, put_state
from shared.usecases.writing.write_memory import WriteAnswer, write_memory
from tests.builders import ACME, MovableClock, a_caller, a_command, a_world, days
from tests.contract.embedders.titan_stub import titan_over
from tests.contract.records.dynamodb_tables import moto_for_dynamodb, tables_for_tests
from tests.contract.records.stores import sealed_over

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

BATCH_GET, COMMIT = ("dynamodb", "BatchGetItem"), ("dynamodb", "TransactWriteItems")
EMBED, SEARCH = ("bedrock-runtime", "InvokeModel"), ("opensearch", "msearch")


@dataclass
class Engine:
    """The search engine's client as far as a search needs it: every search finds every document."""

    calls: AwsCalls
    documents: list[dict[str, Any]] = field(default_factory=list)

    def msearch(self, body: str, **_: object) -> dict[str, Any]:
        self.calls.made.append(SEARCH)
        searches = len([line for line in body.splitlines() if '"query"' in line])
        hits = [{"_score": 1.0, "fields": {HIT: [d[HIT]]}} for d in self.documents]
        shards = {"total": 1, "failed": 0}
        return {"responses": [{"timed_out": False, "_shards": shards, "hits": {"hits": hits}}] * searches}


@dataclass
class Counted:
    services: Services
    calls: AwsCalls
    engine: Engine
    clock: MovableClock

    def of(self, act: Callable[[], object]) -> list[tuple[str, str]]:
        """The calls that an act makes, in order."""
        self.clock.advance()
        self.calls.clear()
        act()
        return self.calls.made.copy()

    def index(self, *memories: Memory) -> None:
        for memory in memories:
            current, vector = self.services.records.get(
                [keys.current(memory.scope, memory.memory_id), keys.vector(memory.scope, memory.memory_id)]
            )
            assert current is not None
            assert vector is not None
            reported = document(memory_codec.memory(current.attributes), stored_vector(vector), Calibration("any"))
            self.engine.documents.append(json.loads(json.dumps(to_source(reported))))

    def write(self, content: str, **fields: Any) -> WriteAnswer:
        return write_memory(self.services, a_caller(), a_command(content, **fields))

    def recall(self, text: str, **fields: Any) -> RecallAnswer:
        return recall(self.services, a_caller(), RecallQuery(text, min_relevance=0.0, **fields))


@pytest.fixture(scope="module")
def client() -> Iterator[DynamoDBClient]:
    with moto_for_dynamodb() as made:
        yield made


@pytest.fixture
def counted(client: DynamoDBClient, request: pytest.FixtureRequest) -> Iterator[Counted]:
    calls = AwsCalls()
    tables = tables_for_tests(client, prefix=f"{request.node.name[:60].replace('[', '-').replace(']', '')}-")
    embedder = titan_over(DeterministicEmbedder())
    calls.watch(client)
    # The stub answers before `watch` would see the call.
    embedder._client.meta.events.register(
        "provide-client-params.bedrock-runtime.InvokeModel", lambda **_: calls.made.append(EMBED)
    )
    engine = Engine(calls)
    with a_world() as world:
        services = replace(
            world.services,
            records=sealed_over(DynamoRecords(client, tables, Backoff(sleep=lambda _: None))),
            embedder=embedder,
            calibration=calibration_for(embedder.model.id),
            search=OpenSearchIndex(engine, "memories"),  # type: ignore[arg-type]
        )
        yield Counted(services, calls, engine, world.clock)
    client.meta.events.unregister("before-call", calls._seen)
    for name in tables.values():
        client.delete_table(TableName=name)


def test_a_plain_write_takes_four_calls_including_the_search_for_neighbours(counted: Counted) -> None:
    before = counted.write("Was there before").memory
    assert before is not None
    counted.index(before)
    made = counted.of(lambda: counted.write("The office is on the third floor"))
    assert made == [BATCH_GET, EMBED, SEARCH, COMMIT]


def test_a_write_reads_recent_writes_of_other_processes_that_the_view_does_not_show_yet(counted: Counted) -> None:
    counted.write("The user lives in Oslo")
    answers: list[WriteAnswer] = []
    made = counted.of(lambda: answers.append(counted.write("The user lives in Bergen")))
    assert (answers[0].outcome, made) == (Outcome.UPDATED, [BATCH_GET, EMBED, SEARCH, BATCH_GET, BATCH_GET, COMMIT])
    counted.clock.advance(2 * KEPT)
    assert counted.of(lambda: counted.write("The office is on the third floor")) == [BATCH_GET, EMBED, SEARCH, COMMIT]


def test_recent_writes_of_the_same_process_cost_a_write_nothing(counted: Counted) -> None:
    counted.services = replace(counted.services, just_written=JustWritten(lasts=WRITTEN_LAST))
    counted.write("Was there before")
    assert counted.of(lambda: counted.write("The office is on the third floor")) == [BATCH_GET, EMBED, SEARCH, COMMIT]


def test_a_recall_reads_recent_writes_that_the_view_does_not_show_yet(counted: Counted) -> None:
    counted.write("The office is on the third floor")
    answers: list[RecallAnswer] = []
    made = counted.of(lambda: answers.append(counted.recall("which floor is the office on?")))
    assert [hit.memory.content for hit in answers[0].hits] == ["The office is on the third floor"]
    assert made == [EMBED, SEARCH, BATCH_GET, BATCH_GET]
    counted.clock.advance(2 * KEPT)
    assert counted.of(lambda: counted.recall("which floor is the office on?")) == [EMBED, SEARCH, BATCH_GET]


@pytest.mark.parametrize("idempotent", [False, True])
@pytest.mark.parametrize("keyed", [False, True])
def test_a_key_idempotency_or_being_the_first_takes_no_further_call(
    counted: Counted, keyed: bool, idempotent: bool
) -> None:
    idempotency = IdempotencyKey.of(a_caller().principal, "p", "k", b"") if idempotent else None
    command = a_command(
        "The office is on the third floor", key="office" if keyed else None, source_event_ids=("e1", "e2")
    )
    made = counted.of(lambda: write_memory(counted.services, a_caller(), command, idempotency))
    assert made == [BATCH_GET, EMBED, SEARCH, COMMIT]


@pytest.mark.parametrize(("key", "by"), [("office", DuplicateBy.KEY), (None, DuplicateBy.HASH)])
def test_a_duplicate_by_key_or_text_takes_two_calls(counted: Counted, key: str | None, by: DuplicateBy) -> None:
    counted.write("The office is on the third floor", key="office")
    answers: list[WriteAnswer] = []
    made = counted.of(lambda: answers.append(counted.write(" The office is on  the third floor", key=key)))
    assert (answers[0].outcome, answers[0].duplicate_by) == (Outcome.DUPLICATE, by)
    assert made == [BATCH_GET, COMMIT]


def test_an_update_under_its_key_takes_five_calls_including_the_search_for_neighbours(counted: Counted) -> None:
    counted.write("The office is on the third floor", key="office")
    made = counted.of(lambda: counted.write("The office is on the fourth floor", key="office"))
    assert made == [BATCH_GET, BATCH_GET, EMBED, SEARCH, COMMIT]


def test_an_update_of_an_episode_searches_for_no_neighbours(counted: Counted) -> None:
    episode: dict[str, Any] = {"key": "trip", "type": MemoryType.EPISODIC}
    counted.write("The user travelled to Rome by train", **episode)
    made = counted.of(lambda: counted.write("The user travelled to Rome by bus", **episode))
    assert made == [BATCH_GET, BATCH_GET, EMBED, COMMIT]


def test_an_incoming_memory_that_better_evidence_rejects_takes_three_calls(counted: Counted) -> None:
    counted.write("The office is on the third floor", key="office")
    made = counted.of(
        lambda: counted.write("On the fifth floor", key="office", source=Source.AGENT_INFERRED, confidence=0.9)
    )  # fmt: skip
    assert made == [BATCH_GET, BATCH_GET, COMMIT]


def test_a_replay_takes_two_calls(counted: Counted) -> None:
    idempotency = IdempotencyKey.of(a_caller().principal, "p", "k", b"")

    def write() -> None:
        write_memory(counted.services, a_caller(), a_command("The office is on the third floor"), idempotency)

    write()
    assert counted.of(write) == [BATCH_GET, BATCH_GET]


def test_a_worthless_write_is_refused_without_a_call(counted: Counted) -> None:
    def refused() -> None:
        with pytest.raises(NotWorthRemembering):
            counted.write("...")

    assert counted.of(refused) == []


def test_a_correction_takes_four_calls(counted: Counted) -> None:
    made = counted.write("The office is on the third floor", key="office").memory
    assert made is not None
    correction = Correction("The office is on the fourth floor")
    calls = counted.of(lambda: correct_memory(counted.services, a_caller(), None, made.memory_id, correction))
    assert calls == [BATCH_GET, BATCH_GET, EMBED, COMMIT]


def test_a_correction_of_metadata_embeds_nothing(counted: Counted) -> None:
    made = counted.write("The office is on the third floor", key="office").memory
    assert made is not None
    correction = Correction(importance=Importance.HIGH)
    calls = counted.of(lambda: correct_memory(counted.services, a_caller(), None, made.memory_id, correction))
    assert calls == [BATCH_GET, BATCH_GET, COMMIT]


@pytest.mark.parametrize("stored", [0, 1, 12])
def test_a_recall_takes_three_calls_however_many_hits_there_are(counted: Counted, stored: int) -> None:
    for n in range(stored):
        made = counted.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}").memory
        assert made is not None
        counted.index(made)
    answers: list[RecallAnswer] = []
    made_calls = counted.of(lambda: answers.append(counted.recall("reading list book")))
    assert len(answers[0].hits) == min(stored, 5)
    assert made_calls == [EMBED, SEARCH, BATCH_GET]


@pytest.mark.parametrize("kind", TimeKind)
def test_a_recall_of_another_time_takes_three_calls(counted: Counted, kind: TimeKind) -> None:
    made = counted.write("The office is on the third floor", key="office").memory
    then = counted.clock.now()
    counted.clock.advance()
    counted.write("The office is on the fourth floor", key="office")
    assert made is not None
    version = keys.version(made.scope, made.memory_id, 1)
    of = counted.services
    view = views(of.records, of.calibration, of.embedder.model, then, [version])[version]
    counted.engine.documents += [json.loads(json.dumps(to_source(one))) for one in view.documents]
    counted.index(made)
    answers: list[RecallAnswer] = []
    calls = counted.of(
        lambda: answers.append(counted.recall("which floor is the office on?", as_of=then, as_of_kind=kind))
    )
    assert [hit.memory.content for hit in answers[0].hits] == ["The office is on the third floor"]
    assert calls == [EMBED, SEARCH, BATCH_GET]


def test_a_recall_of_a_lagging_view_takes_four_calls(counted: Counted) -> None:
    for n in range(16):
        made = counted.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}").memory
        assert made is not None
        counted.index(made)
        if n < 8:  # gone since, and the view does not know it yet
            counted.services.records.commit(_removal(made))
    answers: list[RecallAnswer] = []
    made_calls = counted.of(lambda: answers.append(counted.recall("reading list book")))
    assert len(answers[0].hits) == 5
    assert made_calls in ([EMBED, SEARCH, BATCH_GET], [EMBED, SEARCH, BATCH_GET, BATCH_GET])


def test_a_context_takes_three_calls_five_with_a_session_and_one_more_for_a_second_question(counted: Counted) -> None:
    """And in each case one message for the statistics, which nobody sends here."""
    for n in range(12):
        made = counted.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}").memory
        assert made is not None
        counted.index(made)
    create_session(counted.services, a_caller(), None, "s1")
    said = [NewEvent(EventRole.USER, f"Book {n} is read", f"e{n}") for n in range(20)]
    append_events(counted.services, a_caller(), None, "s1", said)

    def context(goal: str, session_id: str | None) -> list[tuple[str, str]]:
        query = ContextQuery(RecallQuery(goal), session_id=session_id)
        return counted.of(lambda: build_context(counted.services, a_caller(), query))

    context("reading list", "s1")  # makes the vectors that are missing
    assert context("reading list", None) == [EMBED, SEARCH, BATCH_GET]
    assert context("Book 19 is read", "s1") == [BATCH_GET, BATCH_GET, EMBED, SEARCH, BATCH_GET]
    assert context("reading list", "s1") == [BATCH_GET, BATCH_GET, EMBED, EMBED, SEARCH, BATCH_GET]


def test_scheduling_takes_six_calls_and_a_recall_of_it_none(counted: Counted) -> None:
    counted.write("The office is in Lyon", key="office")
    begins, answers = counted.clock.at + days(9), list[WriteAnswer]()
    made = counted.of(lambda: answers.append(counted.write("The office is in Rome", key="office", valid_from=begins)))
    assert made == [BATCH_GET, BATCH_GET, EMBED, SEARCH, BATCH_GET, COMMIT]
    assert answers[0].memory is not None
    counted.index(answers[0].memory)
    for instant, content in ((counted.clock.at, "The office is in Lyon"), (begins, "The office is in Rome")):
        counted.clock.at, found = instant, list[RecallAnswer]()
        assert counted.of(lambda: found.append(counted.recall("office"))) == [EMBED, SEARCH, BATCH_GET]  # noqa: B023
        assert [hit.memory.content for hit in found[0].hits] == [content]


def _removal(memory: Memory) -> Change:
    return Change(removes=(keys.current(memory.scope, memory.memory_id),))


def test_one_memory_is_read_in_one_call_with_the_scopes_above(counted: Counted) -> None:
    made = counted.write("The office is on the third floor").memory
    assert made is not None
    assert counted.of(lambda: get_memory(counted.services, a_caller(), None, made.memory_id)) == [BATCH_GET]


def a_copy_above(counted: Counted) -> Memory:
    """What one user's task and another user promoted to their organisation, known to the view."""
    copies: list[Memory] = []
    for subject in ("ann", "bob"):
        writer = a_caller(subject, Role.ORG_WRITER)
        fact = a_command("The office is on the third floor", source_event_ids=(f"{subject}/e1",))
        made = write_memory(counted.services, writer, fact).memory
        assert made is not None
        copy = promote_memory(counted.services, writer, made.scope, made.memory_id, ACME).memory
        assert copy is not None
        copies.append(copy)
    counted.index(copies[-1])
    return copies[-1]


def test_a_recall_that_finds_a_copy_takes_three_calls_and_four_while_a_source_of_it_is_deleted(
    counted: Counted,
) -> None:
    copy = a_copy_above(counted)
    answers: list[RecallAnswer] = []

    def ask() -> None:
        answers.append(counted.recall("which floor is the office on?", scope=ACME))

    assert counted.of(ask) == [EMBED, SEARCH, BATCH_GET]
    request_deletion(counted.services, a_caller("bob"), None, "r1", Selector(SelectorKind.SUBJECT))
    assert counted.of(ask) == [EMBED, SEARCH, BATCH_GET, BATCH_GET]
    request_deletion(counted.services, a_caller("ann"), None, "r1", Selector(SelectorKind.SUBJECT))
    assert counted.of(ask) == [EMBED, SEARCH, BATCH_GET, BATCH_GET]
    assert [[hit.memory.memory_id for hit in answer.hits] for answer in answers] == [[copy.memory_id]] * 2 + [[]]


def test_one_copy_is_read_in_two_calls_and_in_three_while_a_source_of_it_is_deleted(counted: Counted) -> None:
    copy = a_copy_above(counted)

    def read() -> None:
        get_memory(counted.services, a_caller(), None, copy.memory_id)

    assert counted.of(read) == [BATCH_GET, BATCH_GET]
    request_deletion(counted.services, a_caller("bob"), None, "r1", Selector(SelectorKind.SUBJECT))
    assert counted.of(read) == [BATCH_GET, BATCH_GET, BATCH_GET]


def test_a_page_of_a_list_takes_two_calls(counted: Counted) -> None:
    for n in range(4):
        counted.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}")
    made = counted.of(lambda: list_memories(counted.services, a_caller(), ListQuery(limit=3)))
    assert sorted(made) == [BATCH_GET, ("dynamodb", "Query")]


def test_a_search_in_a_session_takes_three_reads_and_keeps_what_it_embeds_in_one_commit(counted: Counted) -> None:
    create_session(counted.services, a_caller(), None, "s1")
    reported = [NewEvent(EventRole.USER, f"Parcel {n} came by train", f"e{n}") for n in range(100)]
    append_events(counted.services, a_caller(), None, "s1", reported)

    def search() -> None:
        search_session(counted.services, a_caller(), None, "s1", "parcel", 5)

    for missing in (64, 36):
        made = counted.of(search)
        assert made == [BATCH_GET, BATCH_GET, EMBED, BATCH_GET, *[EMBED] * missing, COMMIT, COMMIT]
    assert counted.of(search) == [BATCH_GET, BATCH_GET, EMBED, BATCH_GET]


def test_a_completion_reads_all_turns_at_once_and_embeds_each_once(counted: Counted) -> None:
    """Beside the completion's own calls: two for the readings of up to 32 turns and an embedding for each, then three
    and a read of the event for each memory."""
    create_session(counted.services, a_caller(), None, "s1")
    said = ["Is it raining there?", "Our parcels come by train", "thanks!", "My office is on the third floor"]
    events = [NewEvent(EventRole.USER, content, f"e{n}") for n, content in enumerate(said)]
    assert counted.of(lambda: append_events(counted.services, a_caller(), None, "s1", events)) == [BATCH_GET, COMMIT]
    made = counted.of(lambda: complete_session(counted.services, a_caller(), None, "s1"))
    readings = [BATCH_GET, *[EMBED] * len(said), COMMIT]
    promoted = [BATCH_GET, SEARCH, BATCH_GET, COMMIT]
    first = made.index(EMBED) - 1
    assert made[first : first + len(readings)] == readings
    assert made[first + len(readings) : first + len(readings) + 8] == promoted * 2
    assert made.count(EMBED) == len(said)


def test_retrievals_of_a_batch_take_one_read_and_one_plain_write_a_memory(counted: Counted) -> None:
    made = [counted.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}").memory for n in range(3)]
    places = tuple((memory.scope.path, memory.memory_id) for memory in made if memory is not None)
    batches = [[Retrieved(counted.clock.now(), places, f"{n}-{m}") for m in range(20)] for n in range(2)]
    add_up(counted.services, batches[0])
    calls = counted.of(lambda: add_up(counted.services, batches[1]))
    assert calls == [BATCH_GET, *[("dynamodb", "PutItem")] * 3]


def test_the_rates_of_a_tenant_and_a_user_cost_three_calls_in_twenty_requests(
    counted: Counted, client: DynamoDBClient
) -> None:
    """Most requests make none, and none makes two; beside the budgets of what the request does."""
    buckets = DynamoRateBuckets(client, tables_for_tests(client, prefix="rates-")[Table.LEDGER])
    limits = RequestLimits(RequestRates(tenant=200, user=50), buckets, _unexpected)
    made = [counted.of(lambda: limits.admit(a_caller(), counted.clock.at)) for _ in range(1_000)]
    assert {len(calls) for calls in made} == {0, 1}
    assert 140 <= sum(map(len, made)) <= 152
    assert {call for calls in made for call in calls} == {("dynamodb", "UpdateItem")}


def _unexpected(error: Exception) -> None:
    raise error


def test_the_barrier_of_a_deletion_is_one_transaction(counted: Counted) -> None:
    counted.write("The office is on the third floor")
    made = counted.of(
        lambda: request_deletion(counted.services, a_caller(), None, "r1", Selector(SelectorKind.SUBJECT))
    )  # fmt: skip
    assert made == [BATCH_GET, COMMIT]


@pytest.mark.parametrize("kind", [SelectorKind.MEMORY, SelectorKind.SESSION, SelectorKind.EVENT])
def test_a_deletion_of_as_many_ids_as_one_request_may_name_is_accepted_within_three_calls(
    counted: Counted, kind: SelectorKind
) -> None:
    counted.write("The office is on the third floor")
    ids = tuple(f"id-{number}" for number in range(counted.services.deletion_policy.max_ids))
    selector = Selector(kind, ids, "s1" if kind is SelectorKind.EVENT else None)
    made = counted.of(lambda: request_deletion(counted.services, a_caller(), None, "r1", selector))
    # Whether a memory is a profile, which only its source deletes, stands in the memory itself.
    assert made == ([BATCH_GET, BATCH_GET, COMMIT] if kind is SelectorKind.MEMORY else [BATCH_GET, COMMIT])


KEY = IdempotencyKey.of(a_caller().principal, "p", "k", b"")
DONE_ONCE: dict[str, Callable[[Services, Caller, str, IdempotencyKey | None], object]] = {
    "a deletion": lambda s, who, _, key: ask_once(s, who, None, "r1", Selector(SelectorKind.SUBJECT), key),
    "a deletion by path": lambda s, who, one, key: delete_memory(s, who, None, one, key),
    "a correction": lambda s, who, one, key: correct_memory(
        s, who, None, one, Correction("The office is on the fourth floor"), idempotency=key
    ),
    "a session": lambda s, who, _, key: create_session(s, who, None, idempotency=key),
    "a state": lambda s, who, _, key: put_state(s, who, None, "s1", NewState("looking"), key),
    "a summary": lambda s, who, _, key: build_summary(s, who, None, "s1", key),
    "a completion": lambda s, who, _, key: complete_session(s, who, None, "s1", idempotency=key),
}


@pytest.mark.parametrize("what", DONE_ONCE)
def test_a_key_takes_no_further_call(counted: Counted, what: str) -> None:
    calls = []
    for owner, key in (("ann", None), ("bob", KEY)):
        caller = a_caller(owner)
        made = write_memory(counted.services, caller, a_command("The office is on the third floor", key="o")).memory
        assert made is not None
        create_session(counted.services, caller, None, "s1")
        said = NewEvent(role=EventRole.USER, content="I prefer tea", event_id="e1")
        append_events(counted.services, caller, None, "s1", [said])
        act = partial(DONE_ONCE[what], counted.services, caller, made.memory_id, key)
        calls.append(counted.of(act))
    assert calls[0] == calls[1]


def test_a_process_that_knows_no_key_reads_it_along_and_has_it_unwrapped(counted: Counted) -> None:
    """One more read where a write looks for a text, whose place only the key tells, and a call of KMS for each of the
    owner's key and the standing one (not counted here)."""
    made = counted.write("The office is on the third floor", key="office").memory
    assert made is not None
    counted.index(made)
    store = counted.services.records
    assert isinstance(store, SealedRecords)

    def cold() -> None:
        counted.services = replace(counted.services, records=sealed_over(store._inner))

    cold()
    assert counted.of(lambda: get_memory(counted.services, a_caller(), None, made.memory_id)) == [BATCH_GET]
    cold()
    assert counted.of(lambda: counted.recall("which floor is the office on?")) == [EMBED, SEARCH, BATCH_GET]
    cold()
    lunch: list[WriteAnswer] = []
    first = counted.of(lambda: lunch.append(counted.write("Lunch is at noon")))
    assert first == [BATCH_GET, BATCH_GET, EMBED, SEARCH, COMMIT]
    (answer,) = lunch
    assert answer.memory is not None
    counted.index(answer.memory)  # what the search shows is not read a second time
    assert counted.of(lambda: counted.write("Tea is at five")) == [BATCH_GET, EMBED, SEARCH, COMMIT]
