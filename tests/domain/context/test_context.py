"""What enters a context: by priority, whole, within the budget, and what does not is counted."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.context.selection import Claim, ContextItem, ContextPolicy, Layer, Selection, select

POLICY = ContextPolicy()


def an_item(
    content: str,
    layer: Layer = Layer.LONG_TERM,
    *,
    turn: int | None = None,
    claim: Claim | None = None,
    part: str | None = None,
) -> ContextItem:
    claims = claim or (Claim.OWN if turn is None else Claim.TALK)
    at = datetime(2026, 3, 1, tzinfo=UTC)
    return ContextItem(layer, "note", content, "user_stated", at, 1.0, place=turn, claim=claims, part=part)


HEAD = "[note] "


def rendered(item: ContextItem, *, joins: bool) -> str:
    return item.content if joins or item.part is None else HEAD + item.content


def selected(items: list[ContextItem], budget: int) -> Selection:
    """A token a character, and one for the line's end."""
    return select(items, budget, rendered, len, POLICY)


def cost_of(item: ContextItem, heads: set[tuple[object, ...]]) -> int:
    joins = item.part is not None and item.head in heads
    return len(rendered(item, joins=joins)) + 1 + (item.part is not None and not joins)


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


def test_the_first_constraint_is_there_whatever_its_length_and_the_others_leave_half_to_the_profile() -> None:
    profile = [an_item(f"profile {n}", Layer.PROFILE) for n in range(10)]  # 10 tokens each
    vetoes = [an_item(f"veto {n:04d}", Layer.SESSION, claim=Claim.CONSTRAINT) for n in range(10)]
    kept = Counter(chosen.item.layer for chosen in selected([*profile, *vetoes], 100).chosen)
    assert kept == {Layer.PROFILE: 5, Layer.SESSION: 5}
    long = an_item("v" * 90, Layer.SESSION, claim=Claim.CONSTRAINT)
    assert contents(selected([*profile, long, *vetoes], 91)) == [long.content]


def test_constraints_beyond_their_share_go_before_all_that_comes_after_them() -> None:
    vetoes = [an_item(f"veto {n:04d}", Layer.SESSION, claim=Claim.CONSTRAINT) for n in range(8)]
    rest = [an_item("summary 1", Layer.SESSION, claim=Claim.SUMMARY), an_item("turn 0001", Layer.SESSION, turn=1)]
    assert contents(selected([*rest, *vetoes, an_item("fact")], 80)) == [veto.content for veto in vetoes]


def test_a_long_event_that_forbids_something_does_not_keep_the_first_statement_out() -> None:
    event = an_item("e" * 60, Layer.SESSION, claim=Claim.CONSTRAINT)
    statement = an_item("keep off", Layer.SESSION, claim=Claim.CONSTRAINT, part="constraint")
    assert contents(selected([event, statement], 70)) == ["keep off"]


def test_a_summary_leaves_a_quarter_to_the_talk_and_both_half_to_the_memories() -> None:
    reported = [an_item(f"told {n:04d}", Layer.SESSION, claim=Claim.SUMMARY) for n in range(20)]  # 10 tokens each
    turns = [an_item(f"turn {n:04d}", Layer.SESSION, turn=30 - n) for n in range(20)]
    facts = [an_item(f"fact {n:04d}") for n in range(20)]
    kept = Counter(content.split()[0] for content in contents(selected([*reported, *turns, *facts], 200)))
    assert kept == {"told": 5, "turn": 5, "fact": 10}


def test_statements_with_the_same_labels_pay_for_them_once() -> None:
    statements = [an_item(f"{n}" * 10, Layer.SESSION, part="evidence") for n in range(5)]
    assert len(contents(selected(statements, len(HEAD) + 1 + 4 * 11))) == 4


items_of_any_kind = st.lists(
    st.builds(
        an_item,
        st.text("ab", min_size=1, max_size=12),
        st.sampled_from(Layer),
        turn=st.none() | st.integers(-9, 9),
        claim=st.none() | st.sampled_from(Claim),
        part=st.none() | st.sampled_from(["goal", "constraint"]),
    ),
    max_size=12,
)


@given(items_of_any_kind, st.integers(0, 120))
def test_constraints_never_vanish_while_anything_of_lower_priority_is_shown(
    items: list[ContextItem], budget: int
) -> None:
    """Whatever is shown, a constraint that is not would have no room beside the constraints, the layers before
    its own and what is no talk in its own."""
    selection = selected(items, budget)
    texts = {(chosen.item.content, chosen.item.part is None) for chosen in selection.chosen}
    constraints = [item for item in items if item.claim is Claim.CONSTRAINT]
    layers = list(Layer)
    for constraint in constraints:
        if (constraint.content, constraint.part is None) in texts:
            continue
        before = [
            chosen
            for chosen in selection.chosen
            if chosen.item.claim is Claim.CONSTRAINT
            or layers.index(chosen.item.layer) < layers.index(constraint.layer)
            or (chosen.item.layer is constraint.layer and chosen.item.claim is Claim.OWN)
        ]
        heads = {chosen.item.head for chosen in before if chosen.item.part}
        assert sum(chosen.tokens for chosen in before) + cost_of(constraint, heads) > budget
    if constraints:
        first = min(constraints, key=lambda item: (item.part is None, layers.index(item.layer)))
        assert cost_of(first, set()) > budget or (first.content, first.part is None) in texts


@given(items_of_any_kind, st.integers(0, 120))
def test_the_budget_holds_and_every_item_is_accounted_for(items: list[ContextItem], budget: int) -> None:
    selection = selected(items, budget)
    assert sum(chosen.tokens for chosen in selection.chosen) <= budget
    assert len(selection.chosen) + sum(selection.omitted.values()) + selection.repeated + selection.quoted == len(items)
    texts = [(chosen.item.content, chosen.item.part is None) for chosen in selection.chosen]
    assert len(texts) == len(set(texts))
    layers = [list(Layer).index(chosen.item.layer) for chosen in selection.chosen]
    assert layers == sorted(layers)


@given(items_of_any_kind, st.integers(0, 120))
def test_nothing_is_left_out_that_has_room(items: list[ContextItem], budget: int) -> None:
    selection = selected(items, budget)
    remaining = budget - sum(chosen.tokens for chosen in selection.chosen)
    reported = {(chosen.item.content, chosen.item.part is None) for chosen in selection.chosen}
    out = [item for item in items if (item.content, item.part is None) not in reported]
    heads = {chosen.item.head for chosen in selection.chosen if chosen.item.part}
    assert all(cost_of(item, heads) > remaining for item in out)
