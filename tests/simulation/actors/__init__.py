"""Who acts in a simulation: clients of the HTTP interface, and the functions that no client calls."""
