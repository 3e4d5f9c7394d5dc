"""The Model Context Protocol at `/mcp`: the use cases of the HTTP interface as tools, and memories as resources."""
