"""The rules of backgammon as pure functions: no clock, no dice of its own, no input or output."""
