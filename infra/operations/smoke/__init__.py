"""Does a deployed stage keep its promises, and how quickly? One life of a memory, played through the Python client."""
