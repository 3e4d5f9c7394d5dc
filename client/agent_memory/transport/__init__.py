"""The clients that send calls. How is a call sent, retried and authorised?"""
