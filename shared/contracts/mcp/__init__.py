"""What the tools of the Model Context Protocol take and answer."""
