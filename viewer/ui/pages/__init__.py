"""The pages beside the board, their registry (`panels.py`) and arrangement."""
