"""HTTP/1.1 on the loopback interface: the sockets, one connection, and its requests as events."""
