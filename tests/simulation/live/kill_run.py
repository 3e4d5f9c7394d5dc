"""The laptop's service over HTTP with real threads, killed again and again.

What was acknowledged is there once after each restart; what was deleted stays away; a request that was not answered is
sent again with its key and has one effect; each deletion comes to its end.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.local.running_service import ServiceProcess

_LONGEST_LIFE_S = 1.2


@dataclass(slots=True)
class Request:
    method: str
    path: str
    body: dict[str, Any]
    key: str


@dataclass(slots=True)
class Person:
    """One user and what was acknowledged. `unanswered`: the one request whose answer was never heard."""

    name: str
    random: random.Random
    token: str = ""
    count: int = 0
    memories: dict[str, str] = field(default_factory=dict)
    events: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    deletions: set[str] = field(default_factory=set)
    unanswered: tuple[Request, str] | None = None

    def next(self) -> tuple[Request, str]:
        """A request, and the text that it is about."""
        self.count += 1
        text = f"Parcel {self.name} {self.count} lies in locker {self.count * 7}"
        draw = self.random.random()
        if draw < 0.15 and self.memories:
            about = self.random.choice(sorted(self.memories))
            body = {"request_id": f"d{self.count}", "selector": {"kind": "memory", "ids": [self.memories[about]]}}
            return Request("POST", "/v1/deletions", body, f"k{self.count}"), about
        if draw < 0.45:
            event = {"event_id": f"e{self.count}", "role": "assistant", "content": text}
            return Request("POST", "/v1/sessions/s1/events", {"events": [event]}, f"k{self.count}"), text
        body = {"content": text, "type": "semantic", "source": "user_stated"}
        return Request("POST", "/v1/memories", body, f"k{self.count}"), text


@dataclass(slots=True)
class Report:
    kills: int = 0
    acknowledged: int = 0
    deleted: int = 0
    deletions: int = 0
    violations: list[str] = field(default_factory=list)


class KillRun:
    def __init__(self, folder: Path, kills: int, seed: int = 0, people: int = 3) -> None:
        self._folder = folder
        self._kills = kills
        self._random = random.Random(seed)
        self._people = [Person(f"user{n}", random.Random(f"{seed} {n}")) for n in range(people)]
        self.report = Report()

    def run(self) -> Report:
        service: ServiceProcess | None = None
        try:
            for _ in range(self._kills):
                service = self._started()
                self._use(service, self._random.uniform(0.2, _LONGEST_LIFE_S))
                service.kill()
                self.report.kills += 1
            service = self._started()
            self._end_deletions(service)
            service.end()
            self._look_into_the_folder()
        finally:
            if service is not None and service.process.poll() is None:
                service.kill()
        self.report.acknowledged = sum(len(p.memories) + len(p.events) for p in self._people)
        self.report.deleted = sum(len(p.deleted) for p in self._people)
        return self.report

    def _started(self) -> ServiceProcess:
        service = ServiceProcess(self._folder, "--test-controls")
        if not service.url:
            raise RuntimeError(f"the service did not start again: {service.output[-500:]}")
        for person in self._people:
            person.token = service.call("POST", "/local/token", {"org": "acme", "sub": person.name}).body[
                "access_token"
            ]
            if not person.count:
                self._sent(
                    service, person, Request("POST", "/v1/sessions", {"session_id": "s1", "ttl_seconds": 86400}, "s")
                )
            if person.unanswered is not None:
                request, about = person.unanswered
                self._note(person, request, about, self._sent(service, person, request))
            self._compare(service, person)
        return service

    def _use(self, service: ServiceProcess, seconds: float) -> None:
        until = time.monotonic() + seconds

        def work(person: Person) -> None:
            while True:
                request, about = person.next()
                person.unanswered = (request, about)
                try:
                    answer = self._sent(service, person, request)
                except (OSError, http.client.HTTPException, ValueError):
                    return
                self._note(person, request, about, answer)

        threads = [threading.Thread(target=work, args=(person,)) for person in self._people]
        for thread in threads:
            thread.start()
        time.sleep(max(0.0, until - time.monotonic()))
        service.process.kill()
        for thread in threads:
            thread.join(30)

    @staticmethod
    def _sent(service: ServiceProcess, person: Person, request: Request) -> tuple[int, Any]:
        host = service.url.removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=30)
        try:
            headers = {
                "Authorization": f"Bearer {person.token}", "Content-Type": "application/json",
                "Idempotency-Key": request.key,
            }  # fmt: skip
            body = json.dumps(request.body) if request.method != "GET" else None
            connection.request(request.method, request.path, body, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def _note(self, person: Person, request: Request, about: str, answer: tuple[int, Any]) -> None:
        status, body = answer
        person.unanswered = None
        if request.path == "/v1/deletions" and status == 202:
            person.memories.pop(about, None)
            person.deleted.add(about)
            person.deletions.add(request.body["request_id"])
        elif request.path == "/v1/memories" and status in (200, 201) and body["memory"] is not None:
            person.memories[about] = body["memory"]["memory_id"]
        elif request.path.endswith("/events") and status == 201:
            person.events.add(about)
        elif status != 409:
            self.report.violations.append(f"{request.method} {request.path} was answered with {status}: {body}")

    def _compare(self, service: ServiceProcess, person: Person) -> None:
        listed = Counter(self._all(service, person, "/v1/memories?limit=100", "content"))
        events = Counter(self._all(service, person, "/v1/sessions/s1/events?limit=100", "content"))
        for text in person.memories:
            if listed[text] != 1:
                self.report.violations.append(f"a memory of {person.name} is there {listed[text]} times: {text}")
        for text in person.events:
            if events[text] != 1:
                self.report.violations.append(f"an event of {person.name} is there {events[text]} times: {text}")
        for text in person.deleted:
            if listed[text]:
                self.report.violations.append(f"a deleted memory of {person.name} is there: {text}")

    def _all(self, service: ServiceProcess, person: Person, path: str, field_name: str) -> list[str]:
        found: list[str] = []
        cursor = ""
        while True:
            status, page = self._sent(service, person, Request("GET", f"{path}{cursor}", {}, "r"))
            if status != 200:
                self.report.violations.append(f"GET {path} was answered with {status}")
                return found
            found += [item[field_name] for item in page["items"]]
            if page["next_cursor"] is None:
                return found
            cursor = f"&cursor={page['next_cursor']}"

    def _end_deletions(self, service: ServiceProcess) -> None:
        """Unfinished ones go on by themselves. How long that takes says what the machine does beside it: each look
        waits as long as a settling may, and at least one more must have come to its end by then."""
        asked = [(person, id) for person in self._people for id in sorted(person.deletions)]
        waiting = self._unfinished(service, asked)
        while waiting:
            service.call("POST", "/local/settle", {})  # 503: not yet
            left = self._unfinished(service, waiting)
            if len(left) == len(waiting):
                break
            waiting = left
        for person, id in waiting:
            state = self._deletion(service, person, id)
            self.report.violations.append(f"the deletion {id} of {person.name} does not end: {state}")
        self.report.deletions = len(asked)
        for person in self._people:
            self._compare(service, person)

    def _unfinished(self, service: ServiceProcess, asked: list[tuple[Person, str]]) -> list[tuple[Person, str]]:
        return [
            (person, id) for person, id in asked if self._deletion(service, person, id).get("status") != "completed"
        ]

    def _deletion(self, service: ServiceProcess, person: Person, id: str) -> dict[str, Any]:
        found: dict[str, Any] = self._sent(service, person, Request("GET", f"/v1/deletions/{id}", {}, "r"))[1]
        return found

    def _look_into_the_folder(self) -> None:
        """No deleted text lies in any file."""
        held = [path.read_bytes() for path in self._folder.rglob("*") if path.is_file()]
        for person in self._people:
            for text in person.deleted:
                if any(text.encode() in data for data in held):
                    self.report.violations.append(f"a deleted text of {person.name} lies in the data folder: {text}")
