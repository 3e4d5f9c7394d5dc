"""The command `agent-memory`. Which command does what, where is the service, and what does an exit code mean?"""
