"""The notation page as blocks, whatever draws it: order of printing, heights, mending after an edit."""
