"""How is what takes a while stored, where no record of its own kind says it?"""
