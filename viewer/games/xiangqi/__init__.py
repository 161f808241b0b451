"""Xiangqi: positions, rules, notations, board."""
