"""Completing a task scope as a whole: its sessions end, its memories are promoted or released."""
