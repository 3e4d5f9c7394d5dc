"""Wishes and their levels, times to live, past and plan, contradictions, credibility."""
