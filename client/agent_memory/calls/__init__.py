"""Requests and answers as values, made by pure functions. Which calls are there, and what does the service answer?"""
