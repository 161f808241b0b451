"""What every format does in the same way: collections, losses, runs of records, texts with positions."""
