"""What people do with memories: correct, promote, review."""
