"""Alarms, and the dashboard to look at when one rings."""

from __future__ import annotations

from collections.abc import Mapping

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from aws_cdk import aws_sqs as sqs
from aws_cdk import aws_stepfunctions as stepfunctions
from constructs import Construct

from infra.functions.construct import METRICS_NAMESPACE
from infra.interface.api import Api
from infra.settings import DeploymentSettings
from infra.stores.encryption import Encryption

# A view that lags behind the truth for longer than this is a fault; recall stays right meanwhile, and misses the new.
INDEX_LAG = Duration.minutes(5)
FREE_STORAGE_MIB = 2048
# Four tries of a message take 21 to 32 minutes: what waits for longer than that waits for an outage to end, or for
# workers that are too few.
WORK_LAG = Duration.minutes(30)


class Monitoring(Construct):
    """Alarms go to `topic`; missing data means that nothing happened, which is well."""

    def __init__(self, scope: Construct, id: str, settings: DeploymentSettings, encryption: Encryption) -> None:
        super().__init__(scope, id)
        self._service = f"agent-memory-{settings.stage}"
        self.topic = sns.Topic(self, "Topic", master_key=encryption.key, enforce_ssl=True)
        if settings.alarm_email:
            self.topic.add_subscription(subscriptions.EmailSubscription(settings.alarm_email))
        self.dashboard = cloudwatch.Dashboard(self, "Dashboard", dashboard_name=self._service)
        self._business_metrics()

    def watch_queues(self, queues: Mapping[str, sqs.Queue]) -> None:
        metrics = {
            name: queue.metric_approximate_number_of_messages_visible(statistic="Maximum", period=Duration.minutes(5))
            for name, queue in queues.items()
        }
        for name, metric in metrics.items():
            self._alarm(f"{name}NotEmpty", metric, 1, "something could not be done and waits for a person")
        self._graph("Dead letters", *metrics.values())

    def watch_waiting(self, queues: Mapping[str, sqs.Queue]) -> None:
        """Queues that are worked off all the time: what lies in one grows old only when that has stopped."""
        ages = {
            name: queue.metric_approximate_age_of_oldest_message(statistic="Maximum", period=Duration.minutes(5))
            for name, queue in queues.items()
        }
        for name, age in ages.items():
            self._alarm(f"{name}Waits", age, WORK_LAG.to_seconds(), "work waits for more than half an hour", periods=2)
        lag = cloudwatch.Metric(
            namespace=METRICS_NAMESPACE,
            metric_name="ExtractionLagSeconds",
            dimensions_map={"service": self._service},
            statistic="Maximum",
            period=Duration.minutes(5),
        )
        self._graph("Oldest work", *ages.values(), lag)

    def watch_workflow(self, machine: stepfunctions.StateMachine) -> None:
        metrics = {
            "Failed": machine.metric_failed(statistic="Sum"),
            "TimedOut": machine.metric_timed_out(statistic="Sum"),
            "Aborted": machine.metric_aborted(statistic="Sum"),
        }
        for name, metric in metrics.items():
            self._alarm(f"Deletion{name}", metric, 1, "a deletion that was accepted is not done")
        self._graph("Deletions", machine.metric_succeeded(statistic="Sum"), *metrics.values())
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
            self._alarm(f"{_camel(name)}Errors", metric, 3, f"the function {name} fails", periods=2)
        throttles = [f.metric_throttles(statistic="Sum", label=name) for name, f in functions.items()]
        self._graph("Function errors", *(metric.with_(label=name) for name, metric in errors.items()))
        self._graph("Function throttles", *throttles)

    def watch_index(self, function: lambda_.Function) -> None:
        age = function.metric("IteratorAge", statistic="Maximum", period=Duration.minutes(5))
        limit = INDEX_LAG.to_milliseconds()
        self._alarm("IndexLag", age, limit, "the search index lags behind the truth", periods=2)
        self._graph("Index lag", age)

    def watch_domain(self, name: str, account: str) -> None:
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
        self._alarm("SearchStorageLow", free, FREE_STORAGE_MIB, "the search domain fills up", comparison=below)
        self._graph("Search domain", red, blocked)
        self._graph("Search storage", free)

    def _alarm(
        self,
        id: str,
        metric: cloudwatch.Metric,
        threshold: float,
        meaning: str,
        *,
        periods: int = 1,
        comparison: cloudwatch.ComparisonOperator = cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    ) -> None:
        alarm = metric.create_alarm(
            self,
            id,
            alarm_description=f"{self._service}: {meaning}",
            threshold=threshold,
            evaluation_periods=periods,
            comparison_operator=comparison,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        alarm.add_alarm_action(actions.SnsAction(self.topic))

    def _graph(self, title: str, *metrics: cloudwatch.IMetric) -> None:
        self.dashboard.add_widgets(cloudwatch.GraphWidget(title=title, left=list(metrics), width=8))

    def _business_metrics(self) -> None:
        """Whatever the functions count: a new business event shows up without a change here."""
        search = f'Namespace="{METRICS_NAMESPACE}" service="{self._service}"'
        self.dashboard.add_widgets(
            cloudwatch.GraphWidget(
                title="Business events",
                left=[
                    cloudwatch.MathExpression(
                        expression=f"SEARCH('{search}', 'Sum', 300)",
                        using_metrics={},
                        label="",
                        period=Duration.minutes(5),
                    )
                ],
                width=24,
            )
        )


def _camel(name: str) -> str:
    return name.replace("_", " ").title().replace(" ", "")
