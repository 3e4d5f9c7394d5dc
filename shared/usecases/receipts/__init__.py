"""From the receipt of a deletion to what others can check: sign, log, publish the log's head, prove.

What if the key is out of reach? How is a log that was rolled back noticed?
"""
