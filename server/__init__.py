"""Authoritative match rooms over WebSocket, with the truth in Redis."""
