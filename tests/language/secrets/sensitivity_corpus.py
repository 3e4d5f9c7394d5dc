"""Texts with something sensitive in them and texts that only look so, made with one seed: the same ones on every run."""
# ruff: noqa: E501 - tables, a row a line

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from shared.language.secrets.findings import Severity
from tests.language.secrets import forms, phrases
from tests.language.secrets.forms import DISGUISES, fill

SEED = 20261129


@dataclass(frozen=True, slots=True)
class Positive:
    """`text[start:end]` is what must be found, as `kind`."""

    text: str
    kind: str
    severity: Severity
    start: int
    end: int
    disguise: str = "plain"


@dataclass(frozen=True, slots=True)
class Negative:
    text: str
    group: str


@dataclass(frozen=True, slots=True)
class Corpus:
    positives: tuple[Positive, ...] = field(repr=False)
    negatives: tuple[Negative, ...] = field(repr=False)


_FRAMES = (
    "{}",
    "use {} for the build",
    "Please keep this: {}.",
    "凭证是{}请保管",
    "新的值为{}，已生效",
    'export VALUE="{}"',
    '{{"value": "{}"}}',
    "- {}\n- next item",
    "({})",
    "`{}`",
    "value={}&next=1",
    "密钥：{}。",
)


def corpus() -> Corpus:
    draw = random.Random(SEED)
    return Corpus(tuple(_positives(draw)), tuple(_negatives(draw)))


def _framed(value: str, frame: str, kind: str, severity: Severity, disguise: str = "plain") -> Positive:
    before, after = frame.replace("{{", "\0").replace("}}", "\1").split("{}")
    before, after = (part.replace("\0", "{").replace("\1", "}") for part in (before, after))
    return Positive(before + value + after, kind, severity, len(before), len(before) + len(value), disguise)


def _positives(draw: random.Random) -> Iterator[Positive]:
    yield from _vendors(draw)
    yield from _numbers(draw)
    for kind, severity, frame, values in phrases.SAID:
        for value in values:
            yield _framed(fill(value, draw), frame, kind, severity)
    for _ in range(8):
        yield _framed(forms.jwt(draw), draw.choice(_FRAMES), "jwt", Severity.BLOCK)
        yield _framed(forms.pem(draw), draw.choice(_FRAMES[:5]), "private_key", Severity.BLOCK)
    yield _framed(forms.jwt(draw).replace(".", ".\n", 1), "token {}", "jwt", Severity.BLOCK, "broken")


def _vendors(draw: random.Random) -> Iterator[Positive]:
    for kind, form in forms.VENDOR_FORMS:
        for frame in draw.sample(_FRAMES, 3):
            yield _framed(fill(form, draw), frame, kind, Severity.BLOCK)
    for name, disguise in DISGUISES.items():
        for kind, form in draw.sample(forms.VENDOR_FORMS, 30):
            if "://" not in form and ";" not in form and " " not in form:
                yield _framed(disguise(fill(form, draw), draw), draw.choice(_FRAMES[:5]), kind, Severity.BLOCK, name)
    for kind, form in (
        ("github_token", "ghp_<w36>"),
        ("openai_api_key", "sk-<w48>"),
        ("gitlab_token", "glpat-<w20>"),
        ("npm_token", "npm_<w36>"),
    ):
        yield _framed(forms.broken_over_lines(fill(form, draw)), "token {} end", kind, Severity.BLOCK, "broken")


def _numbers(draw: random.Random) -> Iterator[Positive]:
    for frame in ("card {} exp 09/29", "卡号{}已绑定", "{}", "pay with {}, please", "信用卡 {} 扣款"):
        for separator in ("", " ", "-"):
            for _ in range(2):
                number = forms.card(draw)
                value = forms.grouped(number, separator) if separator else number
                yield _framed(value, frame, "payment_card", Severity.BLOCK)
    for name in ("full-width", "zero-width"):
        for _ in range(6):
            yield _framed(DISGUISES[name](forms.card(draw), draw), "card {} ok", "payment_card", Severity.BLOCK, name)
            yield _framed(
                DISGUISES[name](forms.resident_id(draw), draw), "证件{}登记", "cn_resident_id", Severity.BLOCK, name
            )
    for frame in ("身份证号{}已登记", "ID {} on file", "{}", "证件号码：{}。", "his resident id is {}", "持证人{}先生"):
        for _ in range(4):
            yield _framed(forms.resident_id(draw), frame, "cn_resident_id", Severity.BLOCK)
        value = forms.resident_id(draw)
        yield _framed(f"{value[:6]} {value[6:14]} {value[14:]}", frame, "cn_resident_id", Severity.BLOCK, "spaced")
    for frame in ("IBAN {}", "账户{}收款", "transfer to {} today", "{}"):
        for _ in range(3):
            yield _framed(forms.iban(draw), frame, "iban", Severity.BLOCK)
            yield _framed(forms.spaced(forms.iban(draw)), frame, "iban", Severity.BLOCK, "spaced")
    for _ in range(4):
        yield _framed(forms.full_width(forms.iban(draw)), "IBAN {}", "iban", Severity.BLOCK, "full-width")


