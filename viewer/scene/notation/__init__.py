"""The notation page as blocks, for any back-end: order of printing, heights, updates after an edit."""
