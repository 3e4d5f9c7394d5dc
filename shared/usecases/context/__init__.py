"""What the agent sees in its next step: long-term memories, the session, documents from outside."""
