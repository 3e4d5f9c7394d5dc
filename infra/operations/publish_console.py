"""`make publish-console STAGE=prod`: puts the built console into the bucket of a deployed stage, under the rights of
its operator. No function of the stack may write there."""

from __future__ import annotations

import argparse
import mimetypes
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infra.operations.stage import NoStage, the_stage
from shared.contracts.console.hosting import CONFIG_PATH, CONSOLE_PATH, HASHED_FOLDER, INDEX, NOT_KEPT, cache_control

DIST = Path(__file__).parents[2] / "console" / "dist"
BUCKET, SETTINGS, URL = "ConsoleBucket", "ConsoleSettings", "ConsoleUrl"  # outputs of the stack
_MEDIA = {".js": "text/javascript", ".svg": "image/svg+xml"}  # where machines differ


class NotPublished(Exception):
    """The message says why."""


def publish(s3: Any, bucket: str, settings: str, folder: Path) -> list[str]:
    """The keys, in the order in which they were put: what a page loads lies there before the page. Older hashed files
    stay, for those who have an older page open. Raises `NotPublished`."""
    if not (folder / INDEX).is_file():
        raise NotPublished("the console is not built: make console")
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    names.sort(key=lambda name: (name == INDEX, not name.startswith(HASHED_FOLDER)))
    files = [(CONFIG_PATH, settings.encode(), NOT_KEPT)]
    files += [(CONSOLE_PATH + name, (folder / name).read_bytes(), cache_control(name)) for name in names]
    for path, body, kept in files:
        _put(s3, bucket, path.lstrip("/"), body, kept)
    return [path.lstrip("/") for path, *_ in files]


def _put(s3: Any, bucket: str, key: str, body: bytes, kept: str) -> None:
    media = _MEDIA.get(Path(key).suffix) or mimetypes.guess_type(key)[0] or "application/octet-stream"
    if media.startswith("text/"):
        media += "; charset=utf-8"
    s3.put_object(Bucket=bucket, Key=key, Body=body, ContentType=media, CacheControl=kept)


def main(arguments: list[str] | None = None) -> int:
    import boto3

    parser = argparse.ArgumentParser(prog="publish_console", description="Publishes the built console of a stage.")
    parser.add_argument("--stage", required=True)
    options = parser.parse_args(arguments)
    try:
        outputs = the_stage(options.stage).outputs
        put = publish(boto3.client("s3"), _output(outputs, BUCKET), _output(outputs, SETTINGS), DIST)
    except (NoStage, NotPublished) as error:
        print(f"Not published: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print(f"{len(put)} files published: {outputs[URL]}{CONSOLE_PATH}")  # noqa: T201
    return 0


def _output(outputs: Mapping[str, str], name: str) -> str:
    if name not in outputs:
        raise NotPublished("the stage hosts no console: deploy it with -c console=true")
    return outputs[name]


if __name__ == "__main__":
    sys.exit(main())
