"""Functions that no client calls: started by a stream, a queue, a schedule, a workflow, Cognito or an operator."""
