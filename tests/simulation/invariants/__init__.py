"""What must hold: after each answer, at each commit, and once everything has come to rest."""
