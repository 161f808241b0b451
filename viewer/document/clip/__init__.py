"""Branches and records carried from one place to another, and text from elsewhere."""
