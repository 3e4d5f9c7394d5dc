"""What was said is remembered: turns are read for what they hold, and statements for what their words ask."""
