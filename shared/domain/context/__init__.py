"""What enters an agent's context, in which order, within which budget, and how is it rendered?"""
