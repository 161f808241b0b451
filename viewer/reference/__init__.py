"""Reference works: files that know moves for positions, such as opening books and endgame tablebases.

A `Reference` (`reference.py`) is asked about one position at a time, and reads only what it needs for
the answer. `opening` finds out what a file is and opens it.
"""
