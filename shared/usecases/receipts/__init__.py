"""From the receipt of a deletion to a proof for others: sign, log, publish the log's head, prove. What if the key
cannot be reached? How is a log that was rolled back noticed?"""
