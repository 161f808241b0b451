"""Writing: lines that were read stay as they stand, with what changed in them; a new record has all new.

`writer` puts a file together from its head (`head_text`) and the blocks of its nodes (`blocks`) in the
order that `plan` makes; `losses` tells what is lost.
"""
