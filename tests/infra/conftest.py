from __future__ import annotations

import pytest

from tests.infra.template import Template, synthesise


@pytest.fixture(scope="session")
def dev() -> Template:
    return synthesise()


@pytest.fixture(scope="session")
def prod() -> Template:
    return synthesise(stage="prod", alarmEmail="oncall@example.org")


@pytest.fixture(scope="session")
def protected() -> Template:
    """A production whose first deployment has succeeded, with the feed of changes."""
    return synthesise(
        stage="prod-small",
        protect="true",
        reserveConcurrency="true",
        zones="eu-west-1a,eu-west-1b,eu-west-1d",
        changeFeed="true",
    )


@pytest.fixture(scope="session")
def own() -> Template:
    """A stage with an issuer, a search domain and origins of one's own, and with the feed of changes."""
    return synthesise(
        issuer="https://login.example.org/",
        audience="memory",
        claimNames='{"org": "https://example.org/tenant"}',
        searchEndpoint="https://search-notes-abcdefghijklmnopqrstuvwxyz.eu-west-1.es.amazonaws.com",
        allowedOrigins="https://app.example.org,http://localhost:3000",
        oauthScopes="openid,memory",
        timezone="Europe/Vienna",
        gcHour="4",
        backupRetentionDays="7",
        embeddingDimension="512",
        operatorOrg="the-operator",
        tenantRate="10",
        changeFeed="true",
    )


@pytest.fixture(params=["own", "protected"])
def following(request: pytest.FixtureRequest) -> Template:
    """Those that keep the feed of changes."""
    template: Template = request.getfixturevalue(request.param)
    return template


@pytest.fixture(params=["dev", "prod"])
def silent(request: pytest.FixtureRequest) -> Template:
    """Those that do not."""
    template: Template = request.getfixturevalue(request.param)
    return template


@pytest.fixture(params=["dev", "prod", "own", "protected"])
def template(request: pytest.FixtureRequest) -> Template:
    """Each kind of deployment in turn."""
    template: Template = request.getfixturevalue(request.param)
    return template
