"""How CI runs its steps: all of them, each readable by itself, and a failure is never lost."""

from __future__ import annotations

import subprocess
from pathlib import Path

STEPS = Path(__file__).parents[2] / ".ci" / "steps.sh"


def run(script: str) -> subprocess.CompletedProcess[str]:
    whole = f"set -uo pipefail\nsource {STEPS}\nbegin_steps\n{script}\n"
    return subprocess.run(["bash", "-c", whole], capture_output=True, text=True, check=False)


def test_steps_that_succeed_end_with_success() -> None:
    ended = run('step "one" echo first; step "two" echo second; end_steps')
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "==== one\nfirst\n==== one took " in ended.stdout
    assert "==== two\nsecond\n==== two took " in ended.stdout


def test_a_failure_in_any_lane_is_named_at_the_end_and_the_other_steps_run() -> None:
    ended = run("""
        step "before" false
        { step "first" false; step "after the first" echo still; } &
        { step "second" true; step "last" no-such-command; } &
        end_steps
    """)
    assert ended.returncode == 1
    assert ended.stdout.count("still\n") == 1
    assert "no-such-command" in ended.stdout
    assert sorted(ended.stdout.rpartition("\n\n")[2].splitlines()) == [
        "FAILED: before",
        "FAILED: first",
        "FAILED: last",
    ]


def test_the_end_of_each_failed_step_is_printed_once_more_after_all_steps() -> None:
    ended = run("""
        step "fails" bash -c "seq 1 200; exit 3"
        step "succeeds" seq 1000 1200
        end_steps
    """)
    after = ended.stdout.partition("==== succeeds took")[2].partition("\n\n")[2]
    shown = "".join(f"{n}\n" for n in range(121, 201))
    assert after == f"\n==== the end of what failed: fails\n{shown}\nFAILED: fails\n"


def test_what_steps_print_beside_each_other_stays_together() -> None:
    ended = run("""
        words() { for n in 1 2 3 4 5; do echo "$1 $n"; echo "$1 $n" >&2; sleep 0.01; done; }
        step "a" words a &
        step "b" words b &
        end_steps
    """)
    for name in "ab":
        lines = "".join(f"{name} {n}\n" * 2 for n in range(1, 6))
        assert f"==== {name}\n{lines}==== {name} took" in ended.stdout


def test_a_run_that_is_ended_early_fails_and_shows_what_was_printed_until_then() -> None:
    ended = run('step "slow" bash -c "echo so far; kill -TERM $$; sleep 0.3" & end_steps')
    assert ended.returncode == 143
    assert "==== not ended:\nso far\n" in ended.stdout


def test_as_many_steps_run_beside_each_other_as_is_said_and_each_begins_when_another_ends() -> None:
    ended = run("""
        held() {
          : >"$steps_folder/running.$1"; sleep 0.1; ls "$steps_folder" | grep -c running; sleep "$2"
          rm "$steps_folder/running.$1"
        }
        beside 2 "a" held a 1.5
        beside 2 "b" held b 0.1
        beside 2 "c" held c 0.1
        beside 2 "d" held d 0.1
        wait
        step "after" echo last
        end_steps
    """)
    assert (ended.returncode, ended.stderr) == (0, "")
    ends = [line.split()[1] for line in ended.stdout.splitlines() if " took " in line]
    assert ends == ["b", "c", "d", "a", "after"]
    assert "==== c\n2\n" in ended.stdout


def test_a_failure_beside_other_steps_is_named_and_they_run() -> None:
    ended = run('beside 1 "first" false; beside 1 "second" echo still; end_steps')
    assert ended.returncode == 1
    assert "==== second\nstill\n" in ended.stdout
    assert ended.stdout.endswith("\nFAILED: first\n")
