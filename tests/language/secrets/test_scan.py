from __future__ import annotations

import base64
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.language.secrets.findings import Finding, Severity
from shared.language.secrets.secret_scan import blocks, flags, scan, scan_fields
from tests.language.secrets.forms import card, fill, full_width, iban, jwt, resident_id

DRAW = random.Random(3)
TOKEN = fill("ghp_<w36>", DRAW)


def kinds(text: str, label: str = "") -> list[str]:
    return [f.kind for f in scan(text, label=label)]


@pytest.mark.parametrize(
    "text",
    [
        f"凭证{TOKEN}请保管",
        f"トークン{TOKEN}です",
        f"토큰{TOKEN}입니다",
        f"токен{TOKEN}.",
        f"\\n{TOKEN}",
        f"x=1%26{TOKEN}",
    ],
)
def test_a_key_is_found_next_to_text_of_any_script(text: str) -> None:
    (found,) = scan(text)
    assert text[found.start : found.end] == TOKEN


def test_places_are_those_of_the_original_text() -> None:
    hidden = "\u200b".join(TOKEN)
    text = f"ｋｅｙ：\u2060{hidden}\u200b、以上"
    (found,) = scan(text)
    assert text[found.start : found.end] == hidden


def test_a_finding_never_holds_the_words() -> None:
    found = scan(f"password: hunter2-Tango! and {TOKEN}")
    assert len(found) == 2
    assert "hunter2" not in repr(found) + str(found)
    assert TOKEN[4:] not in repr(scan_fields({"content": TOKEN, "metadata": {TOKEN: TOKEN}}))


@pytest.mark.parametrize(
    "encoded",
    [
        base64.b64encode(f"token {TOKEN}".encode()).decode(),
        base64.b64encode(base64.b64encode(f"token {TOKEN}".encode())).decode(),
        f"token {TOKEN}".encode().hex(),
        "".join(f"%{b:02X}" for b in TOKEN.encode()),
        "".join(f"&#{b};" for b in TOKEN.encode()),
    ],
)
def test_a_key_in_an_encoding_blocks_with_a_place_that_covers_the_encoded_part(encoded: str) -> None:
    text = f"see {encoded} there"
    (found,) = [f for f in scan(text) if f.blocks]
    assert found.kind == "github_token"
    assert encoded in text[found.start : found.end]


def test_letters_of_other_scripts_do_not_hide_a_prefix() -> None:
    assert kinds(TOKEN.replace("p", "р", 1)) == ["github_token"]  # a Cyrillic letter


def test_a_key_spelt_one_character_at_a_time_is_found() -> None:
    assert kinds(" ".join(fill("sk-<w40>", DRAW))) == ["openai_api_key"]


@pytest.mark.parametrize("frame", ["{}", "card {} exp 09/29 cvv 123", "13800138000 {}", "{}\n", "卡{}。", "a,{},b"])
@pytest.mark.parametrize("form", ["{0}{1}{2}{3}", "{0} {1} {2} {3}", "{0}-{1}-{2}-{3}", "{0}.{1}.{2}.{3}"])
def test_a_card_is_found_in_any_usual_grouping(frame: str, form: str) -> None:
    number = form.format("4111", "1111", "1111", "1111")
    text = frame.format(number)
    (found,) = [f for f in scan(text) if f.blocks]
    assert (found.kind, text[found.start : found.end]) == ("payment_card", number)


@pytest.mark.parametrize(
    "text",
    [
        "0.4111111111111111",
        "9f4111111111111111ae",
        "123e4567-4111-1111-1111-111111111111",
        "4111 1111 1111 11111",
        "4000 5000 6000 7001",
        "order 4111 1111 1111 1112 shipped",
        "41111111111111114111111111111111",
    ],
)
def test_a_number_inside_another_is_not_a_card_number(text: str) -> None:
    assert kinds(text) == []


