"""The outside world behind the ports: AWS, and the same on a laptop."""
