"""The records of an open file: with edits, as snapshots, read cooperatively."""
