"""Models in Bedrock for second opinions, summaries and extraction: how one is named, and what a role needs for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from aws_cdk import Aws
from aws_cdk import aws_iam as iam

SWITCH, MODEL = "judgement", "judgementModelId"
OFF = "off"
# The default model, asked through the profile of a geography: texts are processed in one of its regions, so the
# operator chooses it. It answers by a tool, and is among the cheapest that can (docs/guides/deploying.md).
DEFAULT = "amazon.nova-lite-v1:0"
GEOGRAPHIES = ("us", "eu", "apac")

_MODEL = r"[a-z0-9-]+\.[a-zA-Z0-9.:-]+"
_PROFILE_ID = re.compile(rf"(?:us|us-gov|eu|apac|jp|au|ca|global)\.(?P<model>{_MODEL})")
_BARE_ID = re.compile(_MODEL)
_ARN = re.compile(
    r"arn:[a-z-]+:bedrock:[a-z0-9-]+:\d{12}:"
    r"(?:inference-profile/(?P<profile>[a-zA-Z0-9.:-]+)|application-inference-profile/[a-z0-9]+)"
)
_FORMS = (
    "a model id (amazon.nova-lite-v1:0), the id of an inference profile (eu.amazon.nova-lite-v1:0), or the ARN of "
    "an inference profile"
)


@dataclass(frozen=True, slots=True)
class JudgementModel:
    """`id`: what a call names. `profile`: the ARN of the inference profile that the call goes through, if any. `model`:
    the foundation model, `*` where only the profile knows it."""

    id: str
    model: str
    profile: str | None = None

    def permissions(self) -> tuple[iam.PolicyStatement, ...]:
        """To call the model; one with a profile through that profile only, in whichever region it routes the call
        to (the regions of a profile change, and a global one also asks for the right without a region)."""
        if self.profile is None:
            return (_invoke(self._in(Aws.REGION)),)
        through = {"StringEquals": {"bedrock:InferenceProfileArn": self.profile}}
        return _invoke(self.profile), _invoke(self._in("*"), through)

    def _in(self, region: str) -> str:
        return f"arn:{Aws.PARTITION}:bedrock:{region}::foundation-model/{self.model}"

    @property
    def wildcard(self) -> str | None:
        """The resource with a wildcard in `permissions`, as a finding names it."""
        return self.profile and f"arn:<AWS::Partition>:bedrock:*::foundation-model/{self.model}"


def judgement_model(values: Mapping[str, object], *, production: bool) -> JudgementModel | None:
    """The named model in any stage, else the default one where production has switched it on. `None`: the rules decide
    alone. Raises `ValueError`, whose message says what would do."""
    switch, named = values.get(SWITCH, OFF), values.get(MODEL)
    if switch not in (OFF, *GEOGRAPHIES):
        raise ValueError(f"{SWITCH} must be {OFF} or the geography of its model ({', '.join(GEOGRAPHIES)})")
    if named is not None:
        if switch != OFF:
            raise ValueError(f"{SWITCH} chooses the default model and {MODEL} another one: give one of them")
        return _named(named)
    return _named(f"{switch}.{DEFAULT}") if production and switch != OFF else None


def _named(value: object) -> JudgementModel:
    name = value.strip() if isinstance(value, str) else ""
    if found := _ARN.fullmatch(name):
        of_profile = _PROFILE_ID.fullmatch(found["profile"] or "")
        return JudgementModel(name, of_profile["model"] if of_profile else "*", name)
    if found := _PROFILE_ID.fullmatch(name):
        arn = f"arn:{Aws.PARTITION}:bedrock:{Aws.REGION}:{Aws.ACCOUNT_ID}:inference-profile/{name}"
        return JudgementModel(name, found["model"], arn)
    if _BARE_ID.fullmatch(name):
        return JudgementModel(name, name)
    raise ValueError(f"{MODEL} must be {_FORMS}, not {value!r}")


def _invoke(resource: str, conditions: Mapping[str, object] | None = None) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["bedrock:InvokeModel"], resources=[resource], conditions=conditions)
