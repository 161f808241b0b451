"""What all formats share: collections, losses, runs of records, texts with positions."""
