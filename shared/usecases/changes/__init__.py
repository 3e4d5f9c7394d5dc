"""The feed of changes: how a change enters it, who may read it from where on, and what a deletion takes of it."""
