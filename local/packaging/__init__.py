"""The laptop's service as a wheel, with the built console in it. What is in the wheel, and what does it need?"""
