"""The bench that plays lives: a crowd, the table, and a whole run with a small script against a real service."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.loop.__main__ import OWN_LIVES, main
from bench.loop.lives import as_crowd, by_life, read_lives
from bench.loop.script import Script, load_script
from bench.loop.table import Played, table

# As small as a script can be: each turn is written, each probe recalled, and right when its need is found.
SCRIPT = """
import json, urllib.request

KINDS = ("turn", "task", "question", "nothing")


class Service:
    def __init__(self, url):
        self.url = url

    def post(self, path, body, token=None):
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as got:
            return json.loads(got.read() or b"null")

    def advance(self, seconds):
        self.post("/local/clock", {"advance_seconds": seconds})


def play(life, via, service, org):
    token = service.post("/local/token", {"org": org, "sub": life["id"]})["access_token"]
    rows = []
    for session in life["sessions"]:
        for step in session["steps"]:
            if "user" in step:
                body = {"content": step["user"], "type": "semantic", "source": "user_stated"}
                service.post("/v1/memories", body, token)
            if "probe" in step:
                service.post("/local/settle", {})
                probe = step["probe"]
                got = service.post("/v1/recall", {"query": probe["query"], "min_relevance": 0}, token)
                text = " ".join(hit["memory"]["content"] for hit in got["memories"])
                right = probe["need"][0] in text
                rows.append({"id": probe["id"], "life": life["id"], "language": life["language"], "kind": probe["kind"],
                             "back": None, "right": right, "query": probe["query"], "missing": [], "stale_first": False,
                             "never": [], "noise": 0, "why": "", "text": text})
    return rows, {"unexpected": {}, "told": {"service_down": 1}}


def figures(rows):
    right = sum(row["right"] for row in rows) / len(rows)
    return {"n": len(rows), "needs_met": None, "right": right, "right_any_order": right, "stale_first": 0,
            "stale_present": 0, "never": 0, "noise": 0, "tokens": 10.4}
"""


def life(id: str, day: int, said: str, query: str, need: str) -> dict[str, Any]:
    probe = {"kind": "question", "id": "p1", "query": query, "need": [need]}
    steps = [{"user": said, "assistant": "Good."}, {"writes": [{"content": f"{id} saw a bird."}]}, {"probe": probe}]
    return {"id": id, "language": "en", "sessions": [{"id": "s1", "day": day, "goal": "Talk", "steps": steps}]}


LIVES = [
    life("ann", 3, "I live in Bergen.", "Where do I live?", "Bergen"),
    life("ben", 1, "My dog is called Rex.", "What is my dog called?", "Rex"),
]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "loop.py"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for one in LIVES:
        path = tmp_path / "lives" / "some" / f"{one['id']}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(one), encoding="utf-8")
    return tmp_path / "lives"


def test_a_crowd_is_one_person_whose_sessions_follow_each_other_by_day() -> None:
    crowd = as_crowd(LIVES)
    assert [session["day"] for session in crowd["sessions"]] == [1, 1, 3, 3]
    assert [session["steps"][0]["user"] for session in crowd["sessions"]] == [
        "ben saw a bird.",
        "My dog is called Rex.",
        "ann saw a bird.",
        "I live in Bergen.",
    ]


def test_a_crowd_has_all_turns_and_probes_of_its_lives() -> None:
    lives = read_lives(OWN_LIVES)
    steps = [step for session in as_crowd(lives)["sessions"] for step in session["steps"]]
    own = [step for one in lives for session in one["sessions"] for step in session["steps"]]
    written = [write["content"] for step in own for write in step.get("writes", ())]
    assert sorted(write["content"] for step in steps for write in step.get("writes", ())) == sorted(written)
    probes = [step["probe"]["id"] for step in steps if "probe" in step]
    assert len(probes) == len(set(probes)) == sum("probe" in step for step in own)
    assert all(step.keys() & {"user", "tool", "probe"} for step in steps)


def test_verdicts_of_a_crowd_are_those_of_the_lives() -> None:
    assert by_life([{"id": "ben/p1", "life": "crowd", "language": "crowd", "right": True}], LIVES) == [
        {"id": "p1", "life": "ben", "language": "en", "right": True}
    ]


def test_lives_are_read_from_folders_below_and_by_name(folder: Path) -> None:
    assert [one["id"] for one in read_lives(folder)] == ["ann", "ben"]
    assert [one["id"] for one in read_lives(folder, ["ben"])] == ["ben"]


def test_the_packaged_lives_have_sessions_and_probes_of_every_kind() -> None:
    for one in read_lives(OWN_LIVES):
        kinds = {step["probe"]["kind"] for session in one["sessions"] for step in session["steps"] if "probe" in step}
        assert kinds == {"turn", "task", "question", "nothing"}, one["id"]


def test_the_table_has_a_line_for_each_kind_and_language(script: Path) -> None:
    rows = [{"kind": kind, "language": kind[:2], "right": kind == "turn", "back": 6} for kind in ("turn", "task")]
    run = Played("given", "http", rows, 1.0, {"told": {}, "unexpected": {"503": 2}})
    head, *lines = table(load_script(script), [run], languages=True)
    assert head.split()[:6] == ["lives", "via", "probes", "n", "needs", "right"]
    assert [line[24:40].strip() for line in lines[:-1]] == ["all", "turn", "task", "turn, 5-12 back", "ta", "tu"]
    assert lines[0].split()[3:] == ["2", "-", "50.0%", "50.0%", "0", "0", "0", "0", "10"]
    assert lines[-1].strip() == "http: unexpected {'503': 2}"


def test_loading_a_script_leaves_nothing_beside_it(script: Path) -> None:
    loaded: Script = load_script(script)
    assert loaded.KINDS[0] == "turn"
    assert not (script.parent / "__pycache__").exists()


def test_without_a_script_or_lives_the_bench_says_that_it_did_not_run(
    script: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--loop", str(tmp_path / "none.py")]) == 0
    assert capsys.readouterr().out.startswith("NOT RUN: the loop (there is no script")
    (tmp_path / "empty").mkdir()
    assert main(["--loop", str(script), "--lives", str(tmp_path / "empty")]) == 0
    assert capsys.readouterr().out.startswith("NOT RUN: the loop on")
