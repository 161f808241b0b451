"""Shogi: positions, legal moves by rsshogi, notations, board."""
