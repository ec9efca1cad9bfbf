"""Hypothesis looks for wrong answers, not for slow machines."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("shuanglu", deadline=None)
settings.load_profile("shuanglu")
