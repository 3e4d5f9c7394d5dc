"""Signatures by ES256: with a KMS key, or with a key file on a laptop."""
