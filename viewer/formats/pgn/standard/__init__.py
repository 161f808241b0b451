"""Other parts of the standard: sorting (section 12), file names (11), country codes (15).

And `strict`, which finds where a file breaks its rules.
"""
