"""What is an operation that takes a while, and in which state is it?"""
