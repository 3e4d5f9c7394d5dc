"""The play: Ann's travel agent and Lin's, one after the other, and what a memory must do with what they say.

Each scene calls the interface and states what must hold of the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from local.demo.stage import Client, Got, Paper, Person

ANN_SESSION = "trip-to-lisbon"
LONG_AGO = "2024-05-02T09:00:00+02:00"


def play(client: Client, paper: Paper) -> None:
    """All scenes, in order. Each goes on from what the ones before have left."""
    stage = Stage(client, paper)
    for number, (title, scene) in enumerate(SCENES, start=1):
        paper.scene(number, title)
        scene(stage)


class Stage:
    """The people, and the calls that nearly every scene makes."""

    def __init__(self, client: Client, paper: Paper) -> None:
        self.client = client
        self.paper = paper
        self.ann = Person("Ann", client, "acme", "ann")
        self.lin = Person("林", client, "acme", "lin")
        self.other_ann = Person("Ann*", client, "globex", "ann")
        self.ids: dict[str, str] = {}

    def write(self, who: Person, content: str, verb: str = "writes", **fields: Any) -> Got:
        body = {"type": "semantic", "source": "user_stated", **fields, "content": content}
        headers = {"Idempotency_Key": body.pop("retry_key")} if "retry_key" in body else {}
        self.paper.said(who.name, verb, f"“{content}”")
        got = who.call("POST", "/v1/memories", body, **headers)
        self.paper.answered(written(got))
        return got

    def recall(self, who: Person, query: str, **fields: Any) -> list[dict[str, Any]]:
        """Hits, best first, of an index that has caught up."""
        self.settle()
        self.paper.said(who.name, "asks", f"“{query}”")
        got = who.call("POST", "/v1/recall", {"query": query, **fields})
        hits: list[dict[str, Any]] = got.body.get("memories", [])
        for hit in hits:
            self.paper.answered(f"{hit['relevance']:.2f}  {hit['memory']['content']}")
        if not hits:
            self.paper.answered("nothing" if got.status == 200 else problem(got))
        return hits

    def settle(self) -> None:
        """Until stream, index and workflows have no work left; the waits of a workflow are skipped."""
        self.client.call("POST", "/local/settle", {})

    def memory(self, who: Person, memory_id: str, part: str = "") -> Got:
        return who.call("GET", f"/v1/memories/{memory_id}{part}")


def the_conversation(stage: Stage) -> None:
    ann, paper = stage.ann, stage.paper
    began = ann.call("POST", "/v1/sessions", {"session_id": ANN_SESSION})
    turns = [
        {"event_id": "t1", "role": "user", "content": "I need a flight from Lyon to Lisbon on Friday, please."},
        {"event_id": "t2", "role": "assistant", "content": "There is one at 9:40. Where would you like to sit?"},
        {"event_id": "t3", "role": "user", "content": "On the aisle, always. And no peanuts near me, I am allergic."},
    ]
    for turn in turns:
        paper.said("Ann" if turn["role"] == "user" else "agent", "says", f"“{turn['content']}”")
    path = f"/v1/sessions/{ANN_SESSION}/events"
    first = ann.call("POST", path, {"events": turns})
    again = ann.call("POST", path, {"events": turns[2:]})
    read = ann.call("GET", path)
    paper.check(
        began.status == 201 and first.status == 201 and first.body["accepted"] == ["t1", "t2", "t3"],
        "the session keeps three events",
    )
    paper.check(again.body["duplicates"] == ["t3"], "an event sent twice is kept once")
    paper.check([e["event_id"] for e in read.body["items"]] == ["t1", "t2", "t3"], "they come back in their order")
    source: dict[str, Any] = {"source_event_ids": [f"{ANN_SESSION}/t3"]}
    seat = stage.write(ann, "I always want an aisle seat when I fly.", type="preference", key="seat", **source)
    allergy = stage.write(ann, "I am allergic to peanuts.", key="allergy", importance="critical", **source)
    home = stage.write(ann, "I live in Lyon, near the river.", key="home")
    delay = stage.write(
        ann, "On 3 March she missed her connection in Frankfurt: 25 minutes were too short.",
        type="episodic", source="task_outcome",
    )  # fmt: skip
    for name, got in (("seat", seat), ("allergy", allergy), ("home", home), ("delay", delay)):
        stage.ids[name] = got.body["memory"]["memory_id"]
    paper.check(
        all(got.status == 201 and got.body["outcome"] == "created" for got in (seat, allergy, home, delay)),
        "four memories outlive the session",
    )


def the_same_again(stage: Stage) -> None:
    ann, paper = stage.ann, stage.paper
    by_key = stage.write(ann, "I am  allergic to peanuts.", key="allergy")
    by_text = stage.write(ann, "I am allergic to peanuts.")
    paper.check(
        (by_key.body["duplicate_by"], by_text.body["duplicate_by"]) == ("key", "hash")
        and by_key.body["memory"]["memory_id"] == by_text.body["memory"]["memory_id"] == stage.ids["allergy"],
        "both are the memory that is there, found by its key and by its text",
    )
    first = stage.write(ann, "My loyalty card is the blue one.", key="card", retry_key="card-1")
    retry = stage.write(ann, "My loyalty card is the blue one.", "retries", key="card", retry_key="card-1")
    paper.check(
        retry.headers.get("idempotency-replayed") == "true" and retry.body == first.body,
        "a retry gets the first answer, and nothing is written twice",
    )


def found(stage: Stage) -> None:
    ann, paper = stage.ann, stage.paper
    by_meaning = stage.recall(ann, "Which nuts must she avoid?", min_relevance=0.6, top_k=3)
    paper.check(
        [h["memory"]["key"] for h in by_meaning] == ["allergy"], "by meaning: not one word of the question is hers"
    )
    by_word = stage.recall(ann, "peanuts", min_relevance=0, top_k=1)
    paper.check([h["memory"]["key"] for h in by_word] == ["allergy"], "by word")


def a_changed_mind(stage: Stage) -> None:
    ann, paper = stage.ann, stage.paper
    new = stage.write(ann, "I prefer a window seat now: I like to look out.", type="preference", key="seat")
    paper.check(
        new.body["outcome"] == "updated" and new.body["memory"]["memory_id"] == stage.ids["seat"],
        "the same memory, a new version",
    )
    history = stage.memory(ann, stage.ids["seat"], "/history").body["items"]
    for version in history:
        paper.answered(f"v{version['version']}  {version['status']:<10} {version['content']}")
    paper.check([v["status"] for v in history] == ["active", "superseded"], "nothing was overwritten")
    hits = stage.recall(ann, "aisle or window seat?", min_relevance=0, top_k=5)
    seats = [h["memory"]["content"] for h in hits if "seat" in h["memory"]["content"]]
    paper.check(len(seats) == 1 and "window" in seats[0], "only what is current is found")


def what_loses(stage: Stage) -> None:
    ann, paper = stage.ann, stage.paper
    guess = stage.write(
        ann, "She seems to live in Geneva.", "infers", key="home", source="agent_inferred", confidence=0.95
    )
    late = stage.write(ann, "I live in Paris.", "(2024)", key="home", observed_at=LONG_AGO)
    now = stage.memory(ann, stage.ids["home"]).body
    paper.check(
        guess.body["outcome"] == late.body["outcome"] == "kept_existing"
        and now["content"].startswith("I live in Lyon"),
        "neither an inference nor old news beats the user's word; both stay in the history",
    )
    vague = stage.write(ann, "She may like jazz.", "guesses", source="agent_inferred", confidence=0.3)
    paper.check((vague.status, vague.body["code"]) == (422, "low_confidence"), "a mere guess is refused, and said so")
    wrong = stage.write(ann, "I have a cat.", "mistypes", colour="grey")
    paper.check(
        (wrong.status, wrong.body["errors"][0]["field"]) == (400, "colour"), "an unknown field is refused by its name"
    )


def chinese(stage: Stage) -> None:
    lin, paper = stage.lin, stage.paper
    stage.write(lin, "我对海鲜过敏，点菜时请避开虾和螃蟹。", key="allergy", importance="critical")
    home = stage.write(lin, "我家住在杭州，就在西湖旁边。", key="home")
    stage.write(lin, "我喜欢坐高铁出差，不喜欢坐飞机。", type="preference", key="transport")
    stage.ids["lin_home"] = home.body["memory"]["memory_id"]
    food = stage.recall(lin, "订餐时有什么忌口？", min_relevance=0.6, top_k=3)
    paper.check([h["memory"]["key"] for h in food] == ["allergy"], "found by meaning in Chinese")
    lake = stage.recall(lin, "西湖", min_relevance=0, top_k=1)
    paper.check([h["memory"]["key"] for h in lake] == ["home"], "found by word in Chinese")
    moved = stage.write(lin, "我上个月搬家了，现在住在成都。", key="home")
    paper.check((moved.body["outcome"], moved.body["memory"]["version"]) == ("updated", 2), "a move is an update")


def a_correction(stage: Stage) -> None:
    lin, paper = stage.lin, stage.paper
    memory_id = stage.ids["lin_home"]
    content = "我现在住在成都锦江区。"
    paper.said(lin.name, "corrects", f"“{content}”")
    corrected = lin.call("PATCH", f"/v1/memories/{memory_id}", {"content": content, "expected_version": 2})
    paper.answered(written(corrected))
    paper.check(
        corrected.status == 200 and corrected.body["memory"]["source"] == "human_confirmed",
        "a person's correction is the strongest evidence a person can give",
    )
    paper.said(lin.name, "corrects", "… again, from a screen that still shows version 2")
    raced = lin.call("PATCH", f"/v1/memories/{memory_id}", {"content": "我住在武侯区。", "expected_version": 2})
    paper.answered(problem(raced))
    paper.check(
        (raced.status, raced.body.get("current_version")) == (409, 3), "a writer with an older version is refused"
    )


def nobody_elses(stage: Stage) -> None:
    ann, lin, paper = stage.ann, stage.lin, stage.paper
    hits = stage.recall(lin, "Who is allergic to peanuts, and where does she live?", min_relevance=0, top_k=50)
    paper.check(
        bool(hits) and all(h["memory"]["scope"] == lin.scope for h in hits),
        "林 asks with Ann's very words and finds only what is his",
    )
    by_id = stage.memory(lin, stage.ids["allergy"])
    in_scope = lin.call("GET", f"/v1/memories?scope={quote(ann.scope, safe='')}")
    paper.said(lin.name, "tries", "Ann's memory by its id, then her whole scope")
    paper.answered(f"{problem(by_id)}; {problem(in_scope)}")
    paper.check((by_id.status, in_scope.status) == (404, 403), "neither is there for him")
    elsewhere = stage.recall(stage.other_ann, "peanuts", min_relevance=0, top_k=50)
    paper.check(not elsewhere, "a user called Ann in another organisation finds nothing")


def one_memory_forgotten(stage: Stage) -> None:
    ann, paper = stage.ann, stage.paper
    memory_id = stage.ids["delay"]
    before = stage.memory(ann, memory_id).body
    paper.said("Ann", "deletes", f"“{before['content']}”")
    asked = ann.call("DELETE", f"/v1/memories/{memory_id}")
    paper.answered(f"{asked.status} {asked.body['status']}")
    paper.check(stage.memory(ann, memory_id).status == 404, "from the answer on it is not shown")
    back = stage.write(
        ann, before["content"], "(import)", type="episodic", source="task_outcome", observed_at=before["observed_at"]
    )
    paper.check((back.status, back.body["code"]) == (409, "deleted_before"), "an old copy does not bring it back")
    stage.settle()
    done = ann.call("GET", f"/v1/deletions/{asked.body['request_id']}").body
    paper.check(done["status"] == "completed", "removed from every store")
    paper.check(stage.memory(ann, stage.ids["allergy"]).status == 200, "what was not named stays")


def ann_forgotten(stage: Stage) -> None:
    ann, lin, paper = stage.ann, stage.lin, stage.paper
    theirs = len(lin.call("GET", "/v1/memories").body["items"])
    paper.said("Ann", "asks", "to be forgotten: everything, everywhere")
    request = {"request_id": "ann-leaves", "selector": {"kind": "subject"}}
    asked = ann.call("POST", "/v1/deletions", request)
    paper.answered(f"{asked.status} {asked.body['status']} at {asked.body['accepted_at']}")
    listed = ann.call("GET", "/v1/memories").body["items"]
    session = ann.call("GET", f"/v1/sessions/{ANN_SESSION}")
    paper.check(asked.status == 202 and not listed and session.status == 404, "from the answer on nothing is shown")
    racing = stage.write(ann, "I live in Lyon, near the river.", "(agent)", key="home")
    paper.check((racing.status, racing.body["code"]) == (409, "subject_deleting"), "nothing slips in meanwhile")
    stage.settle()
    done = ann.call("GET", "/v1/deletions/ann-leaves").body
    receipt(paper, done)
    again = ann.call("POST", "/v1/deletions", request)
    paper.check(again.status == 202 and again.body == asked.body, "the same request again is the same deletion")
    verified = ann.call("POST", "/v1/deletions/ann-leaves/verify").body
    residue = sum(target["residue"] for target in verified["targets"].values())
    paper.check(residue == 0, "every store, read once more on demand, holds nothing of her")
    late = stage.write(ann, "I live in Lyon, near the river.", "(late)", key="home", observed_at=LONG_AGO)
    paper.check((late.status, late.body["code"]) == (409, "deleted_before"), "late evidence is refused permanently")
    paper.check(not stage.recall(ann, "peanuts", min_relevance=0), "no search finds her")
    paper.check(len(lin.call("GET", "/v1/memories").body["items"]) == theirs > 0, "林 has all that was his")
    fresh = stage.write(ann, "Please write to me in French.", type="preference", key="language")
    paper.check(fresh.body["outcome"] == "created", "and when Ann comes back, she begins anew")


def receipt(paper: Paper, done: dict[str, Any]) -> None:
    proof = done.get("receipt")
    paper.check(done["status"] == "completed" and proof is not None, "the deletion ends with a receipt")
    if proof is None:
        return
    paper.answered(f"receipt {proof['number']} for {proof['request_id']} of {proof['subject']}")
    paper.answered(f"accepted {proof['accepted_at']}, completed {proof['completed_at']}")
    for store in proof["stores"]:
        paper.answered(f"{store['store']:<9} {store['removed']:>3} removed, {store['residue']} left")
    paper.answered(f"backups expire by {proof['backups_until']}")
    paper.answered(f"previous {proof['previous'][:32] or '(none)'}…")
    paper.answered(f"hash     {proof['hash'][:32]}…")
    removed = {store["store"]: store["removed"] for store in proof["stores"]}
    paper.check(
        removed["sessions"] > 0 and removed["memories"] > 0 and not any(store["residue"] for store in proof["stores"]),
        "sessions and memories were there, and nothing was left",
    )


def written(got: Got) -> str:
    if got.status >= 400:
        return problem(got)
    memory = got.body["memory"]
    how = got.body["outcome"] + (f" by {got.body['duplicate_by']}" if got.body["duplicate_by"] else "")
    key = f" `{memory['key']}`" if memory["key"] else ""
    replay = ", replayed" if "idempotency-replayed" in got.headers else ""
    return f"{got.status} {how}: {memory['type']}{key}, version {memory['version']}{replay}"


def problem(got: Got) -> str:
    return f"{got.status} {got.body['code']}: {got.body['detail']}"


SCENES: tuple[tuple[str, Callable[[Stage], None]], ...] = (
    ("Ann plans a trip. Her agent keeps the conversation, and what outlives it", the_conversation),
    ("The same thing said again is not a second memory", the_same_again),
    ("What was said is found, by meaning and by word", found),
    ("Ann changes her mind", a_changed_mind),
    ("Guesses, old news and mistakes", what_loses),
    ("林 speaks Chinese with the same service", chinese),
    ("林 corrects what is remembered", a_correction),
    ("Nobody sees what is another's", nobody_elses),
    ("Ann has one memory forgotten", one_memory_forgotten),
    ("Ann has everything forgotten, and gets a receipt", ann_forgotten),
)
