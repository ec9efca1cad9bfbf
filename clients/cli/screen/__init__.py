"""The full-screen face of the terminal client: the board and what surrounds it, kept current."""
