"""The console as it is served. Which paths are its own, what may a browser keep, load and send, and what does it read
of who issues tokens?"""
