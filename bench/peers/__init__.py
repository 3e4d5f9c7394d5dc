"""Other memories, as their own packages, beside ours: the same sets, vectors and machine in one run."""
