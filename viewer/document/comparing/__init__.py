"""What differs between two records or collections, how the one becomes the other, and merging."""
