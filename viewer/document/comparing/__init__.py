"""Comparing two records or collections, taking differences over, and merging."""
