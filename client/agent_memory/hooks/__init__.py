"""What a manager's hooks answer beside the prompt: what was found, what a tool call needs, what was counted."""
