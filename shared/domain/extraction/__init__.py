"""What of a session is worth a memory, and which memory does it become when the session ends?"""
