"""The log: one line for each event, on standard error, without secrets."""

from __future__ import annotations

import logging
import sys

import structlog


def configure_log() -> None:
    """Set up the log of this process, and that of the libraries it uses."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # websockets logs every opened and closed connection, and each port scanner, as an error.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
