"""Checks a KIF file against the description of the format; the reader is more lenient.

`check` goes through the lines: of the head (`head`), of moves (`moves`), with their times (`times`) and ends
(`ends`).
"""
