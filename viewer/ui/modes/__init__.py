"""Modes of a desk, shown in place of board and panel; one of several modules has its folder."""
