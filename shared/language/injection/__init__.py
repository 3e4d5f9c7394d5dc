"""Does a text from outside order the agent about? How is it made harmless in a prompt?"""
