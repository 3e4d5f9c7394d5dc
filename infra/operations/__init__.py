"""For operators: alarms, a dashboard, and the commands after a restore."""
