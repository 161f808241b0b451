"""Engines: programs that evaluate positions, and the protocols they speak (UCI, USI, UCCI, GTP).

An `Engine` (`engine.py`) is one process of a program from the user's list. Its operations are jobs
(`viewer.base.jobs`): the window asks for a few of their steps between two events, the command line for all.
"""
