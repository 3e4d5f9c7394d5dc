"""How long an operation of the client's working memory takes: `make bench-working-memory`.

One task after another: a goal, five constraints, twelve steps, and at each step observations of 40 to 4,000 characters
(English, Chinese, SQL, JSON), notes and the prompt. Exit status 1 when a p50 is over the limit of 50 microseconds.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable

from agent_memory.working_memory.working_memory import WorkingMemory

LIMIT_US = 50.0
TEXTS = (
    "The new table stands.",
    "ALTER TABLE orders_v2 ADD COLUMN customer_id BIGINT NOT NULL REFERENCES customers (id); -- 0.21 s\n" * 3,
    "迁移第三步完成:订单表已复制 1,204,331 行,校验和一致,没有改动用户表。" * 4,
    '{"table": "orders", "rows": 1204331, "checksum": "8f3c", "warnings": ["<nullable>", "index & key"]}' * 8,
    "迁移第三步完成:订单表已复制 1,204,331 行,校验和一致,没有改动用户表。" * 100,
    "copied 10,000 rows of orders into orders_v2 without a warning, 4.2 seconds, 1 retry\n" * 46,
)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=200)
    arguments = parser.parse_args(argv)
    took: dict[str, list[int]] = defaultdict(list)

    def timed(name: str, operation: Callable[[], object]) -> None:
        started = time.perf_counter_ns()
        operation()
        took[name].append(time.perf_counter_ns() - started)

    for _ in range(arguments.tasks):
        _task(timed)
    over = False
    print(f"{'operation':<32}{'n':>8}{'p50 us':>10}{'p95 us':>10}{'p99 us':>10}")
    for name, values in sorted(took.items()):
        cuts = statistics.quantiles(values, n=100)
        p50, p95, p99 = (cuts[n - 1] / 1_000 for n in (50, 95, 99))
        over = over or p50 >= LIMIT_US
        print(f"{name:<32}{len(values):>8}{p50:>10.1f}{p95:>10.1f}{p99:>10.1f}")
    return int(over)


def _task(timed: Callable[[str, Callable[[], object]], None]) -> None:
    memory = WorkingMemory()
    timed("set_goal", lambda: memory.set_goal("Move the orders to the new schema without an interruption"))
    for n in range(5):
        timed("constrain", lambda n=n: memory.constrain(f"Do not touch the users table, nor its {n} views"))  # type: ignore[misc]
    timed(
        "set_plan", lambda: memory.set_plan([f"Step {n}: copy and check the part {n} of the orders" for n in range(12)])
    )
    for step in range(1, 13):
        for n, text in enumerate(TEXTS):
            script = "" if text.isascii() else " of Chinese"
            timed(f"observe {len(text)} chars{script}", lambda text=text: memory.observe(text, tool="sql"))  # type: ignore[misc]
            timed("note", lambda n=n, step=step: memory.note(f"part {n}", f"checked at step {step}"))  # type: ignore[misc]
            timed("to_prompt (changed)", memory.to_prompt)
            timed("to_prompt (same)", memory.to_prompt)
        timed("mark", lambda step=step: memory.mark(step))  # type: ignore[misc]
        timed("snapshot", memory.snapshot)


if __name__ == "__main__":
    sys.exit(main())
