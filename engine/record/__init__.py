"""Matches as files that people keep and other programs read: ``.mat``, SGF and plain text.

``matches.match_records`` makes a ``MatchRecord`` of a room's events, ``mat``, ``sgf`` and ``text``
write it down. Reading goes the other way through ``replay``: every line is asked of the rules as a
player would ask it, so that what comes out is a legal match or one error with its line. The whole
log with its chain is ``protocol.record``, since the bytes of an entry are known there.
"""
