"""The month's bill: arithmetic over counted units, a workload and prices. Nothing here is measured or guessed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bench.cost.counted import CHANGE, RECALLS_A_BATCH, TOP_K, Operation
from bench.cost.prices import Prices

_MILLION = 1_000_000
GIGABYTES_A_PROCESSOR = 1769 / 1024  # Lambda gives processor time in proportion to memory, one whole one at 1,769 MB


@dataclass(frozen=True, slots=True)
class Workload:
    """Of one month. `kept`: memories that are stored, on average. `first_retrieved`: memories that a recall returns
    for the first time ever. `changes`: that enter feeds, where the deployment keeps them, each delivered alone."""

    writes: int = 0
    recalls: int = 0
    events: int = 0
    kept: int = 0
    first_retrieved: int = 0
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """`price`: its name in the table."""

    what: str
    price: str
    quantity: float
    dollars: float


def total(lines: Iterable[Line]) -> float:
    return sum(line.dollars for line in lines)


def use(workload: Workload, of: Mapping[str, Operation], prices: Prices) -> list[Line]:
    """What the workload costs beyond the floor."""
    return [*_writes(workload, of, prices), *_recalls(workload, of, prices), *_events(workload, of, prices),
            *_kept(workload, of, prices), *changes_entered(workload.changes, of[CHANGE], prices)]  # fmt: skip


def _writes(workload: Workload, of: Mapping[str, Operation], prices: Prices) -> list[Line]:
    count, assumed = workload.writes, prices.assumed
    units = [
        ("dynamodb_write", of["write"].writes + of["index"].writes),
        ("dynamodb_read", of["write"].reads + of["index"].reads),
        ("embedding_tokens", of["write"].embedded * assumed["tokens_a_memory"]),
        ("lambda_seconds", assumed["background_seconds_a_memory"] * assumed["background_gigabytes"]),
    ]
    return _lines("writes", count, [*units, *_request(prices, write_gigabyte_seconds(assumed))], prices)


def _recalls(workload: Workload, of: Mapping[str, Operation], prices: Prices) -> list[Line]:
    count, assumed = workload.recalls, prices.assumed
    in_background = (
        TOP_K * assumed["background_seconds_a_memory"] + assumed["background_batch_seconds"] / RECALLS_A_BATCH
    )
    units = [
        ("dynamodb_read", of["recall"].reads),
        ("embedding_tokens", of["recall"].embedded * assumed["tokens_a_question"]),
        *_request(prices, assumed["api_seconds"] * assumed["api_gigabytes"]),
    ]
    statistics = [
        ("dynamodb_write", TOP_K * of["count a retrieval"].writes),
        ("dynamodb_read", TOP_K * of["count a retrieval"].reads),
        ("lambda_seconds", in_background * assumed["background_gigabytes"]),
        ("lambda_requests", 1 / RECALLS_A_BATCH),
        ("sqs_requests", assumed["sqs_requests_a_message"]),
    ]
    first = of["first retrieval of a memory"]
    new = [("dynamodb_write", first.writes), ("dynamodb_read", first.reads)]
    return [
        *_lines("recalls", count, units, prices),
        *_lines("statistics of recalls", count, statistics, prices),
        *_lines("first retrievals", workload.first_retrieved, new, prices),
    ]


def _events(workload: Workload, of: Mapping[str, Operation], prices: Prices) -> list[Line]:
    units = [("dynamodb_write", of["event"].writes), ("dynamodb_read", of["event"].reads)]
    gigabyte_seconds = prices.assumed["event_seconds"] * prices.assumed["api_gigabytes"]
    return _lines("events", workload.events, [*units, *_request(prices, gigabyte_seconds)], prices)


def _kept(workload: Workload, of: Mapping[str, Operation], prices: Prices) -> list[Line]:
    gigabytes = of["write"].stored_bytes / 1e9
    return _lines(
        "memories kept", workload.kept, [("dynamodb_storage", gigabytes), ("dynamodb_backup", gigabytes)], prices
    )


def changes_entered(count: int, of: Operation, prices: Prices) -> list[Line]:
    """Without webhooks. What enters a feed is kept for a month."""
    assumed, runs, gigabytes = prices.assumed, of.invocations, of.stored_bytes / 1e9
    seconds = runs * assumed["background_batch_seconds"] + assumed["background_seconds_a_memory"]
    units = [
        ("dynamodb_write", of.writes),
        ("dynamodb_read", of.reads),
        ("dynamodb_storage", gigabytes),
        ("dynamodb_backup", gigabytes),
        ("lambda_requests", runs),
        ("lambda_seconds", seconds * assumed["background_gigabytes"]),
        ("logs", runs * assumed["log_bytes_a_request"] / 1e9),
        ("traces", runs * assumed["traced_share"]),
    ]
    return _lines("feed of changes", count, units, prices)


def write_gigabyte_seconds(assumed: Mapping[str, float]) -> float:
    """Of one write. With less memory than a request's usual one it waits as long, and computes longer."""
    usual, here = (GIGABYTES_A_PROCESSOR / assumed[name] for name in ("api_gigabytes", "write_gigabytes"))
    seconds = assumed["api_seconds"] + assumed["write_processor_seconds"] * (here - usual)
    return seconds * assumed["write_gigabytes"]


