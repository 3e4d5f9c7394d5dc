"""Keys and tokens that say themselves whose they are. Prefixes and lengths as their issuers print them; where an issuer
has changed a length before, any length from the shortest on is taken."""

from __future__ import annotations

import re
from collections.abc import Callable

from shared.language.secrets.detector import END, START, Pattern, is_placeholder
from shared.language.secrets.findings import Severity
from shared.language.text.patterns import Regex

_WORD = "A-Za-z0-9"
_URL_SAFE = r"A-Za-z0-9_\-"
_BASE64 = "A-Za-z0-9+/"
_HEX = "0-9a-fA-F"

_RUN = re.compile(r"[A-Za-z0-9]+")


def _real(match: re.Match[str]) -> bool:
    return not is_placeholder(match[0])


def _unlike_a_slug(match: re.Match[str]) -> bool:
    """`sk-learn-pipeline-2024` has the form of a key but is made of words; a key has a long run of mixed characters."""
    return _real(match) and any(
        len(run) >= 32 or (len(run) >= 16 and not run.isalpha() and not run.isdigit()) for run in _RUN.findall(match[0])
    )


def _token(
    kind: str,
    prefix: str,
    body: str,
    *anchors: str,
    accepts: Callable[[re.Match[str]], bool] = _real,
    flags: re.RegexFlag = re.ASCII,
) -> Pattern:
    return Pattern(kind, Severity.BLOCK, anchors, Regex(f"{START}{prefix}{body}{END}", flags), accepts)


def _any(characters: str, least: int) -> str:
    return f"[{characters}]{{{least},}}+"


def _exactly(characters: str, length: int) -> str:
    return f"[{characters}]{{{length}}}(?![{characters}])"


