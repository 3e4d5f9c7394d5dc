"""What was said in a session is remembered word for word when it completes: with the packaged embedder, by language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.sessions.session import EventRole, NewEvent
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.open_session import create_session
from tests.builders import World, a_caller, a_world
from tests.packaged_embedder import NANO


@pytest.fixture
def here() -> Iterator[World]:
    with a_world(embedder=NANO) as world:
        create_session(world.services, a_caller(), None, "s1")
        yield world


def after_talk(world: World, said: Sequence[str | tuple[str, str]]) -> dict[str, Memory]:
    """The memories by content; a pair is what the assistant said before, and the turn."""
    events: list[NewEvent] = []
    for number, turn in enumerate(said):
        before, content = turn if isinstance(turn, tuple) else ("Ok.", turn)
        events.append(NewEvent(EventRole.ASSISTANT, before, f"a{number}"))
        events.append(NewEvent(EventRole.USER, content, f"u{number}"))
    append_events(world.services, a_caller(), None, "s1", events)
    world.clock.advance()
    done = complete_session(world.services, a_caller(), None, "s1")
    assert done.refused == ()
    items = list_memories(world.services, a_caller(), ListQuery()).items
    return {memory.content: memory for memory in items}


# For each language: what is kept, what limits or is preferred first; and what is not.
TALK = {
    "en": (
        ["I can't eat anything with sesame in it.", "Oh, and our cat moved in with my aunt Greta last spring."],
        ["Hi there!", "What's the capital of Peru?", "Just this once, answer in one line please.",
         "Book me a table for eight tonight.", "Thanks, that's great."],
    ),
    "zh": (
        ["我不能吃含芝麻的东西。", "我妹妹在青岛开了一家书店。"],
        ["你好呀！", "秘鲁的首都是哪里？", "这次请用一句话回答。", "帮我写一封请假邮件。", "谢谢，太好了"],
    ),
    "ja": (
        ["ごまが入ったものは食べられません。", "姉は去年から札幌でパン屋をやっています。"],
        ["こんにちは！", "ペルーの首都はどこですか？", "今回だけ一行で答えてください。",
         "お礼のメールを書いて。", "ありがとう、助かった"],
    ),
    "es": (
        ["No puedo comer nada que lleve sésamo.", "Mi hermana abrió una librería en Gijón el año pasado."],
        ["¡Hola!", "¿Cuál es la capital del Perú?", "Solo por esta vez, responde en una línea.",
         "Escríbeme un correo de disculpa.", "Gracias, genial"],
    ),
    "de": (
        ["Ich darf nichts mit Sesam essen.", "Meine Schwester hat letztes Jahr in Kiel eine Buchhandlung eröffnet."],
        ["Hallo zusammen!", "Was ist die Hauptstadt von Peru?", "Antworte ausnahmsweise nur mit einer Zeile.",
         "Schreib mir eine kurze Entschuldigung an den Vermieter.", "Danke, super"],
    ),
    "fr": (
        ["Je ne peux rien manger qui contienne du sésame.", "Ma sœur a ouvert une librairie à Brest l'an dernier."],
        ["Bonjour !", "Quelle est la capitale du Pérou ?", "Pour cette fois, réponds en une seule ligne.",
         "Écris-moi un mail d'excuse.", "Merci, parfait"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", TALK)
def test_each_turn_that_states_something_is_kept_word_for_word(here: World, language: str) -> None:
    kept, left = TALK[language]
    memories = after_talk(here, [left[0], kept[0], *left[1:3], kept[1], *left[3:]])
    assert sorted(memories) == sorted(kept)
    limit, fact = (memories[content] for content in kept)
    assert limit.meaning.binding >= 0.05
    assert limit.meaning.binding > fact.meaning.binding
    assert limit.type is MemoryType.PREFERENCE
    assert {(m.source, m.status) for m in memories.values()} == {(Source.USER_STATED, Status.ACTIVE)}
    assert limit.basis.event_ids == ("s1/u1",)
    assert limit.background is not None
    assert [turn.event_id for turn in limit.background.before] == ["u0", "a1"]


def test_turns_that_the_studies_called_worthless_are_not_kept(here: World) -> None:
    memories = after_talk(
        here,
        [
            "Never mind, I found it",
            ("We decided to put the parcels into two tables. I will change the importer next.", "Okay."),
            ("I prefer tabs, as you know.", "Haha, yes"),
        ],
    )
    assert memories == {}


def test_a_long_turn_is_kept_whole_for_the_sake_of_one_sentence(here: World) -> None:
    turn = "Hello! How are you today? By the way, my daughter Mia is allergic to bees. Can you find me a picnic place?"
    assert list(after_talk(here, [turn])) == [turn]


def test_a_short_answer_is_kept_with_its_question(here: World) -> None:
    memories = after_talk(here, [("Which of the two hotels shall I book from now on?", "The second one.")])
    (memory,) = memories.values()
    assert memory.background is not None
    assert [turn.text for turn in memory.background.before] == ["Which of the two hotels shall I book from now on?"]


def test_a_standing_order_is_a_preference(here: World) -> None:
    memories = after_talk(here, ["From now on always answer in French.", "Antworte mir künftig immer per Du."])
    assert {memory.type for memory in memories.values()} == {MemoryType.PREFERENCE}
    assert len(memories) == 2


def test_a_decision_is_an_episode(here: World) -> None:
    (memory,) = after_talk(here, ["We have decided to go with the blue tiles for the bathroom."]).values()
    assert memory.type is MemoryType.EPISODIC
