"""The service: what it decides (`domain`), how it reads text (`language`), in which order it acts (`usecases`), how it
stores (`records`), and with what (`adapters`).
"""
