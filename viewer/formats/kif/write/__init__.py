"""Writing: lines that were read are kept, with changes made in them; a new record is written anew.

`writer` assembles a file from its head (`head_text`) and the blocks of its nodes (`blocks`) in the
order that `plan` makes; `losses` names what is lost.
"""
