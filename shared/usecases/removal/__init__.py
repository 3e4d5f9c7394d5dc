"""Removing one memory, or one of its sources: what is removed with it, what becomes current again, which disputes
end?"""
