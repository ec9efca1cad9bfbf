"""The reference terminal client."""
