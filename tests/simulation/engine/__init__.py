"""The baton, the clock, the ports and the deliveries of a simulated deployment."""
