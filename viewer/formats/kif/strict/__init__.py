"""Checking a KIF file against the description of the format, which readers take more leniently.

`check` goes through the lines: of the head (`head`), of moves (`moves`), with their times (`times`) and ends
(`ends`).
"""
