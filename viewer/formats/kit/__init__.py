"""Code common to all formats: collections, losses, runs of records, positions in texts, JSON."""
