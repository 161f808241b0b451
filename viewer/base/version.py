"""Which Qipu this is, for the rooms below the library's face."""

VERSION = "0.1.0"
"""The same as `viewer.__version__`, which loads nothing when it is asked for."""
