"""The deletion workflow in Step Functions."""
