"""Drill mode: the mode of the desk for drilling the lines of a record with spaced repetition."""
