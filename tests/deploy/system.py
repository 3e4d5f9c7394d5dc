"""The deployed system in use: requests through the gateway's rules, the stream, the workflow and the schedule."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3

from local.aws.authorizer import Authorizer
from local.aws.gateway import Gateway
from local.clock import MovableClock
from local.issuer import AUDIENCE, Issuer
from shared.adapters.system import UuidV7Ids
from tests.deploy import waits
from tests.deploy.adapter import REGION
from tests.deploy.lambdas import Invoker, Search
from tests.deploy.permissions import Permissions
from tests.deploy.poller import Poller
from tests.deploy.stack import Deployed, deployment, redeployed

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

_ISSUER = "http://127.0.0.1/issuer"


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Any
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Execution:
    """`error` of a failed run, and `why`: what it knew when it gave up, the error that it caught and the residue."""

    status: str
    error: str | None
    why: str = ""

    @property
    def succeeded(self) -> bool:
        """To be asserted: what fails then shows all of the execution."""
        return self.status == "SUCCEEDED"


class System:
    """`user` makes a caller's requests; `settle` lets the stream reach the index."""

    def __init__(
        self,
        deployed: Deployed,
        invoker: Invoker,
        search: Search,
        permissions: Permissions,
        pauses: list[float],
        clock: MovableClock,
    ) -> None:
        self.deployed = deployed
        self.invoker = invoker
        self.search = search
        self.permissions = permissions
        self.pauses = pauses
        self.poller = Poller(deployed.index_feed, invoker.call, pauses)
        self.feeds = [Poller(feed, invoker.call, pauses) for feed in deployed.change_feeds]
        self.clock = clock
        self._issuer = Issuer(_ISSUER, clock)
        handlers = {name: partial(invoker.call, name) for name in deployed.functions}
        judge = Authorizer(self._issuer.jwks, _ISSUER, AUDIENCE, clock)
        self._gateway = Gateway(handlers, judge, lambda _: None, clock, UuidV7Ids(clock))

    def user(self, name: str, org: str = "acme", **claims: Any) -> User:
        return User(self._gateway, self._issuer.token({"org": org, "sub": name, **claims}))

    def redeploy(self, **context: object) -> None:
        """Another deployment of the same stack, whose stream is followed from its beginning."""
        self.deployed = redeployed(self.deployed, **context)
        self.invoker.serve(self.deployed)
        self.poller = Poller(self.deployed.index_feed, self.invoker.call, self.pauses)
        self.feeds = [Poller(feed, self.invoker.call, self.pauses) for feed in self.deployed.change_feeds]

    def settle(self) -> int:
        """Records that reached the index. What was retrieved is counted as well, and what sessions left is done."""
        self._deliver("recall", "RETRIEVALS_QUEUE_URL", "retrieved")
        self._deliver("sessions", "SESSIONS_QUEUE_URL", "extract")
        return self.poller.drain()

    def feed(self) -> int:
        """Changes that entered the feeds, or were tried."""
        return sum(feed.drain() for feed in self.feeds)

    def _deliver(self, sender: str, variable: str, consumer: str) -> None:
        """As the event source of the queue does: what a function does not name as failed is deleted."""
        url = self.deployed.functions[sender].environment[variable]
        client = boto3.client("sqs", region_name=REGION)
        while messages := client.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", []):
            records = [{"messageId": m["MessageId"], "body": m["Body"]} for m in messages]
            answer = self.invoker.call(consumer, {"Records": records})
            failed = {item["itemIdentifier"] for item in answer["batchItemFailures"]}
            for message in messages:
                if message["MessageId"] not in failed:
                    client.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])

    def execution(self, request_id: str, attempt: int = 0) -> Execution:
        """The workflow's run of a deletion, once it has ended."""
        client = boto3.client("stepfunctions", region_name=REGION)
        deadline = time.monotonic() + 180  # on a machine with much else to do
        while time.monotonic() < deadline:
            for listed in client.list_executions(stateMachineArn=self.deployed.state_machine_arn)["executions"]:
                run = client.describe_execution(executionArn=listed["executionArn"])
                given = json.loads(run["input"])
                if (given["request_id"], given["attempt"]) == (request_id, attempt) and run["status"] != "RUNNING":
                    why = "" if run["status"] == "SUCCEEDED" else _why(client, listed["executionArn"])
                    return Execution(run["status"], run.get("error"), why)
            time.sleep(0.05)
        raise AssertionError(f"no run of {request_id} has ended")

    def run_schedule(self) -> Any:
        schedule = self.deployed.schedule
        return self.invoker.call(schedule.function, json.loads(schedule.input))

    def everything_stored(self) -> str:
        """All items of all tables, as one text to look for residue in."""
        client = boto3.client("dynamodb", region_name=REGION)
        pages = [
            page["Items"]
            for table in self.deployed.tables.values()
            for page in client.get_paginator("scan").paginate(TableName=table)
        ]
        return repr(pages)

    def dead_letters(self) -> list[Any]:
        client = boto3.client("sqs", region_name=REGION)
        name = self.deployed.index_feed.dead_letters_arn.rpartition(":")[2]
        url = client.get_queue_url(QueueName=name)["QueueUrl"]
        messages = client.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", [])
        return [json.loads(message["Body"]) for message in messages]


def _why(client: SFNClient, execution_arn: str) -> str:
    """What the state that records a failure was given, or else the last event."""
    pages = client.get_paginator("get_execution_history").paginate(executionArn=execution_arn)
    events = [event for page in pages for event in page["events"]]
    entered = [event["stateEnteredEventDetails"] for event in events if "stateEnteredEventDetails" in event]
    given = [state.get("input", "") for state in entered if state["name"] == "RecordFailure"]
    return given[-1] if given else repr(events[-1:])


class User:
    def __init__(self, gateway: Gateway, token: str) -> None:
        self._gateway = gateway
        self._token = token

    def __call__(self, method: str, target: str, body: Any = None, **headers: str) -> Answer:
        given = [("authorization", f"Bearer {self._token}"), ("content-type", "application/json"), *headers.items()]
        sent = b"" if body is None else json.dumps(body).encode()
        answer = self._gateway.answer(method, target, given, sent)
        found = json.loads(answer.body) if answer.body else None
        return Answer(answer.status, found, dict(answer.headers))


@contextmanager
def system(folder: Path) -> Iterator[System]:
    with deployment() as deployed, waits.recorded() as pauses:
        permissions = Permissions()
        search = Search(folder, permissions)
        clock = MovableClock()
        invoker = Invoker(deployed, search, permissions, clock)
        with invoker.in_place():
            yield System(deployed, invoker, search, permissions, pauses, clock)
        search.inventory.close()
        search.index.close()
