"""Scripts that gnubg's own Python runs; each prints one line that starts with JSON."""
