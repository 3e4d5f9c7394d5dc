"""One memory, or one of its sources, goes: what hangs on it, what holds again, which disputes end?"""
