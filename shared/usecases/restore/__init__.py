"""Tables that come from a restore: what was deleted since is deleted again before anything is served.

May these tables be served? How far is the replay? Does the ledger itself lack deletions?
"""
