"""What is worth remembering is stored in any form; what nobody needs tomorrow is not."""

from __future__ import annotations

import time

import pytest

from shared.domain.errors import NotWorthRemembering
from shared.domain.memories.evidence import Source
from shared.domain.writing.admission import refuse_worthless
from tests.domain.writing.locomo import PATH, evidence
from tests.domain.writing.worth_corpus import LANGUAGES, facts, worthless

# By whether it is held out: a little below the measured share (docs/concepts/writeback.md), so that a lost rule shows.
_LEAST = {False: 0.98, True: 0.75}


def refused(text: str, source: Source = Source.AGENT_INFERRED, *, keyed: bool = False) -> str | None:
    try:
        refuse_worthless(text, source, keyed=keyed)
    except NotWorthRemembering as refusal:
        return str(refusal)
    return None


def test_there_is_enough_to_judge_by() -> None:
    for language in LANGUAGES:
        assert len([f for f in facts() if f.language == language]) >= 100
        assert len([w for w in worthless() if w.language == language]) >= 75
        assert {f.source for f in facts() if f.language == language} == set(Source)
    for samples in (facts(), worthless()):
        texts = [(s.text, s.source) for s in samples]
        assert len(texts) == len(set(texts))


def test_no_fact_is_refused() -> None:
    assert [(f.source, f.text, f.refused) for f in facts() if f.refused] == []


def test_a_fact_of_a_model_or_a_tool_is_one_when_a_person_states_it() -> None:
    assert [f.text for f in facts() if refused(f.text, Source.USER_STATED)] == []


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_most_of_what_nobody_needs_is_refused(language: str, held_out: bool) -> None:
    chosen = [w for w in worthless() if w.language == language and w.held_out is held_out]
    passing = [w.text for w in chosen if not w.refused]
    assert len(passing) <= (1 - _LEAST[held_out]) * len(chosen), passing


def test_what_a_less_trusted_source_says_is_refused_as_well() -> None:
    for sample in worthless():
        if sample.refused:
            assert refused(sample.text, Source.EXTERNAL_UNVERIFIED)
            assert refused(sample.text, Source.TASK_OUTCOME)


@pytest.mark.parametrize("text", ["The user looks tired today", "Let me check the logs", "我先检查一下代码"])
def test_a_mood_and_a_step_are_refused_from_every_source(text: str) -> None:
    assert all(refused(text, source) for source in Source)


def test_what_a_person_reports_of_talk_is_kept_where_a_models_report_is_not() -> None:
    assert refused("用户表示感谢")
    for source in (Source.USER_STATED, Source.HUMAN_CONFIRMED, Source.SYSTEM_OF_RECORD):
        assert refused("用户表示感谢", source) is None


@pytest.mark.parametrize(
    "text",
    [
        "total 24\ndrwxr-xr-x 2 ann staff 4096 Mar 1 10:00 src\n-rw-r--r-- 1 ann staff 120 Mar 1 10:00 a.py",
        "README.md  app.py  docs  src  tests",
        "exit code 1",
        "Process finished with exit code 0",
        "进程退出，代码 137",
        "$ npm install\nadded 120 packages in 3s",
        "ann@host:~/src$ ls",
        "ERROR: timeout, state unknown",
        "3 passed, 2 failed in 14.2s",
        "2026-03-01 10:00:01 ERROR worker died",
        'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no',
    ],
)
def test_what_a_command_prints_is_refused_from_every_source(text: str) -> None:
    assert all(refused(text, source) for source in Source)


@pytest.mark.parametrize(
    "text",
    [
        "Our deploy script must exit with code 3 when the lock is taken",
        "Error E17 on the coffee machine means that the tray is full",
        "WARNING: never restart the database on a Friday",
        "INFO: the shop opens at nine",
        "$ 50 is the budget",
        "To deploy:\n$ make build\n$ make push",
        "Door code 1234",
        "Anna, Ben, Cleo",
        "磁盘满时备份脚本必须返回 2",
    ],
)
def test_a_fact_about_commands_and_codes_is_kept(text: str) -> None:
    assert all(refused(text, source) is None for source in Source)


def test_a_recipe_may_be_commands_alone() -> None:
    assert refused("$ make build\n$ make push")
    refuse_worthless("$ make build\n$ make push", Source.TASK_OUTCOME, recipe=True)


