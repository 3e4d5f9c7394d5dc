"""What a deletion by words would remove: everything in a scope that mentions a text or means it, with the selector."""
