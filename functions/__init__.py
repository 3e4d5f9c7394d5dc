"""Entry points, a file for each Lambda function: parse, call one use case, map the answer."""
