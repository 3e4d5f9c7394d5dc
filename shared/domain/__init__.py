"""The rules: pure functions of values, policy and now. What is decided about <word> is in the room <word>."""
