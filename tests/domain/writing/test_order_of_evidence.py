"""Where the specification says so, the order in which evidence arrives has no effect on which fact holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory
from shared.domain.writing.by_key_and_text import Known, decide
from shared.domain.writing.by_meaning import Near, decide_by_meaning
from shared.domain.writing.decisions import Create, Dispute, Duplicate, Keep, Supersede, Update, WritePolicy
from shared.domain.writing.incoming import IncomingMemory
from shared.language.comparison.relation import Related, Relation
from tests.builders import NOW, an_incoming_memory

POLICY = WritePolicy()
PEOPLE = (Source.USER_STATED, Source.HUMAN_CONFIRMED)


def current_after(evidence: Sequence[IncomingMemory]) -> Memory:
    """What holds under the key once all of it has arrived in this order."""
    current: Memory | None = None
    for incoming in evidence:
        decision = decide(incoming, Known(by_key=current), "m1", POLICY)
        assert isinstance(decision, Create | Duplicate | Update | Keep)
        current = decision.memory
    assert current is not None
    return current


def said(text: str, minutes_ago: int, source: Source = Source.USER_STATED, confidence: float = 0.9) -> IncomingMemory:
    at = NOW - timedelta(minutes=minutes_ago)
    return an_incoming_memory(text, key="home", source=source, confidence=confidence, observed_at=at, valid_from=at)


@given(st.permutations(range(6)))
def test_among_equals_the_latest_evidence_is_current_in_any_order_of_arrival(order: list[int]) -> None:
    current = current_after([said(f"Lives in place {n}", minutes_ago=60 - n) for n in order])
    assert current.content == "Lives in place 5"


@given(st.permutations(sorted({s.tier: s for s in Source if s is not Source.EXTERNAL_UNVERIFIED}.values())))
def test_of_one_moment_the_most_credible_source_is_current_in_any_order_of_arrival(order: list[Source]) -> None:
    current = current_after([said(f"Lives where {source} says", 5, source) for source in order])
    assert current.source is Source.SYSTEM_OF_RECORD


@given(st.permutations(range(5)))
def test_of_one_moment_and_tier_the_most_confident_is_current_in_any_order_of_arrival(order: list[int]) -> None:
    current = current_after([said(f"Lives in place {n}", 5, confidence=0.5 + n / 10) for n in order])
    assert current.content == "Lives in place 4"


@given(st.permutations(range(4)))
def test_a_repetition_never_changes_which_fact_stands(order: list[int]) -> None:
    evidence = [
        said("Lives in Lyon", 10),
        said("Lives in Lyon", 9),
        said("Lives in Lille", 20),
        said("Lives in Lille", 15),
    ]
    assert current_after([evidence[n] for n in order]).content == "Lives in Lyon"


def standing_after(evidence: Sequence[IncomingMemory]) -> set[str]:
    """The active texts once contradictions under different keys have arrived in this order."""
    standing: dict[str, Memory] = {}
    contradicts = Related(Relation.CONTRADICTS, "another value of the same attribute")
    for number, incoming in enumerate(evidence):
        near = [Near(memory, 0.9, contradicts) for memory in standing.values() if memory.status == "active"]
        decision = decide_by_meaning(incoming, near, f"m{number}", POLICY)
        match decision:
            case Supersede(memory, ended, _):
                standing |= {m.memory_id: m for m in ended}
                standing[memory.memory_id] = memory
            case Create(memory):
                standing[memory.memory_id] = memory
            case Dispute(memory, others, _):
                standing |= {m.memory_id: m for m in (memory, *others)}
    return {m.content for m in standing.values() if m.status == "active"}


@given(st.permutations(range(3)))
def test_across_keys_a_persons_latest_statement_holds_in_any_order_of_arrival(order: list[int]) -> None:
    words = [said(f"The launch is on day {n}", minutes_ago=30 - n) for n in range(3)]
    assert standing_after([words[n] for n in order]) == {"The launch is on day 2"}


@given(st.permutations([Source.AGENT_INFERRED, Source.USER_STATED, Source.SYSTEM_OF_RECORD]))
def test_across_keys_the_most_credible_source_holds_in_any_order_of_arrival(order: list[Source]) -> None:
    assert standing_after([said(f"According to {source}", 5, source) for source in order]) == {
        "According to system_of_record"
    }