def _request(prices: Prices, gigabyte_seconds: float) -> list[tuple[str, float]]:
    """One request through the gateway to a function."""
    assumed = prices.assumed
    return [
        ("api_requests", 1),
        ("lambda_requests", 1),
        ("lambda_seconds", gigabyte_seconds),
        ("logs", assumed["log_bytes_a_request"] / 1e9),
        ("traces", assumed["traced_share"]),
    ]


def _lines(what: str, count: int, units: Iterable[tuple[str, float]], prices: Prices) -> list[Line]:
    return [Line(what, name, count * each, prices.dollars(name, count * each)) for name, each in units if count]


_NODE_TYPES = (("InstanceType", "InstanceCount"), ("DedicatedMasterType", "DedicatedMasterCount"))


def floor(template: Mapping[str, Any], prices: Prices) -> list[Line]:
    """What the stage costs while nobody uses it, counted in its template: search nodes with their volumes, interface
    endpoints by zone, keys and alarms. Pauses of the queues' pollers and logs of the schedule are below a dollar."""
    hours, found = prices.assumed["hours_a_month"], list[Line]()

    def add(what: str, price: str, quantity: float) -> None:
        found.append(Line(what, price, quantity, prices.dollars(price, quantity)))

    resources = [(r["Type"], r.get("Properties", {})) for r in template["Resources"].values()]
    for domain in _of(resources, "AWS::OpenSearchService::Domain"):
        cluster = domain["ClusterConfig"]
        for type, count in _NODE_TYPES:
            if cluster.get(count):
                add("search nodes", cluster[type], cluster[count] * hours)
        add("search volumes", "search_volume", domain["EBSOptions"]["VolumeSize"] * cluster["InstanceCount"])
    zones = sum(
        len(endpoint["SubnetIds"]) for endpoint in _of(resources, "AWS::EC2::VPCEndpoint")
        if endpoint.get("VpcEndpointType") == "Interface"
    )  # fmt: skip
    add("endpoints", "endpoint_hours", zones * hours)
    add("keys", "kms_key", len(_of(resources, "AWS::KMS::Key")))
    add("alarms", "alarm", len(_of(resources, "AWS::CloudWatch::Alarm")))
    return [line for line in found if line.quantity]


def _of(resources: Iterable[tuple[str, Any]], type: str) -> list[Any]:
    return [properties for kind, properties in resources if kind == type]


def agentcore(workload: Workload, prices: Prices, *, own_strategies: bool = False) -> list[Line]:
    """AgentCore Memory's list price for the same work. What it bills: an event for each write and event, a retrieval
    for each recall, a record for each memory kept."""
    records = "agentcore_own_records" if own_strategies else "agentcore_records"
    units = (
        ("events", "agentcore_events", workload.writes + workload.events),
        ("retrievals", "agentcore_retrievals", workload.recalls),
        ("records", records, workload.kept),
    )
    return [Line(what, name, count, prices.dollars(name, count)) for what, name, count in units if count]


def break_even(workload: Workload, fixed: float, of: Mapping[str, Operation], prices: Prices) -> float | None:
    """How many times this workload costs as much here, the floor included, as with AgentCore (built-in strategies);
    `None` where AgentCore is cheaper at any size."""
    saved = total(agentcore(workload, prices)) - total(use(workload, of, prices))
    return fixed / saved if saved > 0 else None


def a_million(what: str) -> Workload:
    """A million of one thing, named as in `Workload`."""
    return replace(Workload(), **{what: _MILLION})
