"""Maintenance: what is due, the plan, its actions, the contradiction scan, threshold tuning, the scheduled pass."""
