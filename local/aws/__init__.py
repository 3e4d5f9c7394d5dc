"""The AWS services around the functions, on one machine: gateway, authorizer, workflow, stream, queues and logs."""
