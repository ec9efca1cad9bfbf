"""What the engine costs, measured: ``make bench``, or ``python -m bench``.

Nothing of the product imports this. The positions and matches come from ``tests``.
"""
