"""What an operator has: alarms, a dashboard, and the commands after a restore."""
