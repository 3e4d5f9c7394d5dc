"""How do the lines of an export of sessions become sessions again, and which of them do not?"""
