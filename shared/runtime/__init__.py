"""What a Lambda function needs to run: settings, adapters, routing, error mapping, logs."""
