"""What a board and a notation page look like, as plain shapes; themes; the SVG back-end. No Qt."""
