"""The record of one game: nodes, what happens at them, what is said about them, and the operations
that change it. Knows no game, no file format and no window.
"""
