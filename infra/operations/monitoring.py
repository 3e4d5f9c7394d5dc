"""Alarms, and the dashboard: its first screen (`dashboard`), and below it what to look at when an alarm fires."""

from __future__ import annotations

from collections.abc import Mapping

from aws_cdk import Aws, Duration
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from aws_cdk import aws_sqs as sqs
from aws_cdk import aws_stepfunctions as stepfunctions
from constructs import Construct

from infra.functions.construct import METRICS_NAMESPACE
from infra.interface.api import Api
from infra.operations.business_alarms import COUNTED, HOUR, RATIOS
from infra.operations.dashboard import BusinessMetrics, Watched, first_screen
from infra.settings import DeploymentSettings
from infra.stores.encryption import Encryption
from infra.stores.search import Capacity
from shared.records.store.shut import WhyShut

# A view that lags behind the truth for longer than this is a fault; recall stays correct meanwhile, and misses new
# memories.
INDEX_LAG = Duration.minutes(5)
# The engine blocks writes at 20 % of a volume, or 20 GiB where that is less: the alarm comes before.
FREE_STORAGE = 0.25
MOST_PRESSURE = 85  # percent of the engine's heap, above which searches are refused
MOST_CPU = 90  # percent
# A deletion takes minutes; the sweeper starts one that was lost again within the hour.
DELETION_AGE = Duration.hours(4)
# States of an owner's heads that are no state of a sound store.
FAULTY_HEADS = ("rolled_back", "altered", "broken", "forged")
# Refusals of secrets in five minutes.
MOST_BLOCKED = 20
RUNBOOK = "docs/guides/runbooks.md"
# Four attempts of a message take 21 to 32 minutes: a message that waits longer waits for an outage to end, or there are
# too few workers.
WORK_LAG = Duration.minutes(30)


