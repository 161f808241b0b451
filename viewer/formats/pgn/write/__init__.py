"""Writing a game: one read from PGN in its own style, with unchanged text as it is, or in the export form.

`game` assembles a game and finds what is lost: its tags (`head`), its movetext (`writer`), and within that
what a node says (`slots` parses its text, `mend` updates changed items). `export` has the export form.
"""
