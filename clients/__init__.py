"""Everything that plays or watches through the protocol. Never imports the server."""