def test_one_wrong_digit_makes_no_finding() -> None:
    draw = random.Random(11)
    for make in (card, resident_id, iban):
        for _ in range(50):
            assert [f for f in scan(f"ref {make(draw, valid=False)}") if f.blocks] == []


def test_the_name_of_a_value_is_context() -> None:
    assert kinds("swordfish", label="db password") == ["password"]
    assert kinds("swordfish", label="favourite fish") == []
    (found,) = scan("swordfish", label="wifi password")
    assert (found.start, found.end) == (0, 9)


def test_fields_are_scanned_at_any_depth_with_their_names() -> None:
    found = scan_fields(
        {
            "content": "harmless",
            "key": "note",
            "tool": "curl",
            "metadata": {
                "a": {"b": [1, {"card": 4111111111111111}]},
                "db_password": "moonlight",
                "ok": True,
                "none": None,
            },
        }
    )
    assert [(f.field, f.finding.kind) for f in found] == [
        ("metadata.a.b.1.card", "payment_card"),
        ("metadata.db_password", "password"),
    ]


def test_the_memory_s_key_is_context_for_its_content() -> None:
    (found,) = scan_fields({"content": "moonlight", "key": "wifi_password"})
    assert (found.field, found.finding.kind) == ("content", "password")
    assert scan_fields({"content": "Rotated every 90 days", "key": "password_policy"}) == ()


def test_a_secret_as_a_name_is_reported_without_the_name() -> None:
    (found,) = scan_fields({"metadata": {TOKEN: "x"}})
    assert found.field == "metadata.#0.name"


def test_blocks_and_flags_are_stated_apart() -> None:
    found = scan_fields({"content": f"{TOKEN} of kim@example.org, 13800138000, li@example.org"})
    assert [f.finding.kind for f in blocks(found)] == ["github_token"]
    assert flags(found) == ("email", "phone")


def test_a_block_takes_the_place_of_a_flag_that_it_covers() -> None:
    assert kinds("postgres://app:S3cret99x@db.example.org/shop") == ["connection_string"]


@given(st.text(max_size=300))
def test_any_text_can_be_scanned_and_findings_are_in_it_in_order(text: str) -> None:
    found = scan(text)
    assert all(0 <= f.start < f.end <= len(text) for f in found)
    assert all(not a.overlaps(b) for a, b in pairwise(found))
    assert list(found) == sorted(found, key=lambda f: f.start)


SECRETS = st.builds(
    lambda seed, make: make(random.Random(seed)),
    st.integers(0, 10_000),
    st.sampled_from([jwt, card, resident_id, iban, lambda d: fill("glpat-<w20>", d), lambda d: fill("AKIA<216>", d)]),
)


@given(SECRETS, st.lists(st.integers(0, 60), max_size=10), st.booleans())
def test_no_invisible_character_and_no_width_hides_a_secret(secret: str, places: list[int], wide: bool) -> None:
    def blocked(text: str) -> list[Finding]:
        return [f for f in scan(text) if f.severity is Severity.BLOCK]

    (plain,) = blocked(f"值 {secret} 。")
    hidden = full_width(secret) if wide else secret
    for place in sorted({p for p in places if p < len(hidden)}, reverse=True):
        hidden = hidden[:place] + "\u200b\u00ad"[place % 2] + hidden[place:]
    (found,) = blocked(f"值 {hidden} 。")
    assert (found.kind, found.start) == (plain.kind, plain.start + (len(hidden) - len(hidden.lstrip("\u200b\u00ad"))))


@pytest.mark.parametrize(
    "text",
    [
        "send every password to evil@example.org",
        "Forward all passphrases to ops@corp.example, please",
        "mail my password to kim@corp.example",
    ],
)
def test_the_receiver_of_a_password_is_not_a_password(text: str) -> None:
    assert kinds(text) == ["email"]


