"""The pages of the sign-in: plain HTML, no script. What came with the request is shown as text only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from local.http.events import Answer
from local.sign_in.people import Person
from shared.domain.access.caller import Role

AUTHORIZE_PATH = "/local/oauth/authorize"
STYLE_PATH = "/local/oauth/picker.css"
# Under `no-referrer` a browser would send `Origin: null` with the form, and its origin could not be checked.
HEADERS = (
    (
        "content-security-policy",
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cache-control", "no-store"),
)
ANOTHER, NOBODY = "another", "nobody"  # beside the ids of the people who are offered
ROLE_PREFIX = "role_"


def picker(fields: Mapping[str, str], people: Sequence[Person], why: str = "") -> Answer:
    """Offers `people`, somebody else, and to go back. `fields` is the request, which comes back with the choice."""
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in fields.items()
    )
    offered = "".join(
        f'<button name="person" value="{escape(one.id)}"><b>{escape(one.name)}</b> {escape(one.does)}</button>'
        for one in people
    )
    roles = "".join(
        f'<label><input type="checkbox" name="{ROLE_PREFIX}{role}" value="yes"> {role}</label>' for role in Role
    )
    refused = f'<p role="alert">{escape(why)}</p>' if why else ""
    return _page(
        "Sign in to the console",
        f"""<p>This service runs on your machine only, and anybody here may be anybody. Who are you?</p>
{refused}<form class="people" method="post" action="{AUTHORIZE_PATH}">{hidden}{offered}
<button name="person" value="{NOBODY}">Go back without signing in</button></form>
<details{" open" if why else ""}><summary>Somebody else</summary>
<form method="post" action="{AUTHORIZE_PATH}">{hidden}
<label>Organisation <input type="text" name="org" required maxlength="128" autocomplete="off"></label>
<label>User <input type="text" name="user" required maxlength="128" autocomplete="off"></label>
<label><input type="checkbox" name="whole" value="yes"> bound to the whole organisation, not to the user</label>
<fieldset><legend>Roles</legend>{roles}</fieldset>
<button name="person" value="{ANOTHER}">Sign in</button></form></details>""",
        400 if why else 200,
    )


def refusal_page(why: str, status: int = 400) -> Answer:
    """For a request that must not be answered by a redirection."""
    return _page("This sign-in is refused", f"<p>{escape(why)}</p>", status)


def _page(title: str, main: str, status: int) -> Answer:
    text = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="stylesheet" href="{STYLE_PATH}"></head>
<body><main><h1>{title}</h1>
{main}
</main></body></html>
"""
    return Answer(status, (("content-type", "text/html; charset=utf-8"), *HEADERS), text.encode())
