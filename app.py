"""The CDK application: `npx cdk deploy -c stage=prod`, or `python app.py -c stage=prod` to synthesise without the CLI.

Neither looks anything up: synthesis needs no account and no network but for the package index of the functions' wheels.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from aws_cdk import App, Validations
from cdk_nag import AwsSolutionsChecks

from infra.settings import BadContext, DeploymentSettings
from infra.stack import AgentMemoryStack


def feature_flags() -> dict[str, object]:
    """The context of cdk.json, which the CLI passes on and a direct run must bring itself."""
    text = (Path(__file__).resolve().parent / "cdk.json").read_text(encoding="utf-8")
    context: dict[str, object] = json.loads(text)["context"]
    return context


def build(context: dict[str, object] | None = None, outdir: str | None = None) -> App:
    """The application. What the CLI says wins over `context`, which wins over cdk.json."""
    app = App(context=feature_flags() | (context or {}), outdir=outdir)
    settings = DeploymentSettings.from_context(app.node.get_all_context())
    AgentMemoryStack(app, f"agent-memory-{settings.stage}", settings)
    Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    return app


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Synthesises the template.")
    parser.add_argument("-c", "--context", action="append", default=[], metavar="KEY=VALUE")
    pairs = [pair.partition("=") for pair in parser.parse_args(arguments).context]
    outdir = os.environ.get("CDK_OUTDIR", "cdk.out")
    try:
        build({key: value for key, _, value in pairs}, outdir).synth()
    except BadContext as error:
        sys.exit(f"Bad context: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
