"""Functions behind API Gateway: each lists its routes and answers HTTP requests. Which function answers this route?"""
