"""What is counted of writes, and how are counts shown to Prometheus?"""
