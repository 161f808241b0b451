"""What the standard asks beside its forms: sorting (section 12), names of files (11), country codes (15).

And `strict`: where a file breaks its rules.
"""
