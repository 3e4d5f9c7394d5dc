"""The basis of receipts that others can check: the key that signs, and the bucket that no writer can roll back."""

from __future__ import annotations

from aws_cdk import Aws, Duration, RemovalPolicy
from aws_cdk import aws_kms as kms
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.findings import accept
from infra.settings import DeploymentSettings

HEADS = "heads"  # the folder of the tree heads, as `shared.adapters.witness.witness_s3` names it


class Proof(Construct):
    """The key never leaves KMS, and is never rotated by itself: another key is another name in what is signed.

    Under `compliance` no principal, not even the account's root, can remove a head before its time; under
    `governance` a person with a right of their own can. No function has that right, nor any to remove or replace an
    object."""

    def __init__(self, scope: Construct, id: str, settings: DeploymentSettings) -> None:
        super().__init__(scope, id)
        self.key = kms.Key(
            self,
            "SigningKey",
            description=f"Agent memory {settings.stage}: signs receipts (ES256)",
            key_spec=kms.KeySpec.ECC_NIST_P256,
            key_usage=kms.KeyUsage.SIGN_VERIFY,
            removal_policy=settings.removal,
            pending_window=Duration.days(30 if settings.production else 7),
        )
        days = Duration.days(settings.witness_retention_days)
        retention = (
            s3.ObjectLockRetention.compliance(days)
            if settings.witness_lock == "compliance"
            else s3.ObjectLockRetention.governance(days)
        )
        self.bucket = s3.Bucket(
            self,
            "Witness",
            object_lock_enabled=True,
            object_lock_default_retention=retention,
            versioned=True,
            # Hashes and numbers only; and it must outlive the key of the tables.
            encryption=s3.BucketEncryption.S3_MANAGED,
            enforce_ssl=True,
            minimum_tls_version=1.2,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            # A witness that is deleted with the stack would be useless; and locked objects could not be removed anyway.
            removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
        )
        accept(
            self.bucket,
            "each object says itself what was written when, and none can be replaced; access is in CloudTrail",
            "AwsSolutions-S1",
        )
        self.issuer = f"urn:agent-memory:{Aws.ACCOUNT_ID}:{Aws.REGION}:{settings.stage}"
