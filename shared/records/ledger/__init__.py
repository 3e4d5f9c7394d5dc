"""How audit records, reviews, plans, thresholds, daily counts and idempotent answers are stored."""
