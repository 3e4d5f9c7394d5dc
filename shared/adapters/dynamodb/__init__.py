"""The record store in DynamoDB."""
