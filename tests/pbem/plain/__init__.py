"""A plain interpreter of rules: trees are walked, nothing is compiled, generators ask.

It was written from the language reference alone and is slow.  The engine must agree with it move by
move (`test_plain.py`); it knows no views, no saved states and no budgets.
"""
