"""The day of a moment, without a clock: the engine has none."""

from __future__ import annotations

_DAY_MS = 86_400_000
_ERA_DAYS = 146_097
"""Days in 400 years of the Gregorian calendar."""


def utc_date(at_ms: int) -> tuple[int, int, int]:
    """Year, month and day in UTC of ``at_ms``, Unix time in milliseconds.

    Counts in years that start in March, so that the leap day is a year's last.
    """
    days = at_ms // _DAY_MS + 719_468
    era, day_of_era = divmod(days, _ERA_DAYS)
    year_of_era = (
        day_of_era - day_of_era // 1_460 + day_of_era // 36_524 - day_of_era // 146_096
    ) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    march_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * march_month + 2) // 5 + 1
    month = march_month + 3 if march_month < 10 else march_month - 9
    return era * 400 + year_of_era + (month <= 2), month, day
