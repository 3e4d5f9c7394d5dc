"""The console's files through the laptop's gateway."""

from __future__ import annotations

from pathlib import Path

import pytest

from shared.contracts.console.hosting import CONFIG_PATH, cache_control, content_policy, file_of
from tests.local.console.own_gateway import ORIGIN, OwnGateway, headers_of, json_of

SCRIPT = "assets/index-4f3a9c1b.js"


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A console of three files, beside a file that is not the console's."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>console</title>")
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / SCRIPT).write_text("export {};")
    (tmp_path / "secret.txt").write_text("not the console's")
    return folder


@pytest.fixture
def gateway(dist: Path) -> OwnGateway:
    return OwnGateway(dist)


def test_every_page_is_the_index_which_is_never_kept(gateway: OwnGateway) -> None:
    for path in ("/console/", "/console/memories", "/console/deletions/abc/", "/console/?code=x&state=y"):
        answer = gateway.get(path)
        assert (answer.status, answer.body) == (200, b"<!doctype html><title>console</title>")
        assert headers_of(answer)["cache-control"] == "no-store"
        assert headers_of(answer)["content-type"] == "text/html; charset=utf-8"


def test_a_hashed_file_is_kept_and_another_one_is_asked_again(gateway: OwnGateway) -> None:
    script, icon = headers_of(gateway.get(f"/console/{SCRIPT}")), headers_of(gateway.get("/console/icon.svg"))
    assert script["cache-control"] == "public, max-age=31536000, immutable"
    assert script["content-type"] == "text/javascript; charset=utf-8"
    assert (icon["cache-control"], icon["content-type"]) == ("no-cache", "image/svg+xml")


def test_every_answer_forbids_what_is_not_the_consoles(gateway: OwnGateway) -> None:
    for path in ("/console/", "/console", f"/console/{SCRIPT}", "/console/assets/missing.js", CONFIG_PATH):
        headers = headers_of(gateway.get(path))
        rules = dict(rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";"))
        assert rules == {
            "default-src": "'self'", "object-src": "'none'", "base-uri": "'self'", "form-action": "'self'",
            "frame-ancestors": "'none'",
        }  # fmt: skip
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")


def test_a_file_that_was_not_built_is_no_page(gateway: OwnGateway) -> None:
    assert gateway.get("/console/assets/old-hash.js").status == 404
    assert gateway.get("/console/nothing.txt").status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/console/../secret.txt", "/console/%2e%2e/secret.txt", "/console/..%2fsecret.txt", "/console//secret.txt",
        "/console/..%5csecret.txt", "/console/assets/../../secret.txt", "/console/%2fetc/hosts.txt",
        "/console/..;/secret.txt", "/console/secret.txt%00.js", "/console/./../secret.txt", "/console/link.txt",
        "/console/outside/secret.txt", "/console/%c0%ae%c0%ae/secret.txt", "/console/%252e%252e/secret.txt",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_console(gateway: OwnGateway, dist: Path, path: str) -> None:
    (dist / "link.txt").symlink_to(dist.parent / "secret.txt")
    (dist / "outside").symlink_to(dist.parent, target_is_directory=True)
    answer = gateway.get(path)
    assert answer.status in (400, 404)
    assert b"not the console's" not in answer.body


def test_a_console_that_was_not_built_says_how_it_is_built(tmp_path: Path) -> None:
    gateway = OwnGateway(tmp_path / "nothing")
    answer = gateway.get("/console/")
    assert answer.status == 503
    assert b"make console" in answer.body
    assert headers_of(answer)["content-type"] == "text/html; charset=utf-8"
    assert gateway.get(CONFIG_PATH).status == 200


def test_a_build_is_served_without_a_restart(gateway: OwnGateway, dist: Path) -> None:
    (dist / "index.html").write_text("newer")
    assert gateway.get("/console/").body == b"newer"


def test_the_settings_name_the_issuer_and_the_addresses_of_the_browsers_own_origin(gateway: OwnGateway) -> None:
    answer = gateway.get(CONFIG_PATH)
    assert headers_of(answer)["cache-control"] == "no-store"
    assert json_of(answer) == {
        "issuer": f"{ORIGIN}/local",
        "authorize_url": f"{ORIGIN}/local/oauth/authorize",
        "token_url": f"{ORIGIN}/local/oauth/token",
        "client_id": "agent-memory-console",
        "scope": "agent-memory",
        "api_url": "",
    }
    by_name = json_of(gateway.get(CONFIG_PATH, host="localhost:9000"))
    assert by_name["token_url"] == "http://localhost:9000/local/oauth/token"


def test_only_reading_is_answered_and_only_to_this_machine(gateway: OwnGateway) -> None:
    refused = gateway.get("/console/", method="DELETE")
    assert (refused.status, headers_of(refused)["allow"]) == (405, "GET, HEAD")
    assert gateway.get("/console/", method="HEAD").status == 200
    assert gateway.get("/console/", host="evil.example").status == 421
    assert gateway.get(CONFIG_PATH, origin="https://evil.example").status == 403


def test_the_address_without_its_slash_leads_to_the_one_with_it(gateway: OwnGateway) -> None:
    answer = gateway.get("/console")
    assert (answer.status, headers_of(answer)["location"]) == (308, "/console/")
    assert gateway.get("/consoles").status == 404


def test_another_issuers_origin_is_the_only_one_beside_the_own(gateway: OwnGateway) -> None:
    assert "connect-src 'self' https://login.example;" in content_policy("https://login.example")
    assert "connect-src" not in content_policy()


def test_a_last_segment_with_a_dot_is_a_file() -> None:
    assert [file_of(path) for path in ("", "memories", "a.b/c", "assets/x.js")] == [
        "index.html", "index.html", "index.html", "assets/x.js",
    ]  # fmt: skip
    assert [cache_control(name) for name in ("index.html", "icon.svg")] == ["no-store", "no-cache"]
