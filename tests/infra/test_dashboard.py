"""The dashboard: what it draws is what the code counts, and each question has its row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from infra.operations import dashboard
from tests.infra.emitted_metrics import calls, emitted
from tests.infra.template import Template

NAMESPACE = "AgentMemory"
_SEARCH = re.compile(
    r"SEARCH\('\{(?P<schema>[^}]*)\} MetricName=\"(?P<name>\w+)\" service=\"[^\"]+\"', '(?P<stat>\w+)'"
)


def widgets(template: Template) -> list[dict[str, Any]]:
    parts = template.only("CloudWatch::Dashboard")["DashboardBody"]["Fn::Join"][1]
    body = json.loads("".join(part if isinstance(part, str) else "x" for part in parts))
    found: list[dict[str, Any]] = body["widgets"]
    return found


def lines(widget: dict[str, Any]) -> Iterator[list[Any]]:
    """A widget's metrics; `...` and `.` of the toolkit's short form would be repeats, and it writes none."""
    for line in widget["properties"].get("metrics", []):
        assert not any(part in (".", "...") for part in line)
        yield line


def expressions(template: Template) -> list[str]:
    return [
        line[0]["expression"]
        for widget in widgets(template)
        for line in lines(widget)
        if isinstance(line[0], dict) and "expression" in line[0]
    ]


def drawn(template: Template) -> Iterator[tuple[str, dict[str, str | None], str]]:
    """Name, dimensions beside the service's and statistic of each business metric; a search has no values."""
    for widget in widgets(template):
        for line in lines(widget):
            if line[0] == NAMESPACE:
                *names, options = line if isinstance(line[-1], dict) else [*line, {}]
                pairs: dict[str, str | None] = dict(zip(names[2::2], names[3::2], strict=True))
                assert pairs.pop("service")
                yield names[1], pairs, options.get("stat", "Average")
    for expression in expressions(template):
        for found in _SEARCH.finditer(expression):
            namespace, service, *dimensions = found["schema"].split(",")
            assert (namespace, service) == (NAMESPACE, "service")
            yield found["name"], dict.fromkeys(dimensions), found["stat"]


def test_every_metric_that_is_drawn_is_one_that_the_code_counts(template: Template) -> None:
    shown = list(drawn(template))
    assert len({name for name, *_ in shown}) > 12
    for name, dimensions, stat in shown:
        known = [how for how in emitted().get(name, []) if set(how.dimensions) == set(dimensions)]
        assert known, f"nothing counts {name} by {sorted(dimensions)}"
        values = {key: value for key, value in dimensions.items() if value is not None}
        assert not values or any(how.takes(values) for how in known), (name, values)
        assert not (stat == "Sum" and known[0].seconds), f"a sum of {name} means nothing"


def test_every_alarm_on_a_business_metric_rings_for_one_that_the_code_counts(template: Template) -> None:
    alarms = [a for a in template.properties("CloudWatch::Alarm") if a.get("Namespace") == NAMESPACE]
    assert alarms
    for alarm in alarms:
        dimensions = {d["Name"]: d["Value"] for d in alarm["Dimensions"]}
        assert dimensions.pop("service").startswith("agent-memory-")
        assert any(how.takes(dimensions) for how in emitted().get(alarm["MetricName"], [])), alarm["MetricName"]


def test_every_expression_uses_only_metrics_of_its_widget_and_no_search_is_of_another_form(template: Template) -> None:
    for widget in widgets(template):
        ids = {line[-1].get("id") for line in lines(widget) if isinstance(line[-1], dict)}
        for line in lines(widget):
            if isinstance(line[0], dict) and "expression" in line[0]:
                expression = _SEARCH.sub("", line[0]["expression"])
                if "SEARCH" not in expression:
                    assert set(re.findall(r"\b[a-z]\w*", expression)) <= ids
    of_all = [e for e in expressions(template) if "SEARCH" in e and not _SEARCH.search(e)]
    assert len(of_all) == 1
    assert of_all[0].startswith(f'SEARCH(\'Namespace="{NAMESPACE}" service=')


def test_four_rows_answer_four_questions_each_with_what_is_good(template: Template) -> None:
    texts = [w["properties"]["markdown"] for w in widgets(template) if w["type"] == "text"]
    assert texts == [dashboard.HEALTHY, dashboard.USEFUL, dashboard.CLEAN, dashboard.FORGETTING]
    assert all("\nGood: " in text for text in texts)
    rows = sorted({w["y"] for w in widgets(template) if w["type"] == "text"})
    for top in rows:
        row = [w for w in widgets(template) if w["y"] == top + 2]
        assert [w["width"] for w in row] == [6, 6, 6, 6]


def test_the_first_thing_shown_is_the_state_of_every_alarm(template: Template) -> None:
    first = widgets(template)[0]
    assert (first["type"], first["y"]) == ("alarm", 0)
    assert len(first["properties"]["alarms"]) == len(template.of_type("CloudWatch::Alarm"))


@pytest.mark.parametrize("share", ["found", "used", "wrong", "corrected", "conflict", "degraded"])
def test_a_share_is_in_percent_of_a_whole_that_may_be_missing(dev: Template, share: str) -> None:
    (expression,) = [e for e in expressions(dev) if e.startswith(f"100 * FILL({share}, 0) / ")]
    assert expression.count("(") == expression.count(")")


def test_a_name_that_nothing_counts_is_noticed() -> None:
    (name, how), *_ = calls('count("Recalled", degraded=str(answer.degraded).lower())')
    assert name == "Recalled"
    assert how.takes({"degraded": "true"})
    assert not how.takes({"degraded": "yes"})
    assert not how.takes({})
    assert not how.takes({"found": "true"})
    assert list(calls('text.count("a"); names.count("")')) == []
