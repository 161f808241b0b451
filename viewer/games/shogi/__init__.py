"""Shogi: positions, rules, notations, board."""
