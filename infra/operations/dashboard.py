"""The dashboard's first screen: is the service healthy, useful, clean, and does it forget? One row answers each, with a
sentence that says what is good. Everything that the code counts is below, by search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from aws_cdk import aws_stepfunctions as stepfunctions

from infra.functions.construct import METRICS_NAMESPACE
from infra.interface.api import Api
from shared.domain.writing.decisions import Outcome

SOON, HOURLY = Duration.minutes(5), Duration.hours(1)
_ROW = 24  # the dashboard's own width
_TALL, _TEXT = 6, 2

HEALTHY = (
    "## Is it healthy?\nGood: no alarm is red, under 1 % of the requests fail, p95 stays under a second, no recall is "
    "degraded, and the index follows within seconds."
)
USEFUL = (
    "## Is it useful?\nGood: most recalls find something, more memories are used than found wrong, and few are "
    "corrected. A rising share of wrong ones raises the thresholds by itself; without feedback of agents these graphs "
    "are empty."
)
CLEAN = (
    "## Is it clean?\nGood: few writes end in a conflict, reviews are decided as fast as they arrive, and maintenance "
    "ends what is stale or expired every day."
)
FORGETTING = (
    "## Is it forgetting?\nGood: as many deletions are completed as are requested, none is open for hours, nothing is "
    "found after a deletion, and every receipt is signed."
)


@dataclass(frozen=True, slots=True)
class Watched:
    """What the first row looks at beside the metrics that the functions count."""

    api: Api
    index: lambda_.Function
    waiting: Mapping[str, sqs.Queue]
    machine: stepfunctions.StateMachine


@dataclass(frozen=True, slots=True)
class BusinessMetrics:
    """The metrics that the functions count, of one stage."""

    service: str

    def metric(self, name: str, statistic: str, period: Duration = SOON, **dimensions: str) -> cloudwatch.Metric:
        return cloudwatch.Metric(
            namespace=METRICS_NAMESPACE,
            metric_name=name,
            dimensions_map={"service": self.service, **dimensions},
            statistic=statistic,
            period=period,
        )

    def search(self, name: str, dimension: str, period: Duration = HOURLY) -> str:
        """An expression: one line for each value that `dimension` has had."""
        schema = f"{{{METRICS_NAMESPACE},service,{dimension}}}"
        return f"SEARCH('{schema} MetricName=\"{name}\" service=\"{self.service}\"', 'Sum', {int(period.to_seconds())})"

    def by(self, name: str, dimension: str) -> cloudwatch.MathExpression:
        return _expression(self.search(name, dimension), "")


def first_screen(
    business: BusinessMetrics, watched: Watched, alarms: Sequence[cloudwatch.IAlarm]
) -> list[list[cloudwatch.IWidget]]:
    """Rows of widgets."""
    state = cloudwatch.AlarmStatusWidget(title="Alarms", alarms=list(alarms), width=_ROW, height=4)
    return [
        [state],
        [_text(HEALTHY)],
        _healthy(business, watched),
        [_text(USEFUL)],
        _useful(business),
        [_text(CLEAN)],
        _clean(business),
        [_text(FORGETTING)],
        _forgetting(business, watched.machine),
    ]


def _healthy(business: BusinessMetrics, watched: Watched) -> list[cloudwatch.IWidget]:
    api = watched.api.api
    failed = {
        "failed": api.metric_server_error(statistic="Sum", period=SOON),
        "requests": api.metric_count(statistic="Sum", period=SOON),
    }
    ages = [
        queue.metric_approximate_age_of_oldest_message(statistic="Maximum", period=SOON, label=name)
        for name, queue in watched.waiting.items()
    ]
    return [
        _shares(
            "Failed requests and degraded recalls, %",
            _expression("100 * FILL(failed, 0) / requests", "failed requests", failed, SOON),
            _share("degraded", _recalls(business), "degraded recalls", SOON),
        ),
        _graph("Time of a request, ms", *(api.metric_latency(statistic=s, period=SOON) for s in ("p50", "p95", "p99"))),
        _graph("Index lag, ms", watched.index.metric("IteratorAge", statistic="Maximum", period=SOON)),
        _graph("Oldest waiting work, s", *ages),
    ]


def _recalls(business: BusinessMetrics) -> dict[str, cloudwatch.IMetric]:
    return {
        name: business.metric("Recalled", "Sum", SOON, degraded=value)
        for name, value in (("degraded", "true"), ("whole", "false"))
    }


def _useful(business: BusinessMetrics) -> list[cloudwatch.IWidget]:
    judged: dict[str, cloudwatch.IMetric] = {
        "used": business.metric("MemoriesUsed", "Sum", HOURLY),
        "wrong": business.metric("FalsePositives", "Sum", HOURLY),
    }
    answered: dict[str, cloudwatch.IMetric] = {
        name: business.metric("RecallAnswered", "Sum", HOURLY, found=value)
        for name, value in (("found", "true"), ("empty", "false"))
    }
    corrected = {"corrected": business.metric("Corrections", "Sum", HOURLY), **judged}
    return [
        _shares("Recalls that found something, %", _share("found", answered)),
        _shares(
            "Of the memories that agents judged, %",
            _share("used", judged),
            _share("wrong", judged),
            _expression("100 * FILL(corrected, 0) / (FILL(used, 0) + FILL(wrong, 0))", "corrections", corrected),
        ),
        _graph("Judged memories", *(_expression(f"FILL({name}, 0)", name, {name: judged[name]}) for name in judged)),
        _graph("Thresholds moved, by reason", business.by("ThresholdsMoved", "reason")),
    ]


def _clean(business: BusinessMetrics) -> list[cloudwatch.IWidget]:
    written = f"SUM({business.search('MemoryWritten', 'outcome')})"
    shares = [
        _expression(f"100 * FILL({name}, 0) / {written}", name, {name: metric})
        for name, metric in (
            (outcome.value, business.metric("MemoryWritten", "Sum", HOURLY, outcome=outcome.value))
            for outcome in (Outcome.CONFLICT, Outcome.CANDIDATE, Outcome.DUPLICATE)
        )
    ]
    return [
        _shares("Outcomes of writes, %", *shares),
        _graph("Writes, by outcome", business.by("MemoryWritten", "outcome")),
        _graph("Maintenance, by rule (stale, expired, ...)", business.by("HygieneApplied", "rule")),
        _graph("Old contradictions, by outcome", business.by("ContradictionsScanned", "outcome")),
    ]


def _forgetting(business: BusinessMetrics, machine: stepfunctions.StateMachine) -> list[cloudwatch.IWidget]:
    requested = f"SUM({business.search('DeletionRequested', 'selector')})"
    found = business.metric("ResidueFound", "Sum", HOURLY, found="true")
    attention = business.metric("DeletionNeedsAttention", "Sum", HOURLY)
    return [
        _graph(
            "Deletions",
            _expression(requested, "requested"),
            business.metric("DeletionCompleted", "Sum", HOURLY).with_(label="completed"),
            attention.with_(label="need a person"),
        ),
        _graph(
            "Open deletions",
            business.metric("DeletionsOpen", "Maximum", HOURLY).with_(label="open at the hourly look"),
            right=[business.metric("DeletionAgeSeconds", "Maximum", HOURLY).with_(label="age of the oldest, s")],
        ),
        _graph(
            "Residue",
            found.with_(label="found by a later verification"),
            business.metric("DeletionReopened", "Sum", HOURLY).with_(label="opened again"),
        ),
        _graph(
            "Receipts by state, and time of a deletion",
            business.by("ReceiptSigned", "state"),
            right=[machine.metric_time(statistic="p95", period=HOURLY, label="p95 of the workflow, ms")],
        ),
    ]


def _share(
    part: str, of: Mapping[str, cloudwatch.IMetric], label: str = "", period: Duration = HOURLY
) -> cloudwatch.MathExpression:
    """One of the metrics in percent of all of them. No line where nothing happened: 0 of 0 is no share."""
    whole = " + ".join(f"FILL({name}, 0)" for name in of)
    return _expression(f"100 * FILL({part}, 0) / ({whole})", label or part, of, period)


def _expression(
    expression: str, label: str, metrics: Mapping[str, cloudwatch.IMetric] | None = None, period: Duration = HOURLY
) -> cloudwatch.MathExpression:
    return cloudwatch.MathExpression(
        expression=expression, using_metrics=dict(metrics or {}), label=label, period=period
    )


def _text(markdown: str) -> cloudwatch.TextWidget:
    return cloudwatch.TextWidget(markdown=markdown, width=_ROW, height=_TEXT)


def _shares(title: str, *shares: cloudwatch.IMetric) -> cloudwatch.GraphWidget:
    percent = cloudwatch.YAxisProps(min=0, max=100, label="%", show_units=False)
    return cloudwatch.GraphWidget(title=title, left=list(shares), left_y_axis=percent, width=_ROW // 4, height=_TALL)


def _graph(
    title: str, *metrics: cloudwatch.IMetric, right: Sequence[cloudwatch.IMetric] = ()
) -> cloudwatch.GraphWidget:
    return cloudwatch.GraphWidget(
        title=title, left=list(metrics), right=list(right), width=_ROW // 4, height=_TALL,
        left_y_axis=cloudwatch.YAxisProps(min=0),
    )  # fmt: skip
