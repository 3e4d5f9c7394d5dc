"""Do two texts say the same, contradict each other, or replace one another? Which of their values, names or conditions
differ?
"""
