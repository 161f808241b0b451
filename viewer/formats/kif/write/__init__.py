"""Writes records: lines that were read are kept or changed in part; the lines of new records are made.

`writer` assembles a file from its head (`head_text`) and the blocks of its nodes (`blocks`) in the
order given by `plan`; `losses` finds the losses.
"""
