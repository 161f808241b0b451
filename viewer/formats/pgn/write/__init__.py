"""Writing a game that was read from PGN in its own style: what is the same stays as it stands.

`compose` puts a game together: its tags (`head`), its movetext (`writer`), and within that what a node
says (`slots` takes its text apart, `mend` changes the items that changed). `losses` tells what is lost.
"""
