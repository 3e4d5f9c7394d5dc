"""The service on this machine as a process, killed at random moments."""
