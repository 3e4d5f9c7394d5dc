"""The feed of changes: what of an owner's history others are told of. Which kind is it? How long is it kept?"""
