"""How is the chain of audit records built and verified? What is counted a day?"""
