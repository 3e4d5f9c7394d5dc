"""Bedrock: vectors, classification, judgements, summaries and extraction."""
