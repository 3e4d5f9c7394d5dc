"""What an incoming memory may say newer, and denials of what was concluded: with vectors that mean something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shared.domain.errors import RejectedBefore
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Background, Memory, MemoryType, Status
from shared.domain.reviews.review import ReviewDecision, ReviewStatus
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.memories import memory_codec
from tests.builders import World, a_world, days
from tests.packaged_embedder import NANO
from tests.usecases.curation.reviewing import decide, queue

# Changes that the words alone do not show (if they did, the older one would end).
CHANGES = [
    ("Mein Steuerberater heißt Karl Wagner", "Um meine Steuern kümmert sich inzwischen Petra Lang"),
    ("I take my coffee black", "These days my coffee comes with oat milk"),
    ("Trabajo en una clínica de rehabilitación", "Ahora trabajo en una consulta de medicina deportiva"),
]
INFERRED: dict[str, Any] = {"source": Source.AGENT_INFERRED, "confidence": 0.85}


@pytest.fixture
def measured() -> Iterator[World]:
    with a_world(embedder=NANO) as made:
        yield made


def stored(world: World, memory: Memory) -> Memory:
    (record,) = world.store.get([keys.current(memory.scope, memory.memory_id)])
    assert record is not None
    return memory_codec.memory(record.attributes)


def reported(world: World, text: str, **fields: Any) -> Memory:
    memory = world.wrote(text, **fields)
    world.index()
    return memory


@pytest.mark.parametrize(("older", "newer"), CHANGES)
def test_a_later_state_names_the_earlier_one_that_it_may_replace(measured: World, older: str, newer: str) -> None:
    reported(measured, "The garden needs watering on Sundays")
    old = reported(measured, older)
    measured.clock.advance(days(20))
    new = reported(measured, newer)
    assert stored(measured, new).meaning.older == (old.memory_id,)
    assert stored(measured, old).meaning.older == ()


@pytest.mark.parametrize(
    ("older", "newer"), [("我儿子7岁。", "我今天40岁了。"), ("我姐姐住在广州。", "我搬到重庆了。")]
)
def test_what_one_says_of_oneself_is_no_newer_state_of_a_relation(measured: World, older: str, newer: str) -> None:
    reported(measured, older)
    measured.clock.advance(days(20))
    assert stored(measured, reported(measured, newer)).meaning.older == ()


def test_what_is_kept_for_the_name_in_it_is_labelled_and_never_left_out(measured: World) -> None:
    old = reported(measured, "My name is Priya and I live in Leeds.")
    measured.clock.advance(days(20))
    new = reported(measured, "I moved to York last week.")
    assert stored(measured, old).status is Status.ACTIVE
    assert stored(measured, new).meaning.older == (old.memory_id,)
    assert stored(measured, new).meaning.replaced == ()


def test_an_earlier_observation_names_no_later_one_as_older(measured: World) -> None:
    reported(measured, CHANGES[1][0])
    new = reported(measured, CHANGES[1][1], observed_at=measured.clock.now() - days(30))
    assert stored(measured, new).meaning.older == ()


@pytest.mark.parametrize("fields", [{"type": MemoryType.EPISODIC}, {"background": Background(speaker="Ann")}])
def test_neither_episodes_nor_a_named_speakers_turns_have_rivals(measured: World, fields: dict[str, Any]) -> None:
    older, newer = CHANGES[0]
    reported(measured, older, **fields)
    assert stored(measured, reported(measured, newer, **fields)).meaning.older == ()


def test_an_inference_is_never_newer_than_a_persons_statement(measured: World) -> None:
    older, newer = CHANGES[0]
    reported(measured, older)
    assert stored(measured, reported(measured, newer, **INFERRED)).meaning.older == ()


def test_a_repetition_and_a_later_version_keep_the_named_rivals(measured: World) -> None:
    older, newer = CHANGES[1]
    old = reported(measured, older)
    reported(measured, newer, key="coffee")
    again = reported(measured, newer.upper(), key="coffee")
    assert stored(measured, again).meaning.older == (old.memory_id,)
    later = reported(measured, "My coffee comes with soy milk by now", key="coffee")
    assert old.memory_id in stored(measured, later).meaning.older


DENIALS = [
    ("The user is a vegetarian", "No, I eat meat, I am not a vegetarian at all"),
    ("Die Nutzerin isst gern Fleisch", "Ich esse überhaupt kein Fleisch"),
    ("Al usuario le gusta viajar en avión", "No me gusta nada viajar en avión"),
    ("用户喜欢早起", "我根本不喜欢早起"),
]


@pytest.mark.parametrize(("inferred", "denial"), DENIALS)
def test_a_persons_denial_ends_an_inference(measured: World, inferred: str, denial: str) -> None:
    concluded = reported(measured, inferred, **INFERRED)
    assert concluded.status is Status.ACTIVE
    answer = measured.write(denial)
    assert answer.outcome is Outcome.UPDATED
    ended = stored(measured, concluded)
    assert (ended.status, ended.ending.because) == (Status.SUPERSEDED, "higher_tier")


@pytest.mark.parametrize(("inferred", "denial"), DENIALS)
def test_a_denied_inference_is_not_stored_again(measured: World, inferred: str, denial: str) -> None:
    reported(measured, inferred, **INFERRED)
    reported(measured, denial)
    for again in (inferred, f"{inferred}."):
        with pytest.raises(RejectedBefore):
            measured.write(again, **INFERRED)


@pytest.mark.parametrize(
    ("denied", "denial", "another"),
    [
        ("Ann likes opera", "Ann does not like opera", "Ann likes chess"),
        ("I am allergic to walnuts", "I am not allergic to walnuts", "I am allergic to peanuts"),
        ("用户喜欢歌剧", "用户不喜欢歌剧", "用户喜欢象棋"),
        ("Ann likes opera on Sundays", "Ann does not like opera on Sundays", "Ann likes hiking on Sundays"),
        ("Ann likes opera in Vienna", "Ann does not like opera in Vienna", "Ann likes chess in Vienna"),
    ],
)
def test_an_inference_about_another_value_is_not_denied(
    measured: World, denied: str, denial: str, another: str
) -> None:
    reported(measured, denied, **INFERRED)
    reported(measured, denial)
    assert measured.write(another, **INFERRED).outcome is Outcome.CREATED


@pytest.mark.parametrize(
    ("denied", "denial", "another"),
    [
        ("Bob likes opera", "Bob does not like opera", "Ann likes opera"),
        ("Ann's brother likes opera", "Ann's brother does not like opera", "Ann's sister likes opera"),
        ("用户的哥哥喜欢歌剧", "用户的哥哥不喜欢歌剧", "用户的姐姐喜欢歌剧"),
    ],
)
def test_an_inference_about_another_subject_is_not_denied(
    measured: World, denied: str, denial: str, another: str
) -> None:
    reported(measured, denied, **INFERRED)
    reported(measured, denial)
    assert measured.write(another, **INFERRED).outcome is not Outcome.KEPT_EXISTING


@pytest.mark.parametrize("decision", [ReviewDecision.ACCEPT, ReviewDecision.REJECT, ReviewDecision.MERGE])
def test_a_decided_dispute_about_one_thing_denies_nothing_about_another(
    measured: World, decision: ReviewDecision
) -> None:
    for text in ("Ann likes coriander.", "Ann does not like coriander."):
        reported(measured, text, **INFERRED)
    (view,) = queue(measured, status=ReviewStatus.OPEN)
    keep = () if decision is ReviewDecision.REJECT else (view.members[0].memory_id,)
    decide(measured, view.review.review_id, decision, keep=keep)
    measured.index()
    for another in ("Ann does not like opera.", "Bob does not like coriander.", "Ann likes chess."):
        assert reported(measured, another, **INFERRED).status is Status.ACTIVE


@pytest.mark.parametrize(
    ("denied", "denial", "again"),
    [
        (
            "The user enjoys travelling by plane",
            "I do not enjoy travelling by plane, you got that wrong",
            "The user likes to travel by plane",
        ),
        ("Ann likes sailing.", "Ann does not like sailing.", "Ann enjoys sailing"),
        ("用户爱喝咖啡", "用户不喜欢喝咖啡", "用户喜欢喝咖啡"),
    ],
)
def test_a_denied_inference_is_not_stored_again_in_other_words(
    measured: World, denied: str, denial: str, again: str
) -> None:
    reported(measured, denied, **INFERRED)
    reported(measured, denial)
    with pytest.raises(RejectedBefore):
        measured.write(again, **INFERRED)


def test_a_person_may_withdraw_a_denial(measured: World) -> None:
    inferred, denial = DENIALS[1]
    reported(measured, inferred, **INFERRED)
    reported(measured, denial)
    assert reported(measured, "Fleisch esse ich jetzt doch wieder gern").status is Status.ACTIVE


def test_a_plain_statement_ends_no_inference_about_another_matter(measured: World) -> None:
    inferred = reported(measured, "The user likes green tea", **INFERRED)
    reported(measured, "I do not like mushrooms")
    assert stored(measured, inferred).status is Status.ACTIVE


def test_entries_of_a_list_do_not_make_each_other_outdated(measured: World) -> None:
    entries = [reported(measured, f"The customer table has column number {n}") for n in range(5)]
    assert stored(measured, entries[-1]).meaning.older == ()


# The likeness alone is under the bar: the verb of change is the second witness.
ANNOUNCED = [
    ("My phone is a Pixel 6", "I switched to an iPhone 15"),
    ("Mi teléfono es un Pixel 6", "Me pasé a un iPhone 15"),
    ("我用的是小米手机", "我换成了华为"),
    ("J'habite à Nantes", "On a déménagé à Angers"),
]


@pytest.mark.parametrize(("older", "newer"), ANNOUNCED)
def test_a_change_said_with_a_verb_of_change_names_what_it_changes(measured: World, older: str, newer: str) -> None:
    reported(measured, "My sister Ines sings in a choir")
    old = reported(measured, older)
    assert stored(measured, reported(measured, newer)).meaning.older == (old.memory_id,)


ASKED = [
    ("The new ladder may cost 120 pounds", "There are ladders at 90, at 130 and at 180 pounds. Which one can I take?"),
    ("新梯子最多花三百块", "梯子有两百的、四百的、六百的。买哪个？"),
    ("Our flyers are printed by Garrido", "Write down who prints our flyers now."),
]


@pytest.mark.parametrize(("older", "newer"), ASKED)
def test_what_asks_or_orders_is_no_newer_state(measured: World, older: str, newer: str) -> None:
    reported(measured, older)
    assert stored(measured, reported(measured, newer)).meaning.older == ()


def test_a_change_of_one_matter_names_the_likest_statement_alone(measured: World) -> None:
    old = reported(measured, "My phone is a Pixel 6")
    reported(measured, "My tablet is a Galaxy Tab")
    assert stored(measured, reported(measured, "I switched to an iPhone 15")).meaning.older == (old.memory_id,)


def test_a_change_of_a_matter_that_nobody_spoke_of_names_nothing(measured: World) -> None:
    reported(measured, "I collect stamps")
    reported(measured, "My sister Ines sings in a choir")
    assert stored(measured, reported(measured, "I switched to an iPhone 15")).meaning.older == ()


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("老板不吃辣,一点都不行。", "没有我点头,任何合同都不要发出去。"),
        ("Niente strutto nel pane, mai.", "La focaccia si fa solo con olio."),
        ("We roll out on Tuesday mornings.", "Nina from QA looks at every change of the parser."),
    ],
)
def test_two_rules_of_one_house_are_no_rivals(measured: World, older: str, newer: str) -> None:
    reported(measured, older)
    assert reported(measured, newer).meaning.older == ()


# Two persons, two things, another person's change, what was, what is planned, what is added, a detail.
BOTH_HOLD = [
    ("My brother lives in Leeds", "My cousin lives in Cardiff"),
    ("Unsere Katze heißt Minka", "Unser Hund heißt Rex"),
    ("Trabajo en Correos", "Mi hermana se cambió a Iberia"),
    ("J'habite à Tours", "Avant, j'habitais à Angers"),
    ("Moro em Curitiba", "Talvez me mude para Florianópolis no ano que vem"),
    ("ピアノを弾きます", "日曜日はテニスをします"),
    ("Я играю на скрипке", "Ещё я начал бегать по утрам"),
    ("我的办公室在浦东", "我家在徐汇"),
    ("Ich wohne in Mainz", "Früher habe ich in Trier gewohnt"),
]


@pytest.mark.parametrize(("one", "other"), BOTH_HOLD)
def test_of_two_statements_that_both_hold_none_replaces_the_other(measured: World, one: str, other: str) -> None:
    first = reported(measured, one)
    measured.clock.advance(days(20))
    second = reported(measured, other)
    assert stored(measured, second).meaning.replaced == ()
    assert stored(measured, first).status is Status.ACTIVE


# Chance that it is replaced, from a verb of change, a word for now, a denial of what was.
REPLACED = [
    ("The kitchen may cost 12,000 at most", "We raised the kitchen budget to 15,000"),
    ("По утрам я пью кофе", "Вместо кофе я теперь пью чай"),
    ("ヨガは火曜日です", "ヨガは木曜日に変わりました"),
    ("Je vais au bureau en voiture", "Je prends désormais le train pour aller au bureau"),
]


@pytest.mark.parametrize(("older", "newer"), REPLACED)
def test_a_change_in_everyday_words_replaces_what_it_is_about_and_nothing_else(
    measured: World, older: str, newer: str
) -> None:
    reported(measured, "My flat has a balcony")
    old = reported(measured, older)
    reported(measured, "I am learning to sail")
    new = stored(measured, reported(measured, newer))
    assert (new.meaning.older, new.meaning.replaced) == ((old.memory_id,), (old.memory_id,))


@pytest.mark.parametrize(
    ("before", "after", "outcome"),
    [
        ("I eat meat a few times a week", "I've gone vegetarian", Outcome.UPDATED),
        ("Como carne", "Virei vegetariano", Outcome.UPDATED),
        ("我每天都吃肉", "我现在吃素了", Outcome.UPDATED),
        ("I eat meat a few times a week", "I am a vegetarian", Outcome.CONFLICT),
    ],
)
def test_what_hardly_goes_together_is_an_update_where_the_later_word_reports_a_change(
    measured: World, before: str, after: str, outcome: Outcome
) -> None:
    old = reported(measured, before)
    measured.clock.advance(days(20))
    assert measured.write(after).outcome is outcome
    ended = stored(measured, old).status is Status.SUPERSEDED
    assert ended == (outcome is Outcome.UPDATED)


@pytest.mark.parametrize(("end", "sure"), [(" these days", True), ("", False)])
def test_another_value_replaces_surely_where_it_is_said_to_be_so_now(measured: World, end: str, sure: bool) -> None:
    old = reported(measured, "I write my services in Java")
    new = stored(measured, reported(measured, f"I write my services in Rust{end}"))
    assert new.meaning.older == (old.memory_id,)
    assert new.meaning.replaced == ((old.memory_id,) if sure else ())
