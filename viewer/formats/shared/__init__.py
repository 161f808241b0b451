"""Modules that several formats share."""
