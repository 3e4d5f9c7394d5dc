"""Which numbers may a deployment set, and within which bounds?"""
