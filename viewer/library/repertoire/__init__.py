"""Repertoires: files and branches whose lines somebody wants to play, and what games say of them.

A position is its arrangement and the side to move (`library.keys`): whichever moves led to it, and in games
that take turned boards for the same, however the board is turned. Castling rights, captures in passing, ko
and repetition are no part of it.
"""