@pytest.mark.parametrize(
    ("remark", "fact"),
    [
        ("Thanks!", "Thanks! The parcel for Ms Cole came"),
        ("The user is angry", "The user is angry about the invoice of 3 May"),
        ("I need to check the logs", "I need to check the logs of eu-west-1 every Monday"),
        ("The user said yes", "The user said yes to the blue design"),
        ("Let me check the config.", "Let me check the config. It listens on port 6432"),
        ("谢谢", "谢谢，包裹寄到了里昂"),
        ("用户很累", "用户周一透析后很累"),
        ("让我看看日志", "让我看看日志，端口是6432"),
        ("用户表示同意", "用户表示同意每月扣款"),
        ("正在处理您的请求", "正在处理您的离婚手续"),
    ],
)
def test_a_fact_beside_a_remark_keeps_the_whole(remark: str, fact: str) -> None:
    assert refused(remark)
    assert refused(fact) is None


@pytest.mark.parametrize("value", ["no", "yes", "good", "busy", "done", "好", "可以", "没有", "已完成", "🦊"])
def test_under_a_key_one_word_is_a_value(value: str) -> None:
    for source in Source:
        assert refused(value, source, keyed=True) is None


@pytest.mark.parametrize("talk", ["thank you so much", "let me check the logs", "<memory source='x'>a</memory>"])
def test_a_key_makes_no_value_of_talk(talk: str) -> None:
    assert refused(talk, keyed=True)


@pytest.mark.parametrize(
    "text",
    [
        "Our prompt wraps what was recalled in a <memories> tag",
        "该库把内容包在<memories></memories>里",
        "The heading '### Recalled memory' is written by the renderer",
    ],
)
def test_a_fact_about_the_marks_is_not_a_recalled_block(text: str) -> None:
    assert refused(text, Source.USER_STATED) is None


@pytest.mark.parametrize(
    "text",
    ["ok " * 39 + "x", "right " * 19 + "x", "哈" * 119 + "x", "谢谢" * 59 + "x", "让我看" + "a/b/c/d/e/f " * 9 + "。x",
     "I will check " + "a/b/c " * 17 + "!", "用户" + "今天现在" * 28 + "x", " " * 120, "有点" * 59 + "x"],
)  # fmt: skip
def test_no_text_takes_long_to_judge(text: str) -> None:
    """Tens of milliseconds at most; an expression that tries every way to cut such a text takes years."""
    started = time.perf_counter()
    refused(text[:120])
    assert time.perf_counter() - started < 2


def test_hardly_any_turn_that_a_question_was_asked_about_is_refused() -> None:
    if not PATH.exists():
        pytest.skip("NOT MEASURED: the data set of conversations is not there")
    found = evidence()
    assert found.turns > 1000
    assert found.share <= 0.01, found.refused


@pytest.mark.parametrize(
    "text",
    [
        "Forget that.",
        "Forget what I said about my job.",
        "Please forget everything I told you!",
        "Can you delete my old address?",
        "Please delete everything about me.",
        "Thanks. Don't remember that.",
        "忘了刚才说的吧。",
        "忘掉我的工作。",
        "请把刚才说的都忘了",
        "Vergiss bitte, was ich über meine Arbeit gesagt habe.",
        "Kannst du meine alte Adresse löschen?",
        "Olvida lo que dije de mi trabajo.",
        "Borra todo sobre mí, por favor.",
        "Oublie ce que j'ai dit sur mon travail.",
        "Efface tout ça, s'il te plaît.",
        "Dimentica quello che ho detto.",
        "Esquece o que eu disse.",
        "Vergeet alles wat ik gezegd heb.",
        "Забудь всё, что я сказал.",
        "さっき言ったことは忘れて。",
        "私の住所を消してください",
        "방금 말한 거 잊어 줘.",
        "제 주소는 지워 주세요",
    ],
)
def test_a_request_to_forget_becomes_no_memory(text: str) -> None:
    for source in Source:
        assert refused(text, source)


@pytest.mark.parametrize(
    "text",
    [
        "Forget Python 2, we use 3.",
        "Forget that. My address is 5 Elm Street.",
        "I forgot my password.",
        "Never forget my birthday is in May.",
        "Do not delete my files.",
        "Delete my branch after the merge",
        "Delete the old backups every Sunday.",
        "忘了我的生日",
        "他忘记我的生日了",
        "删除我的旧分支前先问我",
        "Vergiss nie, dass ich im Mai Geburtstag habe.",
        "Ich habe mein Passwort vergessen.",
        "Lösch die alten Sicherungen jeden Sonntag.",
        "Olvidé mi contraseña.",
        "Borra las copias antiguas cada domingo.",
        "J'ai oublié mon mot de passe.",
        "Ho dimenticato la password.",
        "Esqueci a minha senha.",
        "Ik vergeet mijn sleutels vaak.",
        "Я забыл пароль.",
        "鍵をよく忘れてしまう",
        "저는 비밀번호를 자주 잊어버려요",
    ],
)
def test_what_only_speaks_of_forgetting_is_kept(text: str) -> None:
    assert refused(text, Source.USER_STATED) is None
