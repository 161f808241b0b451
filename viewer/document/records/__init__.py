"""The records of an open file: as they are edited, as they stood at a moment, read between other work."""