VENDORS: tuple[Pattern, ...] = (
    # Clouds
    _token("aws_access_key", "(?:AKIA|ASIA|ABIA|ACCA)", "[A-Z2-7]{16}", "AKIA", "ASIA", "ABIA", "ACCA"),
    _token("bedrock_api_key", "(?:ABSK|bedrock-api-key-)", _any(_BASE64 + "=", 40), "ABSK", "bedrock-api-key-"),
    _token("google_api_key", "AIza", _any(_URL_SAFE, 35), "AIza"),
    _token("google_oauth_token", r"ya29\.", _any(_URL_SAFE + ".", 20), "ya29."),
    _token("google_client_secret_key", "GOCSPX-", _any(_URL_SAFE, 24), "GOCSPX-"),
    _token("azure_client_secret_key", f"[{_WORD}]{{3}}[0-9]Q~", _any(_URL_SAFE + ".~", 31), "Q~"),
    _token(
        "azure_access_key", "(?:Account|SharedAccess|Access)Key ?= ?", f"[{_BASE64}]{{40,}}+={{0,2}}", "AccessKey",
        "AccountKey",
    ),
    _token("alibaba_access_key", "LTAI", _any(_WORD, 12), "LTAI"),
    _token("tencent_access_key", "AKID", _any(_WORD, 32), "AKID"),
    _token("volcengine_access_key", "AK(?:LT|TP)", _any(_WORD, 32), "AKLT", "AKTP"),
    _token("digitalocean_token", "do[opr]_v1_", _any("a-f0-9", 64), "_v1_"),
    _token(
        "cloudflare_api_token", r"(?:v1\.0-[a-f0-9]{24}-|cf(?:ut|at|k)_)", _any(_WORD, 40), "v1.0-", "cfut_", "cfat_",
        "cfk_",
    ),
    _token("heroku_api_key", "HRKU-", _any(_URL_SAFE, 36), "HRKU-"),
    _token("fly_token", r"(?:fo1_|fm[12][ar]?_|FlyV1 fm[12]_)", _any(_BASE64 + "_=,-", 32), "fo1_", "fm1", "fm2"),
    _token("planetscale_token", "pscale_(?:tkn|pw|oauth)_", _any(_URL_SAFE + ".=", 32), "pscale_"),
    _token("supabase_token", "sb[ps]_", _any(_WORD, 40), "sbp_", "sbs_"),
    _token("supabase_secret_key", "sb_secret_", _any(_URL_SAFE, 20), "sb_secret_"),
    # Code hosts and registries
    _token("github_token", "gh[opusr]_", _any(_WORD, 30), "gho_", "ghp_", "ghu_", "ghs_", "ghr_"),
    _token("github_token", "github_pat_", _any(_WORD + "_", 30), "github_pat_"),
    _token(
        "gitlab_token", "gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|imt|agent|oas|ffct)-", _any(_URL_SAFE + ".", 20),
        "glpat-", "gldt-", "glrt", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-", "gloas-", "glffct-",
    ),
    _token("bitbucket_token", "ATBB", _any(_WORD, 28), "ATBB"),
    _token("atlassian_token", "AT(?:ATT3|CTT3)", _any(_URL_SAFE + "=", 40), "ATATT3", "ATCTT3"),
    _token("npm_token", "npm_", _any(_WORD, 36), "npm_"),
    _token("pypi_token", "pypi-", _any(_URL_SAFE, 50), "pypi-"),
    _token("rubygems_api_key", "rubygems_", _any("a-f0-9", 48), "rubygems_"),
    _token("cargo_token", "cio", _exactly(_WORD, 32), "cio"),
    _token("docker_token", "dckr_(?:pat|oat)_", _any(_URL_SAFE, 27), "dckr_"),
    _token("nuget_api_key", "oy2", _exactly("a-z0-9", 43), "oy2"),
    _token("artifactory_api_key", "AKCp", _any(_WORD, 64), "AKCp"),
    _token("sonar_token", "sq[pua]_", _exactly("a-f0-9", 40), "sqp_", "squ_", "sqa_"),
    _token("buildkite_token", "bk(?:ua|aj|at)_", _any("a-f0-9", 40), "bkua_", "bkaj_", "bkat_"),
    _token("circleci_token", "CCIPAT_", _any(_URL_SAFE, 40), "CCIPAT_"),
    # Models
    _token("anthropic_api_key", r"sk-ant-", _any(_URL_SAFE, 20), "sk-ant-"),
    _token("openrouter_api_key", "sk-or-(?:v[0-9]-)?", _any(_WORD, 32), "sk-or-"),
    _token(
        "openai_api_key", "sk-(?:proj|svcacct|admin|None)-", _any(_URL_SAFE, 20), "sk-proj", "sk-svc", "sk-admin",
        "sk-None",
    ),
    _token("openai_api_key", "sk-", _any(_URL_SAFE, 20), "sk-", accepts=_unlike_a_slug),
    _token("huggingface_token", "(?:hf|api_org)_", _any(_WORD, 30), "hf_", "api_org_"),
    _token("groq_api_key", "gsk_", _any(_WORD, 40), "gsk_"),
    _token("xai_api_key", "xai-", _any(_WORD, 60), "xai-"),
    _token("perplexity_api_key", "pplx-", _any(_WORD, 40), "pplx-"),
    _token("replicate_token", "r8_", _any(_WORD, 37), "r8_"),
    _token("pinecone_api_key", "pcsk_", _any(_WORD + "_", 40), "pcsk_"),
    _token("langsmith_api_key", "lsv2_(?:pt|sk)_", _any("a-f0-9_", 32), "lsv2_"),
    _token("langfuse_secret_key", "sk-lf-", _any("a-f0-9-", 32), "sk-lf-"),
    _token("tavily_api_key", "tvly-(?:dev-|prod-)?", _any(_WORD, 20), "tvly-"),
    # Talk and mail
    _token("slack_token", "xox[abceoprs](?:\\.xox[bp])?-", _any(_URL_SAFE, 20), "xox"),
    _token("slack_token", "xapp-[0-9]-", _any(_URL_SAFE, 20), "xapp-"),
    _token(
        "slack_webhook_token", r"hooks\.slack\.com/(?:services|workflows|triggers)/", r"[A-Za-z0-9/_-]{20,}+",
        "hooks.slack.com/",
    ),
    _token(
        "discord_webhook_token", r"discord(?:app)?\.com/api/webhooks/[0-9]{16,20}/", _any(_URL_SAFE, 50),
        "/api/webhooks/",
    ),
    _token(
        "discord_bot_token", r"[MNO][DTjz][A-Za-z0-9_-]{22,26}\.[A-Za-z0-9_-]{6}\.", _any(_URL_SAFE, 27),
        *(a + b for a in "MNO" for b in "DTjz"),
    ),
    _token("telegram_bot_token", "[0-9]{8,10}:AA", _any(_URL_SAFE, 32), ":AA"),
    _token(
        "feishu_webhook_token", r"open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/", _any(_URL_SAFE, 20),
        "/open-apis/bot/",
    ),
    _token(
        "dingtalk_webhook_token", r"oapi\.dingtalk\.com/robot/send\?access_token=", _any(_WORD, 32),
        "oapi.dingtalk.com",
    ),
    _token(
        "wecom_webhook_key", r"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=", _any(_URL_SAFE, 30),
        "qyapi.weixin.qq.com",
    ),
    _token("twilio_api_key", "SK", _exactly(_HEX, 32), "SK"),
    _token("sendgrid_api_key", r"SG\.[A-Za-z0-9_-]{16,32}\.", _any(_URL_SAFE, 32), "SG."),
    _token("mailgun_api_key", "(?:key-|pubkey-)", _exactly("a-f0-9", 32), "key-"),
    _token("mailchimp_api_key", "[a-f0-9]{32}-us", "[0-9]{1,2}", "-us"),
    _token("brevo_api_key", "xkeysib-", _any(_URL_SAFE, 64), "xkeysib-"),
    _token("resend_api_key", "re_[A-Za-z0-9]{8}_", _any(_WORD, 20), "re_"),
    # Money and shops
    _token("stripe_api_key", "[sr]k_(?:live|test|prod)_", _any(_WORD, 16), "k_live_", "k_test_", "k_prod_"),
    _token("stripe_webhook_token", "whsec_", _any(_BASE64 + "=", 24), "whsec_"),
    _token("square_access_token", "(?:sq0[a-z]{3}-|EAAA)", _any(_URL_SAFE, 22), "sq0", "EAAA"),
    _token(
        "paypal_access_token", r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$", _any("a-f0-9", 32),
        "access_token$",
    ),
    _token("razorpay_api_key", "rzp_(?:live|test)_", _any(_WORD, 14), "rzp_"),
    _token("shopify_token", "shp(?:at|ss|ca|pa|ua)_", _any(_HEX, 32), "shp"),
    _token("easypost_api_key", "EZ[AT]K", _any(_WORD, 54), "EZAK", "EZTK"),
    _token("facebook_access_token", "EAA[MC]", _any(_WORD, 60), "EAAM", "EAAC"),
    # Work and watching
    _token("notion_token", "ntn_", _any(_WORD, 40), "ntn_"),
    _token("notion_token", "secret_", _exactly(_WORD, 43), "secret_"),
    _token("linear_api_key", "lin_(?:api|oauth)_", _any(_WORD, 32), "lin_"),
    _token("airtable_token", r"pat[A-Za-z0-9]{14}\.", _any("a-f0-9", 64), "pat"),
    _token("figma_token", "fig(?:d|oh|or)_", _any(_URL_SAFE, 38), "figd_", "figo"),
    _token("postman_api_key", "PMAK-[a-f0-9]{24}-", _any("a-f0-9", 34), "PMAK-"),
    _token("databricks_token", "dapi", f"{_exactly('a-f0-9', 32)}(?:-[0-9])?", "dapi"),
    _token("vault_token", r"hv[sbr]\.", _any(_URL_SAFE, 24), "hvs.", "hvb.", "hvr."),
    _token("terraform_token", r"[A-Za-z0-9]{14}\.atlasv1\.", _any(_URL_SAFE, 60), ".atlasv1."),
    _token("pulumi_token", "pul-", _exactly("a-f0-9", 40), "pul-"),
    _token("doppler_token", r"dp\.(?:pt|st|ct|sa|scim|audit)\.", _any(_URL_SAFE + ".", 40), "dp."),
    _token("grafana_token", "(?:glsa|glc)_", _any(_BASE64 + "_=", 32), "glsa_", "glc_"),
    _token("newrelic_api_key", "NR(?:AK|JS|II|RA)-", _any(_WORD, 19), "NRAK-", "NRJS-", "NRII-", "NRRA-"),
    _token("sentry_token", "sntry[su]_", _any(_BASE64 + "_=", 40), "sntry"),
    _token("dynatrace_token", r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.", _any("A-Z0-9", 64), "dt0"),
    _token("okta_token", "SSWS ", _any(_URL_SAFE, 40), "SSWS"),
    _token(
        "launchdarkly_access_key", "(?:api|sdk)-[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-", "[a-f0-9]{4}-[a-f0-9]{12}",
        "api-", "sdk-",
    ),
    _token("age_secret_key", "AGE-SECRET-KEY-1", _any("A-Z0-9", 50), "AGE-SECRET-KEY-"),
    _token("mapbox_token", r"sk\.eyJ", _any(_URL_SAFE + ".", 40), "sk.eyJ"),
)  # fmt: skip
