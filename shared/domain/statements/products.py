"""Well-known tools and services: what one moves to without living there."""

from __future__ import annotations

PRODUCTS = frozenset(
    """linux windows macos mac ubuntu debian fedora arch android ios postgres postgresql mysql mariadb sqlite mongodb redis
    kafka rabbitmq snowflake bigquery databricks dynamodb cassandra elasticsearch opensearch kubernetes docker podman
    terraform pulumi ansible jenkins argocd github gitlab bitbucket jira linear asana trello notion confluence slack teams
    zoom discord telegram signal whatsapp gmail outlook chrome firefox safari vim neovim emacs helix vscode pycharm
    intellij eclipse sublime azure gcp aws heroku vercel netlify cloudflare react vue svelte angular django flask fastapi
    rails spring python java kotlin swift go rust typescript javascript scala ruby elixir php figma sketch excel word
    spotify netflix stripe paypal shopify datadog grafana prometheus sentry okta salesforce hubspot zendesk bun node deno
    poetry uv pip npm yarn pnpm bazel gradle maven webpack vite monday english french german spanish chinese japanese
    tea coffee decaf dark light premium pro basic enterprise standard agile scrum kanban""".split()
)
