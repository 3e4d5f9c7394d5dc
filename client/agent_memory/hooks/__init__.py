"""What a manager's hooks ask and answer beside the prompt: an external source, what was found, what a tool call needs,
what was counted."""
