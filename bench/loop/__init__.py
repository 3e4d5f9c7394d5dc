"""Scripted lives played against a service: does an agent see the right memory at the right moment?"""
