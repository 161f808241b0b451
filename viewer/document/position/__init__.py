"""A position by itself: put together, counted, its pieces numbered."""
