"""A study as one HTML file, and as an element for pages of others."""
