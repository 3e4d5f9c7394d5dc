"""The search engine: a managed domain of the stack, or an existing one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from aws_cdk import Aws
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_logs as logs
from aws_cdk import aws_opensearchservice as opensearch
from constructs import Construct

from infra.findings import accept
from infra.settings import ZONES, DeploymentSettings, ExistingSearch, Stage
from infra.stores.log_groups import log_group
from infra.stores.network import Network

# An alias: behind it lies one index (`memories-000001`, made by the first writer).
INDEX = "memories"
ENGINE_VERSION = "OpenSearch_2.19"


class SearchUse(StrEnum):
    """The rights of a function on the index; each includes the one before."""

    READ = "read"
    VERIFY = "verify"  # reads documents that were just removed, so it refreshes first
    WRITE = "write"
    REBUILD = "rebuild"  # may also give it new fields, and remove it to create it again

    @property
    def keeps(self) -> bool:
        """Whether it makes the index when there is none."""
        return self in (SearchUse.WRITE, SearchUse.REBUILD)


# The requests of the adapter, whole: a role may send these to these paths and nothing else.
_READ = {"es:ESHttpPost": (f"{INDEX}/_msearch",)}
_VERIFY = {"es:ESHttpPost": (*_READ["es:ESHttpPost"], f"{INDEX}/_refresh")}
_WRITE = {
    "es:ESHttpPost": (*_VERIFY["es:ESHttpPost"], f"{INDEX}/_bulk"),
    "es:ESHttpGet": (f"{INDEX}/_mapping",),
    "es:ESHttpHead": (f"_alias/{INDEX}",),
    "es:ESHttpPut": (f"_index_template/{INDEX}", f"{INDEX}-000001"),
}
_REBUILD = {
    **_WRITE,
    "es:ESHttpPut": (*_WRITE["es:ESHttpPut"], f"{INDEX}/_mapping"),
    "es:ESHttpDelete": (f"{INDEX}-000001",),
}
REQUESTS: Mapping[SearchUse, Mapping[str, tuple[str, ...]]] = {
    SearchUse.READ: _READ,
    SearchUse.VERIFY: _VERIFY,
    SearchUse.WRITE: _WRITE,
    SearchUse.REBUILD: _REBUILD,
}


@dataclass(frozen=True, slots=True)
class SearchTarget:
    """Where the functions search."""

    endpoint: str
    arn: str
    shards: int = 1
    replicas: int = 1

    def permissions(self, use: SearchUse) -> list[iam.PolicyStatement]:
        return [
            iam.PolicyStatement(actions=[action], resources=[f"{self.arn}/{path}" for path in paths])
            for action, paths in REQUESTS[use].items()
        ]


def existing_target(search: ExistingSearch) -> SearchTarget:
    arn = search.arn or f"arn:{Aws.PARTITION}:es:{search.region}:{Aws.ACCOUNT_ID}:{search.resource}"
    return SearchTarget(search.endpoint, arn)


MASTERS = 3  # dedicated ones, where there are any


@dataclass(frozen=True, slots=True)
class Capacity:
    """Nodes and disks of one stage, and how the index lies on them: `shards` with `replicas` copies of each."""

    data_type: str
    data_nodes: int
    volume_gib: int
    shards: int
    replicas: int
    master_type: str | None = None
    zones: int = 1

    @property
    def nodes(self) -> int:
        """Data nodes and dedicated masters."""
        return self.data_nodes + (MASTERS if self.master_type else 0)


# The cheapest node that a domain runs on; holds about 100,000 memories of 1,024 dimensions.
# A replica would have no node to lie on.
DEV = Capacity(data_type="t3.small.search", data_nodes=1, volume_gib=10, shards=1, replicas=0)
# Two zones with a data node each, which elect a master between them: while one of them is down the domain takes no
# writes. No data is lost, because the truth is in the tables, and recall answers by words from there meanwhile.
PROD_SMALL = Capacity(data_type="r7g.large.search", data_nodes=2, volume_gib=50, shards=1, replicas=1, zones=2)
# Three zones with a data node each and dedicated masters: the loss of a zone loses neither quorum nor data. Three
# shards of two replicas lie on all three nodes alike.
PROD = Capacity(
    data_type="r7g.large.search",
    data_nodes=3,
    volume_gib=100,
    shards=3,
    replicas=2,
    master_type="m7g.medium.search",
    zones=ZONES,
)
CAPACITY = {Stage.DEV: DEV, Stage.PROD_SMALL: PROD_SMALL, Stage.PROD: PROD}


class SearchDomain(Construct):
    """Encrypted at rest and between nodes, TLS 1.2 at least, open to exactly the roles that were named."""

    def __init__(
        self, scope: Construct, id: str, settings: DeploymentSettings, key: kms.IKey, network: Network | None
    ) -> None:
        super().__init__(scope, id)
        # Fixed, for the access policy must hold the domain's own ARN.
        self.name = f"agent-memory-{settings.stage}"
        self.arn = f"arn:{Aws.PARTITION}:es:{Aws.REGION}:{Aws.ACCOUNT_ID}:domain/{self.name}"
        self.capacity = capacity = CAPACITY[settings.stage]
        self.domain = opensearch.CfnDomain(
            self,
            "Domain",
            domain_name=self.name,
            engine_version=ENGINE_VERSION,
            cluster_config=_cluster(capacity),
            ebs_options=opensearch.CfnDomain.EBSOptionsProperty(
                ebs_enabled=True, volume_type="gp3", volume_size=capacity.volume_gib
            ),
            encryption_at_rest_options=opensearch.CfnDomain.EncryptionAtRestOptionsProperty(
                enabled=True, kms_key_id=key.key_id
            ),
            node_to_node_encryption_options=opensearch.CfnDomain.NodeToNodeEncryptionOptionsProperty(enabled=True),
            domain_endpoint_options=opensearch.CfnDomain.DomainEndpointOptionsProperty(
                enforce_https=True, tls_security_policy="Policy-Min-TLS-1-2-PFS-2023-10"
            ),
            software_update_options=opensearch.CfnDomain.SoftwareUpdateOptionsProperty(
                auto_software_update_enabled=True
            ),
            off_peak_window_options=opensearch.CfnDomain.OffPeakWindowOptionsProperty(enabled=True),
            # A request body may not name another index than its path, whose permission was checked.
            advanced_options={
                "rest.action.multi.allow_explicit_index": "false",
                "override_main_response_version": "false",
            },
            log_publishing_options=self._logs(settings),
            vpc_options=_vpc_options(network, capacity),
        )
        self.domain.apply_removal_policy(settings.removal)
        self.domain.node.add_dependency(self._log_policy)
        self._accept_findings(settings)

    def target(self) -> SearchTarget:
        return SearchTarget(
            f"https://{self.domain.attr_domain_endpoint}", self.arn, self.capacity.shards, self.capacity.replicas
        )

    def allow(self, roles: Mapping[SearchUse, Sequence[iam.IRole]]) -> None:
        """Opens the one index to these roles for what they do with it, and to no other principal for anything."""
        statements = []
        for use, users in roles.items():
            for statement in self.target().permissions(use):
                statement.add_principals(*(iam.ArnPrincipal(role.role_arn) for role in users))
                statements.append(statement)
        self.domain.access_policies = iam.PolicyDocument(statements=statements)

    def _logs(self, settings: DeploymentSettings) -> dict[str, opensearch.CfnDomain.LogPublishingOptionProperty]:
        """The engine's own log only: the slow logs would hold the text of queries and documents."""
        group = log_group(self, "ApplicationLog", settings)
        self._log_policy = logs.ResourcePolicy(
            self,
            "LogPolicy",
            policy_statements=[
                iam.PolicyStatement(
                    actions=["logs:CreateLogStream", "logs:PutLogEvents"],
                    principals=[iam.ServicePrincipal("es.amazonaws.com")],
                    resources=[group.log_group_arn],
                    conditions={"StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}},
                )
            ],
        )
        return {
            "ES_APPLICATION_LOGS": opensearch.CfnDomain.LogPublishingOptionProperty(
                enabled=True, cloud_watch_logs_log_group_arn=group.log_group_arn
            )
        }

    def _accept_findings(self, settings: DeploymentSettings) -> None:
        accept(
            self.domain,
            "slow logs hold the text of queries and documents, and no log of this system holds content",
            "AwsSolutions-OS9[LogExport::INDEX_SLOW_LOGS]",
            "AwsSolutions-OS9[LogExport::SEARCH_SLOW_LOGS]",
        )
        accept(
            self.domain,
            "access is granted to roles by signed requests, which an address list would not make any narrower",
            "AwsSolutions-OS3",
        )
        if settings.stage is Stage.PROD_SMALL:
            accept(
                self.domain,
                "two nodes elect the master between them, which this stage's price is for (docs/guides/deploying.md)",
                "AwsSolutions-OS4",
            )
        if not settings.production:
            accept(
                self.domain,
                "dev is the cheapest thing that works: one node with a public endpoint that takes signed requests of "
                "the functions' roles only (docs/decisions/search-network.md)",
                "AwsSolutions-OS1",
                "AwsSolutions-OS4",
                "AwsSolutions-OS7",
            )


def _cluster(capacity: Capacity) -> opensearch.CfnDomain.ClusterConfigProperty:
    masters = capacity.master_type is not None
    return opensearch.CfnDomain.ClusterConfigProperty(
        instance_type=capacity.data_type,
        instance_count=capacity.data_nodes,
        dedicated_master_enabled=masters,
        dedicated_master_type=capacity.master_type,
        dedicated_master_count=MASTERS if masters else None,
        zone_awareness_enabled=capacity.zones > 1,
        zone_awareness_config=(
            opensearch.CfnDomain.ZoneAwarenessConfigProperty(availability_zone_count=capacity.zones)
            if capacity.zones > 1
            else None
        ),
        # Standby would idle one zone and ask for two replicas of each shard.
        multi_az_with_standby_enabled=False,
    )


def _vpc_options(network: Network | None, capacity: Capacity) -> opensearch.CfnDomain.VPCOptionsProperty | None:
    if network is None:
        return None
    return opensearch.CfnDomain.VPCOptionsProperty(
        # A subnet for each zone that the domain spans, and no more.
        subnet_ids=network.vpc.select_subnets(subnet_type=network.subnets.subnet_type).subnet_ids[: capacity.zones],
        security_group_ids=[network.domain.security_group_id],
    )
