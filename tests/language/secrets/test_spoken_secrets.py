"""What people say of their passwords, PINs and identity numbers in 21 languages, and what only looks like it.

`spoken_secrets.json` was written before the words of the packs, `spoken_secrets_fresh.json` after them, and measured
once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.language.packs.registry import packs
from shared.language.secrets.secret_scan import scan

FOLDER = Path(__file__).parent
LISTS = ("spoken_secrets.json", "spoken_secrets_fresh.json")
LEAST_FOUND = {"spoken_secrets.json": 0.97, "spoken_secrets_fresh.json": 1.0}


def lines(name: str, label: str) -> Iterator[tuple[str, str]]:
    for language, lists in json.loads((FOLDER / name).read_text(encoding="utf-8")).items():
        yield from ((language, text) for text in lists[label])


def is_refused(text: str) -> bool:
    return any(finding.blocks for finding in scan(text))


@pytest.mark.parametrize("name", LISTS)
def test_secrets_are_refused_in_each_language(name: str) -> None:
    texts = list(lines(name, "secret"))
    found = [language for language, text in texts if is_refused(text)]
    assert len(found) / len(texts) >= LEAST_FOUND[name]
    assert set(found) == {language for language, _ in texts} == {pack.code for pack in packs()}


@pytest.mark.parametrize("name", LISTS)
def test_orders_telephones_prices_and_talk_about_passwords_are_not_refused(name: str) -> None:
    # A Chinese resident id with a right check digit is one, whatever it is called.
    refused = [text for _, text in lines(name, "ordinary") if is_refused(text)]
    assert [text for text in refused if "110105198507097219" not in text] == []


ORDINARY = [
    "The ISBN is 978-3-16-148410-0",
    "Order 840208-1127631 is late",
    "Invoice 511.311.544-44 is unpaid",
    "Build 20231104.3 failed on agent 12",
    "The pin header has 40 pins, and pin 4 is ground",
    "The PIN code of the area is 560001",
    "La clave del proyecto es terminar antes de 2026",
    "Das Passwort läuft in 90 Tagen ab",
    "암호화폐에 1000000원 투자했어요",
    "비밀번호 4자리를 입력하라고 해요",
    "パスワードの長さは16文字",
    "รหัสนักศึกษาของฉันคือ 6410450123",
    "Şifremi 3 kere yanlış girdim",
    "пароль нужно менять каждые 90 дней",
    "Kod rabatowy LATO2024 działa do niedzieli",
    "الرقم 4521 هو رقم الرحلة",
    "मेरा रोल नंबर 452187 है",
]


@pytest.mark.parametrize("text", ORDINARY)
def test_a_number_of_another_thing_is_no_secret(text: str) -> None:
    assert not is_refused(text)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("CPF 123.456.789-09", "br_tax_id", "123.456.789-09"),
        ("anota aí: 450.749.528-83", "br_tax_id", "450.749.528-83"),
        ("meu cpf é 86840102130", "br_tax_id", "86840102130"),
        ("주민등록번호 900101-1234567", "kr_resident_id", "900101-1234567"),
        ("840208-1127631", "kr_resident_id", "840208-1127631"),
        ("comme d'habitude 2 99 09 69 678 656 76", "fr_social_security_id", "2 99 09 69 678 656 76"),
        ("RSSMRA85T10A562S", "it_tax_id", "RSSMRA85T10A562S"),
        ("کد ملی من ۸۳۲۵۰۱۰۲۹۰ است", "ir_identity_id", "۸۳۲۵۰۱۰۲۹۰"),
    ],
)
def test_an_identity_number_is_refused_by_its_name_or_by_its_form_and_check_digits(
    text: str, kind: str, value: str
) -> None:
    found = [finding for finding in scan(text) if finding.blocks]
    assert [(finding.kind, text[finding.start : finding.end]) for finding in found] == [(kind, value)]


@pytest.mark.parametrize("text", ["123.456.789-10", "840208-1127632", "RSSMRA85T10A562X", "2 99 09 69 678 656 77"])
def test_without_its_name_a_number_with_wrong_check_digits_is_none(text: str) -> None:
    assert not is_refused(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("비밀번호는 dalbit8842야", "dalbit8842"),
        ("รหัสผ่านไวไฟบ้านฉันคือ mali5567", "mali5567"),
        ("मेरे एटीएम का पिन 6190 है", "6190"),
        ("мой пароль: Берёза_2207", "Берёза_2207"),
    ],
)
def test_the_value_alone_is_the_finding(text: str, value: str) -> None:
    (found,) = [finding for finding in scan(text) if finding.blocks]
    assert (found.kind, text[found.start : found.end]) == ("password", value)
