// The service's own words that a person chooses among.
export const MEMORY_TYPES = ["preference", "profile", "semantic", "episodic", "procedural", "task"] as const;
export const STATUSES = ["active", "candidate", "pending_review", "stale", "superseded", "rejected", "evicted"] as const;
export const IMPORTANCES = ["normal", "high", "critical"] as const;
