"""Doors for agent frameworks, over the client. Which framework's interface is carried out by what of the service?"""
