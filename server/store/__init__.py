"""Where rooms are kept: the append script, Redis, and the embedded server."""
