"""How a version becomes current: by which one function, and who stays when two would have one key or one text."""
