from __future__ import annotations

from tests.infra.template import Template


def test_each_function_knows_the_organisation_that_context_names(own: Template, dev: Template) -> None:
    named = {f["Environment"]["Variables"].get("OPERATOR_ORG") for f in own.functions().values()}
    assert named == {"the-operator"}
    assert not [f for f in dev.functions().values() if "OPERATOR_ORG" in f["Environment"]["Variables"]]
