"""An agent without a model: twelve steps of a migration, and a memory that keeps its first constraint to the end.

    make serve                                     # in one terminal
    python client/examples/migration_agent.py      # in another

What a model would decide is decided by the plan; everything else is as it would be with one.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

from agent_memory import MemoryManager, Notice

sys.path.insert(0, str(Path(__file__).parent))
from where import arguments, client_for

GOAL = "Move the orders of the shop to the new schema"
CONSTRAINTS = ("Do not touch the users table", "Nothing is dropped before the checksums agree")
COPY = "INSERT INTO orders_v2 SELECT id, CAST(ROUND(total * 100) AS INTEGER) FROM orders WHERE id"
PLAN: dict[str, str] = {
    "Look at the old schema": "SELECT name, sql FROM sqlite_master",
    "Count the orders": "SELECT COUNT(*) FROM orders",
    "Create the new table": "CREATE TABLE orders_v2 (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL)",
    "Copy the first half": f"{COPY} <= 500",
    "Copy the second half": f"{COPY} > 500",
    "Count the new orders": "SELECT COUNT(*) FROM orders_v2",
    "Sum the old totals": "SELECT CAST(ROUND(SUM(total) * 100) AS INTEGER) FROM orders",
    "Sum the new totals": "SELECT SUM(cents) FROM orders_v2",
    "Read a sample": "SELECT * FROM orders_v2 LIMIT 200",
    "Put the old table aside": "ALTER TABLE orders RENAME TO orders_old",
    "Give the new one its name": "ALTER TABLE orders_v2 RENAME TO orders",
    "Check that the users are as they were": "SELECT COUNT(*) FROM users",
}


def main(argv: list[str] | None = None) -> int:
    chosen = arguments("A migration in twelve steps").parse_args(argv)
    shop = a_shop()
    with client_for(chosen.url, chosen.user) as client:
        manager = MemoryManager(client, tell=report)
        manager.on_task_start(GOAL, constraints=CONSTRAINTS, plan=PLAN)
        for number, (step, statement) in enumerate(PLAN.items(), 1):
            prompt = manager.on_pre_llm_call()  # what a model would be shown, then: what it would answer
            if not all(constraint in prompt.text for constraint in CONSTRAINTS):
                raise RuntimeError("a constraint was forgotten")
            manager.on_tool_call("sql", {"statement": statement})
            rows = shop.execute(statement).fetchall()
            manager.on_observation("\n".join(map(str, rows)) or "done", tool="sql")
            manager.memory.mark(number)
            manager.on_turn_end(assistant=f"{step}: done")
            print(f"{number:>2}. {step} ({len(prompt.text)} characters of prompt)")
        print(f"\nThe prompt at the last step:\n{prompt.text}\n")
        done = manager.on_task_complete(
            outcome="orders moved", lesson="Compare counts and sums before a table is given its new name"
        )
        promoted = [] if done.completion is None else done.completion.promoted
        print(f"Remembered for the next task: {[one.memory.content for one in promoted if one.memory]}")
        return 0 if done.health.connected else 1


def a_shop() -> sqlite3.Connection:
    shop = sqlite3.connect(":memory:")
    shop.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")
    shop.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL)")
    shop.executemany("INSERT INTO users VALUES (?, ?)", [(n, f"user {n}") for n in range(1, 51)])
    shop.executemany("INSERT INTO orders VALUES (?, ?)", [(n, n * 1.25) for n in range(1, 1001)])
    return shop


def report(notice: Notice) -> None:
    print(f"memory: {notice.kind} {notice.code}".rstrip(), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