class Monitoring(Construct):
    """Alarms go to `topic`; missing data means that nothing happened, which is well."""

    def __init__(self, scope: Construct, id: str, settings: DeploymentSettings, encryption: Encryption) -> None:
        super().__init__(scope, id)
        self._service = f"agent-memory-{settings.stage}"
        self.topic = sns.Topic(self, "Topic", master_key=encryption.key, enforce_ssl=True)
        # A topic with a policy of its own admits no caller by itself, not even the service of the alarms.
        self.topic.add_to_resource_policy(
            iam.PolicyStatement(
                actions=["sns:Publish"],
                principals=[iam.ServicePrincipal("cloudwatch.amazonaws.com")],
                resources=[self.topic.topic_arn],
                conditions={
                    "StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID},
                    "ArnLike": {
                        "aws:SourceArn": f"arn:{Aws.PARTITION}:cloudwatch:{Aws.REGION}:{Aws.ACCOUNT_ID}:alarm:*"
                    },
                },
            )
        )
        if settings.alarm_email:
            self.topic.add_subscription(subscriptions.EmailSubscription(settings.alarm_email))
        self._business = BusinessMetrics(self._service)
        self._alarms: list[cloudwatch.Alarm] = []
        self._details: list[cloudwatch.IWidget] = []

    def draw(self, watched: Watched) -> None:
        """Once everything is watched."""
        dashboard = cloudwatch.Dashboard(self, "Dashboard", dashboard_name=self._service)
        for row in first_screen(self._business, watched, self._alarms):
            dashboard.add_widgets(*row)
        dashboard.add_widgets(*self._details)
        dashboard.add_widgets(self._everything_counted())

    def watch_queues(self, queues: Mapping[str, sqs.Queue]) -> None:
        metrics = {
            name: queue.metric_approximate_number_of_messages_visible(statistic="Maximum", period=Duration.minutes(5))
            for name, queue in queues.items()
        }
        for name, metric in metrics.items():
            self._alarm(f"{name}NotEmpty", metric, 1, "something could not be done and waits for a person")
        self._graph("Dead letters", *metrics.values())

    def watch_waiting(self, queues: Mapping[str, sqs.Queue]) -> None:
        """Queues that are worked off all the time: messages in one grow old only when its worker has stopped."""
        ages = {
            name: queue.metric_approximate_age_of_oldest_message(statistic="Maximum", period=Duration.minutes(5))
            for name, queue in queues.items()
        }
        for name, age in ages.items():
            self._alarm(f"{name}Waits", age, WORK_LAG.to_seconds(), "work waits for more than half an hour", periods=2)
        self._graph("Oldest work", *ages.values(), self._business.metric("ExtractionLagSeconds", "Maximum"))

    def watch_workflow(self, machine: stepfunctions.StateMachine) -> None:
        metrics = {
            "Failed": machine.metric_failed(statistic="Sum"),
            "TimedOut": machine.metric_timed_out(statistic="Sum"),
            "Aborted": machine.metric_aborted(statistic="Sum"),
        }
        for name, metric in metrics.items():
            self._alarm(
                f"Deletion{name}", metric, 1, "a deletion that was accepted is not done", runbook="DeletionFailed"
            )
        age = self._business.metric("DeletionAgeSeconds", "Maximum")
        meaning = "a deletion that was accepted is not done after four hours"
        self._alarm("DeletionOld", age, DELETION_AGE.to_seconds(), meaning)
        self._graph("Deletions", machine.metric_succeeded(statistic="Sum"), *metrics.values())
        self._graph("Oldest deletion", age)
        self._graph("Deletion time", machine.metric_time(statistic="p95"))

    def watch_api(self, api: Api) -> None:
        errors = api.api.metric_server_error(statistic="Sum", period=Duration.minutes(5))
        self._alarm("ApiServerErrors", errors, 5, "callers get 5xx answers")
        latency = [api.api.metric_latency(statistic=s, period=Duration.minutes(5)) for s in ("p50", "p95", "p99")]
        self._graph("Requests", api.api.metric_count(statistic="Sum"))
        self._graph("Errors", errors, api.api.metric_client_error(statistic="Sum"))
        self._graph("Latency", *latency)

    def watch_functions(self, functions: Mapping[str, lambda_.Function]) -> None:
        errors = {
            name: function.metric_errors(statistic="Sum", period=Duration.minutes(5))
            for name, function in functions.items()
        }
        for name, metric in errors.items():
            self._alarm(
                f"{_camel(name)}Errors", metric, 3, f"the function {name} fails", periods=2, runbook="FunctionErrors"
            )
        throttles = [f.metric_throttles(statistic="Sum", label=name) for name, f in functions.items()]
        self._graph("Function errors", *(metric.with_(label=name) for name, metric in errors.items()))
        self._graph("Function throttles", *throttles)

    def watch_index(self, function: lambda_.Function) -> None:
        age = function.metric("IteratorAge", statistic="Maximum", period=Duration.minutes(5))
        limit = INDEX_LAG.to_milliseconds()
        self._alarm("IndexLag", age, limit, "the search index lags behind the truth", periods=2)
        self._graph("Index lag", age)

    def watch_feed(self, function: lambda_.Function) -> None:
        age = function.metric("IteratorAge", statistic="Maximum", period=Duration.minutes(5))
        self._alarm("FeedLag", age, INDEX_LAG.to_milliseconds(), "the feed of changes lags behind", periods=2)
        self._graph("Feed lag", age)

    def watch_counts(self) -> None:
        """What the functions count themselves."""
        self.watch_answers()
        self.watch_business()
        self.watch_secrets()

    def watch_answers(self) -> None:
        """A recall without search or vectors is answered by words from the tables, with 200: nothing else rings."""
        degraded = self._business.metric("Recalled", "Sum", degraded="true")
        self._alarm("RecallDegraded", degraded, 5, "recalls are answered without search or vectors", periods=2)
        self._graph("Degraded recalls", degraded)

    def watch_secrets(self) -> None:
        """Somebody sends secrets again and again: an agent that copies a file of keys, or a search for what passes."""
        blocked = self._business.metric("SensitiveBlocked", "Sum")
        self._alarm(
            "SecretsBlocked", blocked, MOST_BLOCKED, "writes with secrets are refused more often than by chance"
        )
        self._graph("Secrets refused", blocked)

    def watch_business(self) -> None:
        """What the memory does: ratios of an hour, a deletion that had left something, and a daily pass that stopped at
        its limit."""
        counted = {name: self._business.metric(name, "Sum", HOUR) for name in COUNTED}
        ratios = [(ratio, ratio.metric(counted)) for ratio in RATIOS]
        for ratio, metric in ratios:
            self._alarm(ratio.name, metric, ratio.limit, ratio.meaning)
        reopened = self._business.metric("DeletionReopened", "Sum")
        self._alarm("DeletionReopened", reopened, 1, "a completed deletion had left something, and is opened again")
        held = self._business.metric("HygieneHeld", "Sum")
        self._alarm("HygieneHeld", held, 1, "maintenance has stopped at its limit: a person applies the rest")
        self._graph("Held by maintenance", held)
        self._graph("Ratios", *(metric for _, metric in ratios))

    def watch_integrity(self) -> None:
        """Records that are not what the service wrote. Restored records of deleted owners are not among them: these
        are expected, and the replay of the deletions removes them."""
        changed = self._business.metric("IntegrityViolations", "Sum", why=WhyShut.CHANGED.value)
        self._alarm("RecordsChanged", changed, 1, "stored records are not what was written")
        heads = {
            state: self._business.metric("AuditHeads", "Sum", state=state) for state in ("unreached", *FAULTY_HEADS)
        }
        meaning = "heads of audit chains cannot be signed or kept outside the store"
        unreached = heads["unreached"].with_(period=Duration.hours(3))  # one attempt an hour
        self._alarm("AuditHeadsNotWritten", unreached, 3, meaning)
        for state in FAULTY_HEADS:
            meaning = f"an audit chain is {state} beside its witness"
            self._alarm(f"AuditHeads{_camel(state)}", heads[state], 1, meaning, runbook="RecordsChanged")
        self._graph("Integrity", changed, *heads.values())

    def watch_domain(self, name: str, account: str, capacity: Capacity) -> None:
        def metric(metric_name: str, statistic: str) -> cloudwatch.Metric:
            return cloudwatch.Metric(
                namespace="AWS/ES",
                metric_name=metric_name,
                dimensions_map={"DomainName": name, "ClientId": account},
                statistic=statistic,
                period=Duration.minutes(5),
            )

        red = metric("ClusterStatus.red", "Maximum")
        blocked = metric("ClusterIndexWritesBlocked", "Maximum")
        free = metric("FreeStorageSpace", "Minimum")
        self._alarm("SearchRed", red, 1, "a part of the search index is lost or not yet there")
        self._alarm("SearchWritesBlocked", blocked, 1, "the search domain takes no more documents")
        below = cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
        least = FREE_STORAGE * capacity.volume_gib * 1024
        self._alarm("SearchStorageLow", free, least, "the search domain fills up", comparison=below)
        nodes = metric("Nodes", "Minimum")
        self._alarm("SearchNodesMissing", nodes, capacity.nodes, "a node of the domain is away", comparison=below)
        pressure, cpu = metric("JVMMemoryPressure", "Maximum"), metric("CPUUtilization", "Average")
        self._alarm("SearchHeapFull", pressure, MOST_PRESSURE, "the search domain lacks memory", periods=3)
        self._alarm("SearchBusy", cpu, MOST_CPU, "the search domain lacks processors", periods=3)
        for id, name_of, meaning in (
            ("SearchKeyUnusable", "KMSKeyInaccessible", "the search domain cannot use its key"),
            ("SearchKeyFaulty", "KMSKeyError", "the search domain's key is disabled or deleted"),
            ("SearchSnapshotFailed", "AutomatedSnapshotFailure", "the domain could not take its own snapshot"),
        ):
            self._alarm(id, metric(name_of, "Maximum"), 1, meaning)
        self._graph("Search load", pressure, cpu)
        self._graph("Search domain", red, blocked)
        self._graph("Search storage", free)

    def _alarm(
        self,
        id: str,
        metric: cloudwatch.Metric | cloudwatch.MathExpression,
        threshold: float,
        meaning: str,
        *,
        periods: int = 1,
        comparison: cloudwatch.ComparisonOperator = cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        runbook: str | None = None,
    ) -> None:
        alarm = metric.create_alarm(
            self,
            id,
            alarm_description=f"{self._service}: {meaning}. {RUNBOOK}#{(runbook or id).lower()}",
            threshold=threshold,
            evaluation_periods=periods,
            comparison_operator=comparison,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        alarm.add_alarm_action(actions.SnsAction(self.topic))
        self._alarms.append(alarm)

    def _graph(self, title: str, *metrics: cloudwatch.IMetric) -> None:
        self._details.append(cloudwatch.GraphWidget(title=title, left=list(metrics), width=8))

    def _everything_counted(self) -> cloudwatch.GraphWidget:
        """Everything that the functions count: a new business event appears without a change here."""
        search = f'Namespace="{METRICS_NAMESPACE}" service="{self._service}"'
        every = cloudwatch.MathExpression(
            expression=f"SEARCH('{search}', 'Sum', 300)", using_metrics={}, label="", period=Duration.minutes(5)
        )
        return cloudwatch.GraphWidget(title="Business events", left=[every], width=24)


def _camel(name: str) -> str:
    return name.replace("_", " ").title().replace(" ", "")
