"""What enters a context: by priority, whole, within the budget, and what does not is counted."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.context import ContextItem, ContextPolicy, Layer, Selection, select

POLICY = ContextPolicy()


def an_item(content: str, layer: Layer = Layer.LONG_TERM, *, turn: int | None = None) -> ContextItem:
    return ContextItem(layer, "note", content, "user_stated", datetime(2026, 3, 1, tzinfo=UTC), 1.0, turn=turn)


def selected(items: list[ContextItem], budget: int) -> Selection:
    """A token a character, and one for the line's end."""
    return select(items, budget, lambda item: item.content, len, POLICY)


def contents(selection: Selection) -> list[str]:
    return [chosen.item.content for chosen in selection.chosen]


def test_layers_come_in_their_order_and_keep_their_own() -> None:
    items = [an_item("e", Layer.EXTERNAL), an_item("l1"), an_item("s", Layer.SESSION), an_item("l2")]
    items.append(an_item("p", Layer.PROFILE))
    assert contents(selected(items, 100)) == ["p", "s", "l1", "l2", "e"]


def test_the_last_layer_goes_first() -> None:
    items = [an_item(letter * 4, layer) for letter, layer in zip("psle", Layer, strict=True)]
    kept = [contents(selected(items, 5 * room)) for room in range(5)]
    assert kept == [[], ["pppp"], ["pppp", "ssss"], ["pppp", "ssss", "llll"], ["pppp", "ssss", "llll", "eeee"]]


def test_what_is_too_long_gives_way_whole_and_is_counted() -> None:
    selection = selected([an_item("a" * 50), an_item("short")], 20)
    assert contents(selection) == ["short"]
    assert selection.omitted == {Layer.PROFILE: 0, Layer.SESSION: 0, Layer.LONG_TERM: 1, Layer.EXTERNAL: 0}


def test_turns_leave_room_for_memories_and_take_what_those_leave() -> None:
    turns = [an_item(f"turn {n:04d}", Layer.SESSION, turn=8 - n) for n in range(8)]  # 10 tokens each
    memories = [an_item(f"fact {n:04d}") for n in range(8)]
    assert Counter(chosen.item.layer for chosen in selected([*turns, *memories], 80).chosen) == {
        Layer.SESSION: 4, Layer.LONG_TERM: 4,
    }  # fmt: skip
    alone = selected([*turns, *memories[:1]], 80)
    assert Counter(chosen.item.layer for chosen in alone.chosen) == {Layer.SESSION: 7, Layer.LONG_TERM: 1}
    assert contents(alone)[:7] == [turn.content for turn in reversed(turns[:7])]  # the newest, as they were said


def test_what_binds_is_no_turn_and_waits_for_nobody() -> None:
    vetoes = [an_item(f"veto {n:04d}", Layer.SESSION) for n in range(8)]
    assert contents(selected([*vetoes, an_item("fact")], 80)) == [veto.content for veto in vetoes]


def test_the_same_text_is_shown_once_where_its_priority_is_highest() -> None:
    selection = selected([an_item("Likes tea"), an_item("likes  TEA", Layer.PROFILE), an_item("other")], 100)
    assert contents(selection) == ["likes  TEA", "other"]
    assert selection.repeated == 1
    assert not any(selection.omitted.values())


items_of_any_kind = st.lists(
    st.builds(
        an_item, st.text("ab", min_size=1, max_size=12), st.sampled_from(Layer), turn=st.none() | st.integers(1, 9)
    ),
    max_size=12,
)


@given(items_of_any_kind, st.integers(0, 120))
def test_the_budget_holds_and_every_item_is_accounted_for(items: list[ContextItem], budget: int) -> None:
    selection = selected(items, budget)
    assert sum(chosen.tokens for chosen in selection.chosen) <= budget
    assert len(selection.chosen) + sum(selection.omitted.values()) + selection.repeated == len(items)
    texts = contents(selection)
    assert len(texts) == len(set(texts))
    layers = [list(Layer).index(chosen.item.layer) for chosen in selection.chosen]
    assert layers == sorted(layers)


@given(items_of_any_kind, st.integers(0, 120))
def test_nothing_is_left_out_that_has_room(items: list[ContextItem], budget: int) -> None:
    selection = selected(items, budget)
    left = budget - sum(chosen.tokens for chosen in selection.chosen)
    out = [item for item in items if item.content not in contents(selection)]
    assert all(len(item.content) + 1 > left for item in out)
