"""Players by program."""
