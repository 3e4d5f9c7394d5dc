"""The wire: request and answer models, routes, problems, the OpenAPI document."""
