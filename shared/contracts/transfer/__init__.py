"""What an import of sessions takes, line by line?"""
