"""The signing key and the witness: the one cannot be exported, the other cannot be rolled back."""

from __future__ import annotations

import pytest

from tests.infra.template import Template, synthesise


def test_receipts_are_signed_by_a_key_of_p256_that_only_signs(template: Template) -> None:
    (key,) = (k for k in template.properties("KMS::Key") if "KeySpec" in k)
    assert (key["KeySpec"], key["KeyUsage"]) == ("ECC_NIST_P256", "SIGN_VERIFY")


def test_heads_are_in_a_private_versioned_bucket_under_a_lock(template: Template) -> None:
    bucket = template.only("S3::Bucket")
    assert bucket["ObjectLockEnabled"] is True
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    assert bucket["OwnershipControls"] == {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
    assert "LifecycleConfiguration" not in bucket


def test_a_head_is_locked_for_a_day_in_development_and_for_ten_years_in_production(
    dev: Template, prod: Template
) -> None:
    for made, days in ((dev, 1), (prod, 3650)):
        rule = made.only("S3::Bucket")["ObjectLockConfiguration"]["Rule"]["DefaultRetention"]
        assert rule == {"Mode": "GOVERNANCE", "Days": days}


def test_compliance_and_its_days_are_chosen_by_context() -> None:
    made = synthesise(witnessLock="compliance", witnessRetentionDays="30")
    rule = made.only("S3::Bucket")["ObjectLockConfiguration"]["Rule"]["DefaultRetention"]
    assert rule == {"Mode": "COMPLIANCE", "Days": 30}


def test_the_witness_outlives_the_stack(template: Template) -> None:
    (bucket,) = template.of_type("S3::Bucket").values()
    assert bucket["DeletionPolicy"] == "RetainExceptOnCreate"
    assert bucket["UpdateReplacePolicy"] == "Retain"


def test_the_bucket_accepts_tls_only(template: Template) -> None:
    (policy,) = template.properties("S3::BucketPolicy")
    denied = [s for s in policy["PolicyDocument"]["Statement"] if s["Effect"] == "Deny"]
    assert {"Bool": {"aws:SecureTransport": "false"}} in [s["Condition"] for s in denied]


def test_production_reaches_this_bucket_and_no_other(dev: Template, prod: Template) -> None:
    assert dev.of_type("EC2::VPCEndpoint") == {}
    (bucket,) = prod.of_type("S3::Bucket")
    gateways = [e for e in prod.properties("EC2::VPCEndpoint") if "PolicyDocument" in e]
    (endpoint,) = gateways
    (statement,) = endpoint["PolicyDocument"]["Statement"]
    arn = {"Fn::GetAtt": [bucket, "Arn"]}
    assert statement["Resource"] == [arn, {"Fn::Join": ["", [arn, "/*"]]}]
    assert set(statement["Action"]) == {"s3:GetObjectVersion", "s3:ListBucketVersions", "s3:PutObject"}


@pytest.mark.parametrize(
    ("context", "named"),
    [
        ({"witnessLock": "legal"}, "governance, compliance"),
        ({"witnessRetentionDays": 0}, "1 to 36500"),
        ({"witnessRetentionDays": "40000"}, "1 to 36500"),
    ],
)
def test_an_unknown_lock_is_refused(context: dict[str, object], named: str) -> None:
    from infra.settings import BadContext, DeploymentSettings

    with pytest.raises(BadContext, match=named):
        DeploymentSettings.from_context(context)
