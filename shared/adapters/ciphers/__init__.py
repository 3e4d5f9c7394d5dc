"""Encryption of sealed content: by KMS, or by a key file on a laptop."""