_NUMBERED = (
    ("commit", "commit <h40>"), ("commit", "fixed in <h7> and <h40>"), ("commit", "提交<h40>已合并"),
    ("hash", "sha256:<h64>"), ("hash", "integrity sha512-<b86>=="), ("hash", "etag <h32>"), ("hash", "md5 <h32>"),
    ("hash", "image digest sha256:<h64>"), ("uuid", "request <h8>-<h4>-4<h3>-a<h3>-<h12> failed"), ("uuid", "任务<h8>-<h4>-4<h3>-9<h3>-<h12>完成"),
    ("uuid", "trace id <h32>"), ("order", "order ORD-<d8> shipped"), ("order", "订单号20<d12>已发货"), ("order", "invoice 2024-<d6>"),
    ("order", "tracking 1Z<u16>"), ("order", "parcel <u2><d9>CN"), ("version", "version 1.<d2>.<d2>-rc.<d1> is out"),
    ("version", "升级到 v3.<d1>.<d2> 之后"), ("version", "build <d5>.<d3>"), ("colour", "the brand colour is #<h6>"),
    ("colour", "background: #<h6>; color: #<h3>"), ("address", "host 10.<d2>.<d2>.<d2> answers"), ("address", "MAC 0<h1>:<h2>:<h2>:<h2>:<h2>:<h2>"),
    ("address", "IPv6 2001:db8:<h4>:<h4>::<h4>"), ("image", "data:image/png;base64,iVBORw0KGgo<b120>="), ("image", "![logo](data:image/gif;base64,R0lGOD<b90>)"),
    ("slug", "sk-learn-pipeline-<l8>-<l10>"), ("slug", "see /docs/sk-<l6>-<l9>-guide"), ("slug", "bucket my-team-<n8>-artifacts-<d4>"),
    ("slug", "pod api-7d<h8>-x<n4> restarted"), ("time", "at 17<d8> epoch seconds"), ("time", "timestamp 17<d11>"), ("time", "2024-0<d1>-1<d1>T10:2<d1>:3<d1>Z"),
    ("measure", "the constant is 3.14159<d12>"), ("measure", "coordinates 39.9<d6>, 116.4<d6>"), ("measure", "ratio 0.4111<d12>"),
    ("id", "ISBN 978-7-<d4>-<d4>-<d1>"), ("id", "EAN 690<d10>"), ("id", "employee E<d6>"), ("id", "part number <u4>-<d4>-<u2>"),
    ("id", "account arn:aws:iam::<d12>:role/deploy"), ("id", "plate 京A<u5>"), ("id", "flight CA<d4> seat 12A"), ("id", "cursor <w20>"),
    ("id", "ticket INC<d7> closed"), ("id", "the id is <w22>"), ("id", "AKIA is the prefix, followed by 16 characters"),
)  # fmt: skip


def _negatives(draw: random.Random) -> Iterator[Negative]:
    for group, form in _NUMBERED:
        for _ in range(4):
            yield Negative(fill(form, draw), group)
    for frame in ("order {} shipped", "订单{}已发货", "reference {}", "{}"):
        for separator in ("", " ", "-"):
            for _ in range(2):
                number = forms.card(draw, valid=False)
                yield Negative(frame.format(forms.grouped(number, separator) if separator else number), "card-like")
    for frame in ("ticket {} is closed", "流水号{}", "serial {} ok"):
        for _ in range(8):
            yield Negative(frame.format(forms.resident_id(draw, valid=False)), "resident-id-like")
    for _ in range(16):
        number = forms.iban(draw, valid=False)
        yield Negative(f"code {number}", "iban-like")
        yield Negative(f"ref {forms.spaced(number)}", "iban-like")
    for _ in range(20):
        yield Negative(
            f"meeting on 20{draw.randrange(10, 40)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02} at 10:30",
            "date",
        )
        yield Negative(f"from {draw.randrange(1, 29):02}.{draw.randrange(1, 13):02}.2025 to 31.12.2025", "date")
    for group, texts in phrases.HARMLESS.items():
        for text in texts:
            yield Negative(text, group)
