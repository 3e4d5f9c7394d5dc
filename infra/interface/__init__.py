"""What callers see: the HTTP API and who they are."""
