"""What an agent is about to say or do, compared with the constraints in force: by rule, without a model."""