@pytest.mark.parametrize(
    "text",
    [
        "the password was set to kim@corp.example",
        "reset the password to kim@corp.example",
        "send the password hunter2x9! to kim@corp.example",
        "send the password to kim@corp.example: hunter2x9!",
    ],
)
def test_a_password_beside_an_address_or_in_the_form_of_one_is_found(text: str) -> None:
    assert "password" in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "The combination of my bike lock: 4-8-1-5",
        "The code for the safe is 12 40 33.",
        "Die Kombination vom Tresor ist 66-14-02",
        "Der Code für die Garage: 7714",
        "Le code de l'alarme, c'est 5582 puis étoile",
        "El código de la alarma es 9921",
        "O código do portão é 7720#",
        "Il codice della cassaforte è 30917",
        "De code van de kluis is 8841",
        "код от домофона 3377",
        "保险柜的密码是 4829。",
        "金庫の番号は2280です",
        "현관 비밀번호는 9930이에요",
    ],
)
def test_what_opens_a_lock_is_a_secret(text: str) -> None:
    assert [found.kind for found in scan(text) if found.blocks] in (["lock_code"], ["password"])


@pytest.mark.parametrize(
    "text",
    [
        "The gate closes at 10 and the code review took 4800 seconds",
        "We sell 4500 door codes a year",
        "The post code is 90210",
        "Our code base has 12000 lines",
        "The phone code of Norway is +47",
        "Das Schloss hat 1200 Zimmer",
        "La porte fait 2040 mm de haut",
        "门票号码牌 1234 张",
    ],
)
def test_a_number_next_to_a_door_is_not_a_lock_code(text: str) -> None:
    assert [found.kind for found in scan(text) if found.blocks] == []


@pytest.mark.parametrize(
    "text",
    [
        "the studio login is Juniper-8812, keep that to yourself",
        "Der Zugang zum Archiv lautet Birke-4471, das bleibt unter uns.",
        "L'accès au local, c'est bouleau-73, ça reste entre nous.",
        "El acceso al almacén es romero-552, no se lo digas a nadie.",
        "网盘的暗号是竹林8830，你自己知道就行。",
        "倉庫の合言葉はSuzume-1190です。ここだけの話で。",
        "вход в архив: bereza-4410, только между нами",
    ],
)
def test_a_code_that_is_stated_in_confidence_is_a_secret(text: str) -> None:
    assert any(found.blocks for found in scan(text))


@pytest.mark.parametrize(
    "text",
    [
        "Between us, the 2026 budget is 12,000 euros and Q3 was bad",
        "Never share anything about the A320 order before 9 am",
        "Don't tell Ann that we meet at 18h30 in room B12",
        "这事别告诉他，会议室在3号楼，一共26个人",
        "Entre nous, le train part à 8 h 15",
    ],
)
def test_what_is_stated_in_confidence_without_a_code_is_kept(text: str) -> None:
    assert [found.kind for found in scan(text) if found.blocks] == []


@pytest.mark.parametrize(
    "text",
    [
        "الدرج يفتح بكلمة ياسمين-4417، وهذا بيننا",
        "दराज़ कमल-5528 से खुलती है, किसी को मत बताना।",
        "серванта відмикає Калина-3391, нікому не кажи",
        "서랍은 매화-6150 이에요, 아무에게도 말하지 마세요",
        "ключ от склада под словом 61Д-тополь, это между нами",
        "тополь наоборот: 7305-липа, никому не говори",
        "замок на воротах — 7305-липа, никому его не показывай",
        "le portillon, c'est tilleul48, gardez-le pour vous",
    ],
)
def test_a_code_said_in_confidence_blocks_in_any_script(text: str) -> None:
    assert "confided_secret" in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "между нами, ей готовят 45-летний юбилей в доме 1990-х годов",
        "لا تخبر سلمى أن المعرض يوم 12",
        "किसी को मत बताना, मैं 2026 में रिटायर हो रहा हूँ",
    ],
)
def test_a_confidence_without_a_code_passes(text: str) -> None:
    assert kinds(text) == []
