"""One stage of the whole service in one stack."""

from __future__ import annotations

import json

from aws_cdk import CfnOutput, Duration, Fn, Stack, Tags
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.console_settings import ConsoleSettings
from infra.functions.bundling import LOCK, MCP_LOCK, package
from infra.functions.construct import Functions
from infra.functions.plans import FEED, MCP, NOTIFY, OPERATORS
from infra.functions.time_limits import EXTRACT_SECONDS, RETRIEVED_SECONDS
from infra.interface.api import Api
from infra.interface.console import Console
from infra.interface.identity import TokenIssuer, UserPool
from infra.operations import publish_console
from infra.operations.dashboard import Watched
from infra.operations.monitoring import Monitoring
from infra.settings import DeploymentSettings
from infra.stores.encryption import Encryption
from infra.stores.network import Network
from infra.stores.proof import Proof
from infra.stores.search import SearchDomain, existing_target
from infra.stores.tables import Tables
from infra.work.changes import ChangeFeed
from infra.work.deletion import DeletionWorkflow
from infra.work.retrievals import RetrievalQueue
from infra.work.schedule import DailyPass
from infra.work.session_work import SessionWork
from infra.work.stream import IndexFeed
from infra.work.webhooks import Webhooks
from shared.contracts.console.hosting import console_settings
from shared.domain.audit.waiting_work import Work


