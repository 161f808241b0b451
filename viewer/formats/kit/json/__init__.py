"""JSON with the offset of everything, read with patience; what isn't changed is written as it stood."""
