"""Made-up values in the forms of real ones. Nothing here was ever issued: a seeded generator draws every character."""
# ruff: noqa: E501 - tables, a row a line

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable

_CLASSES = {
    "w": string.ascii_letters + string.digits,
    "h": "0123456789abcdef",
    "u": string.ascii_uppercase + string.digits,
    "2": string.ascii_uppercase + "234567",
    "d": string.digits,
    "l": string.ascii_lowercase,
    "n": string.ascii_lowercase + string.digits,
    "s": string.ascii_letters + string.digits + "_-",
    "b": string.ascii_letters + string.digits + "+/",
}

# A template's `<w36>` is 36 characters of the class `w`. Prefixes are put together so that no scanner of this
# repository takes the templates themselves for secrets.
VENDOR_FORMS: tuple[tuple[str, str], ...] = (
    ("aws_access_key", "AKIA<216>"),
    ("aws_access_key", "ASIA<216>"),
    ("bedrock_api_key", "ABSK<b110>"),
    ("google_api_key", "AIza<s35>"),
    ("google_oauth_token", "ya29.<s60>"),
    ("google_client_secret_key", "GOCSPX-<s28>"),
    ("azure_client_secret_key", "<w3>8Q~<s34>"),
    ("azure_access_key", "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=<b86>=="),
    ("azure_sas_token", "https://shop.blob.core.windows.net/c?sv=2024-01-01&sp=r&sig=<w43>%3D"),
    ("alibaba_access_key", "LTAI5t<w18>"),
    ("tencent_access_key", "AKID<w32>"),
    ("volcengine_access_key", "AKLT<w43>"),
    ("digitalocean_token", "dop_v1_<h64>"),
    ("cloudflare_api_token", "v1.0-<h24>-<h146>"),
    ("heroku_api_key", "HRKU-<s58>"),
    ("fly_token", "fo1_<w43>"),
    ("planetscale_token", "pscale_tkn_<s43>"),
    ("supabase_token", "sbp_<h40>"),
    ("github_token", "ghp_<w36>"),
    ("github_token", "gho_<w36>"),
    ("github_token", "ghs_<w36>"),
    ("github_token", "github_pat_<w22>_<w59>"),
    ("gitlab_token", "glpat-<s20>"),
    ("gitlab_token", "glrt-<s20>"),
    ("bitbucket_token", "ATBB<w32>"),
    ("atlassian_token", "ATATT3<s180>"),
    ("npm_token", "npm_<w36>"),
    ("pypi_token", "pypi-AgEIcHlwaS5vcmc<s120>"),
    ("rubygems_api_key", "rubygems_<h48>"),
    ("cargo_token", "cio<w32>"),
    ("docker_token", "dckr_pat_<s27>"),
    ("nuget_api_key", "oy2<n43>"),
    ("artifactory_api_key", "AKCp<w69>"),
    ("sonar_token", "sqp_<h40>"),
    ("buildkite_token", "bkua_<h40>"),
    ("circleci_token", "CCIPAT_<w22>_<h40>"),
    ("anthropic_api_key", "sk-ant-api03-<s93>AA"),
    ("openrouter_api_key", "sk-or-v1-<h64>"),
    ("openai_api_key", "sk-<w48>"),
    ("openai_api_key", "sk-proj-<s120>"),
    ("openai_api_key", "sk-svcacct-<s80>"),
    ("openai_api_key", "sk-<h32>"),
    ("huggingface_token", "hf_<w34>"),
    ("groq_api_key", "gsk_<w52>"),
    ("xai_api_key", "xai-<w80>"),
    ("perplexity_api_key", "pplx-<w48>"),
    ("replicate_token", "r8_<w37>"),
    ("pinecone_api_key", "pcsk_<w5>_<w60>"),
    ("langsmith_api_key", "lsv2_pt_<h32>_<h10>"),
    ("tavily_api_key", "tvly-dev-<w32>"),
    ("slack_token", "xoxb-<d12>-<d12>-<w24>"),
    ("slack_token", "xoxp-<d12>-<d12>-<d12>-<h32>"),
    ("slack_token", "xapp-1-A<u10>-<d13>-<h64>"),
    ("slack_webhook_token", "https://hooks.slack.com/services/T<u8>/B<u10>/<w24>"),
    ("discord_webhook_token", "https://discord.com/api/webhooks/<d18>/<s68>"),
    ("discord_bot_token", "MTA<w21>.<w6>.<s38>"),
    ("telegram_bot_token", "<d10>:AA<s33>"),
    ("feishu_webhook_token", "https://open.feishu.cn/open-apis/bot/v2/hook/<h8>-<h4>-<h4>-<h4>-<h12>"),
    ("dingtalk_webhook_token", "https://oapi.dingtalk.com/robot/send?access_token=<h64>"),
    ("wecom_webhook_key", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=<h8>-<h4>-<h4>-<h4>-<h12>"),
    ("twilio_api_key", "SK<h32>"),
    ("sendgrid_api_key", "SG.<s22>.<s43>"),
    ("mailgun_api_key", "key-<h32>"),
    ("mailchimp_api_key", "<h32>-us12"),
    ("brevo_api_key", "xkeysib-<h64>-<w16>"),
    ("resend_api_key", "re_<w8>_<w24>"),
    ("stripe_api_key", "sk_live_<w24>"),
    ("stripe_api_key", "rk_test_<w24>"),
    ("stripe_webhook_token", "whsec_<w32>"),
    ("square_access_token", "sq0atp-<s22>"),
    ("razorpay_api_key", "rzp_live_<w14>"),
    ("shopify_token", "shpat_<h32>"),
    ("easypost_api_key", "EZAK<w54>"),
    ("facebook_access_token", "EAAM<w120>"),
    ("notion_token", "ntn_<w46>"),
    ("notion_token", "secret_<w43>"),
    ("linear_api_key", "lin_api_<w40>"),
    ("airtable_token", "pat<w14>.<h64>"),
    ("figma_token", "figd_<s40>"),
    ("postman_api_key", "PMAK-<h24>-<h34>"),
    ("databricks_token", "dapi<h32>"),
    ("vault_token", "hvs.<s90>"),
    ("terraform_token", "<w14>.atlasv1.<s64>"),
    ("pulumi_token", "pul-<h40>"),
    ("doppler_token", "dp.pt.<w43>"),
    ("grafana_token", "glsa_<w32>_<h8>"),
    ("newrelic_api_key", "NRAK-<u27>"),
    ("sentry_token", "sntrys_<w80>"),
    ("dynatrace_token", "dt0c01.<u24>.<u64>"),
    ("okta_token", "Authorization: SSWS 00<s40>"),
    ("launchdarkly_access_key", "api-<h8>-<h4>-4<h3>-<h4>-<h12>"),
    ("age_secret_key", "AGE-SECRET-KEY-1<u58>"),
)  # fmt: skip


def fill(template: str, draw: random.Random) -> str:
    made, at = [], 0
    while at < len(template):
        if template[at] == "<" and template[at + 1] in _CLASSES:
            end = template.index(">", at)
            characters = _CLASSES[template[at + 1]]
            made.append("".join(draw.choice(characters) for _ in range(int(template[at + 2 : end]))))
            at = end + 1
        else:
            made.append(template[at])
            at += 1
    value = "".join(made)
    # A last character that is no word character would make a draw end where the token does not.
    return value[:-1] + "7" if value[-1] in "_-" else value


def _url_safe(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def jwt(draw: random.Random) -> str:
    header = json.dumps({"alg": draw.choice(["HS256", "RS256", "ES256"]), "typ": "JWT"})
    claims = json.dumps({"sub": fill("<n8>", draw), "iat": draw.randrange(1_600_000_000, 1_900_000_000)})
    return f"{_url_safe(header.encode())}.{_url_safe(claims.encode())}.{fill('<s43>', draw)}"


def pem(draw: random.Random) -> str:
    label = draw.choice(
        ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY"]
    )
    lines = "\n".join(fill("<b64>", draw) for _ in range(draw.randrange(1, 6)))
    return f"-----BEGIN {label}-----\n{lines}\n-----END {label}-----"


def luhn_digit(body: str) -> str:
    total = sum(sum(divmod(int(d) * 2, 10)) if i % 2 == 0 else int(d) for i, d in enumerate(reversed(body)))
    return str(-total % 10)


def card(draw: random.Random, *, valid: bool = True) -> str:
    prefix, length = draw.choice([("4", 16), ("51", 16), ("55", 16), ("2223", 16), ("37", 15), ("6011", 16), ("62", 16), ("62", 19), ("3530", 16), ("36", 14)])  # fmt: skip
    body = prefix + "".join(draw.choice(string.digits) for _ in range(length - 1 - len(prefix)))
    check = luhn_digit(body)
    return body + (check if valid else str((int(check) + draw.randrange(1, 10)) % 10))


def grouped(number: str, separator: str) -> str:
    sizes = {15: (4, 6, 5), 14: (4, 6, 4)}.get(len(number), (4, 4, 4, 4, 3))
    groups, at = [], 0
    for size in sizes:
        groups.append(number[at : at + size])
        at += size
    return separator.join(g for g in groups if g)


_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def resident_id(draw: random.Random, *, valid: bool = True) -> str:
    place = draw.choice(["110105", "310115", "440304", "330106", "510107", "420111", "320102", "610113"])
    born = f"{draw.randrange(1950, 2015)}{draw.randrange(1, 13):02}{draw.randrange(1, 29):02}"
    body = f"{place}{born}{draw.randrange(1000):03}"
    check = sum(int(d) * w for d, w in zip(body, _WEIGHTS, strict=True)) % 11
    return body + "10X98765432"[check if valid else (check + draw.randrange(1, 11)) % 11]


_ACCOUNTS = (("DE", "<d18>"), ("FR", "<d10><u11><d2>"), ("GB", "WEST<d14>"), ("NL", "ABNA<d10>"), ("ES", "<d20>"), ("CH", "<d5><u12>"), ("PL", "<d24>"), ("SE", "<d20>"))  # fmt: skip


def iban(draw: random.Random, *, valid: bool = True) -> str:
    country, form = draw.choice(_ACCOUNTS)
    account = fill(form, draw)
    number = int("".join(str(int(c, 36)) for c in account + country + "00"))
    check = 98 - number % 97
    if not valid:
        check = (check + draw.randrange(1, 90)) % 97 + 1
        if check == 98 - number % 97:
            check += 1
    return f"{country}{check:02}{account}"


def spaced(text: str, every: int = 4) -> str:
    return " ".join(text[i : i + every] for i in range(0, len(text), every))


def full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def with_zero_width(text: str, draw: random.Random) -> str:
    hidden = ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad"]
    return "".join(c + (draw.choice(hidden) if draw.random() < 0.3 else "") for c in text)


def broken_over_lines(text: str) -> str:
    half = len(text) // 2
    return f"{text[:half]}\n{text[half:]}"


Disguise = Callable[[str, random.Random], str]
DISGUISES: dict[str, Disguise] = {
    "plain": lambda text, draw: text,
    "full-width": lambda text, draw: full_width(text),
    "zero-width": with_zero_width,
}
