"""The functions: one package, one least-privilege role each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from aws_cdk import CfnElement, Duration, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.findings import accept
from infra.functions import permissions
from infra.functions.permissions import Verb
from infra.functions.plans import OPERATORS, FunctionPlan, plans
from infra.settings import DeploymentSettings
from infra.stores.log_groups import log_group
from infra.stores.network import Network
from infra.stores.proof import HEADS, Proof
from infra.stores.search import INDEX, SearchTarget, SearchUse
from infra.stores.tables import Tables
from shared.contracts import environment
from shared.contracts.routes import ALL_ROUTES, DEFAULT_FUNCTION, module_name
from shared.domain.access.request_rates import NO_LIMIT
from shared.domain.audit.waiting_work import Work
from shared.records.store.record import Table

# Business metrics lie here.
METRICS_NAMESPACE = "AgentMemory"
# The functions whose callers have rates.
_WITH_TOKEN = frozenset(route.function for route in ALL_ROUTES if not route.open)
_TABLE_VARIABLES = {
    Table.SESSIONS: environment.SESSIONS_TABLE,
    Table.MEMORIES: environment.MEMORIES_TABLE,
    Table.LEDGER: environment.LEDGER_TABLE,
    Table.KEYS: environment.KEYS_TABLE,
}


def _resource(bucket: s3.Bucket) -> CfnElement:
    return cast("CfnElement", bucket.node.default_child)


class Functions(Construct):
    """`by_name` holds each function, `roles` its role; other constructs connect what they start and what starts
    them."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        settings: DeploymentSettings,
        *,
        code: lambda_.Code,
        mcp_code: lambda_.Code,
        tables: Tables,
        key: kms.IKey,
        search: SearchTarget,
        proof: Proof,
        network: Network | None,
    ) -> None:
        super().__init__(scope, id)
        self._settings = settings
        self._code = code
        self._mcp_code = mcp_code
        self._tables = tables
        self._key = key
        self._search = search
        self._proof = proof
        self._network = network
        self.plans = plans(settings)
        self.by_name: dict[str, lambda_.Function] = {}
        self.roles: dict[str, iam.Role] = {}
        for plan in self.plans:
            self._make(plan)

    def searching_roles(self) -> dict[SearchUse, list[iam.IRole]]:
        return {use: [self.roles[plan.name] for plan in self.plans if plan.search is use] for use in SearchUse}

    def let_start_deletions(self, state_machine_arn: str) -> None:
        for plan in self.plans:
            if plan.starts_deletions:
                self.by_name[plan.name].add_environment(environment.DELETION_WORKFLOW_ARN, state_machine_arn)
                self.roles[plan.name].add_to_policy(permissions.starting(state_machine_arn))

    def name_watched_work(self, names: Mapping[Work, str]) -> None:
        """Tells the function that is asked how long work waits what measures it."""
        for plan in self.plans:
            if plan.measures_work:
                self.by_name[plan.name].add_environment(environment.WATCHED_WORK, Stack.of(self).to_json_string(names))

    def name_issuer(self, issuer: str) -> None:
        """Tells the function that tells clients who issues their tokens."""
        for plan in self.plans:
            if plan.speaks_mcp:
                self.by_name[plan.name].add_environment(environment.AUTHORIZATION_SERVER, issuer)

    def _make(self, plan: FunctionPlan) -> None:
        scope = Construct(self, plan.name.replace("_", " ").title().replace(" ", ""))
        log = log_group(scope, "Log", self._settings)
        network = self._network if plan.search else None
        role = self._role(scope, plan, log, network)
        self.roles[plan.name] = role
        self.by_name[plan.name] = lambda_.Function(
            scope,
            "Function",
            runtime=lambda_.Runtime.PYTHON_3_13,
            architecture=lambda_.Architecture.ARM_64,
            handler=f"{module_name(plan.name)}.handler",
            code=self._mcp_code if plan.speaks_mcp else self._code,
            # Its rights are written here; the toolkit adds none.
            role=role.without_policy_updates(),
            memory_size=plan.memory_mib,
            timeout=Duration.seconds(plan.timeout_seconds),
            reserved_concurrent_executions=plan.reserved if self._settings.reserve_concurrency else None,
            tracing=lambda_.Tracing.ACTIVE,
            log_group=log,
            environment=self._environment(plan),
            vpc=network.vpc if network else None,
            vpc_subnets=network.subnets if network else None,
            security_groups=[network.functions] if network else None,
        )
        accept(
            self.by_name[plan.name],
            "3.13 is the runtime that the dependencies are locked and tested for; 3.14 comes when their wheels do",
            "AwsSolutions-L1",
        )

    def _role(
        self, scope: Construct, plan: FunctionPlan, log_group: logs.ILogGroup, network: Network | None
    ) -> iam.Role:
        role = iam.Role(scope, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
        role.add_to_policy(permissions.logging_to(log_group.log_group_arn))
        role.add_to_policy(permissions.tracing())
        tables = self._tables.by_name
        for table, verbs in plan.all_tables.items():
            role.add_to_policy(permissions.using(tables[table], verbs))
        if plan.finds_due:
            role.add_to_policy(permissions.finding_due(tables[Table.MEMORIES]))
        if plan.walks:
            role.add_to_policy(permissions.walking(tables[Table.MEMORIES]))
            role.add_to_policy(permissions.noting_operations(self._tables.ledger))
        if self._counts_requests(plan):
            role.add_to_policy(permissions.counting_requests(self._tables.ledger))
        self._allow_key(role, plan)
        if plan.seals:
            role.add_to_policy(permissions.sealing(self._key, opens=False))
        if plan.opens_sealed:
            role.add_to_policy(permissions.sealing(self._key, opens=True))
        if plan.embeds:
            role.add_to_policy(permissions.invoking_model(self._settings.bedrock_model_id))
            self._allow_judgements(role, plan)
        if plan.search:
            for statement in self._search.permissions(plan.search):
                role.add_to_policy(statement)
        self._allow_proof(role, plan)
        if plan.measures_work:
            role.add_to_policy(permissions.reading_metrics())
        if network:
            role.add_to_policy(permissions.joining_network())
        accept(
            role,
            "traces (and measurements, and network interfaces in a VPC) know no resource beforehand",
            "AwsSolutions-IAM5[Resource::*]",
        )
        return role

    def _allow_judgements(self, role: iam.Role, plan: FunctionPlan) -> None:
        model = self._settings.judgement_model
        if model is None or not plan.changes_memories:
            return
        for statement in model.permissions():
            role.add_to_policy(statement)
        if model.wildcard:
            reason = "a profile routes a call to regions that change; the model is called through this profile only"
            accept(role, reason, f"AwsSolutions-IAM5[Resource::{model.wildcard}]")

    def _allow_key(self, role: iam.Role, plan: FunctionPlan) -> None:
        writes = any(verbs & {Verb.PUT, Verb.REMOVE} for verbs in plan.tables.values())
        if self._asks_for_admission(plan):
            role.add_to_policy(permissions.asking_for_admission(self._tables.ledger))
        if plan.tables or self._asks_for_admission(plan):
            role.add_to_policy(permissions.using_key(self._key, writes=writes or plan.walks))
        if plan.tables:
            role.add_to_policy(permissions.wrapping(self._key, makes=writes))

    def _asks_for_admission(self, plan: FunctionPlan) -> bool:
        """Whether it needs a right of its own to read that. What serves no table asks only about adopted ones."""
        if plan.name == OPERATORS or Verb.GET in plan.tables.get(Table.LEDGER, frozenset()):
            return False
        return bool(plan.tables) or self._settings.tables is not None

    def _allow_proof(self, role: iam.Role, plan: FunctionPlan) -> None:
        key, bucket = self._proof.key, self._proof.bucket
        if plan.signs:
            role.add_to_policy(permissions.signing(key))
            role.add_to_policy(permissions.reading_public_key(key))
        if plan.publishes_heads:
            role.add_to_policy(permissions.publishing_heads(bucket))
        if plan.reads_heads:
            for statement in permissions.reading_heads(bucket):
                role.add_to_policy(statement)
        if plan.publishes_heads or plan.reads_heads:
            of_heads = (
                f"AwsSolutions-IAM5[Resource::<{Stack.of(self).get_logical_id(_resource(bucket))}.Arn>/{HEADS}/*]"
            )
            accept(role, "an object is named by the log, the size and the root that it is the head of", of_heads)

    def _environment(self, plan: FunctionPlan) -> dict[str, str]:
        settings = self._settings
        variables = {
            environment.STAGE: settings.stage.value,
            "POWERTOOLS_SERVICE_NAME": f"agent-memory-{settings.stage}",
            "POWERTOOLS_METRICS_NAMESPACE": METRICS_NAMESPACE,
            "POWERTOOLS_LOG_LEVEL": "INFO",
            **plan.environment,
            **({environment.MEMORY_LAYERS: settings.layers.text()} if settings.layers.given else {}),
        }
        for table in plan.all_tables:
            variables[_TABLE_VARIABLES[table]] = self._tables.by_name[table].table_name
        if self._asks_for_admission(plan) or plan.walks:
            variables[environment.LEDGER_TABLE] = self._tables.ledger.table_name
        if settings.mask_contacts:
            variables[environment.MASK_CONTACTS] = "true"
        if settings.tables is not None:
            variables[environment.RESTORE_GENERATION] = settings.tables.restore
        if plan.search:
            variables[environment.SEARCH_ENDPOINT] = self._search.endpoint
            variables[environment.SEARCH_INDEX] = INDEX
        if plan.search and plan.search.keeps:
            variables[environment.SEARCH_KEEPER] = "yes"
            variables[environment.SEARCH_SHARDS] = str(self._search.shards)
            variables[environment.SEARCH_REPLICAS] = str(self._search.replicas)
        if plan.tables:
            variables[environment.FIELD_KEY_ID] = self._key.key_arn
        if plan.signs:
            variables[environment.SIGNING_KEY_ID] = self._proof.key.key_arn
            variables[environment.ISSUER] = self._proof.issuer
        if plan.reads_heads:
            variables[environment.WITNESS_BUCKET] = self._proof.bucket.bucket_name
        if settings.judgement_model and plan.embeds and plan.changes_memories:
            variables[environment.JUDGEMENT_MODEL_ID] = settings.judgement_model.id
        if plan.search or plan.embeds or plan.name == DEFAULT_FUNCTION:
            variables[environment.EMBEDDING_MODEL_ID] = settings.bedrock_model_id
            variables[environment.EMBEDDING_DIMENSION] = str(settings.embedding_dimension)
        if settings.language_packs:
            variables[environment.LANGUAGE_PACKS] = ",".join(settings.language_packs)
        return variables | self._about_callers(plan)

    def _counts_requests(self, plan: FunctionPlan) -> bool:
        return plan.name in _WITH_TOKEN and self._settings.rates != NO_LIMIT

    def _about_callers(self, plan: FunctionPlan) -> dict[str, str]:
        settings, variables = self._settings, dict[str, str]()
        if settings.own_issuer and settings.own_issuer.claim_names:
            variables[environment.CLAIM_NAMES] = json.dumps(dict(settings.own_issuer.claim_names), sort_keys=True)
        if settings.operator_org is not None:
            variables[environment.OPERATOR_ORG] = settings.operator_org
        if self._counts_requests(plan):
            variables[environment.TENANT_RATE] = str(settings.rates.tenant)
            variables[environment.USER_RATE] = str(settings.rates.user)
        return variables
