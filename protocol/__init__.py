"""The wire between a client and a server: messages, limits and encodings. No input or output."""