class AgentMemoryStack(Stack):
    """Composes the constructs."""

    def __init__(self, scope: Construct, id: str, settings: DeploymentSettings) -> None:
        super().__init__(
            scope,
            id,
            description=f"Agent memory, stage {settings.stage}",
            termination_protection=settings.protect,
        )
        Tags.of(self).add("project", "agent-memory")
        Tags.of(self).add("stage", settings.stage.value)
        encryption = Encryption(self, "Encryption", settings)
        tables = Tables(self, "Tables", settings, encryption.key)
        domain, network = None, None
        if settings.existing_search is None:
            network = Network(self, "Network", settings) if settings.production else None
            domain = SearchDomain(self, "Search", settings, encryption.key, network)
            search = domain.target()
        else:
            search = existing_target(settings.existing_search)
        proof = Proof(self, "Proof", settings)
        if network is not None:
            network.let_reach(proof.bucket)
        functions = Functions(
            self,
            "Functions",
            settings,
            code=package(LOCK),
            mcp_code=package(MCP_LOCK),
            tables=tables,
            key=tables.key,
            search=search,
            proof=proof,
            network=network,
        )
        if domain is not None:
            domain.allow(functions.searching_roles())
        else:
            # The operator of that engine must admit these roles.
            roles = [role.role_arn for users in functions.searching_roles().values() for role in users]
            CfnOutput(self, "SearchRoles", value=Fn.join(",", roles))
        issuer = self._issuer(settings)
        functions.name_issuer(issuer.issuer)
        api = Api(self, "Api", settings, issuer, functions.by_name)
        feed = IndexFeed(
            self,
            "IndexFeed",
            table=tables.memories,
            function=functions.by_name["index"],
            role=functions.roles["index"],
            encryption=encryption,
        )
        of_changes = self._changes(settings, tables, functions, encryption)
        deletion = DeletionWorkflow(
            self,
            "Deletion",
            settings,
            step=functions.by_name["deletion_step"],
            step_role=functions.roles["deletion_step"],
            encryption=encryption,
        )
        functions.let_start_deletions(deletion.machine.state_machine_arn)
        daily = DailyPass(
            self,
            "Daily",
            settings,
            function=functions.by_name["gc"],
            function_role=functions.roles["gc"],
            encryption=encryption,
        )
        retrievals = RetrievalQueue(
            self,
            "Retrievals",
            senders=[(functions.by_name[name], functions.roles[name]) for name in ("recall", MCP)],
            consumer=functions.by_name["retrieved"],
            consumer_role=functions.roles["retrieved"],
            consumer_timeout=Duration.seconds(RETRIEVED_SECONDS),
            encryption=encryption,
        )
        session_work = SessionWork(
            self,
            "SessionWork",
            senders=[
                (functions.by_name[name], functions.roles[name])
                for name in ("sessions", "extract", "deletion_step", "index", MCP)
            ],
            consumer=functions.by_name["extract"],
            consumer_role=functions.roles["extract"],
            consumer_timeout=Duration.seconds(EXTRACT_SECONDS),
            encryption=encryption,
        )
        functions.name_watched_work(
            {
                Work.INDEX: functions.by_name["index"].function_name,
                Work.RETRIEVALS: retrievals.queue.queue_name,
                Work.SESSIONS: session_work.queue.queue_name,
            }
        )
        monitoring = Monitoring(self, "Monitoring", settings, encryption)
        monitoring.watch_api(api)
        monitoring.watch_functions({name: made for name, made in functions.by_name.items() if name != OPERATORS})
        monitoring.watch_index(functions.by_name["index"])
        if settings.change_feed:
            monitoring.watch_feed(functions.by_name[FEED])
        monitoring.watch_integrity()
        monitoring.watch_queues(
            {
                "IndexDeadLetters": feed.dead_letters,
                **of_changes,
                "DailyDeadLetters": daily.dead_letters,
                "RetrievalDeadLetters": retrievals.dead_letters,
                "SessionWorkDeadLetters": session_work.dead_letters,
                "FailedDeletions": deletion.failed,
            }
        )
        waiting = {"Retrievals": retrievals.queue, "SessionWork": session_work.queue}
        monitoring.watch_waiting(waiting)
        monitoring.watch_workflow(deletion.machine)
        monitoring.watch_counts()
        if domain is not None:
            monitoring.watch_domain(domain.name, self.account, domain.capacity)
        monitoring.draw(Watched(api, functions.by_name["index"], waiting, deletion.machine))
        for name, value in {
            "ApiUrl": api.url,
            "SearchEndpoint": search.endpoint,
            "DeletionWorkflowArn": deletion.machine.state_machine_arn,
            "AlarmTopicArn": monitoring.topic.topic_arn,
            "MemoriesTable": tables.memories.table_name,
            "SessionsTable": tables.sessions.table_name,
            "LedgerTable": tables.ledger.table_name,
            "SigningKeyArn": proof.key.key_arn,
            "WitnessBucket": proof.bucket.bucket_name,
            "KeysTable": tables.keys.table_name,
        }.items():
            CfnOutput(self, name, value=value)

        if settings.console is not None:
            self._host_console(settings, settings.console, api)

    def _host_console(self, settings: DeploymentSettings, console: ConsoleSettings, api: Api) -> None:
        hosted = Console(self, "Console", settings, console, api)
        document = console_settings(
            console.issuer, console.authorize_url, console.token_url, console.client_id, console.scope
        )
        for name, value in (
            (publish_console.BUCKET, hosted.bucket.bucket_name),
            (publish_console.SETTINGS, json.dumps(document)),
            (publish_console.URL, hosted.url),
        ):
            CfnOutput(self, name, value=value)

    def _changes(
        self, settings: DeploymentSettings, tables: Tables, functions: Functions, encryption: Encryption
    ) -> dict[str, sqs.Queue]:
        """The feed of changes and the webhooks, where they are wanted; their dead letters."""
        if not settings.change_feed:
            return {}
        feed = ChangeFeed(
            self,
            "ChangeFeed",
            ledger=tables.ledger,
            memories=tables.memories,
            function=functions.by_name[FEED],
            role=functions.roles[FEED],
            encryption=encryption,
        )
        if not settings.webhooks:
            return {"FeedDeadLetters": feed.dead_letters}
        webhooks = Webhooks(
            self,
            "Webhooks",
            subscriptions=settings.webhooks,
            announcer=(functions.by_name[FEED], functions.roles[FEED]),
            sender=(functions.by_name[NOTIFY], functions.roles[NOTIFY]),
            encryption=encryption,
        )
        return {"FeedDeadLetters": feed.dead_letters, "WebhookDeadLetters": webhooks.dead_letters}

    def _issuer(self, settings: DeploymentSettings) -> TokenIssuer:
        if settings.own_issuer is not None:
            return TokenIssuer(settings.own_issuer.issuer, settings.own_issuer.audience)
        pool = UserPool(self, "Users", settings)
        CfnOutput(self, "UserPoolId", value=pool.pool.user_pool_id)
        CfnOutput(self, "UserPoolClientId", value=pool.client.user_pool_client_id)
        return pool.issuer()
