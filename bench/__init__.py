"""Measurements: what memory remembers, what an agent is shown, and what an operation costs. Which command gives this
figure?"""
