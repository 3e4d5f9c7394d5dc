"""Work without a caller: deletions, the stream to the index, queues and schedules."""
