"""Text before anything is understood. In which script is it? In which form are two texts compared? Which terms does it
hold, and how many tokens does it cost?
"""
