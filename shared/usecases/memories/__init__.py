"""How a version becomes current: by which one function, and which memory is kept when two would have one key or one
text."""
