"""What the service promises its users, in stories and examples of daily work.

Each test goes through a public door (the HTTP handlers, the client, MCP) and
plays a case in Chinese and in English. docs/requirements.md names for each
demand the test that shows it.
"""
