"""The memory manager: keeps a conversation's working memory and the service in step. What happens at each hook?"""
