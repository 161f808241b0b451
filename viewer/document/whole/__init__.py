"""Edits of many records at once: what is stripped, replaced, joined; told before it is done."""
