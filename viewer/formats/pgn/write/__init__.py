"""Writing a game that was read from PGN in its own style, keeping unchanged text.

`compose` assembles a game: its tags (`head`), its movetext (`writer`), and within that what a node
says (`slots` parses its text, `mend` updates changed items). `losses` names what is lost.
"""
