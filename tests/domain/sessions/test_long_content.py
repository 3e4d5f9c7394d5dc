"""Long contents: cut by bytes and joined again, or by sentences for what a memory holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.errors import Malformed, TooLarge
from shared.domain.sessions.append import chunks, refuse_false_approvals
from shared.domain.sessions.long_content import MAX_PASSAGE, beginning_and_parts, passages
from shared.domain.sessions.session import EventKind, EventRole, NewEvent, SessionPolicy

SMALL = SessionPolicy(inline_bytes=10, part_bytes=7)


@given(st.text(alphabet=st.sampled_from("aé长🦊\u0301\n"), max_size=80))
def test_what_is_cut_for_the_store_is_joined_again(content: str) -> None:
    beginning, parts = beginning_and_parts(content, SMALL)
    assert beginning + "".join(parts) == content
    assert len(beginning.encode()) <= SMALL.inline_bytes
    assert all(0 < len(part.encode()) <= SMALL.part_bytes for part in parts)
    assert bool(parts) is (len(content.encode()) > SMALL.inline_bytes)


@given(st.lists(st.text(alphabet=st.sampled_from("aé长🦊"), max_size=60), max_size=12))
def test_no_transaction_has_more_records_than_allowed(contents: list[str]) -> None:
    policy = SessionPolicy(inline_bytes=10, part_bytes=7, chunk_records=60)
    events = [NewEvent(EventRole.TOOL, content, f"e{n}") for n, content in enumerate(contents)]
    found = chunks(events, policy)
    assert [event for chunk in found for event in chunk] == events
    for chunk in found:
        records = sum(2 + len(beginning_and_parts(event.content, policy)[1]) for event in chunk)
        assert records <= policy.chunk_records


WORDS = "The pump of hall 7 stands still. "


@pytest.mark.parametrize(
    "text", [WORDS * 900, "七号厂房的水泵停了。" * 3_000, "pump\n" * 9_000, "pump " * 9_000, "x" * 30_000]
)
def test_passages_are_whole_lines_sentences_or_words_and_lose_nothing(text: str) -> None:
    found = passages(text)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(MAX_PASSAGE // 3 <= len(passage) <= MAX_PASSAGE for passage in found[:-1])
    if "." in text:
        assert all(passage.endswith(".") for passage in found)
    if "。" in text:
        assert all(passage.endswith("。") for passage in found)
    if "pump" in text:
        assert all(not passage.startswith(("ump", "mp")) for passage in found)


def test_what_a_memory_holds_is_one_passage_and_a_document_none() -> None:
    assert passages("x" * 10_000) == ["x" * 10_000]
    assert len(passages("pump " * 20_000)) == 10
    assert passages("\n \n" * 9_000) == []
    with pytest.raises(TooLarge):
        passages("pump " * 25_000)


@pytest.mark.parametrize("role", [EventRole.ASSISTANT, EventRole.SYSTEM, EventRole.TOOL])
def test_only_a_user_approves(role: EventRole) -> None:
    approval = NewEvent(EventRole.USER, "Go", "e1", kind=EventKind.APPROVAL)
    refuse_false_approvals([approval])
    with pytest.raises(Malformed):
        refuse_false_approvals([approval, NewEvent(role, "Go", "e2", kind=EventKind.APPROVAL)])
