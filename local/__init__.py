"""The service on a laptop: the same handlers over local stores. Never shipped to Lambda."""
